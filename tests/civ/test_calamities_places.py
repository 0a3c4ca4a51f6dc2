"""Volcano, Earthquake, Cyclone, Piracy (CIV §15, §16.3)."""

from __future__ import annotations

import pytest

from tests.civ.calamity import Struck, classic, mega, people

VOLCANO = "volcano_earthquake"


def test_an_eruption_takes_every_unit_of_everybody_at_the_volcano() -> None:
    """CIV-156: Etna: Milazzo and Syracuse."""
    phase = classic(VOLCANO, {"milazzo": "egypt 2 babylon 3", "syracuse": "egypt city", "palermo": "egypt 4"}).run()
    assert (phase.at("milazzo"), phase.at("syracuse"), phase.at("palermo")) == ("", "", "egypt 4")


def test_of_several_volcanoes_the_one_of_greatest_total_damage_erupts() -> None:
    """CIV-156, CIV-241: all count with the classic deck, the victim's own points with the mega deck."""
    areas = {"syracuse": "egypt city", "milazzo": "egypt 1", "neapolis": "egypt city", "campania": "babylon 9"}
    assert classic(VOLCANO, areas).run().at("neapolis") == ""
    phase = mega(VOLCANO, areas).run()
    assert (phase.at("syracuse"), phase.at("neapolis")) == ("", "egypt city")


def test_of_equal_volcanoes_the_victim_picks_one() -> None:
    """CIV-156, CIV-RUL-075."""
    areas = {"syracuse": "egypt city", "neapolis": "egypt city"}
    for struck in (classic, mega):
        assert struck(VOLCANO, areas).run(egypt=["vesuvius"]).at("neapolis") == ""


def test_an_eruption_spares_barbarians_and_pirate_cities() -> None:
    """CIV-155, CIV-RUL-028."""
    for struck in (classic, mega):
        phase = struck(VOLCANO, {"neapolis": "egypt city", "campania": "neutral city"}).run()
        assert (phase.at("neapolis"), phase.at("campania")) == ("", "neutral city")
        phase = struck(VOLCANO, {"neapolis": "egypt city", "campania": "egypt 1 neutral 2"}).run()
        assert phase.at("campania") == "neutral 2"


def test_an_earthquake_destroys_a_city_and_reduces_one_next_to_it() -> None:
    """CIV-157, CIV-237, CIV-RUL-074: by land, at limits 1 and 3 the one at 1; the trader is not immune."""
    phase = classic(VOLCANO, {"jerusalem": "egypt city", "jericho": "babylon city", "tyre": "babylon city"}).run()
    assert [phase.at(a) for a in ("jerusalem", "jericho", "tyre")] == ["", "babylon 1", "babylon city"]


def test_an_earthquake_reaches_across_the_water() -> None:
    """CIV-157."""
    phase = classic(VOLCANO, {"athens": "egypt city", "thera": "crete city"}, "crete").run()
    assert (phase.at("athens"), phase.at("thera")) == ("", "crete 2")


def test_engineering_helps_on_both_sides_of_an_earthquake() -> None:
    """CIV-157, CIV-199: its holder's city is only reduced, and cannot be the neighbour."""
    areas = {"thebes": "egypt city", "buhen": "babylon city"}
    assert classic(VOLCANO, areas, egypt=["engineering"]).run().at("thebes") == "egypt 3"
    phase = classic(VOLCANO, areas, babylon=["engineering"]).run()
    assert (phase.at("thebes"), phase.at("buhen")) == ("", "babylon city")


def test_of_equal_pairs_the_victim_picks_one() -> None:
    """CIV-157."""
    areas = {"thebes": "egypt city", "buhen": "babylon city", "jerusalem": "egypt city", "tyre": "babylon city"}
    phase = classic(VOLCANO, areas).run(egypt=["jerusalem"])
    assert (phase.at("jerusalem"), phase.at("tyre"), phase.at("thebes")) == ("", "babylon 3", "egypt city")


def test_without_a_pair_the_victims_own_city_alone_is_struck() -> None:
    """CIV-237, CIV-RUL-074: any; with Engineering the one of greatest damage; without a city nothing happens."""
    areas = {"thebes": "egypt city", "gaza": "egypt city"}
    assert classic(VOLCANO, areas).run(egypt=["gaza"]).cities("egypt") == ["thebes"]
    assert classic(VOLCANO, areas, egypt=["engineering"]).run().at("gaza") == "egypt 1"
    assert classic(VOLCANO, {"thebes": "egypt 3", "buhen": "babylon city"}).run().at("buhen") == "babylon city"


def test_a_mega_earthquake_is_the_victims_free_pick() -> None:
    """CIV-241, CIV-RUL-075: an own neighbour city may be named; Engineering only helps the first."""
    areas = {"thebes": "egypt city", "buhen": "egypt city", "nubia": "babylon city"}
    phase = mega(VOLCANO, areas, babylon=["engineering"]).run(egypt=["thebes", "buhen"])
    assert [phase.at(a) for a in ("thebes", "buhen", "nubia")] == ["", "egypt 3", "babylon city"]
    phase = mega(VOLCANO, areas, egypt=["engineering"], babylon=["engineering"]).run(egypt=["thebes", "nubia"])
    assert [phase.at(a) for a in ("thebes", "buhen", "nubia")] == ["egypt 3", "egypt city", "babylon 1"]
    assert mega(VOLCANO, {}).run().questions() == []


EAST = {
    **dict.fromkeys(("alexandria", "gaza", "tanis", "sidon"), "egypt city"),
    **dict.fromkeys(("tyre", "jerusalem", "rhodes"), "babylon city"),
    "thebes": "egypt city",
}
CYCLONE = [([], 3), (["trade_empire"], 4), (["masonry"], 2), (["calendar"], 1), (["masonry", "calendar"], 0)]


@pytest.mark.parametrize(("cards", "n"), CYCLONE)
def test_a_cyclone_reduces_cities_at_the_sea_that_touches_most(cards: list[str], n: int) -> None:
    """CIV-181, CIV-242, CIV-RUL-085: three, of others two; never one that does not touch it."""
    phase = mega("cyclone", EAST, "crete", "asia", "assyria", egypt=cards).run()
    assert (len(phase.cities("egypt")), phase.at("thebes")) == (5 - n, "egypt city")
    assert len(phase.cities("babylon")) == 1


def test_below_five_players_a_cyclone_takes_two_and_one() -> None:
    """CIV-180, CIV-RUL-089."""
    phase = mega("cyclone", EAST, "crete", "asia").run()
    assert (len(phase.cities("egypt")), len(phase.cities("babylon"))) == (3, 2)


def test_masonry_and_calendar_take_back_of_what_was_picked() -> None:
    """CIV-242, CIV-RUL-085, mega:masonry, mega:calendar: two cities there, Calendar: none; so for others."""
    areas = {**dict.fromkeys(("gaza", "tanis"), "egypt city"), "tyre": "babylon city"}
    phase = mega("cyclone", areas, "crete", "asia", "assyria", egypt=["calendar"], babylon=["masonry"]).run()
    assert (len(phase.cities("egypt")), len(phase.cities("babylon"))) == (2, 1)


def test_of_equal_seas_the_victim_picks_one_and_inland_cities_are_safe() -> None:
    """CIV-181, CIV-RUL-085."""
    phase = mega("cyclone", {"knossos": "egypt city", "tyre": "babylon city"}).run(egypt=["aegean_sea"])
    assert set(phase.options("calamity.site")) == {"aegean_sea", "eastern_mediterranean"}
    assert (phase.at("knossos"), phase.at("tyre")) == ("egypt 3", "babylon city")
    assert mega("cyclone", {"thebes": "egypt city"}).run().at("thebes") == "egypt city"


COASTS = {"gaza": "egypt city", "tanis": "egypt city", "sidon": "egypt city", "thebes": "egypt city"}
OTHERS = {"knossos": "crete city", "rhodes": "asia city", "tyre": "babylon city", "nineveh": "assyria city"}


def test_pirates_take_two_coastal_cities_and_one_each_of_two_others() -> None:
    """CIV-170, CIV-154: the trader picks the victim's, the victim the others', but none of the trader's."""
    phase = classic("piracy", {**COASTS, **OTHERS}, "crete", "asia", "assyria").run(babylon=[("gaza", "sidon")])
    assert phase.cities("egypt") == ["tanis", "thebes"]
    assert phase.cities("neutral") == ["gaza", "knossos", "rhodes", "sidon"]
    assert (phase.at("tyre"), phase.at("nineveh")) == ("babylon city", "assyria city")


def test_the_victim_of_pirates_picks_which_others_and_which_of_their_cities() -> None:
    """CIV-170: also if it had fewer than two itself."""
    areas = {
        "gaza": "egypt city",
        "knossos": "crete city",
        "rhodes": "asia city",
        "phaestos": "crete city",
        "troy": "illyria city",
    }
    phase = classic("piracy", areas, "crete", "asia", "illyria").run(egypt=[("illyria", "crete"), "phaestos"])
    assert phase.cities("neutral") == ["gaza", "phaestos", "troy"]


def test_without_a_trader_the_victim_of_pirates_picks() -> None:
    """CIV-148, CIV-240, CIV-RUL-076."""
    for scenario in ("no_trading", "basic"):
        struck = Struck("piracy", trader="", scenario=scenario, nations=people(), areas=COASTS)
        assert struck.run(egypt=[("gaza", "sidon")]).cities("egypt") == ["tanis", "thebes"]


PIRACY = [([], 2), (["cartography"], 3), (["naval_warfare"], 1), (["naval_warfare", "cartography"], 2)]


@pytest.mark.parametrize(("cards", "n"), PIRACY)
def test_mega_piracy_is_changed_by_cards(cards: list[str], n: int) -> None:
    """CIV-179."""
    assert len(mega("piracy", COASTS, egypt=cards).run().cities("egypt")) == 4 - n


def test_mega_pirates_raid_two_others_below_five_players_one() -> None:
    """CIV-180, CIV-154, CIV-RUL-089: never the beneficiary."""
    areas = {**OTHERS, "gaza": "egypt city"}
    assert len(mega("piracy", areas, "crete", "asia", "assyria").run().cities("neutral")) == 3
    phase = mega("piracy", {a: areas[a] for a in ("gaza", "knossos", "rhodes", "tyre")}, "crete", "asia").run()
    assert len(phase.cities("neutral")) == 2
    assert phase.at("tyre") == "babylon city"


def test_a_pirate_city_is_nobodys_and_takes_a_token_of_public_works_along() -> None:
    """CIV-RUL-003, CIV-RUL-057, CIV-RUL-059."""
    phase = mega("piracy", {"gaza": "egypt 1 egypt city"}, egypt=["public_works"]).run()
    assert phase.at("gaza") == "neutral city"


def test_nobody_can_name_a_holder_of_naval_warfare_for_the_pirates() -> None:
    """CIV-179, CIV §16.2, mega:naval_warfare: the other who has a coastal city is hit, with another card both are."""
    for cards, taken in ((["naval_warfare"], ["rhodes"]), (["military"], ["knossos", "rhodes"])):
        phase = mega("piracy", {**COASTS, **OTHERS}, "asia", "assyria", crete=cards).run()
        assert [a for a in phase.cities("neutral") if a in OTHERS] == taken


@pytest.mark.parametrize("card", ["piracy", VOLCANO])
def test_pirate_cities_are_never_hit_again(card: str) -> None:
    """CIV-155."""
    for struck in (classic, mega):
        phase = struck(card, {"gaza": "neutral city", "jerusalem": "egypt city", "sinai": "neutral 1"}).run()
        assert (phase.at("gaza"), phase.at("sinai")) == ("neutral city", "neutral 1")
