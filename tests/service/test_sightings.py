"""What was seen of people is written together, once a second, and lost without harm."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlmodel import col, select

from bot.store.models import PresenceRow
from bot.store.person_models import PersonRow
from bot.tables.people import sightings
from tests.service.counting import counted
from tests.service.fulldisk import full_disk
from tests.service.tables import ANA, BEN, Room, begun, opened_room


async def present(room: Room) -> list[tuple[int, float]]:
    rows = await room.database.read(select(PresenceRow).order_by(col(PresenceRow.person)))
    return [(row.person, row.at) for row in rows]


async def test_many_looks_of_a_second_are_one_write(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sightings, "LATER", 0.05)
    table = await begun(room, ANA, BEN)
    await room.service.deps.sightings.write(room.database)
    room.clock.now += 3600
    with counted(room.database) as counts:
        for person in (ANA, BEN, ANA):
            await room.service.sheet(table, person)
        room.service.see_language(BEN, "de")
        await asyncio.sleep(0.3)
    assert dict(counts.writes) == {("insert", "presence"): 1, ("insert", "preference"): 1}
    assert await present(room) == [(ANA.id, room.clock.now), (BEN.id, room.clock.now)]
    assert await room.database.read(select(PersonRow.seen_language).where(PersonRow.person == BEN.id)) == ["de"]


async def test_preferences_stay_when_a_language_is_noted(room: Room) -> None:
    await room.service.set_preferences(BEN, await room.service.preferences(BEN))
    room.service.see_language(BEN, "fr")
    assert (await room.service.reader(BEN)).seen_language == "fr", "before it is stored"
    await room.service.deps.sightings.write(room.database)
    (row,) = await room.database.read(select(PersonRow).where(PersonRow.person == BEN.id))
    assert (row.seen_language, row.quiet_from) == ("fr", 23)


async def test_a_table_that_is_gone_spoils_nothing(room: Room) -> None:
    await begun(room, ANA, BEN)
    deps = room.service.deps
    for table in (1, 999):
        deps.sightings.see(room.database, table, ANA.id, 5.0)
    await deps.sightings.write(room.database)
    assert await present(room) == [(ANA.id, 5.0)]


async def test_nothing_is_written_to_a_closed_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sightings, "LATER", 0.05)
    async with opened_room(tmp_path / "a.db") as room:
        await begun(room, ANA, BEN)
        await room.database.close()
        room.service.deps.sightings.see(room.database, 1, ANA.id, 5.0)
        await asyncio.sleep(0.2)
        assert room.database.driver._free == []
        room.service.deps.sightings._seen.clear()


async def test_what_cannot_be_stored_is_lost_and_seen_again(tmp_path: Path) -> None:
    async with opened_room(tmp_path / "a.db") as room:
        await begun(room, ANA, BEN)
        seen = room.service.deps.sightings
        await seen.write(room.database)
        before = await present(room)
        with full_disk(room.database) as refused:
            seen.see(room.database, 1, ANA.id, before[0][1] + 99)
            seen.hear(room.database, ANA.id, "de")
            await seen.write(room.database)
        assert len(refused) == 1
        assert await present(room) == before
        assert seen.language(ANA.id) == "", "the next screen says it again"
