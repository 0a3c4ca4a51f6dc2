"""A house moves to PostgreSQL and back with all that is being played; its backup is one file in any case."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
import time
from pathlib import Path

import pytest
from sqlalchemy import func, select
from sqlalchemy.exc import DBAPIError

from bot import settings
from bot.contract.tables import Place, Refused
from bot.settings import with_driver
from bot.store.backup import restore_backup, write_backup
from bot.store.closing import UnfitDatabase
from bot.store.copying import move
from bot.store.database import Database
from bot.store.models import TableRow
from bot.tables.game_service import GameService
from engine.core.text import words
from tests.postgres.conftest import made_in
from tests.service.copies import answers, begun, closed, house, play, stored, taken, views
from tests.service.tables import ANA

pytestmark = pytest.mark.postgres
ROOT = Path(__file__).parents[2]
MANY = 200
PATIENCE = 120.0


def lite(file: Path) -> str:
    return f"sqlite+aiosqlite:///{file}"


async def moved(source: GameService, url: str) -> GameService:
    """The house there, once all has moved."""
    target = Database(url)
    assert await move(source.deps.database, target)
    await target.close()
    return await house(url)


async def playing_on(service: GameService, tables: list[str]) -> int:
    """Play until nothing is taken any more; how many answers were."""
    dice, given = random.Random(2), 0
    while True:
        try:
            given += await play(service, dice.choice(tables), dice)
        except Refused as refused:
            if refused.code != "moved":
                raise
            return given


@pytest.mark.timeout(900)
async def test_two_hundred_running_tables_move_while_they_are_played_and_come_back(
    own_database: str, tmp_path: Path
) -> None:
    source = await house(lite(tmp_path / "a.db"))
    tables, dice = await begun(source, MANY), random.Random(1)
    for table in tables[:30]:
        await play(source, table, dice)
    stood = await answers(source.deps.database)
    going_on = asyncio.create_task(playing_on(source, tables))
    target = await moved(source, with_driver(own_database))
    given = await going_on
    assert await stored(target) == await stored(source)
    assert await answers(target.deps.database) >= stood
    assert given > 0
    assert await views(target, tables) == await views(source, tables)
    assert sum([await play(target, table, dice) for table in tables[:12]]) >= 12
    opened = await target.open_table(ANA, Place(5, 9), "acme")
    back = await moved(target, lite(tmp_path / "c.db"))
    assert await stored(back) == await stored(target)
    assert await taken(target, opened.id) == "moved"
    assert await taken(back, opened.id) == ""
    await closed(source, target, back)


async def test_a_copy_that_is_killed_leaves_the_old_database_usable_and_is_taken_up_again(
    own_database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NISABA_DATA", str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    source = await house(lite(tmp_path / "nisaba.db"))
    tables, dice = await begun(source, 60), random.Random(1)
    flags = ("-m", "bot", "--copy-to", own_database)
    copying = await asyncio.create_subprocess_exec(sys.executable, *flags, cwd=tmp_path)
    half = Database(with_driver(own_database))
    await until_some(half)
    copying.send_signal(signal.SIGKILL)
    await copying.wait()
    if await taken(source, tables[0]) == "":
        with pytest.raises(UnfitDatabase, match=words("copy.unfinished")):
            await half.migrate()
        for table in tables[:5]:
            await play(source, table, dice)
    again = await asyncio.create_subprocess_exec(sys.executable, *flags, cwd=tmp_path)
    assert await again.wait() == 0
    assert await taken(source, tables[0]) == "moved"
    target = await house(with_driver(own_database))
    assert await stored(target) == await stored(source)
    await half.close()
    await closed(source, target)


async def ended(folder: Path, source: str, *flags: str) -> int:
    """How a command over that database, which keeps its files in that folder, has come to its end."""
    told = {**os.environ, "NISABA_DATA": str(folder), "NISABA_DATABASE": source, "PYTHONPATH": str(ROOT)}
    return await (await asyncio.create_subprocess_exec(sys.executable, *flags, cwd=folder, env=told)).wait()


@pytest.mark.parametrize("to_postgres", [True, False], ids=["to_postgres", "from_postgres"])
@pytest.mark.parametrize("commit", [1, 2])
async def test_a_death_in_the_switch_leaves_no_table_open_in_both_and_the_same_command_ends_it(
    own_database: str, tmp_path: Path, commit: int, to_postgres: bool
) -> None:
    file = f"sqlite:///{tmp_path / 'a.db'}"
    here, there = (file, own_database) if to_postgres else (own_database, file)
    source = await house(with_driver(here))
    tables, dice = await begun(source, 3), random.Random(1)
    for table in tables:
        await play(source, table, dice)
    seen, half = await views(source, tables), Database(with_driver(there))
    assert await ended(tmp_path, here, "-m", "tests.postgres.dying_move", there, str(commit)) == -signal.SIGKILL
    with pytest.raises(UnfitDatabase, match=words("copy.unfinished")):
        await half.migrate()
    assert [await taken(source, table) for table in tables] == ["" if commit == 1 else "moved"] * 3
    assert commit == 1 or await views(source, tables) == seen
    assert await ended(tmp_path, here, "-m", "bot", "--copy-to", there) == 0
    target = await house(with_driver(there))
    assert await stored(target) == await stored(source)
    assert [await taken(source, table) for table in tables] == ["moved"] * 3
    assert sum([await play(target, table, dice) for table in tables]) >= 3
    await half.close()
    await closed(source, target)


async def until_some(half: Database) -> None:
    """Until the first tables have arrived there."""
    ends = time.monotonic() + PATIENCE
    while time.monotonic() < ends:
        try:
            if (await half.read(select(func.count()).select_from(TableRow)))[0]:
                return
        except DBAPIError:
            await asyncio.sleep(0.05)
    raise AssertionError("nothing has arrived")


async def test_a_backup_of_postgres_is_put_back_into_an_empty_one_or_a_file(
    server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NISABA_DATA", str(tmp_path))
    here, there = await made_in(server), await made_in(server)
    source = await house(with_driver(here))
    tables, dice = await begun(source, 3), random.Random(1)
    seen, before = await views(source, tables), await stored(source)
    kept = tmp_path / "kept.zip"
    await asyncio.to_thread(write_backup, settings.read(database=here), kept)
    for table in tables:
        await play(source, table, dice)
    with pytest.raises(UnfitDatabase, match=words("copy.not_empty")):
        await asyncio.to_thread(restore_backup, settings.read(database=here), kept)
    for url in (there, ""):
        await asyncio.to_thread(restore_backup, settings.read(database=url), kept)
        back = await house(settings.read(database=url).url)
        assert await stored(back) == before
        assert await views(back, tables) == seen
        assert sum([await play(back, table, dice) for table in tables])
        await closed(back)
    await closed(source)
