"""The boards that the guides explain: a position of each game with numbered marks, whose meaning the page tells.

The positions are `docs/*.toml`; a mark is where its middle is, in thousandths of the picture's width and height.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from PIL import Image

from engine.core import notation
from engine.core.text import speaking
from engine.games import GAMES
from render import draw
from render.paint.canvas import stamp
from render.paint.chips import counter
from render.paint.palette import rgb

DOCS: Final = Path(__file__).resolve().parents[1] / "docs"
WIDE: Final = 1000
UNIT: Final = 1.25  # of a mark, on a picture of that width
GROUND, INK = rgb("#8a0f5c"), rgb("#ffffff")
MARKS: Final = {
    "acme": ((177, 700), (434, 300), (133, 449), (237, 222), (461, 611), (54, 838), (975, 55), (925, 172), (985, 546)),
    "culture-wars": ((377, 262), (157, 236), (245, 112), (338, 768), (330, 420), (975, 110), (865, 235)),
    "civ": ((272, 88), (204, 272), (666, 294), (321, 307), (507, 166), (211, 353), (830, 843), (205, 884), (430, 969)),
}


def boards(language: str) -> Iterator[tuple[str, Image.Image]]:
    """The board of each game with its marks, by the name of its file."""
    for name, marks in MARKS.items():
        with speaking(language):
            yield f"{name}-board", marked(board(DOCS / f"{name}.toml"), marks)


def board(file: Path) -> Image.Image:
    """The public board of a position, as wide as a page."""
    text = file.read_text(encoding="utf-8")
    game = next(game for game in GAMES.values() if f'game = "{game.name}"' in text)
    drawn = Image.open(io.BytesIO(draw(game.name, notation.load(game, text).view(None)).png)).convert("RGBA")
    return drawn.resize((WIDE, round(drawn.height * WIDE / drawn.width)), Image.Resampling.LANCZOS)


def marked(picture: Image.Image, marks: Sequence[tuple[int, int]]) -> Image.Image:
    """The picture with numbers from 1 on."""
    for number, (x, y) in enumerate(marks, 1):
        at = picture.width * x / 1000, picture.height * y / 1000
        stamp(picture, counter(str(number), GROUND, INK, UNIT), *at)
    return picture.convert("RGB")
