"""Whole games of ACME through the screens alone, with every screen within its limits."""

from __future__ import annotations

from random import Random

import pytest

from bot.ui.vocabulary import face_of
from engine.acme.game import GAME
from engine.core.face import Face
from engine.core.game import SeatPlan
from engine.core.naming import Plain
from engine.core.table import Table

from .desk import Desk, Presser
from .wanderer import wander

CIVS = ["egypt", "hittites", "babylon", "assyria"]


def new(seed: int, alone: bool) -> Desk:
    plans = [SeatPlan(civ=civ) for civ in CIVS[: 2 + seed % 3]]
    return Desk(Table.new(GAME, "standard", plans, {"map": "western", "turns": 4}, f"fuzz {seed}"), alone=alone)


@pytest.mark.parametrize("alone", [True, False])
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("kind", ["acme", "bare"])
async def test_random_games_through_the_screens(kind: str, seed: int, alone: bool) -> None:
    desk, chance = new(seed, alone), Random(seed)
    face = face_of("acme") if kind == "acme" else Face(Plain())
    people: dict[int, Presser] = {}
    for _ in range(4000):
        pending = desk.table.pending
        if pending is None:
            break
        if pending.sealed and not alone and chance.random() < 0.7:
            desk.close()
            continue
        owner = desk.person(desk.table.waiting()[0])
        who = people.setdefault(owner.id, Presser.of(desk, face, owner))
        if not who.interactions or chance.random() < 0.3:
            await who.open()
        await wander(who, chance)
    assert desk.table.pending is None
    assert desk.answers > 20
