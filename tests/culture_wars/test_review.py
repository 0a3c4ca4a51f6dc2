"""Corners of the rules, from notated positions: several seas, boats, fights of equals, supply, victory, refusals."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.core.game import SetupError
from engine.culture_wars.game import GAME
from engine.culture_wars.geography import geography
from engine.culture_wars.movement import sailings
from engine.culture_wars.npc.outlook import tokens_after_fight
from tests.culture_wars.story import THREE, Phase, Story, position

SECOND = ["moons", "suns"]
TWO_SEAS = {"8": "c11", "12": "g11", "17": "e13"}  # around e11 to f12, beyond the north coast


def test_water_between_moved_tiles_is_an_inner_sea_of_its_own() -> None:
    """N-41 (CW:19)."""
    seas = geography(Phase("movement", tiles=TWO_SEAS).s).sea_at
    assert seas[4, 10] == "inner"
    assert seas[4, 4] == seas[2, 4] == "inner_2"


def test_boats_do_not_cross_from_one_inner_sea_to_another() -> None:
    """CW-29 (CW:46), N-41, N-43: d11 lies on the northern one and on the outer sea, d7 on the southern one."""
    coins = {"d11": "suns 3 settlement", "d7": "moons 4 settlement", "g12": "moons 2 settlement"}
    phase = Phase("movement", order=SECOND, tiles=TWO_SEAS, coins=coins, tokens={"c11": "suns 1"})
    found = set(sailings(phase.s, "suns", "c11"))
    assert found
    assert not found & {"c7", "d8", "d6"}


def test_a_boat_leaves_from_within_the_settlement_too() -> None:
    """AMB-125 (CW:46)."""
    coins = {"a5": "suns 3 settlement", "j5": "moons 4 settlement"}
    phase = Phase("movement", order=SECOND, coins=coins, tokens={"a5": "suns 1"})
    assert set(sailings(phase.s, "suns", "a5")) == {"j4", "j6"}


def test_the_port_it_left_is_no_goal_but_another_own_settlement_is() -> None:
    """N-43 (CW:46): `another settlement`, whoever has it."""
    coins = {"a5": "suns 3 settlement", "j5": "suns 4 settlement"}
    phase = Phase("movement", order=SECOND, coins=coins, tokens={"b5": "suns 1"})
    assert set(sailings(phase.s, "suns", "b5")) == {"j4", "j6"}


def test_a_boat_does_not_land_inland() -> None:
    """CW-28 (CW:46): i5 is beside the settlement, and no coast."""
    coins = {"a5": "suns 3 settlement", "j5": "moons 4 settlement"}
    assert "i5" not in sailings(Phase("movement", coins=coins, tokens={"a5": "suns 1"}).s, "suns", "a5")


def test_three_equal_cultures_lose_their_last_tokens_together() -> None:
    """CW-40 (CW:63): all remove at once, so nobody is left on a bare square."""
    phase = Phase("conflict", cultures=THREE, tokens={"c4": "suns 1 moons 1 crowns 1", "j1": "suns 1"}).run()
    assert phase.tokens("c4") == {}


def test_tokens_lost_in_a_conflict_defend_a_settlement_after_it() -> None:
    """N-45 (CW:59): four come back from c4 before c9 is entered."""
    coins = {"c9": "suns 3 settlement"}
    tokens = {"c4": "suns 4 moons 6", "c9": "moons 1", "a1": "suns 32"}
    phase = Phase("conflict", coins=coins, tokens=tokens).run()
    assert "Defending tokens: 4" in phase.log()


def test_a_settlement_entered_and_formed_again_in_one_turn_is_still_held() -> None:
    """AMB-135 (CW:95), CW-48: it is counted at the end of the turn."""
    coins = {"b2": "suns 2 settlement", "b8": "suns 3 settlement", "h2": "suns 4 settlement"}
    tokens = dict.fromkeys(("a1", "a2", "a3", "a7", "a8", "a9", "g1", "g2", "g3"), "suns 2")
    story = Story(
        "movement",
        cultures=THREE,
        order=["suns", "moons", "crowns"],
        holding=["suns"],
        coins=coins,
        tokens={**tokens, "b9": "moons 1", "j10": "crowns 1"},
    )
    story.answer("done").answer("b9>b8:1").answer("done")
    story.answer("b8")
    outcome = story.table.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == (("suns",), "held")


def test_what_a_foreign_coin_shows_cannot_be_taken_back() -> None:
    """CW:79: turning it over is new to everybody."""
    phase = Phase("settlement", coins={"c4": "moons 4"}, tokens={"c4": "suns 5", "j1": "moons 1"})
    before = GAME.barrier(phase.s)
    assert GAME.barrier(phase.run("c4", "coin:1").s) > before


def test_an_abandoned_settlement_takes_tokens_row_by_row_from_the_north_west() -> None:
    """N-47 (CW:87): three in supply, two settlements."""
    coins = {"c8": "suns 2 settlement", "c2": "suns 5 settlement"}
    phase = Phase("abandonment", coins=coins, tokens={"j5": "suns 33", "j1": "moons 1"}).run()
    assert (phase.tokens("c8"), phase.tokens("c2")) == ({"suns": 2}, {"suns": 1})


def test_coins_that_found_no_room_stay_in_reserve_and_can_settle_later() -> None:
    """CW-16 (CW:21), CW-65 (CW:79)."""
    reserve = {"suns": {"reserve": [1, 5, 2]}, "moons": {}}
    coins = {"c4": "moons 4", "h1": "suns 3", "a1": "suns 4"}
    phase = Phase("settlement", cultures=reserve, coins=coins, tokens={"c4": "suns 5"}).run("c4", "coin:1")
    assert phase.coin("c4") == "suns 5 settlement"


@pytest.mark.parametrize("token", ["c4>c5:²", "c4>c5:", "c4>", ">c5:1", "c4~c5:٣", "c4>c5:0", "c4>c5:-1"])
def test_nothing_that_is_typed_breaks_the_reasons(token: str) -> None:
    phase = Phase("movement", order=SECOND, tokens={"c4": "suns 2"})
    assert isinstance(GAME.why_not(phase.s, "suns", token), str)


@pytest.mark.parametrize(
    "tables",
    [
        {"coins": {"c4": ""}},
        {"coins": {"c4": "suns ²"}},
        {"tokens": {"c4": "suns ²"}},
        {"tokens": {"c4": "suns 2 suns 3"}},
    ],
)
def test_positions_that_cannot_be_read_are_refused_by_name(tables: dict[str, Any]) -> None:
    with pytest.raises(SetupError, match="c4"):
        GAME.load(position("movement", **tables))


def test_the_computer_foresees_conflicts_as_the_rules_resolve_them() -> None:
    """CW-39 to CW-41 (CW:63)."""
    chance = random.Random(7)
    for _ in range(60):
        here = {c: n for c in THREE if (n := chance.randint(0, 6))}
        number = chance.choice((None, 2, 3, 4, 5))
        coins = {"c4": f"crowns {number}"} if number else {}
        tokens = {"c4": " ".join(f"{c} {n}" for c, n in here.items())} if here else {}
        phase = Phase("conflict", cultures=THREE, coins=coins, tokens=tokens).run()
        assert phase.tokens("c4") == dict(sorted(tokens_after_fight(here, number or 2).items()))
