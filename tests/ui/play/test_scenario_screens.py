"""Named scenarios through the screens alone: every screen within its limits, with the names of the scenario."""

from __future__ import annotations

from random import Random

import pytest

from bot.contract.tables import Person
from bot.ui.words.presentations import presentation_of
from engine.acme.history.casting import castings
from engine.acme.history.facts import HISTORICAL, Historical
from engine.core.game import SeatPlan
from engine.core.table import Table
from engine.games import GAMES
from tests.ui.play.fake_service import FakeService, Presser

from .wanderer import wander

STEPS = 60


def plans(h: Historical) -> list[SeatPlan]:
    """The seats of one person in the first cast that fits."""
    for n in range(1, len(h.side) + 1):
        players = {f"seat_{i}": "Ana" if i < n else "" for i in range(len(h.side))}
        if found := next(castings(h, {}, players), None):
            return [SeatPlan(found[seat], player="Ana") for seat in players if players[seat]]
    raise AssertionError(h.id)


@pytest.mark.soak
@pytest.mark.parametrize("scenario", list(HISTORICAL))
async def test_a_scenario_alone_through_the_screens(scenario: str) -> None:
    fake = FakeService(
        Table.new(GAMES["acme"], scenario, plans(HISTORICAL[scenario]), {}, f"screens {scenario}"), alone=True
    )
    people: dict[int, Presser] = {}
    chance = Random(scenario)
    for _ in range(STEPS):
        if fake.table.pending is None:
            break
        owner: Person = fake.person(fake.table.waiting()[0])
        who = people.setdefault(owner.id, Presser.of(fake, presentation_of("acme"), owner))
        await wander(who, chance)
    assert fake.table.record.first + len(fake.table.record.entries) > 0
