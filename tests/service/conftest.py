"""What every test of the service starts from."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.service.tables import Room, opened_room


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    """A service over an empty database."""
    async with opened_room(tmp_path / "nisaba.db") as made:
        yield made
