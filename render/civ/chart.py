"""The chart of all advances: chains from left to right with prices and credits, and who holds what."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from engine.civ.definitions import Advance, Group
from engine.civ.view import CivView
from engine.core.text import joint_text
from render.civ.groups import LOOKS, badge
from render.civ.position import Position, read
from render.civ.sheets import GAP, TITLE, sheet
from render.civ.tableau import deck_of
from render.civ.words import words
from render.paint.canvas import stamp
from render.paint.fonts import shorten, width, wrap
from render.paint.palette import BRONZE, INK, LINE, PAPER, QUIET, mix
from render.paint.picture import ALT_LIMIT, Picture, finish
from render.paint.pieces import piece
from render.paint.plates import plate, text
from render.paint.wording import fit_sentences

WIDTH, TILE, ARROW, FOOT = 1500, 92, 60, 66
CLASSIC_TILE = 132
MARKER, CLOSEST = 34, 24  # room of a marker of a holder, and how close the next may stand
GIVEN, SIZES = 63, (25, 24, 23, 22, 21, 20)  # the first line of credits on a tile, and the sizes of their letters


def chart(view: CivView) -> Picture:
    """Return the chart of the deck that is played."""
    position = read(view)
    return mega_chart(position) if position.mega else classic_chart(position)


def chains(position: Position) -> list[list[Advance]]:
    """Return the chains of the mega deck, each from its cheapest card on."""
    deck = deck_of(position)
    led = {card.leads.to for card in deck.values() if card.leads}
    found: list[list[Advance]] = []
    for card in (card for card in deck.values() if card.id not in led):
        chain = [card]
        while chain[-1].leads:
            chain.append(deck[chain[-1].leads.to])
        found.append(chain)
    return found


def mega_chart(position: Position) -> Picture:
    """Draw seventeen chains of three; between the cards the credit that one gives the next."""
    every, said = chains(position), words("advances")
    height = TITLE + GAP + len(every) * (TILE + 8) + FOOT
    out = sheet(WIDTH, height, said["chart"], position)
    wide = (WIDTH - 2 * GAP - 2 * ARROW) // 3
    for j, chain in enumerate(every):
        y = TITLE + GAP + j * (TILE + 8)
        for i, card in enumerate(chain):
            x = GAP + i * (wide + ARROW)
            draw_card(out, position, card, x, y, wide)
            if card.leads:
                draw_arrow(out, x + wide, y + TILE / 2, card.leads.credit)
    draw_key(out, height - FOOT)
    told = [" – ".join(f"{card.name} {card.price}" for card in chain) for chain in every]
    return finish(out, listed_alt(said["chart_alt"], len(every), told))


def draw_arrow(out: Image.Image, x: float, y: float, credit: int) -> None:
    """Draw an arrow to the next card with the credit for it."""
    d, end = ImageDraw.Draw(out), x + ARROW - 5
    d.line([(x + 5, y + 12), (end - 8, y + 12)], fill=BRONZE, width=5)
    d.polygon([(end - 14, y + 2), (end, y + 12), (end - 14, y + 22)], fill=BRONZE)
    text(d, x + ARROW / 2 - 2, y - 10, words("advances")["leads"].format(n=credit), "bold", 24, INK, "mm")


def draw_card(out: Image.Image, position: Position, card: Advance, x: int, y: int, w: int) -> None:
    """Draw groups, name, price; below its credits by group, and who holds it."""
    stamp(out, plate(w, TILE, 9, PAPER, LINE, 2), x, y, "lt")
    d = ImageDraw.Draw(out)
    for i, group in enumerate(card.groups):
        stamp(out, badge(group, 1.4), x + 28 + 28 * i, y + 30)
    left, price = x + 54 + 28 * (len(card.groups) - 1), str(card.price)
    text(d, x + w - 12, y + 29, price, "bold", 34, INK, "rm")
    room = w - (left - x) - width(price, "bold", 34) - 24
    named = text(d, left, y + 29, shorten(card.name, "label", 29, room), "label", 29)
    given = [(group, card.gives[group]) for group in LOOKS if group in card.gives]
    end, holders = draw_given(out, given, x + 24, y + 69), holders_of(position, card)
    above = max(0, len(holders) - legible(x + w - 8 - end))
    draw_holders(out, position, holders[:above], x + w - 18 - width(price, "bold", 34), y + 29, named)
    draw_holders(out, position, holders[above:], x + w - 8, y + 69, end)


def draw_given(out: Image.Image, given: Sequence[tuple[Group, int]], x: float, y: float) -> float:
    """Draw credits by group. Return where they end."""
    d = ImageDraw.Draw(out)
    for group, n in given:
        stamp(out, badge(group, 0.85), x, y)
        x = text(d, x + 15, y, words("advances")["leads"].format(n=n), "bold", 23, mix(INK, PAPER, 0.15)) + 22
    return x


def holders_of(position: Position, card: Advance) -> list[str]:
    """Return the holders of the advance, in A.S.T. order."""
    return [name for name in position.ranking if card.id in position.nations[name].advances]


def legible(room: float) -> int:
    """Return how many markers fit side by side in that room without hiding each other's letters."""
    return max(0, 1 + int((room - MARKER) // CLOSEST))


def draw_holders(
    out: Image.Image, position: Position, holders: Sequence[str], right: float, y: float, edge: float
) -> None:
    """Draw the markers of those who hold it, at the right, closer where they are many."""
    step = min(30.0, (right - edge - MARKER) / max(1, len(holders) - 1)) if len(holders) > 1 else 30.0
    for i, name in enumerate(holders):
        one = position.nations[name]
        stamp(out, piece(one.colour, one.letter, 1, 1.05), right - 18 - step * (len(holders) - 1 - i), y)


def draw_key(out: Image.Image, y: int) -> None:
    """Draw what the signs of the groups mean."""
    d, wide = ImageDraw.Draw(out), (out.width - 2 * GAP) / len(LOOKS)
    for i, group in enumerate(LOOKS):
        x = GAP + i * wide + 20
        stamp(out, badge(group, 1.4), x + 14, y + FOOT / 2)
        text(d, x + 42, y + FOOT / 2, words("groups")[group], "text", 28, INK)


def classic_chart(position: Position) -> Picture:
    """Return the 24 civilization cards in two columns: price, what they need, credits by their height."""
    every, said = list(deck_of(position).values()), words("advances")
    rows = (len(every) + 1) // 2
    height = TITLE + GAP + rows * (CLASSIC_TILE + 8) + FOOT
    out = sheet(WIDTH, height, said["chart_classic"], position)
    wide = (WIDTH - 3 * GAP) // 2
    for i, card in enumerate(every):
        at = (GAP + i // rows * (wide + GAP), TITLE + GAP + i % rows * (CLASSIC_TILE + 8))
        draw_classic(out, position, card, *at, wide)
    draw_key(out, height - FOOT)
    told = [f"{card.name} {card.price}" for card in every]
    return finish(out, listed_alt(said["chart_alt_classic"], len(every), told))


def draw_classic(out: Image.Image, position: Position, card: Advance, x: int, y: int, w: int) -> None:
    """Draw one civilization card."""
    stamp(out, plate(w, CLASSIC_TILE, 9, PAPER, LINE, 2), x, y, "lt")
    d = ImageDraw.Draw(out)
    for i, group in enumerate(card.groups):
        stamp(out, badge(group, 1.4), x + 28 + 28 * i, y + 28)
    left = x + 54 + 28 * (len(card.groups) - 1)
    text(d, x + w - 12, y + 28, str(card.price), "bold", 34, INK, "rm")
    end = text(d, left, y + 28, card.name, "label", 30) + 12
    if card.needs:
        deck = deck_of(position)
        needs = words("advances")["needs"].format(list=", ".join(deck[need].name for need in card.needs))
        end = text(d, end, y + 31, needs, "note", 22, QUIET)
    draw_holders(out, position, holders_of(position, card), x + w - 84, y + 30, end)
    size, lines = given_text(position, card, w - 26)
    for i, line in enumerate(lines):
        text(d, x + 14, y + GIVEN + i * (size + 3), line, "text", size)


def given_text(position: Position, card: Advance, room: float) -> tuple[int, list[str]]:
    """Return the credits in the largest size in which all their lines fit on the tile."""
    size, lines = 0, list[str]()
    for size in SIZES:
        lines = given_lines(position, card, room, size)
        if GIVEN + (len(lines) - 1) * (size + 3) + size / 2 <= CLASSIC_TILE - 6:
            break
    return size, lines


def given_lines(position: Position, card: Advance, room: float, size: float) -> list[str]:
    """Return a text such as '+20 Astronomy, Coinage; +5 Music', broken into lines."""
    deck, heights = deck_of(position), sorted(set(card.gives.values()), reverse=True)
    parts = [
        f"{words('advances')['leads'].format(n=n)} {', '.join(deck[to].name for to, k in card.gives.items() if k == n)}"
        for n in heights
    ]
    return wrap(joint_text("list.semicolon").join(parts), "text", size, room)


def listed_alt(pattern: str, n: int, parts: list[str]) -> str:
    """Return the pattern with as many parts as fit."""
    kept, joint = list(parts), joint_text("list.semicolon")
    while kept and len(pattern.format(n=n, list=joint.join(kept))) > ALT_LIMIT:
        kept.pop()
    return fit_sentences([pattern.format(n=n, list=joint.join(kept))], ALT_LIMIT)
