"""The panel below the map: the state of the turn, every nation's holdings and its place on the A.S.T."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image, ImageDraw

from render.board.steps import step_width, steps
from render.civ.position import Position, ShownNation
from render.civ.words import epoch_name, outcome, step_name, turn_name, words
from render.paint import chips
from render.paint.canvas import faint, stamp, tint
from render.paint.fonts import shorten, width
from render.paint.icons import icon
from render.paint.palette import BRONZE, GOLD, INK, LINE, NIGHT, PAPER, PARCHMENT, QUIET, Rgb, mix, paint_named
from render.paint.pieces import flag, piece
from render.paint.plates import plate, text

HEADER, CARD, GAP, FLAG = 72, 138, 10, 82
STEPS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "11", "12", "13")
ABILITIES = "11b"  # only named where it is the present one
STRIP = 84
DIM = 130  # how strongly the card of a nation without a player fades
SMALLER = (22, 20, 18, 16, 14)  # a word is never cut
WIDE = 270  # pixels beside the space in which four numbers find room
ABREAST = 4  # markers in one row of a space


def columns(w: int, seats: int) -> int:
    """Return how many cards are in a row."""
    most = 4 if w >= 1700 else 3 if w >= 1200 else 2
    rows = -(-seats // most)
    return -(-seats // rows)


def panel_height(w: int, position: Position) -> int:
    """Return the height of the panel below a map of that width."""
    rows = -(-len(position.nations) // columns(w, len(position.nations)))
    return HEADER + GAP + rows * (CARD + GAP) + STRIP


def draw_panel(picture: Image.Image, position: Position, y: int) -> None:
    """Draw header, a card for each nation in the order of the A.S.T., and the spaces reached."""
    w, seats = picture.width, position.ranking
    ImageDraw.Draw(picture).rectangle([0, y, w, picture.height], fill=PARCHMENT)
    draw_header(picture, position, y)
    n = columns(w, len(seats))
    wide = (w - GAP * (n + 1)) // n
    for i, slug in enumerate(seats):
        x, top = GAP + (i % n) * (wide + GAP), y + HEADER + GAP + (i // n) * (CARD + GAP)
        framed = slug in position.waiting or slug in position.winners
        draw_nation(picture, position.nations[slug], x, top, wide, position.scores.get(slug), framed=framed)
    draw_strip(picture, position, picture.height - STRIP)


def draw_header(picture: Image.Image, position: Position, y: int) -> None:
    """Turn, the phases with the present one on gold, and in which order they go where there is one."""
    d, middle, w = ImageDraw.Draw(picture), y + HEADER / 2 + 1, picture.width
    d.rectangle([0, y, w, y + HEADER - 1], fill=NIGHT)
    d.rectangle([0, y, w, y + 2], fill=GOLD)
    at = text(d, 22, middle, turn_name(position), "label", 36, PAPER) + 24
    right = draw_order(picture, position, w - 14, middle)
    draw_steps(picture, position, at, middle, right - at - 20)


def draw_steps(picture: Image.Image, position: Position, x: float, y: float, room: float) -> None:
    """Draw all phases of the turn, or only the present one if there isn't room; the winner once the game is over."""
    said, now = words("steps"), step_name(position)
    shown = [key for key in (*STEPS[:10], ABILITIES, *STEPS[10:]) if key != ABILITIES or said[key] == now]
    names = [said[key] for key in shown]
    if position.scores:
        steps(picture, x, y, "", [outcome(position)], 0, "bold")
    elif now in names and sum(step_width(name, "bold") + 2 for name in names) <= room:
        steps(picture, x, y, "", names, names.index(now), "bold")
    else:
        steps(picture, x, y, "", [now], 0, "bold")


def draw_order(picture: Image.Image, position: Position, right: float, y: float) -> float:
    """Draw the order of those who move one after another, or all who are waited for, with an hourglass. Return where
    they begin.
    """
    order = [name for name in position.view.order if name in position.nations]
    shown = order or [name for name in position.ranking if name in position.waiting]
    left = right - 48 * len(shown)
    for i, slug in enumerate(shown):
        x, one = left + (i + 0.5) * 48, position.nations[slug]
        stamp(picture, piece(one.colour, one.letter, 1, 1.35), x, y)
        if slug in position.waiting:
            stamp(picture, chips.roundel("hourglass", GOLD, INK, 0.9, 22), x + 14, y + 15)
    return left


def draw_nation(
    picture: Image.Image, one: ShownNation, x: int, y: int, w: int, score: int | None, *, framed: bool
) -> None:
    """Draw the card with its left upper corner at (x, y); a thick bronze frame where we wait, and for who has won."""
    stamp(picture, plate(w, CARD, 12, PAPER, BRONZE if framed else LINE, 4 if framed else 2), x, y, "lt")
    stamp(picture, flag(one.colour, one.letter, FLAG, CARD - 6, 9), x + 3, y + 3, "lt")
    left, right = x + FLAG + 16, x + w - 14
    edge = draw_place(picture, one, right, y) if score is None else draw_score(picture, score, right, y)
    draw_who(picture, one, left, edge, y + 28)
    draw_numbers(picture, one, left, edge, y + 71)
    draw_bar(picture, one, left, y + CARD - 38, right - left)
    if one.seen.inert:
        veil = plate(w - 8, CARD - 8, 8, PARCHMENT)
        stamp(picture, tint(faint(veil.getchannel("A"), DIM), PARCHMENT), x + 4, y + 4, "lt")


def draw_place(picture: Image.Image, one: ShownNation, right: float, y: int) -> float:
    """Return the space of the A.S.T., large, and its epoch; returns where they begin."""
    d, space = ImageDraw.Draw(picture), str(one.seen.space)
    epoch = epoch_name(one.seen.epoch, short=True)
    text(d, right, y + 36, space, "bold", 56, INK, "rm")
    text(d, right, y + 76, epoch, "text", 20, QUIET, "rm")
    return right - max(width(name, "text", 20) for name in words("short_epochs").values()) - 12


def draw_score(picture: Image.Image, score: int, right: float, y: int) -> float:
    """Return the points in place of the space, which the line below shows; returns where they begin."""
    d, said = ImageDraw.Draw(picture), words("panel")["points"]
    text(d, right, y + 36, str(score), "bold", 56, INK, "rm")
    text(d, right, y + 76, said, "text", 20, QUIET, "rm")
    return right - max(width(str(score), "bold", 56), width(said, "text", 20)) - 12


def word_size(word: str, room: float) -> int:
    """Return the largest size at which a word that is never cut fits; 0 if there is none."""
    return next((size for size in SMALLER if width(word, "note", size) <= room), 0)


def draw_who(picture: Image.Image, one: ShownNation, left: float, edge: float, y: int) -> None:
    """Draw nation and player."""
    d, said = ImageDraw.Draw(picture), words("panel")
    after = text(d, left, y, shorten(one.name, "label", 34, edge - left), "label", 34) + 10
    word, room = said["inert"] if one.seen.inert else said["npc"] * one.npc, edge - after
    size = word_size(word, room)
    if one.player and not one.seen.inert:
        word, size = shorten(one.player, "note", SMALLER[0], room), SMALLER[0] * (room > 40)
    if word and size:
        text(d, after, y + 3, word, "note", size, QUIET)


def draw_numbers(picture: Image.Image, one: ShownNation, x: float, edge: float, y: int) -> None:
    """Draw Cities, money cards and advances; ships too on a wide card."""
    d = ImageDraw.Draw(picture)
    shown = [("rampart", one.cities), ("hand_of_cards", one.hand), ("scroll", len(one.advances))]
    shown += [("ship", len(one.seen.ships))] if edge - x > WIDE else []
    for sign, value in shown:
        stamp(picture, icon(sign, 27, BRONZE), x + 14, y)
        x = text(d, x + 31, y, str(value), "bold", 30) + 11


@dataclass(frozen=True, slots=True)
class TokenShare:
    """A part of the bar of tokens."""

    words: str
    value: int
    fill: Rgb
    ink: Rgb


def shares(one: ShownNation) -> list[TokenShare]:
    """Return all tokens of a nation: on the map, in treasury, in stock; empty parts left out."""
    paint, said = paint_named(one.colour), words("panel")
    parts = [
        TokenShare(said["map"], one.seen.tokens + one.seen.aboard, paint.fill, paint.letter),
        TokenShare(said["treasury"], one.seen.treasury, GOLD, INK),
        TokenShare(said["stock"], one.seen.stock, PARCHMENT, INK),
    ]
    return [part for part in parts if part.value]


def draw_bar(picture: Image.Image, one: ShownNation, x: float, y: float, w: float) -> None:
    """Draw the tokens as a bar of numbered parts, each at least as wide as its words; small parts lose their word."""
    d, parts, h = ImageDraw.Draw(picture), shares(one), 27
    d.rectangle([x - 1, y - 1, x + w, y + h], fill=mix(INK, PAPER, 0.3))
    total = sum(part.value for part in parts)
    least = [width(str(part.value), "bold", 20) + 12 for part in parts]
    spare = max(0.0, w - sum(least))
    for part, small in zip(parts, least, strict=True):
        wide = small + spare * part.value / total
        d.rectangle([x, y, x + wide - 2, y + h - 1], fill=part.fill)
        said = f"{part.value} {part.words}"
        shown = said if width(said, "bold", 20) + 8 <= wide else str(part.value)
        text(d, x + wide / 2 - 1, y + h / 2 + 0.5, shown, "bold", 20, part.ink, "mm")
        x += wide


def draw_strip(picture: Image.Image, position: Position, y: int) -> None:
    """Draw the spaces of the A.S.T. from the start on, with a marker for every nation."""
    d, w = ImageDraw.Draw(picture), picture.width
    last = 15 if position.track == "basic" else 16
    left = text(d, 22, y + 44, words("panel")["ast"], "title", 28, BRONZE) + 34
    step = (w - 46 - left) / last
    d.line([(left, y + 58), (left + step * last, y + 58)], fill=mix(INK, PAPER, 0.3), width=4)
    for space in range(last + 1):
        x = left + space * step
        d.line([(x, y + 51), (x, y + 65)], fill=INK, width=3)
        text(d, x, y + 75, str(space), "bold", 18, QUIET, "mm")
    for space in range(last + 1):
        here = [position.nations[name] for name in position.ranking if position.nations[name].seen.space == space]
        draw_markers(picture, here, left + space * step, y, step)


def draw_markers(picture: Image.Image, here: list[ShownNation], x: float, y: int, step: float) -> None:
    """Draw the markers on one space: in a row, or in two where there are many."""
    lines = [here] if len(here) <= ABREAST else [here[: (len(here) + 1) // 2], here[(len(here) + 1) // 2 :]]
    for number, line in enumerate(lines):
        gap = min(30.0, step * 0.95 / max(1, len(line)))
        for i, one in enumerate(line):
            at = x + (i - (len(line) - 1) / 2) * gap
            sprite = piece(one.colour, one.letter, 1, 1.25 if len(lines) == 1 else 0.95)
            stamp(picture, sprite, at, y + (30 if len(lines) == 1 else 15 + 24 * number))
