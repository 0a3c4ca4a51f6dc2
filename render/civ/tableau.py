"""The advances of one nation: those it has, and what each of the others costs it now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PIL import Image, ImageDraw

from engine.civ.catalog import ADVANCES
from engine.civ.definitions import Advance, Group
from engine.civ.view import CivView
from render.civ.demands import advances_of
from render.civ.groups import LOOKS, badge, tone
from render.civ.position import Position, ShownNation, read
from render.civ.sheets import GAP, TITLE, sheet
from render.civ.words import words
from render.paint.canvas import stamp
from render.paint.fonts import shorten, width
from render.paint.icons import icon
from render.paint.palette import BRONZE, GAIN, GOLD, INK, LINE, PAPER, PARCHMENT, QUIET, Rgb, mix
from render.paint.picture import ALT_LIMIT, Picture, finish
from render.paint.pieces import piece
from render.paint.plates import plate, text
from render.paint.wording import fit_sentences

WIDTH, TILE, FOOT = 1260, 66, 92
OWNED: Rgb = mix(GOLD, PAPER, 0.55)


def advances(view: CivView, *, seat: str, names: Mapping[str, str] | None = None) -> Picture:
    """Return the tableau of a nation: all advances of the deck, its own on gold, the others with today's prices.
    KeyError for a seat that is not at the table.
    """
    position = read(view, None, names)
    one, columns = position.nations[seat], in_columns(position)
    rows = max(map(len, columns))
    height = TITLE + GAP + rows * (TILE + 6) + FOOT
    cards = advances_of(position, one)
    note = words("advances")["count"].format(
        n=len(cards), vp=sum(card.vp for card in cards), sum=sum(card.price for card in cards)
    )
    out = sheet(WIDTH, height, words("advances")["title"].format(name=one.name), note=note)
    wide = (WIDTH - GAP * (len(columns) + 1)) // len(columns)
    for i, column in enumerate(columns):
        for j, card in enumerate(column):
            draw_tile(out, one, card, GAP + i * (wide + GAP), TITLE + GAP + j * (TILE + 6), wide)
    draw_credits(out, one, height - FOOT)
    return finish(out, advances_alt(position, one))


def deck_of(position: Position) -> Mapping[str, Advance]:
    return ADVANCES["mega" if position.mega else "classic"]


def in_columns(position: Position) -> list[list[Advance]]:
    """Return the deck: three ranges of the mega deck, the classic one in two halves, by groups and prices."""
    every = list(deck_of(position).values())
    if position.mega:
        return [[card for card in every if card.vp == vp] for vp in (1, 3, 6)]
    half = (len(every) + 1) // 2
    return [every[:half], every[half:]]


def draw_tile(out: Image.Image, one: ShownNation, card: Advance, x: int, y: int, w: int) -> None:
    """Draw one advance: groups, name, and at the right a tick, or its price; what it needs where it cannot be
    bought.
    """
    d, has, offered = ImageDraw.Draw(out), card.id in one.advances, card.id in one.seen.on_offer
    ground = OWNED if has else PAPER if offered else mix(PARCHMENT, PAPER, 0.25)
    stamp(out, plate(w, TILE, 9, ground, BRONZE if has else LINE, 3 if has else 2), x, y, "lt")
    left, middle = draw_groups(out, card.groups, x, y), y + TILE / 2
    right = draw_price(out, one, card, x + w - 12, middle)
    ink = INK if has or offered else QUIET
    if has or offered or not card.needs:
        named_size = next((n for n in range(29, 21, -1) if width(card.name, "label", n) <= right - left - 6), 22)
        text(d, left, middle, shorten(card.name, "label", named_size, right - left - 4), "label", named_size, ink)
        return
    named = words("advances")["needs"].format(list=", ".join(need_names(card, one)))
    text(d, left, middle - 12, shorten(card.name, "label", 27, right - left - 8), "label", 27, ink)
    text(d, left, middle + 16, shorten(named, "note", 21, right - left - 8), "note", 21, QUIET)


def need_names(card: Advance, one: ShownNation) -> list[str]:
    """Return the cards that an advance still needs, from its own deck."""
    deck = next(deck for deck in ADVANCES.values() if deck.get(card.id) == card)
    return [deck[need].name for need in card.needs if need not in one.advances]


def draw_groups(out: Image.Image, groups: Sequence[Group], x: int, y: int) -> float:
    """Return the signs of its groups; returns where the name begins."""
    for i, group in enumerate(groups):
        stamp(out, badge(group, 1.5), x + 30 + 30 * i, y + TILE / 2)
    return x + 58 + 30 * (len(groups) - 1)


def draw_price(out: Image.Image, one: ShownNation, card: Advance, right: float, y: float) -> float:
    """Return a tick, or today's price large, with the printed one struck through where credits lower it."""
    if card.id in one.advances:
        stamp(out, icon("checkmark", 36, GAIN), right - 20, y)
        return right - 44
    d, now = ImageDraw.Draw(out), one.seen.prices[card.id]
    ink = INK if card.id in one.seen.on_offer else QUIET
    text(d, right, y, str(now), "bold", 36, ink, "rm")
    left = right - width(str(now), "bold", 36) - 8
    if now == card.price:
        return left
    printed = str(card.price)
    text(d, left, y + 6, printed, "text", 21, QUIET, "rm")
    d.line([(left - width(printed, "text", 21) - 2, y + 7), (left + 2, y + 7)], fill=QUIET, width=2)
    return left - width(printed, "text", 21) - 4


def draw_credits(out: Image.Image, one: ShownNation, y: int) -> None:
    """Draw credits by group with the mega deck; what the signs of the groups mean with both."""
    d, said, given = ImageDraw.Draw(out), words("groups"), one.seen.credits
    stamp(out, piece(one.colour, one.letter, 1, 1.9), 46, y + FOOT / 2)
    wide = (out.width - 110) / len(LOOKS)
    for i, group in enumerate(LOOKS):
        x = 96 + i * wide
        stamp(out, badge(group, 1.6), x + 24, y + FOOT / 2)
        if not given:
            text(d, x + 54, y + FOOT / 2, said[group], "text", 26, INK)
            continue
        text(d, x + 54, y + FOOT / 2 - 15, said[group], "text", 23, mix(INK, tone(group), 0.15))
        text(d, x + 54, y + FOOT / 2 + 16, f"+{given[group]}", "bold", 32, INK)


def advances_alt(position: Position, one: ShownNation) -> str:
    """Return what the nation has, its credits, and the prices of what it can buy."""
    said, cards = words("advances"), advances_of(position, one)
    key = "alt" if cards else "alt_none"
    sentences = [said[key].format(name=one.name, n=len(cards), list=", ".join(card.name for card in cards))]
    told = [f"{words('groups')[group]} {n}" for group, n in one.seen.credits.items()]
    sentences += [said["alt_credit"].format(list=", ".join(told))] if told else []
    deck = deck_of(position)
    prices = [said["price"].format(name=deck[card].name, n=one.seen.prices[card]) for card in one.seen.on_offer]
    half = len(prices) // 2
    return fit_sentences([*sentences, *price_texts(prices[:half]), *price_texts(prices[half:])], ALT_LIMIT)


def price_texts(prices: list[str]) -> list[str]:
    return [words("advances")["alt_price"].format(list=", ".join(prices))] if prices else []
