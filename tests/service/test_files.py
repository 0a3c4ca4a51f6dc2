"""Whole games as files, and the proof that nobody chose what was dealt."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace
from sqlmodel import col, select

from bot.contract.tables import Place
from bot.features.clocks import more_time
from bot.features.files import export_import, verification
from bot.features.files.file_format import SavedFile, pack, unpack
from bot.store.file_key import FileKey
from bot.store.models import AlarmRow
from bot.tables.alarm_clock import Clock
from bot.tables.work.unit_of_work import Quotas
from engine.core.text import speaking, words
from tests.bot.fake_game import WalkGame
from tests.facts import fact
from tests.service.tables import (
    ANA,
    BEN,
    CHO,
    DEE,
    HERE,
    MODERATOR,
    SEED,
    Room,
    begun,
    give,
    opened_room,
    played,
    refused,
    stop,
)

THERE = Place(5, 88)


async def ended(made: Room, table: str) -> None:
    await stop(made.service, table)


async def test_a_running_game_is_sealed_for_its_host_alone(room: Room) -> None:
    table = await played(room)
    assert (await refused(export_import.export(room.service, table, BEN))).code == "export_sealed"
    file = await export_import.export(room.service, table, ANA)
    assert (file.sealed, file.warn) == (True, False)
    assert b"hands" not in file.raw
    assert SEED.encode() not in file.raw
    assert room.file.with_suffix(".key").stat().st_mode & 0o077 == 0


async def test_a_game_goes_on_elsewhere_from_its_file(room: Room, tmp_path: Path) -> None:
    table = await played(room)
    file = await export_import.export(room.service, table, ANA)
    before = await room.service.sheet(table, BEN)
    assert (await refused(export_import.import_table(room.service.deps, CHO, THERE, file.raw))).said["reason"] == "here"
    async with opened_room(tmp_path / "other.db") as other:
        assert (await refused(export_import.import_table(other.service.deps, CHO, THERE, file.raw))).said[
            "reason"
        ] == "other_key"
        other.game_service.deps = dataclasses.replace(other.game_service.deps, file_key=room.game_service.deps.file_key)
        info = await export_import.import_table(other.service.deps, CHO, THERE, file.raw)
        assert (info.state, info.host, info.place) == ("running", CHO, THERE)
        for person in (ANA, BEN):
            info = await other.service.join(info.id, person)
        after = await other.service.sheet(info.id, BEN)
        assert after.view == before.view
        assert [p.no for p in await other.service.checkpoints(info.id)] == [
            p.no for p in await room.service.checkpoints(table)
        ]
        await other.service.undo(info.id, ANA)
        await give(other, info.id, ANA, "done")
        assert (await other.service.sheet(info.id, BEN)).request is not None
        log = await other.service.log(info.id, None)
        assert "All are dealt three cards" in [line.text for line in log.lines]


async def test_nobody_is_late_or_reminded_until_all_are_back_at_a_game_that_goes_on_elsewhere(
    room: Room, tmp_path: Path
) -> None:
    """Nor has anybody a clock once a computer has taken one of the seats that wait, and another one still does."""
    here = await begun(room, ANA, BEN, CHO, DEE, options={"goal": 20})
    await give(room, here, ANA, "walk")
    file = await export_import.export(room.service, here, ANA)
    async with opened_room(tmp_path / "other.db") as other:
        other.game_service.deps = dataclasses.replace(other.game_service.deps, file_key=room.game_service.deps.file_key)
        table = (await export_import.import_table(other.service.deps, MODERATOR, THERE, file.raw)).id
        for person in (ANA, BEN):
            assert (await other.service.join(table, person)).deadlines == {}
        assert (await other.service.control(table, MODERATOR, 3, "npc")).info.deadlines == {}
        assert (await refused(more_time.extend(other.service, table, MODERATOR, 2))).code == "not_asked"
        running = col(AlarmRow.kind).in_(("late", "last_call", "remind")) & (col(AlarmRow.ask_no) > 0)
        assert await other.database.read(select(AlarmRow.kind).where(running)) == []
        clock = Clock(other.game_service, other.clock)
        told, alone = await other.posts(), await other.posts(ANA.id)
        for _ in range(40):
            other.clock.now += 86400
            await clock.close_due()
        assert (await other.posts(), await other.posts(ANA.id)) == (told, alone)
        (deadline,) = (await other.service.join(table, DEE)).deadlines.values()
        assert deadline.timestamp() == other.clock.now + 86400
        other.clock.now += 86400
        await clock.close_due()
        assert [post.kind for post in await other.posts() if post.kind == "late"] == ["late"]


async def brought(made: Room, file: SavedFile) -> str:
    """The language of a finished table that is brought from that file."""
    assert file.table is not None
    whole = pack(file.table)
    return (await export_import.import_table(made.service.deps, CHO, THERE, whole)).settings.language


async def test_a_table_keeps_its_language_in_another_house(room: Room, tmp_path: Path) -> None:
    table = await played(room)
    await room.service.change_settings(table, ANA, language="de")
    await ended(room, table)
    file = unpack((await export_import.export(room.service, table, ANA)).raw)
    async with opened_room(tmp_path / "other.db") as other:
        assert await brought(other, file) == "de"


@pytest.mark.parametrize("language", [msgspec.UNSET, "tlh", ""])
async def test_a_table_whose_file_names_no_language_spoken_here_speaks_english(
    room: Room, tmp_path: Path, language: str | msgspec.UnsetType
) -> None:
    """Files of the first formats name none."""
    table = await played(room)
    await ended(room, table)
    saved = unpack((await export_import.export(room.service, table, ANA)).raw).table
    assert saved is not None
    settings = replace(saved.settings, language=language)
    assert (b'"language"' in msgspec.json.encode(settings)) == (language is not msgspec.UNSET)
    async with opened_room(tmp_path / "other.db") as other:
        assert await brought(other, SavedFile(2, replace(saved, settings=settings))) == "en"


async def test_a_running_game_is_brought_only_where_one_more_table_may_be_open(room: Room, tmp_path: Path) -> None:
    running = await export_import.export(room.service, await played(room), ANA)
    async with opened_room(tmp_path / "other.db", quotas=Quotas(person=1, server=2)) as other:
        other.game_service.deps = dataclasses.replace(other.game_service.deps, file_key=room.game_service.deps.file_key)
        own = await other.service.open_table(CHO, Place(5, 1), "walk")
        refusal = await refused(export_import.import_table(other.service.deps, CHO, THERE, running.raw))
        assert (refusal.code, refusal.said) == ("too_many_tables", {"whose": "host", "n": 1})
        await other.service.open_table(BEN, Place(5, 2), "walk")
        refusal = await refused(export_import.import_table(other.service.deps, ANA, THERE, running.raw))
        assert (refusal.code, refusal.said) == ("too_many_tables", {"whose": "server", "n": 2})
        assert await other.service.table_in(THERE.channel) is None
        await other.service.leave(own.id, CHO)
        assert (await export_import.import_table(other.service.deps, CHO, THERE, running.raw)).state == "running"


async def test_an_ended_game_is_brought_whatever_the_limits(room: Room, tmp_path: Path) -> None:
    table = await played(room)
    await ended(room, table)
    over = await export_import.export(room.service, table, CHO)
    async with opened_room(tmp_path / "other.db", quotas=Quotas(person=1, server=1)) as other:
        await other.service.open_table(CHO, Place(5, 1), "walk")
        assert (await export_import.import_table(other.service.deps, CHO, THERE, over.raw)).state == "over"


async def test_everybody_gets_an_ended_game_open(room: Room) -> None:
    table = await played(room)
    await ended(room, table)
    file = await export_import.export(room.service, table, CHO)
    assert (file.sealed, file.warn) == (False, False)
    assert SEED.encode() in file.raw
    info = await export_import.import_table(room.service.deps, CHO, THERE, file.raw)
    assert info.state == "over"
    assert info.of(ANA) == ()


async def test_without_a_key_the_host_is_warned(room: Room) -> None:
    room.game_service.deps = dataclasses.replace(room.game_service.deps, file_key=FileKey("open"))
    file = await export_import.export(room.service, await played(room), ANA)
    assert (file.sealed, file.warn) == (False, True)


def test_bots_with_the_same_key_read_each_others_files() -> None:
    sealed = FileKey("shared secret").seal(b"all hands")
    assert sealed is not None
    assert FileKey("shared secret").open(sealed) == b"all hands"
    assert FileKey("another").open(sealed) is None


@pytest.mark.parametrize("damage", ["cut", "changed", "newer", "foreign", "empty"])
async def test_a_damaged_file_is_refused(room: Room, damage: str) -> None:
    table = await played(room)
    await ended(room, table)
    raw = (await export_import.export(room.service, table, ANA)).raw
    file = msgspec.json.decode(raw)
    wrong = {
        "cut": raw[:-20],
        "changed": raw.replace(b'"npcs":0', b'"npcs":1'),
        "newer": msgspec.json.encode({**file, "nisaba": 99}),
        "foreign": b'{"a": 1}',
        "empty": b"",
    }[damage]
    refusal = await refused(export_import.import_table(room.service.deps, CHO, THERE, wrong))
    assert refusal.code == "import"
    assert refusal.said["reason"] == ("newer" if damage == "newer" else "damaged")
    assert await room.service.table_in(THERE.channel) is None


async def test_the_seed_is_secret_until_the_end(room: Room) -> None:
    table = await played(room)
    refusal = await refused(verification.verify_game(room.service, table))
    assert refusal.code == "seed_secret"
    assert refusal.said["fingerprint"] == (await room.service.info(table)).fingerprint


async def test_an_ended_game_follows_from_its_seed(room: Room) -> None:
    table = await played(room)
    first = (await room.service.checkpoints(table))[-2].no
    await room.service.control(table, BEN, 2, "npc")
    await room.service.go_back(table, ANA, first)
    await room.service.control(table, BEN, 2, "human")
    await give(room, table, ANA, "roll")
    await give(room, table, ANA, "done")
    await give(room, table, BEN, "walk", "done")
    await ended(room, table)
    found = await verification.verify_game(room.service, table)
    assert (found.difference, found.fits) == ("", True)
    assert (found.seed, found.draws) == (SEED, 7)
    raw = (await export_import.export(room.service, table, CHO)).raw
    assert (await verification.verify_game(room.service, table, raw)).fits


async def test_a_changed_game_does_not_follow(room: Room) -> None:
    table = await played(room)
    await ended(room, table)
    file = msgspec.json.decode((await export_import.export(room.service, table, ANA)).raw)

    from bot.features.files.file_format import Saved, pack

    file["table"]["entries"][0]["picks"] = ["walk"]
    forged = msgspec.convert(file["table"], Saved)
    found = await verification.verify_game(room.service, table, pack(forged))
    assert not found.fits
    assert found.difference in {"answers", "position", "positions"}
    for language in ("en", "de", "fr"):
        with speaking(language):
            assert words(f"table.verify.difference.{found.difference}", **found.where)


async def test_corrected_rules_begin_the_step_again_and_say_so_once(tmp_path: Path) -> None:
    async with opened_room(tmp_path / "a.db") as before:
        table = await begun(before, ANA, BEN)
        await give(before, table, ANA, "walk", "walk")
    async with opened_room(tmp_path / "a.db", game=Slower()) as after:
        sheet = await after.service.sheet(table, ANA)
        assert sheet.request is not None
        assert sheet.view["civs"]["seat_1"]["at"] == 0
        notices = await after.service.take_notices(ANA, table)
        assert [n.code for n in notices if n.code != "ask_zone"] == ["rules_corrected", "rules_corrected"]
        assert notices[0].said["picks"] == ["walk"]
        assert await after.service.take_notices(ANA, table) == ()
        await give(after, table, ANA, "done")
        assert (await after.service.sheet(table, BEN)).request is not None
        assert HERE.channel == (await after.service.info(table)).place.channel


class Slower(WalkGame):
    """Rules by which nobody walks any more."""

    def __init__(self) -> None:
        self.steps = {**WalkGame.steps, "walk": stay}


async def stay(s: object) -> str | None:
    """One question that only knows rolling."""
    from engine.core.ask import Ask, Request
    from tests.bot.fake_game import Walk

    assert isinstance(s, Walk)
    seat = s.order[s.active]
    await Request("walk.act", fact("What do you do?"), (Ask(seat, ("roll", "done")),), asked=(seat,))
    s.active = (s.active + 1) % len(s.order)
    return "walk" if s.active else "bid"
