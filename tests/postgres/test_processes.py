"""Several processes at one database, killed at random: nothing is lost, doubled or out of order."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.postgres.crowd import a_crowd

pytestmark = [pytest.mark.postgres, pytest.mark.timeout(600)]


@pytest.mark.parametrize(
    ("processes", "seconds"),
    [(2, 10), (3, 10), pytest.param(2, 60, marks=pytest.mark.long), pytest.param(3, 60, marks=pytest.mark.long)],
)
async def test_processes_killed_at_random_lose_double_and_disorder_nothing(
    own_database: str, tmp_path: Path, processes: int, seconds: int
) -> None:
    found = await a_crowd(
        tmp_path, own_database, processes=processes, tables=8, seconds=seconds, every=max(4.0, seconds / 8)
    )
    print(found)  # noqa: T201 - what was seen, for whoever looks
    assert found.lives > processes
    assert found.acknowledged > 0
    assert found.posts > 0
    assert (found.unstored, found.lost, found.doubled, found.disordered, found.broken) == ([], [], [], [], [])
    assert dict(found.errors) == {}
