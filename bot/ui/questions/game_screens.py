"""What a game adds to the screens of its questions: screens of its own, what answers them, and ways of its commands."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from bot.ui.parts import Screen
from bot.ui.questions.draft import DraftAnswers, DraftState, Makers
from bot.ui.questions.handlers import BeforeSending, QuestionHandlers
from bot.ui.router import Handler
from bot.ui.visit import Visit
from engine.core.commands import Given
from engine.core.naming import Named

Run: TypeAlias = Callable[[QuestionHandlers, Visit, DraftState, Given], Awaitable["Screen | DraftState"]]


@dataclass(frozen=True, slots=True)
class CommandWay:
    """How commands are carried out that do more than fill in questions: they name it as their `way`.

    `run` gives the answer, or the draft from which the questions are filled in as ever. `takes` says whether the
    question asked is one for it, where the command itself names none; `here` whether its options are completed at
    the question asked; `begins` gives the draft at which they are completed otherwise. `offers` completes a line
    that names more than the question asked does, from what is typed of it before; None where it does not.
    """

    run: Run
    takes: Callable[[DraftState], bool] | None = None
    here: Callable[[DraftState], bool] = lambda _: False
    begins: DraftAnswers | None = None
    offers: Callable[[DraftState, str], Sequence[Named] | None] | None = None


@dataclass(frozen=True, slots=True)
class GameScreens:
    """The screens a game has of its own, by the keys of questions, and what belongs to them; nothing by default.

    `handlers` answers the verbs of their controls, `ways` carries out commands, and `offers` completes options where
    a question is answered in other words than its options. `before` is done, by the key of a question, before answers
    from that question on are sent.
    """

    makers: Makers = field(default_factory=dict)
    handlers: Callable[[QuestionHandlers], Mapping[str, Handler]] = lambda _: {}
    ways: Mapping[str, CommandWay] = field(default_factory=dict)
    offers: Mapping[str, Callable[[DraftState], Sequence[Named]]] = field(default_factory=dict)
    before: Mapping[str, BeforeSending] = field(default_factory=dict)


NOTHING = GameScreens()
