"""What is too old goes by itself, and whoever is forgotten is named by nothing that is stored."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from sqlmodel import SQLModel, col, select
from sqlmodel.sql.sqltypes import AutoString

from bot.contract import table_ids
from bot.contract.posts import Post, Words
from bot.store.models import SeatRow, TableRow
from bot.tables.people import personal_data
from bot.tables.purge_job import Nightly, purge
from tests.service.tables import ANA, BEN, CHO, HERE, Room, begun, give, refused, seated, stop

DAY = 86400.0
NAME = "Somebody who can be recognized"
PEOPLE = {"person", "user", "host", "giver", "receiver", "absent", "moderator", "reserved"}
NAMES = {"person_name", "host_name", "giver_name", "receiver_name", "absent_name"}
LISTS = {
    "former": f'[{{"person":{CHO.id},"name":"{NAME}","at":0.0}}]',
    "removed": f"[{CHO.id}]",
    "let_in": f"[{CHO.id}]",
}
NOBODY = {
    "guild",
    "channel",
    "message",
    "post_message",
    "interaction",
    "thread",
    "event",
    "dm_channel",
    "emoji",
    "application",
}
OWN = {
    "house_fact.key": f"board.100.{CHO.id}",
    "slot.name": f"hand:100:1:{CHO.id}",
    "result.people": 2,
    "outbox.post": msgspec.json.encode(Post("x", (Words("Hello"),))),
}
BY_TYPE: tuple[tuple[type[Any], object], ...] = (
    (sa.Boolean, False),
    (sa.Integer, 1),
    (sa.Float, 0.0),
    (sa.String, "{}"),
    (AutoString, "x"),
    (sa.LargeBinary, b""),
)


def columns() -> list[sa.Column[Any]]:
    """Every column of every table."""
    return [column for table in SQLModel.metadata.sorted_tables for column in table.columns]


def value(column: sa.Column[Any], number: int) -> object:
    """Something for that column, about Cho wherever it can be about somebody."""
    name = f"{column.table.name}.{column.name}"
    if name in OWN:
        return OWN[name]
    if column.name == "table_id":
        return number
    if column.name in PEOPLE and not isinstance(column.type, sa.Boolean):
        return CHO.id
    if column.name in NAMES:
        return NAME
    if column.name in LISTS:
        return LISTS[column.name]
    usual = getattr(column.default, "arg", None)
    return next(found for kind, found in BY_TYPE if isinstance(column.type, kind)) if usual is None else usual


def test_every_column_that_may_hold_a_person_is_known_here() -> None:
    """A new one has to be named above, so that the next test fills it and looks whether it is forgotten."""
    large = {column.name for column in columns() if isinstance(column.type, sa.BigInteger)}
    assert large - PEOPLE - NOBODY == set()
    assert {column.name for column in columns() if column.name.endswith("_name")} == NAMES
    assert {column.name for column in columns()} >= {*PEOPLE, *NAMES, *LISTS}


def test_whatever_belongs_to_a_table_goes_with_it() -> None:
    """But for where people of a cup sat, which their points come from."""
    here = [column for column in columns() if column.name == "table_id"]
    gone = {column.table.name: next(iter(column.foreign_keys)).ondelete for column in here if column.foreign_keys}
    assert {name for name, what in gone.items() if what != "CASCADE"} == {"cup_seat"}
    assert gone["cup_seat"] == "SET NULL"
    assert {column.table.name for column in here} - gone.keys() == set()


async def full_of_cho(room: Room) -> int:
    """A finished game of Ana and Ben in which everything that is stored, in every table, is about Cho."""
    table = await begun(room, ANA, BEN)
    await give(room, table, ANA, "done")
    await stop(room.service, table)
    number = table_ids.read(table) or 0
    async with room.database.session() as session, room.database.writing(session):
        for made in SQLModel.metadata.sorted_tables:
            about = {c.name: value(c, number) for c in made.columns if c.name not in {"id", "seq"}}
            if made.name in {"game_table", "seat"}:
                named = {k: v for k, v in about.items() if k in {*PEOPLE, *NAMES, *LISTS}}
                await session.execute(sa.update(made).values(named))
            elif {*about} & {*PEOPLE, *NAMES} or any(f"{made.name}.{name}" in OWN for name in about):
                here = made.c.table_id == number if "table_id" in made.c else sa.true()
                await session.execute(sa.delete(made).where(here))
                await session.execute(sa.insert(made).values(about))
    room.service.deps.forget(number)
    return number


async def naming_cho(room: Room) -> list[str]:
    """The columns in which Cho can be found."""
    found = []
    for column in columns():
        for stored in await room.database.read(sa.select(column)):
            text = stored.decode(errors="replace") if isinstance(stored, bytes) else str(stored)
            found += [f"{column.table.name}.{column.name}"] if str(CHO.id) in text or NAME in text else []
    return sorted(set(found))


@pytest.mark.soak
async def test_whoever_is_forgotten_is_named_by_nothing_that_is_over(room: Room) -> None:
    await full_of_cho(room)
    before = await naming_cho(room)
    assert len(before) > 25
    told = json.loads((await room.service.personal_data(CHO)).raw)
    assert told["tables"]
    assert told["boards_posted"] == [{"table": table_ids.spell_id(100), "at": 0.0}]
    assert await room.service.forget_person(CHO) == ()
    assert await naming_cho(room) == []


@pytest.mark.soak
async def test_all_that_is_stored_about_somebody_is_given_out(room: Room) -> None:
    """Whatever names Cho is taken away table by table: each time there is less in the file."""
    await full_of_cho(room)
    told, silent = (await room.service.personal_data(CHO)).raw, []
    children, leading = SQLModel.metadata.sorted_tables[::-1], ("seat", "game_table")
    for made in sorted(children, key=lambda one: one.name in leading):
        naming = [c == CHO.id for c in made.columns if c.name in PEOPLE and isinstance(c.type, sa.BigInteger)]
        async with room.database.session() as session, room.database.writing(session):
            await session.execute(sa.delete(made).where(sa.or_(sa.false(), *naming)))
        room.service.deps.forget(100)
        before, told = told, (await room.service.personal_data(CHO)).raw
        silent += [made.name] if naming and told == before else []
    assert silent == []


async def test_two_years_after_its_end_a_game_names_nobody(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    await give(room, table, ANA, "done")
    await stop(room.service, table)
    room.clock.now += 729 * DAY
    await purge(room.service.deps)
    assert (await room.service.info(table)).host.name == "Ana"
    room.clock.now += 2 * DAY
    await purge(room.service.deps)
    info = await room.service.info(table)
    assert info.host.name == "a former player"
    assert [seat.person for seat in info.seats] == [None, None]
    assert (await room.service.standing(table)).view["civs"], "how it was played stays"
    seats = await room.database.read(select(SeatRow).order_by(col(SeatRow.number)))
    assert [(row.person, row.person_name, row.former, row.hand) for row in seats] == 2 * [(None, "", "[]", "")]
    for person in (ANA, BEN):
        assert json.loads((await room.service.personal_data(person)).raw)["tables"] == []
    version = (await room.database.read(select(TableRow)))[0].version
    await purge(room.service.deps)
    assert (await room.database.read(select(TableRow)))[0].version == version, "nothing is left to be done"


async def test_a_game_that_goes_on_keeps_its_people(room: Room) -> None:
    table = await begun(room, ANA, BEN)
    room.clock.now += 800 * DAY
    await purge(room.service.deps)
    info = await room.service.info(table)
    assert (info.state, info.host.name) == ("running", "Ana")


async def test_a_lobby_that_nobody_looks_after_is_closed_and_later_deleted(room: Room) -> None:
    info = await seated(room, ANA, BEN)
    room.clock.now += 29 * DAY
    await room.service.info(info.id, BEN)
    room.clock.now += 2 * DAY
    await purge(room.service.deps)
    assert (await room.service.info(info.id)).state == "lobby", "Ben has been there since"
    room.clock.now += 29 * DAY
    await purge(room.service.deps)
    assert (await room.service.info(info.id)).state == "over"
    assert (await room.texts())[-1].startswith(f"lobby {info.id} over")
    room.clock.now += 29 * DAY
    await purge(room.service.deps)
    assert (await room.service.info(info.id)).state == "over"
    room.clock.now += 2 * DAY
    await purge(room.service.deps)
    assert (await refused(room.service.info(info.id))).code == "no_table"
    assert await room.database.read(select(SeatRow)) == []
    assert (await room.service.open_table(ANA, HERE, "walk")).id != info.id


async def test_a_table_that_cannot_be_changed_keeps_no_other_from_it(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await begun(room, ANA, BEN)
    await stop(room.service, first)
    second = await begun(room, ANA, BEN)
    await stop(room.service, second)
    leave = personal_data.leave

    async def failing(work: Any, person: int) -> None:
        if work.id == first:
            raise LookupError("it cannot be changed")
        await leave(work, person)

    room.clock.now += 800 * DAY
    monkeypatch.setattr(personal_data, "leave", failing)
    await purge(room.service.deps)
    hosts = [(await room.service.info(table)).host.name for table in (first, second)]
    assert hosts == ["Ana", "a former player"]


async def test_it_is_done_at_the_start_and_then_once_a_day(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    nightly = Nightly(room.service.deps, room.clock)
    assert await nightly.do_due()
    room.clock.now += DAY - 1
    assert not await nightly.do_due()
    room.clock.now += 1
    assert await nightly.do_due()
