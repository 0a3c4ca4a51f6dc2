"""The tables of the bench: copies of played ones, each with people of its own, that can be played on."""

from __future__ import annotations

import random
import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from sqlmodel import col, func, select

from bench.full_database import FINISHED, fill, know_servers, waiting, write_dms
from bench.many_tables import GAMES, GUILD, SERVERS, Sat, answer, made
from bot.app import Nisaba, create_bot
from bot.contract.servers import COMMANDS
from bot.contract.table_ids import spell_id
from bot.contract.tables import Person
from bot.settings import BotSettings, read
from bot.store.database import Database
from bot.store.models import AlarmRow, EntryRow, OutboxRow, SealedRow, TableRow
from bot.store.person_models import PersonRow
from bot.store.server_models import GuildSettingRow

PLAYED, STORED = 3, 12
SKIPPED = 17
"""After this number one is left out, since it would be spelled with an I."""


async def answers_of(bot: Nisaba, table: int) -> int:
    """How many answers stand at a table, or are sealed until its window closes."""
    stand = select(func.count()).where(col(EntryRow.table_id) == table)
    sealed = select(func.count()).where(col(SealedRow.table_id) == table)
    return await count(bot, stand) + await count(bot, sealed)


async def count(bot: Nisaba, statement: Any) -> int:
    """The number that a statement counts."""
    async with bot.database.session() as session:
        return int((await session.execute(statement)).scalar_one())


async def filled(folder: Path) -> tuple[BotSettings, list[Sat]]:
    """A database with some tables; one number is skipped between those that are played."""
    settings = read(data=folder, drawers=0, export_key="bench")
    database = Database(settings.url)
    await database.migrate()
    async with database.engine.begin() as connection:
        await connection.execute(
            text("INSERT INTO sqlite_sequence (name, seq) VALUES ('game_table', :n)"), {"n": SKIPPED}
        )
    await database.close()
    return settings, await made(settings, PLAYED, STORED)


@pytest.mark.soak
@pytest.mark.timeout(180)
async def test_copies_of_played_tables_have_their_own_people_and_can_be_played_on(tmp_path: Path) -> None:
    settings, seats = await filled(tmp_path)
    tables = {seat.table: seat.game for seat in seats}
    assert len(tables) == STORED
    assert set(tables.values()) == set(GAMES)
    assert len({seat.person for seat in seats}) == len(seats)
    assert len({seat.channel for seat in seats}) == STORED
    bot = create_bot(settings)
    for last in sorted(tables)[-PLAYED:]:
        people = [Person(seat.person, "somebody", GUILD) for seat in seats if seat.table == last]
        before = await answers_of(bot, last)
        for person in people * 3:
            await answer(bot.service, spell_id(last), person, random.Random(1))
        assert await answers_of(bot, last) > before
    alarms = select(func.count(func.distinct(AlarmRow.table_id)))
    assert await count(bot, alarms) == STORED
    assert await count(bot, select(func.count()).select_from(TableRow)) == STORED
    bot.bases.close()
    bot.painter.close()
    await bot.database.close()


@pytest.mark.soak
@pytest.mark.timeout(180)
async def test_a_full_database_holds_finished_games_people_servers_and_messages(tmp_path: Path) -> None:
    settings, seats = await filled(tmp_path)
    await fill(settings)
    bot = create_bot(settings)
    over = select(func.count()).select_from(TableRow).where(TableRow.state == "over")
    assert await count(bot, over) == STORED * FINISHED
    assert await count(bot, select(func.count()).select_from(PersonRow)) == len(seats)
    later = await count(bot, select(func.count()).select_from(OutboxRow))
    assert (later, await waiting(settings)) == (len(seats), 0)
    assert not await know_servers(settings), "the bot notes it first"
    async with bot.database.session() as session, bot.database.writing(session):
        session.add(GuildSettingRow(guild=GUILD, key=COMMANDS, value="known"))
    assert await know_servers(settings)
    assert await count(bot, select(func.count()).select_from(GuildSettingRow)) == SERVERS
    bot.bases.close()
    bot.painter.close()
    await bot.database.close()


@pytest.mark.soak
@pytest.mark.timeout(180)
async def test_on_a_morning_so_many_messages_are_due(tmp_path: Path) -> None:
    settings, _ = await filled(tmp_path)
    await write_dms(settings, 7, time.time() - 600, 600)
    assert await waiting(settings) == 7
