"""What the tests of tables start from."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.ui.settings.preference_handlers import PreferenceHandlers
from tests.ui.table.room import NOW, Room, opened_room


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    """A service over an empty database."""
    async with opened_room(tmp_path / "nisaba.db") as made:
        yield made


@pytest.fixture
def prefs(room: Room) -> PreferenceHandlers:
    """The handlers of preferences; its handlers are among those of the room."""
    made = PreferenceHandlers(room.service, lambda: NOW)
    room.handlers.update(made.handlers())
    return made
