"""Games of one person against NPCs through the screens alone, every screen within its limits."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bot.ui.parts import Row, Screen, Text
from bot.ui.words.presentations import presentation_of
from engine.core.game import SeatPlan
from engine.core.guide import guide_of
from engine.core.table import Table
from engine.games import GAMES, PRESENTATIONS
from tests.ui.play.fake_service import FakeService, Presser

from .wanderer import wander

SETUPS: dict[str, tuple[str, int, dict[str, Any]]] = {
    "acme": ("egypt", 3, {"map": "western", "turns": 3, "npc_method": "b"}),
    "culture_wars": ("suns", 2, {"rounds": 4}),
}


@pytest.mark.soak
@pytest.mark.sample(1)
@pytest.mark.parametrize("game", SETUPS)
@pytest.mark.parametrize("seed", range(2))
async def test_a_game_alone_through_the_screens(game: str, seed: int) -> None:
    civ, npcs, options = SETUPS[game]
    plans = [SeatPlan(civ), *(SeatPlan(by="npc") for _ in range(npcs))]
    fake, chance = (
        FakeService(Table.new(GAMES[game], "standard", plans, options, f"solo {seed}"), alone=True),
        Random(seed),
    )
    paused, who = 0, Presser.of(fake, presentation_of(game), fake.person(fake.table.game.seats(fake.table.state)[0]))
    await who.open()
    for _ in range(3000):
        if fake.table.pending is None:
            break
        if isinstance(who.at, Screen) and chance.random() < 0.1 and "Close" in [b.label for b in who.buttons()]:
            await who.press("Close")
            paused += 1
        await wander(who, chance)
    assert fake.table.pending is None
    assert paused


@pytest.mark.soak
@pytest.mark.parametrize("game", PRESENTATIONS)
async def test_a_guided_game_is_played_to_its_end_whatever_its_learner_does(game: str) -> None:
    chance, hints = Random(game), set[str]()
    fake, who = learning(game)
    await who.open()
    for _ in range(3000):
        if fake.table.pending is None:
            break
        shown = [part.text for part in who.at.parts if isinstance(part, Text)] if isinstance(who.at, Screen) else []
        if isinstance(who.at, Screen) and any(text.startswith("> ") for text in shown):
            hints |= {text for text in shown if text.startswith("> ")}
            assert_hint_stands_together(who.at)
        await wander(who, chance)
    assert fake.table.pending is None
    assert len(hints) > 2


def learning(game: str) -> tuple[FakeService, Presser]:
    """A guided game that begins, and its learner."""
    guide = guide_of(game)
    plans = [SeatPlan(guide.civ, "human", "Ana"), *(SeatPlan(civ, "npc") for civ in guide.npcs)]
    table = Table.start(GAMES[game], *guide.first(GAMES[game], plans))
    fake = FakeService(table, alone=True, guided=True)
    return fake, Presser.of(fake, presentation_of(game), fake.person(table.game.seats(table.state)[0]))


def assert_hint_stands_together(screen: Screen) -> None:
    """What can be done about a hint stands right below it, nothing of the question between them."""
    is_hint = [isinstance(part, Text) and part.text.startswith("> **") for part in screen.parts]
    below = screen.parts[is_hint.index(True) + 1]
    assert isinstance(below, Row)
    assert below.buttons[0].verb == "hint_why"


async def test_menus_of_moves_stand_below_the_title_and_not_within_the_hint() -> None:
    _, who = learning("civ")
    await who.open()
    assert "Move · your tokens" in who.text()
    assert isinstance(who.at, Screen)
    assert_hint_stands_together(who.at)
    assert [menu.placeholder for menu in who.menus()] == ["Several moves at once", "Group", "Add moves"]


async def test_who_takes_another_tile_than_the_suggested_one_is_not_sent_for_a_third() -> None:
    """Tile 12 was taken, and the hint told where tile 3 goes."""
    fake, who = learning("culture_wars")
    await who.open()
    assert "Choose **Tile 8**" in who.text()
    fake.table.submit("suns", "12")
    await who.open()
    assert "Choose where to place tile 12" in who.text()
    assert "> **First game** · A tile of your choice" in who.text()
