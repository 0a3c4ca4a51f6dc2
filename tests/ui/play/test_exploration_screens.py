"""Explorations through the screens alone: what is asked there, and the whole games with NPCs that are found."""

from __future__ import annotations

from random import Random

import pytest

from bot.ui.vocabulary import face_of
from engine.acme.game import GAME
from engine.core.game import SeatPlan
from engine.core.table import Table

from .desk import Desk, Presser
from .wanderer import wander


@pytest.mark.parametrize("seed", range(3))
async def test_random_explorations_through_the_screens(seed: int) -> None:
    """Every question of exploring has a screen within its limits; NPCs that are found have seats without a person."""
    plans = [SeatPlan(civ="egypt"), SeatPlan(civ="hittites")][: 1 + seed % 2]
    options = {"map": "western", "turns": 4, "unknown_npcs": 3}
    desk, chance = Desk(Table.new(GAME, "exploration", plans, options, f"explored {seed}"), alone=True), Random(seed)
    people: dict[int, Presser] = {}
    asked: set[str] = set()
    for _ in range(4000):
        pending = desk.table.pending
        if pending is None:
            break
        asked.add(pending.key)
        owner = desk.person(desk.table.waiting()[0])
        who = people.setdefault(owner.id, Presser.of(desk, face_of("acme"), owner))
        if not who.interactions or chance.random() < 0.3:
            await who.open()
        await wander(who, chance)
    assert desk.table.pending is None
    assert "explore.next" in asked
