"""Replaces stored values that are no longer known with those of a new row, when the row is read.

A time zone disappears from the list, a later version wrote a setting, a file was edited by hand: that may cost a person
a setting, but never a game. The stored value stays until another one is chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final, Literal, TypeAlias, get_args, get_origin, get_type_hints
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec
from sqlalchemy import Float, event
from sqlalchemy.orm.attributes import set_committed_value

from bot.contract.preferences import AS_DISCORD, AwayMode, Preferences
from bot.contract.table_settings import Settings
from bot.store.models import AlarmRow, DraftRow, PetitionRow, PlanRow, SeatRow, TableRow
from bot.store.person_models import NoticeRow, PersonRow
from bot.store.row import StoredRow
from engine.core.decoding import decoder
from engine.core.message import Message
from engine.core.text import languages

Known: TypeAlias = Callable[[Any], bool]
LATEST: Final = 2.0**35  # as in files: a moment, or a length in seconds
WEEK: Final = 168


class _Former(msgspec.Struct):
    """A person who has had a seat before."""

    person: int
    name: str
    at: float
    point: int = -1


class _Stopped(msgspec.Struct):
    """Why an order has stopped."""

    by: str
    why: str
    ask: int


@cache
def is_zone(name: str) -> bool:
    """Return whether that is a time zone of the IANA list."""
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return True


def _one_of(*values: object) -> Known:
    return frozenset(values).__contains__


def _within(least: float, most: float) -> Known:
    return lambda value: value is None or least <= value <= most


def _json(kind: Any, *, or_empty: bool = False) -> Known:
    """Whether a text holds that as JSON."""
    reader = decoder(kind)

    def known(value: str) -> bool:
        if or_empty and value == "":
            return True
        try:
            reader.json(value)
        except (msgspec.MsgspecError, RecursionError):
            return False
        return True

    return known


def _choices(kind: type[Any]) -> dict[str, Known]:
    """The values of the fields that are one of several words."""
    hints = get_type_hints(kind)
    return {name: _one_of(*get_args(hint)) for name, hint in hints.items() if get_origin(hint) is Literal}


def _is_language(value: str) -> bool:
    return value in languages()


RULES: Final[Mapping[type[StoredRow], Mapping[str, Known]]] = {
    PersonRow: {
        **_choices(Preferences),
        "zone": lambda value: value == "" or is_zone(value),
        "quiet_from": _within(0, 23),
        "quiet_to": _within(0, 23),
        "ping_hours": _within(0, WEEK),
        "language": lambda value: value == AS_DISCORD or _is_language(value),
        "seen_language": lambda value: value == "" or _is_language(value),
        "away_mode": _one_of("", *get_args(AwayMode)),
    },
    TableRow: {
        **{"style" if name == "channel" else name: known for name, known in _choices(Settings).items()},
        "language": _is_language,
        "bank_hours": _within(1, 240),
        "refill_hours": _within(0, 72),
        "options": _json(dict[str, Any]),
        "removed": _json(list[int]),
        "npc_civs": _json(list[str]),
        "plans": _json(list[list[str]]),
        "run": _json(dict[str, Any], or_empty=True),
    },
    SeatRow: {
        "by": _one_of("human", "npc"),
        "former": _json(list[_Former]),
        "hand": _json(list[Any], or_empty=True),
        "stopped": _json(_Stopped, or_empty=True),
    },
    NoticeRow: {"said": _json(dict[str, Any])},
    AlarmRow: {"body": _json(dict[str, Any])},
    PetitionRow: {
        "asked": _json(list[int]),
        "given": _json(dict[int, bool]),
        "body": _json(dict[str, Any]),
        "before": _json(Message, or_empty=True),
    },
    DraftRow: {"body": _json(dict[str, Any])},
    PlanRow: {"body": _json(dict[str, Any])},
}


@cache
def _rules(kind: type[StoredRow]) -> tuple[tuple[str, Known, object], ...]:
    """Return what is checked in a row of that kind, and the value that replaces a bad one."""
    columns = kind.__table__.columns  # type: ignore[attr-defined]
    moments = {column.key: _within(0, LATEST) for column in columns if isinstance(column.type, Float)}
    defaults = {name: field.default for name, field in kind.model_fields.items()}
    return tuple((name, known, defaults[name]) for name, known in {**moments, **RULES[kind]}.items())


def unknown_values(row: StoredRow, among: Collection[str] | None = None) -> Iterator[tuple[str, object]]:
    """Yield the columns of a row with unknown values, each with the value to use instead."""
    held = vars(row)
    for name, known, instead in _rules(type(row)):
        if name in held and (among is None or name in among) and not known(held[name]):
            yield name, instead


def mended(kind: type[StoredRow], values: Sequence[Any]) -> Sequence[Any]:
    """Return the values of a row of that kind, in the order of its columns, with known ones in place of unknown."""
    wrong = [(at, instead) for at, known, instead in _places(kind) if not known(values[at])]
    if not wrong:
        return values
    kept = dict(enumerate(values)) | dict(wrong)
    names = [column.key for column in kind.__table__.columns]  # type: ignore[attr-defined]
    if kind is PersonRow and names.index("zone") in dict(wrong):
        kept[names.index("zone_asked")] = False
    return [*kept.values()]


@cache
def _places(kind: type[StoredRow]) -> tuple[tuple[int, Known, object], ...]:
    """Return what is checked, by the place of its column."""
    columns = [column.key for column in kind.__table__.columns]  # type: ignore[attr-defined]
    return (
        tuple((columns.index(name), known, instead) for name, known, instead in _rules(kind)) if kind in RULES else ()
    )


def _read(row: StoredRow, names: Collection[str] | None = None) -> None:
    for name, instead in list(unknown_values(row, names)):
        set_committed_value(row, name, instead)
        if name == "zone":
            set_committed_value(row, "zone_asked", value=False)


@cache
def watch() -> None:
    """Replace unknown values in every row read from now on."""
    for kind in RULES:
        event.listen(kind, "load", lambda row, _context: _read(row))
        event.listen(kind, "refresh", lambda row, _context, names: _read(row, names))
