"""Two people at a table with the bot in this process, for what goes wrong on the wire."""

from __future__ import annotations

import asyncio
import time
import zlib
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import delete, update
from sqlmodel import col, select

from bot.app import Custom, Nisaba, create_bot, run
from bot.contract.servers import GREETED
from bot.contract.table_settings import Settings as TableSettings
from bot.local_table import launch as local
from bot.local_table.people import GUILD_ID
from bot.local_table.server import TOKEN, point_discord_at
from bot.settings import BotSettings
from bot.store.models import CheckpointRow, EntryRow, SeatRow, TableRow
from bot.tables.lobby.options import note_once
from engine.core import record
from engine.core.table import Table
from tests.wire.client import SimulatedPerson, TableConnection
from tests.wire.controlled_table import BY_HTTP, ControlledTable
from tests.wire.screens import asked, pressable
from tests.wire.seen import SeenMessage

PATIENCE = 20.0
PAGES = "localhost:0"  # not as the door is written, which is another server
CUSTOM = Custom(TableSettings(pace="live", window_close="early"), lambda: "two at a table", at_once=True)


@dataclass
class Sitting:
    """A table, and the bot at it; `ahead` is how far the bot's clock has been moved forward."""

    table: ControlledTable
    visit: TableConnection
    bot: Nisaba
    ahead: list[float]

    def person(self, name: str, channel: str = "table") -> SimulatedPerson:
        """Somebody in a place."""
        return self.visit.user(name, channel).waiting(PATIENCE)

    async def posts(self, channel: str = "table") -> list[SeenMessage]:
        """The public messages of a channel."""
        return [m for m in await self.person("gil").sees(channel) if not m.is_ephemeral]

    async def later(self, seconds: float) -> None:
        """Let time pass for the bot, which is not there to see it pass."""
        self.ahead[0] += seconds
        self.bot.game_service.deps.notify()

    async def open(self, *names: str, **options: object) -> None:
        """A table in #table, with everybody seated."""
        host, *others = names
        await self.person(host).slash("/game new", game="acme", **{"map": "abbreviated_western", **options})
        lobby = await self.person(host).wait_for(lambda m: "Join" in m.labels)
        for name in others:
            await self.person(name).click(lobby, "Join")

    async def begin(self, *names: str) -> None:
        """A table whose game has begun."""
        await self.open(*names)
        await self.person(names[0]).slash("/game start")
        await self.told(" starts · ")

    async def put(self, begun: Table[Any], names: Sequence[str]) -> None:
        """The running game goes on from that position, its seats those of the table in their order."""
        raw = record.encode(begun.record)
        state = zlib.compress(bytes(record.decode(raw).state))
        database = self.bot.game_service.deps.database
        async with database.session() as session, database.writing(session):
            version = col(TableRow.version) + 1  # what a task under way still keeps of the old position is not used
            await session.execute(update(TableRow).values(record=raw, answers=0, version=version))
            await session.execute(delete(EntryRow))
            await session.execute(update(CheckpointRow).values(state=state, step=begun.record.step, first=0))
            for number, name in enumerate(names, 1):
                await session.execute(update(SeatRow).where(col(SeatRow.number) == number).values(seat=name))
            tables = (await session.execute(select(TableRow.id))).scalars().all()
        for number in tables:
            self.bot.game_service.deps.forget(number or 0)

    async def told(self, text: str, channel: str = "table") -> SeenMessage:
        """Wait for a public message with that text."""
        wanted = self.person("gil")
        return await wanted.wait_for(lambda m: text in m.text and not m.is_ephemeral, channel=channel)

    async def asked(self) -> SimulatedPerson:
        """Whoever is asked now."""
        for name in ("ana", "ben"):
            if asked(await screen(self.person(name))):
                return self.person(name)
        raise AssertionError("nobody is asked")


async def screen(person: SimulatedPerson) -> SeenMessage:
    """What My turn shows."""
    return (await person.slash("/turn")).message


async def screen_saying(person: SimulatedPerson, text: str) -> SeenMessage:
    """What My turn shows, as soon as it says so."""
    async with asyncio.timeout(PATIENCE):
        while text not in (seat := await screen(person)).text:  # noqa: ASYNC110 - nothing tells when the bot has found out
            await asyncio.sleep(0.05)
    return seat


async def chosen(person: SimulatedPerson, seat: SeenMessage | None = None) -> SeenMessage:
    """The screen of somebody who is asked, with the last choice of its menu picked."""
    seat = seat or await screen(person)
    menu = pressable(seat)["pick"][0]
    return (await person.select(seat, menu.id, [menu.choices[-1][0]])).message


def button(message: SeenMessage, verb: str) -> str:
    """The address of the button of that verb."""
    return pressable(message)[verb][0].id


async def answer(person: SimulatedPerson) -> SeenMessage:
    """Answer by menu and button; the screen that comes of it."""
    there = await chosen(person)
    return (await person.click(there, button(there, "go"))).message


@asynccontextmanager
async def sitting(
    folder: Path,
    *,
    door: bool = BY_HTTP,
    before: Callable[[ControlledTable], None] | None = None,
    new: bool = False,
    shards: int = 1,
    pages: bool = False,
    activity: bool = False,
) -> AsyncIterator[Sitting]:
    """A table with the bot at it; both are closed in order, and the table must not have failed.

    `door`: the bot takes what people do over HTTP. `before`: done with the table before the bot comes. `new`: the bot
    has never been in the server. `shards`: how many connections to the gateway it opens.
    `pages`: its tables have pages in the browser, with `activity` inside Discord too.
    """
    table, ahead = ControlledTable(), [0.0]
    if before is not None:
        before(table)
    await table.start()
    point_discord_at(table.api_base, table.gateway_url)
    http: dict[str, Any] = (
        {"http": local.ANY_PORT, "public_key": table.local.gateway.endpoint.public_key} if door else {}
    )
    kept: dict[str, Any] = {"data": folder, "database": "", "heartbeat": folder / "heartbeat"}
    kept["web"] = PAGES if pages or activity else ""
    kept["client_secret"] = "secret" if activity else ""
    settings = BotSettings(features="-emojis", shards=shards, **kept, **http)  # to make emojis takes seconds
    bot = create_bot(settings, lambda: time.time() + ahead[0], CUSTOM)
    bot.add_listener(local.endpoint(bot), "on_ready")
    end = asyncio.Event()
    running = asyncio.create_task(run(bot, TOKEN, end.wait))
    try:
        async with TableConnection(table.url) as visit:
            await visit.bot_is_here(PATIENCE)
            if not new:
                await note_once(bot.game_service.deps, int(GUILD_ID), GREETED, "before")
            yield Sitting(table, visit, bot, ahead)
    finally:
        end.set()
        await running
        await table.stop()
    assert table.failures == []
