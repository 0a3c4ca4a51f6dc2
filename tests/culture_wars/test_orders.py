"""What is ordered ahead: plans of moves with what stops them, growth, settlements and coins."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core import notation
from engine.core.errors import IllegalAnswer
from engine.core.order_lines import read_order
from engine.core.orders import LodgedPlan, RegionWatch, Verdict, ahead, lodged, verdict
from engine.core.table import Table
from engine.core.text import catalogue
from engine.core.trial import Trial
from engine.culture_wars.game import GAME
from engine.culture_wars.state import State
from tests.culture_wars.story import position

ORDERS = GAME.orders
LAND = {"c4": "suns 3", "c8": "suns 6", "d4": "moons 3", "h4": "moons 4"}


def board(phase: str = "movement", **tables: Any) -> Table[State]:
    """Suns move first, for movement goes in reverse order; then Moons."""
    wanted = {"order": ["moons", "suns"], "tokens": LAND, **tables}
    return notation.load(GAME, position(phase, **wanted))


def judged(table: Table[State], seat: str, *lines: str, plan: LodgedPlan | None = None, then: Any = None) -> Verdict:
    """What these orders say to what the seat is asked now."""
    return verdict(Trial(table, seat), ORDERS, plan, then, [read_order(ORDERS, line) for line in lines])


def lodge(table: Table[State], *picks: str, watched: tuple[RegionWatch, ...] = ()) -> LodgedPlan:
    """A plan of the Moons."""
    there = ahead(table, "moons")
    assert there is not None
    return lodged(there, "moons", picks, watched)


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
    assert said.why.key == (f"order.stop.{reason}" if reason else "")
    assert bool(said.batch) is not bool(reason)


def test_one_holds_unless_others_stand_with_ones_tokens() -> None:
    """CW:46."""
    assert judged(board(), "suns", "move: hold").batch == (("done",),)
    beset = board(tokens={"c4": "suns 3 moons 1", "h4": "moons 4"})
    assert judged(beset, "suns", "move: hold").why.key == "order.stop.entered"


@pytest.mark.parametrize(("way", "grown"), [("most", "c8"), ("fewest", "c4")])
def test_squares_grow_by_how_many_tokens_they_have(way: str, grown: str) -> None:
    """CW:42, AMB-124: with one token in supply and two squares."""
    table = board("expansion", tokens={"c4": "suns 14", "c8": "suns 21", "h4": "moons 4"}, order=["suns", "moons"])
    assert judged(table, "suns", f"grow: {way}").batch == ((grown,),)


def test_settlements_are_formed_always_or_never_and_with_the_coin_ordered() -> None:
    """CW:77, CW:79."""
    table = board("settlement", tokens={"c4": "suns 11"}, order=["suns", "moons"])
    assert judged(table, "suns", "settle: never").batch == (("pass",),)
    assert judged(table, "suns", "settle: always").batch == (("c4",),)
    assert judged(table, "suns", "coin: ace") == Verdict()


def test_coins_and_first_tokens_go_where_they_are_wished_in_order() -> None:
    """CW:20, CW:22: the first square of the list that is still free; its owner is asked once none is."""
    coins: dict[str, Any] = {"order": ["suns", "moons"], "active": 1, "coins": {"c3": "moons 3"}}
    table = notation.load(GAME, position("setup.coin", **coins))
    assert judged(table, "suns", "coins: put e5, c6, f3").batch == (("c6",),)
    assert judged(table, "suns", "coins: put e5, d4").why.key == "order.stop.wishes"
    assert judged(table, "suns", "coins: ask").why.key == "order.stop.wishes"
    tokens = notation.load(GAME, position("setup.token", order=["suns", "moons"]))
    seat, wish = tokens.waiting()[0], "tokens: put z9, c4, c4, d4"
    with pytest.raises(IllegalAnswer):
        read_order(ORDERS, wish)
    said = judged(tokens, seat, wish.replace("z9, ", ""))
    assert said.batch == (("c4",),)
    tokens.submit_batch(seat, said.batch)
    assert judged(tokens, seat, wish.replace("z9, ", "")).batch == (("d4",),)


@pytest.mark.parametrize(
    ("line", "phase", "doubts"),
    [
        ("coins: put c4, r18", "setup.coin", ["squares"]),
        ("coins: put c4", "setup.coin", []),
        ("coins: put c4", "setup.token", ["coins"]),
        ("tokens: put c4", "setup.token", []),
        ("tokens: put c4, r18", "movement", ["squares", "tokens"]),
        ("grow: most", "movement", []),
    ],
)
def test_whoever_names_squares_that_are_none_or_what_has_been_laid_is_told_so(
    line: str, phase: str, doubts: list[str]
) -> None:
    """CW:15."""
    view = {**board().view("moons"), "phase": phase}
    found = ORDERS.doubts(read_order(ORDERS, line), view, "moons")
    assert [one.key.rpartition(".")[2] for one in found] == doubts
    assert all(f"{one.key}" in catalogue(language) for one in found for language in ("en", "de", "fr"))
