"""The statistics of a game, counted from its log for each person at the end."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from engine.core.ask import Seat
from engine.core.message import LISTS, Message, Value
from engine.core.naming import TOKEN

Counted: TypeAlias = Iterable[tuple[Seat, int]]
LAST_NUMBER: Final = re.compile(r" \+?(\d+)$")


@dataclass(frozen=True, slots=True)
class Figure:
    """A number of which the text `figure.<game>.<name>` tells: how it is counted in events, by their keys.

    With `parts` it is what they come to, each told by the text `figure.<game>.<name>.<part>`.
    """

    name: str
    counts: Mapping[str, Callable[[Message], Counted]] = field(default_factory=dict)
    parts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Figures:
    """All that a game counts. `successions`: events by which one seat takes another name, with the new and the old.

    `kept`: from the state at the end what the rules have counted by themselves, as `<figure>.<part>` of each seat.
    """

    figures: tuple[Figure, ...] = ()
    successions: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    kept: Callable[[Any], Mapping[Seat, Mapping[str, int]]] = lambda _: {}


def lines(who: str) -> Callable[[Message], Counted]:
    """Return each such event counts one for the seat that this value names."""
    return lambda said: [(seat_in(said, who), 1)]


def numbers(who: str, *values: str) -> Callable[[Message], Counted]:
    """Return each such event counts what these values come to."""
    return lambda said: [(seat_in(said, who), sum(amount(said.values.get(value, 0)) for value in values))]


def losses(before: str, after: str) -> Callable[[Message], Counted]:
    """Return a counter of losses: per seat, how much less the second of two lists such as `{civ:red} 3` has."""

    def lost(said: Message) -> Counted:
        then, now = (dict(_stacks(said.values.get(value))) for value in (before, after))
        return [(seat, n - now.get(seat, 0)) for seat, n in then.items() if n > now.get(seat, 0)]

    return lost


def left_alone(stacks: str) -> Callable[[Message], Counted]:
    """Return each such event counts one for the only one whose pieces are left in a list such as `{civ:red} 3`."""

    def won(said: Message) -> Counted:
        there = [seat for seat, n in _stacks(said.values.get(stacks)) if n]
        return [(seat, 1) for seat in there] if len(there) == 1 else []

    return won


def seat_in(said: Message, value: str) -> Seat:
    """Return the seat that a value names; empty if it names none."""
    return _slug(said.values.get(value, ""))


def _slug(value: object) -> Seat:
    found = TOKEN.search(value) if isinstance(value, str) else None
    return found["slug"] if found and found["kind"] == "civ" else ""


def _stacks(value: Value | None) -> Iterable[tuple[Seat, int]]:
    members = value.values.get("of", ()) if isinstance(value, Message) else ()
    for one in members if isinstance(members, tuple) else ():
        if _slug(one):
            yield _slug(one), amount(one)


def amount(value: Value) -> int:
    """Return the amount in a value: a number, that of a counted noun, the sum of a list; 1 for a thing without a
    number.
    """
    if isinstance(value, int):
        return value
    if isinstance(value, str):
        found = LAST_NUMBER.search(value)
        return sum(map(amount, value.split(", "))) if ", " in value else int(found[1]) if found else int(bool(value))
    if isinstance(value, tuple):
        return sum(map(amount, value))
    return amount(value.values.get("of" if value.key in LISTS else "n", 0))
