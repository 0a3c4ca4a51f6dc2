"""The sandbox situations: which civilizations go together, how they begin (Playbook, Sandbox Situation Scenarios)."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from engine.acme.facts.catalog import CIVS
from engine.acme.game import GAME
from engine.acme.questions.board import on_map
from engine.acme.sandbox.situations import SITUATIONS, available
from engine.acme.state import State
from engine.core import notation
from engine.core.game import SeatPlan, SetupError
from engine.core.table import Table
from engine.core.toml import write
from tests.conformance.players import step

WEST = {"greeks", "egypt", "hittites", "sea_peoples", "israelites"}
EAST = {"indus_valley", "scythians", "medes_persians"}
EPOCHS = {
    "akkad": {1},
    "assyria": {1, 2, 3},
    "babylon": {2, 3},
    "chaldea": {3},
    "cimmerians": {3, 4},
    "indus_valley": {1, 2, 3, 4},
    "egypt": {1, 2, 3, 4},
    "elam": {1, 2, 3},
    "greeks": {3, 4},
    "hittites": {2},
    "israelites": {3},
    "medes_persians": {3, 4},
    "mittani": {2, 3},
    "scythians": {3, 4},
    "sea_peoples": {2, 3},
    "sumer": {1, 2},
    "urartu": {3},
}


def table(scenario: str, seats: Sequence[SeatPlan | str], **options: Any) -> Table[State]:
    """A table of the situation; seats by their civ are persons, each on its own."""
    plans = [seat if isinstance(seat, SeatPlan) else SeatPlan(seat) for seat in seats]
    return Table.new(GAME, scenario, plans, options, f"{scenario} {seats}")


def of(player: str, *civs: str) -> list[SeatPlan]:
    """The seats of a player."""
    return [SeatPlan(civ, player=player) for civ in civs]


def refused(scenario: str, seats: Sequence[SeatPlan | str], **options: Any) -> str:
    """Why the table cannot be set up."""
    with pytest.raises(SetupError) as error:
        table(scenario, seats, **options)
    return str(error.value)


def offered(t: Table[State]) -> set[str]:
    """What the seat that chooses may take."""
    choose_homes(t)
    assert t.pending is not None
    assert t.pending.key == "setup.civ"
    return set(t.pending.asks[0].options)


def take(t: Table[State], civ: str) -> None:
    """The seat that chooses takes that civ, and the first of its Home Areas."""
    choose_homes(t)
    t.submit(t.waiting()[0], civ)
    choose_homes(t)


def choose_homes(t: Table[State]) -> None:
    """Whoever may choose its Home Area takes the first."""
    while t.pending is not None and t.pending.key == "setup.home":
        t.submit(t.waiting()[0], t.pending.asks[0].options[0])


def deployed(t: Table[State]) -> State:
    """The position when all have set up."""
    rng = random.Random(1)
    while t.state.phase == "setup":
        step(rng, t)
    return t.state


@pytest.mark.parametrize("civ", CIVS)
def test_sbx_chart_01_to_19_a_civ_is_contemporaneous_in_the_epochs_of_the_chart_only(civ: str) -> None:
    six = SITUATIONS["six_civilizations"]
    found = {epoch for epoch in range(1, 5) if civ in available(six, epoch, contemporaneous=True)}
    assert found == EPOCHS[civ]


def test_sbx_chart_the_indus_valley_is_called_by_its_epoch() -> None:
    names = [CIVS["indus_valley"].name_in(epoch) for epoch in range(1, 5)]
    assert names[1] == names[2]
    assert len(set(names)) == 3


def test_sbx_02_and_05_freeform_takes_any_civ_with_a_home_on_the_map_contemporaneous_those_of_the_epoch() -> None:
    assert "israelites" in offered(table("six_civilizations", [""] * 6))
    assert "israelites" not in offered(table("six_civilizations", [""] * 6, contemporaneous=True))
    assert "israelites" in offered(table("six_civilizations", [""] * 6, contemporaneous=True, start_epoch=3))


def test_sbx_03_only_the_civs_of_epoch_iv_are_offered() -> None:
    t = table("six_civilizations", [""] * 6, contemporaneous=True, start_epoch=4)
    assert t.state.epoch == 4
    assert offered(t) == {"cimmerians", "egypt", "greeks", "indus_valley", "medes_persians", "scythians"}


def test_sbx_04_where_a_grouping_is_exhausted_the_last_player_takes_any_civ_of_the_epoch() -> None:
    t = table("six_civilizations", [""] * 6, contemporaneous=True, start_epoch=4)
    while t.pending is not None and t.pending.key == "setup.civ":
        take(t, min(offered(t)))
    assert set(t.state.civs) == {"cimmerians", "egypt", "greeks", "indus_valley", "medes_persians", "scythians"}


def test_sbx_too_few_civs_of_the_epoch_are_refused() -> None:
    assert "start_epoch" in refused("three_in_the_crescent", ["", "", ""], contemporaneous=True, start_epoch=4)


def test_sbx_07_a_people_without_an_end_is_there_in_epoch_iv() -> None:
    six = available(SITUATIONS["six_civilizations"], 4, contemporaneous=True)
    assert {"egypt", "greeks", "medes_persians", "scythians"} <= set(six)


def test_sbx_08_a_person_alone_meets_npcs_with_a_pool_and_hostility() -> None:
    t = table("four_civilizations", ["egypt"])
    assert sum(c.npc for c in t.state.civs.values()) == 3
    s = deployed(t)
    assert s.options.hostility
    assert GAME.view(s, None, ()).pool
    assert s.options.epochs == 4


@pytest.mark.parametrize("name", SITUATIONS)
def test_sbx_08_npcs_take_the_seats_that_no_person_takes(name: str) -> None:
    """ACME-SBX-08: their number is not asked for."""
    assert GAME.scenarios[name].fills


def test_sbx_09_the_end_is_agreed_on_before_play() -> None:
    t = table("four_civilizations", [""] * 4, start_epoch=2, epochs=3)
    assert (t.state.epoch, t.state.options.epochs) == (2, 3)
    assert table("four_civilizations", [""] * 4, vp_target=25).state.options.vp_target == 25
    assert table("four_civilizations", [""] * 4, time=120).state.options.time == 120
    assert table("four_civilizations", [""] * 4, start_epoch=4).state.options.epochs == 4
    with pytest.raises(SetupError, match="epochs"):
        table("four_civilizations", [""] * 4, start_epoch=4, epochs=2)


def test_sbx_6c_01_six_civs_on_the_full_map_with_twelve_disks_each() -> None:
    s = deployed(table("six_civilizations", [""] * 6))
    assert s.map == "full"
    assert {on_map(s, civ) + s.civs[civ].box for civ in s.civs} == {12}


def test_sbx_6c_02_to_04_two_of_each_region_and_one_of_each_central_group() -> None:
    t = table("six_civilizations", [""] * 6)
    for civ in ("egypt", "greeks"):
        take(t, civ)
    assert not offered(t) & WEST
    for civ in ("indus_valley", "scythians"):
        take(t, civ)
    assert "medes_persians" not in offered(t)
    take(t, "akkad")
    assert offered(t) == {"elam", "babylon", "sumer", "chaldea", "cimmerians", "urartu"}
    take(t, "babylon")
    assert t.pending is not None
    assert t.pending.key == "setup.deploy"


def test_sbx_5c_01_only_one_central_civ_of_five() -> None:
    t = table("five_civilizations", [""] * 5)
    take(t, "sumer")
    assert offered(t) == WEST | EAST


def test_sbx_4c_01_no_central_civ_among_four() -> None:
    t = table("four_civilizations", [""] * 4)
    assert offered(t) == WEST | EAST
    s = deployed(t)
    assert {on_map(s, civ) + s.civs[civ].box for civ in s.civs} == {12}


def test_sbx_4c_02_three_regions_must_be_covered_and_the_fourth_is_free() -> None:
    t = table("four_civilizations", [""] * 4, variant="any")
    for civ in ("egypt", "greeks"):
        take(t, civ)
    assert not offered(t) & WEST
    take(t, "scythians")
    assert offered(t) == set(CIVS) - WEST - EAST
    assert "can't play together" in refused("four_civilizations", ["egypt", "greeks", "hittites", ""], variant="any")


def test_sbx_3c_01_one_civ_of_each_region() -> None:
    t = table("three_civilizations", [""] * 3)
    take(t, "egypt")
    assert not offered(t) & WEST


def test_sbx_3c_02_double_disks_are_suggested_and_can_be_switched_off() -> None:
    choice = {c.name: c for c in GAME.scenarios["three_civilizations"].options}["double_disks"]
    assert choice.default is True
    assert table("three_civilizations", [""] * 3).state.options.double_disks
    assert not table("three_civilizations", [""] * 3, double_disks=False).state.options.double_disks


PAIRS = [*of("Ann", "", ""), *of("Ben", "", ""), *of("Cem", "", "")]


@pytest.mark.parametrize(
    ("variant", "allowed", "barred"),
    [("pairs_apart", EAST, WEST - {"egypt"}), ("pairs_together", WEST - {"egypt"}, EAST)],
)
def test_sbx_3c_03_the_second_civ_by_the_rule_agreed_on(variant: str, allowed: set[str], barred: set[str]) -> None:
    t = table("three_civilizations", [*of("Ann", "egypt", ""), *PAIRS[2:]], variant=variant)
    ann = next(name for name, c in t.state.civs.items() if c.player == "Ann" and name.startswith("seat_"))
    choose_homes(t)
    while t.waiting()[0] != ann:
        take(t, min(offered(t) - allowed or offered(t)))
    assert not offered(t) & barred
    assert offered(t) <= allowed | (set(CIVS) - WEST - EAST if variant == "pairs_apart" else set())


def test_sbx_3c_03_a_region_closes_after_two_picks() -> None:
    t = table("three_civilizations", PAIRS, variant="pairs_open")
    for civ in ("egypt", "greeks"):
        take(t, civ)
    assert not offered(t) & WEST


def test_sbx_3c_03_who_is_drawn_twice_in_a_row_waits_with_the_second_civ() -> None:
    seats = {f"seat_{i}": player for i, player in enumerate(("Ann", "Ann", "Ben", "Ben", "Cem", "Cem"), 1)}
    top = {"scenario": "three_civilizations", "map": "full", "phase": "setup", "step": "setup.civ", "seed": "row"}
    civs = {seat: {"player": player} for seat, player in seats.items()}
    options = {"variant": "pairs_open"}
    t = notation.load(GAME, write({**top, "order": list(seats), "options": options, "civs": civs}))
    asked = []
    for civ in ("egypt", "akkad", "scythians", "greeks", "babylon", "indus_valley"):
        choose_homes(t)
        asked.append(seats[t.waiting()[0]])
        take(t, civ)
    assert asked == ["Ann", "Ben", "Cem"] * 2


@pytest.mark.parametrize(
    ("situation", "said"),
    [
        ("four_civilizations", "98 disks each: not possible in this situation."),
        ("three_civilizations", "98 disks each: suggested with single."),
        (
            "two_civilizations",
            "98 disks each: compulsory with single; possible with pairs_own, pairs_other and pairs_central.",
        ),
    ],
)
def test_the_option_of_double_disks_says_what_it_means_in_the_situation(situation: str, said: str) -> None:
    """Playbook, Double Disk Option: other limits hold there than in the standard game."""
    choice = {c.name: c for c in GAME.scenarios[situation].options}["double_disks"]
    assert str(choice.text) == said


def test_sbx_2c_01_west_against_east_with_double_disks() -> None:
    t = table("two_civilizations", ["", ""])
    take(t, "scythians")
    assert offered(t) == WEST
    assert {c.disks for c in t.state.civs.values()} == {98}
    assert "compulsory" in refused("two_civilizations", ["", ""], double_disks=False)
    assert "can't play together" in refused("two_civilizations", ["scythians", "indus_valley"])


@pytest.mark.parametrize(
    ("variant", "second"),
    [("pairs_own", WEST - {"egypt"}), ("pairs_other", EAST), ("pairs_central", set(CIVS) - WEST - EAST)],
)
def test_sbx_2c_02_the_second_civ_of_each_player(variant: str, second: set[str]) -> None:
    t = table("two_civilizations", [*of("Ann", "egypt", ""), *of("Ben", "", "")], variant=variant)
    ann = next(name for name, c in t.state.civs.items() if c.player == "Ann" and name.startswith("seat_"))
    choose_homes(t)
    while t.waiting()[0] != ann:
        take(t, min(offered(t)))
    assert offered(t) <= second
    assert not t.state.options.double_disks
    doubled = table("two_civilizations", [*of("Ann", "", ""), *of("Ben", "", "")], variant=variant, double_disks=True)
    assert doubled.state.options.double_disks


def test_sbx_2c_03_three_civs_for_each_player_one_of_each_region() -> None:
    seats = [*of("Ann", "", "", ""), *of("Ben", "", "", "")]
    t = table("two_civilizations", seats, variant="triples")
    rng = random.Random(3)
    while t.pending is not None and t.pending.key in {"setup.civ", "setup.home"}:
        step(rng, t)
    held = [
        [CIVS[civ].group.partition("_")[0] for civ, c in t.state.civs.items() if c.player == p] for p in ("Ann", "Ben")
    ]
    assert [sorted(regions) for regions in held] == [["central", "eastern", "western"]] * 2
    assert len(t.state.order) == 6


def test_sbx_2c_04_one_person_with_several_civs_has_one_score_against_npcs() -> None:
    t = table("two_civilizations", of("Ann", "egypt", "greeks"), variant="pairs_own")
    others = [name for name, c in t.state.civs.items() if c.npc]
    assert len(others) == 2
    s = deployed(t)
    assert {CIVS[civ].group for civ in s.civs if s.civs[civ].npc} == {"eastern"}


CASES: Mapping[str, tuple[str, list[str], list[str], str]] = {
    "4W-01": (
        "four_in_the_west",
        ["egypt", "greeks", "akkad", "babylon"],
        ["egypt", "greeks", "akkad", "assyria"],
        "western",
    ),
    "4E-01": (
        "four_in_the_east",
        ["indus_valley", "scythians", "akkad", "babylon"],
        ["indus_valley", "scythians", "akkad", "assyria"],
        "eastern",
    ),
    "3W-01": ("three_in_the_west", ["egypt", "greeks", "akkad"], ["egypt", "akkad", "babylon"], "western"),
    "3E-01": (
        "three_in_the_east",
        ["indus_valley", "akkad", "urartu"],
        ["indus_valley", "akkad", "mittani"],
        "eastern",
    ),
    "2W-01": ("two_in_the_west", ["egypt", "akkad"], ["egypt", "greeks"], "western"),
    "2E-01": ("two_in_the_east", ["scythians", "elam"], ["scythians", "medes_persians"], "eastern"),
}


@pytest.mark.parametrize("row", CASES)
def test_sbx_regional_situations_on_their_maps(row: str) -> None:
    """ACME-SBX-4W-01, ACME-SBX-4E-01, ACME-SBX-3W-01, ACME-SBX-3E-01, ACME-SBX-2W-01, ACME-SBX-2E-01."""
    scenario, good, bad, board = CASES[row]
    s = deployed(table(scenario, good))
    assert s.map == board
    assert {on_map(s, civ) + s.civs[civ].box for civ in s.civs} == {12}
    assert "can't play together" in refused(scenario, bad)
    third_group = "urartu" in available(SITUATIONS[scenario], 1, contemporaneous=False)
    assert third_group == (scenario == "three_in_the_east")


CRESCENT: Mapping[str, tuple[str, str, list[str], list[str]]] = {
    "4F-01": (
        "four_in_the_crescent",
        "four",
        ["akkad", "sumer", "medes_persians", "israelites"],
        ["akkad", "assyria", "medes_persians", "israelites"],
    ),
    "3F-01": ("three_in_the_crescent", "three", ["akkad", "sumer", "israelites"], ["akkad", "mittani", "israelites"]),
    "2F-01": ("two_in_the_crescent", "single", ["akkad", "sumer"], ["akkad", "assyria"]),
    "2F-02": ("two_in_the_crescent", "persians", ["medes_persians", "israelites"], ["akkad", "sumer"]),
}


@pytest.mark.parametrize("row", CRESCENT)
def test_sbx_situations_in_the_fertile_crescent_begin_small_and_grow_by_six_more(row: str) -> None:
    """ACME-SBX-4F-01, ACME-SBX-3F-01, ACME-SBX-2F-01, ACME-SBX-2F-02."""
    scenario, variant, good, bad = CRESCENT[row]
    t = table(scenario, good, variant=variant)
    s = deployed(t)
    assert s.map == "fertile_crescent"
    assert {on_map(s, civ) + s.civs[civ].box for civ in s.civs} == {6}
    first = s.order[0]
    assert s.civs[first].supply == 48 - 6
    rng = random.Random(0)
    while t.state.civs[first].box < 3 and t.pending is not None and t.state.phase == "growth":
        step(rng, t)
    told = [e.text for e in t.events if e.key == "growth.acquired"]
    assert any(f"{n} growth disks" in told[0] for n in range(9, 20))
    assert "can't play together" in refused(scenario, bad, variant=variant)


def test_sbx_2f_02_the_persians_meet_no_egypt() -> None:
    assert "egypt has no Home Area" in refused("two_in_the_crescent", ["medes_persians", "egypt"], variant="persians")


def test_sbx_2f_03_each_side_adds_persians_or_israelites() -> None:
    seats = [*of("Ann", "akkad", "medes_persians"), *of("Ben", "sumer", "")]
    s = deployed(table("two_in_the_crescent", seats, variant="pairs"))
    assert s.slots == ["akkad", "medes_persians", "sumer", "israelites"]
    both = [*of("Ann", "akkad", "sumer"), *of("Ben", "medes_persians", "israelites")]
    assert "can't play together" in refused("two_in_the_crescent", both, variant="pairs")


def test_sbx_2w_02_double_disks_are_suggested_in_the_west() -> None:
    assert table("two_in_the_west", ["egypt", "akkad"]).state.options.double_disks
    assert not table("two_in_the_west", ["egypt", "akkad"], double_disks=False).state.options.double_disks


def test_sbx_2w_03_a_person_with_two_civs_has_both_of_the_west_or_one_of_each_region() -> None:
    own = table("two_in_the_west", of("Ann", "egypt", "greeks"), variant="pairs_own")
    assert sum(c.npc for c in own.state.civs.values()) == 2
    assert "can't play together" in refused("two_in_the_west", of("Ann", "egypt", "akkad"), variant="pairs_own")
    mixed = table("two_in_the_west", of("Ann", "egypt", "akkad"), variant="pairs_other")
    assert mixed.state.slots[:2] == ["egypt", "akkad"]
    assert "can't play together" in refused("two_in_the_west", of("Ann", "egypt", "greeks"), variant="pairs_other")


def test_sbx_2e_02_each_side_one_of_the_east_and_one_of_the_centre_of_different_groups() -> None:
    seats = [*of("Ann", "scythians", "mittani"), *of("Ben", "indus_valley", "akkad")]
    assert "can't play together" in refused("two_in_the_east", seats, variant="pairs")
    other = [*of("Ann", "scythians", "elam"), *of("Ben", "indus_valley", "sumer")]
    assert "can't play together" in refused("two_in_the_east", other, variant="pairs")
    apart = [*of("Ann", "scythians", "elam"), *of("Ben", "indus_valley", "akkad")]
    assert table("two_in_the_east", apart, variant="pairs").state.slots == [seat.civ for seat in apart]


def test_sbx_10_a_lone_central_civ_gets_nothing_for_it() -> None:
    s = deployed(table("three_in_the_west", ["egypt", "greeks", "akkad"], double_disks=False))
    assert {(s.civs[c].mina, len(s.civs[c].hand), on_map(s, c) + s.civs[c].box) for c in s.civs} == {(0, 5, 12)}


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("name", "variant"), [(n, v.id) for n, situation in SITUATIONS.items() for v in situation.variants]
)
def test_every_situation_is_played_to_its_end(name: str, variant: str) -> None:
    found = SITUATIONS[name].variant(variant)
    players = [f"player {i // found.each}" for i in range(len(found.slots))]
    t = table(name, [SeatPlan(player=p) for p in players], variant=variant, epochs=1)
    rng = random.Random(variant)
    while t.pending is not None:
        step(rng, t)
        assert t.problems() == []
    assert t.outcome() is not None


def test_sbx_2f_04_who_plays_two_civs_has_two_hands_two_supplies_and_one_score() -> None:
    """PB:797, PB:809: as everywhere where one plays several civilizations."""
    seats = [*of("Ann", "akkad", "israelites"), *of("Ben", "sumer", "medes_persians")]
    t = table("two_in_the_crescent", seats, variant="pairs")
    s = deployed(t)
    assert {name: c.player for name, c in s.civs.items()} == {plan.civ: plan.player for plan in seats}
    assert all(len(c.hand) == 5 for c in s.civs.values())
    assert {on_map(s, civ) + s.civs[civ].box for civ in s.civs} == {6}
    assert {one.name for one in GAME.view(s, None, ()).players} == {"Ann", "Ben"}
