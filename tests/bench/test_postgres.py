"""How often an answer waits for the database is counted without waiting for anything else."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bench.postgres import COUNTED, opened, trips_of
from bench.round_trips import RoundTrips


@pytest.mark.soak
@pytest.mark.timeout(180)
async def test_counting_does_not_wait_for_times_to_respond(tmp_path: Path) -> None:
    async with opened(f"sqlite+aiosqlite:///{tmp_path / 'bench.db'}", 1) as bench, asyncio.timeout(40):
        await trips_of(bench, RoundTrips())
    assert bench.given >= 2 * COUNTED
