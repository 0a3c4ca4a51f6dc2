"""The computer opponent in notated positions: it feeds and guards what it has, breaks those about to win, settles."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from engine.core.ask import Picks
from engine.core.game import SeatPlan
from engine.core.table import Table
from engine.culture_wars.game import GAME
from engine.culture_wars.npc import answer
from engine.culture_wars.view import view
from tests.culture_wars.story import Story

FIRST, LAST = ["moons", "suns"], ["suns", "moons"]  # the order; movement is the other way round


def against(order: list[str], **tables: Any) -> Story:
    """The Suns are the computer's and the Moons a person's."""
    return Story("movement", order=order, cultures={"suns": {"by": "npc"}, "moons": {}}, **tables)


TOWN = {"c4": "suns 3 settlement"}
RING = {"b4": "suns 2", "c5": "suns 2", "d4": "suns 2"}


def test_it_keeps_its_settlement_fed() -> None:
    story = against(FIRST, coins={**TOWN, "g4": "moons 4"}, tokens={**RING, "j10": "moons 2"}).all_stay()
    assert "suns} abandoned" not in story.told()
    assert story.table.view(None).squares["c4"].settlement.support >= 5


def test_it_keeps_more_beside_a_settlement_than_rivals_near_can_fight() -> None:
    tokens = {**RING, "b5": "suns 3", "d5": "suns 3", "e4": "moons 3", "c7": "moons 3", "j10": "moons 2"}
    story = against(FIRST, coins=TOWN, tokens=tokens)
    assert story.seat() == "moons"
    story.answer("e4>d4:3").answer("done" if story.key == "movement.move" else "pass")
    assert story.s.coins["c4"].settled


def test_it_guards_a_settlement_that_may_be_entered_when_the_supply_is_out() -> None:
    """Without tokens in supply nobody would defend it (CW:72)."""
    far = {f"{letter}10": "suns 5" for letter in "abdf"} | {"c5": "suns 4", "b5": "suns 2", "c3": "suns 6"}
    tokens = {**far, "b3": "suns 2", "d3": "suns 2", "d4": "moons 1", "j1": "moons 2"}
    story = against(FIRST, coins=TOWN, tokens=tokens)
    assert story.s.cultures["suns"].supply == 0
    assert story.s.tokens["c4"]["suns"] >= 5
    assert story.answer("d4>c4:1").answer("done").s.coins["c4"].settled


def test_it_enters_a_settlement_of_a_rival_who_would_win_now() -> None:
    coins = {"c3": "moons 2 settlement", "c8": "moons 3 settlement", "h3": "moons 4 settlement"}
    coins |= {"h8": "moons 5 settlement", "e1": "suns 2"}
    rings = {f"{letter}{row}": "moons 2" for letter in "bg" for row in (2, 3, 7, 8)}
    ends = {f"{letter}{row}": "moons 1" for letter in "dj" for row in (3, 8)} | {"i3": "moons 1", "i8": "moons 1"}
    story = against(LAST, holding=["moons"], coins=coins, tokens={**rings, **ends, "c5": "suns 3", "c4": "suns 3"})
    story.answer("done")
    assert story.table.pending is not None
    assert story.s.holding == []


def test_it_settles_where_five_and_five_more_can_be_brought_together() -> None:
    tokens = {"c4": "suns 3", "b4": "suns 3", "c5": "suns 3", "d4": "suns 3", "b5": "suns 3", "j1": "moons 2"}
    story = against(FIRST, coins={"c4": "suns 4"}, tokens=tokens).all_stay()
    assert story.s.coins["c4"].settled


def test_it_settles_with_the_ace_where_no_coin_is_left() -> None:
    coins = {"g2": "suns 2 settlement", "g5": "suns 3 settlement", "j3": "suns 4 settlement", "i7": "suns 5 settlement"}
    tokens = {"c4": "suns 3", "b4": "suns 4", "c5": "suns 3", "d4": "suns 3", "c3": "suns 3", "b5": "suns 2"}
    story = against(FIRST, coins=coins, tokens={**tokens, "d5": "suns 2", "a10": "moons 2"}).all_stay()
    assert "with the Ace" in story.told()


def test_it_does_not_give_one_settlement_up_for_another() -> None:
    """The five of c5 and c7 feed c4; settling c6 with them would starve it."""
    coins = {"c4": "suns 3 settlement", "c7": "suns 5"}
    tokens = {"b5": "suns 2", "c5": "suns 2", "d5": "suns 2", "c6": "suns 2", "j1": "moons 2"}
    story = against(FIRST, coins=coins, tokens=tokens).all_stay()
    assert story.s.coins["c4"].settled


def test_it_does_not_form_a_settlement_that_starves_its_neighbour() -> None:
    """The ten on c5 feed c4 with two; without them it has four."""
    coins = {"c4": "suns 3 settlement"}
    tokens = {"c5": "suns 10", "b4": "suns 2", "d4": "suns 2", "b6": "suns 2", "d6": "suns 2", "j1": "moons 2"}
    tables: dict[str, Any] = {"order": FIRST, "coins": coins, "tokens": tokens}
    table = Story("settlement", **tables).table
    assert table.pending is not None
    assert answer(view(table.state, []), table.pending, table.pending.asks[0]) == ("pass",)


def test_what_grows_when_the_supply_is_short_is_nearest_to_what_is_wanted() -> None:
    back = {f"{letter}1": "suns 5" for letter in "acegi"} | {"g7": "suns 2", "g8": "suns 3", "a9": "suns 5"}
    story = against(LAST, coins={"h9": "moons 4"}, tokens={**back, "j4": "moons 1"})
    seen = view(story.s, [])
    assert story.s.cultures["suns"].supply == 1
    table: Table[Any] = Story("expansion", order=FIRST, coins={"h9": "moons 4"}, tokens={**back, "j4": "moons 1"}).table
    assert table.pending is not None
    assert answer(seen, table.pending, table.pending.asks[0]) == ("g8",)


def calls_of(act: Callable[[], Picks]) -> tuple[int, Picks]:
    """How many functions are called on the way to an answer, and the answer."""
    calls = 0

    def heard(_frame: object, event: str, _value: object) -> None:
        nonlocal calls
        calls += event == "call"

    sys.setprofile(heard)
    try:
        picks = act()
    finally:
        sys.setprofile(None)
    return calls, picks


@pytest.mark.soak
def test_it_decides_in_few_steps() -> None:
    """Some 4,000 calls a decision over a whole game of four, under ten milliseconds; never more than 24,000."""
    table = Table.new(GAME, "standard", [SeatPlan() for _ in range(4)], {"rounds": 8}, "quick")
    spent: list[int] = []
    while table.pending is not None:
        request, ask, seen = table.pending, table.pending.asks[0], view(table.state, [])
        calls, picks = calls_of(partial(answer, seen, request, ask))
        spent.append(calls)
        table.submit(ask.seat, *picks)
    assert sum(spent) / len(spent) < 8_000
    assert max(spent) < 24_000
