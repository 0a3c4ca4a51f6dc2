"""Maximum lengths of typed texts, from `data/lengths.toml`; used by commands, forms and the checks behind them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

import data
from engine.core.decoding import decoder


class Lengths(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The most characters of each kind of text."""

    table: int
    name: int
    line: int
    number: int
    hours: int
    queue: int
    reason: int
    note: int
    private_note: int
    report: int


LENGTHS: Final = decoder(Lengths).plain(msgspec.toml.decode(data.path("lengths.toml").read_bytes()))
FIELDS: Final[Mapping[str, int]] = {
    "days": LENGTHS.number,
    "end": LENGTHS.name,
    "hours": LENGTHS.hours,
    "note": LENGTHS.note,
    "own_note": LENGTHS.private_note,
    "number": LENGTHS.number,
    "reason": LENGTHS.reason,
    "starts": LENGTHS.name,
    "text": LENGTHS.report,
    "token": LENGTHS.name,
    "topic": LENGTHS.name,
    "zone": LENGTHS.name,
}


def of_field(key: str) -> int:
    """Return the maximum length of the form field with that key; the default is that of one line."""
    return FIELDS.get(key, LENGTHS.line)
