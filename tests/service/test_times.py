"""How time is counted in a game that has begun: the host asks, all who play must agree, and clocks follow."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest
from msgspec import UNSET
from msgspec.structs import replace

from bot.contract.table_settings import Settings
from bot.contract.tables import Petition, Place
from bot.features.clocks import overdue
from bot.features.files import export_import
from bot.features.files.file_format import SavedFile, pack, unpack
from tests.service.tables import ANA, BEN, CHO, Room, begun, come_about, give, opened_room, refused, stop
from tests.service.test_deadlines import due, seat

HOUR = 3600.0
DAY = 24 * HOUR
LONG = {"goal": 20}
THERE = Place(1, 99)


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    """A service over an empty database."""
    async with opened_room(tmp_path / "nisaba.db") as made:
        yield made


async def all_agree(room: Room, table: str, told: Petition) -> Petition:
    for person in (BEN, CHO):
        told = await room.service.vote_back(table, person, told.no, agrees=True)
    return told


async def test_time_is_counted_otherwise_only_if_all_who_play_agree(room: Room) -> None:
    table = await begun(room, ANA, BEN, CHO, options=LONG)
    assert (await refused(room.service.ask_times(table, BEN, late="npc"))).code == "host_only"
    told = await room.service.ask_times(table, ANA, late="npc", weekends="stop")
    assert (told.kind, [one.number for one in told.asked]) == ("times", [2, 3])
    assert (told.before.late, told.settings.late, told.settings.weekends) == ("offer", "npc", "stop")
    assert (await room.service.vote_back(table, BEN, told.no, agrees=True)).result == "open"
    assert (await room.service.info(table)).settings.late == "offer"
    assert (await room.service.vote_back(table, CHO, told.no, agrees=True)).result == "agreed"
    after = (await room.service.info(table)).settings
    assert (after.late, after.weekends, after.clock) == ("npc", "stop", "move")
    assert (await room.texts())[-2:] == [f"settings {table}", "petition agreed: seat_2, seat_3; seat_2, seat_3"]
    assert (await room.service.log(table, None)).lines[-1].key == "petition"


async def test_one_no_or_silence_leaves_the_times_as_they_are(room: Room) -> None:
    table = await begun(room, ANA, BEN, CHO, options=LONG, settings=Settings(pace="slow"))
    told = await room.service.ask_times(table, ANA, clock="bank")
    await room.service.vote_back(table, BEN, told.no, agrees=True)
    assert (await room.service.vote_back(table, CHO, told.no, agrees=False)).result == "refused"
    told = await room.service.ask_times(table, ANA, clock="bank")
    await room.service.vote_back(table, BEN, told.no, agrees=True)
    room.clock.now = told.closes_at.timestamp() + 1
    await come_about(room)
    assert (await refused(room.service.petition(table, told.no))).code == "petition_over"
    assert (await room.service.info(table)).settings.clock == "move"


async def test_what_is_asked_for_is_a_setting_of_time_that_is_not_so_already(room: Room) -> None:
    table = await begun(room, ANA, BEN, options=LONG)
    for changes in ({"pace": "slow"}, {"late": "never"}, {"bank_hours": "241"}, {"refill_hours": "-1"}):
        assert (await refused(room.service.ask_times(table, ANA, **changes))).code == "bad_option"
    for changes in ({}, {"late": "offer", "bank_hours": "72"}):
        assert (await refused(room.service.ask_times(table, ANA, **changes))).code == "times_same"
    await room.service.ask_times(table, ANA, bank_hours="120")
    assert (await refused(room.service.ask_times(table, ANA, late="npc"))).code == "undo_pending"


async def test_a_seat_played_by_the_npc_has_no_say_and_a_host_alone_just_does(room: Room) -> None:
    table = await begun(room, ANA, BEN, options=LONG)
    await room.service.control(table, BEN, 2, "npc")
    assert (await room.service.ask_times(table, ANA, late="wait")).result == "agreed"
    assert (await room.service.info(table)).settings.late == "wait"


async def test_whoever_is_asked_then_goes_on_with_a_full_bank_and_what_was_used_stays_used(room: Room) -> None:
    table = await begun(room, ANA, BEN, CHO, options=LONG)
    room.clock.now += 20 * HOUR
    told = await room.service.ask_times(table, ANA, clock="bank", bank_hours="48", refill_hours="0")
    room.clock.now += HOUR
    await all_agree(room, table, told)
    assert await due(room, 1) == 48 * HOUR
    room.clock.now += 8 * HOUR
    await give(room, table, ANA, "walk", "done")
    assert (await seat(room, 1)).bank == 40 * HOUR
    told = await room.service.ask_times(table, ANA, bank_hours="24")
    await all_agree(room, table, told)
    assert (await seat(room, 1)).bank == 24 * HOUR
    assert await due(room, 2) == 24 * HOUR


async def test_back_from_a_bank_whoever_is_asked_has_a_quarter_of_the_time_at_least(room: Room) -> None:
    bank = Settings(clock="bank", bank_hours=48, refill_hours=0)
    table = await begun(room, ANA, BEN, CHO, options=LONG, settings=bank)
    room.clock.now += 30 * HOUR
    told = await room.service.ask_times(table, ANA, clock="move")
    await all_agree(room, table, told)
    assert await due(room, 1) == 6 * HOUR
    assert (await seat(room, 1)).clock_used == 30 * HOUR


async def test_a_vote_about_who_is_late_goes_on_by_what_was_agreed_on_then(room: Room) -> None:
    table = await begun(room, ANA, BEN, CHO, options=LONG)
    await give(room, table, ANA, "walk", "done")
    room.clock.now += DAY
    assert await come_about(room) == 1
    told = await room.service.ask_times(table, ANA, late="npc")
    await all_agree(room, table, told)
    vote = await overdue.vote(room.service, table, CHO, 2, "wait")
    assert (vote.votes, vote.needed, vote.done) == (1, 2, False)
    room.clock.now += DAY
    assert await come_about(room) == 1
    assert (await room.texts())[-1] != "late"
    assert [one.person for one in (await room.service.standing(table)).ask.asked] == [CHO]  # type: ignore[union-attr]


async def test_a_game_taken_elsewhere_keeps_how_its_time_is_counted(room: Room, tmp_path: Path) -> None:
    times = Settings(late="npc", clock="bank", bank_hours=48, refill_hours=12, weekends="stop")
    table = await begun(room, ANA, BEN, options=LONG, settings=times)
    room.clock.now += 10 * HOUR
    await stop(room.service, table)
    file = unpack((await export_import.export(room.service, table, ANA)).raw)
    assert file.table is not None
    left = (await seat(room, 1)).bank
    assert left is not None
    assert file.table.seats[0].bank == left < 48 * HOUR
    async with opened_room(tmp_path / "other.db") as other:
        other.clock.now = room.clock.now
        info = await export_import.import_table(other.service.deps, CHO, THERE, pack(file.table))
        assert (info.settings.late, info.settings.clock, info.settings.weekends) == ("npc", "bank", "stop")
        assert (info.settings.bank_hours, info.settings.refill_hours) == (48, 12)
        assert (await seat(other, 1)).bank == left


async def test_a_file_of_before_says_nothing_of_time_and_is_read_as_it_was(room: Room, tmp_path: Path) -> None:
    table = await begun(room, ANA, BEN, options=LONG, settings=Settings(late="npc", clock="bank"))
    await stop(room.service, table)
    saved = unpack((await export_import.export(room.service, table, ANA)).raw).table
    assert saved is not None
    bare = replace(
        saved.settings, late=UNSET, clock=UNSET, bank_hours=UNSET, refill_hours=UNSET, weekends=UNSET
    )  # fmt: skip
    seats = [replace(one, bank=UNSET, bank_turn=UNSET) for one in saved.seats]
    old = replace(saved, settings=bare, seats=seats)
    raw = msgspec.json.decode(pack(old))
    assert "late" not in raw["table"]["settings"]
    assert "bank" not in raw["table"]["seats"][0]
    third = SavedFile(3, old, raw["checksum"])
    async with opened_room(tmp_path / "other.db") as other:
        info = await export_import.import_table(other.service.deps, CHO, THERE, msgspec.json.encode(third))
        assert (info.settings.late, info.settings.clock, info.settings.bank_hours) == ("offer", "move", 72)
