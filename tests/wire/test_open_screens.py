"""One sitting is one private screen: the next question takes the place of the last, and posts do not push it away."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.contract.tables import Person
from tests.wire.client import SimulatedPerson
from tests.wire.screens import asked, pressable
from tests.wire.seen import SeenMessage
from tests.wire.sitting import PATIENCE, Sitting, answer, chosen, screen, sitting

pytestmark = pytest.mark.soak

LATER = 16 * 60


@pytest_asyncio.fixture
async def here(tmp_path: Path) -> AsyncIterator[Sitting]:
    async with sitting(tmp_path) as made:
        made.bot.screens.lull = 0
        yield made


async def private(person: SimulatedPerson) -> list[SeenMessage]:
    """The private screens of a seat in the channel."""
    return [m for m in await person.sees() if m.is_ephemeral and {"log", "pick", "both"} & pressable(m).keys()]


async def settled(person: SimulatedPerson) -> SeenMessage:
    """The one private screen of a seat, as soon as the one that it replaces is gone."""
    async with asyncio.timeout(PATIENCE):
        while len(there := await private(person)) != 1:  # noqa: ASYNC110 - a message that goes away is not told
            await asyncio.sleep(0.05)
    return there[0]


async def both_open(here: Sitting) -> tuple[SimulatedPerson, SimulatedPerson]:
    """Two people with their seats open: who is asked, and who waits."""
    await here.begin("ana", "ben")
    first = await here.asked()
    second = here.person("ben" if first.name == "ana" else "ana")
    assert not asked(await screen(second))
    return first, second


async def post(here: Sitting, text: str) -> None:
    """Let the bot post something in the channel."""
    await here.bot.service.change_settings("100", Person(int(here.table.users["ana"].id), "ana"), note=text)
    await here.told(text)


async def test_what_is_asked_next_takes_the_place_of_the_screen_that_is_open(here: Sitting) -> None:
    first, second = await both_open(here)
    before = await private(first)
    again = await screen(first)
    assert [(await settled(first)).id] == [again.id] != [m.id for m in before]
    assert not asked(await settled(second))
    await answer(first)
    await second.wait_for(lambda m: m.is_ephemeral and bool(asked(m)))
    there = await settled(second)
    assert asked(there)
    assert "Choose your civilization" in there.text


async def test_a_post_does_not_push_a_question_off_view_until_its_screen_is_too_old(here: Sitting) -> None:
    first, second = await both_open(here)
    there = await chosen(first, (await private(first))[-1])
    await post(here, "be quick.")
    moved = await first.wait_for(lambda m: m.is_ephemeral and bool(asked(m)) and m.id > there.id)
    assert (await first.sees())[-1].id == moved.id
    assert moved.text == there.text
    assert (await settled(first)).id == moved.id
    assert not (await second.sees())[-1].is_ephemeral
    await here.visit.advance(LATER)
    await answer(first)
    await here.told("the Home Area")
    assert not any(asked(m) for m in await private(second))
    assert asked(await screen(second))
