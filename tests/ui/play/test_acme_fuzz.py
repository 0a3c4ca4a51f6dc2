"""Whole games of ACME through the screens alone, with every screen within its limits."""

from __future__ import annotations

from random import Random

import pytest

from bot.games import screens_of
from bot.ui.parts import Screen
from bot.ui.questions.game_screens import NOTHING
from bot.ui.words.presentations import presentation_of
from engine.acme.facts.catalog import CARDS
from engine.acme.game import GAME
from engine.core.game import SeatPlan
from engine.core.naming import Plain
from engine.core.presentation import Presentation
from engine.core.table import Table
from tests.ui.play.fake_service import FakeService, Presser

from .wanderer import wander

CIVS = ["egypt", "hittites", "babylon", "assyria"]


def new(seed: int, alone: bool) -> FakeService:
    plans = [SeatPlan(civ=civ) for civ in CIVS[: 2 + seed % 3]]
    return FakeService(Table.new(GAME, "standard", plans, {"map": "western", "turns": 4}, f"fuzz {seed}"), alone=alone)


def only_names(who: Presser) -> list[str]:
    """The buttons that give an answer and name a card without a word of what becomes of it."""
    cards = {f"{card.name} ({card.number})" for card in CARDS.values()}
    shown = who.buttons() if isinstance(who.at, Screen) else []
    return [button.label for button in shown if button.verb in {"take", "go"} and button.label in cards]


@pytest.mark.sample(1)
@pytest.mark.parametrize("alone", [True, False])
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("kind", ["acme", "bare"])
async def test_random_games_through_the_screens(kind: str, seed: int, alone: bool) -> None:
    fake, chance = new(seed, alone), Random(seed)
    presentation = presentation_of("acme") if kind == "acme" else Presentation(Plain())
    games = screens_of if kind == "acme" else lambda _: NOTHING
    people: dict[int, Presser] = {}
    for _ in range(4000):
        pending = fake.table.pending
        if pending is None:
            break
        if pending.sealed and not alone and chance.random() < 0.7:
            fake.close()
            continue
        owner = fake.person(fake.table.waiting()[0])
        who = people.setdefault(owner.id, Presser.of(fake, presentation, owner, games))
        if not who.interactions or chance.random() < 0.3:
            await who.open()
        await wander(who, chance)
        assert kind == "bare" or not only_names(who)
    assert fake.table.pending is None
    assert fake.answers > 20
