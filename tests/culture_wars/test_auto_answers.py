"""Planned moves with what stops them, and auto-answers for growth, settlements and coins."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core import notation
from engine.core.auto_answers import LodgedPlan, RegionWatch, Verdict, ahead, lodge_plan, read, verdict
from engine.core.game import SeatPlan
from engine.core.table import Table
from engine.core.trial import Trial
from engine.culture_wars.game import GAME
from engine.culture_wars.state import State
from tests.culture_wars.story import position

AUTO = GAME.auto_answers
LAND = {"c4": "suns 3", "c8": "suns 6", "d4": "moons 3", "h4": "moons 4"}


def board(phase: str = "movement", **tables: Any) -> Table[State]:
    """Suns move first, for movement goes in reverse order; then Moons."""
    wanted = {"order": ["moons", "suns"], "tokens": LAND, **tables}
    return notation.load(GAME, position(phase, **wanted))


def judged(table: Table[State], seat: str, *lines: str, plan: LodgedPlan | None = None, then: Any = None) -> Verdict:
    """What these say to what the seat is asked now."""
    there = [one for line in lines if (one := read(AUTO, line)) is not None]
    return verdict(Trial(table, seat), AUTO, plan, then, there)


def lodge(table: Table[State], *picks: str, watched: tuple[RegionWatch, ...] = ()) -> LodgedPlan:
    """A plan of the Moons."""
    there = ahead(table, "moons")
    assert there is not None
    return lodge_plan(there, "moons", picks, watched)


def test_a_plan_of_moves_is_carried_out_in_its_turn() -> None:
    """CW:46."""
    table = board()
    plan, then = lodge(table, "h4>h5:2"), table.view("moons")
    table.submit("suns", "done")
    assert judged(table, "moons", plan=plan, then=then).batch == (("h4>h5:2",), ("done",))


@pytest.mark.parametrize(
    ("move", "watched", "reason"),
    [
        ("c4>d4:1", (), "entered"),
        ("c8>c7:1", (), ""),
        ("c8>c7:1", (RegionWatch(("c7",)),), "watched"),
        ("c8>c7:1", (RegionWatch(("c7",), "moons"),), ""),
    ],
)
def test_a_plan_stops_where_others_have_come_in_between(
    move: str, watched: tuple[RegionWatch, ...], reason: str
) -> None:
    """CW:46: with the place and whose tokens they are."""
    table = board()
    plan, then = lodge(table, "h4>h5:2", watched=watched), table.view("moons")
    table.submit_batch("suns", [(move,), ("done",)])
    said = judged(table, "moons", plan=plan, then=then)
    assert said.why.key == (f"auto.stop.{reason}" if reason else "")
    assert bool(said.batch) is not bool(reason)


@pytest.mark.parametrize(("way", "grown"), [("most", "c8"), ("fewest", "c4")])
def test_squares_grow_by_how_many_tokens_they_have(way: str, grown: str) -> None:
    """CW:42, AMB-124: with one token in supply and two squares."""
    table = board("expansion", tokens={"c4": "suns 14", "c8": "suns 21", "h4": "moons 4"}, order=["suns", "moons"])
    assert judged(table, "suns", f"grow: {way}").batch == ((grown,),)


def test_settlements_are_formed_always_or_never_and_with_the_coin_that_is_set() -> None:
    """CW:77, CW:79."""
    table = board("settlement", tokens={"c4": "suns 11"}, order=["suns", "moons"])
    assert judged(table, "suns", "settle: never").batch == (("pass",),)
    assert judged(table, "suns", "settle: always").batch == (("c4",),)
    assert judged(table, "suns", "coin: ace") == Verdict()


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("grow: most", True),
        ("settle: never", True),
        ("coin: hidden", True),
        ("late: npc", True),
        ("late: back", False),
        ("move: hold", False),
        ("coins: put e9, rest ask", False),
        ("grow: atlantis", False),
    ],
)
def test_what_earlier_versions_have_stored_says_the_same_or_nothing(line: str, *, kept: bool) -> None:
    found = read(AUTO, line)
    assert (found.line if found else "") == (line if kept else "")


def test_the_setup_is_made_as_the_computer_would() -> None:
    """CW:18-22: tiles, coins and first tokens, question by question."""
    table, answered = Table.new(GAME, "standard", [SeatPlan(), SeatPlan()], {}, "setup"), set[str]()
    while table.state.turn == 0:
        seat = table.waiting()[0]
        asked, ask = table.question_to(seat), table.ask_of(seat)
        assert asked is not None
        assert ask is not None
        answered.add(asked.key)
        said = judged(table, seat, "setup: suggested")
        assert said.batch == (GAME.npc(table.state, asked, ask),)
        table.submit_batch(seat, said.batch)
    assert answered == {"tile.move", "tile.place", "coin.place", "token.start"}
