"""The format of a table's file.

Files may come from anybody, so each field has its bounds and unknown ones are refused; decompression stops at a limit,
since a megabyte may hold a gigabyte.
"""

from __future__ import annotations

import hashlib
import re
import zlib
from codecs import BOM_UTF8
from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

from bot.contract.table_settings import ChannelStyle, ClockKind, Late, Pace, Weekends, WindowClose
from bot.contract.tables import Refused
from engine.core.decoding import decoder
from engine.core.game import Control
from engine.core.message import Message, as_told, from_json
from engine.core.text import ENGLISH, TextError, sentence

FORMAT: Final = 4
FILE: Final = 10 * 1024 * 1024
NOTE: Final = 300
LONGEST: Final = 4_000
UNCLEAN: Final = r"\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff"
MENTION: Final = re.compile(r"<(?=[@#])|@(?=everyone|here)")

SLUG: Final = rf"[^{UNCLEAN}]{{0,60}}"
Slug: TypeAlias = Annotated[str, Meta(max_length=60, pattern=rf"\A[^{UNCLEAN}]*\Z")]
Token: TypeAlias = Annotated[str, Meta(max_length=200, pattern=rf"\A[^{UNCLEAN}]*\Z")]
Title: TypeAlias = Annotated[
    str, Meta(max_length=100, pattern=rf"\A(?!.*<[@#])(?!.*@(?:everyone|here))[^{UNCLEAN}]*\Z")
]
Player: TypeAlias = Annotated[str, Meta(max_length=200)]
Told: TypeAlias = Annotated[str, Meta(max_length=4000, pattern=r"\A[^\x00-\x09\x0b-\x1f\x7f-\x9f]*\Z")]
Agreed: TypeAlias = Annotated[str, Meta(max_length=NOTE, pattern=r"\A[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]*\Z")]
Heading: TypeAlias = Annotated[str, Meta(max_length=80, pattern=rf"\A(?:\d{{1,6}}\.\d{{1,6}}\.[^{UNCLEAN}]*)?\Z")]
Packed: TypeAlias = Annotated[str, Meta(max_length=400_000, pattern=r"\A[A-Za-z0-9+/]*=*\Z")]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=100_000)]
Version: TypeAlias = Annotated[int, Meta(ge=1, le=100_000)]
Seats: TypeAlias = Annotated[int, Meta(ge=0, le=24)]
Number: TypeAlias = Annotated[int, Meta(ge=1, le=24)]
Id: TypeAlias = Annotated[int, Meta(ge=1, le=2**63 - 1)]
Time: TypeAlias = Annotated[float, Meta(ge=0, le=2.0**35)]
BankHours: TypeAlias = Annotated[int, Meta(ge=1, le=240)]
RefillHours: TypeAlias = Annotated[int, Meta(ge=0, le=72)]
Figure: TypeAlias = Annotated[int, Meta(ge=-(10**9), le=10**9)]
Members: TypeAlias = "list[Told | Figure | SavedFact]"
Value: TypeAlias = bool | int | str | list[int | str] | None


class SavedSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The host's settings. Files before the third format lack the language, those before the fourth all about time."""

    channel: ChannelStyle
    note: Agreed
    pace: Pace
    window_close: WindowClose
    language: Slug | msgspec.UnsetType = msgspec.UNSET
    late: Late | msgspec.UnsetType = msgspec.UNSET
    clock: ClockKind | msgspec.UnsetType = msgspec.UNSET
    bank_hours: BankHours | msgspec.UnsetType = msgspec.UNSET
    refill_hours: RefillHours | msgspec.UnsetType = msgspec.UNSET
    weekends: Weekends | msgspec.UnsetType = msgspec.UNSET
    letters: Literal["open", "sealed"] | msgspec.UnsetType = msgspec.UNSET
    team_talk: Literal["yes"] | msgspec.UnsetType = msgspec.UNSET
    rooms: Literal["on"] | msgspec.UnsetType = msgspec.UNSET

    @property
    def has_rooms(self) -> bool:
        """Return whether seats may open rooms; tables of earlier files had letters or team talk instead."""
        return any(one is not msgspec.UNSET for one in (self.rooms, self.letters, self.team_talk))


class SavedFormer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A former owner of a seat, and until when."""

    at: Time
    name: Title
    person: Id


class SavedSeat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat and its owner; if it has a bank, with the seconds left there and the turn in which it was filled last."""

    number: Number
    seat: Slug
    civ: Slug
    person: Id | None
    name: Title
    by: Control
    former: Annotated[list[SavedFormer], Meta(max_length=100)] = []
    bank: Time | msgspec.UnsetType = msgspec.UNSET
    bank_turn: Slug | msgspec.UnsetType = msgspec.UNSET


class SavedEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer."""

    key: Slug
    seat: Slug
    picks: Annotated[list[Token], Meta(max_length=200)]
    auto: bool
    ask: Count
    at: Time
    sealed: bool = False


class SavedPoint(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A checkpoint."""

    first: Count
    version: Version
    step: Slug | None
    chapter: Heading
    state: Packed
    at: Time


class SavedFact(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A fact: a key of the catalogue with its values."""

    key: Token
    values: Annotated[dict[Slug, Told | Figure | SavedFact | Members], Meta(max_length=20)] = {}


class SavedLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the log: a fact, or in files of the first format a sentence."""

    seq: Count
    text: Told
    to: Slug
    focus: Annotated[list[Slug], Meta(max_length=200)]
    action: Count
    key: Token
    chapter: Heading
    undone: bool
    at: Time
    said: SavedFact | msgspec.UnsetType = msgspec.UNSET


Written: TypeAlias = Annotated[str, Meta(min_length=1, max_length=1000, pattern=rf"\A(?:[^{UNCLEAN}]|\n)*\Z")]


class SavedLetter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A letter in a file of an earlier version: read so that its checksum holds, and ignored."""

    by: Number
    to: Number
    text: Written
    at: Time


class SavedTeamLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of team talk in a file of an earlier version: read so that its checksum holds, and ignored."""

    by: Number
    to: Annotated[list[Number], Meta(min_length=1, max_length=23)]
    text: Written
    at: Time


SavedPlan: TypeAlias = Annotated[list[Player], Meta(min_length=4, max_length=5)]
"""A seat as it was set up: its civilization, who played it, the player's name, its home, and a team it had chosen."""


class Saved(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole table whose game has begun."""

    table: Annotated[str, Meta(pattern=r"\A[0-9A-Z]{1,13}\Z")]
    game: Slug
    version: Version
    scenario: Slug
    state: Literal["running", "over"]
    options: Annotated[dict[Slug, Value], Meta(max_length=60)]
    settings: SavedSettings
    npcs: Seats
    most: Seats
    seed: Annotated[str, Meta(min_length=1, max_length=200, pattern=rf"\A[^{UNCLEAN}]*\Z")]
    fingerprint: Token
    plans: Annotated[list[SavedPlan], Meta(min_length=1, max_length=24)]
    ask: Count
    opened_at: Time
    started_at: Time
    over_at: Time | None
    over_reason: Agreed
    record: Annotated[str, Meta(max_length=1_000_000)]
    seats: Annotated[list[SavedSeat], Meta(min_length=1, max_length=24)]
    entries: Annotated[list[SavedEntry], Meta(max_length=40_000)]
    points: Annotated[list[SavedPoint], Meta(max_length=20_000)]
    lines: Annotated[list[SavedLine], Meta(max_length=60_000)]
    letters: Annotated[list[SavedLetter], Meta(max_length=20_000)] | msgspec.UnsetType = msgspec.UNSET
    team_lines: Annotated[list[SavedTeamLine], Meta(max_length=20_000)] | msgspec.UnsetType = msgspec.UNSET


class SavedFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The file: either open with a checksum, or sealed."""

    nisaba: int
    table: Saved | None = None
    checksum: Token = ""
    sealed: str = ""


class Head(msgspec.Struct, frozen=True):
    """The part of a file that names the release that wrote it."""

    nisaba: int


FILES: Final = decoder(SavedFile)
HEADS: Final = decoder(Head)
FACTS: Final = decoder(SavedFact)


def pack(saved: Saved) -> bytes:
    """Return an open file."""
    return msgspec.json.encode(SavedFile(FORMAT, saved, _checksum(saved)))


def packed_sealed(sealed: bytes) -> bytes:
    """Return a sealed file."""
    return msgspec.json.encode(SavedFile(FORMAT, sealed=sealed.decode()))


def unpack(raw: bytes) -> SavedFile:
    """Return a file from its bytes, also if an editor has put a mark of its encoding in front.

    Refused: import (large, damaged, newer).
    """
    if len(raw) > FILE:
        raise Refused("import", reason="large", what="file")
    raw = raw.removeprefix(BOM_UTF8)
    try:
        raw.decode()
        release = HEADS.json(raw).nisaba
        if release > FORMAT:
            raise Refused("import", reason="newer", version=release, known=FORMAT)
        file = FILES.json(raw)
        whole = file.table is None or _checksum(file.table) == file.checksum
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Refused("import", reason="damaged", what=str(error)[:200]) from error
    if not whole:
        raise Refused("import", reason="damaged", what="checksum")
    return file


def saved_fact(raw: str) -> SavedFact:
    """Return a stored fact as a file has it."""
    return FACTS.json(raw)


def fact_of(line: SavedLine) -> Message:
    """Return the text of a file's line. Raises TextError if no catalogue knows it or it is too long."""
    if isinstance(line.said, msgspec.UnsetType):
        return as_told(line.text)
    said = from_json(msgspec.json.encode(line.said).decode())
    if len(sentence(said, ENGLISH)) > LONGEST:
        raise TextError(f"{said.key} is too long")
    return said


def tame(name: str) -> str:
    """Return a name as a file may contain it: without control characters and mentions."""
    return MENTION.sub(lambda found: f"{found[0]}\u200b", re.sub(f"[{UNCLEAN}]", "", name))[:100]


def _checksum(saved: Saved) -> str:
    return hashlib.sha256(msgspec.json.encode(saved, order="deterministic")).hexdigest()


RATIO: Final = 40
ENOUGH: Final = 1024


class Inflater:
    """Inflates one thing after another, within a limit for each and one for all together."""

    def __init__(self, each: int, together: int) -> None:
        """The limits in bytes."""
        self._each, self._left = each, together

    def inflate(self, raw: bytes) -> bytes:
        """Return the decompressed bytes. Refused: import (large, damaged)."""
        most = min(self._each, self._left, max(len(raw) * RATIO, ENOUGH))
        whole = decompress(raw, most)
        self._left -= len(whole)
        return whole


def decompress(raw: bytes, most: int) -> bytes:
    """Return the decompressed bytes, at most that many. Refused: import (large, damaged)."""
    stream = zlib.decompressobj()
    try:
        whole = stream.decompress(raw, most + 1)
    except zlib.error as error:
        raise Refused("import", reason="damaged", what="compressed") from error
    if len(whole) > most:
        raise Refused("import", reason="large", what="inflated")
    if not stream.eof or stream.unused_data:
        raise Refused("import", reason="damaged", what="compressed")
    return whole
