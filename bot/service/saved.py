"""What a file of a table holds, read strictly."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from bot.values import Refused

FORMAT = 1


class SavedSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat and its owner."""

    number: int
    seat: str
    civ: str
    person: int | None
    name: str
    by: str
    former: list[dict[str, Any]] = []


class SavedEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer."""

    key: str
    seat: str
    picks: list[str]
    auto: bool
    ask: int
    at: float
    sealed: bool = False


class SavedPoint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A checkpoint."""

    first: int
    version: int
    step: str | None
    chapter: str
    state: str
    at: float


class SavedLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the log."""

    seq: int
    text: str
    to: str
    focus: list[str]
    action: int
    key: str
    chapter: str
    undone: bool
    at: float


class Saved(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole table."""

    table: str
    game: str
    version: int
    scenario: str
    state: str
    options: dict[str, Any]
    settings: dict[str, str]
    npcs: int
    most: int
    seed: str
    fingerprint: str
    plans: list[list[str]]
    ask: int
    opened_at: float
    started_at: float | None
    over_at: float | None
    over_reason: str
    record: str
    seats: list[SavedSeat]
    entries: list[SavedEntry]
    points: list[SavedPoint]
    lines: list[SavedLine]


class File(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The file: either open with a checksum, or sealed."""

    nisaba: int
    table: Saved | None = None
    checksum: str = ""
    sealed: str = ""


def packed(saved: Saved) -> bytes:
    """An open file."""
    return msgspec.json.encode(File(FORMAT, saved, _checksum(saved)))


def packed_sealed(sealed: bytes) -> bytes:
    """A sealed file."""
    return msgspec.json.encode(File(FORMAT, sealed=sealed.decode()))


def unpacked(raw: bytes) -> File:
    """A file from its bytes. Refused: import (damaged, newer)."""
    try:
        head = msgspec.json.decode(raw, type=dict[str, Any])
        if isinstance(head.get("nisaba"), int) and head["nisaba"] > FORMAT:
            raise Refused("import", reason="newer", version=head["nisaba"], known=FORMAT)
        file = msgspec.json.decode(raw, type=File)
    except msgspec.MsgspecError as error:
        raise Refused("import", reason="damaged") from error
    if file.table is not None and _checksum(file.table) != file.checksum:
        raise Refused("import", reason="damaged")
    return file


def _checksum(saved: Saved) -> str:
    return hashlib.sha256(msgspec.json.encode(saved, order="deterministic")).hexdigest()
