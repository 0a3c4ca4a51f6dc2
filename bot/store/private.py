"""What is kept of hands, seeds and keys is its owner's alone: folders 0700 and files 0600, whatever the umask."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import structlog

log = structlog.get_logger(__name__)
KEPT: Final = ("*.db", "*.db-*", "*.db.*", "*.sqlite*", "*.key", "*.key.*", "*.bak", "*.backup")


def own_folder(folder: Path) -> None:
    """The folder, made if need be, closed to others with every database, backup and key that lies in it."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    _close(folder, 0o700)
    for file in {file for pattern in KEPT for file in folder.glob(pattern)}:
        own_file(file)


def own_file(file: Path) -> None:
    """A file that is there already, closed to others; links and whatever is no file are left alone."""
    if file.is_file() and not file.is_symlink():
        _close(file, 0o600)


def own_database(file: Path) -> None:
    """A database, made if need be, closed to others with what SQLite keeps beside it.

    SQLite gives files that it makes later the rights of the database.
    """
    os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
    for one in (file, *file.parent.glob(f"{file.name}-*")):
        own_file(one)


def _close(path: Path, mode: int) -> None:
    """Take rights away from others; what belongs to somebody else cannot be changed, and is told."""
    if path.stat().st_mode & 0o777 & ~mode:
        try:
            path.chmod(mode)
        except PermissionError:
            log.warning("not_private", path=str(path))
