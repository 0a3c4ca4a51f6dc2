"""Many events of one kind as one line, for posts: the log has each by itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Final

from msgspec import structs

from engine.core.game import Event
from engine.core.said import AS_TOLD, Said, strung

GROWN, LOST, MOVED, SAILED = "expansion.grown", "excess.removed", "movement.moved", "movement.sailed"


def condensed(events: Iterable[Event]) -> list[Event]:
    """The events with neighbours of one kind joined; those of movement only of the same culture."""
    told: list[Event] = []
    for (kind, _), several in groupby(events, key=_kind):
        same = list(several)
        told += [structs.replace(same[0], said=JOINED[kind](same))] if kind in JOINED and len(same) > 1 else same
    return told


def _kind(event: Event) -> tuple[str, str]:
    if event.said.key == AS_TOLD:
        return "", ""
    if event.key in {MOVED, SAILED}:
        return MOVED, value(event, "player")
    return event.key, ""


def value(event: Event, field: str) -> str:
    """A token or slug that the event names."""
    return str(event.said.values[field])


def number(event: Event) -> int:
    """How many tokens it is about."""
    n = event.said.values["n"]
    return n if isinstance(n, int) else 0


def grown(events: Sequence[Event]) -> Said:
    """`Growth: Crowns +6, Suns +5.`"""
    return _said("grown", list=strung(f"{value(e, 'player')} +{number(e)}" for e in events))


def lost(events: Sequence[Event]) -> Said:
    """`Excess: Moons 3 (e2 1, c4 2), Suns 1 (h8 1).`"""
    parts = []
    for culture in dict.fromkeys(value(event, "player") for event in events):
        own = [(value(e, "square"), number(e)) for e in events if value(e, "player") == culture]
        where, total = strung(f"{square} {n}" for square, n in own), sum(n for _, n in own)
        parts.append(_said("loser", culture=culture, n=total, list=where))
    return _said("lost", list=strung(parts))


def moved(events: Sequence[Event]) -> Said:
    """`Moons moved 4: c4-c5 3, d2-e2 1.`"""
    going: Counter[tuple[str, str, str]] = Counter()
    for event in events:
        going[event.key, value(event, "start"), value(event, "goal")] += number(event)
    parts = [_move(*way, n) for way, n in going.items()]
    return _said("moved", culture=value(events[0], "player"), n=going.total(), list=strung(parts))


def _move(key: str, start: str, goal: str, n: int) -> Said:
    return _said("sailed" if key == SAILED else "move", n=n, start=start, goal=goal)


def _said(key: str, /, **values: str | int | Said) -> Said:
    return Said(f"culture_wars.face.condensed.{key}", values)


JOINED: Final[Mapping[str, Callable[[Sequence[Event]], Said]]] = {GROWN: grown, LOST: lost, MOVED: moved}
