"""Where the gentle computer begins and how it moves: to where cities can be built, then over the land (CIV §3, §8)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.civ.game import GAME
from engine.civ.npc.decision import decide
from engine.civ.npc.planning import Step, join_steps
from engine.civ.options import GENTLE
from engine.core.game import SeatPlan
from engine.core.table import Table
from tests.civ.test_money import NINE
from tests.civ.test_movement import moving, sailing
from tests.civ.test_npc_buying import DONE, answer, decided


def moves(areas: dict[str, str], **tables: Any) -> list[tuple[str, str]]:
    """The moves of the computer for Egypt from there, one after another, each with the name of its reason."""
    return [one for one in decided(moving(areas, **tables), GENTLE) if one[0] != DONE]


def spread(*steps: str) -> list[tuple[str, str]]:
    """These moves, because tokens are worth more where they go."""
    return [(step, "spread") for step in steps]


def gathered(*steps: str) -> list[tuple[str, str]]:
    """These moves, because a city can be built where they lead."""
    return [(step, "gather") for step in steps]


def begun(players: int, name: str) -> list[str]:
    """The nations and starts that computers choose on that map, one after another."""
    table = Table.new(GAME, "no_trading", [SeatPlan()] * players, {"map": name}, "setup")
    while table.state.phase == "setup.nation":
        [seat] = table.waiting()
        ask, asked = table.ask_of(seat), table.question_to(seat)
        assert ask is not None
        assert asked is not None
        table.submit(seat, *decide(table.state, asked, ask, GENTLE).picks)
    return [f"{nation} {start}" for start, here in table.state.tokens.items() for nation in here]


def test_computers_take_the_nation_with_the_start_that_has_most_sites_and_room_around_it() -> None:
    """CIV-012, CIV-223: near sites count more than far ones; one good start will do, be the others poor."""
    assert begun(2, "2p") == ["italy pannonia", "illyria germania"]
    assert begun(4, "4p-west") == ["illyria germania", "thrace scythia", "africa tunisia", "iberia lusitania"]
    east = ["egypt upper_egypt", "babylon susa", "italy pannonia", "illyria germania"]
    assert begun(6, "6p") == [*east, "assyria nalchik", "africa tripolitania"]


def test_a_site_gets_from_next_door_what_its_city_lacks_and_no_more() -> None:
    """CIV §10.1, CIV-223: Memphis has four of six; of the five that Fayum can support two stay."""
    assert moves({"memphis": "egypt 4", "fayum": "egypt 4"}) == gathered("fayum>memphis:2")


@pytest.mark.parametrize(
    ("cities", "fayum", "found"),
    [(0, 4, True), (0, 3, False), (1, 6, True), (1, 5, False), (8, 20, True), (9, 20, False)],
)
def test_the_computer_gathers_for_cities_that_those_left_support(cities: int, fayum: int, found: bool) -> None:
    """CIV §10.1, §11.2, CIV-223: two for each city, the new one among them; nine are all that there are."""
    towns = dict.fromkeys((*NINE[:8], "ur")[:cities], "egypt city")
    went = moves({"memphis": "egypt 4", "fayum": f"egypt {fayum}", **towns})
    assert [one for one in went if one[1] == "gather"] == (gathered("fayum>memphis:2") if found else [])


def test_for_a_city_on_a_site_neighbours_give_their_last_tokens() -> None:
    """CIV §10.1, CIV-223: Nubia keeps one and Ptolemais two elsewhere; here they leave Nubia bare."""
    together = {"nubia": "egypt 4", "ptolemais": "egypt 4"}
    assert moves(together) == gathered("nubia>thebes:4", "ptolemais>thebes:2")


def test_for_a_city_in_a_wilderness_neighbours_give_what_they_can_spare() -> None:
    """CIV §10.1, CIV-223: Germania has seven of twelve; Dacia and Pannonia keep two each."""
    others = {"germania": "egypt 7", "pannonia": "egypt 4", "crimea": "egypt 2"}
    enough = moves({**others, "dacia": "egypt 5"})
    assert enough[:2] == gathered("dacia>germania:3", "pannonia>germania:2")
    assert {why for _, why in moves({**others, "dacia": "egypt 4"})} == {"spread"}


def test_architecture_helps_one_city_a_turn() -> None:
    """CIV-116, CIV-223: three tokens are enough in Memphis, Tanis needs all six; without it there is one city only."""
    land = {"memphis": "egypt 2", "tanis": "egypt 2", "eastern_desert": "egypt 9"}
    rich = {"egypt": {"advances": ["architecture"], "treasury": 3}}
    assert moves(land, nations=rich)[:2] == gathered("eastern_desert>memphis:1", "eastern_desert>tanis:4")
    assert [one for one in moves(land) if one[1] == "gather"] == gathered("eastern_desert>memphis:4")


def test_architecture_helps_one_city_a_turn_in_a_wilderness_too() -> None:
    """CIV-116, CIV-223: the treasury pays half of one city of twelve, and nothing is left for a second."""
    rich = {"egypt": {"advances": ["architecture"], "treasury": 6}}
    went = moves({"illyricum": "egypt 20", "apollonia": "crete city", "moesia": "babylon city"}, nations=rich)
    assert [one for one in went if one[1] == "gather"] == gathered("illyricum>paeonia:6")


def test_the_computer_goes_by_twos_into_land_with_room_for_more() -> None:
    """CIV §6.1, CIV-223: two yield two: two beside those of Crete count more than a third in Moesia."""
    assert moves({"tyras": "egypt 6", "danube": "crete 2"}) == spread("tyras>moesia:2", "tyras>danube:2")


@pytest.mark.parametrize(
    ("nubia", "thebes", "found"),
    [(10, "crete city", [("nubia>thebes:9", "assault")]), (9, "crete city", []), (10, "babylon 1 crete city", [])],
)
def test_the_computer_attacks_a_city_with_nine_that_it_can_spare_unless_others_are_there(
    nubia: int, thebes: str, found: list[tuple[str, str]]
) -> None:
    """CIV §9.4, CIV-223: seven would do; one stays in Nubia; a third nation would gain most by such a fight."""
    went = moves({"nubia": f"egypt {nubia}", "thebes": thebes})
    assert [one for one in went if one[1] == "assault"] == found


def test_an_attack_is_made_with_all_the_tokens_that_it_needs_or_not_at_all() -> None:
    """CIV §9.4, CIV-223: Nubia keeps one of its tokens and Ptolemais two; the other nine take the city. Seven would be
    too few to go.
    """
    phase = moving({"nubia": "egypt 6", "ptolemais": "egypt 6", "thebes": "crete city", "buhen": "crete city"})
    went = [one for one in decided(phase, GENTLE) if one[1] == "assault"]
    assert went == [("nubia>thebes:5", "assault"), ("ptolemais>thebes:4", "assault")]
    assert phase.through("cities").at("thebes") == "egypt 4"
    fewer = moves({"nubia": "egypt 5", "ptolemais": "egypt 5", "thebes": "crete city", "buhen": "crete city"})
    assert {why for _, why in fewer} == {"spread"}


def test_a_city_of_pirates_is_gathered_for_with_seven() -> None:
    """CIV §9.4, CIV-223: next to Thebes all come that growth can miss; with six there nobody goes."""
    assert taking({"nubia": "egypt 6", "ptolemais": "egypt 5", "thebes": "neutral city"}) == [
        "nubia>thebes:5",
        "ptolemais>thebes:2",
    ]
    assert taking({"nubia": "egypt 4", "ptolemais": "egypt 2", "thebes": "neutral city"}) == []


def test_with_eleven_a_city_of_pirates_becomes_one_of_its_own_in_the_same_turn() -> None:
    """CIV §9.4, §10.1, CIV-223: six Pirates defend it and five of the eleven fall, so that six are left to build."""
    phase = moving({"nubia": "egypt 11", "ptolemais": "egypt 2", "thebes": "neutral city"})
    assert [step for step, why in decided(phase, GENTLE) if why == "retake"] == ["nubia>thebes:11"]
    assert phase.through("cities").at("thebes") == "egypt 6"


def taking(areas: dict[str, str]) -> list[str]:
    """The moves of the computer for Egypt against Pirates."""
    return [step for step, why in moves(areas) if why == "retake"]


def test_a_site_that_is_begun_comes_before_empty_land_without_one() -> None:
    """CIV-223: Argos is a free site, at Corinth one token stands on another, Delphi is empty and has none."""
    assert moves({"athens": "egypt 4", "corinth": "egypt 1"}) == spread("athens>argos:1", "athens>corinth:1")


def test_a_ship_takes_as_many_as_there_is_room_for() -> None:
    """CIV §8.4, CIV-223: with one token Sardinia is full, the two that Corsica can spare go on to Rome."""
    phase = sailing({"corsica": "egypt 3", "sardinia": "egypt 1"}, "corsica")
    assert decided(phase, GENTLE)[0] == ("corsica~rome:2", "sail")


def test_a_ship_brings_no_third_token_where_two_stand() -> None:
    """CIV §6.1, CIV-223: Ur has room for one more, but Charax is empty."""
    phase = sailing({"susa": "egypt 5", "babylonia": "egypt city", "ur": "egypt 2"}, "susa")
    assert decided(phase, GENTLE)[:2] == [("susa>parthia:2", "spread"), ("susa~charax:1", "sail")]


@pytest.mark.parametrize(("ur", "sailed"), [(3, []), (4, [("ur~chaldaea:2", "sail")])])
def test_a_ship_brings_two_tokens_but_not_one_alone_to_land_where_no_city_can_be_founded(
    ur: int, sailed: list[tuple[str, str]]
) -> None:
    """CIV §6.1, CIV-223: two stay in Ur; all else that it can reach is built up but Chaldaea, which is no site."""
    towns = dict.fromkeys(("babylon", "babylonia", "charax", "susa"), "egypt city")
    assert [one for one in decided(sailing({"ur": f"egypt {ur}", **towns}, "ur"), GENTLE) if one[0] != DONE] == sailed


def test_tokens_of_two_areas_do_not_change_places() -> None:
    """CIV §8, CIV-223: what would go forth and back stays; only the difference goes."""
    steps = [
        Step("nubia", "thebes", 3, "spread"),
        Step("thebes", "nubia", 1, "spread"),
        Step("buhen", "thebes", 1, "s"),
    ]
    assert [step.token for step in join_steps(steps)] == ["nubia>thebes:2", "buhen>thebes:1"]
    assert join_steps([Step("nubia", "thebes", 1, "spread"), Step("thebes", "nubia", 1, "spread")]) == []


BESIEGED = {"nubia": "egypt 6", "ptolemais": "egypt 6", "thebes": "crete city", "buhen": "crete city"}


def test_a_plan_is_carried_on_after_a_restart_and_by_whoever_takes_over() -> None:
    """CIV-222, CIV-223: the position shows what is left of the attack that a person has begun."""
    table = Table.start(GAME, moving(BESIEGED, options={"npc": GENTLE}).s, "movement")
    table.submit("egypt", "nubia>thebes:5")
    again = Table(GAME, table.record.copy())
    for one in (table, again):
        one.control("egypt", "npc")
        one.go_on()
    walked = [str(event.said.values["n"]) for event in table.events if event.key.endswith("movement.walked")]
    assert walked[:2] == ["5", "4"]
    assert [event.said for event in again.events] == [event.said for event in table.events][-len(again.events) :]


def test_after_another_move_than_planned_it_plans_anew_with_what_has_arrived() -> None:
    """CIV §9.4, CIV-223: one of Ptolemais has gone elsewhere; three more make eight, and seven take the city."""
    phase = moving(BESIEGED)
    flow = phase.flow()
    flow.send(None)
    flow.send({"egypt": ("nubia>thebes:5",)})
    request = flow.send({"egypt": ("ptolemais>upper_egypt:1",)})
    assert answer(phase.s, request, GENTLE) == ("ptolemais>thebes:3", "assault")
