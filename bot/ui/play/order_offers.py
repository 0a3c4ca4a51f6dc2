"""Orders that are offered while one is typed, all that a list can name, and what is said to one that is given."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from bot.snapshot import SeatSnapshot
from bot.ui.play.order_lists import OFFERED, begun
from bot.ui.play.order_screens import conditional, order_told, possible, set_name
from bot.ui.presentations import presentation_of
from engine.core.naming import told
from engine.core.order_lines import WrongOrder, read_orders
from engine.core.orders import SET, orders_of
from engine.core.presentation import Presentation
from engine.core.said import SEMICOLON, strung
from engine.core.text import sentence, speaking, spoken, words
from engine.games import GAMES

MOST_DOUBTS: Final = 4
MOST_KEPT: Final = 64  # maps and languages in which orders are typed at a time


def doubted(there: SeatSnapshot, presentation: Presentation, line: str) -> str:
    """What of the orders that the line has just given cannot come about as things stand, for their owner alone."""
    orders, sheet = orders_of(GAMES[there.sheet.info.game]), there.sheet
    try:
        given = read_orders(orders, line) if orders is not None else []
    except WrongOrder:  # it lets orders pause, go on or end
        return ""
    found = [one for order in given for one in orders.doubts(order, sheet.view, sheet.seat.seat)] if orders else []
    said = sentence(strung([*dict.fromkeys(map(sentence, found))][:MOST_DOUBTS], SEMICOLON))
    return words("order.text.doubted", what=told(said, presentation.names)) if found else ""


def offered_by_name(game: str, scenario: str, areas: tuple[str, ...], typed: str) -> list[tuple[str, str]]:
    """The first orders whose name or line holds what is typed: their names and lines."""
    wanted = typed.casefold()
    told = _all_told(game, scenario, areas, spoken())
    return [(name, line) for name, line, folded in told if wanted in folded or wanted in line][:OFFERED]


@lru_cache(maxsize=MOST_KEPT)
def _all_told(game: str, scenario: str, areas: tuple[str, ...], language: str) -> tuple[tuple[str, str, str], ...]:
    """Every set and order that a list can offer, by its name and its line: told once, and not for each letter."""
    orders, presentation = orders_of(GAMES[game]), presentation_of(game).of(scenario)
    if orders is None:
        return ()
    with speaking(language):
        named = [(set_name(presentation, name), f"{SET}: {name}") for name in orders.sets]
        all_of_them = (*possible(orders.kinds), *conditional(orders.kinds, areas), *begun(presentation, orders.kinds))
        named += [(order_told(presentation, order), order.line) for order in all_of_them]
        return tuple((name, line, name.casefold()) for name, line in named)
