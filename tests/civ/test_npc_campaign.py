"""How the usual computer moves: it grows first, defends, raids, builds in the wilderness and ferries (CIV §8-10)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.civ.catalog import CATALOG, MAPS
from engine.civ.game import GAME
from engine.civ.npc.decision import decide
from engine.civ.options import GENTLE, USUAL
from engine.core.game import SeatPlan
from engine.core.table import Table
from tests.civ.story import Phase
from tests.civ.test_movement import moving, sailing
from tests.civ.test_npc_buying import decided

ELSEWHERE = {"danube": "egypt 5", "germania": "egypt 5", "pannonia": "egypt 4", "fayum": "egypt 5", "dacia": "egypt 3"}


def moves(areas: dict[str, str], why: str, **tables: Any) -> list[str]:
    """The moves of the usual computer for Egypt from there that have this reason."""
    return [step for step, reason in decided(moving(areas, **tables)) if reason == why]


@pytest.mark.parametrize(("level", "found"), [(GENTLE, ["fayum>memphis:2"]), (USUAL, [])])
def test_gentle_computers_build_before_they_grow_and_usual_ones_after(level: str, found: list[str]) -> None:
    """CIV-223: eight tokens still double every turn; the option says who plays the seats of computers."""
    assert moves({"memphis": "egypt 4", "fayum": "egypt 4"}, "gather", options={"npc": level}) == found


def test_where_there_is_no_land_to_grow_into_cities_do_not_wait() -> None:
    """CIV-223: on its island Crete has room for five; the city there pays for ships."""
    assert moves({"knossos": "egypt 4", "phaestos": "egypt 4"}, "gather") == ["knossos>phaestos:2"]


def test_what_attacks_its_city_is_met_by_as_many_as_leave_the_attackers_too_few() -> None:
    """CIV §9.3-9.5, CIV-223: of two the second falls alone: six of seven are left, and all of them fall."""
    phase = moving({"nubia": "egypt 3", "thebes": "egypt city crete 7", "danube": "egypt 5"})
    assert [step for step, why in decided(phase) if why == "defend"] == ["nubia>thebes:2"]
    assert phase.through("cities").at("thebes") == "egypt city"


def test_nobody_defends_in_vain() -> None:
    """CIV-223: one token more would not be enough against seven."""
    assert moves({"nubia": "egypt 2", "thebes": "egypt city crete 7", "danube": "egypt 5"}, "defend") == []


def test_a_raid_is_made_on_who_is_ahead() -> None:
    """CIV §9.4, CIV-223: seven take the city of Crete, which has more cities; nobody raids one that is behind."""
    areas = {"nubia": "egypt 7", "ptolemais": "egypt 2", "thebes": "crete city", **ELSEWHERE}
    assert moves(areas, "raid") == ["nubia>thebes:6", "ptolemais>thebes:1"]
    assert moves(areas, "raid", nations={"egypt": {"space": 3}}) == []


def test_with_eleven_a_raid_is_made_on_a_site_that_it_can_hold() -> None:
    """CIV §9.4, §10.1, CIV-223: six defend the city and five of the eleven fall, so that six stay."""
    areas = {"nubia": "egypt 6", "ptolemais": "egypt 5", "thebes": "crete city", **ELSEWHERE}
    phase = moving(areas, nations={"egypt": {"space": 3}})
    assert [step for step, why in decided(phase) if why == "raid"] == ["nubia>thebes:6", "ptolemais>thebes:5"]
    assert phase.through("cities").at("thebes") == "egypt 6"


def test_no_raid_is_made_where_the_owner_can_still_send_guards() -> None:
    """CIV §8.1, CIV-223: Crete moves later and has two tokens next to its city."""
    areas = {"nubia": "egypt 7", "ptolemais": "egypt 2", "thebes": "crete city", "buhen": "crete 2", **ELSEWHERE}
    assert moves(areas, "raid")
    assert later(areas, "crete") == []


def later(areas: dict[str, str], other: str) -> list[str]:
    """The raids where the other nation moves after Egypt."""
    phase = Phase("movement", order=["egypt", other], nations={"egypt": {}, "babylon": {}, "crete": {}}, areas=areas)
    return [step for step, why in decided(phase) if why == "raid"]


def test_for_a_city_in_the_wilderness_all_neighbours_give_if_enough_stay_elsewhere() -> None:
    """CIV §10.1, CIV-223: twelve go to Germania, and fourteen stay."""
    near = {"germania": "egypt 4", "sudeten": "egypt 2", "dacia": "egypt 3", "pannonia": "egypt 4"}
    far = {"elam": "egypt 3", "cyrenaica": "egypt 2", "ionia": "egypt 3", "upper_egypt": "egypt 3"}
    assert sum(int(step[-1]) for step in moves({**near, **far, "corsica": "egypt 2"}, "gather")) == 8
    assert moves({**near, **far}, "gather") == []


def test_a_ship_brings_what_a_site_lacks_and_leaves_there_what_is_gathered() -> None:
    """CIV §8.4, CIV-223: Salamis has three of six, and three come from Tyre."""
    phase = sailing({"salamis": "egypt 3", "tyre": "egypt 5", **ELSEWHERE}, "tyre")
    assert [one for one in decided(phase) if "~" in one[0]] == [("tyre~salamis:3", "ferry")]
    assert phase.through("cities").at("salamis") == "egypt 6"


def test_ships_bring_what_is_lacking_against_pirates() -> None:
    """CIV §8.4, §9.4, CIV-223: four come from next door and three by ship; without it nobody goes."""
    towns = dict.fromkeys(("tyre", "sidon", "antioch", "aleppo", "damascus"), "babylon city")
    areas = {"salamis": "neutral city", "cyprus": "egypt 5", "phoenicia": "egypt 6", **towns, **ELSEWHERE}
    phase = sailing(areas, "phoenicia")
    against = [step for step, _ in decided(phase) if "salamis" in step]
    assert against == ["cyprus>salamis:4", "phoenicia~salamis:3"]
    assert phase.through("cities").at("salamis") != "neutral city"
    assert not [step for step, _ in decided(sailing(areas)) if "salamis" in step]


def test_two_ships_sail_to_one_site() -> None:
    """CIV §8.4, CIV-223: four and two make the six of a city at Miletus; one ship alone does not sail."""
    towns = dict.fromkeys(("tyre", "sidon", "antioch", "aleppo", "damascus", "kanesh"), "babylon city")
    areas = {"phoenicia": "egypt 6", "cilicia": "egypt 5", **towns, **ELSEWHERE}
    ferried = [one[0] for one in decided(sailing(areas, "phoenicia", "cilicia")) if one[1] == "ferry"]
    assert ferried == ["phoenicia~miletus:4", "cilicia~miletus:2"]
    assert not [one for one in decided(sailing(areas, "phoenicia")) if one[1] == "ferry"]


def test_a_ship_is_built_where_it_can_bring_what_a_city_lacks() -> None:
    """CIV §7.1, CIV-223: paid from treasury, so that its tokens stay."""
    areas = {"salamis": "egypt 3", "tyre": "egypt 5", **ELSEWHERE}
    phase = Phase("ships", order=["egypt"], nations={"egypt": {"treasury": 4}, "babylon": {}}, areas=areas)
    assert ("tyre:0", "ship_for_city") in decided(phase)


def test_computers_take_the_nation_that_has_won_most_often_on_the_board() -> None:
    """CIV-012, CIV-223: what counts is how often beside what chance would give."""
    table = Table.new(GAME, "no_trading", [SeatPlan()] * 4, {"map": "4p-west"}, "setup")
    [seat] = table.waiting()
    ask, asked = table.ask_of(seat), table.question_to(seat)
    assert ask is not None
    assert asked is not None
    best = max(MAPS["4p-west"].nations, key=lambda nation: CATALOG.balance["4p-west", nation].share)
    assert decide(table.state, asked, ask).picks == (best,)


def test_a_nation_counts_for_less_beside_one_already_chosen() -> None:
    """CIV-223: on the main board Egypt is chosen before Africa, which starts next to it and has the better record."""
    seats = [SeatPlan(civ="babylon"), SeatPlan(civ="assyria"), SeatPlan(civ="egypt"), SeatPlan()]
    table = Table.new(GAME, "basic", seats, {"map": "full-main"}, "beside")
    while table.pending is not None and table.pending.key != "setup.nation":
        seat = table.waiting()[0]
        asked, ask = table.question_to(seat), table.ask_of(seat)
        assert asked is not None
        assert ask is not None
        table.submit(seat, *decide(table.state, asked, ask).picks)
    assert table.pending is not None
    seat = table.waiting()[0]
    asked, ask = table.question_to(seat), table.ask_of(seat)
    assert asked is not None
    assert ask is not None
    assert decide(table.state, asked, ask).picks == ("illyria",)
    assert CATALOG.balance["full-main", "africa"].share > CATALOG.balance["full-main", "illyria"].share
