"""The panel beside the board: turn and step, the cultures in order, what the seas and coins mean."""

from __future__ import annotations

from PIL import Image, ImageDraw

from engine.core.text import is_single
from render.board.steps import steps
from render.culture_wars import pieces
from render.culture_wars.ground import INNER, OUTER, TILE_EDGE
from render.culture_wars.position import Position, ShownCulture
from render.paint.canvas import stamp
from render.paint.fonts import shorten, width
from render.paint.icons import icon
from render.paint.palette import BRONZE, GOLD, INK, LINE, NIGHT, PAPER, PARCHMENT, QUIET, STONE, mix
from render.paint.plates import plate, text
from render.paint.style import sharp
from render.paint.wording import texts

SIDE = 520
HEAD, CARD, GAP, FOOT = 160, 174, 186, 132
SETUP = ("setup.order", "setup.tile", "setup.coin", "setup.token")
FIRST = ("order", "expansion", "movement", "conflict")
SECOND = ("settlement", "excess", "abandonment")


def words() -> dict[str, dict[str, str]]:
    """Return the texts of these pictures."""
    found: dict[str, dict[str, str]] = texts("culture_wars_pictures")["culture_wars_pictures"]
    return found


def draw_panel(picture: Image.Image, position: Position, x: int) -> None:
    """Draw all of it, from the x where the board ends."""
    d, said = ImageDraw.Draw(picture), words()["panel"]
    d.rectangle([x, 0, x + SIDE, picture.height], fill=PARCHMENT)
    d.rectangle([x, 0, x + SIDE, HEAD - 1], fill=NIGHT)
    d.rectangle([x, 0, x + 2, picture.height], fill=GOLD)
    text(d, x + 24, 42, said["title"], "title", 34, PAPER)
    text(d, x + SIDE - 22, 42, turn(position), "bold", 30, GOLD, "rm")
    draw_steps(picture, position.phase, x)
    for i, suit in enumerate(position.order):
        draw_culture(picture, position, position.cultures[suit], x + 12, HEAD + 12 + i * GAP)
    draw_key(picture, position, x + 24, HEAD + 12 + len(position.order) * GAP + 34)


def turn(position: Position) -> str:
    """Return a text such as 'turn 7', or that the game is being set up."""
    said = words()["panel"]
    return said["setup"] if position.phase in SETUP else said["turn"].format(n=position.view.turn)


def panel_height(cultures: int) -> int:
    """Return the pixels the panel needs for so many cultures."""
    return HEAD + 12 + cultures * GAP + FOOT


def draw_steps(picture: Image.Image, phase: str, x: int) -> None:
    """Draw the steps of a turn in two rows, or those of the setup in one."""
    names = words()["steps"]
    rows = [SETUP] if phase in SETUP else [FIRST, SECOND]
    for i, row in enumerate(rows):
        now = row.index(phase) if phase in row else len(row) if i == 0 and phase in SECOND else -1
        steps(picture, x + 12, 88 + 42 * i, "", [names[step] for step in row], now, "bold")


def draw_culture(picture: Image.Image, position: Position, c: ShownCulture, x: int, y: int) -> None:
    """Draw sign and place, name and player, settlements, tokens, coins in reserve; framed in bronze where we wait."""
    w, awaited = SIDE - 24, c.slug in position.waiting
    d, said = ImageDraw.Draw(picture), words()["panel"]
    edge, pen = (BRONZE, 5) if awaited else (GOLD, 5) if c.slug in position.holding else (LINE, 2)
    stamp(picture, plate(w, CARD, 12, PAPER, edge, pen), x, y, "lt")
    stamp(picture, pieces.settlement(c.slug, 1.9), x + 62, y + 66)
    if c.place:
        text(d, x + 62, y + 142, f"{c.place}.", "bold", 30, QUIET, "mm")
    end = text(d, x + 128, y + 34, c.name, "label", 34)
    player = said["npc"] if c.by == "npc" else c.player
    text(d, x + w - 18, y + 36, shorten(player, "note", 24, x + w - 30 - end), "note", 24, QUIET, "rm")
    draw_ramparts(picture, c, position.target, x, y)
    draw_bar(picture, c, x + 128, y, w - 148)
    wins = claim(c, position.target) if c.slug in position.holding else ""
    text(d, x + 128, y + 157, reserve(c, beside(wins, w - 146)), "note", 19, QUIET)
    text(d, x + w - 18, y + 157, wins, "bold", 19, INK, "rm")


def draw_ramparts(picture: Image.Image, c: ShownCulture, target: int, x: int, y: int) -> None:
    """Draw the settlements held by those that win."""
    full, empty = pieces.paint_of(c.slug).line, mix(PAPER, STONE, 0.6)
    for i in range(max(target, c.settlements)):
        stamp(picture, icon("rampart", 36, full if i < c.settlements else empty), x + 146 + i * 46, y + 84)
    counted = words()["panel"]["of"].format(n=c.settlements, target=target)
    text(ImageDraw.Draw(picture), x + SIDE - 42, y + 84, counted, "bold", 28, INK, "rm")


def draw_bar(picture: Image.Image, c: ShownCulture, x: int, y: int, bar: int) -> None:
    """Draw tokens on the map in colour, tokens in supply in parchment."""
    d, said, paint = ImageDraw.Draw(picture), words()["panel"], pieces.paint_of(c.slug)
    share = c.tokens / max(1, c.tokens + c.supply)
    d.rectangle([x - 1, y + 115, x + bar, y + 143], fill=mix(INK, PAPER, 0.3))
    d.rectangle([x, y + 116, x + bar - 1, y + 142], fill=PARCHMENT)
    d.rectangle([x, y + 116, x + (bar - 1) * share, y + 142], fill=paint.fill)
    if sharp():
        d.line([(x + (bar - 1) * share, y + 116), (x + (bar - 1) * share, y + 142)], fill=INK, width=2)
    living, left = said["living"].format(n=c.tokens), said["left"].format(n=c.supply)
    wide = bar * share > 110
    text(d, x + 10 if wide else x + bar * share + 10, y + 129.5, living, "text", 20, paint.letter if wide else INK)
    if bar * (1 - share) > (90 if wide else 200):
        text(d, x + bar - 10, y + 129.5, left, "text", 20, INK, "rm")


def claim(c: ShownCulture, target: int) -> str:
    """Return the number of settlements with which a culture wins, if it holds that at the end of the round."""
    return str(words()["panel"]["holds" if c.settlements >= target else "again"].format(n=target))


def beside(wins: str, room: float) -> float:
    """Return the room on a line beside the claim."""
    return room - width(wins, "bold", 19) - 8 if wins else room


def reserve(c: ShownCulture, room: float) -> str:
    """Return the coins in reserve, and whether the Ace is among them; shorter if there isn't room."""
    said = words()["panel"]
    one = "" if is_single("culture_wars_pictures.panel.coin", c.hidden) else "s"
    ace = said["ace"] if c.ace else said["ace_played"]
    whole, short = (f"{said[f'coin{one}{way}'].format(n=c.hidden)}, {ace}" for way in ("", "_short"))
    return whole if width(whole, "note", 19) <= room else short


def draw_key(picture: Image.Image, position: Position, x: int, y: int) -> None:
    """Draw the two seas, if there are two, and what a coin feeds."""
    d, said = ImageDraw.Draw(picture), words()["panel"]
    inner = "inner_sea" if len(position.view.seas) == 2 else "inner_seas"
    seas = [("outer_sea", OUTER), (inner, INNER)] if "inner" in position.view.seas else [("one_sea", OUTER)]
    for i, (key, colour) in enumerate(seas):
        stamp(picture, plate(44, 30, 6, colour, TILE_EDGE, 2), x + i * 230, y, "lm")
        text(d, x + 56 + i * 230, y, said[key], "text", 24)
    stamp(picture, pieces.coin("4", 46), x + 22, y + 52)
    text(d, x + 56, y + 52, said["feeds"], "text", 22)
