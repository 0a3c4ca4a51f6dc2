"""Tables of all games that are being played in one database, and what of them has to be the same in a copy of it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from sqlalchemy import select
from sqlmodel import SQLModel, col

from bot.contract import table_ids
from bot.contract.tables import Person, Place, Refused
from bot.features.registered import ALL
from bot.store.database import Database
from bot.store.file_key import FileKey
from bot.store.models import EntryRow
from bot.tables.game_service import GameService
from bot.tables.work.unit_of_work import Deps
from bot.ui.posts.post_factory import PostFactory
from bot.ui.words.presentations import names_of
from engine.games import GAMES
from tests.service.databases import ready
from tests.service.tables import ANA, BEN, CHO, Hand

PEOPLE = (ANA, BEN, CHO)
Stored = dict[str, list[tuple[Any, ...]]]


async def house(url: str) -> GameService:
    """A service on that database, brought up to date."""
    database = Database(url)
    await ready(database)
    return GameService(
        Deps(database, GAMES, PostFactory(names_of, ALL), Hand(), lambda: "seed", FileKey("key"), features=ALL)
    )


async def begun(service: GameService, count: int) -> list[str]:
    """So many tables of three persons that have begun, of each game in turn."""
    found: list[str] = []
    for number in range(count):
        game = list(GAMES)[number % len(GAMES)]
        info = await service.open_table(ANA, Place(5, 1000 + number), game)
        for person in PEOPLE[1:]:
            await service.join(info.id, person)
        await service.start(info.id, ANA)
        found.append(info.id)
    return found


async def play(service: GameService, table: str, dice: random.Random) -> int:
    """Let everybody at the table answer once who is asked; how many have."""
    given = 0
    for person in PEOPLE:
        sheet = await service.sheet(table, person)
        if sheet.ask is not None and sheet.sealed is None:
            picks = dice.sample(list(sheet.ask.options), max(1, sheet.ask.least))
            given += not (await service.answer(table, person, sheet.ask_no, [picks])).repeated
    return given


async def views(service: GameService, tables: Sequence[str]) -> dict[tuple[str, int], str]:
    """What every seat sees, as after a start."""
    for table in tables:
        service.deps.forget(table_ids.read(table) or 0)
    return {(table, person.id): str(await service.sheet(table, person)) for table in tables for person in PEOPLE}


async def stored(service: GameService) -> Stored:
    """Every row of every table, to the byte, with what the service would only have written a second later."""
    database = service.deps.database
    await service.deps.sightings.write(database)
    async with database.session() as session:
        return {
            table.name: sorted((tuple(row) for row in await session.execute(select(table))), key=repr)
            for table in SQLModel.metadata.sorted_tables
        }


async def answers(database: Database) -> int:
    """How many answers of people stand."""
    return len(await database.read(select(col(EntryRow.seq)).where(col(EntryRow.auto).is_(False))))


async def taken(service: GameService, table: str, person: Person = ANA) -> str:
    """Why the table takes nothing that is written; empty if it does."""
    try:
        await service.change_settings(table, person, note="written")
    except Refused as refused:
        return refused.code
    return ""


async def closed(*services: GameService) -> None:
    """Close their databases."""
    for service in services:
        await service.deps.database.close()
