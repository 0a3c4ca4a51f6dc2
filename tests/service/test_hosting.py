"""What a host does beside playing: backups while the bot runs, putting them back, and looking whether all will do."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import time
import zipfile
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from bot import settings
from bot.__main__ import main
from bot.features.host import check
from bot.features.host.check import check_settings
from bot.local_table.people import bits
from bot.local_table.server import TOKEN, Playground
from bot.settings import BotSettings
from bot.store.backup import clear, restore_backup, write_backup
from bot.store.database import Database, newest
from bot.ui.words.permissions import INVITED_WITH, has_permission
from engine.core.text import words
from tests.service.databases import ready

ROOT = Path(__file__).parents[2]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the bot keeps its data; nothing else is set."""
    for name in list(os.environ):
        if name.startswith("NISABA_") or name == "DISCORD_TOKEN":
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NISABA_DATA", str(tmp_path / "data"))
    (tmp_path / "data").mkdir()
    return tmp_path / "data"


async def begun(folder: Path) -> BotSettings:
    """A database with its tables, and the key of exported files."""
    known = settings.read(data=folder)
    database = Database(f"sqlite+aiosqlite:///{folder / 'nisaba.db'}")
    await ready(database)
    await database.close()
    known.key_file.write_text("a key")
    return known


def note(folder: Path, name: str) -> None:
    """Leave something in the database by which it is known again."""
    with closing(sqlite3.connect(folder / "nisaba.db")) as store:
        store.execute("create table if not exists marks (name text)")
        store.execute("insert into marks values (?)", (name,))
        store.commit()


def listed(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def noted(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as store:
        return [name for (name,) in store.execute("select name from marks")]


async def test_what_was_backed_up_comes_back_with_its_key(folder: Path, tmp_path: Path) -> None:
    known = await begun(folder)
    note(folder, "before")
    write_backup(known, tmp_path / "kept.zip")
    note(folder, "after")
    known.key_file.write_text("another key")
    aside = restore_backup(known, tmp_path / "kept.zip")
    assert noted(folder / "nisaba.db") == ["before"]
    assert known.key_file.read_text() == "a key"
    assert noted(next(file for file in aside if file.name.startswith("nisaba.db.b"))) == ["before", "after"]


async def test_a_backup_is_taken_while_somebody_writes(folder: Path, tmp_path: Path) -> None:
    known = await begun(folder)
    note(folder, "committed")
    with closing(sqlite3.connect(folder / "nisaba.db")) as writer:
        writer.execute("begin immediate")
        writer.execute("insert into marks values ('not yet')")
        write_backup(known, tmp_path / "kept.zip")
        writer.rollback()
    restore_backup(known, tmp_path / "kept.zip")
    assert noted(folder / "nisaba.db") == ["committed"]


async def test_a_backup_is_its_owners_alone_and_replaces_an_older_one(folder: Path, tmp_path: Path) -> None:
    known = await begun(folder)
    for _ in range(2):
        write_backup(known, tmp_path / "kept.zip")
    assert (tmp_path / "kept.zip").stat().st_mode & 0o777 == 0o600
    assert listed(tmp_path) == ["data", "kept.zip"]


class Killed(BaseException):
    """The process ends here."""


def killed_at(monkeypatch: pytest.MonkeyPatch, step: int) -> None:
    """The process is killed before it renames, links or deletes for that time; nothing is tidied up behind it."""
    left = [step]

    def counting(act: Any) -> Any:
        def acting(*given: Any, **more: Any) -> Any:
            left[0] -= 1
            if left[0] < 0:
                raise Killed
            return act(*given, **more)

        return acting

    for name in ("replace", "hardlink_to", "unlink"):
        monkeypatch.setattr(Path, name, counting(getattr(Path, name)))
    monkeypatch.setattr(shutil, "rmtree", lambda *_, **__: None)


@pytest.mark.parametrize("step", range(8))
async def test_whenever_a_restore_is_killed_there_is_a_whole_database(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    """The old one or the new one, the new one never with the old key; and another restore comes to its end."""
    known = await begun(folder)
    note(folder, "before")
    write_backup(known, tmp_path / "kept.zip")
    note(folder, "after")
    known.key_file.write_text("another key")
    with monkeypatch.context() as dying, suppress(Killed):
        killed_at(dying, step)
        restore_backup(known, tmp_path / "kept.zip")
    found = noted(folder / "nisaba.db")
    assert found in (["before"], ["before", "after"])
    assert known.key_file.read_text() in {"a key", "another key"}
    assert found != ["before"] or known.key_file.read_text() == "a key"
    restore_backup(known, tmp_path / "kept.zip")
    assert (noted(folder / "nisaba.db"), known.key_file.read_text()) == (["before"], "a key")
    assert not [name for name in listed(folder) if name.startswith(".restore")]


async def test_what_lies_in_the_journal_is_set_aside_with_the_database(folder: Path, tmp_path: Path) -> None:
    known = await begun(folder)
    write_backup(known, tmp_path / "kept.zip")
    note(folder, "in the journal")
    aside = restore_backup(known, tmp_path / "kept.zip")
    assert noted(next(file for file in aside if file.name.startswith("nisaba.db.b"))) == ["in the journal"]
    assert "nisaba.db-wal" not in listed(folder)


async def test_what_a_killed_backup_has_left_goes_with_the_next_one_or_a_start(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = await begun(folder)
    for place in (tmp_path, folder):
        with monkeypatch.context() as dying, suppress(Killed):
            killed_at(dying, 0)
            write_backup(known, place / "kept.zip")
        assert ".kept.zip.unfinished" in listed(place)
    write_backup(known, tmp_path / "kept.zip")
    assert listed(tmp_path) == ["data", "kept.zip"]
    clear(known)
    assert ".kept.zip.unfinished" in listed(folder), "it may still be being made"
    for one in (folder / ".kept.zip.unfinished", *(folder / ".kept.zip.unfinished").iterdir()):
        os.utime(one, (1.0, 1.0))
    clear(known)
    assert ".kept.zip.unfinished" not in listed(folder)


async def test_each_restore_sets_aside_what_was_there(folder: Path, tmp_path: Path) -> None:
    known = await begun(folder)
    write_backup(known, tmp_path / "kept.zip")
    places = {place for _ in range(3) for place in restore_backup(known, tmp_path / "kept.zip")}
    assert len([place for place in places if place.name.startswith("nisaba.db.before-restore")]) == 3
    assert {place.stat().st_mode & 0o777 for place in places} == {0o600}


def damaged(file: Path) -> None:
    """A backup whose database is none."""
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("nisaba.db", b"SQLite format 3\0" + b"x" * 5000)


def foreign(file: Path) -> None:
    """An archive of something else."""
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("../nisaba.db", b"x")


def later(file: Path) -> None:
    """A backup of a version to come."""
    with closing(sqlite3.connect(file.with_suffix(".db"))) as store:
        store.execute("create table alembic_version (version_num text)")
        store.execute("insert into alembic_version values ('9999')")
        store.commit()
    with zipfile.ZipFile(file, "w") as archive:
        archive.write(file.with_suffix(".db"), "nisaba.db")


@pytest.mark.parametrize(
    ("made", "key"),
    [(damaged, "backup.damaged"), (foreign, "backup.unknown"), (later, ""), (lambda file: file.write_text("x"), "")],
)
async def test_what_is_no_backup_changes_nothing(
    made: object, key: str, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await begun(folder)
    note(folder, "kept")
    assert callable(made)
    made(tmp_path / "wrong.zip")
    assert main(["--restore", str(tmp_path / "wrong.zip")]) == 2
    said = capsys.readouterr().err
    assert said.strip() == words(key, file=tmp_path / "wrong.zip") if key else said
    assert noted(folder / "nisaba.db") == ["kept"]
    assert listed(folder) == ["export.key", "nisaba.db"]


async def test_a_backup_that_is_not_there_is_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    await begun(folder)
    assert main(["--restore", str(folder / "none.zip")]) == 2
    assert capsys.readouterr().err.strip() == words("backup.missing", file=folder / "none.zip")


async def test_nothing_is_restored_under_a_running_bot(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    known = await begun(folder)
    write_backup(known, folder / "kept.zip")
    known.beat_file.write_text(str(int(time.time())))
    assert main(["--restore", str(folder / "kept.zip")]) == 2
    assert capsys.readouterr().err.strip() == words("backup.running")


def test_without_a_database_there_is_nothing_to_back_up(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--backup", str(folder / "kept.zip")]) == 2
    assert capsys.readouterr().err.strip() == words("backup.nothing", file=folder / "nisaba.db")


async def test_backup_and_restore_are_commands(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await begun(folder)
    file = str(tmp_path / "kept.zip")
    assert main(["--backup", file]) == 0
    assert main(["--restore", file]) == 0
    assert capsys.readouterr().out.splitlines()[:2] == [
        words("backup.written", file=file), words("backup.restored", file=file)
    ]  # fmt: skip


# -- looking whether all will do --------------------------------------------------------------------------------------


def bad(found: Sequence[object]) -> list[str]:
    return [str(getattr(one, "text", "")) for one in found if not getattr(one, "good", False)]


@pytest.mark.soak
async def test_all_is_well(folder: Path, table: Playground, monkeypatch: pytest.MonkeyPatch) -> None:
    await begun(folder)
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    found = await check_settings(settings.read())
    assert bad(found) == []
    assert words("check.database.current", version=newest()) in [one.text for one in found]
    assert len(found) == 4
    assert table.local.gateway.identified == [], "no session of the day is used up"
    table.local.world.open_far()
    monkeypatch.setattr("bot.features.host.check.PAGE", 1)
    assert len(await check_settings(settings.read())) == 5, "all servers, however many pages they fill"


async def test_what_is_wrong_is_named_and_nothing_is_made(
    folder: Path, table: Playground, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NISABA_DATABSE", "x")
    monkeypatch.setenv("NISABA_COLOUR", "x")
    monkeypatch.setenv("NISABA_PUBLIC", "1")
    monkeypatch.setenv("DISCORD_TOKEN", "one.two.four")
    found = await check_settings(settings.read())
    assert bad(found) == [
        words("settings.unknown", name="NISABA_COLOUR"),
        words("settings.near", name="NISABA_DATABSE", near="NISABA_DATABASE"),
        words("settings.no_contact"),
        words("settings.refused_token"),
    ]
    assert words("check.database.empty") in [one.text for one in found]
    assert listed(folder) == []


@pytest.mark.parametrize("place", ["/proc/x", "file", "file/below"])
async def test_a_folder_that_no_data_can_lie_in_is_a_problem(
    place: str, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("NISABA_DATA", str(tmp_path / place))
    first = bad(await check_settings(settings.read()))[0]
    assert first.startswith("The bot can't write a file or folder that it needs: ")


async def test_looking_leaves_nothing_in_the_folder_for_data(folder: Path) -> None:
    assert bad(await check_settings(settings.read())) == [words("settings.no_token")]
    assert listed(folder) == []


async def test_a_later_or_broken_database_and_a_missing_token_are_told(folder: Path) -> None:
    await begun(folder)
    with closing(sqlite3.connect(folder / "nisaba.db")) as store:
        store.execute("update alembic_version set version_num = '9999'")
        store.commit()
    later_one, no_token = bad(await check_settings(settings.read()))
    assert later_one == words("settings.newer_database", version="9999", known=newest())
    assert no_token == words("settings.no_token")
    (folder / "nisaba.db").write_bytes(b"no database at all" * 99)
    assert bad(await check_settings(settings.read()))[0].startswith("The database can't be opened")


@pytest.mark.soak
async def test_missing_permissions_are_named(folder: Path, table: Playground, monkeypatch: pytest.MonkeyPatch) -> None:
    for role in table.local.world.roles.values():
        role.permissions &= ~bits("attach_files administrator")
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    (told,) = bad(await check_settings(settings.read()))
    assert "missing these permissions: Attach Files." in told


@pytest.mark.soak
def test_help_lists_every_setting_without_loading_the_bot(folder: Path) -> None:
    code = "import sys; from bot.__main__ import main\ntry: main(['--help'])\nexcept SystemExit: pass\n"
    loaded = "print(sorted(m for m in ('discord', 'PIL', 'sqlmodel', 'engine.games') if m in sys.modules))"
    run = subprocess.run([sys.executable, "-c", code + loaded], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.splitlines()[-1] == "[]"
    assert all(settings.variable(name) in run.stdout for name in BotSettings.model_fields)


def test_a_bot_in_no_server_is_invited_with_every_permission_that_it_needs() -> None:
    (found,) = check._servers([], 1)
    (asked,) = parse_qs(urlsplit(found.text.split()[-1]).query)["permissions"]
    assert [name for name in INVITED_WITH if not has_permission(int(asked), name)] == []
