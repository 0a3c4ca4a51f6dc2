"""A turn in pictures: writes `docs/turn.webp` from a game of a known seed that three computers play.

Run as `python -m tools.turn`.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from PIL import Image

from engine.acme.view import AcmeView
from engine.core.game import SeatPlan
from engine.core.table import Table
from engine.games import GAMES
from render import draw

PAGE: Final = Path(__file__).resolve().parents[1] / "docs" / "turn.webp"
GAME, SEED, TURN = "acme", "ur", 2
CIVS: Final = ("egypt", "hittites", "mittani")
OPTIONS: Final = {"map": "abbreviated_western", "turns": TURN}
SHOWN: Final = ("growth.placed", "placed", "loss.both", "deity.established", "competition.ends", "reckoning.tally")
MOST, WIDE, EACH, LAST = 14, 960, 1100, 2600


def views() -> Iterator[AcmeView]:
    """The public view before the turn, and after each thing in it that changes the board."""
    game = GAMES[GAME]
    table = Table.new(game, "standard", [SeatPlan(civ) for civ in CIVS], OPTIONS, SEED)
    before = table.view(None)
    while table.pending is not None:
        seat = table.waiting()[0]
        request, ask = table.question_to(seat), table.ask_of(seat)
        if request is None or ask is None:
            raise AssertionError(f"nothing is asked of {seat}")
        table.begin()
        turn = table.state.turns
        table.submit(seat, *game.npc(table.state, request, ask))
        if turn < TURN:
            before = table.view(None)
        elif any(event.key.startswith(SHOWN) for event in table.events):
            yield before
            before = table.view(None)
    yield before


def frames() -> list[Image.Image]:
    """The boards, what has changed since the one before marked, as large as a page shows them."""
    shown = list(views())[: MOST - 1]
    boards = [draw(GAME, view, since=since) for view, since in zip(shown, [shown[0], *shown], strict=False)]
    opened = (Image.open(io.BytesIO(board.png)).convert("RGB") for board in boards)
    return [picture.resize((WIDE, round(picture.height * WIDE / picture.width))) for picture in opened]


def main() -> None:
    """Write the picture."""
    first, *more = frames()
    times = [EACH] * len(more) + [LAST]
    first.save(PAGE, save_all=True, append_images=more, duration=times, loop=0, quality=60, method=6)


if __name__ == "__main__":
    main()
