"""Named scenarios through the screens alone: every screen within its limits, with the names of the scenario."""

from __future__ import annotations

from random import Random

import pytest

from bot.contract import Person
from bot.ui.vocabulary import face_of
from engine.acme.history.casting import castings
from engine.acme.history.facts import HISTORICAL, Historical
from engine.core.game import SeatPlan
from engine.core.table import Table
from engine.games import GAMES

from .desk import Desk, Presser
from .wanderer import wander

STEPS = 60


def plans(h: Historical) -> list[SeatPlan]:
    """The seats of one person in the first cast that fits."""
    for n in range(1, len(h.side) + 1):
        players = {f"seat_{i}": "Ana" if i < n else "" for i in range(len(h.side))}
        if found := next(castings(h, {}, players), None):
            return [SeatPlan(found[seat], player="Ana") for seat in players if players[seat]]
    raise AssertionError(h.id)


@pytest.mark.parametrize("scenario", list(HISTORICAL))
async def test_a_scenario_alone_through_the_screens(scenario: str) -> None:
    desk = Desk(Table.new(GAMES["acme"], scenario, plans(HISTORICAL[scenario]), {}, f"screens {scenario}"), alone=True)
    people: dict[int, Presser] = {}
    chance = Random(scenario)
    for _ in range(STEPS):
        if desk.table.pending is None:
            break
        owner: Person = desk.person(desk.table.waiting()[0])
        who = people.setdefault(owner.id, Presser.of(desk, face_of("acme"), owner))
        await wander(who, chance)
    assert desk.table.record.first + len(desk.table.record.entries) > 0
