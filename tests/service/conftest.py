"""What every test of the service starts from."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.features.host import check
from bot.local_table.server import Playground, point_discord_at
from tests.service.tables import Room, opened_room


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    """A service over an empty database."""
    async with opened_room(tmp_path / "nisaba.db") as made:
        yield made


@pytest.fixture
async def table(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Playground]:
    """A stand-in for Discord that the bot connects to; its token needn't look like Discord's."""
    monkeypatch.setattr(check, "require_token", lambda _: None)
    made = Playground()
    await made.start(0)
    point_discord_at(made.api_base, made.gateway_url)
    yield made
    await made.stop()
