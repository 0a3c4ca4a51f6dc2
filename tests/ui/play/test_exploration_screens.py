"""Explorations through the screens alone: what is asked there, and the whole games with NPCs that are found."""

from __future__ import annotations

from random import Random

import pytest

from bot.ui.words.presentations import presentation_of
from engine.acme.game import GAME
from engine.acme.state import State
from engine.core.game import SeatPlan
from engine.core.table import Table
from tests.acme.story import STOPS
from tests.ui.play.fake_service import FakeService, Presser

from .wanderer import wander


async def test_one_press_leaves_the_rest_of_a_phase_to_the_map() -> None:
    """However many areas are explored, one press a turn is enough; by hand it takes two for each of a long list."""
    options = {"map": "western", "turns": 4, "unknown_npcs": 3}
    plans = [SeatPlan(civ="egypt", home="thebes")]
    fake = FakeService(Table.new(GAME, "exploration", plans, options, "explored 0"), alone=True)
    explored = []
    for _ in range(2):
        until_exploring(fake.table)
        who = Presser.of(fake, presentation_of("acme"), fake.person("egypt"))
        await who.open()
        before, state = who.interactions, fake.table.state
        assert state.exploration is not None
        explored.append(len(state.exploration.frontier))
        sweeps = [b for b in who.buttons() if b.verb == "take" and b.label.endswith("in map order")]
        await who.press_button(sweeps[-1])
        assert who.interactions - before == 1
        turn = fake.table.state.turns
        until_exploring(fake.table)
        assert fake.table.state.turns == turn + 1
    assert max(explored) > 10


async def test_leaving_all_to_the_map_stands_out_until_an_area_is_picked() -> None:
    options = {"map": "western", "turns": 4, "unknown_npcs": 3}
    fake = FakeService(
        Table.new(GAME, "exploration", [SeatPlan(civ="egypt", home="thebes")], options, "explored 0"), alone=True
    )
    for sweep in ("done", "done"):
        until_exploring(fake.table)
        fake.table.submit("egypt", sweep)
    who = Presser.of(fake, presentation_of("acme"), fake.person("egypt"))
    assert "adjacent to disks of NPCs" in str(await who.open())
    styles = {b.option: b.style for b in who.buttons() if b.verb == "take"}
    assert styles == {"done": "secondary", "all": "primary"}
    menu = who.menus()[-1]
    assert not {"done", "all"} & {c.value for c in menu.choices}
    await who.choose(menu.verb, menu.choices[0].value)
    assert [b.verb for b in who.buttons()][:3] == ["go", "take", "take"]


def until_exploring(table: Table[State]) -> None:
    """Whatever else is asked is declined, or answered with the first option."""
    while table.pending is not None and table.pending.key != "explore.next":
        ask = table.ask_of(table.waiting()[0])
        assert ask is not None
        table.submit(ask.seat, *([o for o in STOPS if o in ask.options][:1] or ask.options[: max(1, ask.least)]))


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(3))
async def test_random_explorations_through_the_screens(seed: int) -> None:
    """Every question of exploring has a screen within its limits; NPCs that are found have seats without a person."""
    plans = [SeatPlan(civ="egypt"), SeatPlan(civ="hittites")][: 1 + seed % 2]
    options = {"map": "western", "turns": 4, "unknown_npcs": 3}
    fake, chance = (
        FakeService(Table.new(GAME, "exploration", plans, options, f"explored {seed}"), alone=True),
        Random(seed),
    )
    people: dict[int, Presser] = {}
    asked: set[str] = set()
    for _ in range(4000):
        pending = fake.table.pending
        if pending is None:
            break
        asked.add(pending.key)
        owner = fake.person(fake.table.waiting()[0])
        who = people.setdefault(owner.id, Presser.of(fake, presentation_of("acme"), owner))
        if not who.interactions or chance.random() < 0.3:
            await who.open()
        await wander(who, chance)
    assert fake.table.pending is None
    assert "explore.next" in asked
