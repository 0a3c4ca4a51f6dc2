"""Famine, Epidemic and Flood (CIV §15, §16.3)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.civ.silence import silent
from engine.core.ask import Ask
from tests.civ.calamity import Struck, classic, mega, people
from tests.civ.story import refused

CROWD = {"thebes": "egypt 30", "ur": "babylon 30", "knossos": "crete 30", "kuban": "asia 30", "nalchik": "assyria 30"}
NAMES = ("crete", "asia", "assyria")


def lost(phase: Struck, *names: str) -> list[int]:
    """How many of thirty tokens each has lost."""
    return [30 - phase.tokens(name) for name in names]


def test_a_famine_takes_ten_points_and_twenty_of_others_at_most_eight_each() -> None:
    """CIV-159, CIV-154, CIV-236, CIV-RUL-027, CIV-RUL-071: two others with 10 and 3: 8 and 3; the trader as well."""
    phase = classic("famine", {"thebes": "egypt 12", "ur": "babylon 10", "knossos": "crete 3"}, "crete").run()
    assert [phase.tokens(n) for n in ("egypt", "babylon", "crete")] == [2, 2, 0]
    assert "calamity.victims" not in phase.questions()


def test_the_victim_of_a_famine_divides_what_others_lose() -> None:
    """CIV-159, CIV-RUL-050: named first, then all choose their own losses at once."""
    phase = classic("famine", CROWD, *NAMES).run(egypt=[("asia:8", "crete:8", "babylon:4")])
    assert lost(phase, "egypt", "asia", "crete", "babylon", "assyria") == [10, 8, 8, 4, 0]
    assert refused(classic("famine", CROWD, *NAMES), "egypt", "calamity.victims", "asia:9", "crete:8", "babylon:3")


def test_an_option_spares_the_high_roller_in_a_famine() -> None:
    """CIV-154, CIV-RUL-027."""
    options = {"immunity_for_nontradable": True}
    phase = Struck("famine", nations=people("crete"), areas=CROWD_OF_THREE, options=options).run()
    assert lost(phase, "babylon", "crete") == [0, 8]
    assert lost(Struck("famine", nations=people("crete"), areas=CROWD_OF_THREE).run(), "babylon", "crete") == [8, 8]


CROWD_OF_THREE = {where: CROWD[where] for where in ("thebes", "ur", "knossos")}


def thirsty(hand: list[str], seat: str = "egypt") -> Struck:
    nations = people(**{seat: ["pottery"]})
    nations[seat]["hand"] = hand
    return Struck("famine", nations=nations, areas={"thebes": "egypt 12", "ur": "babylon 12"})


def test_water_saves_holders_of_pottery_four_points_a_card() -> None:
    """CIV-160, CIV-RUL-014, CIV-RUL-062, NTV-25, classic:pottery.

    Two Water: two points; not payable this turn, values unseen.
    """
    phase = thirsty(["water_4a", "water_9a"]).run()
    assert phase.tokens("egypt") == 10
    assert phase.s.nations["egypt"].locked == ["water_4a", "water_9a"]
    assert "Water cards: 2" in phase.log()
    assert "{money" not in phase.log()


def test_fewer_water_may_be_named_and_which() -> None:
    """CIV-160: the lowest go by themselves, another if its owner says so; no more than help."""
    phase = thirsty(["water_4a", "water_9a"]).run(egypt=["1", "water_9a"])
    assert (phase.tokens("egypt"), phase.s.nations["egypt"].locked) == (6, ["water_9a"])
    phase = thirsty(["water_4a", "water_5a", "water_6a", "water_7a"]).run()
    assert (phase.tokens("egypt"), phase.s.nations["egypt"].locked) == (12, ["water_4a", "water_5a", "water_6a"])


def test_water_helps_others_too_and_nobody_without_pottery() -> None:
    """CIV-160, CIV-199: a share of eight less four."""
    assert thirsty(["water_4a"], "babylon").run().tokens("babylon") == 8
    phase = thirsty(["water_4a"])
    phase.s.nations["egypt"].advances = []
    assert phase.run().tokens("egypt") == 2


def test_who_has_less_than_is_asked_loses_all_and_owes_nothing() -> None:
    """CIV-RUL-029."""
    phase = classic("famine", {"thebes": "egypt 1", "memphis": "egypt city"}).run()
    assert (phase.tokens("egypt"), phase.cities("egypt"), phase.stock("egypt")) == (0, [], 55)


FAMINE = [([], 10), (["agriculture"], 15), (["pottery"], 5), (["calendar", "pottery"], 0)]


@pytest.mark.parametrize(("cards", "n"), FAMINE)
def test_a_mega_famine_is_changed_by_cards(cards: list[str], n: int) -> None:
    """CIV-179, CIV-RUL-014: Pottery needs no Water there."""
    assert lost(mega("famine", CROWD, *NAMES, egypt=cards).run(), "egypt") == [n]


def test_no_water_is_named_in_a_mega_famine() -> None:
    """CIV-179, CIV-RUL-014, mega:pottery: five points are saved with cards in hand too, and none is held back."""
    nations = people(egypt=["pottery"])
    nations["egypt"]["hand"] = ["water_4a", "water_9a"]
    phase = Struck("famine", scenario="basic", nations=nations, areas={"thebes": "egypt 12"}).run()
    assert (phase.tokens("egypt"), phase.s.nations["egypt"].locked, phase.questions()) == (7, [], [])


def test_three_others_lose_five_each_by_a_mega_famine_below_five_players_one() -> None:
    """CIV-180, CIV-154, CIV-RUL-027, CIV-RUL-089: the beneficiary may be named."""
    phase = mega("famine", CROWD, *NAMES).run(egypt=[("babylon", "asia", "crete")])
    assert lost(phase, "babylon", "asia", "crete", "assyria") == [5, 5, 5, 0]
    few = {where: CROWD[where] for where in ("thebes", "ur", "knossos", "kuban")}
    phase = mega("famine", few, "crete", "asia").run(egypt=["babylon"])
    assert lost(phase, "babylon", "asia", "crete") == [5, 0, 0]


def test_fewer_than_five_are_counted_at_the_start() -> None:
    """CIV-RUL-089: five seats, one of them inert: three others are hit, and the inert one is not."""
    phase = mega("famine", CROWD, *NAMES)
    phase.s.nations["assyria"].inert = True
    assert lost(phase.run(), "babylon", "asia", "crete", "assyria") == [5, 5, 5, 0]


def test_agriculture_changes_a_famine_of_its_own_alone() -> None:
    """CIV-179."""
    phase = mega("famine", CROWD, *NAMES, crete=["agriculture"], asia=["calendar"])
    phase.run(egypt=[("crete", "asia", "babylon")])
    assert lost(phase, "crete", "asia", "babylon") == [5, 0, 5]


def test_an_epidemic_leaves_a_token_in_each_area() -> None:
    """CIV-166: an area of three gives two; a city counts four and leaves a token."""
    phase = classic("epidemic", {"thebes": "egypt 3", "buhen": "egypt 3", "memphis": "egypt city"}).run()
    assert [phase.at(a) for a in ("thebes", "buhen", "memphis")] == ["egypt 1", "egypt 1", "egypt 1"]


def test_an_epidemic_takes_one_of_two_tokens_from_who_has_no_others() -> None:
    """CIV-166: of the twenty-five points of others this one is all that can be taken."""
    phase = classic("epidemic", {"thebes": "egypt 30", "knossos": "crete 2"}, "crete").run()
    assert (phase.at("knossos"), phase.tokens("egypt")) == ("crete 1", 14)


def test_a_city_counts_four_in_an_epidemic() -> None:
    """CIV-166: four cities are sixteen points."""
    areas = {**dict.fromkeys(("memphis", "tanis", "gaza", "buhen"), "egypt city"), "thebes": "egypt 17"}
    phase = classic("epidemic", areas).run(egypt=[("memphis", "tanis", "gaza", "buhen")])
    assert (phase.cities("egypt"), phase.at("gaza"), phase.at("thebes")) == ([], "egypt 1", "egypt 17")


def test_a_city_of_who_has_no_stock_leaves_none_in_an_epidemic() -> None:
    """CIV-RUL-030."""
    nations = people()
    nations["egypt"]["treasury"] = 55
    assert Struck("epidemic", nations=nations, areas={"memphis": "egypt city"}).run().at("memphis") == ""


EPIDEMIC = [([], 16), (["medicine"], 8), (["road_building"], 21), (["medicine", "road_building"], 13)]


@pytest.mark.parametrize(("cards", "n"), EPIDEMIC)
def test_medicine_and_roads_change_an_epidemic(cards: list[str], n: int) -> None:
    """CIV-167, CIV-199."""
    assert lost(classic("epidemic", CROWD, *NAMES, egypt=cards).run(), "egypt") == [n]


def test_others_lose_twenty_five_by_an_epidemic_but_not_its_trader() -> None:
    """CIV-166, CIV-167, CIV-154, CIV-RUL-071: at most ten each, less five by Medicine, five more by roads."""
    phase = classic("epidemic", CROWD, crete=["medicine"], asia=["road_building"], assyria=[])
    phase.run(egypt=[("crete:10", "asia:10", "assyria:5")])
    assert phase.options("calamity.victims") == ("crete", "asia", "assyria")
    assert lost(phase, "crete", "asia", "assyria", "babylon") == [5, 15, 5, 0]


MEGA_EPIDEMIC = [
    ([], 15),
    (["medicine"], 10),
    (["enlightenment", "medicine"], 5),
    (["roadbuilding", "trade_empire"], 25),
    (["anatomy"], 15),
]


@pytest.mark.parametrize(("cards", "n"), MEGA_EPIDEMIC)
def test_a_mega_epidemic_is_changed_by_cards(cards: list[str], n: int) -> None:
    """CIV-179."""
    assert lost(mega("epidemic", CROWD, *NAMES, egypt=cards).run(), "egypt") == [n]


def test_two_others_lose_ten_each_by_a_mega_epidemic_but_not_the_beneficiary() -> None:
    """CIV-154, CIV-179, CIV-180."""
    phase = mega("epidemic", CROWD, crete=["anatomy"], asia=["medicine", "roadbuilding"], assyria=[])
    phase.run(egypt=[("crete", "asia")])
    assert "babylon" not in phase.options("calamity.named")
    assert lost(phase, "crete", "asia", "assyria", "babylon") == [5, 5, 0, 0]
    few = {where: CROWD[where] for where in ("thebes", "ur", "knossos", "kuban")}
    phase = mega("epidemic", few, "crete", "asia").run(egypt=["asia"])
    assert lost(phase, "crete", "asia") == [0, 10]


def test_damage_of_the_mega_deck_destroys_cities_for_five() -> None:
    """CIV-RUL-033, CIV-178: fifteen damage are three cities, or a mix that makes fifteen."""
    areas = {**dict.fromkeys(("memphis", "tanis", "gaza", "buhen"), "egypt city"), "thebes": "egypt 9"}
    phase = mega("epidemic", areas).run(egypt=[("memphis", "tanis", "gaza")])
    assert (phase.cities("egypt"), phase.at("gaza"), phase.tokens("egypt")) == (["buhen"], "", 9)
    phase = mega("epidemic", areas).run(egypt=[("memphis", "tanis")])
    assert (len(phase.cities("egypt")), phase.tokens("egypt")) == (2, 4)


def test_a_city_destroyed_by_a_calamity_takes_its_token_of_public_works_along() -> None:
    """CIV-RUL-059, CIV-N-13."""
    assert mega("epidemic", {"memphis": "egypt 1 egypt city"}, egypt=["public_works"]).run().at("memphis") == ""


def test_a_flood_takes_seventeen_points_where_the_victim_has_most() -> None:
    """CIV-163: on the Danube eighteen, on the Nile five."""
    phase = classic("flood", {"danube": "egypt 18", "fayum": "egypt 5"}).run()
    assert (phase.at("danube"), phase.at("fayum")) == ("egypt 1", "egypt 5")


def test_of_plains_hit_equally_the_victim_picks_one() -> None:
    """CIV-163."""
    phase = classic("flood", {"danube": "egypt 5", "fayum": "egypt 5"}).run(egypt=["nile"])
    assert set(phase.options("calamity.site")) == {"danube", "nile"}
    assert (phase.at("danube"), phase.at("fayum")) == ("egypt 5", "")


def test_a_city_on_a_black_site_is_safe_from_floods() -> None:
    """CIV-163, CIV-238, CIV-RUL-073: Moesia's; neither does it make the Danube the plain of most points."""
    phase = classic("flood", {"moesia": "egypt city", "danube": "egypt 2", "fayum": "egypt 3"}).run()
    assert (phase.at("moesia"), phase.at("danube"), phase.at("fayum")) == ("egypt city", "egypt 2", "")
    phase = classic("flood", {"moesia": "egypt city", "danube": "egypt 2"}).run()
    assert (phase.at("moesia"), phase.at("danube")) == ("egypt city", "")


@pytest.mark.parametrize(("cards", "n"), [([], 17), (["engineering"], 7)])
def test_engineering_holds_a_flood_to_seven(cards: list[str], n: int) -> None:
    """CIV-163, CIV-199."""
    assert lost(classic("flood", {"fayum": "egypt 30"}, egypt=cards).run(), "egypt") == [n]


def test_others_on_the_plain_lose_ten_or_all_they_have_there() -> None:
    """CIV-164: with ten or fewer all; else divided by the victim."""
    phase = classic("flood", {"fayum": "egypt 9 babylon 4", "memphis": "crete 6"}, "crete").run()
    assert (phase.tokens("babylon"), phase.tokens("crete")) == (0, 0)
    phase = classic("flood", {"fayum": "egypt 9 babylon 6", "memphis": "crete 6"}, "crete")
    phase.run(egypt=[("crete:6", "babylon:4")])
    assert (phase.tokens("babylon"), phase.tokens("crete")) == (2, 0)


def test_no_other_holder_of_engineering_loses_more_than_seven_by_a_flood() -> None:
    """CIV-164, CIV-RUL-073, CIV-N-9: neither where all is lost nor where it is divided."""
    assert (
        classic("flood", {"fayum": "egypt 15", "memphis": "crete 10"}, crete=["engineering"]).run().tokens("crete") == 3
    )
    assert (
        classic("flood", {"fayum": "egypt 15", "memphis": "crete 14"}, crete=["engineering"]).run().tokens("crete") == 7
    )


def test_the_option_spares_the_high_roller_in_divisions_of_a_flood_alone() -> None:
    """CIV-154, CIV-RUL-027: ten or fewer hit everybody."""
    options = {"immunity_for_nontradable": True}
    for crowd, left in (("4", 0), ("6", 6)):
        areas = {"fayum": f"egypt 15 babylon {crowd}", "memphis": "crete 6"}
        phase = Struck("flood", nations=people("crete"), areas=areas, options=options).run()
        assert (phase.tokens("babylon"), phase.tokens("crete")) == (left, 0)


def test_without_units_on_a_plain_a_coastal_city_goes() -> None:
    """CIV-165, CIV-238, CIV-RUL-073: with Engineering it is reduced; none, nothing; Susa alone counts as none there."""
    areas = {"thebes": "egypt city", "gaza": "egypt city", "sidon": "egypt city"}
    assert classic("flood", areas).run(egypt=["gaza"]).cities("egypt") == ["sidon", "thebes"]
    assert classic("flood", areas, egypt=["engineering"]).run(egypt=["gaza"]).at("gaza") == "egypt 1"
    assert classic("flood", {"thebes": "egypt city"}).run().at("thebes") == "egypt city"
    assert classic("flood", {"susa": "egypt city"}).run().at("susa") == ""


def test_a_mega_flood_takes_fifteen_and_five_of_everybody_else_there() -> None:
    """CIV-179, CIV-154, CIV-N-10: Engineering five fewer; on the plain of most units, not points."""
    areas = {"fayum": "egypt 20 babylon 7", "alexandria": "crete 7", "ur": "asia 7", "moesia": "egypt city"}
    phase = mega("flood", areas, "asia", crete=["engineering"]).run()
    assert [phase.tokens(n) for n in ("egypt", "babylon", "crete", "asia")] == [5, 2, 7, 7]
    assert mega("flood", areas, "asia", "crete", egypt=["engineering"]).run().tokens("egypt") == 10
    phase = mega("flood", {"memphis": "egypt city", "danube": "egypt 2"}).run()
    assert (phase.at("memphis"), phase.at("danube")) == ("egypt city", "")


@pytest.mark.parametrize("cards", [[], ["engineering"]])
def test_a_mega_flood_without_a_plain_takes_five_from_coasts(cards: list[str]) -> None:
    """CIV-179: Engineering does not help there."""
    phase = mega("flood", {"gaza": "egypt 4", "sinai": "egypt 4", "thebes": "egypt 4"}, egypt=cards).run()
    assert (phase.tokens("egypt"), phase.at("thebes")) == (7, "egypt 4")


@pytest.mark.parametrize("card", ["famine", "flood", "epidemic"])
@pytest.mark.parametrize("scenario", ["no_trading", "basic"])
def test_neutral_pieces_are_spared(card: str, scenario: str) -> None:
    """CIV-155, CIV-RUL-028."""
    areas: dict[str, Any] = {"fayum": "egypt 20 neutral 3", "memphis": "neutral city"}
    phase = Struck(card, scenario=scenario, nations=people(), areas=areas).run()
    assert (phase.at("memphis"), phase.s.tokens["fayum"]["neutral"]) == ("neutral city", 3)


def test_silence_deals_the_losses_of_others_out_evenly() -> None:
    """CIV-236, CIV-RUL-060, CIV-RUL-071, CIV-N-1: one each in turn up to the cap; other divisions fill up in order."""
    ask = Ask("egypt", ("asia", "crete", "babylon"), 1, 3, caps=(8, 8, 3), total=16)
    assert silent(ask, "calamity.victims") == ("asia:7", "crete:6", "babylon:3")
    assert silent(ask, "calamity.lose") == ("asia:8", "crete:8")
    phase = classic("famine", CROWD, *NAMES).run()
    assert lost(phase, "crete", "asia", "assyria", "babylon") == [5, 5, 5, 5]
