"""All that Advanced Civilization adds to the screens of questions, put together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.games.civ.command_ways import JOINED_WAY, LOSS_WAY, MARCH_WAY, PREVIEW_WAY
from bot.games.civ.fleet import MOVES
from bot.games.civ.joined import JOINED
from bot.games.civ.joined_handlers import JoinedHandlers
from bot.games.civ.joined_screen import joined_screen
from bot.games.civ.move_screen import MoveHandlers, keep_rate, move_screen
from bot.ui.questions.game_screens import GameScreens
from bot.ui.questions.handlers import QuestionHandlers
from bot.ui.router import Handler


def handlers(play: QuestionHandlers) -> Mapping[str, Handler]:
    """Return the verb and handler of every control of these screens."""
    return {**JoinedHandlers(play).handlers(), **MoveHandlers(play).handlers()}


SCREENS: Final = GameScreens(
    makers={**dict.fromkeys(JOINED, joined_screen), MOVES: move_screen},
    handlers=handlers,
    before={MOVES: keep_rate},
    ways={"joined": JOINED_WAY, "losses": LOSS_WAY, "march": MARCH_WAY, "preview": PREVIEW_WAY},
)
