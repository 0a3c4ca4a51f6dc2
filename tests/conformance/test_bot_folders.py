"""The folders of the bot stand on each other in one order, and features know each other only where it says so here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest

from tests.conformance.test_imports import imported, sources

ORDER: Final = (
    ("__main__",),
    ("start",),
    ("local_table",),
    ("app",),
    ("cluster", "web"),
    ("features",),
    ("games", "delivery"),
    ("ui",),
    ("tables",),
    ("store",),
    ("contract", "settings", "telemetry", "child_process"),
)
"""From top to bottom: each may import itself and those that stand below it."""
RANKS: Final = {folder: rank for rank, folders in enumerate(ORDER) for folder in folders}
FRIENDS: Final = frozenset(
    {
        ("clocks", "auto_answers"),
        ("clocks", "reminders"),
        ("files", "clocks"),
        ("find", "clocks"),
        ("host", "cups"),
        ("host", "statistics"),
    }
)
"""Which feature uses a function of which other. It may only get shorter, and goes in no circle but that of `host`."""
SHARED: Final = frozenset({"feature", "install", "registered"})


def folder(module: str) -> str:
    """The part of the bot where a module lies."""
    return (*module.split("."), "")[1]


def feature(module: str) -> str:
    """The feature that a module belongs to."""
    parts = module.split(".")
    return parts[2] if len(parts) > 2 and parts[1] == "features" else ""


def arrows() -> Iterator[tuple[str, str]]:
    """Who imports whom inside the bot."""
    known = sources()
    for name, source in known.items():
        for other in imported(source, known.keys()):
            if name.startswith("bot.") and other.startswith("bot."):
                yield name, other


@pytest.mark.soak
def test_the_folders_stand_on_each_other() -> None:
    wrong = {
        (folder(name), f"features.{feature(other)}" if feature(other) else folder(other))
        for name, other in arrows()
        if RANKS[folder(other)] < RANKS[folder(name)]
        or (RANKS[folder(other)] == RANKS[folder(name)] and folder(other) != folder(name) and RANKS[folder(name)] < 10)
    }
    assert wrong == set()


@pytest.mark.soak
def test_features_know_each_other_only_where_it_is_said() -> None:
    known = {(feature(name), feature(other)) for name, other in arrows() if feature(name) and feature(other)}
    assert {(one, other) for one, other in known if one != other and not {one, other} & SHARED} == FRIENDS
