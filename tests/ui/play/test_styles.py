"""Which button stands out: what most want next, never two of them, and never what does nothing or gives up."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from bot.ui.parts import Button, Screen, controls
from bot.ui.words.presentations import presentation_of
from engine.core.game import SeatPlan
from engine.core.table import Table
from engine.games import GAMES
from tests.ui.play.fake_service import FakeService, Presser

from .hittites import hittites, table
from .wanderer import wander

STEPS = 350
PASSIVE = re.compile(
    r"\b(nothing|none|pass|pass it|no one|no ship|no card|no further|don.t)\b|\bback to Supply|let it pass|all stay",
    re.IGNORECASE,
)
DOING = re.compile(r"^(Build|Keep) [1-9]|; move [1-9]")  # and nothing else beside it
SETUPS: dict[str, tuple[str, str, int, dict[str, Any]]] = {
    "acme": ("standard", "egypt", 3, {"map": "western", "turns": 4}),
    "culture_wars": ("standard", "suns", 2, {"rounds": 6}),
    "civ": ("basic", "italy", 1, {"map": "2p", "turn_limit": 14}),
}


async def screens(game: str, seed: int) -> list[Screen]:
    """What somebody sees who wanders through a game of that name."""
    scenario, civ, npcs, options = SETUPS[game]
    plans = [SeatPlan(civ), *(SeatPlan(by="npc") for _ in range(npcs))]
    fake = FakeService(Table.new(GAMES[game], scenario, plans, options, f"styles {seed}"), alone=True)
    who = Presser.of(fake, presentation_of(game), fake.person(fake.table.game.seats(fake.table.state)[0]))
    await who.open()
    seen, chance = list[Screen](), Random(seed)
    for _ in range(STEPS):
        if fake.table.pending is None:
            break
        await wander(who, chance)
        seen += [who.at] if isinstance(who.at, Screen) else []
    return seen


def standing_out(screen: Screen) -> Iterator[str]:
    """The labels of its primary buttons."""
    for control in controls(screen):
        if isinstance(control, Button) and control.style == "primary":
            yield control.label


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.soak), pytest.param(3, marks=pytest.mark.soak)])
@pytest.mark.parametrize("game", SETUPS)
async def test_one_button_stands_out_at_most_and_never_one_that_does_nothing(game: str, seed: int) -> None:
    seen = await screens(game, seed)
    main = [list(standing_out(screen)) for screen in seen]
    assert sorted({tuple(labels) for labels in main if len(labels) > 1}) == []
    assert (
        sorted({label for labels in main for label in labels if PASSIVE.search(label) and not DOING.search(label)})
        == []
    )
    assert len({label for labels in main for label in labels}) > 2


async def test_growth_asks_once_before_all_of_it_is_thrown_away() -> None:
    fake = table()
    who = hittites(fake)
    await who.open()
    assert list(standing_out(shown(who))) == ["Fill Settlements"]
    (nothing,) = [button for button in who.buttons() if button.verb == "stop"]
    await who.press_button(nothing)
    assert fake.given == set()
    assert "You won't place any this turn" in who.text()
    assert who.text().startswith("### Place 7 disks")
    assert list(standing_out(shown(who))) == ["Keep choosing"]
    await who.press("Keep choosing")
    assert [button.label for button in who.buttons() if button.verb == "stop"] == [nothing.label]
    await who.press_button(nothing)
    await who.press(nothing.label)
    assert fake.table.pending is not None
    assert fake.table.pending.asks[0].seat == "egypt"


def shown(who: Presser) -> Screen:
    assert isinstance(who.at, Screen)
    return who.at
