"""What is stored of a server: who sees it, what its file holds, and that all of it goes after seven days."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import SQLModel, func, select

from bot.contract import table_ids
from bot.contract.preferences import Preferences
from bot.contract.tables import Place
from bot.features.host import server_setup
from bot.features.statistics.models import RatingRow, ResultRow
from bot.store.models import AlarmRow, CheckpointRow, EntryRow, LineRow, OutboxRow, SeatRow, TableRow
from bot.store.person_models import PersonRow
from bot.store.server_models import GuildSettingRow
from bot.tables.alarm_clock import Clock
from bot.tables.purge_job import purge
from tests.service.tables import ANA, BEN, HERE, Room, begun, give, opened_room, refused, stop

DAY = 86400.0
MO = replace(BEN, moderator=True)
ELSEWHERE = replace(ANA, guild=6, moderator=True)


@pytest.fixture
async def made(tmp_path: Path) -> AsyncIterator[Room]:
    async with opened_room(tmp_path / "nisaba.db") as room:
        yield room


async def count(room: Room, model: Any) -> int:
    async with room.database.session() as session:
        return int((await session.execute(select(func.count()).select_from(model))).scalar_one())


async def nights(room: Room, days: float) -> None:
    """So many days, and the work of a night at their end."""
    room.clock.now += days * DAY
    await purge(room.service.deps)


async def test_who_manages_the_server_sees_what_is_stored_and_nobody_else(made: Room) -> None:
    await stop(made.service, await begun(made, ANA, BEN))
    await begun(made, ANA, BEN)
    await made.service.open_table(ANA, Place(6, 99), "walk")
    await server_setup.set_defaults(made.service.deps, MO, {"pace": "slow"})
    stock = await server_setup.stock(made.service.deps, MO)
    assert (stock.lobbies, stock.running, stock.over, stock.settings) == (0, 1, 1, {"pace": "slow"})
    assert stock.removed_at is None
    assert (await server_setup.stock(made.service.deps, ELSEWHERE)).lobbies == 1
    for act in (server_setup.stock, server_setup.export, server_setup.remove, server_setup.keep):
        for who, code in ((ANA, "managers_only"), (replace(MO, guild=None), "setup_where")):
            assert (await refused(act(made.service.deps, who))).code == code


async def test_the_file_holds_what_everybody_could_read_there_and_no_hand(made: Room) -> None:
    table = await begun(made, ANA, BEN)
    await give(made, table, ANA, "walk", "done")
    await made.service.open_table(ANA, Place(6, 99), "walk")
    file = await server_setup.export(made.service.deps, MO)
    about = json.loads(file.raw)
    assert (file.name, about["server"]) == ("nisaba-server.json", HERE.guild)
    (one,) = about["tables"]
    assert (one["table"], one["state"], one["settings"]["pace"]) == (table, "running", "daily")
    assert [(seat["player"], seat["by"]) for seat in one["seats"]] == [("Ana", "human"), ("Ben", "human")]
    assert "{civ:seat_1} walks from 0 to 1" in one["log"]
    assert str(ANA.id).encode() not in file.raw
    for secret in (b"hand", b"seed", b"record"):
        assert secret not in file.raw


async def test_open_tables_are_told_once_and_it_can_be_called_off(made: Room) -> None:
    table = await begun(made, ANA, BEN)
    assert (await refused(server_setup.keep(made.service.deps, MO))).code == "not_removing"
    until = datetime.fromtimestamp(made.clock.now + 7 * DAY, UTC)
    assert (await server_setup.remove(made.service.deps, MO)).removed_at == until
    made.clock.now += DAY
    assert (await server_setup.remove(made.service.deps, MO)).removed_at == until
    assert (await made.texts()).count(f"removing {table}") == 1
    assert (await server_setup.keep(made.service.deps, MO)).removed_at is None
    assert (await made.texts())[-1] == f"staying {table}"
    await nights(made, 10)
    assert (await made.service.info(table)).state == "running"


async def test_after_seven_days_nothing_of_the_server_is_left_and_others_stay(made: Room) -> None:
    await stop(made.service, await begun(made, ANA, BEN))
    table = await begun(made, ANA, BEN)
    await give(made, table, ANA, "walk", "done")
    await made.service.set_preferences(ANA, Preferences("Europe/Berlin"))
    await server_setup.set_defaults(made.service.deps, MO, {"pace": "slow"})
    async with made.database.session() as session, made.database.writing(session):
        session.add(RatingRow(person=ANA.id, game="walk", guild=HERE.guild or 0, games=3))
        session.add(RatingRow(person=ANA.id, game="walk", guild=6, games=1))
    await server_setup.remove(made.service.deps, MO)
    await nights(made, 6.9)
    assert await count(made, TableRow) == 2
    other = await made.service.open_table(ANA, Place(6, 99), "walk")
    await nights(made, 0.2)
    assert (await refused(made.service.info(table))).code == "no_table"
    assert (await made.service.info(other.id)).state == "lobby"
    for model in (EntryRow, CheckpointRow, LineRow, ResultRow, GuildSettingRow):
        assert await count(made, model) == 0, model
    assert (await count(made, TableRow), await count(made, SeatRow), await count(made, RatingRow)) == (1, 1, 1)
    async with made.database.session() as session:
        for rows in (AlarmRow, OutboxRow):
            assert set((await session.execute(select(rows.table_id))).scalars()) <= {table_ids.read(other.id)}, rows
    assert await count(made, PersonRow) == 1
    assert await Clock(made.game_service, made.clock).close_due() == 0
    stock = await server_setup.stock(made.service.deps, MO)
    assert (stock.lobbies, stock.running, stock.over, stock.removed_at) == (0, 0, 0, None)
    assert (await begun(made, ANA, BEN)) != table


def test_every_table_that_names_a_server_is_known_to_its_removal() -> None:
    """A new one has to be removed there too; who follows a table is gone with it."""
    naming = {table.name for table in SQLModel.metadata.tables.values() if "guild" in table.columns}
    assert naming == {"game_table", "result", "rating", "guild_setting", "cup", "follow", "web_session"}


async def test_a_server_is_greeted_once_and_only_while_it_is_new(made: Room) -> None:
    deps, guild = made.service.deps, HERE.guild or 0
    assert sorted(await asyncio.gather(*(server_setup.greet(deps, guild) for _ in range(3)))) == [False, False, True]
    await server_setup.not_greeted(deps, guild)
    assert await server_setup.greet(deps, guild)
    await server_setup.set_defaults(deps, MO, {"pace": "slow"})
    await server_setup.not_greeted(deps, guild)
    assert not await server_setup.greet(deps, guild)
    await server_setup.set_defaults(deps, MO, {"pace": ""})
    await made.service.open_table(ANA, HERE, "walk")
    assert not await server_setup.greet(deps, guild)
    assert await server_setup.greet(deps, 6)
