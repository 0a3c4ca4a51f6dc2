"""What can be ordered in every game can be chosen from menus, however much it is."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.snapshot import KeptOrder, SeatOrders, SeatSnapshot
from bot.ui.parts import DESIGN, Menu, MenuChoice, Screen, Text, faults
from bot.ui.play.order_screens import MENU, conditional, menus, orders_screen, possible, tried_screen
from bot.ui.presentations import presentation_of
from bot.values import Person
from engine.core.order_lines import sets_of
from engine.core.orders import StandingOrder, Verdict, orders_of
from engine.core.table import Table
from engine.core.text import languages, speaking
from tests.conformance.culture import culture_wars
from tests.conformance.players import acme, civilization
from tests.translated import speaks
from tests.ui.play.fake_service import FakeService

TABLES = {"acme": acme, "civ": civilization, "culture_wars": culture_wars}


async def seat_of(table: Table[Any], *standing: KeptOrder) -> SeatSnapshot:
    """The first seat of the table with these orders."""
    orders = orders_of(table.game)
    assert orders is not None
    there = await FakeService(table).seat("fake", Person(1, "Ana", 5))
    return replace(there, orders=SeatOrders(orders.kinds, standing, sets=sets_of(orders)))


def offered(screen: Screen, verb: str) -> list[str]:
    """What the menus of that verb offer, sets of orders apart."""
    there = [part for part in screen.parts if isinstance(part, Menu) and part.verb == verb and part.option != "set"]
    return [choice.value for menu in there for choice in menu.choices]


@pytest.mark.parametrize("game", TABLES)
async def test_every_kind_and_every_way_of_it_can_be_chosen(game: str) -> None:
    """Of ways to Negate there were more than a menu holds, and the last were left out."""
    there, presentation = await seat_of(TABLES[game](0)), presentation_of(game)
    kinds = there.orders.kinds if there.orders else {}
    assert kinds
    for language in (one for one in languages() if speaks(one, game)):
        with speaking(language):
            for kind in kinds:
                screen = orders_screen(there, presentation, kind=kind)
                assert faults(screen, DESIGN) == []
                assert offered(screen, "ord_kind") == [*kinds]
                ways = [order.line for order in (*possible(kinds), *conditional(kinds, ())) if order.kind == kind]
                assert [line for line in offered(screen, "ord_set") if line in ways] == ways


async def test_orders_that_say_the_same_stand_in_one_line() -> None:
    """A whole set, `Gelassen` of Advanced Civilization, was ten lines of `as in silence`."""
    table, presentation = TABLES["civ"](0), presentation_of("civ")
    kinds = ("revolt", "growth", "losses")
    silence = [KeptOrder(StandingOrder(kind, "auto")) for kind in kinds]
    others = (KeptOrder(StandingOrder("tax", "last")), KeptOrder(StandingOrder("places", "auto"), acts=2))
    screen = orders_screen(await seat_of(table, silence[0], others[0], *silence[1:], others[1]), presentation)
    lines = [line for part in screen.parts if isinstance(part, Text) for line in part.text.splitlines()]
    there = [line for line in lines if "**" in line]
    assert there == [
        "Cities in a revolt; Growth when stock is short; Own losses: **as silence does**",
        "**Taxes**: the rate of last turn",
        "**Places that calamities strike**: as silence does (has answered 2 times)",
    ]


@pytest.mark.parametrize(
    ("kind", "pick", "english", "german"),
    [
        ("ships", "treasury", "from treasury", "aus dem Schatz"),
        ("ships", "levy", "with a token of the area", "mit einem Stein des Gebiets"),
        ("war", "second", "the second faction", "die zweite Partei"),
        ("build", "memphis:both", "Memphis (with neighbours and treasury)", "Memphis (mit Nachbarn und Schatz)"),
        ("growth", "memphis", "Memphis", "Memphis"),
    ],
)
async def test_what_an_order_would_pick_is_told_in_the_language_of_its_reader(
    kind: str, pick: str, english: str, german: str
) -> None:
    """`Schiffe: Treasury (2×)` was read in German."""
    there, presentation = await seat_of(TABLES["civ"](0)), presentation_of("civ")
    for language, told in (("en", english), ("de", german)):
        with speaking(language):
            screen = tried_screen(there, presentation, [("", Verdict(((pick,),), by=kind))])
            assert [part.text.rpartition(": ")[2] for part in screen.parts if isinstance(part, Text)][1:] == [told]


@pytest.mark.parametrize("game", TABLES)
async def test_what_stands_can_be_ended_whatever_else_there_is_to_choose(game: str) -> None:
    table, presentation = TABLES[game](0), presentation_of(game)
    orders = orders_of(table.game)
    assert orders is not None
    for name, kind in orders.kinds.items():
        there = await seat_of(table, KeptOrder(StandingOrder(name, kind.ways[-1]), 12, paused=True))
        screen = orders_screen(there, presentation, kind=name)
        assert offered(screen, "ord_set")[:2] == [f"{name}: resume", f"{name}:"]
        assert faults(screen, DESIGN) == []


@pytest.mark.parametrize("game", TABLES)
async def test_a_list_that_stands_can_be_changed_for_the_rest(game: str) -> None:
    """Ways that are numbers have no text of their kind, and their menu could not be shown."""
    table, presentation = TABLES[game](0), presentation_of(game)
    orders = orders_of(table.game)
    assert orders is not None
    for name, kind in ((name, kind) for name, kind in orders.kinds.items() if kind.verbs):
        what = next(what for what in kind.things.values() if kind.takes(kind.verbs[0], what))
        order = StandingOrder(name, kind.beyond, things=((kind.verbs[0], what),))
        for language in (one for one in languages() if speaks(one, game)):
            with speaking(language):
                screen = orders_screen(await seat_of(table, KeptOrder(order)), presentation, kind=name)
                lines = offered(screen, "ord_set")
                assert {replace_way(order, way).line for way in kind.ways} <= set(lines)
                assert faults(screen, DESIGN) == []


def replace_way(order: StandingOrder, way: str) -> StandingOrder:
    """The order with another way for the rest."""
    return StandingOrder(order.kind, way, things=order.things)


@pytest.mark.parametrize(("n", "lengths"), [(0, []), (1, [1]), (25, [25]), (26, [13, 13]), (51, [17, 17, 17])])
def test_as_few_menus_as_hold_all_of_about_the_same_length(n: int, lengths: list[int]) -> None:
    choices = [MenuChoice(str(one), str(one)) for one in range(n)]
    found = menus("And how?", "ord_set", choices)
    assert [len(menu.choices) for menu in found] == lengths
    assert [choice for menu in found for choice in menu.choices] == choices
    assert len({menu.option for menu in found}) == len(found)
    assert max(lengths, default=0) <= MENU
    assert [menu.placeholder for menu in found][:2] == (
        ["And how?"] * len(lengths) if n <= MENU else [f"{one}/{len(lengths)} · And how?" for one in (1, 2)]
    )


@pytest.mark.parametrize("language", ["en", "de"])
async def test_what_a_numbered_menu_is_for_can_be_read_on_a_phone(language: str) -> None:
    """At 390 pixels about 28 letters of it are seen, and its last word was not."""
    there, presentation = await seat_of(TABLES["acme"](0)), presentation_of("acme")
    with speaking(language):
        found = [part for part in orders_screen(there, presentation).parts if isinstance(part, Menu)]
        kinds = [menu.placeholder for menu in found if menu.verb == "ord_kind"]
    assert [said[:3] for said in kinds] == ["1/2", "2/2"]
    assert max(map(len, kinds)) <= 28
