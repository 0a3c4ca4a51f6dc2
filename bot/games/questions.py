"""All verbs of the screens of questions, together."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.games import GAME_SCREENS, screens_of
from bot.tables.game_service import GameService
from bot.ui.questions.game_screens import GameScreens
from bot.ui.questions.hand import HandHandlers
from bot.ui.questions.handlers import QuestionHandlers, WindowHandlers
from bot.ui.questions.plan_handlers import PlanHandlers
from bot.ui.questions.toggle import ToggleHandlers
from bot.ui.questions.typed_handlers import TypedHandlers
from bot.ui.router import Handler
from bot.ui.words.presentations import presentation_of
from engine.core.presentation import Presentation


def questions(
    service: GameService,
    shown_by: Callable[[str], Presentation] = presentation_of,
    games: Callable[[str], GameScreens] = screens_of,
) -> QuestionHandlers:
    """Return the screens of questions. By the name of a game, `shown_by` gives its presentation, `games` its own
    screens.
    """
    return QuestionHandlers(
        service,
        shown_by,
        lambda game: games(game).makers,
        lambda game: games(game).before,
        lambda game: games(game).ways,
        lambda game: games(game).offers,
    )


def handlers(
    service: GameService,
    shown_by: Callable[[str], Presentation] = presentation_of,
    games: Callable[[str], GameScreens] = screens_of,
) -> Mapping[str, Handler]:
    """Return the verb and handler of everything that can be pressed on a screen of play."""
    return verbs(questions(service, shown_by, games))


def verbs(play: QuestionHandlers) -> Mapping[str, Handler]:
    """Return the handlers of the question screens by verb."""
    parts = (
        play,
        TypedHandlers(play),
        PlanHandlers(play),
        HandHandlers(play),
        WindowHandlers(play),
    )
    found = {verb: handler for part in parts for verb, handler in part.handlers().items()}
    for own in GAME_SCREENS.values():
        found |= own.handlers(play)
    return {**found, **ToggleHandlers(play, found).handlers()}
