"""All verbs of the screens of questions, together."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.contract import Service
from bot.ui.play.card_verbs import Cards
from bot.ui.play.face import Face
from bot.ui.play.faces import face_of as face_of_game
from bot.ui.play.loss_verbs import Losses
from bot.ui.play.plans import Plans
from bot.ui.play.play import Play
from bot.ui.router import Handler


def handlers(service: Service, face_of: Callable[[str], Face] = face_of_game) -> Mapping[str, Handler]:
    """Verb and handler of everything that can be pressed on a screen of play."""
    play = Play(service, face_of)
    return {**play.handlers(), **Plans(play).handlers(), **Losses(play).handlers(), **Cards(play).handlers()}
