"""Pictures of cards: one face, or a hand."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from render.acme.blanks import H, W
from render.acme.faces import CardId, Face, card_face, face_of, kind_names
from render.paint.canvas import stamp
from render.paint.palette import PAPER, rgb
from render.paint.picture import ALT_LIMIT, Picture, finish
from render.paint.plates import text
from render.paint.style import current_style
from render.paint.wording import fit_sentences, texts

TABLE = rgb("#4a3423")
GAP, TITLE = 18, 66
FEW = 2


def hand(cards: Sequence[CardId], title: str, columns: int = 2) -> Picture:
    """Draw cards side by side under a title: two columns fit a phone held upright, three a desktop.

    Cards are numbers, or ids of Deities. For readers who want large pictures, one or two cards share one column; more
    would make a long strip that is shown small. Raises KeyError for an unknown one.
    """
    columns = max(1, min(1 if current_style().large and len(cards) <= FEW else columns, len(cards)))
    rows, top = max(1, -(-len(cards) // columns)), TITLE if title else 0
    size = (columns * (W + GAP) + GAP, rows * (H + GAP) + GAP + top) if cards else (W + 2 * GAP, TITLE + GAP)
    out = Image.new("RGB", size, TABLE)
    if title:
        text(ImageDraw.Draw(out), GAP + 6, top / 2 + 8, title, "label", 36, PAPER)
    for i, card in enumerate(cards):
        at = (GAP + (i % columns) * (W + GAP), top + GAP + (i // columns) * (H + GAP))
        stamp(out, card_face(card), *at, "lt")
    return finish(out, hand_alt(cards))


def card(number: CardId) -> Picture:
    """Return one card or Deity. Raises KeyError for an unknown one."""
    out = Image.new("RGB", (W + 2 * GAP, H + 2 * GAP), TABLE)
    stamp(out, card_face(number), GAP, GAP, "lt")
    return finish(out, card_alt(face_of(number)))


def classes(face: Face) -> str:
    say = texts("pictures")["card"]
    words = kind_names(face.kinds)
    return f"{words}, {say['great_person']}" if face.great_person else words


def hand_alt(cards: Sequence[CardId]) -> str:
    """Return '3 cards: Siege Master (Competition), …'."""
    say = texts("pictures")["alt"]
    faces = [face_of(card) for card in cards]
    named = ", ".join(say["hand_card"].format(name=face.name, classes=classes(face)) for face in faces)
    pattern = say["hand_none"] if not faces else say["hand_one"] if len(faces) == 1 else say["hand"]
    whole: str = pattern.format(n=len(faces), list=named)
    return whole if len(whole) <= ALT_LIMIT else whole[: ALT_LIMIT - 1] + "…"


def card_alt(face: Face) -> str:
    """Name, number, class, requirement, effect; cut at a sentence."""
    say = texts("pictures")["alt"]
    pattern = say["deity"] if face.number.startswith("D") else say["card"]
    said = [pattern.format(name=face.name, number=face.number, classes=classes(face)), face.needs]
    return fit_sentences([part for part in [*said, *sentences(face.effect)] if part], ALT_LIMIT)


def sentences(effect: str) -> list[str]:
    return [f"{part}." for part in effect.removesuffix(".").split(". ")]
