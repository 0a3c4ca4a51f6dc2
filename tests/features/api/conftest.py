"""What the tests of the API start from."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.features.api.program import Program
from tests.ui.table.room import ANA, BEN
from tests.web.site import Site, opened_site


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    """Pages and API over an empty database."""
    async with opened_site(tmp_path / "nisaba.db") as made:
        yield made


@pytest.fixture
async def table(site: Site) -> str:
    """A game of ACME of Ana and Ben."""
    return (await site.room.begun(ANA, BEN)).id


@pytest.fixture
async def ana(site: Site) -> Program:
    """A program that may play for Ana."""
    return await Program.of(site, ANA)


@pytest.fixture
async def ben(site: Site) -> Program:
    """A program that may play for Ben."""
    return await Program.of(site, BEN)
