"""The faces of Fate cards and Deities in our own design."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce

from PIL import Image, ImageDraw

from engine.acme.facts.catalog import CARDS, DEITIES, Card, Deity
from engine.core.text import current_language
from render.acme.blanks import BAND, EDGE, KINDS, H, Kind, W, blank, letter_badge, provenance
from render.paint.canvas import stamp
from render.paint.fonts import shorten, width, wrap
from render.paint.icons import icon
from render.paint.palette import GOLD, INK, LINE, PAPER, PARCHMENT, QUIET, mix
from render.paint.plates import plate, text
from render.paint.wording import texts

ART_TOP, ART_LEAST, ART_MOST = BAND + EDGE + 52, 108, 262
FOOT = 50
ROOM = W - 2 * EDGE - 40
BODY_SIZES = (34, 32, 30, 28, 27, 26, 25, 24, 23)
LEADING = 1.18
CardId = int | str


@dataclass(frozen=True, slots=True)
class Face:
    """The contents of a card."""

    number: str
    name: str
    kinds: tuple[Kind, ...]
    words: str
    great_person: bool
    sign: str
    needs: str
    effect: str
    npc: str
    fate: str
    known: str


@dataclass(frozen=True, slots=True)
class Body:
    """Requirement and effect, broken into lines of one size."""

    size: int
    needs: list[str]
    effect: list[str]

    @property
    def depth(self) -> float:
        lines = len(self.effect) * self.size + len(self.needs) * (self.size - 4)
        return lines * LEADING + 12 * bool(self.needs)

    @property
    def fits(self) -> bool:
        return self.depth <= H - EDGE - FOOT - ART_TOP - ART_LEAST - 20


def face_of(card: CardId) -> Face:
    """Return a Fate card by its number, or a Deity by its id or number (D1 to D8). KeyError for an unknown one."""
    if isinstance(card, int) or card.isdigit():
        return fate_face(CARDS[int(card)])
    found = next((d for d in DEITIES.values() if card in (d.id, d.number)), None)
    if not found:
        raise KeyError(card)
    return deity_face(found)


def fate_face(card: Card) -> Face:
    say = texts("pictures")["card"]
    kinds = tuple(KINDS[c] for c in card.classes)
    group = say["groups"].get(card.group)
    words = kind_names(kinds) + (f" · {group}" if group else "")
    npc = say["npc"].format(n=card.npc_priority) if card.npc_priority else ""
    purpose = say["purposes"][card.npc_category] if npc else say["then_discard"]
    needs = say["needs"].format(needs=card.needs) if card.needs else ""
    fate = say["fates"][card.after_play] or purpose
    sign = card.picture
    rest = (card.great_person, sign, needs, card.text.strip(), npc, fate, card.known)
    return Face(str(card.number), card.name, kinds, words, *rest)


def kind_names(kinds: Sequence[Kind]) -> str:
    """Return what kinds of card a card is: `Religion or Competition`."""
    say = texts("pictures")["card"]
    names: list[str] = [say["classes"][kind.name] for kind in kinds]
    return reduce(lambda first, second: str(say["either"]).format(first=first, second=second), names)


def deity_face(deity: Deity) -> Face:
    kind, word = KINDS["deity"], texts("pictures")["card"]["classes"]["deity"]
    sign, effect = deity.picture, deity.text.strip()
    return Face(deity.number, deity.name, (kind,), word, False, sign, "", effect, "", "", deity.known)


def body_of(face: Face) -> Body:
    """Return the text in the largest type that leaves room for the pictogram."""
    for size in BODY_SIZES:
        body = Body(size, wrap(face.needs, "note", size - 4, ROOM), wrap(face.effect, "text", size, ROOM))
        if body.fits:
            break
    return body


def card_face(card: CardId) -> Image.Image:
    """Return one card, 520 x 728, in the language being spoken. Raises KeyError for an unknown one."""
    return _card_face(card, current_language())


@lru_cache(maxsize=128)
def _card_face(card: CardId, _language: str) -> Image.Image:
    face = face_of(card)
    picture, body = blank(tuple(kind.name for kind in face.kinds)).copy(), body_of(face)
    draw_head(picture, face)
    draw_ribbon(picture, face)
    bottom = H - EDGE - FOOT
    tall = max(ART_LEAST, min(ART_MOST, bottom - body.depth - 30 - ART_TOP))
    draw_art(picture, face, round(tall))
    draw_body(picture, body, ART_TOP + tall + (bottom - ART_TOP - tall - body.depth) / 2)
    draw_foot(picture, face)
    return picture


def draw_head(picture: Image.Image, face: Face) -> None:
    """Draw number, name, class letters."""
    d, y = ImageDraw.Draw(picture), EDGE + BAND / 2 - 2
    stamp(picture, plate(60, 60, 30, PAPER, INK, 2), EDGE + 42, y)
    text(d, EDGE + 42, y, face.number, "bold", 34 if len(face.number) < 3 else 28, INK, "mm")
    left, right = EDGE + 84, W - EDGE - 14
    for kind in reversed([kind for kind in face.kinds if kind.letter]):
        stamp(picture, letter_badge(kind.letter, kind.colour), right - 24, y)
        right -= 54
    lines, size = name_lines(face.name, right - left - 6)
    for i, line in enumerate(lines):
        text(d, left, y + (i - (len(lines) - 1) / 2) * size * 0.92 - 1, line, "label", size, PAPER)


def name_lines(name: str, room: float) -> tuple[list[str], int]:
    """Return the name as large as it fits, on one line or two."""
    for size in (42, 39, 36, 33):
        if width(name, "label", size) <= room:
            return [name], size
    for size in (36, 34, 32, 30, 28, 26):
        lines = wrap(name, "label", size, room)
        if len(lines) <= 2 and all(width(line, "label", size) <= room for line in lines):
            return lines, size
    return [shorten(name, "label", 26, room)], 26


def draw_ribbon(picture: Image.Image, face: Face) -> None:
    """Draw the words under the name: classes, and a gold tab for Great Persons."""
    d, y = ImageDraw.Draw(picture), EDGE + BAND + 32
    text(d, EDGE + 20, y, face.words, "bold", 24, face.kinds[0].colour)
    if face.great_person:
        words = texts("pictures")["card"]["great_person"]
        wide = round(width(words, "bold", 22) + 52)
        stamp(picture, plate(wide, 34, 17, GOLD, INK, 2), W - EDGE - 16 - wide / 2, y)
        stamp(picture, icon("laurel", 24, INK), W - EDGE - 16 - wide + 22, y)
        text(d, W - EDGE - 30, y, words, "bold", 22, INK, "rm")


def draw_art(picture: Image.Image, face: Face, tall: int) -> None:
    """Draw the pictogram on a tinted field; Great Persons are in a golden sun."""
    colour, wide = face.kinds[0].colour, W - 2 * EDGE - 28
    ground = plate(wide, tall, 12, mix(PARCHMENT, colour, 0.12), mix(PARCHMENT, colour, 0.45), 2)
    stamp(picture, ground, W / 2, ART_TOP, "mt")
    size, y = float(min(tall - 24, 210)), ART_TOP + tall / 2
    if face.great_person:
        disc = round(size + 16)
        stamp(picture, plate(disc, disc, disc / 2, GOLD, mix(GOLD, INK, 0.6), 2), W / 2, y)
        size *= 0.72
    stamp(picture, icon(face.sign, round(size), mix(colour, INK, 0.25)), W / 2, y)


def draw_body(picture: Image.Image, body: Body, y: float) -> None:
    d, small = ImageDraw.Draw(picture), body.size - 4
    for line in body.needs:
        text(d, EDGE + 20, y + small * LEADING / 2, line, "note", small, mix(INK, QUIET, 0.55))
        y += small * LEADING
    y += 12 * bool(body.needs)
    for line in body.effect:
        text(d, EDGE + 20, y + body.size * LEADING / 2, line, "text", body.size)
        y += body.size * LEADING


def draw_foot(picture: Image.Image, face: Face) -> None:
    """Draw what an NPC does with the card, where it goes after use, and whether the wording is ours."""
    d, y, at = ImageDraw.Draw(picture), H - EDGE - FOOT / 2 - 1, EDGE + 18.0
    d.line([(EDGE + 16, y - FOOT / 2 + 2), (W - EDGE - 16, y - FOOT / 2 + 2)], fill=LINE, width=2)
    if face.npc:
        pill = plate(round(width(face.npc, "bold", 21) + 18), 30, 15, mix(PAPER, QUIET, 0.28))
        stamp(picture, pill, at, y, "lm")
        at = text(d, at + 9, y, face.npc, "bold", 21, INK) + 18
    text(d, at, y, shorten(face.fate, "note", 21, W - EDGE - 50 - at), "note", 21, QUIET)
    stamp(picture, provenance(face.known), W - EDGE - 30, y)
