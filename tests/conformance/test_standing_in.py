"""The NPC answers for a person who is late, in every game: legally, to the end of a step, without a word of why."""

from __future__ import annotations

import random

import msgspec
import pytest

from bot.features.clocks.overdue import stand_in
from bot.tables.work.recorded_table import RecordedTable
from engine.core import record
from engine.core.errors import NothingToUndo
from tests.conformance.every_game import SCENARIOS, Case
from tests.conformance.players import step

OFTEN = 12
every = pytest.mark.parametrize("case", SCENARIOS, ids=str)


def opened(case: Case) -> RecordedTable:
    """The game of that case as the service keeps it."""
    return RecordedTable(case.table().game, case.table().record)


def awaited(table: RecordedTable) -> list[str]:
    """The persons who are asked openly."""
    if table.pending is None or table.pending.sealed:
        return []
    return [seat for seat in table.waiting() if table.game.controller(table.state, seat) == "human"]


@pytest.mark.sample(3)
@every
def test_the_npc_stands_in_for_whoever_is_asked(case: Case) -> None:
    table, rng, stood = opened(case), random.Random(case.name), 0
    for _ in range(case.most):
        if table.pending is None or stood == OFTEN:
            break
        waiting = awaited(table)
        if not waiting or rng.random() < 0.5:
            step(rng, table)
            continue
        seat, asked = waiting[0], table.pending
        before, place = table.answer_count(), table.game.seats(table.state).index(waiting[0])
        table.begin()
        stand_in(table, place)
        stood += 1
        given = [entry for entry in table.journal if entry.is_answer][-(table.answer_count() - before) :]
        assert table.answer_count() > before
        assert all(entry.auto for entry in given if entry.seat == seat)
        assert table.pending is not asked
        told = [event for event in table.events if event.is_reason and event.to is None]
        own = {f"{{civ:{slug}}}" for slug in (seat, table.game.seats(table.state)[place])}
        assert [event for event in told if event.said.values.get("civ") in own] == []
        again = RecordedTable(table.game, record.decode(record.encode(table.record)))
        assert msgspec.json.encode(again.state) == msgspec.json.encode(table.state)
    assert stood or case.name.startswith("acme")


def test_who_was_late_cannot_take_the_answer_of_the_npc_back() -> None:
    case = next(case for case in SCENARIOS if case.name.startswith("culture_wars"))
    table, rng = opened(case), random.Random(1)
    while not awaited(table):
        step(rng, table)
    seat = awaited(table)[0]
    answered = table.answer_count()
    stand_in(table, table.game.seats(table.state).index(seat))
    with pytest.raises(NothingToUndo):
        table.undo(seat)
    assert table.answer_count() > answered
