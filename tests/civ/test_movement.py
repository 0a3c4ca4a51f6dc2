"""Phase 5 (CIV §8)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.civ.game import GAME
from engine.core import notation
from tests.civ.story import Phase, position


def moving(
    areas: dict[str, str], *, advances: tuple[str, ...] = (), scenario: str = "no_trading", **tables: Any
) -> Phase:
    """Egypt is to move, with these advances; Crete and Babylon look on."""
    others = tables.pop("nations", {})
    nations = {"egypt": {"advances": list(advances)}, "babylon": {}, "crete": {}, **others}
    return Phase("movement", order=["egypt"], nations=nations, areas=areas, scenario=scenario, **tables)


def offered(phase: Phase, *answers: str) -> tuple[str, ...]:
    """What is offered once these moves have been made."""
    phase.run(egypt=[*answers])
    found = [options for key, _, options in phase.asked if key == "movement.tokens"]
    return found[len(answers)] if len(found) > len(answers) else ()


def test_a_token_goes_one_step_over_land() -> None:
    """CIV-072, CIV-087: own tokens alone, no city, no second step."""
    shown = offered(moving({"thebes": "egypt 2 crete 1", "memphis": "egypt city"}))
    assert {o for o in shown if o.startswith("thebes")} == {
        f"thebes>{goal}:{n}" for goal in ("buhen", "nubia", "ptolemais") for n in (1, 2)
    }
    assert not [o for o in shown if ">>" in o or o.startswith("memphis") or o.endswith(":3")]


def test_the_order_is_shown_while_one_moves_after_the_other() -> None:
    """CIV §8.1: who moves when; no order is left over for the fights that follow."""
    phase = moving({"thebes": "egypt 2"})
    shown = GAME.view(phase.s, None, ["egypt"])
    assert (shown.order, shown.active) == (("egypt",), "egypt")
    over = GAME.view(phase.through("conflict.tokens").s, None, [])
    assert (over.order, over.active) == ((), None)


def test_a_token_that_has_moved_stays() -> None:
    """CIV-072."""
    shown = offered(moving({"fayum": "egypt 2"}), "fayum>memphis:1")
    assert {o for o in shown if o.startswith("memphis")} == set()
    assert "fayum>memphis:1" in shown


def test_any_number_may_enter() -> None:
    """CIV-084."""
    assert moving({"fayum": "egypt 20"}).run(egypt=["fayum>memphis:20"]).at("memphis") == "egypt 20"


CLOSED = {"nubia": "egypt 2", "ptolemais": "crete 9"}  # from Nubia one gets to Buhen through Thebes alone


def marches(thebes: str, advance: str, scenario: str = "no_trading") -> set[str]:
    """The moves of two steps from Nubia with that in Thebes."""
    areas = {**CLOSED, **({"thebes": thebes} if thebes else {})}
    return {o for o in offered(moving(areas, scenario=scenario, advances=(advance,))) if o.startswith("nubia>>")}


@pytest.mark.parametrize(
    ("thebes", "free"),
    [
        ("", True),
        ("egypt 3", True),
        ("egypt city", True),
        ("crete 1", False),
        ("neutral 1", False),
        ("neutral city", False),
        ("crete city", False),
    ],
)
def test_roads_lead_through_areas_without_others(thebes: str, free: bool) -> None:
    """CIV-074, classic:road_building: no unit of another nation, no Barbarian, no Pirate city."""
    assert marches(thebes, "road_building") == ({"nubia>>buhen:2", "nubia>>buhen:1"} if free else set())


def test_roads_lead_on_where_no_other_unit_is_on_the_whole_board() -> None:
    """CIV-074, CIV §8.3, classic:road_building."""
    shown = offered(moving({"nubia": "egypt 1"}, advances=("road_building",)))
    assert {"nubia>>buhen:1", "nubia>>memphis:1"} & {*shown} == {"nubia>>buhen:1"}


def test_without_roads_nobody_goes_two_steps() -> None:
    """CIV-072."""
    assert marches("", "mining") == set()


def test_mega_roads_end_where_there_is_a_conflict() -> None:
    """CIV-075, mega:roadbuilding: limit 3: one beside two others goes on, two stop there."""
    assert marches("crete 2", "roadbuilding", "basic") == {"nubia>>buhen:1"}
    assert marches("crete 1", "roadbuilding", "basic") == {"nubia>>buhen:2", "nubia>>buhen:1"}
    assert marches("crete city", "roadbuilding", "basic") == set()


def test_a_token_that_has_marched_stays() -> None:
    """CIV-074: a second step is the last."""
    phase = moving(CLOSED, advances=("road_building",)).run(egypt=["nubia>>buhen:2"])
    assert phase.at("buhen") == "egypt 2"
    assert len(phase.asked) == 1


def test_a_token_that_has_marched_does_not_sail() -> None:
    """CIV-074, CIV-080, classic:road_building: of three in Tanis the two that came on the road stay ashore."""
    land = {"fayum": "egypt 2", "tanis": "egypt 1"}
    shown = offered(sailing(land, "tanis", advances=("road_building",)), "fayum>>tanis:2")
    assert {o.rpartition(":")[2] for o in shown if o.startswith("tanis~") and ":" in o} == {"0", "1"}


def sailing(areas: dict[str, str], *harbours: str, advances: tuple[str, ...] = (), **tables: Any) -> Phase:
    return moving(areas, advances=advances, ships={"egypt": list(harbours)}, **tables)


def goals(shown: tuple[str, ...], harbour: str) -> set[str]:
    return {o.partition("~")[2].rpartition(":")[0] for o in shown if o.startswith(f"{harbour}~") and ":" in o}


def test_of_two_ships_in_a_harbour_the_one_that_can_go_on_keeps_its_tokens_aboard() -> None:
    """CIV-079, CIV-081: nobody is left at sea where another ship has made its steps."""
    plan = ["tyre~tanis:0", "tanis~alexandria+2", "alexandria!1", "alexandria~western_desert:1"]
    phase = sailing({"tanis": "egypt 2"}, "tanis", "tyre").run(egypt=plan)
    assert (phase.at("alexandria"), phase.at("western_desert")) == ("egypt 1", "egypt 1")


def test_what_two_ships_in_a_harbour_can_do_is_offered_once() -> None:
    """Whichever of them has steps left for it: a menu refuses a choice that is there twice."""
    shown = offered(sailing({"tanis": "egypt 2"}, "tanis", "tyre"), "tyre~tanis:0")
    assert "tanis~alexandria:2" in shown
    assert len(shown) == len({*shown})


@pytest.mark.parametrize("scenario", ["no_trading", "basic"])
def test_a_ship_goes_four_steps_and_with_cloth_making_five(scenario: str) -> None:
    """CIV-076, CIV-083, classic:cloth_making, mega:cloth_making: Sidon is the fourth step, Phoenicia the fifth."""
    start = {"tanis": "egypt 1"}
    four = goals(offered(sailing(start, "tanis", scenario=scenario)), "tanis")
    five = goals(offered(sailing(start, "tanis", advances=("cloth_making",), scenario=scenario)), "tanis")
    assert "sidon" in four
    assert five - four == {"phoenicia", "libya"}


@pytest.mark.parametrize(("scenario", "card"), [("no_trading", "astronomy"), ("basic", "astronavigation")])
def test_the_open_sea_needs_astronomy_and_nobody_ends_there(scenario: str, card: str) -> None:
    """CIV-077, classic:astronomy, mega:astronavigation."""
    start = {"tanis": "egypt 1"}
    plain = goals(offered(sailing(start, "tanis", scenario=scenario)), "tanis")
    crossing = goals(offered(sailing(start, "tanis", advances=(card,), scenario=scenario)), "tanis")
    assert "knossos" in crossing - plain
    assert not {one for one in crossing if one.endswith(("_sea", "_mediterranean"))}


def test_five_go_aboard_and_with_naval_warfare_six() -> None:
    """CIV-078, mega:naval_warfare."""
    areas = {"tanis": "egypt 9"}
    numbers = {o.rpartition(":")[2] for o in offered(sailing(areas, "tanis")) if "~" in o and ":" in o}
    assert max(numbers) == "5"
    more = offered(sailing(areas, "tanis", scenario="basic", advances=("naval_warfare",)))
    assert max(o.rpartition(":")[2] for o in more if "~" in o and ":" in o) == "6"


def test_a_ship_carries_several_loads_within_its_steps() -> None:
    """CIV-079: two loads across a strait."""
    phase = sailing({"tanis": "egypt 8"}, "tanis")
    phase.run(egypt=["tanis~gaza:5", "gaza~tanis:0", "tanis~gaza:3", "done"])
    assert (phase.at("gaza"), phase.at("tanis")) == ("egypt 8", "")


def test_a_token_uses_one_ship_and_does_not_walk_before_or_after() -> None:
    """CIV-073, CIV-080."""
    landed = offered(sailing({"tanis": "egypt 2"}, "tanis", "gaza"), "tanis~gaza:1")
    assert not [o for o in landed if o.startswith("gaza>")]
    assert {o.rpartition(":")[2] for o in landed if o.startswith("gaza~") and ":" in o} == {"0"}
    walked = offered(sailing({"sinai": "egypt 1"}, "gaza"), "sinai>gaza:1")
    assert {o.rpartition(":")[2] for o in walked if o.startswith("gaza~") and ":" in o} == {"0"}


def test_whoever_is_aboard_must_land() -> None:
    """CIV-081: only this ship goes on, and the moves cannot end."""
    shown = offered(sailing({"tanis": "egypt 2", "fayum": "egypt 1"}, "tanis"), "tanis~gaza+2")
    assert "done" not in shown
    assert all(o.startswith(("gaza~", "gaza!")) for o in shown)
    phase = sailing({"tanis": "egypt 2"}, "tanis").run(egypt=["tanis~gaza+2", "gaza!1", "gaza~jerusalem:1"])
    assert (phase.at("gaza"), phase.at("jerusalem")) == ("egypt 1", "egypt 1")


def test_those_aboard_are_shown_with_their_own_nation() -> None:
    """CIV §8.4: two tokens of Egypt are at sea, and none of Babylon."""
    areas, ships = {"tanis": "egypt 3", "susa": "babylon 1"}, {"egypt": ["tanis"], "babylon": ["charax"]}
    table = notation.load(GAME, position("movement", order=["egypt", "babylon"], areas=areas, ships=ships))
    table.submit("egypt", "tanis~gaza+2")
    shown = table.view(None).nations
    assert {name: (one.tokens, one.aboard) for name, one in shown.items()} == {"egypt": (1, 2), "babylon": (1, 0)}


def test_a_ship_leaves_by_the_coast_it_came_to() -> None:
    """CIV-082: in Delphi by the west, not out by the east."""
    one_step = {o for o in offered(sailing({"delphi": "egypt 1"}, "delphi/west")) if o.endswith("~corinth:1")}
    assert one_step == {"delphi/west~corinth:1"}
    west = goals(offered(sailing({"corinth": "egypt 1"}, "corinth"), "corinth~delphi/west:0"), "delphi/west")
    east = goals(offered(sailing({"athens": "egypt 1"}, "athens"), "athens~delphi/east:0"), "delphi/east")
    assert "corinth" in west - east
    assert "thessaly" in east - west


def test_the_mover_names_the_coast_where_both_have_the_link() -> None:
    """CIV-231, CIV-RUL-066: from Crimea into Scythia."""
    shown = goals(offered(sailing({"crimea": "egypt 1"}, "crimea")), "crimea")
    assert {"scythia/west", "scythia/east"} <= shown


def test_diplomacy_bars_the_way_to_cities() -> None:
    """CIV-085, mega:diplomacy, mega:military: not for its holders nor for Military, nor where a conflict is already."""
    town = {"fayum": "egypt 2", "memphis": "crete city"}
    holder = {"crete": {"advances": ["diplomacy"]}}
    entry = "fayum>memphis:2"
    assert entry not in offered(moving(town, scenario="basic", nations=holder))
    for card in ("diplomacy", "military"):
        assert entry in offered(moving(town, scenario="basic", nations=holder, advances=(card,)))
    contested = {**town, "memphis": "babylon 1 crete city"}
    assert entry in offered(moving(contested, scenario="basic", nations=holder))
    assert entry in offered(moving(town, scenario="basic"))


def test_cultural_ascendancy_bars_new_conflicts() -> None:
    """CIV-086, mega:cultural_ascendancy, mega:advanced_military.

    One beside two in Memphis, limit 3, is no conflict, two are.
    """
    holder = {"crete": {"advances": ["cultural_ascendancy"]}}
    there = {"alexandria": "egypt 4", "memphis": "crete 2"}
    shown = offered(moving(there, scenario="basic", nations=holder))
    numbers = {int(o.rpartition(":")[2]) for o in shown if o.startswith("alexandria>memphis")}
    assert max(numbers) == 1
    for card in ("cultural_ascendancy", "advanced_military"):
        assert "alexandria>memphis:4" in offered(moving(there, scenario="basic", nations=holder, advances=(card,)))
    fought = {**there, "memphis": "crete 2 babylon 9"}
    assert "alexandria>memphis:4" in offered(moving(fought, scenario="basic", nations=holder))


ASCENDANT = {"crete": {"advances": ["cultural_ascendancy"]}}


def test_cultural_ascendancy_bars_the_second_step_of_a_road_as_well() -> None:
    """CIV-086, CIV §8.3: to Memphis goes one of four, elsewhere all."""
    land = {"upper_egypt": "egypt 4", "memphis": "crete 2"}
    shown = offered(moving(land, scenario="basic", nations=ASCENDANT, advances=("roadbuilding",)))
    assert [o for o in shown if o.startswith("upper_egypt>>memphis")] == ["upper_egypt>>memphis:1"]
    assert "upper_egypt>>tanis:4" in shown


def test_beside_cultural_ascendancy_a_ship_takes_more_on_board_where_it_calls() -> None:
    """CIV-079, CIV-086: the one aboard and the two that wait in Gaza."""
    land = {"tanis": "egypt 1", "gaza": "egypt 2", "jerusalem": "crete 2"}
    shown = offered(sailing(land, "tanis", scenario="basic", nations=ASCENDANT), "tanis~gaza+1")
    assert [o for o in shown if o.startswith("gaza~tyre:")] == ["gaza~tyre:3", "gaza~tyre:2", "gaza~tyre:1"]


def test_they_move_in_the_order_of_the_census() -> None:
    """CIV-088."""
    phase = Phase("movement", order=["babylon", "egypt"], areas={"nubia": "egypt 1", "susa": "babylon 2"})
    phase.run()
    assert phase.asked[0][1] == "babylon"
    assert phase.run().asked[0][1] == "egypt"
    assert phase.s.phase == "conflict.tokens"


def test_all_may_plan_at_once_and_what_is_no_longer_legal_is_dropped() -> None:
    """CIV-RUL-052: the second mover's plan into an area that the first one closed."""
    nations = {"egypt": {}, "crete": {"advances": ["cultural_ascendancy"]}}
    areas = {"alexandria": "egypt 4", "tanis": "crete 4"}
    tables: dict[str, Any] = {"nations": nations, "areas": areas, "scenario": "basic", "order": ["crete", "egypt"]}
    phase = Phase("movement", **tables, options={"simultaneous_moves": True})
    phase.run(crete=["tanis>memphis:4"], egypt=["alexandria>memphis:4"])
    assert (phase.at("memphis"), phase.at("alexandria")) == ("crete 4", "egypt 4")
    assert "can no longer move 4 from {area:alexandria} to {area:memphis}" in phase.log()
