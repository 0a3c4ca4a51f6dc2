"""Slave Revolt, Iconoclasm and Heresy, Corruption, Regression (CIV §15, §16.3, §16.4)."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.civ.calamities.decline import covers
from engine.civ.catalog import CARDS
from tests.civ.calamity import Struck, classic, mega, people
from tests.civ.story import Phase, refused

TOWNS = ("thebes", "buhen", "tanis", "jerusalem", "damascus")
FIVE = dict.fromkeys(TOWNS, "egypt city")
HERESY = "iconoclasm_and_heresy"

SLAVES = [(25, [], 5), (20, [], 4), (20, ["mining"], 3), (20, ["enlightenment"], 5), (10, [], 3)]


@pytest.mark.parametrize(("tokens", "cards", "left"), SLAVES)
def test_in_a_slave_revolt_fifteen_tokens_do_not_support(tokens: int, cards: list[str], left: int) -> None:
    """CIV-162, CIV-199: those that reductions bring do; all of ten, if there are no more."""
    phase = classic("slave_revolt", {**FIVE, "fayum": f"egypt {tokens}"}, egypt=cards).run()
    assert len(phase.cities("egypt")) == left


def test_new_cities_go_first_in_a_slave_revolt() -> None:
    """CIV-235, CIV-RUL-070."""
    areas = {**FIVE, "fayum": "egypt 20"}
    phase = Struck("slave_revolt", nations=people(), areas=areas, acquired=["damascus"]).run()
    assert phase.at("damascus") == "egypt 2"


MEGA_SLAVES = [
    ([], 3),
    (["mythology"], 4),
    (["mythology", "enlightenment"], 5),
    (["mining", "mythology"], 3),
    (["cultural_ascendancy"], 3),
]


@pytest.mark.parametrize(("cards", "left"), MEGA_SLAVES)
def test_a_mega_slave_revolt_asks_two_tokens_more_a_city(cards: list[str], left: int) -> None:
    """CIV-179, CIV-126: for this once; ten tokens, and three that each reduction brings."""
    assert len(mega("slave_revolt", {**FIVE, "fayum": "egypt 10"}, egypt=cards).run().cities("egypt")) == left


@pytest.mark.parametrize(("cards", "left"), [([], 3), (["cultural_ascendancy"], 2)])
def test_a_city_of_cultural_ascendancy_needs_a_third_token_in_the_slave_revolt_too(cards: list[str], left: int) -> None:
    """CIV-126, CIV-179, mega:cultural_ascendancy: 4 a city or 5; eight tokens, and three that each reduction brings."""
    assert len(mega("slave_revolt", {**FIVE, "fayum": "egypt 8"}, egypt=cards).run().cities("egypt")) == left


ICONOCLASM = [
    ([], 4),
    (["law", "philosophy"], 2),
    (["theology"], 1),
    (["law", "philosophy", "theology"], 0),
    (["monotheism"], 5),
    (["road_building", "law"], 4),
]


@pytest.mark.parametrize(("cards", "n"), ICONOCLASM)
def test_iconoclasm_reduces_four_cities_changed_by_cards(cards: list[str], n: int) -> None:
    """CIV-169, CIV-199."""
    assert len(classic(HERESY, FIVE, egypt=cards).run().cities("egypt")) == 5 - n


REST = {
    **dict.fromkeys(("knossos", "phaestos"), "crete city"),
    **dict.fromkeys(("troy", "sardes"), "asia city"),
    **dict.fromkeys(("nineveh", "carrhae"), "assyria city"),
    **dict.fromkeys(("tyre", "sidon"), "babylon city"),
}


def test_two_cities_of_others_go_as_the_victim_divides_them() -> None:
    """CIV-169, CIV-154, CIV-235: the trader not, Philosophy at most one, Theology none."""
    phase = classic(HERESY, {**FIVE, **REST}, "asia", crete=["philosophy"], assyria=["theology"])
    phase.run(egypt=[("asia:1", "crete:1")])
    assert phase.options("calamity.victims") == ("crete", "asia")
    assert [len(phase.cities(n)) for n in ("crete", "asia", "assyria", "babylon")] == [1, 1, 2, 2]
    phase = classic(HERESY, REST, "crete", "asia", "assyria").run(egypt=[("asia:2",)])
    assert len(phase.cities("asia")) == 0


def test_a_holder_of_philosophy_cannot_be_named_for_two_cities() -> None:
    """CIV-169, CIV §15, classic:philosophy: another can."""
    struck = classic(HERESY, {**FIVE, **REST}, "asia", "assyria", crete=["philosophy"])
    assert refused(struck, "egypt", "calamity.victims", "crete:2")
    free = classic(HERESY, {**FIVE, **REST}, "asia", "crete", "assyria")
    assert not refused(free, "egypt", "calamity.victims", "crete:2")


MEGA_HERESY = [([], 4), (["philosophy"], 2), (["theology"], 1), (["monotheism", "theology"], 2)]


@pytest.mark.parametrize(("cards", "n"), MEGA_HERESY)
def test_mega_iconoclasm_is_changed_by_cards(cards: list[str], n: int) -> None:
    """CIV-179."""
    assert len(mega(HERESY, FIVE, egypt=cards).run().cities("egypt")) == 5 - n


def test_two_others_reduce_a_city_each_below_five_players_one() -> None:
    """CIV-180, CIV-154, CIV-179: never the beneficiary; two of a holder of Monotheism."""
    phase = mega(HERESY, {**FIVE, **REST}, "asia", "assyria", crete=["monotheism"]).run(egypt=[("crete", "asia")])
    assert [len(phase.cities(n)) for n in ("crete", "asia", "assyria", "babylon")] == [0, 1, 2, 2]
    few = {a: owner for a, owner in REST.items() if "assyria" not in owner}
    phase = mega(HERESY, few, "asia", "crete").run(egypt=["asia"])
    assert [len(phase.cities(n)) for n in ("crete", "asia", "babylon")] == [2, 1, 2]


def pious(hand: list[str], seat: str = "egypt") -> Struck:
    nations = people("crete", **{seat: ["theocracy"]})
    nations[seat]["hand"] = hand
    areas = {**FIVE, "knossos": "crete city", "phaestos": "crete city"}
    return Struck(HERESY, scenario="basic", nations=nations, areas=areas)


def test_theocracy_may_discard_two_money_cards_and_lose_no_city() -> None:
    """CIV-185, mega:theocracy: silence reduces; others are hit all the same."""
    phase = pious(["ore_1a", "ore_2a", "water_4a"]).run(egypt=["yes", ("ore_2a", "water_4a")])
    assert (len(phase.cities("egypt")), phase.s.nations["egypt"].hand) == (5, ["ore_1a"])
    assert phase.s.spent == ["ore_2a", "water_4a"]
    assert len(phase.cities("crete")) == 1
    assert len(pious(["ore_1a", "ore_2a"]).run().cities("egypt")) == 1


def test_theocracy_is_not_asked_with_one_card_and_helps_others_too() -> None:
    """CIV-185."""
    assert "mega.escape" not in pious(["ore_1a"]).run().questions()
    phase = pious(["ore_1a", "ore_2a"], "crete").run(crete=["yes"])
    assert (len(phase.cities("crete")), len(phase.cities("egypt"))) == (2, 1)


def corrupt(hand: list[str], *cards: str) -> Struck:
    nations = people(egypt=list(cards))
    nations["egypt"]["hand"] = hand
    return Struck("corruption", scenario="basic", nations=nations)


HAND = ["ore_1a", "research_9a", "moon_ore_40a"]


def test_corruption_takes_cards_of_ten_by_their_piles() -> None:
    """CIV-183, CIV-RUL-038, CIV-RUL-087: 9 and 1 of 9, 4, 1, or 9 and 4; all three are never asked."""
    phase = corrupt(HAND).run()
    assert (phase.s.nations["egypt"].hand, phase.s.spent) == (["research_9a"], ["ore_1a", "moon_ore_40a"])
    phase = corrupt(HAND).run(egypt=["research_9a"])
    assert phase.s.nations["egypt"].hand == ["ore_1a"]


def test_no_card_more_than_needed_and_none_fewer_goes_to_corruption() -> None:
    """CIV-183, CIV-RUL-087."""
    found = {tuple(sorted(cover.elements())) for cover in covers([9, 4, 1, 1], 10)}
    assert found == {(1, 9), (4, 9)}
    assert list(covers([1, 1], 10)) == []
    assert list(covers([5, 5, 5], 10)) == [Counter({5: 2})]


def test_who_has_too_few_cards_loses_all_to_corruption() -> None:
    """CIV-183, CIV-RUL-087, CIV-RUL-029."""
    assert corrupt(["ore_1a", "research_9a"]).run().s.nations["egypt"].hand == []
    assert corrupt([]).run().told == []


CORRUPTION = [(["law"], 1), (["coinage"], 3), (["law", "coinage"], 2), (["wonder_of_the_world", "coinage"], 4)]


@pytest.mark.parametrize(("cards", "n"), CORRUPTION)
def test_corruption_is_changed_by_cards(cards: list[str], n: int) -> None:
    """CIV-179, CIV-183: of fives, so many go."""
    fives = [card for card in CARDS if card.startswith("microbiotics")][:6]
    assert len(corrupt(fives, *cards).run().s.spent) == n


def late(space: int, *cards: str, areas: dict[str, str] | None = None) -> Struck:
    nations = people(egypt=list(cards))
    nations["egypt"]["space"] = space
    return Struck("regression", scenario="basic", nations=nations, areas=areas or {})


REGRESSION = [([], 6), (["fundamentalism"], 5), (["library"], 7), (["library", "fundamentalism"], 6)]


@pytest.mark.parametrize(("cards", "space"), REGRESSION)
def test_regression_takes_the_marker_back(cards: list[str], space: int) -> None:
    """CIV-184, CIV-179."""
    assert late(7, *cards).run().s.nations["egypt"].space == space


def test_regression_never_takes_the_marker_below_the_start() -> None:
    """CIV-243, CIV-RUL-078."""
    assert late(0).run().s.nations["egypt"].space == 0
    assert late(1, "fundamentalism").run().s.nations["egypt"].space == 0


def test_a_marker_that_went_back_advances_in_the_same_turn() -> None:
    """CIV-184, AST-19: back and forward."""
    nations = people()
    nations["egypt"]["space"] = nations["babylon"]["space"] = 3
    phase = Phase("calamity", scenario="basic", nations=nations, due=1, calamities=["regression"]).run()
    assert sorted(one.space for one in phase.s.nations.values()) == [2, 3]
    phase.through("end")
    assert sorted(one.space for one in phase.s.nations.values()) == [3, 4]


def test_enlightenment_may_destroy_two_cities_instead_of_a_step() -> None:
    """CIV-185: not coastal ones first; silence goes back."""
    areas = {"gaza": "egypt city", "thebes": "egypt city", "buhen": "egypt city", "memphis": "egypt city"}
    phase = late(7, "enlightenment", areas=areas).run(egypt=["yes", ("thebes", "memphis")])
    assert (phase.s.nations["egypt"].space, phase.cities("egypt")) == (7, ["buhen", "gaza"])
    assert "gaza" not in phase.options("mega.sacrifice")
    coast = {"gaza": "egypt city", "thebes": "egypt city", "tanis": "egypt city"}
    phase = late(7, "enlightenment", areas=coast).run(egypt=["yes", "tanis"])
    assert phase.cities("egypt") == ["gaza"]
    assert late(7, "enlightenment", areas=areas).run().s.nations["egypt"].space == 6


def test_each_of_two_steps_is_bought_off_alone() -> None:
    """CIV-185, CIV-N-11: with two cities only one of them."""
    areas = {"thebes": "egypt city", "buhen": "egypt city"}
    phase = late(7, "enlightenment", "fundamentalism", areas=areas).run(egypt=["yes"])
    assert (phase.s.nations["egypt"].space, phase.cities("egypt")) == (6, [])
    assert late(7, "enlightenment", areas={"thebes": "egypt city"}).run().questions() == []
