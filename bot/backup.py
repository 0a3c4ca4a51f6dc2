"""A backup is one zip file: the database as it was at one moment, and the key of exported files if there is one.

It is made while the bot runs and put back while it does not. The database in it is always a file of SQLite: that of
PostgreSQL is copied into one, and out of one into an empty PostgreSQL.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import zipfile
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from sqlalchemy import make_url

from bot.settings import BotSettings, SettingsError, require_driver
from bot.store.copying import copy_as_it_stands
from bot.store.database import Database, require_known
from bot.store.sqlite import own_folder
from engine.core.text import words

DATABASE: Final = "nisaba.db"
KEY: Final = "export.key"
ASIDE: Final = ".before-restore"
BESIDE: Final = ("", "-wal", "-shm")


def write_backup(settings: BotSettings, file: Path) -> None:
    """Write the backup; a file of that name is replaced only once the new one is whole, and is its owner's alone.

    Raises SettingsError if there is nothing to back up, UnfitDatabase if PostgreSQL's is not of this version, OSError
    if FILE can't be written.
    """
    database = _database(settings)
    if database is not None and not database.exists():
        raise SettingsError(words("backup.nothing", file=database))
    with TemporaryDirectory(dir=file.absolute().parent, prefix=".backup-") as folder:
        copy, packed = Path(folder, DATABASE), Path(folder, "packed")
        if database is None:
            asyncio.run(_copied(settings.url, _url(copy)))
        else:
            _copy(database, copy)
        _pack(packed, [copy, *(key for key in [settings.key_file] if key.exists())])
        packed.replace(file)


async def _copied(here: str, there: str) -> None:
    """Everything from one database into another that is empty; a file is brought up to date before."""
    source, target = Database(here), Database(there)
    try:
        if source.lite:
            await source.migrate()
        await copy_as_it_stands(source, target)
    finally:
        await source.close()
        await target.close()


def _copy(database: Path, to: Path) -> None:
    """The database as of one moment, whatever is being written to it."""
    here = f"{database.absolute().as_uri()}?mode=ro"
    with closing(sqlite3.connect(here, uri=True)) as now, closing(sqlite3.connect(to)) as then:
        now.backup(then)


def _pack(packed: Path, files: Iterable[Path]) -> None:
    os.close(os.open(packed, os.O_CREAT | os.O_WRONLY | os.O_EXCL, 0o600))
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in files:
            archive.write(file, file.name)


def restore_backup(settings: BotSettings, file: Path) -> list[Path]:
    """Put a backup in the place of the database and key; what was there is set aside: its new names.

    A database of PostgreSQL has to be empty. Raises SettingsError for what is no backup of ours or is damaged, and
    UnfitDatabase if it comes from a later version or PostgreSQL's is not empty; then nothing changed.
    """
    database = _database(settings)
    own_folder(settings.data)
    beside = settings.data if database is None else database.absolute().parent
    with TemporaryDirectory(dir=beside, prefix=".restore-") as folder:
        found = _unpacked(file, Path(folder))
        _require_whole(found[DATABASE], file)
        if database is None:
            aside = []
            asyncio.run(_copied(_url(found[DATABASE]), settings.url))
        else:
            aside = [_set_aside(Path(f"{database}{end}")) for end in BESIDE]
            found[DATABASE].replace(database)
        if KEY in found:
            aside.append(_set_aside(settings.key_file))
            found[KEY].replace(settings.key_file)
    own_folder(settings.data)
    return [place for place in aside if place is not None]


def _unpacked(file: Path, folder: Path) -> dict[str, Path]:
    """The parts of a backup by name, and nothing else that may lie in the archive."""
    try:
        with zipfile.ZipFile(file) as archive:
            names = [name for name in (DATABASE, KEY) if name in archive.namelist()]
            for name in names:
                with archive.open(name) as part, Path(folder, name).open("wb") as to:
                    shutil.copyfileobj(part, to)
    except FileNotFoundError as error:
        raise SettingsError(words("backup.missing", file=file)) from error
    except zipfile.BadZipFile as error:
        raise SettingsError(words("backup.unknown", file=file)) from error
    if DATABASE not in names:
        raise SettingsError(words("backup.unknown", file=file))
    return {name: Path(folder, name) for name in names}


def _require_whole(database: Path, file: Path) -> None:
    """Raises SettingsError if the database is damaged, NewerDatabase if this version does not know it."""
    try:
        with closing(sqlite3.connect(database)) as store:
            whole = store.execute("pragma integrity_check").fetchone() == ("ok",)
            version = store.execute("select version_num from alembic_version").fetchone() if whole else None
    except sqlite3.DatabaseError:
        version = None
    if version is None:
        raise SettingsError(words("backup.damaged", file=file))
    require_known(str(version[0]))


def _set_aside(file: Path) -> Path | None:
    """Rename what lies there, keeping what an earlier restore set aside; its new name."""
    if not file.exists():
        return None
    names = (file.with_name(f"{file.name}{ASIDE}{number or ''}") for number in range(1_000_000))
    place = next(name for name in names if not name.exists())
    return file.replace(place)


def _database(settings: BotSettings) -> Path | None:
    """The file of the database; None for PostgreSQL. Raises SettingsError where its driver is missing."""
    require_driver(settings)
    target = make_url(settings.url)
    return Path(target.database or "") if target.get_backend_name() == "sqlite" else None


def _url(file: Path) -> str:
    return f"sqlite+aiosqlite:///{file.absolute()}"
