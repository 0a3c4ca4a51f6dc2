"""Money cards: a hand face up for its owner, and for everyone the number of each nation's cards per pile."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from engine.civ.catalog import CARDS, PILES, Money
from engine.civ.view import CivView
from engine.core.text import current_language, joint_text, told_of
from render.board.steps import SOFT
from render.civ.position import Position, ShownNation, read
from render.civ.sheets import GAP, TITLE, row_box, sheet
from render.civ.words import words
from render.paint.canvas import stamp
from render.paint.fonts import font, width, wrap
from render.paint.icons import icon
from render.paint.palette import INK, LINE, NIGHT, PAPER, PARCHMENT, QUIET, Rgb, mix, rgb
from render.paint.picture import ALT_LIMIT, Picture, finish
from render.paint.plates import plate, text
from render.paint.wording import fit_sentences

LOOKS: dict[str, tuple[str, Rgb]] = {
    "ore": ("mountain", rgb("#8a6f52")),
    "water": ("waves", rgb("#2f7fb5")),
    "titanium": ("ingot", rgb("#5d6b78")),
    "research": ("scroll", rgb("#8c7a2a")),
    "microbiotics": ("sprout", rgb("#3f8248")),
    "new_chemicals": ("mortar", rgb("#a04a2c")),
    "orbital_medicine": ("censer", rgb("#a3305e")),
    "ring_ore": ("rings", rgb("#6b4a9a")),
    "moon_ore": ("crescent", rgb("#2e3a66")),
}
TABLE = rgb("#4a3423")
CARD_W, CARD_H, BAND = 238, 300, 58
COLUMNS, BETWEEN = 4, 16
HANDS_W, HANDS_ROW, HEAD, CELL = 1420, 82, 112, 106


def money_face(pile: int, value: int) -> Image.Image:
    """Return a money card: its type on a band in the colour of its pile, its sign, its value."""
    return _money_face(pile, value, current_language())


@lru_cache(maxsize=256)
def _money_face(pile: int, value: int, _language: str) -> Image.Image:
    one = PILES[pile - 1]
    sign, tone = LOOKS[one.id]
    out = plate(CARD_W, CARD_H, 18, PAPER, tone, 5).copy()
    d = ImageDraw.Draw(out)
    d.rounded_rectangle([0, 0, CARD_W - 1, BAND], radius=18, fill=(*tone, 255))
    d.rectangle([0, BAND - 18, CARD_W - 1, BAND], fill=(*tone, 255))
    name, size = one.name, 28.0
    while width(name, "label", size) > CARD_W - 62:
        size -= 1
    d.text((48, BAND / 2), name, font=font("label", size), fill=(*PAPER, 255), anchor="lm")
    d.ellipse([9, BAND / 2 - 16, 41, BAND / 2 + 16], fill=(*PAPER, 255))
    d.text((25, BAND / 2), str(pile), font=font("bold", 24), fill=(*tone, 255), anchor="mm")
    pale = icon(sign, 96, mix(tone, PAPER, 0.15))
    out.alpha_composite(pale, ((CARD_W - 96) // 2, BAND + 18))
    d.text((CARD_W / 2, CARD_H - 68), str(value), font=font("bold", 104), fill=(*INK, 255), anchor="mm")
    return out


def hand(cards: Sequence[str], title: str) -> Picture:
    """Return the money cards face up, by pile and value, with their sum; for their owner alone. Raises KeyError for an
    unknown card.
    """
    title = title or words("money")["hands"]
    held = sorted((CARDS[card] for card in cards), key=lambda card: (card.pile, card.value))
    rows = max(1, -(-len(held) // COLUMNS))
    across = max(2, min(COLUMNS, len(held)))
    size = (across * (CARD_W + BETWEEN) + BETWEEN, TITLE + rows * (CARD_H + BETWEEN) + BETWEEN)
    out = sheet(*size, title, note=words("money")["worth"].format(sum=sum(card.value for card in held)))
    ImageDraw.Draw(out).rectangle([0, TITLE, *size], fill=TABLE)
    if not held:
        text(ImageDraw.Draw(out), size[0] / 2, TITLE + CARD_H / 2, words("money")["empty"], "note", 30, SOFT, "mm")
    for i, card in enumerate(held):
        x, y = BETWEEN + i % COLUMNS * (CARD_W + BETWEEN), TITLE + BETWEEN + i // COLUMNS * (CARD_H + BETWEEN)
        stamp(out, money_face(card.pile, card.value), x, y, "lt")
    return finish(out, hand_alt(held, title))


def hand_alt(held: Sequence[Money], title: str) -> str:
    """Return a text such as 'Your hand: 3 money cards, 24 in all. Ore: 3, 5; Research: 16.'."""
    said, total = words("money"), sum(card.value for card in held)
    if not held:
        return f"{told_of(title, said['hand_none'])}."
    count = said["hand_one" if len(held) == 1 else "hand"].format(n=len(held), sum=total)
    piles = [
        said["pile"].format(name=pile.name, list=", ".join(str(c.value) for c in held if c.pile == pile.number))
        for pile in PILES
        if any(card.pile == pile.number for card in held)
    ]
    listed = joint_text("list.semicolon").join(piles)
    return fit_sentences([said["alt"].format(title=title, hand=count, list=listed)], ALT_LIMIT)


def hands(view: CivView, *, names: Mapping[str, str] | None = None) -> Picture:
    """Draw how many cards of which pile everyone holds, what is left in the piles and what was spent this turn."""
    position = read(view, None, names)
    seats = position.ranking
    spent = bool(view.spent)
    rows = len(seats) + 1 + spent
    out = sheet(HANDS_W, TITLE + HEAD + rows * (HANDS_ROW + GAP) + GAP, words("money")["hands"], position)
    draw_piles(out)
    for i, name in enumerate(seats):
        one, y = position.nations[name], TITLE + HEAD + i * (HANDS_ROW + GAP)
        row_box(out, one, y, HANDS_ROW, waits=name in position.waiting)
        draw_counts(out, {int(pile): n for pile, n in one.seen.hand.items()}, y)
    draw_rest(out, view, TITLE + HEAD + len(seats) * (HANDS_ROW + GAP))
    return finish(out, hands_alt(position))


def column(number: int) -> float:
    """Return the middle of a pile's column; the sum is in the one after the last."""
    return HANDS_W - GAP - 24 - CELL * (len(PILES) + 1 - number + 0.5)


def draw_piles(out: Image.Image) -> None:
    """Draw a small card for every pile above its column."""
    d = ImageDraw.Draw(out)
    for pile in PILES:
        sign, tone = LOOKS[pile.id]
        x, y = column(pile.number), TITLE + 36
        stamp(out, plate(58, 56, 8, tone, mix(tone, INK, 0.5), 2), x, y)
        stamp(out, icon(sign, 40, PAPER), x, y)
        lines = wrap(pile.name, "text", 20, CELL - 4)
        for i, line in enumerate(lines):
            text(d, x, y + (51 if len(lines) == 1 else 42 + 19 * i), line, "text", name_size(line), INK, "mm")
    text(d, column(len(PILES) + 1), TITLE + 87, words("money")["total"], "text", 20, INK, "mm")


def name_size(line: str) -> float:
    """Return the size in which a line above a column stays clear of its neighbours; German names can be of one long
    word.
    """
    return min(20.0, 20.0 * (CELL - 6) / width(line, "text", 20))


def draw_counts(out: Image.Image, counts: Mapping[int, int], y: int) -> None:
    """Draw a row of numbers on small cards, and their sum."""
    d = ImageDraw.Draw(out)
    for pile in PILES:
        n, x, tone = counts.get(pile.number, 0), column(pile.number), LOOKS[pile.id][1]
        if n:
            stamp(out, plate(50, 60, 8, mix(tone, PAPER, 0.72), tone, 3), x, y + HANDS_ROW / 2)
        text(d, x, y + HANDS_ROW / 2, str(n) if n else "·", "bold", 36, INK if n else LINE, "mm")
    text(d, column(len(PILES) + 1), y + HANDS_ROW / 2, str(sum(counts.values())), "bold", 40, INK, "mm")


def draw_rest(out: Image.Image, view: CivView, y: int) -> None:
    """Draw what is left in the piles, and what was spent this turn if anything."""
    said = words("money")
    rows = [(said["left"], {pile.number: pile.left for pile in view.piles})]
    if view.spent:
        rows.append((said["spent"], {n: sum(c.pile == n for c in view.spent) for n in range(1, len(PILES) + 1)}))
    for i, (name, counts) in enumerate(rows):
        top = y + i * (HANDS_ROW + GAP)
        stamp(out, plate(out.width - 2 * GAP, HANDS_ROW, 10, PARCHMENT, LINE, 2), GAP, top, "lt")
        text(ImageDraw.Draw(out), GAP + 20, top + HANDS_ROW / 2, name, "note", 26, mix(QUIET, NIGHT, 0.3))
        draw_counts(out, counts, top)


def hands_alt(position: Position) -> str:
    """Return a text such as 'Italy: 2 Ore, 1 Water.'."""
    said = words("money")
    head = said["hands_alt"].format(turn=position.turn)
    return fit_sentences([head, *(held_words(position.nations[name]) for name in position.ranking)], ALT_LIMIT)


def held_words(one: ShownNation) -> str:
    said, hand = words("money"), one.seen.hand
    parts = [
        said["type"].format(n=hand[str(pile.number)], name=pile.name) for pile in PILES if str(pile.number) in hand
    ]
    key = "hands_of" if parts else "hands_none"
    return str(said[key].format(name=one.name, list=", ".join(parts)))
