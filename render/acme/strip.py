"""The strips of the panel: signs with a name and a note, in as many rows as needed.

One is for players with several civilizations, one for neutral Factions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from render.acme import marks
from render.acme.position import Player, Position, ShownNeutral
from render.paint import pieces
from render.paint.canvas import stamp
from render.paint.fonts import shorten, width
from render.paint.palette import QUIET
from render.paint.plates import text
from render.paint.wording import texts

ROW = 46
SIGN, GAP, SIZE = 40, 26, 24
SIGN_UNIT = 1.3


@dataclass(frozen=True, slots=True)
class StripEntry:
    """An entry of a strip."""

    signs: tuple[Image.Image, ...]
    name: str
    note: str

    @property
    def note_width(self) -> float:
        return 8 + width(self.note, "text", SIZE - 4) + GAP

    @property
    def breadth(self) -> float:
        return SIGN * len(self.signs) + width(self.name, "label", SIZE) + self.note_width


def player_rows(position: Position, w: int) -> list[list[StripEntry]]:
    """Return the players in the order of their seats, in as many rows as they need; none where each has one
    civilization.

    By these sums they are compared (ACME-1V2-14).
    """
    return lay_rows([player(position, one) for one in position.players], w)


def player(position: Position, one: Player) -> StripEntry:
    """Return the camps of its civilizations, its name, and `30 ÷ 4 = 7.5 VP` or `12 VP`."""
    camps = (pieces.piece(position.colour(civ), position.letter(civ), 1, SIGN_UNIT) for civ in one.civs)
    return StripEntry(tuple(camps), one.name, score_text(position, one))


def score_text(position: Position, one: Player) -> str:
    """Return its score in words, with the VP that are divided."""
    words = texts("pictures")["panel"]
    if one.divisor == 1:
        return str(words["total"].format(score=one.score))
    vp = sum(position.civs[civ].vp for civ in one.civs)
    return str(words["total_divided"].format(vp=vp, divisor=one.divisor, score=one.score))


def neutral_rows(position: Position, w: int) -> list[list[StripEntry]]:
    """Return the neutral Factions, in as many rows as they need in that width; empty without any.

    An old border is explained beside them.
    """
    return lay_rows([*map(neutral, position.neutrals.values()), *border(position)], w)


def neutral(one: ShownNeutral) -> StripEntry:
    """Return its camp, its name, and `13 map`."""
    note = f"{one.disks} {texts('pictures')['panel']['map']}"
    return StripEntry((pieces.piece(one.colour, one.letter, 1, SIGN_UNIT),), one.name, note)


def border(position: Position) -> list[StripEntry]:
    """Return the explanation of the dashes, if a border is marked."""
    marked = any(site.border for site in position.areas.values())
    return [StripEntry((marks.border(SIGN_UNIT),), texts("pictures")["extra_key"]["border"], "")] if marked else []


def lay_rows(entries: Iterable[StripEntry], w: int) -> list[list[StripEntry]]:
    """Return the entries in rows of that width."""
    found: list[list[StripEntry]] = []
    for entry in entries:
        if not found or sum(one.breadth for one in (*found[-1], entry)) > w:
            found.append([])
        found[-1].append(entry)
    return found


def draw_rows(picture: Image.Image, rows: Sequence[Sequence[StripEntry]], x: int, y: int, w: int) -> None:
    """Draw the strip with its left upper corner at (x, y); a name that is too long for a row is cut."""
    d = ImageDraw.Draw(picture)
    for i, row in enumerate(rows):
        at, middle = float(x + 8), y + ROW * (i + 0.5)
        for entry in row:
            for sign in entry.signs:
                stamp(picture, sign, at + SIGN / 2 - 4, middle)
                at += SIGN
            name = shorten(entry.name, "label", SIZE, x + w - at - entry.note_width + GAP)
            end = text(d, at, middle, name, "label", SIZE)
            at = text(d, end + 8, middle, entry.note, "text", SIZE - 4, QUIET) + GAP
