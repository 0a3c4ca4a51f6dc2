"""Ids of tables: old ones mean what they meant, new ones hold no letter that looks like a digit."""

from __future__ import annotations

import random

import pytest
from sqlalchemy import text
from sqlmodel import col, select

from bot.contract import table_ids
from bot.contract.tables import Place
from bot.store.models import TableRow
from tests.service.tables import ANA, BEN, Room, refused

FIRST_WITH_O = table_ids.read("10O") or 0


async def number_from(room: Room, number: int) -> None:
    """Let that be the next number that is given."""
    async with room.database.session() as session, room.database.writing(session):
        if room.database.lite:
            gone = text("DELETE FROM sqlite_sequence WHERE name = 'game_table'")
            kept = text("INSERT INTO sqlite_sequence (name, seq) VALUES ('game_table', :last)")
            await session.execute(gone)
        else:
            kept = text("SELECT setval(pg_get_serial_sequence('game_table', 'id'), :last + 1, false)")
        await session.execute(kept, {"last": number - 1})


async def opened(room: Room, channel: int) -> str:
    return (await room.service.open_table(ANA, Place(5, channel), "walk")).id


def test_an_id_means_the_table_it_has_always_meant() -> None:
    rng = random.Random("ids")
    for number in (1, 2, 1000, *(rng.randrange(1, 36**6) for _ in range(1000))):
        assert table_ids.read(table_ids.spell_id(number)) == table_ids.meanings(table_ids.spell_id(number))[0] == number
    assert [table_ids.spell_id(n) for n in (1, 25, 648)] == ["100", "10O", "1HZ"]


def test_the_next_clear_number_is_the_nearest_and_without_such_letters() -> None:
    known = [n for n in range(1, 60_000) if not set(table_ids.spell_id(n)) & set("OI")]
    assert len(known) > 30_000
    at = 0
    for number in range(1, known[-1]):
        at += number > known[at]
        assert table_ids.clear(number) == known[at]


async def test_new_tables_pass_over_ids_that_look_like_others(room: Room) -> None:
    await number_from(room, FIRST_WITH_O - 1)
    assert [await opened(room, channel) for channel in (1, 2, 3)] == ["10N", "10P", "10Q"]
    await number_from(room, table_ids.read("HZZ") or 0)
    assert [await opened(room, channel) for channel in (4, 5)] == ["HZZ", "J00"]


async def test_a_number_is_never_given_twice_even_if_its_table_is_gone(room: Room) -> None:
    await number_from(room, FIRST_WITH_O)
    assert await opened(room, 1) == "10P"
    async with room.database.session() as session, room.database.writing(session):
        row = (await session.execute(select(TableRow).order_by(col(TableRow.id).desc()))).scalars().first()
        await session.delete(row)
    assert await opened(room, 2) == "10Q"


@pytest.mark.parametrize("typed", ["1O0", "l00", "I00", " loo ", "100"])
async def test_what_looks_like_the_id_of_a_table_means_it_where_there_is_no_other(room: Room, typed: str) -> None:
    assert await opened(room, 1) == "100"
    assert (await room.service.info(typed)).id == "100"


async def test_an_old_table_is_found_by_its_own_id_before_another_that_looks_like_it(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    await number_from(room, FIRST_WITH_O)
    with monkeypatch.context() as patch:  # as tables were opened before
        patch.setattr(table_ids, "clear", lambda number: number)
        assert await opened(room, 1) == "10O"
    await number_from(room, 1)
    assert await opened(room, 2) == "100"
    assert [(await room.service.info(one)).place.channel for one in ("10O", "100", "1oo")] == [1, 2, 2]
    assert (await refused(room.service.info("20O", BEN))).code == "no_table"
