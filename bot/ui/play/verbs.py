"""All verbs of the screens of questions, together."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.contract import Service
from bot.ui.play.card_verbs import Cards
from bot.ui.play.fight_verbs import Fights
from bot.ui.play.loss_verbs import Losses
from bot.ui.play.plans import Plans
from bot.ui.play.play import Play
from bot.ui.router import Handler
from bot.ui.vocabulary import face_of as face_of_game
from engine.core.face import Face


def handlers(service: Service, face_of: Callable[[str], Face] = face_of_game) -> Mapping[str, Handler]:
    """Verb and handler of everything that can be pressed on a screen of play."""
    play = Play(service, face_of)
    parts = (play, Plans(play), Losses(play), Cards(play), Fights(play))
    return {verb: handler for part in parts for verb, handler in part.handlers().items()}
