"""All that is stored moves to another database between two clicks, while the bot goes on until then."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest
from sqlalchemy import text

from bot import settings
from bot.__main__ import main
from bot.contract import table_ids
from bot.contract.tables import Place, Refused
from bot.store import copying
from bot.store.closing import UnfitDatabase
from bot.store.copying import copy_as_it_stands, move
from bot.store.database import Database
from bot.tables.game_service import GameService
from engine.core.text import words
from tests.service.copies import begun, closed, house, play, stored, taken, views
from tests.service.tables import ANA, stop


def lite(file: Path) -> str:
    return f"sqlite+aiosqlite:///{file}"


async def moved(source: GameService, url: str) -> bool:
    target = Database(url)
    try:
        return await move(source.deps.database, target)
    finally:
        await target.close()


@pytest.mark.soak
async def test_every_row_and_every_view_is_the_same_there_and_play_goes_on(tmp_path: Path) -> None:
    source = await house(lite(tmp_path / "a.db"))
    tables, dice = await begun(source, 6), random.Random(1)
    for table in tables:
        await play(source, table, dice)
    before, seen = await stored(source), await views(source, tables)
    assert await moved(source, lite(tmp_path / "b.db"))
    target = await house(lite(tmp_path / "b.db"))
    assert await stored(target) == before
    assert await views(target, tables) == seen
    assert sum([await play(target, table, dice) for table in tables]) >= len(tables)
    await closed(source, target)


@pytest.mark.soak
async def test_the_old_database_is_read_but_takes_nothing_and_says_so(tmp_path: Path) -> None:
    source = await house(lite(tmp_path / "a.db"))
    (table,) = await begun(source, 1)
    assert await taken(source, table) == ""
    assert await moved(source, lite(tmp_path / "b.db"))
    assert await taken(source, table) == "moved"
    with pytest.raises(Refused, match="moved"):
        await source.open_table(ANA, Place(5, 9), "acme")
    assert (await source.sheet(table, ANA)).info.settings.note == "written"
    with pytest.raises(UnfitDatabase, match=words("copy.moved")):
        await source.deps.database.migrate()
    await closed(source)


@pytest.mark.soak
async def test_what_is_played_while_it_is_copied_is_there_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = await house(lite(tmp_path / "a.db"))
    tables, dice = await begun(source, 4), random.Random(1)
    bulk = copying._bulk
    played: list[int] = []

    async def played_in_between(*given: object) -> None:
        await bulk(*given)  # type: ignore[arg-type]
        if len(played) < 2:
            played.append(await asyncio.create_task(play_on()))

    async def play_on() -> int:
        """A table ends, another is opened in its channel, and at a third somebody plays."""
        await stop(source, tables[len(played)])
        await source.open_table(ANA, Place(5, 1000 + len(played)), "acme")
        return await play(source, tables[2], dice)

    monkeypatch.setattr(copying, "BATCH", 2)
    monkeypatch.setattr(copying, "_bulk", played_in_between)
    assert await moved(source, lite(tmp_path / "b.db"))
    assert len(played) == 2
    target = await house(lite(tmp_path / "b.db"))
    assert await stored(target) == await stored(source)
    await closed(source, target)


@pytest.mark.soak
async def test_a_copy_that_fails_leaves_the_bot_as_it_was_and_is_taken_up_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = await house(lite(tmp_path / "a.db"))
    tables, dice = await begun(source, 3), random.Random(1)

    async def unequal(*_: object) -> None:
        raise UnfitDatabase("copy.unequal", table="entry")

    with monkeypatch.context() as patch:
        patch.setattr(copying, "_require_equal", unequal)
        with pytest.raises(UnfitDatabase, match="entry"):
            await moved(source, lite(tmp_path / "b.db"))
    for table in tables:
        await play(source, table, dice)
    half = Database(lite(tmp_path / "b.db"))
    with pytest.raises(UnfitDatabase, match=words("copy.unfinished")):
        await half.migrate()
    await half.close()
    assert await moved(source, lite(tmp_path / "b.db"))
    target = await house(lite(tmp_path / "b.db"))
    assert await stored(target) == await stored(source)
    assert not await moved(source, lite(tmp_path / "b.db")), "it was done before"
    await closed(source, target)


@pytest.mark.soak
async def test_numbers_go_on_after_the_last_that_was_given(tmp_path: Path) -> None:
    source = await house(lite(tmp_path / "a.db"))
    await source.open_table(ANA, Place(5, 9), "acme")
    async with source.deps.database.session() as session, source.deps.database.writing(session):
        await session.execute(text("INSERT INTO sqlite_sequence (name, seq) VALUES ('fault', 41)"))
        await session.execute(text("UPDATE sqlite_sequence SET seq = 977 WHERE name = 'game_table'"))
    assert await moved(source, lite(tmp_path / "b.db"))
    target = await house(lite(tmp_path / "b.db"))
    assert (await target.open_table(ANA, Place(5, 10), "acme")).id == table_ids.spell_id(978)
    await closed(source, target)


@pytest.mark.soak
async def test_only_an_empty_database_is_filled(tmp_path: Path) -> None:
    source, other = await house(lite(tmp_path / "a.db")), await house(lite(tmp_path / "b.db"))
    await begun(source, 1)
    await other.open_table(ANA, Place(5, 9), "acme")
    for copy in (move, copy_as_it_stands):
        with pytest.raises(UnfitDatabase, match=words("copy.not_empty")):
            await copy(source.deps.database, other.deps.database)
    assert len((await stored(other))["game_table"]) == 1
    await closed(source, other)


@pytest.mark.soak
def test_moving_is_a_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("NISABA_DATA", str(tmp_path))
    monkeypatch.delenv("NISABA_DATABASE", raising=False)
    monkeypatch.chdir(tmp_path)

    async def filled() -> None:
        await closed(await house(settings.read().url))

    asyncio.run(filled())
    there = f"sqlite:///{tmp_path / 'there.db'}"
    assert [main(["--copy-to", url]) for url in (f"sqlite:///{tmp_path / 'nisaba.db'}", there, there)] == [2, 0, 0]
    said = capsys.readouterr()
    assert words("copy.same") in said.err
    assert words("copy.done") in said.out
    assert main(["--rate"]) == 2
    assert capsys.readouterr().err.strip() == words("copy.moved")
