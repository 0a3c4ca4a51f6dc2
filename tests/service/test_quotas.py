"""How many tables and cups one person, and one server, may have: what is over, or came in a file, counts as well."""

from __future__ import annotations

import dataclasses
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.contract.tables import Person, Place, Refused
from bot.features.cups import sign_up
from bot.features.cups.values import CupPlan
from bot.features.files import export_import
from bot.store.file_key import FileKey
from bot.tables.work.row_mappers import moment
from bot.tables.work.unit_of_work import Quotas
from tests.service.tables import ANA, BEN, CHO, DEE, HERE, MODERATOR, Hand, Room, begun, opened_room, refused, stop

DAY = 86400.0
TWO, SIX = 2, 6  # open at once: of a host, of a server
KEY = FileKey("shared")


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    async with opened_room(tmp_path / "here.db", quotas=Quotas(person=TWO, server=SIX)) as made:
        made.game_service.deps = dataclasses.replace(made.game_service.deps, file_key=KEY)
        yield made


@pytest.fixture
async def file(tmp_path: Path) -> bytes:
    """A finished game of another house."""
    async with opened_room(tmp_path / "there.db") as there:
        table = await begun(there, ANA, BEN)
        await stop(there.service, table)
        return (await export_import.export(there.service, table, ANA)).raw


async def import_(room: Room, person: Person, file: bytes, channel: int) -> str:
    """What became of importing it into that channel: the refusal, or nothing."""
    try:
        await export_import.import_table(room.service.deps, person, Place(HERE.guild, channel), file)
    except Refused as refusal:
        if refusal.code != "games_limit" or refusal.said["until"] <= moment(room.now):
            raise
        return f"{refusal.said['what']} {refusal.said['whose']} {refusal.said['n']} in {refusal.said['days']}"
    return ""


async def test_finished_games_from_files_count_for_who_brings_them_for_a_day(room: Room, file: bytes) -> None:
    """Also those that are nobody's to look after any more: over, they stay."""
    assert [await import_(room, CHO, file, channel) for channel in (1, 2, 3)] == ["", "", "brought host 2 in 1"]
    assert await import_(room, DEE, file, 3) == ""
    room.clock.now += DAY - 1
    assert await import_(room, CHO, file, 4) == "brought host 2 in 1"
    room.clock.now += 2
    assert await import_(room, CHO, file, 4) == ""


async def test_the_refusal_tells_when_the_next_one_may_be_imported(room: Room, file: bytes) -> None:
    first = room.now
    for channel in (1, 2):
        await export_import.import_table(room.service.deps, CHO, Place(HERE.guild, channel), file)
        room.clock.now += 3600
    refusal = await refused(export_import.import_table(room.service.deps, CHO, Place(HERE.guild, 3), file))
    assert refusal.said["until"] == moment(first + DAY)


async def test_one_server_takes_only_so_many_files_a_day_whoever_brings_them(room: Room, file: bytes) -> None:
    people = [Person(900 + n, f"P{n}", HERE.guild) for n in range(SIX + 1)]
    found = [await import_(room, person, file, 100 + n) for n, person in enumerate(people)]
    assert found == [""] * SIX + ["brought server 6 in 1"]
    elsewhere = Place(6, 999)
    assert (
        await export_import.import_table(room.service.deps, replace(people[-1], guild=6), elsewhere, file)
    ).place == elsewhere


async def test_whoever_imports_every_day_meets_a_limit_of_the_month(room: Room, file: bytes) -> None:
    found = []
    for day in range(4):
        found += [await import_(room, CHO, file, 10 * day + n) for n in range(2)]
        room.clock.now += DAY + 1
    assert found == [""] * 6 + ["brought host 6 in 30"] * 2
    room.clock.now += 26 * DAY
    assert await import_(room, CHO, file, 99) == ""


async def test_what_is_shown_again_counts_as_nothing_new(room: Room, file: bytes) -> None:
    assert [await import_(room, CHO, file, 1) for _ in range(5)] == [""] * 5


async def test_lobbies_opened_and_closed_at_once_count_for_a_day(room: Room) -> None:
    """Three times as many as may be open at once."""
    for _ in range(3 * TWO):
        info = await room.service.open_table(ANA, HERE, "walk")
        await room.service.leave(info.id, ANA)
    refusal = await refused(room.service.open_table(ANA, HERE, "walk"))
    said = {"whose": "host", "what": "opened", "n": 6, "days": 1, "until": moment(room.now + DAY)}
    assert (refusal.code, refusal.said) == ("games_limit", said)
    assert (await room.service.open_table(BEN, HERE, "walk")).state == "lobby"
    room.clock.now += DAY
    assert (await room.service.open_table(ANA, Place(5, 78), "walk")).state == "lobby"


async def test_running_games_from_files_count_among_those_that_are_open(room: Room, tmp_path: Path) -> None:
    async with opened_room(tmp_path / "there.db", Hand()) as there:
        there.game_service.deps = dataclasses.replace(there.game_service.deps, file_key=KEY)
        table = await begun(there, ANA, BEN)
        running = (await export_import.export(there.service, table, ANA)).raw
    for channel in (1, 2):
        await room.service.open_table(CHO, Place(5, channel), "walk")
    refusal = await refused(export_import.import_table(room.service.deps, CHO, Place(5, 3), running))
    assert (refusal.code, refusal.said) == ("too_many_tables", {"whose": "host", "n": TWO})


# -- cups -----------------------------------------------------------------------------------------------------------


async def open_cups(room: Room, person: Person, n: int) -> list[str]:
    """What became of opening so many: the refusals."""
    codes = []
    for _ in range(n):
        try:
            await sign_up.open_cup(room.service, person, HERE, CupPlan("Spring"), "walk")
        except Refused as refusal:
            codes.append(refusal.code)
        else:
            codes.append("")
    return codes


async def test_one_person_leaves_room_for_the_cups_of_others(room: Room) -> None:
    assert await open_cups(room, ANA, 3) == ["", "", "too_many_own_cups"]
    assert await open_cups(room, BEN, 3) == ["", "", "too_many_own_cups"]
    assert await open_cups(room, CHO, 2) == ["", "too_many_cups"]


async def test_cups_that_are_over_count_for_a_day(room: Room) -> None:
    for _ in range(5):
        cup = await sign_up.open_cup(room.service, ANA, HERE, CupPlan("Spring"), "walk")
        token = (await refused(sign_up.end(room.service.deps, MODERATOR, cup.id))).said["confirm"]
        await sign_up.end(room.service.deps, MODERATOR, cup.id, confirm=token)
    refusal = await refused(sign_up.open_cup(room.service, ANA, HERE, CupPlan("Spring"), "walk"))
    assert (refusal.code, refusal.said) == ("cups_limit", {"n": 5, "until": moment(room.now + DAY)})
    assert await open_cups(room, BEN, 1) == [""]
    room.clock.now += DAY
    assert await open_cups(room, ANA, 1) == [""]
