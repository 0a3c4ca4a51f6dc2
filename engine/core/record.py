"""The stored record of a table: plain data, written and read strictly."""

from __future__ import annotations

from typing import Any, Final, Protocol

import msgspec

from engine.core.ask import Picks, Seat
from engine.core.decoding import decoder
from engine.core.errors import BadRecord, NewerRecord

CONTROL: Final = "control"
CALL: Final = "call"
UNASKED: Final = (CONTROL, CALL)
MOST_SINCE: Final = 2_000
MOST_GROWN: Final = 512  # bytes by which few states grow in one step
ENCODER: Final = msgspec.json.Encoder()
NO_STATE: Final = msgspec.Raw()


class Entry(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """One answer, with the key of its question. `auto`: given by the NPC or by silence, so it doesn't block undo.

    Two keys answer nothing. `control` hands the seat to the person or NPC in `picks`. `call` tells the game what
    `picks` names: without a seat, something outside its rules, such as that the agreed time is up; with a seat, what
    that seat says unasked.
    """

    key: str
    seat: Seat
    picks: Picks
    auto: bool = False

    @property
    def is_answer(self) -> bool:
        """Return whether it answers a question."""
        return self.key not in UNASKED


class Record(msgspec.Struct, forbid_unknown_fields=True):
    """All that is stored of a table: a checkpoint and the answers since.

    `state` is the JSON of the state at a step boundary, `step` the step that begins there (None: over),
    `first` how many entries were given before this checkpoint. Play leaves a hundred entries or so after a checkpoint;
    a record from outside that has more than `MOST_SINCE` is none.
    """

    game: str
    version: int
    step: str | None
    state: msgspec.Raw
    entries: list[Entry] = []
    first: int = 0

    def copy(self) -> Record:
        """Return a copy that later answers do not change."""
        return Record(self.game, self.version, self.step, self.state, list(self.entries), self.first)


RECORDS: Final = decoder(Record)


class Checkpoint(msgspec.Struct, frozen=True, gc=False):
    """A step boundary that play has passed for good: kept for history and for going back."""

    first: int
    step: str | None
    state: msgspec.Raw


class Upgradable(Protocol):
    """The part of a Game that reads old records."""

    name: str
    version: int

    @property
    def upgrades(self) -> Any:
        """Return, by version, the function on raw JSON that brings a state of that version to the next."""


def snapshot(state: Any, last: msgspec.Raw = NO_STATE) -> msgspec.Raw:
    """Return a state as it is stored, in a buffer sized for slow growth since the last one."""
    buffer = bytearray(len(last) + MOST_GROWN)
    ENCODER.encode_into(state, buffer)
    return msgspec.Raw(buffer)


def encode(record: Record) -> bytes:
    """Return the record as JSON."""
    return msgspec.json.encode(record)


def decode(raw: bytes | str) -> Record:
    """Return a record from its JSON. Raises BadRecord."""
    try:
        record = RECORDS.json(raw)
    except msgspec.MsgspecError as error:
        raise BadRecord(f"This is no record: {error}") from None
    record.state = msgspec.Raw(bytes(record.state))
    return record


def upgrade(game: Upgradable, record: Record) -> Record:
    """Return the record as the present version of the game writes it. Raises BadRecord, NewerRecord."""
    if record.game != game.name:
        raise BadRecord(f"The record is of {record.game}, not of {game.name}")
    if record.version > game.version:
        raise NewerRecord(
            f"The record was written by version {record.version}; version {game.version} is the newest known here"
        )
    if record.version == game.version:
        return record
    try:
        raw = msgspec.json.decode(record.state)
        for version in range(record.version, game.version):
            raw = game.upgrades[version](raw)
    except (msgspec.MsgspecError, KeyError, TypeError, ValueError) as error:
        raise BadRecord(f"The record cannot be brought to version {game.version}: {error!r}") from None
    state = msgspec.Raw(msgspec.json.encode(raw))
    return Record(record.game, game.version, record.step, state, list(record.entries), record.first)
