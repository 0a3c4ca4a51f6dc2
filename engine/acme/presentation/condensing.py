"""Joins many events into few lines for posts: the log keeps each by itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

from msgspec import structs

from engine.core.game import Event
from engine.core.message import Message, Value, count_noun, strung
from engine.core.naming import named_by
from engine.core.text import civ

UNTOLD: Final = frozenset({"hostility.war.none", "hostility.npc_peace.none", "hostility.npc_war.none", "npc.revealed"})
PLAYED: Final = "competition.played"
IDLE: Final = "growth.skipped"
PAID: Final = "competition.paid"
MINA: Final = "count.mina"


def condense(events: Iterable[Event]) -> list[Event]:
    """Return the events without wars and treaties that changed nothing, and without cards turned up for equal
    choices.
    """
    return join_repeats(payments(together(without_openings([event for event in events if event.key not in UNTOLD]))))


def without_openings(events: Sequence[Event]) -> list[Event]:
    """Return the events without the line that a card took effect where the next line says what it did."""
    following = [*(_civ(event) for event in events[1:]), ""]
    return [e for e, then in zip(events, following, strict=False) if e.key != PLAYED or _civ(e) != then]


def together(events: Sequence[Event]) -> list[Event]:
    """Return the events with all civs that do not grow in one line, if they follow each other."""
    told: list[Event] = []
    for key, several in groupby(events, key=lambda event: event.key):
        same = list(several)
        if key == IDLE:
            said = same[0].said
            civs = strung(civ(_civ(event)) for event in same)
            same = [structs.replace(same[0], said=structs.replace(said, values={**said.values, "civ": civs}))]
        told += same
    return told


def payments(events: Iterable[Event]) -> list[Event]:
    """Return the events with all payments of one civ in one line, if they follow each other."""
    told: list[Event] = []
    for (key, _, _), several in groupby(events, key=lambda event: (event.key, event.action, event.to)):
        same = list(several)
        told += _of_each(same) if key == PAID else same
    return told


def _of_each(paid: Sequence[Event]) -> Iterator[Event]:
    for who in dict.fromkeys(map(_civ, paid)):
        mine = [event for event in paid if _civ(event) == who]
        means = _summed([part for event in mine for part in _parts(event.said.values["means"])])
        said = structs.replace(mine[0].said, values={**mine[0].said.values, "means": means})
        yield structs.replace(mine[0], said=said) if mine[1:] else mine[0]


def _parts(means: Value) -> tuple[str | int | Message, ...]:
    found = means.values["of"] if isinstance(means, Message) and "of" in means.values else means
    return found if isinstance(found, tuple) else (found,)


def _summed(parts: Sequence[str | int | Message]) -> Message:
    """`3 mina, Master Armorer (×2), Corruption`: the mina together in front."""
    mina = [
        n for part in parts if isinstance(part, Message) and part.key == MINA and isinstance(n := part.values["n"], int)
    ]
    rest = [part for part in parts if not (isinstance(part, Message) and part.key == MINA)]
    each = [_so_often(part, rest.count(part)) for i, part in enumerate(rest) if part not in rest[:i]]
    return strung([*([count_noun(sum(mina), "mina")] if mina else []), *each])


def _so_often(part: str | int | Message, n: int) -> str | int | Message:
    return part if n == 1 else Message("acme.face.condensed.so_often", {"what": part, "times": n})


def join_repeats(events: Iterable[Event]) -> list[Event]:
    """Return the events with a line that is repeated within one action told once, with the number of times."""
    told: list[Event] = []
    for (_, _, said), several in groupby(events, key=lambda event: (event.action, event.to, event.said)):
        same = list(several)
        again = Message("acme.face.condensed.again", {"line": said, "times": len(same)})
        told.append(structs.replace(same[0], said=again) if same[1:] else same[0])
    return told


def _civ(event: Event) -> str:
    return next((slug for kind, slug in named_by(event.said) if kind == "civ"), "")
