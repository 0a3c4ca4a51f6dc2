"""What the tests of tables start from."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.ui.table.room import Room, room


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Room]:
    """A desk over an empty database."""
    async with room(tmp_path / "nisaba.db") as made:
        yield made
