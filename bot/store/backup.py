"""A backup is one zip file: the database as it was at one moment, and the key of exported files if there is one.

It is made while the bot runs and put back while it does not. The database in it is always a file of SQLite: that of
PostgreSQL is copied into one, and out of one into an empty PostgreSQL.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import time
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
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
JOURNAL: Final = ("-wal", "-shm")
RESTORING: Final = ".restore"
FORSAKEN: Final = 600.0


def write_backup(settings: BotSettings, file: Path) -> None:
    """Write the backup; a file of that name is replaced only once the new one is whole, and is its owner's alone.

    Raises SettingsError if there is nothing to back up, UnfitDatabase if PostgreSQL's is not of this version, OSError
    if FILE can't be written.
    """
    database = _database(settings)
    if database is not None and not database.exists():
        raise SettingsError(words("backup.nothing", file=database))
    with _workroom(file.absolute().with_name(f".{file.name}.unfinished")) as folder:
        copy, packed = folder / DATABASE, folder / "packed"
        if database is None:
            asyncio.run(_copied(settings.url, _url(copy)))
        else:
            _copy(database, copy)
        _pack(packed, [copy, *(key for key in [settings.key_file] if key.exists())])
        packed.replace(file)


async def _copied(here: str, there: str) -> None:
    """Copy everything from one database into an empty one; a file is migrated first."""
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
    """Replace the database and key with a backup, and set the old ones aside. Return their new names.

    The key is written first, then the database is replaced by one rename, so a kill in between leaves a whole one. A
    database of PostgreSQL must be empty. Raises SettingsError for a damaged file or no backup, and UnfitDatabase for a
    later version or a PostgreSQL that isn't empty; then nothing has changed.
    """
    database = _database(settings)
    own_folder(settings.data)
    beside = settings.data if database is None else database.absolute().parent
    aside: list[Path | None] = []
    with _workroom(beside / RESTORING) as folder:
        found = _unpacked(file, folder)
        _require_whole(found[DATABASE], file)
        if database is None:
            asyncio.run(_copied(_url(found[DATABASE]), settings.url))
        if KEY in found:
            aside.append(_keep_aside(settings.key_file))
            found[KEY].replace(settings.key_file)
        if database is not None:
            journal = _without_journal(database) if database.exists() else []
            aside += [_keep_aside(database), *journal]
            found[DATABASE].replace(database)
    own_folder(settings.data)
    return [place for place in aside if place is not None]


@contextmanager
def _workroom(folder: Path) -> Iterator[Path]:
    """A folder for unfinished files. Its name never changes, so the next run removes what a killed one left."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def clear(settings: BotSettings) -> None:
    """Remove what a restore or backup that was killed has left beside the data; one that is being made stays."""
    for folder in [*settings.data.glob(RESTORING), *settings.data.glob(".*.unfinished")]:
        written = max(one.stat().st_mtime for one in (folder, *folder.iterdir()))
        if written < time.time() - FORSAKEN:
            shutil.rmtree(folder, ignore_errors=True)


def _unpacked(file: Path, folder: Path) -> dict[str, Path]:
    """Return the parts of a backup by name, and nothing else from the archive."""
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


def _without_journal(database: Path) -> list[Path | None]:
    """Write the journal of a database into it; if it is too damaged, set the journal aside."""
    with suppress(sqlite3.DatabaseError), closing(sqlite3.connect(database)) as store:
        store.execute("pragma wal_checkpoint(truncate)")
    beside = [Path(f"{database}{end}") for end in JOURNAL]
    kept = [_keep_aside(file) for file in beside]
    for file in beside:
        file.unlink(missing_ok=True)
    return kept


def _keep_aside(file: Path) -> Path | None:
    """Keep a copy of the file under a second name not used before. Return that name."""
    if not file.exists():
        return None
    names = (file.with_name(f"{file.name}{ASIDE}{number or ''}") for number in range(1_000_000))
    place = next(name for name in names if not name.exists())
    try:
        place.hardlink_to(file)
    except OSError:  # not every file system has two names for a file
        shutil.copy2(file, place)
    return place


def _database(settings: BotSettings) -> Path | None:
    """The file of the database; None for PostgreSQL. Raises SettingsError where its driver is missing."""
    require_driver(settings)
    target = make_url(settings.url)
    return Path(target.database or "") if target.get_backend_name() == "sqlite" else None


def _url(file: Path) -> str:
    return f"sqlite+aiosqlite:///{file.absolute()}"
