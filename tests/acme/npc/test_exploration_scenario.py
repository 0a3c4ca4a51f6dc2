"""The scenario `exploration`: who plays, what is hidden, and what the table may set (Playbook, Scenario Crafting)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.acme.facts.catalog import CIVS
from engine.acme.game import GAME
from engine.acme.setup.pool import pool
from engine.acme.state import State
from engine.acme.verbs.replacement import open_civs
from engine.core import notation
from engine.core.game import SeatPlan, SetupError
from engine.core.table import Table
from tests.core.policy import legal

EGYPT = SeatPlan("egypt", home="memphis")
WEST = "abbreviated_western"


def opened(*seats: SeatPlan, seed: str = "exploration", **options: Any) -> Table[State]:
    """A table as it opens."""
    return Table.new(GAME, "exploration", seats or (EGYPT,), options, seed)


def unknown(s: State) -> list[str]:
    """The colours of the NPCs that are still to be found."""
    assert s.exploration is not None
    return s.exploration.unknown


def refused(*seats: SeatPlan, **options: Any) -> str:
    """Why there is no such game."""
    with pytest.raises(SetupError) as problem:
        opened(*seats, **options)
    return str(problem.value)


def played(table: Table[State], turns: int = 99) -> Table[State]:
    """Some game of the persons, for so many turns or to the end; every position is checked."""
    for n in range(5000):
        if table.pending is None or table.state.turns > turns:
            break
        ask = table.ask_of(table.waiting()[0])
        assert ask is not None
        table.submit(ask.seat, *legal(table.pending, ask, str(n)))
        assert table.problems() == []
    return table


def test_craft_02_a_standard_game_knows_its_npcs_an_exploration_none() -> None:
    """ACME-CRAFT-02, CRAFT-08 (Playbook, Scenario Crafting): only the persons' civs are there, and a further phase."""
    standard = Table.new(GAME, "standard", [EGYPT, SeatPlan("hittites", by="npc")], {}, "standard")
    assert [name for name, c in standard.state.civs.items() if c.npc] == ["hittites"]
    assert standard.state.exploration is None
    table = opened()
    assert list(table.state.civs) == ["egypt"]
    while table.state.phase == "setup":
        played_one(table)
    assert (table.state.phase, table.state.turn) == ("exploration", 1)


def played_one(table: Table[State]) -> None:
    """Any answer to the pending question."""
    ask = table.ask_of(table.waiting()[0])
    assert ask is not None
    assert table.pending is not None
    table.submit(ask.seat, *legal(table.pending, ask))


def test_craft_06_how_many_are_unknown_if_nobody_says() -> None:
    """ACME-CRAFT-06: 2 on the full map, 1 on a smaller one."""
    assert len(unknown(opened().state)) == 2
    assert len(unknown(opened(map=WEST).state)) == 1


def test_craft_07_unknown_npcs_count_for_the_challenge() -> None:
    """ACME-CRAFT-07: three of them make it very hard."""
    told = [e.text for e in opened(unknown_npcs=3).events]
    assert told[0] == "Against 3 NPCs: very hard to win."


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", [f"found{n}" for n in range(6)])
def test_craft_08_npcs_are_drawn_when_they_are_found(seed: str) -> None:
    """ACME-CRAFT-08: after some turns there are some, each of a civilization that nobody had."""
    table = played(opened(seed=seed, unknown_npcs=4, gilgamesh_returns="off"), turns=4)
    names = list(table.state.civs)
    assert names[0] == "egypt"
    assert len(names) > 1
    assert set(names) <= set(CIVS)
    assert table.state.slots == names


@pytest.mark.soak
def test_craft_09_civilizations_set_aside_are_never_found() -> None:
    """ACME-CRAFT-09: with all but two set aside, in any form of writing it, only these two can come."""
    for kept in (("urartu", "elam"), ("greeks", "scythians")):
        aside = [civ for civ in CIVS if civ not in kept]
        for n in range(4):
            table = played(opened(seed=f"aside{n}", unknown_npcs=4, without_civs=", ".join(aside)), turns=3)
            assert {name for name, c in table.state.civs.items() if c.npc} <= set(kept)
    assert "no such" not in refused(without_civs=["atlantis"])
    assert "without_civs: must be a list of civilizations" in refused(without_civs=["atlantis"])


def test_craft_09_nor_are_they_drawn_for_known_npcs_or_come_back() -> None:
    """ACME-CRAFT-09: the only civilization left is the one drawn, and an NPC may not return as one set aside."""
    aside = [civ for civ in CIVS if civ not in {"egypt", "urartu", "elam"}]
    table = opened(EGYPT, SeatPlan(by="npc"), without_civs=aside)
    drawn = next(name for name, c in table.state.civs.items() if c.npc)
    assert drawn in {"urartu", "elam"}
    assert open_civs(table.state, drawn) == ["elam" if drawn == "urartu" else "urartu"]
    assert len(open_civs(table.state, "egypt")) > 10


def test_craft_10_nobody_plays_yellow() -> None:
    """ACME-CRAFT-10: the yellow disks are kept for the Pool, so that there are five colours for all."""
    persons = [EGYPT, SeatPlan("hittites"), SeatPlan("elam"), SeatPlan("greeks")]
    s: State = GAME.setup("exploration", persons, {"unknown_npcs": 1}, "s")[0]
    colours = [*(c.colour for c in s.civs.values()), *unknown(s)]
    assert len(set(colours)) == 5
    assert "yellow" not in colours
    assert "unknown_npcs: can be up to 1" in refused(*persons, unknown_npcs=2)
    assert "seats: needs 1 to 4" in refused(*persons, SeatPlan("sumer"))


def test_double_disks_count_the_npcs_that_are_still_unknown() -> None:
    """ACME §15: three civilizations at most, on the full map; whoever is found has 98 disks too."""
    assert "double_disks" in refused(EGYPT, double_disks=True, unknown_npcs=3)
    s = opened(double_disks=True, unknown_npcs=2).state
    assert s.civs["egypt"].disks == 98


def test_craft_11_one_person_is_alone_in_turn_order() -> None:
    """ACME-CRAFT-11: space 1, and nobody else."""
    assert opened().state.order == ["egypt"]


def test_craft_12_known_npcs_deploy_and_unknown_ones_do_not() -> None:
    """ACME-CRAFT-12: the order of persons and known NPCs is drawn; they alone have disks when the game begins."""
    seats = (EGYPT, SeatPlan("hittites", by="npc"), SeatPlan("elam", by="npc"))
    orders = set()
    for n in range(8):
        table = opened(*seats, seed=f"order{n}", unknown_npcs=2)
        while table.state.phase == "setup":
            played_one(table)
        orders.add(tuple(table.state.order))
        on_map = {f for here in table.state.disks.values() for f in here}
        assert {"egypt", "hittites", "elam"} <= on_map
    assert len(orders) > 1


def test_somebody_has_to_explore() -> None:
    """Playbook, Scenario Crafting: a game has a person's civilization."""
    assert refused(SeatPlan("egypt", by="npc")) == "seats: an Exploration needs at least one player"


def test_craft_pool_01_a_standard_game_has_white_and_black_disks() -> None:
    """ACME-CRAFT-POOL-01: 6 and 4."""
    s = GAME.setup("standard", [EGYPT, SeatPlan("hittites", by="npc")], {}, "s")[0]
    assert pool(s) == {"white": 6, "black": 4}


def test_craft_pool_02_exploration_adds_yellow_and_a_disk_of_each_unknown_npc() -> None:
    """ACME-CRAFT-POOL-02, EXPL-37: with three of them 14 disks in all."""
    s = GAME.setup("exploration", [EGYPT], {"unknown_npcs": 3}, "s")[0]
    found = pool(s)
    assert (found.pop("white"), found.pop("black"), found.pop("yellow")) == (6, 4, 1)
    assert list(found.values()) == [1, 1, 1]
    assert sum(pool(s).values()) == 14


def test_craft_pool_03_the_pool_of_relations_is_the_pool_of_exploration() -> None:
    """ACME-CRAFT-POOL-03: what exploring adds to the Pool lies in it for every test."""
    table = played(opened(seed="pool", unknown_npcs=3), turns=1)
    assert pool(table.state) == {"white": 6, "black": 4, **table.state.pool}
    assert set(table.state.pool) <= {
        "yellow",
        *unknown(table.state),
        *(c.colour for c in table.state.civs.values()),
    }


def test_bon_01_the_bonus_of_npcs_is_one_vp_unless_it_is_said_otherwise() -> None:
    """ACME-SOL-BON-01, BON-03: 1 in Exploration by itself; 0 and 2 can be chosen."""
    offered = {choice.name: choice for choice in GAME.scenarios["exploration"].options}
    assert offered["npc_bonus_vp"].default == 1
    assert opened().state.options.npc_bonus_vp == 1
    assert opened(npc_bonus_vp=0).state.options.npc_bonus_vp == 0
    assert opened(npc_bonus_vp=2).state.options.npc_bonus_vp == 2


@pytest.mark.parametrize("n", range(4))
def test_a_game_is_written_and_read_back_in_the_middle_of_exploring(n: int) -> None:
    """The notation keeps what is unknown, what is left to explore and what is in the Pool."""
    table = played(opened(seed=f"notation{n}", unknown_npcs=3), turns=2)
    for _ in range(4):
        written = notation.dump(table)
        again: Table[State] = notation.load(GAME, written)
        assert again.state.exploration == table.state.exploration
        assert again.state.pool == table.state.pool
        assert notation.dump(again) == written
        played_one(table)


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", ["whole1", "whole2", "whole3"])
@pytest.mark.parametrize("board", ["full", "western", "eastern", "fertile_crescent", WEST])
def test_whole_games_on_every_map(seed: str, board: str) -> None:
    """To the end, with every position checked, by whoever is there."""
    home = {"eastern": "hittites", "fertile_crescent": "hittites"}.get(board, "egypt")
    persons = (SeatPlan(home), SeatPlan("sea_peoples"))
    table = played(opened(*persons, seed=seed, map=board, unknown_npcs=3, npc_deity=seed == "whole2"))
    outcome = table.outcome()
    assert outcome is not None
    assert set(outcome.scores) == set(table.state.slots)


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", ["b1", "b2", "b3", "b4"])
def test_whole_games_in_which_cards_settle_equal_chances(seed: str) -> None:
    """RUL-134: with Method B Events may come up while a people is being created, too."""
    assert played(opened(seed=seed, unknown_npcs=4, npc_method="b", epochs=2)).outcome() is not None


def test_a_game_played_again_from_its_record_is_the_same() -> None:
    """Seats that come while a game is played are there again when its record is read."""
    table = played(opened(seed="record", unknown_npcs=4), turns=3)
    again, lost = Table.restore(GAME, table.record.copy())
    assert lost == []
    assert again.state == table.state
