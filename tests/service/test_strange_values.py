"""A stored value that nobody knows any more: others go on, and for whom it was stored it counts as not set.

Each column of people, seats and tables holds rubbish once: what a later version has written, what was dropped from a
list that is not ours (a time zone), or what somebody has edited by hand.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from sqlmodel import SQLModel, col, select
from sqlmodel.sql.sqltypes import AutoString

from bot.contract import table_ids
from bot.contract.preferences import Preferences
from bot.contract.tables import Person, Place, Refused
from bot.features.digest import service as digest
from bot.store.models import AlarmRow, PetitionRow, SeatRow, TableRow
from bot.store.person_models import PersonRow
from bot.tables.alarm_clock import Clock
from bot.tables.purge_job import purge
from bot.ui.settings.preference_handlers import PreferenceHandlers
from bot.ui.visit import Visit
from tests.ui.table.room import ANA, BEN, HERE, Room, opened_room

THERE = Place(HERE.guild, 78)
DAY = 86400.0
KEYS = {"id", "version", "table_id", "number"}
UNIQUE: dict[type[SQLModel], set[str]] = {AlarmRow: {"kind"}}
TEXTS = ("rubbish", "{}", "[]")  # and the like for what holds JSON
OF_TYPE: tuple[tuple[type[Any], tuple[object, ...]], ...] = (
    (sa.Boolean, ()),
    (sa.Integer, (-1, 1000)),
    (sa.Float, (1e300,)),
    (sa.LargeBinary, (b"\xff",)),
    (sa.String, TEXTS),
    (AutoString, TEXTS),
)


def strange(model: type[SQLModel]) -> Iterator[tuple[str, object]]:
    """Each column of a model with each value that means nothing there."""
    table: sa.Table = SQLModel.metadata.tables[str(model.__tablename__)]
    for column in table.columns:
        if column.name not in KEYS | UNIQUE.get(model, set()) and not (column.primary_key and model is PersonRow):
            for value in next(values for kind, values in OF_TYPE if isinstance(column.type, kind)):
                yield column.name, value
            if column.nullable:
                yield column.name, None


MODELS = (PersonRow, SeatRow, TableRow, AlarmRow, PetitionRow)
CASES = [(model, name, value) for model in MODELS for name, value in strange(model)]


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    async with opened_room(tmp_path / "nisaba.db") as made:
        yield made


async def two_tables(room: Room) -> tuple[str, str]:
    """Two games of Ana and Ben, of whom something is stored."""

    async def play(made: Room) -> tuple[str, str]:
        await made.service.set_preferences(BEN, Preferences(zone="Europe/Berlin"))
        tables = []
        for place in (HERE, THERE):
            info = await made.service.open_table(ANA, place, "culture_wars", seed="two")
            await made.service.join(info.id, BEN)
            tables.append((await made.service.start(info.id, ANA)).info.id)
        return tables[0], tables[1]

    return await room.once(("two tables",), play)


async def put(room: Room, model: type[SQLModel], name: str, value: object, table: str) -> None:
    """Store it for Ben, for his seat at the table, or for the table."""
    number = table_ids.read(table) or 0
    here: dict[type[SQLModel], tuple[Any, ...]] = {
        PersonRow: (PersonRow.person == BEN.id,),
        SeatRow: (SeatRow.table_id == number, SeatRow.person == BEN.id),
        TableRow: (TableRow.id == number,),
        AlarmRow: (AlarmRow.table_id == number,),
        PetitionRow: (PetitionRow.table_id == number,),
    }
    async with room.database.session() as session, room.database.writing(session):
        await session.execute(sa.update(model).where(*here[model]).values({name: value}))
    room.service.deps.forget(number)


async def one_answer(room: Room, table: str) -> bool:
    """Whoever is asked answers, and it was done."""
    for person in (ANA, BEN):
        for seat in (await room.service.info(table)).of(person):
            sheet = await room.service.sheet(table, person, seat=seat.number)
            if sheet.ask is not None:
                picks = [option.token for option in sheet.options][: max(sheet.ask.least, 1)]
                await room.service.answer(table, person, sheet.ask_no, [picks], seat=seat.number)
                return True
    return False


async def look(room: Room, table: str, person: Person) -> None:
    """All that the person opens there."""
    service = room.service
    await service.reader(person, table)
    await service.take_notices(person, table)
    await service.info(table, person)
    await service.log(table, person)
    await service.standing(table, person)
    await service.seat(table, person)
    await digest.catch_up(service, table, person)


async def play_on(room: Room, table: str) -> None:
    """Both look, the next one answers, all alarms ring, and what they bring is posted."""
    for person in (ANA, BEN):
        await look(room, table, person)
    await one_answer(room, table)
    number = table_ids.read(table) or 0
    room.now += DAY
    for row in await room.database.read(select(AlarmRow).where(AlarmRow.table_id == number)):
        await room.service.ring(table, row.kind, row.ask_no)


async def of_one(room: Room, person: Person) -> None:
    """What a person asks of the bot beside any table."""
    await room.service.list_tables(person)
    await room.service.personal_data(person)
    await room.service.preferences(person)
    screens = PreferenceHandlers(room.service, lambda: room.now).handlers()
    for verb in ("prefs_show", "prefs_look", "zone_form"):
        await room.ask(Visit(person.id, HERE.channel, verb=verb, name=person.name), screens[verb])


def named(case: object) -> str:
    return case.__name__ if isinstance(case, type) else repr(case)[:12]


@pytest.mark.sample(14)
@pytest.mark.parametrize(("model", "name", "value"), CASES, ids=named)
async def test_rubbish_in_one_column_locks_nobody_elses_table(room: Room, model: Any, name: str, value: object) -> None:
    """At the table itself no more than a sentence is allowed; what is stored about a person locks nothing at all."""
    first, second = await two_tables(room)
    if model is PetitionRow:
        asked = await room.service.ask_times(first, ANA, late="npc")
    await put(room, model, name, value, first)
    for person in (ANA, BEN):
        await of_one(room, person)
    await play_on(room, second)
    try:
        await play_on(room, first)
    except Refused:
        if model in {PersonRow, AlarmRow, PetitionRow}:
            raise
    if model is PetitionRow:
        with suppress(Refused):
            await room.service.vote_back(first, BEN, asked.no, agrees=True)
    if model in {AlarmRow, PetitionRow}:
        assert await one_answer(room, first)
    assert await one_answer(room, second)
    await Clock(room.service, lambda: room.now).close_due()
    await purge(room.service.deps)
    await room.service.forget_person(BEN)
    assert await one_answer(room, second)


@pytest.mark.parametrize("zone", ["Mars/Olympus", "", "Europe/Berlin"])
async def test_a_time_zone_that_is_none_any_more_is_asked_for_again_and_once(room: Room, zone: str) -> None:
    """Nobody is asked who has one, or who has been asked and did not want any."""
    first, _ = await two_tables(room)
    for person in (ANA, BEN):
        await room.service.take_notices(person, first)
    await put(room, PersonRow, "zone", zone, first)
    await put(room, PersonRow, "zone_asked", True, first)
    assert (await room.service.preferences(BEN)).zone == (zone if zone == "Europe/Berlin" else "")
    unknown = zone.startswith("Mars")
    assert (await room.service.reader(BEN, first)).news == unknown
    asked = [[one.code for one in await room.service.take_notices(BEN, first)] for _ in range(2)]
    assert asked == [["ask_zone"] if unknown else [], []]
    assert (await room.service.reader(BEN, first)).news is False


@pytest.mark.parametrize(("name", "value"), [("options", "rubbish"), ("former", "{"), ("removed", "[")])
async def test_lists_and_options_that_are_no_json_lock_no_table(room: Room, name: str, value: str) -> None:
    first, _ = await two_tables(room)
    await put(room, SeatRow if name == "former" else TableRow, name, value, first)
    assert len(await room.service.list_tables(ANA)) == 2
    assert await one_answer(room, first)


async def test_what_is_stored_stays_until_it_is_chosen_anew(room: Room) -> None:
    """A later version may know it again."""
    await two_tables(room)
    await put(room, PersonRow, "palette", "of tomorrow", "")
    assert (await room.service.preferences(BEN)).palette == "standard"
    before = await room.service.preferences(BEN)
    await room.service.set_preferences(BEN, Preferences(zone="Asia/Tokyo", size="large"), before)
    kept = (await room.database.rows(select(PersonRow.palette, PersonRow.size).where(col(PersonRow.person) == BEN.id)))[
        0
    ]
    assert tuple(kept) == ("of tomorrow", "large")
