"""Who answers what can be pressed at a seat: the questions, and what features add to them."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any, cast

from bot.features.auto_answers.handlers import AutoAnswerHandlers
from bot.features.auto_answers.queue_handlers import QueueHandlers
from bot.features.coach.hints import AdviceHandlers
from bot.features.notes.screens import NoteHandlers
from bot.features.sharing.handlers import SharingHandlers
from bot.games.questions import questions, verbs
from bot.tables.game_service import GameService
from bot.ui.commands.handlers import Handlers
from bot.ui.router import Handler


def handlers(service: GameService, *more: Any) -> Mapping[str, Handler]:
    """Verb and handler; `more` as of `questions`."""
    play = questions(service, *more)
    shared = SharingHandlers(cast("Handlers", SimpleNamespace(look=None, play=play, service=service)))
    features = (AutoAnswerHandlers(play), QueueHandlers(play), NoteHandlers(play), AdviceHandlers(play), shared)
    return {**verbs(play), **{verb: press for one in features for verb, press in one.handlers().items()}}
