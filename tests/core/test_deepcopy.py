"""Copies by type: equal, apart from one another, and what cannot change shared."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.core.deepcopy import deep_copy
from engine.core.game import Event
from tests.civ import tables as civ
from tests.conformance.culture import culture_wars
from tests.conformance.players import acme


class Lid(msgspec.Struct):
    """Something inside of a box."""

    name: str
    marks: list[int]


class Box(msgspec.Struct):
    """Something of each kind that a state may hold."""

    name: str
    held: dict[str, list[int]]
    inside: list[Lid]
    told: list[Event]
    odd: set[str]
    loose: dict[Any, Any]
    lid: Lid | None = None


def box() -> Box:
    return Box("outer", {"a": [1]}, [Lid("inner", [])], [Event(key="x")], {"b"}, {1: []}, Lid("lid", [3]))


def test_nothing_done_to_a_copy_reaches_what_was_copied() -> None:
    one = box()
    other = deep_copy(one)
    assert other == one == box()
    assert other.lid is not None
    other.held["a"].append(2)
    other.inside[0].name = "changed"
    other.lid.marks.clear()
    other.odd.add("c")
    other.loose[1].append(1)
    other.told.clear()
    assert one == box()


def test_what_cannot_change_is_shared() -> None:
    one = box()
    assert deep_copy(one).told[0] is one.told[0]
    assert deep_copy(one.told[0]) is one.told[0]


@pytest.mark.parametrize("table", [civ.crowded(4), acme(3), culture_wars(1)], ids=["civ", "acme", "culture_wars"])
def test_a_state_is_copied_as_it_is_stored(table: Any) -> None:
    state, raw = table.state, msgspec.json.encode(table.state)
    other = deep_copy(state)
    assert other == state
    assert msgspec.json.encode(other) == raw
    for name in state.__struct_fields__:
        value = getattr(other, name)
        if isinstance(value, dict | list) and value:
            value.clear()
            assert getattr(state, name), name
    assert msgspec.json.encode(state) == raw
