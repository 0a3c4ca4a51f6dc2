"""A backup is one zip file: the database as it was at one moment, and the key of exported files if there is one.

It is made while the bot runs, by SQLite's own means, and put back while it does not. PostgreSQL has tools of its own.
"""

from __future__ import annotations

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

from bot.settings import BotSettings, SettingsError
from bot.store.database import require_known
from bot.store.sqlite import own_folder
from engine.core.text import words

DATABASE: Final = "nisaba.db"
KEY: Final = "export.key"
ASIDE: Final = ".before-restore"
BESIDE: Final = ("", "-wal", "-shm")


def write_backup(settings: BotSettings, file: Path) -> None:
    """Write the backup; a file of that name is replaced only once the new one is whole, and is its owner's alone.

    Raises SettingsError if there is nothing to back up or the database is not SQLite, OSError if FILE can't be written.
    """
    database = _database(settings)
    if not database.exists():
        raise SettingsError(words("backup.nothing", file=database))
    with TemporaryDirectory(dir=file.absolute().parent, prefix=".backup-") as folder:
        copy, packed = Path(folder, DATABASE), Path(folder, "packed")
        _copy(database, copy)
        _pack(packed, [copy, *(key for key in [settings.key_file] if key.exists())])
        packed.replace(file)


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

    Raises SettingsError for what is no backup of ours, is damaged or comes from a later version; then nothing changed.
    """
    database = _database(settings)
    own_folder(settings.data)
    with TemporaryDirectory(dir=database.absolute().parent, prefix=".restore-") as folder:
        found = _unpacked(file, Path(folder))
        _require_whole(found[DATABASE], file)
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


def _database(settings: BotSettings) -> Path:
    """The file of the database. Raises SettingsError for another kind."""
    target = make_url(settings.url)
    if target.get_backend_name() != "sqlite" or not target.database:
        raise SettingsError(words("backup.not_sqlite"))
    return Path(target.database)
