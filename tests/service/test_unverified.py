"""What came in a file that anybody can have written is marked wherever it is shown; what is played here is not."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from bot.contract.tables import Person, Place
from bot.features.files import export_import
from bot.features.files.file_format import Saved, pack
from bot.store.file_key import FileKey
from bot.ui.visit import Visit
from engine.core.text import words
from tests.service.tables import refused
from tests.service.test_teams import DEE
from tests.service.test_teams import begun as team_game
from tests.ui.play.verbs import handlers as play_handlers
from tests.ui.table.room import ANA, BEN, HERE, Room, opened_room, said

THERE = Place(HERE.guild, 78)
SHOWN = ("log", "replay", "status", "since")


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    async with opened_room(tmp_path / "nisaba.db") as made:
        yield made


async def begun(room: Room) -> str:
    """A game of teams."""
    return (await team_game(room)).id


async def played(room: Room) -> str:
    """The same, ended by a moderator."""
    table, moderator = await begun(room), Person(DEE.id + 9, "Mo", HERE.guild, moderator=True)
    error = await refused(room.service.end(table, moderator))
    await room.service.end(table, moderator, confirm=str(error.said["confirm"]))
    return table


def forged(raw: bytes) -> bytes:
    """The file of that game by whoever has written it anew."""
    return pack(msgspec.convert(json.loads(raw)["table"], Saved))


async def shown(room: Room, table: str, verb: str) -> str:
    """The words of that screen, as Ben reads them."""
    visit = Visit(BEN.id, HERE.channel, table, verb=verb, name=BEN.name, guild=HERE.guild)
    return said(await room.ask(visit, {**room.handlers, **play_handlers(room.service)}[verb]))


@pytest.mark.parametrize("verb", SHOWN)
async def test_whatever_shows_words_from_an_open_file_says_so(room: Room, verb: str) -> None:
    table = await played(room)
    raw = (await export_import.export(room.service, table, ANA)).raw
    brought = (await export_import.import_table(room.service.deps, BEN, THERE, forged(raw))).id
    mark = words("table.name.from_file")
    assert mark in await shown(room, brought, verb)
    assert mark not in await shown(room, table, verb)


async def test_it_stays_marked_wherever_it_goes_on_to(room: Room) -> None:
    table = await played(room)
    raw = (await export_import.export(room.service, table, ANA)).raw
    brought = await export_import.import_table(room.service.deps, BEN, THERE, forged(raw))
    again = (await export_import.export(room.service, brought.id, ANA)).raw
    assert (await export_import.import_table(room.service.deps, BEN, replace(THERE, channel=79), again)).unverified


async def test_a_running_game_that_a_bot_has_sealed_is_not_marked(room: Room, tmp_path: Path) -> None:
    room.service.deps = dataclasses.replace(room.service.deps, file_key=FileKey("shared"))
    raw = (await export_import.export(room.service, await begun(room), ANA)).raw
    async with opened_room(tmp_path / "other.db") as other:
        other.service.deps = dataclasses.replace(other.service.deps, file_key=room.service.deps.file_key)
        assert not (await export_import.import_table(other.service.deps, ANA, THERE, raw)).unverified
