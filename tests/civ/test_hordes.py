"""Barbarian Hordes: landing, fight, march (CIV §15.3, §16.3)."""

from __future__ import annotations

import pytest

from engine.civ.calamities.hordes import damage, landings, towards
from engine.civ.describe import describe
from tests.civ.calamity import Struck, classic, mega, people

HORDES = "barbarian_hordes"


def test_the_hordes_land_in_the_start_area_of_greatest_damage() -> None:
    """CIV-175: a city counts five, three tokens three; they fight at once."""
    phase = classic(HORDES, {"thebes": "egypt city", "buhen": "egypt 3"})
    assert landings(phase.s, "egypt", 15) == ["thebes"]
    phase.run()
    assert "15 Barbarians come to {area:thebes}" in phase.log()
    assert (phase.cities("egypt"), phase.tokens("egypt")) == ([], 0)


def test_a_city_that_falls_is_damage_of_five() -> None:
    """CIV-RUL-077: its defenders come from stock and are no loss of their own; too few Barbarians do none."""
    s = classic(HORDES, {"thebes": "egypt city", "buhen": "egypt 3"}).s
    assert (damage(s, "egypt", "thebes", 15), damage(s, "egypt", "buhen", 15)) == (5, 3)
    assert damage(s, "egypt", "thebes", 6) == 0
    assert damage(s, "egypt", "nubia", 15) == 0
    assert s.told == []


def test_without_units_in_a_start_area_they_land_in_an_empty_one() -> None:
    """CIV-175, CIV-RUL-032: of several the trader picks; occupied ones only if none is empty."""
    areas = {"jalo": "babylon 1", "siwa": "babylon 1", "gaza": "egypt 2"}
    s = classic(HORDES, areas).s
    assert landings(s, "egypt", 15) == ["upper_egypt", "buhen", "thebes", "nubia"]
    every = dict.fromkeys(("jalo", "siwa", "upper_egypt", "buhen", "thebes", "nubia"), "babylon 1")
    assert len(landings(classic(HORDES, every).s, "egypt", 15)) == 6
    phase = classic(HORDES, areas).run(babylon=["nubia"])
    assert "15 Barbarians come to {area:nubia}" in phase.log()


def test_they_land_in_start_areas_in_play_only() -> None:
    """CIV-RUL-032."""
    options = {"map": "5p-west"}
    nations = people("crete", "africa", "iberia", "illyria")
    del nations["babylon"]
    s = Struck(HORDES, trader="crete", nations=nations, options=options).s
    assert landings(s, "egypt", 15) == ["jalo", "siwa"]


def test_what_is_above_the_limit_marches_on_to_the_greatest_damage() -> None:
    """CIV-175: three stay in Thebes, seven go on to the city of Ptolemais, not to Buhen's token."""
    phase = classic(HORDES, {"thebes": "egypt 1", "buhen": "egypt city", "nubia": "egypt 1"}).run()
    assert "15 Barbarians come to {area:buhen}" in phase.log()
    phase = classic(HORDES, {"thebes": "egypt 6", "ptolemais": "egypt city", "buhen": "egypt 1"}).run()
    lines = [line for line in phase.told if "march" in line]
    assert "from {area:thebes} to {area:ptolemais}" in lines[0]
    assert phase.s.tokens["thebes"] == {"neutral": 3}


def test_a_whole_march_is_settled_by_the_rules_of_conflict() -> None:
    """CIV-175, CIV-177, CIV-239, CIV-RUL-032: no card, no plunder; of six and seven in limit 3 one and two stay."""
    phase = classic(HORDES, {"thebes": "egypt 6", "buhen": "egypt city", "upper_egypt": "egypt 1"})
    phase.s.nations["egypt"].hand = ["ore_1a"]
    phase.s.piles[0].remove("ore_1a")
    phase.run()
    assert phase.s.nations["egypt"].hand == ["ore_1a"]
    assert (phase.treasury("babylon"), phase.tokens("egypt"), phase.cities("egypt")) == (0, 2, [])
    assert phase.s.tokens == {
        "thebes": {"neutral": 3},
        "buhen": {"neutral": 2, "egypt": 1},
        "upper_egypt": {"egypt": 1},
    }


def test_ties_are_the_traders_or_of_who_has_most_in_stock() -> None:
    """CIV-176, CIV-240, CIV-RUL-076."""
    areas = {"thebes": "egypt 6", "buhen": "egypt 1", "nubia": "egypt 1"}
    phase = classic(HORDES, areas).run(babylon=["nubia"])
    assert set(phase.options("horde.way")) == {"buhen", "nubia"}
    assert phase.s.tokens["nubia"] == {"neutral": 1}
    alone = Struck(HORDES, trader="", nations=people("crete"), areas={**areas, "ur": "babylon 1"}).run(crete=["nubia"])
    assert alone.s.tokens["nubia"] == {"neutral": 1}


def test_with_nothing_to_hurt_next_door_they_take_the_shortest_way() -> None:
    """CIV-176, CIV-RUL-077: from Thebes to Siwa through Buhen or Ptolemais and Upper Egypt; never over open sea."""
    s = classic(HORDES, {"siwa": "egypt 1"}).s
    assert towards(s, "egypt", "thebes", ["thebes"], 12) == ["buhen", "ptolemais"]
    assert towards(s, "egypt", "thebes", ["thebes", "ptolemais"], 12) == ["buhen"]
    assert towards(classic(HORDES, {"rhodes": "egypt 1"}).s, "egypt", "thebes", ["thebes"], 12) != []
    assert towards(classic(HORDES, {"ur": "babylon 1"}).s, "egypt", "thebes", ["thebes"], 12) == []


def test_units_that_so_few_cannot_hurt_are_no_goal() -> None:
    """CIV-176, CIV-RUL-077: six set out for the token in Alexandria, as they would fail at the nearer city of Siwa."""
    s = classic(HORDES, {"siwa": "egypt city", "alexandria": "egypt 1"}).s
    assert towards(s, "egypt", "thebes", ["thebes"], 7) == ["buhen", "ptolemais"]
    assert towards(s, "egypt", "thebes", ["thebes"], 6) == ["ptolemais"]


def test_of_two_equally_near_they_may_set_out_towards_either() -> None:
    """CIV-176, CIV-RUL-077: to Siwa by Buhen or Ptolemais, to Gaza by Ptolemais; the trader sends them by Buhen."""
    phase = classic(HORDES, {"thebes": "egypt 2", "siwa": "egypt 1", "gaza": "egypt 1"}).run(babylon=["buhen"])
    assert phase.options("horde.way") == ("buhen", "ptolemais")
    assert "11 Barbarians march from {area:thebes} to {area:buhen}" in phase.log()
    assert (phase.at("siwa"), phase.at("gaza")) == ("neutral 1", "egypt 1")


def test_they_never_go_back_and_scatter_where_nothing_can_be_reached() -> None:
    """CIV-176, CIV-239: no unit of the victim is left, and what is above the limit goes."""
    phase = classic(HORDES, {"thebes": "egypt 2"}).run()
    assert phase.at("thebes") == "neutral 3"
    assert "11 Barbarians in {area:thebes} leave the board" in phase.log()
    phase = classic(HORDES, {"thebes": "egypt 6", "gaza": "egypt 2"}).run()
    left = {"thebes": {"neutral": 3}, "ptolemais": {"neutral": 2}, "sinai": {"neutral": 1}, "gaza": {"neutral": 1}}
    assert phase.s.tokens == left
    assert "2 Barbarians in {area:gaza} leave the board" in phase.log()


def test_barbarians_already_there_join_and_count_to_the_limit() -> None:
    """CIV-175: of sixteen one falls and three stay."""
    phase = classic(HORDES, {"thebes": "egypt 2 neutral 1"}).run()
    assert phase.at("thebes") == "neutral 3"
    assert "12 Barbarians in {area:thebes} leave the board" in phase.log()


def test_whoever_stands_in_the_way_is_fought() -> None:
    """CIV-175: Babylon's in Ptolemais, on the way from Thebes to Gaza."""
    areas = {"thebes": "egypt 6", "gaza": "egypt 2", "ptolemais": "babylon 1"}
    assert classic(HORDES, areas).run().tokens("babylon") == 0


def test_the_beneficiary_names_a_wilderness_city_if_there_is_one() -> None:
    """CIV-179, CIV-182: else any; without a city nothing happens."""
    areas = {"thebes": "egypt city", "gaza": "egypt city", "sinai": "egypt city"}
    phase = mega(HORDES, areas).run(babylon=["sinai"])
    assert set(phase.options("horde.city")) == {"gaza", "sinai"}
    assert "Barbarians come to {area:sinai}" in phase.log()
    towns = {"thebes": "egypt city", "buhen": "egypt city"}
    assert set(mega(HORDES, towns).run().options("horde.city")) == {"thebes", "buhen"}
    assert mega(HORDES, {"thebes": "egypt 3"}).run().told == []


def test_rolled_alone_the_other_with_most_in_stock_names_the_city() -> None:
    """CIV-240, CIV-RUL-076."""
    areas = {"thebes": "egypt city", "buhen": "egypt city", "ur": "babylon 3"}
    phase = Struck(HORDES, trader="", scenario="basic", nations=people("crete"), areas=areas).run(crete=["buhen"])
    assert "Barbarians come to {area:buhen}" in phase.log()


NUMBERS = [([], 15), (["monarchy"], 10), (["politics"], 20), (["politics", "provincial_empire"], 25)]


@pytest.mark.parametrize(("cards", "n"), NUMBERS)
def test_the_number_of_mega_barbarians_is_changed_by_cards(cards: list[str], n: int) -> None:
    """CIV-179."""
    assert f"{n} Barbarians come" in mega(HORDES, {"thebes": "egypt city"}, egypt=cards).run().log()


def test_barbarians_are_without_end_though_every_nation_is_played() -> None:
    """CIV-RUL-003: eight players; Hordes and Piracy in one turn."""
    nations = people("africa", "italy", "illyria", "thrace", "crete", "asia")
    phase = Struck("piracy", nations=nations, areas={"gaza": "egypt city", "thebes": "egypt 2"}).run()
    assert phase.at("gaza") == "neutral city"
    again = Struck(HORDES, nations=nations, areas={"gaza": "neutral city", "thebes": "egypt 2"}).run()
    assert (again.at("gaza"), again.at("thebes")) == ("neutral city", "neutral 3")


def numbers(phase: Struck) -> dict[str, str]:
    """The first question, and beside each of its options what it costs the victim."""
    request = phase.flow().send(None)
    [ask] = request.asks
    return {f"{request.key} {o.token}": o.hint.split(" · ")[-1] for o in describe(phase.s, request, ask)}


def test_who_chooses_where_they_land_reads_what_fifteen_of_them_cost_the_victim() -> None:
    """CIV-175, CIV-RUL-077: a city and three tokens against twice four tokens are 8 unit points everywhere."""
    shown = numbers(classic(HORDES, {"thebes": "egypt 3 egypt city", "buhen": "egypt 8"}))
    assert shown == {
        "horde.landing buhen": "costs Egypt 8 unit points",
        "horde.landing thebes": "costs Egypt 8 unit points",
    }


def test_who_chooses_where_they_march_reads_what_so_many_as_march_on_cost_the_victim() -> None:
    """CIV-176, CIV-RUL-077: eight fell and three stayed in Thebes; the other five cannot take off six."""
    shown = numbers(classic(HORDES, {"thebes": "egypt 8", "buhen": "egypt 6", "nubia": "egypt 6"}))
    assert shown == {"horde.way buhen": "costs Egypt 4 unit points", "horde.way nubia": "costs Egypt 4 unit points"}


@pytest.mark.parametrize(("cards", "n"), [([], 10), (["monarchy"], 5)])
def test_who_names_the_city_reads_what_the_victims_barbarians_would_cost_it(cards: list[str], n: int) -> None:
    """CIV-179, CIV-RUL-077: fifteen take off five tokens and the city; ten are too few then for the city."""
    shown = numbers(mega(HORDES, {"thebes": "egypt 5 egypt city", "buhen": "egypt city"}, egypt=cards))
    assert shown == {
        "horde.city buhen": "costs Egypt 5 unit points",
        "horde.city thebes": f"costs Egypt {n} unit points",
    }


def test_the_numbers_are_the_victims_and_not_those_of_whoever_else_is_there() -> None:
    """CIV-RUL-077: of the two nations in Thebes the one that is hit."""
    shown = numbers(mega(HORDES, {"thebes": "egypt city babylon 2", "buhen": "egypt city"}))
    assert shown["horde.city thebes"] == "costs Egypt 5 unit points"
