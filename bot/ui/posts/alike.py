"""What lines say by key and value: whose they are, what they end in, and several that differ in one thing as one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Final, TypeVar

from msgspec.structs import replace

from engine.core.naming import TOKEN, named_by
from engine.core.said import AS_TOLD, Said, listed
from engine.core.text import ENGLISH, TextField, pattern

T = TypeVar("T")
JOINED: Final = "table.post.joined"


def fields(said: Said) -> tuple[str, ...]:
    """What its sentence fills in, in the order of the reference catalogue, so that no language decides anything."""
    return tuple(place.field for place in _places(said) if place.field is not None)


def subject(said: Said) -> tuple[str, str] | None:
    """The thing whose name begins the line."""
    first = next(iter(_places(said)), None)
    if said.key == JOINED and isinstance(said.values["first"], Said):
        return subject(said.values["first"])
    if said.key == AS_TOLD:
        found = TOKEN.match(str(said.values["text"]))
        return (found["kind"], found["slug"]) if found else None
    return thing(said.values[first.field]) if first and first.field and not first.letters else None


def thing(value: object) -> tuple[str, str] | None:
    """Kind and slug, if that value is the name of one thing."""
    found = TOKEN.fullmatch(value) if isinstance(value, str) else None
    return (found["kind"], found["slug"]) if found else None


def last_thing(said: Said) -> str:
    """The field of the last thing that the line names, unless that is a seat or one among several; else nothing."""
    naming = [field for field in fields(said) if named_by(Said("", {"of": said.values[field]}))]
    last = thing(said.values[naming[-1]]) if naming else None
    return naming[-1] if last is not None and last[0] != "civ" else ""


def together(lines: Sequence[T], of: Callable[[T], Said], into: Callable[[T, Said], T], least: int) -> list[T]:
    """Consecutive lines that differ in the last thing only as one, naming all; those with `least` things at least."""
    joined: list[T] = []
    for frame, several in groupby(lines, key=lambda line: _frame(of(line), least)):
        same, (_, field) = list(several), frame
        things = tuple(dict.fromkeys(str(of(line).values[field]) for line in same)) if field else ()
        if len(same) < 2 or len(things) < len(same):
            joined += same
            continue
        said = of(same[0])
        joined.append(into(same[0], replace(said, values={**said.values, field: listed(things)})))
    return joined


def _frame(said: Said, least: int) -> tuple[Said, str]:
    """A line without the last thing it names, and the field where that stands."""
    field = last_thing(said) if len(named_by(said)) >= least else ""
    return (replace(said, values={**said.values, field: ""}), field) if field else (said, "")


def _places(said: Said) -> Sequence[TextField]:
    return pattern(said.key, ENGLISH, said.values.get("n")) if said.key and said.key != AS_TOLD else ()
