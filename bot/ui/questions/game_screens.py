"""What a game adds to the screens of its questions: its own screens, their handlers, and special commands."""

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
    """How a command is carried out that does more than fill in questions; the command names it as its `way`."""

    run: Run
    """Returns the answer, or the draft from which the questions are filled in as usual."""
    takes: Callable[[DraftState], bool] | None = None
    """Whether it fits the present question, if the command names none."""
    here: Callable[[DraftState], bool] = lambda _: False
    """Whether its options are completed at the present question."""
    begins: DraftAnswers | None = None
    """Returns the draft at which they are completed otherwise."""
    offers: Callable[[DraftState, str], Sequence[Named] | None] | None = None
    """Completes a line that names more than the present question does; None if it doesn't."""


@dataclass(frozen=True, slots=True)
class GameScreens:
    """A game's own screens, by question key, and what belongs to them."""

    makers: Makers = field(default_factory=dict)
    handlers: Callable[[QuestionHandlers], Mapping[str, Handler]] = lambda _: {}
    """They answer the verbs of their controls."""
    ways: Mapping[str, CommandWay] = field(default_factory=dict)
    """They carry out commands."""
    offers: Mapping[str, Callable[[DraftState], Sequence[Named]]] = field(default_factory=dict)
    """They complete answers that use other words than the options."""
    before: Mapping[str, BeforeSending] = field(default_factory=dict)
    """Called, by question key, before answers from that question on are sent."""


NOTHING = GameScreens()
