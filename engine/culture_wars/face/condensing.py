"""Many events of one kind as one line, for posts: the log has each by itself."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final

from engine.core import text
from engine.core.game import Event
from engine.core.naming import TOKEN, tokens
from engine.culture_wars.face.said import said

NUMBER: Final = re.compile(r"\d+")
GROWN, LOST, MOVED, SAILED = "expansion.grown", "excess.removed", "movement.moved", "movement.sailed"


def condensed(events: Iterable[Event]) -> list[Event]:
    """The events with neighbours of one kind joined; those of movement only of the same culture."""
    told: list[Event] = []
    for (kind, _), several in groupby(events, key=_kind):
        same = list(several)
        told += [replace(same[0], text=JOINED[kind](same))] if kind in JOINED and len(same) > 1 else same
    return told


def _kind(event: Event) -> tuple[str, str]:
    if event.key in {MOVED, SAILED}:
        return MOVED, culture_of(event)
    return event.key, ""


def culture_of(event: Event) -> str:
    """The culture that an event names first."""
    return next((slug for kind, slug in tokens(event.text) if kind == "civ"), "")


def squares_of(event: Event) -> list[str]:
    """The squares that a line names, in order."""
    return [slug for kind, slug in tokens(event.text) if kind == "area"]


def number_in(event: Event) -> str:
    """The first number of a line that is not part of a name."""
    found = NUMBER.search(TOKEN.sub("", event.text))
    return found[0] if found else ""


def grown(events: Sequence[Event]) -> str:
    """`Growth: Crowns +6, Suns +5.`"""
    return said("condensed.grown", list=", ".join(f"{text.civ(culture_of(e))} +{number_in(e)}" for e in events))


def lost(events: Sequence[Event]) -> str:
    """`Excess: Moons 3 (e2 1, c4 2), Suns 1 (h8 1).`"""
    parts = []
    for culture in dict.fromkeys(culture_of(event) for event in events):
        own = [(squares_of(e)[0], int(number_in(e))) for e in events if culture_of(e) == culture]
        where, total = ", ".join(f"{text.area(square)} {n}" for square, n in own), sum(n for _, n in own)
        parts.append(said("condensed.loser", culture=text.civ(culture), n=total, list=where))
    return said("condensed.lost", list=", ".join(parts))


def moved(events: Sequence[Event]) -> str:
    """`Moons moved 4: c4-c5 3, d2-e2 1.`"""
    going: Counter[tuple[str, str, str]] = Counter()
    for event in events:
        start, goal = squares_of(event)[:2]
        going[event.key, start, goal] += int(number_in(event))
    parts = [_move(*way, n) for way, n in going.items()]
    return said("condensed.moved", culture=text.civ(culture_of(events[0])), n=going.total(), list=", ".join(parts))


def _move(key: str, start: str, goal: str, n: int) -> str:
    word = "condensed.sailed" if key == SAILED else "condensed.move"
    return said(word, n=n, start=text.area(start), goal=text.area(goal))


JOINED: Final[Mapping[str, Callable[[Sequence[Event]], str]]] = {GROWN: grown, LOST: lost, MOVED: moved}
