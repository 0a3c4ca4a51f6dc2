"""What the tests of pages start from."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.web.site import Site, opened_site


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[Site]:
    """Pages over an empty database."""
    async with opened_site(tmp_path / "nisaba.db") as made:
        yield made
