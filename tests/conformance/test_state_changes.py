"""What lies on the table is changed by verbs; all other modules ask, flow, and note what has to be remembered."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conformance.state_writes import of_source, writes

ROOT = Path(__file__).parents[2]
VERBS = {
    "engine/acme": ("verbs/", "fight/stack.py"),
    "engine/culture_wars": ("verbs.py",),
    "engine/civ": ("verbs.py",),
}
LAID_OUT = (
    "setup/",
    "setup.py",
    "history/layout.py",
    "exploration/creation.py",
    "notation.py",
    "strong/review.py",
    "strong/worlds.py",
)
"""A game is set up there, read from a notated position, or imagined beside the true one."""
REMEMBERED = {
    "engine/acme": {
        *("active", "round", "drawing", "fought", "announced", "playing", "pondering", "pledged", "mountains"),
        *("primary", "enemies", "sworn", "former", "reconciled", "decided", "planned"),
        *("exploration", "pool", "reason", "time_up", "victors"),
    },
    "engine/culture_wars": set(),
    "engine/civ": {"told"},
}
"""Whose turn it is, what is under way, whom an NPC is hostile to and what it has made up its mind to, how it ends."""


def outside(package: str) -> list[tuple[str, int, str]]:
    """The writes of a game that stand neither in its verbs nor where it is laid out."""
    apart = tuple(f"{package}/{part}" for part in (*VERBS[package], *LAID_OUT))
    return [write for write in writes(ROOT, package) if not write.module.startswith(apart)]


@pytest.mark.soak
@pytest.mark.parametrize("package", VERBS)
def test_what_lies_on_the_table_is_changed_by_verbs_alone(package: str) -> None:
    assert len(writes(ROOT, package)) > 30
    assert [write for write in outside(package) if write[2] not in REMEMBERED[package]] == []


@pytest.mark.soak
@pytest.mark.parametrize("package", VERBS)
def test_nothing_is_said_to_be_remembered_elsewhere_that_is_not(package: str) -> None:
    assert {field for *_, field in outside(package)} == REMEMBERED[package]


def test_writes_are_found_however_they_are_written() -> None:
    source = """
def f(s: State, other: Thing) -> None:
    s.vp = 1
    c = s.civs[0]
    c.mina += 2
    del s.disks["a"]
    s.hand.append(3)
    s.areas.setdefault("a", {})["b"] = 4
    here = s.stacks["a"]
    here["x"] = 5
    c.left, s.right = 1, 2
    other.vp = s.vp
    s = 6
    return s.order
"""
    assert [field for _, field in sorted(of_source(source))] == [
        "vp", "mina", "disks", "hand", "areas", "areas", "stacks", "left", "right",
    ]  # fmt: skip
