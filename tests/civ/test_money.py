"""Phase 9: money cards (CIV §12)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.civ.board import cities
from engine.civ.catalog import CARDS
from engine.civ.game import GAME
from engine.civ.money import prices
from tests.civ.story import Phase

NINE = ("thebes", "buhen", "tanis", "jerusalem", "damascus", "tyre", "sidon", "cyrene", "memphis")


def drawing(n: int, *, step: str = "cards", treasury: int = 0, advances: str = "", **tables: Any) -> Phase:
    """Egypt with so many cities is to draw."""
    scenario = tables.pop("scenario", "no_trading")
    nations: dict[str, dict[str, Any]] = {"egypt": {"treasury": treasury, "advances": advances.split()}, "babylon": {}}
    areas = {**dict.fromkeys(NINE[:n], "egypt city"), "upper_egypt": f"egypt {n}", "eastern_desert": f"egypt {n}"}
    return Phase(step, scenario=scenario, order=["egypt"], nations=nations, areas=areas, **tables)


def piles(phase: Phase, name: str = "egypt") -> list[int]:
    return [CARDS[card].pile for card in phase.s.nations[name].hand]


@pytest.mark.parametrize("n", [1, 2, 4, 9])
def test_city_number_k_draws_from_pile_k(n: int) -> None:
    """CIV-128, NTV-04, NTV-05."""
    assert piles(drawing(n).run()) == list(range(1, n + 1))


def test_who_has_fewest_cities_draws_first() -> None:
    """CIV-129, CIV-028: ties by the order of the track; without a city nobody draws."""
    nations: dict[str, dict[str, Any]] = {"egypt": {}, "babylon": {}, "crete": {}, "africa": {}}
    areas = {"thebes": "egypt city", "tanis": "egypt city", "babylon": "babylon city", "knossos": "crete city"}
    phase = Phase("cards.order", nations=nations, areas=areas).run()
    assert phase.s.order == ["crete", "babylon", "egypt"]


def test_types_are_told_to_all_and_values_to_the_owner() -> None:
    """CIV-029, CIV-030, CIV-RUL-011."""
    phase = drawing(2).run()
    [card, _] = phase.s.nations["egypt"].hand
    assert "{pile:1}" in phase.log()
    assert card not in phase.log()
    assert card in phase.private["egypt"][0]
    public = GAME.view(phase.s, None, [])
    assert public.nations["egypt"].hand == {"1": 1, "2": 1}
    assert card not in str(public)
    assert card in str(GAME.view(phase.s, "egypt", []))


def wish(cities: int, *numbers: int, later: bool = False) -> dict[str, Any]:
    return {"egypt": {"cities": cities, "piles": list(numbers), "later": later}}


def test_eighteen_of_treasury_buy_one_more_of_the_highest_pile() -> None:
    """CIV-130, NTV-08."""
    phase = drawing(4, treasury=18, wishes=wish(4, 4)).run()
    assert (piles(phase), phase.treasury("egypt")) == ([1, 2, 3, 4, 4], 0)


def test_the_number_is_named_ahead_as_often_as_it_can_be_paid() -> None:
    """CIV-131, CIV-RUL-016: 40 buys up to two."""
    phase = drawing(4, step="cities", treasury=40, acquired=[]).run(egypt=["4", "4"])
    assert phase.options("cards.buy") == ("done", "4", "later")
    assert phase.s.wishes["egypt"].piles == [4, 4]
    assert phase.questions().count("cards.buy") == 2


def test_seventeen_do_not_buy() -> None:
    """NTV-08."""
    assert drawing(4, step="cities", treasury=17).run().asked == []


def test_who_says_later_sees_the_draw_first() -> None:
    """CIV-131, CIV-RUL-016."""
    phase = drawing(4, treasury=40, wishes=wish(4, later=True)).run(egypt=["4", "done"])
    assert phase.options("cards.buy") == ("done", "4")
    assert (piles(phase), phase.treasury("egypt")) == ([1, 2, 3, 4, 4], 22)


def test_silence_buys_nothing() -> None:
    """CIV-212."""
    phase = drawing(4, step="cities", treasury=40).run()
    assert phase.s.wishes["egypt"].piles == []


def test_what_was_named_lapses_with_other_cities_and_is_asked_anew() -> None:
    """CIV-131, CIV-RUL-084."""
    phase = drawing(3, step="cards.order", treasury=40, wishes=wish(4, 4)).run(egypt=["3"])
    assert phase.options("cards.buy") == ("done", "3", "later")
    assert phase.s.wishes["egypt"].piles == [3]
    assert "must order again" in phase.log()


def test_without_a_city_nothing_is_bought() -> None:
    """CIV-132."""
    nations: dict[str, dict[str, Any]] = {"egypt": {"treasury": 50}, "babylon": {}}
    assert Phase("cities", nations=nations, areas={"sinai": "egypt 1"}).run().asked == []


def emptied(number: int) -> dict[str, Any]:
    """All cards of a pile in the hand of Babylon."""
    return {"egypt": {"treasury": 20}, "babylon": {"hand": [c.id for c in CARDS.values() if c.pile == number]}}


def test_an_empty_pile_gives_no_card_and_takes_no_payment() -> None:
    """CIV-133, CIV-RUL-017: pile 4 empty, 5 cities: 1 2 3 5."""
    areas = {**dict.fromkeys(NINE[:5], "egypt city"), "fayum": "egypt 20"}
    phase = Phase("cards", order=["egypt"], nations=emptied(4), areas=areas).run()
    assert piles(phase) == [1, 2, 3, 5]
    four = {**dict.fromkeys(NINE[:4], "egypt city"), "fayum": "egypt 20"}
    bought = Phase("cards", order=["egypt"], nations=emptied(4), areas=four, wishes=wish(4, 4)).run()
    assert (piles(bought), bought.treasury("egypt")) == ([1, 2, 3], 20)


@pytest.mark.parametrize(
    ("advances", "n", "offered"),
    [
        ("rhetoric", 5, ("3", "5")),
        ("rhetoric", 2, ("2",)),
        ("cartography", 6, ("2", "6")),
        ("cartography", 7, ("2", "7")),
        ("mining", 8, ("6", "8")),
        ("mining", 7, ("6", "7")),
    ],
)
def test_cards_open_other_piles_that_the_cities_reach(advances: str, n: int, offered: tuple[str, ...]) -> None:
    """CIV-135, CIV-RUL-019, mega:rhetoric, mega:cartography, mega:mining."""
    phase = drawing(n, step="cities", treasury=20, advances=advances, scenario="basic").run()
    assert phase.options("cards.buy") == ("done", *offered, "later")


@pytest.mark.parametrize(
    ("advances", "n", "found"),
    [
        ("rhetoric", 2, {2: 18}),
        ("rhetoric", 3, {3: 9}),
        ("rhetoric", 4, {3: 9, 4: 18}),
        ("cartography", 1, {1: 18}),
        ("cartography", 2, {2: 5}),
        ("cartography", 6, {2: 5, 6: 18}),
        ("cartography", 7, {2: 5, 7: 13}),
        ("mining", 5, {5: 18}),
        ("mining", 6, {6: 13}),
        ("mining", 7, {6: 13, 7: 18}),
        ("mining", 8, {6: 13, 8: 13}),
    ],
)
def test_a_pile_that_cards_name_is_open_and_cheaper_from_so_many_cities_on(
    advances: str, n: int, found: dict[int, int]
) -> None:
    """CIV-135, CIV-RUL-019, mega:rhetoric, mega:cartography, mega:mining."""
    assert prices(drawing(n, treasury=20, advances=advances, scenario="basic").s, "egypt") == found


def test_cheaper_piles_have_their_own_prices() -> None:
    """CIV-135: 9 for Titanium, 5 for Water; what is left does not pay 13 for Orbital Medicine."""
    phase = drawing(7, treasury=25, advances="rhetoric cartography", scenario="basic", wishes=wish(7, 3, 2, 7))
    assert phase.run().treasury("egypt") == 25 - 9 - 5
    assert piles(phase)[7:] == [3, 2]


def test_the_wonder_brings_a_card_of_the_next_pile() -> None:
    """CIV-136, CIV-RUL-020, mega:wonder_of_the_world: none at nine."""
    phase = drawing(2, advances="wonder_of_the_world", scenario="basic").run()
    assert piles(phase) == [1, 2, 3]
    assert len(cities(phase.s, "egypt")) == 2
    assert piles(drawing(9, advances="wonder_of_the_world", scenario="basic").run()) == list(range(1, 10))


def test_the_wonder_brings_a_card_of_the_first_pile_where_there_is_no_city() -> None:
    """CIV-136, CIV-RUL-091, mega:wonder_of_the_world: nobody else without a city draws, and none is bought."""
    nations: dict[str, dict[str, Any]] = {"egypt": {"advances": ["wonder_of_the_world"], "treasury": 40}, "babylon": {}}
    areas = {"nubia": "egypt 4", "ur": "babylon 4"}
    phase = Phase("cards.order", scenario="basic", nations=nations, areas=areas).run()
    assert phase.s.order == ["egypt"]
    assert piles(phase.run()) == [1]
    assert phase.treasury("egypt") == 40
