"""Many events as few lines, for posts: the log has each by itself."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

from msgspec import structs

from engine.core.game import Event
from engine.core.naming import named_by
from engine.core.said import Said, strung
from engine.core.text import civ

UNTOLD: Final = frozenset({"hostility.war.none", "hostility.npc_peace.none", "hostility.npc_war.none", "npc.revealed"})
PLAYED: Final = "competition.played"
IDLE: Final = "growth.skipped"


def condensed(events: Iterable[Event]) -> list[Event]:
    """The events without wars and treaties that nothing spoke for, and without cards turned up for equal choices."""
    return repeated(together(without_openings([event for event in events if event.key not in UNTOLD])))


def without_openings(events: Sequence[Event]) -> list[Event]:
    """The events without the line that a revealed card took effect, where the next one tells what it did."""
    following = [*(_civ(event) for event in events[1:]), ""]
    return [e for e, then in zip(events, following, strict=False) if e.key != PLAYED or _civ(e) != then]


def together(events: Sequence[Event]) -> list[Event]:
    """The events with all civs in a row that do not grow in one line."""
    told: list[Event] = []
    for key, several in groupby(events, key=lambda event: event.key):
        same = list(several)
        if key == IDLE:
            said = same[0].said
            civs = strung(civ(_civ(event)) for event in same)
            same = [structs.replace(same[0], said=structs.replace(said, values={**said.values, "civ": civs}))]
        told += same
    return told


def repeated(events: Iterable[Event]) -> list[Event]:
    """Lines that are told again and again in one action as one, with how often."""
    told: list[Event] = []
    for (_, _, said), several in groupby(events, key=lambda event: (event.action, event.to, event.said)):
        same = list(several)
        again = Said("acme.face.condensed.again", {"line": said, "times": len(same)})
        told.append(structs.replace(same[0], said=again) if same[1:] else same[0])
    return told


def _civ(event: Event) -> str:
    return next((slug for kind, slug in named_by(event.said) if kind == "civ"), "")
