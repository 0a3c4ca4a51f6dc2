"""Every worker reads all tests before it runs some: each begins elsewhere, so that most is compiled by one of them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from itertools import accumulate
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]


def read_apart(config: pytest.Config) -> None:
    """Let this worker begin at a folder of its own if all tests are read."""
    if config.args_source is not pytest.Config.ArgsSource.TESTPATHS:
        return
    sizes = {str(part): size_of(part) for part in sorted(TESTS.iterdir()) if size_of(part)}
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    config.args = turned(sizes, worker / workers)


def size_of(part: Path) -> int:
    """The bytes of the tests of a folder, or of a file if it holds tests."""
    files = part.rglob("test_*.py") if part.is_dir() else [part] if part.match("test_*.py") else []
    return sum(file.stat().st_size for file in files)


def turned(sizes: Mapping[str, int], share: float) -> list[str]:
    """All of these, beginning with the first that has such a share of the whole before it."""
    before = [0, *accumulate(sizes.values())]
    first = next((i for i, size in enumerate(before[:-1]) if size >= share * before[-1]), 0)
    return [*sizes][first:] + [*sizes][:first]


def folder_of(item: pytest.Item) -> str:
    """The folder of tests that holds it: by that all workers put what they have read into one order."""
    inside = item.path.relative_to(TESTS) if item.path.is_relative_to(TESTS) else item.path
    return inside.parts[0]
