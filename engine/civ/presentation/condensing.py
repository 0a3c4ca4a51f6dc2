"""Joins many events of one kind into one line for posts: the log keeps each by itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Final

from msgspec import structs

from engine.core.game import Event
from engine.core.message import AS_TOLD, Message, strung

TOLD: Final = "civilization."
WALKED, SAILED, EMPTY, LANDED = (f"{TOLD}movement.{way}" for way in ("walked", "sailed", "empty", "landed"))
MOVED: Final = (WALKED, SAILED, EMPTY, LANDED)
SIGNS: Final = {WALKED: "walk", SAILED: "sail", EMPTY: "empty", LANDED: "land"}
FAR: Final = f"{TOLD}ability.moved"
GROWN, PAID = f"{TOLD}growth.grown", f"{TOLD}tax.paid"
SHIPS, STAYED, DRAWN, BOUGHT = (f"{TOLD}{k}" for k in ("ships.lie", "movement.stayed", "cards.drawn", "cards.bought"))
SURPLUS, STAYS, MOVES = (f"{TOLD}{key}" for key in ("surplus.removed", "track.stays", "track.moves"))
NOTHING_TOLD: Final = frozenset(f"{TOLD}track.{step}" for step in ("step_a", "step_b", "step_c", "check"))


def condense(events: Iterable[Event]) -> list[Event]:
    """Return the events with neighbours of one kind joined; movements only if they are of the same nation."""
    told: list[Event] = []
    kept = (event for event in events if event.key not in NOTHING_TOLD and not _is_nothing(event))
    for (kind, _), several in groupby(kept, key=_kind):
        same = list(several)
        told += [structs.replace(same[0], said=JOINED[kind](same))] if kind in JOINED and _many(kind, same) else same
    return told


def _is_nothing(event: Event) -> bool:
    """Tax for no city and growth by none: nothing has happened."""
    return event.key in {GROWN, PAID} and event.said.key != AS_TOLD and number(event) == 0


def _many(kind: str, same: Sequence[Event]) -> bool:
    return len(same) > 1 or kind == MOVED[0]


def _kind(event: Event) -> tuple[str, str]:
    if event.said.key == AS_TOLD:
        return "", ""
    if event.key in MOVED:
        return WALKED, value(event, "player")
    if event.key == FAR:
        return FAR, value(event, "player")
    if event.key in {STAYS, MOVES}:
        return MOVES, ""
    return event.key, ""


def value(event: Event, field: str) -> str:
    """Return a token or slug that the event names."""
    return str(event.said.values[field])


def number(event: Event, field: str = "n") -> int:
    """Return a number that the event names; 0 if it has none."""
    n = event.said.values.get(field, 0)
    return n if isinstance(n, int) else 0


def numbers(key: str) -> Callable[[Sequence[Event]], Message]:
    """Return a function that joins events with numbers: `Growth: Egypt +6, Crete +5.`"""

    def joined(events: Sequence[Event]) -> Message:
        return _said(key, list=strung(_said(f"{key}_of", player=value(e, "player"), n=number(e)) for e in events))

    return joined


def listings(key: str, field: str) -> Callable[[Sequence[Event]], Message]:
    """Return a function that joins events with lists: `Cards drawn: Egypt Ore, Water; Crete Ore.`"""

    def joined(events: Sequence[Event]) -> Message:
        parts = [_said("each", player=value(e, "player"), list=_of(e, field)) for e in events]
        return _said(key, list=strung(parts, "list.semicolon"))

    return joined


def _of(event: Event, field: str) -> Message:
    """A list of the event, its members strung by commas."""
    there = event.said.values[field]
    return strung(there.values["of"]) if isinstance(there, Message) else strung([str(there)])  # type: ignore[arg-type]


def surplus(events: Sequence[Event]) -> Message:
    """Return the lost surplus in one line: `Surplus: Egypt 3 (Memphis 1, Thebes 2), Crete 1 (Knossos 1).`"""
    parts = []
    for nation in dict.fromkeys(value(event, "player") for event in events):
        own = [(value(e, "area"), number(e)) for e in events if value(e, "player") == nation]
        where = strung(f"{area} {n}" for area, n in own)
        parts.append(_said("loser", player=nation, n=sum(n for _, n in own), list=where))
    return _said("surplus", list=strung(parts))


def moves_line(events: Sequence[Event]) -> Message:
    """Return the moves of a nation in one line: `Egypt moved 7: Memphis>Thebes 3, Tyre~Cyprus 4.`"""
    going: Counter[tuple[str, str, str]] = Counter()
    for event in events:
        start = value(event, "area" if event.key == LANDED else "start")
        goal = start if event.key == LANDED else value(event, "goal")
        going[event.key, start, goal] += number(event)
    parts = [_said(SIGNS[kind], start=start, goal=goal, n=n) for (kind, start, goal), n in going.items()]
    return _said("moved", player=value(events[0], "player"), list=strung(parts))


def moved_far(events: Sequence[Event]) -> Message:
    """Return the moves of Diaspora in one line: `Egypt moved, as Diaspora lets it: Memphis>Thebes 3, Tyre>Cyprus 2.`"""
    parts = [_said("walk", start=value(e, "start"), goal=value(e, "goal"), n=number(e)) for e in events]
    return _said("far", player=value(events[0], "player"), list=strung(parts))


def stayed_line(events: Sequence[Event]) -> Message:
    """Return who did not move: `Egypt, Crete and Asia moved nothing.`"""
    return _said("stayed", list=strung(value(event, "player") for event in events))


def markers(events: Sequence[Event]) -> Message:
    """Return where the markers go: `Markers: Egypt to 4, Crete stays on 3.`"""
    parts = [
        _said("to" if e.key == MOVES else "stays", player=value(e, "player"), n=number(e, "space")) for e in events
    ]
    return _said("markers", list=strung(parts))


def _said(key: str, /, **values: str | int | Message) -> Message:
    return Message(f"civ.face.condensed.{key}", values)


JOINED: Final[Mapping[str, Callable[[Sequence[Event]], Message]]] = {
    WALKED: moves_line,
    STAYED: stayed_line,
    FAR: moved_far,
    GROWN: numbers("grown"),
    PAID: numbers("paid"),
    SURPLUS: surplus,
    SHIPS: listings("ships", "areas"),
    DRAWN: listings("drawn", "piles"),
    BOUGHT: listings("bought", "piles"),
    MOVES: markers,
}
