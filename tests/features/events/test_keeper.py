"""What becomes of the event of a table: made once its lobby is posted, moved, deleted, and never made twice."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest
from sqlmodel import select

from bot.contract.tables import Place
from bot.delivery.wire import Later
from bot.features.events.keeper import EventKeeper
from bot.features.events.server_events import ServerEvents
from bot.features.events.service import EventRow
from bot.features.start_times import schedule
from bot.store.models import SlotRow
from bot.tables.alarm_clock import Clock
from tests.features.rooms.sitting import refusal
from tests.service.tables import refused
from tests.ui.table.room import ANA, BEN, HERE, NOW, Room, opened_room

pytestmark = pytest.mark.filterwarnings("error")
HOUR = 3600.0
SOON = NOW + 30 * HOUR
LINK = "https://discord.com/channels/5/77/4711"


class Events(ServerEvents):
    """The events of a server that remembers them. `fail` is what the next requests meet."""

    def __init__(self) -> None:
        self.there: dict[int, dict[str, Any]] = {}
        self.changes: list[dict[str, Any]] = []
        self.open, self.allowed, self.made = True, True, 0
        self.fail: list[Exception | None] = []
        self.lost: list[Exception] = []

    def _meet(self, event: int = 0) -> None:
        failure = self.fail.pop(0) if self.fail else None
        if failure is not None:
            raise failure
        if event and event not in self.there:
            raise refusal(10070, 404)

    async def is_open_to_all(self, place: Place) -> bool:
        return self.open

    async def may(self, guild_id: int) -> bool:
        return self.allowed

    async def find(self, guild: int, name: str) -> int:
        return next((event for event, said in self.there.items() if said["name"] == name), 0)

    async def make(self, guild: int, said: Mapping[str, Any]) -> int:
        self._meet()
        self.made += 1
        self.there[900 + self.made] = dict(said)
        if self.lost:
            raise self.lost.pop(0)
        return 900 + self.made

    async def change(self, guild: int, event: int, said: Mapping[str, Any]) -> None:
        self._meet(event)
        self.changes.append(dict(said))
        self.there[event] |= said

    async def delete(self, guild: int, event: int) -> None:
        try:
            self._meet(event)
        except discord.NotFound:
            return
        del self.there[event]


class Sitting:
    """A room of ACME, the keeper of its events, and a server for them."""

    def __init__(self, room: Room) -> None:
        self.room, self.events = room, Events()
        self.keeper = self.started()

    def started(self) -> EventKeeper:
        """A keeper that knows nothing of before, as after a restart."""
        return EventKeeper(self.room.service, self.events, lambda: self.room.now)

    async def opened(self, starts: float | None = SOON, *, posted: bool = True, **differing: Any) -> str:
        """A lobby that starts then."""
        info = await self.room.service.open_table(ANA, HERE, "acme", starts=starts, differing=differing)
        await self.room.service.join(info.id, BEN)
        if posted:
            await self.post(info.id)
        return info.id

    async def post(self, table: str) -> None:
        """The lobby of the table is posted."""
        async with self.room.database.session() as session, self.room.database.writing(session):
            session.add(SlotRow(name=f"lobby:{table}", table_id=1, channel=77, message=4711, sent_at=NOW))

    async def end(self, table: str) -> None:
        """The host closes the lobby."""
        error = await refused(self.room.service.end(table, ANA))
        await self.room.service.end(table, ANA, confirm=str(error.said["confirm"]))

    async def rows(self) -> list[EventRow]:
        return await self.room.database.read(select(EventRow))


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Sitting]:
    async with opened_room(tmp_path / "nisaba.db") as made:
        yield Sitting(made)


async def test_a_lobby_with_a_start_time_has_an_event_that_leads_to_it_and_names_nobody(here: Sitting) -> None:
    table = await here.opened()
    assert await here.keeper.settle()
    (event,) = here.events.there.values()
    assert event["name"] == f"Ancient Civilizations of the Middle East · table {table}"
    assert event["entity_metadata"] == {"location": LINK}
    assert LINK in event["description"]
    assert not [name for name in (ANA.name, BEN.name) if name in str(event)]
    starts, ends = (datetime.fromisoformat(event[f"scheduled_{which}_time"]) for which in ("start", "end"))
    assert starts.timestamp() == SOON
    assert HOUR <= (ends - starts).total_seconds() <= 6 * HOUR
    await here.started().settle()
    assert (here.events.made, here.events.changes) == (1, [])


async def test_the_event_waits_until_its_lobby_is_posted(here: Sitting) -> None:
    table = await here.opened(posted=False)
    assert not await here.keeper.settle()
    assert here.events.there == {}
    await here.post(table)
    assert await here.keeper.settle()
    assert here.events.made == 1


@pytest.mark.parametrize("why", ["no time", "not listed", "not for all", "may not", "DM"])
async def test_no_event_without_a_time_for_a_table_not_open_to_all_or_without_the_permission(
    here: Sitting, why: str
) -> None:
    here.events.open, here.events.allowed = why != "not for all", why != "may not"
    if why == "DM":
        await here.room.service.open_table(ANA, Place(None, 1), "acme", starts=SOON)
    else:
        await here.opened(None if why == "no time" else SOON, listed="yes" if why != "not listed" else "no")
    assert await here.keeper.settle()
    assert (here.events.made, await here.rows()) == (0, [])


async def test_a_start_that_moves_changes_only_the_times(here: Sitting) -> None:
    table = await here.opened()
    await here.keeper.settle()
    ((number, event),) = here.events.there.items()
    event["description"] = "Bring cake."
    await schedule.set_start(here.room.service, table, ANA, SOON + 5 * HOUR)
    await here.keeper.settle()
    assert [sorted(change) for change in here.events.changes] == [["scheduled_end_time", "scheduled_start_time"]]
    assert datetime.fromisoformat(event["scheduled_start_time"]).timestamp() == SOON + 5 * HOUR
    assert here.events.there[number]["description"] == "Bring cake."


async def test_a_start_that_is_called_off_or_a_lobby_that_is_closed_deletes_it(here: Sitting) -> None:
    table = await here.opened()
    await here.keeper.settle()
    await schedule.set_start(here.room.service, table, ANA, None)
    await here.keeper.settle()
    assert (here.events.there, await here.rows()) == ({}, [])
    await schedule.set_start(here.room.service, table, ANA, SOON)
    await here.keeper.settle()
    assert len(here.events.there) == 1
    await here.end(table)
    await here.keeper.settle()
    assert (here.events.there, await here.rows()) == ({}, [])


async def test_a_game_that_begins_earlier_deletes_it(here: Sitting) -> None:
    table = await here.opened()
    await here.keeper.settle()
    await here.room.service.start(table, ANA)
    await here.keeper.settle()
    assert (here.events.there, await here.rows()) == ({}, [])


async def test_a_game_that_begins_on_time_leaves_its_event_to_end_by_itself(here: Sitting) -> None:
    await here.opened()
    await here.keeper.settle()
    here.room.now = SOON
    await Clock(here.room.service, lambda: here.room.now).close_due()
    await here.keeper.settle()
    assert (len(here.events.there), await here.rows()) == (1, [])


async def test_a_lobby_that_starts_a_day_later_after_its_time_has_a_new_event(here: Sitting) -> None:
    table = await here.opened()
    await here.keeper.settle()
    here.room.now = SOON + 60
    await here.started().settle()
    assert list(here.events.there) == [901], "its host is being asked"
    await schedule.set_start(here.room.service, table, ANA, SOON + 24 * HOUR)
    await here.keeper.settle()
    assert list(here.events.there) == [902]


async def test_an_event_that_somebody_has_deleted_stays_deleted(here: Sitting) -> None:
    table = await here.opened()
    await here.keeper.settle()
    here.events.there.clear()
    for later in (1, 2):
        await schedule.set_start(here.room.service, table, ANA, SOON + later * HOUR)
        assert await here.keeper.settle()
    assert (here.events.there, here.events.made) == ({}, 1)
    await here.end(table)
    await here.keeper.settle()
    assert await here.rows() == []


async def test_a_channel_that_is_no_longer_open_to_all_takes_its_event_away(here: Sitting) -> None:
    table = await here.opened()
    await here.keeper.settle()
    here.events.open = False
    await schedule.set_start(here.room.service, table, ANA, SOON + HOUR)
    await here.keeper.settle()
    assert here.events.there == {}


@pytest.mark.parametrize("failure", [aiohttp.ClientError(), Later("502"), refusal(0, 429)], ids=repr)
async def test_what_fails_for_now_is_done_later(here: Sitting, failure: Exception) -> None:
    await here.opened()
    here.events.fail = [failure]
    assert not await here.keeper.settle()
    assert await here.keeper.settle()
    assert len(here.events.there) == 1


@pytest.mark.parametrize("code", [50013, 30038, 50035])
async def test_what_discord_refuses_is_tried_again_when_the_table_changes(here: Sitting, code: int) -> None:
    table = await here.opened()
    here.events.fail = [refusal(code, 403 if code == 50013 else 400)]
    assert await here.keeper.settle()
    assert (here.events.there, await here.rows()) == ({}, [])
    await schedule.set_start(here.room.service, table, ANA, SOON + HOUR)
    await here.keeper.settle()
    assert len(here.events.there) == 1


async def test_an_event_that_was_made_and_not_noted_is_found_again_and_told_anew(here: Sitting) -> None:
    """Committed, then made, then killed: the next one finds it, wherever the start has moved meanwhile."""
    table = await here.opened()
    here.events.lost = [aiohttp.ClientError()]
    assert not await here.keeper.settle()
    await schedule.set_start(here.room.service, table, ANA, SOON + HOUR)
    assert await here.started().settle()
    (event,) = here.events.there.values()
    assert datetime.fromisoformat(event["scheduled_start_time"]).timestamp() == SOON + HOUR


async def test_an_event_that_was_made_and_not_noted_goes_with_its_lobby(here: Sitting) -> None:
    table = await here.opened()
    here.events.lost = [aiohttp.ClientError()]
    assert not await here.keeper.settle()
    await here.end(table)
    assert await here.started().settle()
    assert (here.events.there, await here.rows()) == ({}, [])
