"""A competition seen close: every unit of every faction, allies, cubes, committed and revealed cards."""

from __future__ import annotations

from collections.abc import Mapping

from PIL import Image, ImageDraw

from engine.acme.view import AcmeView
from engine.core.text import count_noun
from render.acme import marks
from render.acme.alt import faction
from render.acme.blanks import KINDS
from render.acme.board import area_name, competition_order, terrain
from render.acme.faces import face_of
from render.acme.position import Position, ShownFight, ShownSide, read
from render.paint import chips, pieces
from render.paint.canvas import stamp
from render.paint.fonts import shorten
from render.paint.icons import icon
from render.paint.palette import (
    ALARM,
    BRONZE,
    GOLD,
    INK,
    LINE,
    LOSS,
    NIGHT,
    PAPER,
    PARCHMENT,
    QUIET,
    STONE,
    TERRAIN,
    mix,
)
from render.paint.picture import ALT_LIMIT, Picture, finish
from render.paint.plates import plate, text
from render.paint.wording import fit_sentences, texts

COLUMN, HEIGHT, GAP, TOP = 420, 452, 14, 96
CARD_W, CARD_H, CARD_STEP = 86, 116, 98
Left = Mapping[str, int]


def competition(view: AcmeView, *, left: Left | None = None, of: int | None = None) -> Picture:
    """Return the competition a view is in; `left`, the disks each faction keeps, once it is resolved; `of`, how many
    there were this phase. ValueError if the view is in none.
    """
    position = read(view)
    if not position.fight:
        raise ValueError("no competition is under way")
    rank, all_of = place_of(position, position.fight, of)
    out = header(position.fight, rank, all_of)
    for i, side in enumerate(position.fight.sides):
        draw_side(out, position, side, GAP + i * (COLUMN + GAP), None if left is None else left.get(side.faction, 0))
    return finish(out, battle_alt(position, position.fight, rank, all_of, left))


def place_of(position: Position, fight: ShownFight, of: int | None) -> tuple[int, int]:
    """Return which competition of how many this is: those before it in the order have been resolved."""
    order = competition_order(fight.area)
    ahead = [a for a in position.contested if competition_order(a) > order]
    all_of = of or len(ahead) + 1
    return max(1, all_of - len(ahead)), all_of


def header(fight: ShownFight, rank: int, of: int) -> Image.Image:
    w = max(2, len(fight.sides)) * (COLUMN + GAP) + GAP
    out = Image.new("RGB", (w, HEIGHT + TOP), mix(TERRAIN[terrain(fight.area)], PARCHMENT, 0.35))
    d, say = ImageDraw.Draw(out), texts("pictures")["competition"]
    d.rectangle([0, 0, w, TOP - 15], fill=NIGHT)
    stamp(out, marks.contest(rank, 1.9), 52, 42)
    at = text(d, 100, 42, area_name(fight.area), "label", 44, PAPER) + 20
    text(d, at, 46, say["rank"].format(i=rank, n=of), "note", 26, mix(NIGHT, PAPER, 0.7))
    if fight.loot:
        text(d, w - 24, 44, say["loot"], "bold", 26, GOLD, "rm")
    return out


def draw_side(out: Image.Image, position: Position, side: ShownSide, x: int, left: int | None) -> None:
    """Draw one column: who, how many units, the units, the cards, what is left."""
    d, h, say = ImageDraw.Draw(out), HEIGHT - GAP, texts("pictures")["competition"]
    colour, letter = position.colour(side.faction), position.letter(side.faction)
    stamp(out, plate(COLUMN, h, 14, PAPER, LINE, 2), x, TOP, "lt")
    stamp(out, pieces.flag(colour, letter, 74, 74, 10), x + 3, TOP + 3, "lt")
    text(d, x + 92, TOP + 38, shorten(faction(position, side.faction), "label", 34, COLUMN - 190), "label", 34)
    units = side.disks + side.white + side.cube
    text(d, x + COLUMN - 18, TOP + 38, str(units), "bold", 54, INK, "rm")
    text(d, x + COLUMN - 18, TOP + 78, say["unit" if units == 1 else "units"], "text", 20, QUIET, "rm")
    draw_units(out, side, (colour, letter), x + 20, left)
    draw_cards(out, side, x + 20)
    if left is not None:
        draw_result(out, side, x, TOP + h - 30, left)


def draw_units(out: Image.Image, side: ShownSide, paint: tuple[str, str], x: float, left: int | None) -> None:
    """Draw one disk a unit; lost ones as ghosts."""
    step = min(62.0, (COLUMN - 60) / max(1, side.disks + side.white + side.cube))
    stay = side.disks if left is None else left
    row = [pieces.piece(*paint, 1, 2.0) if i < stay else pieces.ghost(paint[0], 1, 2.0) for i in range(side.disks)]
    row += [pieces.piece("white", "", 1, 2.0)] * side.white + [marks.cube(STONE, "", 2.0, 18)] * side.cube
    for i, sprite in enumerate(row):
        stamp(out, sprite, x + 28 + i * step, TOP + 152)


def draw_cards(out: Image.Image, side: ShownSide, x: float) -> None:
    """Draw revealed cards with pictogram and number, the others face down."""
    say = texts("pictures")["competition"]
    hidden = max(0, side.committed - len(side.revealed))
    cards = [*side.revealed, *[None] * hidden]
    text(ImageDraw.Draw(out), x, TOP + 228, say["cards" if cards else "no_cards"], "note", 22, QUIET)
    step = min(CARD_STEP, (COLUMN - 40 - CARD_W) / max(1, len(cards) - 1))
    for i, number in enumerate(cards):
        draw_small_card(out, number, x + i * step, TOP + 246)


def draw_small_card(out: Image.Image, number: int | None, x: float, y: float) -> None:
    if number is None:
        stamp(out, plate(CARD_W, CARD_H, 9, mix(NIGHT, BRONZE, 0.35), GOLD, 2), x, y, "lt")
        stamp(out, icon("ziggurat", 50, GOLD), x + CARD_W / 2, y + 58)
        return
    face = face_of(number)
    kind = KINDS["C"] if KINDS["C"] in face.kinds else face.kinds[0]
    stamp(out, plate(CARD_W, CARD_H, 9, PAPER, kind.colour, 5), x, y, "lt")
    stamp(out, icon(face.sign, 52, kind.colour), x + CARD_W / 2, y + 46)
    text(ImageDraw.Draw(out), x + CARD_W / 2, y + 94, str(number), "bold", 28, INK, "mm")


def draw_result(out: Image.Image, side: ShownSide, x: int, y: float, left: int) -> None:
    say = texts("pictures")["competition"]
    words = say["keeps"].format(n=left) if left else say["driven_out"]
    text(ImageDraw.Draw(out), x + COLUMN - 18, y, words, "bold", 28, INK if left else ALARM, "rm")
    if side.disks > left:
        stamp(out, chips.chip(f"−{side.disks - left}", LOSS, 2.0), x + 48, y)


def battle_alt(position: Position, fight: ShownFight, rank: int, of: int, left: Left | None) -> str:
    """Return a text such as 'Competition 4 of 6 in Akkad. Babylon: 3 disks, 2 cards. …'."""
    say = texts("pictures")["alt"]
    said = [say["fight"].format(i=rank, n=of, area=area_name(fight.area))]
    for side in fight.sides:
        parts = side_parts(side, None if left is None else left.get(side.faction, 0))
        said.append(say["fight_side"].format(civ=faction(position, side.faction), parts=", ".join(parts)))
    return fit_sentences(said, ALT_LIMIT)


def side_parts(side: ShownSide, left: int | None) -> list[str]:
    say, result = texts("pictures")["alt"], texts("pictures")["competition"]
    parts = [count_noun(side.disks, "disk")]
    parts += [say["fight_white" if side.white > 1 else "fight_white_one"].format(n=side.white)] if side.white else []
    parts += [say["fight_cube"]] if side.cube else []
    named = [face_of(number).name for number in side.revealed]
    hidden = max(0, side.committed - len(named))
    parts += named + ([count_noun(hidden, "card")] if hidden else [])
    if left is not None:
        parts.append(result["keeps"].format(n=left) if left else result["driven_out"])
    return parts
