"""What is kept is its owner's alone, with the umask of a usual machine and where it lay open before."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.features.files import export_import
from bot.store.database import Database
from bot.store.file_key import FileKey
from bot.store.sqlite import own_folder
from tests.service.tables import ANA, BEN, begun, opened_room
from tests.wire.sitting import sitting


@pytest.fixture(autouse=True)
def usual_umask() -> Iterator[None]:
    """Others may read what is made, if nothing is done about it."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def open_to_others(folder: Path) -> list[str]:
    """What others could read."""
    return sorted(path.name for path in (folder, *folder.iterdir()) if path.stat().st_mode & 0o077)


@pytest.mark.soak
async def test_a_new_database_and_what_lies_beside_it_are_its_owners_alone(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    new = Database(f"sqlite+aiosqlite:///{folder / 'nisaba.db'}")
    await new.migrate()
    await new.close()
    async with opened_room(folder / "nisaba.db") as made:
        table = await begun(made, ANA, BEN)
        await export_import.export(made.service, table, ANA)
        names = {path.name for path in folder.iterdir()}
        assert names >= {"nisaba.db", "nisaba.db-wal", "nisaba.db-shm", "nisaba.key"}
        assert open_to_others(folder) == []


async def test_a_database_that_lay_open_is_closed_at_the_next_start(tmp_path: Path) -> None:
    async with opened_room(tmp_path / "nisaba.db") as before:
        await before.service.info(await begun(before, ANA, BEN), ANA)
        for name in ("nisaba.db", "nisaba.db-wal", "nisaba.db-shm"):
            (tmp_path / name).chmod(0o644)
        again = Database(f"sqlite+aiosqlite:///{tmp_path / 'nisaba.db'}")
        await again.migrate()
        await again.close()
        assert [name for name in open_to_others(tmp_path) if name.startswith("nisaba.db")] == []


@pytest.mark.soak
async def test_the_bot_closes_its_folder_with_backups_and_keys_when_it_starts(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir(mode=0o755)
    FileKey("", folder / "export.key").seal(b"")
    for name in ("export.key", "nisaba.db.bak", "nisaba-2026.db", "old.sqlite3"):
        (folder / name).touch()
        (folder / name).chmod(0o644)
    async with sitting(folder):
        secret = [name for name in open_to_others(folder) if name not in {"heartbeat", "commands.mark"}]
    assert secret == []
    assert (folder / "nisaba.db").exists()


def test_what_a_link_leads_to_is_left_alone(tmp_path: Path) -> None:
    elsewhere, folder = tmp_path / "elsewhere.db", tmp_path / "data"
    elsewhere.touch(0o644)
    folder.mkdir()
    (folder / "linked.db").symlink_to(elsewhere)
    own_folder(folder)
    assert elsewhere.stat().st_mode & 0o777 == 0o644
    assert folder.stat().st_mode & 0o777 == 0o700
