"""Treachery, Tyranny and both Civil Wars: units that change hands (CIV §15.2, §16.3)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.civ.calamities.civil_war import ask_faction
from engine.civ.calamities.losses import Lost, Stake
from tests.civ.calamity import Struck, classic, mega, people

TWO = {"thebes": "egypt city", "gaza": "egypt city"}
NINE = ("tyre", "sidon", "jericho", "damascus", "antioch", "aleppo", "kanesh", "gordium", "ankara")
CROWD = {"thebes": "egypt 45", "memphis": "egypt city", "gaza": "egypt city"}


def poor(treasury: int, *names: str, **cards: list[str]) -> dict[str, dict[str, Any]]:
    """Babylon has so much in treasury that little is left in stock."""
    nations = people(*names, **cards)
    nations["babylon"]["treasury"] = treasury
    return nations


def test_by_treachery_the_trader_picks_a_city_and_replaces_it() -> None:
    """CIV-158, CIV-RUL-070."""
    phase = classic("treachery", TWO).run(babylon=["gaza"])
    assert (phase.at("gaza"), phase.at("thebes")) == ("babylon city", "egypt city")
    assert phase.s.acquired == ["gaza"]
    assert phase.s.nations["babylon"].hand == []


@pytest.mark.parametrize("struck", [classic, mega])
def test_without_a_city_in_stock_treachery_eliminates(struck: Any) -> None:
    """CIV-158, CIV-182, CIV-RUL-086."""
    phase = struck("treachery", {**TWO, **dict.fromkeys(NINE, "babylon city")}).run(babylon=["gaza"])
    assert (phase.at("gaza"), phase.at("thebes")) == ("", "egypt city")


def test_untraded_treachery_reduces_one_city() -> None:
    """CIV-148, CIV-158: the victim's pick."""
    phase = Struck("treachery", trader="", nations=people(), areas=TWO).run(egypt=["gaza"])
    assert (phase.at("gaza"), phase.at("thebes")) == ("egypt 1", "egypt city")


def test_diplomacy_makes_mega_treachery_worse_with_a_beneficiary_and_without() -> None:
    """CIV-179, CIV-240, CIV-RUL-076: alone the victim reduces as many as would be annexed."""
    assert mega("treachery", TWO, egypt=["diplomacy"]).run().cities("babylon") == ["gaza", "thebes"]
    assert len(mega("treachery", TWO).run().cities("babylon")) == 1
    alone = Struck("treachery", trader="", scenario="basic", nations=people(egypt=["diplomacy"]), areas=TWO).run()
    assert (alone.at("gaza"), alone.at("thebes")) == ("egypt 1", "egypt 3")


def test_a_token_of_public_works_is_destroyed_with_an_annexed_city() -> None:
    """CIV-RUL-059: by Treachery, Tyranny and Civil War."""
    for card in ("treachery", "tyranny"):
        phase = mega(card, {"gaza": "egypt 1 egypt city"}, egypt=["public_works"]).run()
        assert phase.at("gaza") == "babylon city"
    areas = {"thebes": "egypt 35", "gaza": "egypt 1 egypt city"}
    phase = mega("civil_war", areas, egypt=["public_works"]).run(egypt=["0", ("thebes:35",)])
    assert phase.at("gaza") == "babylon city"


TYRANNY = [([], 15), (["sculpture"], 10), (["law", "sculpture"], 5), (["monarchy", "provincial_empire"], 25)]


@pytest.mark.parametrize(("cards", "n"), TYRANNY)
def test_tyranny_annexes_fifteen_points_changed_by_cards(cards: list[str], n: int) -> None:
    """CIV-182, CIV-179."""
    assert mega("tyranny", {"thebes": "egypt 30"}, egypt=cards).run().tokens("babylon") == n


def test_the_beneficiary_of_tyranny_picks_cities_and_tokens() -> None:
    """CIV-182, CIV-230, CIV-RUL-072: exactly; of four cities alone three, and three more points are a fourth."""
    phase = mega("tyranny", CROWD).run(babylon=["1", "memphis"])
    assert (phase.cities("babylon"), phase.tokens("babylon")) == (["memphis"], 10)
    assert mega("tyranny", CROWD).run().cities("babylon") == ["gaza", "memphis"]
    towns = dict.fromkeys(("memphis", "tanis", "gaza", "thebes"), "egypt city")
    assert len(mega("tyranny", towns).run().cities("babylon")) == 3
    assert len(mega("tyranny", {**towns, "fayum": "egypt 2"}).run().cities("babylon")) == 3


def test_what_the_beneficiary_has_no_pieces_for_is_destroyed() -> None:
    """CIV-182, CIV-RUL-086: by Tyranny and by Civil War."""
    phase = Struck("tyranny", scenario="basic", nations=poor(52), areas={"thebes": "egypt 30"}).run()
    assert (phase.tokens("babylon"), phase.tokens("egypt")) == (3, 15)
    phase = Struck("civil_war", scenario="basic", nations=poor(52), areas={"thebes": "egypt 45"}).run()
    assert (phase.tokens("babylon"), phase.tokens("egypt")) == (3, 35)


def test_an_area_of_which_the_beneficiary_of_tyranny_has_pieces_for_nothing_is_left_empty() -> None:
    """CIV-182, CIV-RUL-086: of fifteen tokens three are replaced, all in Thebes; the rest are destroyed."""
    areas = {"thebes": "egypt 9", "nubia": "egypt 6", "buhen": "egypt city"}
    phase = Struck("tyranny", scenario="basic", nations=poor(52), areas=areas)
    phase.run(babylon=["0", ("thebes:3",)])
    assert [phase.at(a) for a in ("thebes", "nubia", "buhen")] == ["babylon 3", "", "egypt city"]


@pytest.mark.parametrize("card", ["tyranny", "civil_war"])
def test_nobody_gains_by_tyranny_or_civil_war_if_one_rolled_alone(card: str) -> None:
    """CIV-240, CIV-RUL-076."""
    phase = Struck(card, trader="", scenario="basic", nations=people(), areas=CROWD).run()
    assert (phase.tokens("egypt"), len(phase.cities("egypt")), phase.asked) == (45, 2, [])


KEPT = [
    ([], 35),
    (["music", "drama_and_poetry"], 45),
    (["democracy"], 45),
    (["philosophy", "military"], 25),
]


@pytest.mark.parametrize(("cards", "n"), KEPT)
def test_in_a_mega_civil_war_the_victim_picks_what_it_keeps(cards: list[str], n: int) -> None:
    """CIV-182, CIV-179."""
    phase = mega("civil_war", {"thebes": "egypt 50"}, egypt=cards).run()
    assert (phase.tokens("egypt"), phase.tokens("babylon")) == (n, 50 - n)


def test_what_is_kept_may_be_cities_or_tokens() -> None:
    """CIV-182, CIV-230: silence keeps both cities."""
    areas = {"thebes": "egypt 30", "buhen": "egypt 5", "gaza": "egypt city", "memphis": "egypt city"}
    phase = mega("civil_war", areas).run(egypt=["1", "gaza", ("thebes:30",)])
    assert (phase.cities("babylon"), phase.tokens("babylon")) == (["memphis"], 5)
    assert mega("civil_war", areas).run().cities("babylon") == []


WAR = [([], 20), (["music"], 15), (["music", "drama_and_poetry"], 10), (["democracy", "music"], 5)]


@pytest.mark.parametrize(("cards", "n"), WAR)
def test_a_civil_war_splits_the_victim_into_two_factions(cards: list[str], n: int) -> None:
    """CIV-171, CIV-174, CIV-199, NTV-22, CIV-RUL-031: 15 and 20 points; the lesser goes to the high roller.

    CIV-RUL-043: to no nation that comes late.
    """
    phase = classic("civil_war", CROWD, egypt=cards).run()
    assert set(phase.s.nations) == {"egypt", "babylon"}
    assert (phase.tokens("babylon"), phase.cities("babylon")) == (n, [])
    assert (phase.tokens("egypt"), len(phase.cities("egypt"))) == (45 - n, 2)


def test_each_picks_its_points_and_the_victim_keeps_the_faction_it_prefers() -> None:
    """CIV-171, CIV-174, CIV-230: a city of its own, both of the other's choice."""
    phase = classic("civil_war", CROWD)
    phase.run(egypt=["gaza", "second"], babylon=["1"])
    assert phase.questions() == [
        "war.faction_cities",
        "war.pick_count",
        "war.keep",
    ]
    assert phase.cities("babylon") == ["gaza", "memphis"]
    assert (phase.tokens("babylon"), phase.tokens("egypt")) == (25, 20)


def test_with_philosophy_the_beneficiary_picks_fifteen_points_alone() -> None:
    """CIV-171, CIV-199: other cards are ignored."""
    phase = classic("civil_war", CROWD, egypt=["philosophy", "music", "democracy"]).run()
    assert (len(phase.cities("babylon")), phase.tokens("babylon")) == (2, 5)


@pytest.mark.parametrize(("tokens", "gained"), [(25, 0), (26, 1)])
def test_without_a_second_faction_there_is_no_war(tokens: int, gained: int) -> None:
    """CIV-172: 35 points or fewer."""
    areas = {"thebes": f"egypt {tokens}", "memphis": "egypt city", "gaza": "egypt city"}
    assert classic("civil_war", areas).run().tokens("babylon") == gained


def test_nobody_but_the_victim_rolling_there_is_no_civil_war() -> None:
    """CIV-148, CIV-RUL-031."""
    phase = Struck("civil_war", trader="", nations=people(), areas=CROWD).run()
    assert (phase.tokens("egypt"), phase.asked) == (45, [])


def test_the_victims_military_costs_each_faction_five_points() -> None:
    """CIV-173, CIV-199, CIV-RUL-056: another's Military does nothing."""
    phase = classic("civil_war", CROWD, egypt=["military"]).run()
    assert (phase.tokens("egypt"), len(phase.cities("egypt")), phase.tokens("babylon")) == (20, 2, 15)
    phase = classic("civil_war", CROWD, babylon=["military"]).run()
    assert (phase.tokens("egypt"), phase.tokens("babylon")) == (25, 20)


def test_the_military_takes_its_toll_with_philosophy_too() -> None:
    """CIV-N-12: of two cities and five tokens the tokens go."""
    phase = classic("civil_war", CROWD, egypt=["philosophy", "military"]).run()
    assert (len(phase.cities("babylon")), phase.tokens("babylon"), phase.tokens("egypt")) == (2, 0, 35)


def thin(own: Stake, other: Stake) -> Lost:
    with pytest.raises(StopIteration) as end:
        ask_faction(Struck("civil_war").s, "egypt", own, other, 5).send(None)
    lost: Lost = end.value.value
    return lost


def test_these_points_go_from_next_to_the_other_faction_if_possible() -> None:
    """CIV-173: Buhen touches Thebes, Ur does not; what is missing goes from elsewhere."""
    assert thin(Stake({"buhen": 5, "ur": 9}), Stake({"thebes": 1})) == Lost([], {"buhen": 5})
    assert thin(Stake({"buhen": 3, "ur": 9}), Stake({"thebes": 1})) == Lost([], {"buhen": 3, "ur": 2})
    assert thin(Stake({"thebes": 5, "ur": 9}), Stake({}, ["thebes"])) == Lost([], {"thebes": 5})


def test_out_of_pieces_the_next_in_stock_goes_on_and_nobody_means_eliminated() -> None:
    """CIV-174, CIV-RUL-031: never the victim."""
    phase = Struck("civil_war", nations=poor(30, "crete"), areas=CROWD).run()
    assert [phase.tokens(n) for n in ("babylon", "crete", "egypt")] == [17, 3, 25]
    phase = Struck("civil_war", nations=poor(50), areas=CROWD).run()
    assert [phase.tokens(n) for n in ("babylon", "egypt")] == [5, 25]


def test_the_beneficiary_says_what_it_takes_first() -> None:
    """CIV-174."""
    areas = {"thebes": "egypt 40", "buhen": "egypt 15"}
    phase = Struck("civil_war", nations=poor(50), areas=areas)
    phase.run(egypt=[("thebes:15",)], babylon=[("thebes:15", "buhen:5"), ("buhen:2", "thebes:3")])
    assert (phase.at("buhen"), phase.at("thebes")) == ("egypt 5 babylon 2", "egypt 30 babylon 3")
