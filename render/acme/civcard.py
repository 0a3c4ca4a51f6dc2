"""One civilization's card in the panel: who, victory points, cities, mina, hand, faith, disks."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image, ImageDraw

from engine.acme.facts.catalog import CARDS, DEITIES
from engine.core.text import raw_text
from render.acme import marks, temples
from render.acme.position import ShownCiv
from render.paint import chips, pieces
from render.paint.canvas import faint, stamp, tint
from render.paint.fonts import shorten, width
from render.paint.icons import icon
from render.paint.palette import BRONZE, GOLD, INK, LINE, PAPER, PARCHMENT, QUIET, STONE, Rgb, mix, paint_named
from render.paint.pieces import flag
from render.paint.plates import plate, text
from render.paint.wording import texts


@dataclass(frozen=True, slots=True)
class Style:
    """Measures of a card, in pixels: height; sizes of name, player, score, numbers, pictograms; middles of name,
    numbers and faith, equal where they share a line; unit of the temple."""

    height: int
    name: int
    player: int
    score: int
    number: int
    sign: int
    rows: tuple[int, int, int]
    unit: float

    @property
    def roomy(self) -> bool:
        return self.rows[1] != self.rows[2]


BELOW = Style(122, 30, 20, 54, 28, 26, (25, 63, 63), 1.0)
BESIDE = Style(196, 34, 22, 66, 34, 32, (30, 78, 121), 1.1)
COMPACT = Style(152, 30, 20, 54, 28, 26, (26, 66, 66), 1.0)
FLAG = 74
GONE = 120  # how strongly the card of a civilization fades that has left the game, of 255
SECOND = 1.25  # size of the disk that shows the second colour


def draw_civ(picture: Image.Image, civ: ShownCiv, x: int, y: int, w: int, style: Style, *, waits: bool) -> None:
    """Draw the card with its left upper corner at (x, y); a thick bronze frame where we wait."""
    frame = plate(w, style.height, 12, PAPER, BRONZE if waits else LINE, 4 if waits else 2)
    stamp(picture, frame, x, y, "lt")
    stamp(picture, flag(civ.colour, civ.letter, FLAG, style.height - 6, 9), x + 3, y + 3, "lt")
    if civ.second:
        stamp(picture, pieces.piece(civ.second, civ.letter, 1, SECOND), x + FLAG - 12, y + style.height - 22)
    left, right = x + FLAG + 17, x + w - 15
    edge = draw_who(picture, civ, left, right, y, style)
    at = draw_numbers(picture, civ, left, y + style.rows[1], style)
    if style.roomy:
        draw_faith(picture, civ, left, y + style.rows[2], right, style)
    else:
        draw_faith(picture, civ, at, y + style.rows[2], edge, style)
    draw_bar(picture, civ, left, y + style.height - 36, right - left)
    if civ.out:
        veil = plate(w - 8, style.height - 8, 8, PARCHMENT)
        stamp(picture, tint(faint(veil.getchannel("A"), GONE), PARCHMENT), x + 4, y + 4, "lt")


def draw_who(picture: Image.Image, civ: ShownCiv, left: float, right: float, y: int, style: Style) -> float:
    """Name, team, player and victory points; returns where the points begin."""
    d, words = ImageDraw.Draw(picture), texts("pictures")["panel"]
    edge = right - width(str(civ.vp), "bold", style.score) - 12
    text(d, right, y + style.score * 0.63, str(civ.vp), "bold", style.score, INK, "rm")
    text(d, right, y + style.score * 1.31, words["vp"], "text", 20, QUIET, "rm")
    name = shorten(civ.name, "label", style.name, edge - left)
    after = text(d, left, y + style.rows[0], name, "label", style.name) + 10
    if after + 50 < edge:
        whose = why_gone(civ) if civ.out else civ.player or words["npc"] * civ.npc
        whose = " · ".join(part for part in (civ.team, whose) if part)
        player = shorten(whose, "note", style.player, edge - after)
        text(d, after, y + style.rows[0] + 2, player, "note", style.player, QUIET)
    return edge


def why_gone(civ: ShownCiv) -> str:
    """Return why a civilization does not play on; the disks of a fallen one stay (ACME-ALEX)."""
    words = texts("pictures")["panel"]
    return str(words["fallen" if civ.disks else "out"])


def draw_numbers(picture: Image.Image, civ: ShownCiv, x: float, y: float, style: Style) -> float:
    """Draw Cities, mina and cards in hand. Return where they end."""
    d = ImageDraw.Draw(picture)
    for sign, value in (("rampart", civ.cities), ("coin", civ.mina), ("hand_of_cards", civ.hand)):
        stamp(picture, icon(sign, style.sign, BRONZE), x + style.sign / 2, y)
        x = text(d, x + style.sign + 5, y, str(value), "bold", style.number) + style.number * 0.55
    return x


def draw_faith(picture: Image.Image, civ: ShownCiv, x: float, y: float, limit: float, style: Style) -> None:
    """Draw the Deity's temple, captured Deities, Investments with their disks and face-down cards, as far as there is
    room.
    """
    if civ.deity:
        x = draw_deity(picture, civ, x, y, style)
    for deity in civ.captured:
        if x + 34 > limit:
            return
        stamp(picture, chips.roundel(DEITIES[deity].picture, STONE, INK, 1.15, 24), x + 18, y)
        x += 36
    for card, disks in civ.investments.items():
        if x + 42 > limit:
            return
        stamp(picture, plate(26, 34, 4, PARCHMENT, BRONZE, 2), x + 16, y)
        stamp(picture, icon(CARDS[card].picture, 19, INK), x + 16, y)
        stamp(picture, chips.chip(str(disks), INK, 1.0, 15), x + 31, y + 13)
        x += 44
    for card in civ.aside:
        if x + 30 > limit:
            return
        stamp(picture, marks.face_down(CARDS[card].picture, 1.0), x + 15, y)
        x += 34


def draw_deity(picture: Image.Image, civ: ShownCiv, x: float, y: float, style: Style) -> float:
    """Return the temple, and in a roomy card the Deity's name; returns where they end."""
    awake = civ.deity_state == "active"
    sprite = temples.temple(civ.colour, DEITIES[civ.deity].picture, style.unit, awake=awake)
    stamp(picture, sprite, x + 22, y + 3)
    if not style.roomy:
        return x + 46
    name = DEITIES[civ.deity].name
    pattern = texts("pictures")["panel"]["deity_state"]
    state = raw_text(f"acme.face.deity_state.{civ.deity_state}")
    told = name if awake else pattern.format(deity=name, state=state)
    return text(ImageDraw.Draw(picture), x + 48, y, shorten(told, "text", 21, 230), "text", 21) + 12


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the bar of disks."""

    words: str
    value: int
    fill: Rgb
    ink: Rgb

    @property
    def shown(self) -> str:
        return f"{self.value} {self.words}".rstrip()


def disk_parts(civ: ShownCiv) -> list[Part]:
    """Return all disks of a colour: on the map, in the growth box, on Investments, in supply; empty parts left out."""
    paint, words = paint_named(civ.colour), texts("pictures")["panel"]
    parts = [
        Part(words["map"], civ.disks, paint.fill, paint.letter),
        Part("", civ.growth_box, GOLD, INK),
        Part("", sum(civ.investments.values()), mix(STONE, INK, 0.45), PAPER),
        Part(words["supply"], civ.supply, PARCHMENT, INK),
    ]
    return [part for part in parts if part.value]


def draw_bar(picture: Image.Image, civ: ShownCiv, x: float, y: float, w: float) -> None:
    """Draw the disks as a bar of numbered parts, each at least as wide as its words."""
    d, parts, h = ImageDraw.Draw(picture), disk_parts(civ), 23
    d.rectangle([x - 1, y - 1, x + w, y + h], fill=mix(INK, PAPER, 0.3))
    least = [width(part.shown, "text", 17) + 12 for part in parts]
    spare, disks = max(0.0, w - sum(least)), sum(part.value for part in parts)
    for part, small in zip(parts, least, strict=True):
        wide = small + spare * part.value / disks
        d.rectangle([x, y, x + wide - 2, y + h - 1], fill=part.fill)
        text(d, x + wide / 2 - 1, y + h / 2 + 0.5, part.shown, "text", 17, part.ink, "mm")
        x += wide
