"""Stored models. Times are seconds since 1970, so that SQLite and PostgreSQL agree about them."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ColumnElement,
    Float,
    Index,
    Integer,
    LargeBinary,
    Text,
    UniqueConstraint,
    false,
    literal_column,
    text,
)
from sqlmodel import Field, col

from bot.store.row import StoredRow


def _text(default: str = "") -> Any:
    return Field(default=default, sa_column=Column(Text, nullable=False, default=default))


def _time(*, nullable: bool = False) -> Any:
    return Field(default=None if nullable else 0.0, sa_column=Column(Float, nullable=nullable))


def _where(lite: str, postgresql: str) -> dict[str, Any]:
    """Return which rows an index has, in the words of both databases."""
    return {"sqlite_where": text(lite), "postgresql_where": text(postgresql)}


_OPEN = text("state != 'over'")
_VERSION: Column[int] = Column("version", Integer, nullable=False)


class TableRow(StoredRow, table=True):
    """A table, from its lobby to long after its end."""

    __tablename__ = "game_table"
    __table_args__ = (
        Index("ix_game_table_channel", "channel"),
        Index("ix_game_table_guild_state", "guild", "state"),
        Index("ix_game_table_host_state", "host", "state"),
        Index("ix_game_table_over_at", "over_at"),
        Index("ix_game_table_unthinned", "over_at", **_where("thinned IS 0", "thinned IS false")),
        Index("ix_game_table_named", "over_at", **_where("unnamed IS 0", "unnamed IS false")),
        Index("ix_game_table_lobby", "opened_at", **_where("state = 'lobby'", "state = 'lobby'")),
        Index("ux_game_table_open", "channel", unique=True, sqlite_where=_OPEN, postgresql_where=_OPEN),
        {"sqlite_autoincrement": True},
    )

    id: int | None = Field(default=None, primary_key=True)
    version: int | None = Field(default=None, sa_column=_VERSION)
    """Grows with each change and guards against lost ones."""
    game: str
    game_version: int
    scenario: str
    state: str
    guild: int | None = Field(default=None, sa_column=Column(BigInteger, nullable=True))
    channel: int = Field(sa_column=Column(BigInteger, nullable=False))
    host: int = Field(sa_column=Column(BigInteger, nullable=False))
    host_name: str
    options: str = _text("{}")
    pace: str = "daily"
    window_close: str = "fixed"
    style: str = "full"
    note: str = _text()
    guests: str = "no"
    listed: str = "yes"
    language: str = "en"
    hints: bool = True
    """Whether a guided game shows hints."""
    late: str = "offer"
    clock: str = "move"
    bank_hours: int = 72
    refill_hours: int = 24
    weekends: str = "run"
    rated: str = "no"
    rooms: str = "off"
    advice: str = Field(default="off", sa_column=Column(Text, nullable=False, server_default="off"))
    digest: str = "off"
    page: str = Field(default="link", sa_column=Column(Text, nullable=False, server_default="link"))
    paused_until: float = _time()
    offers: int = 0
    removed: str = _text("[]")
    """People who can't join any longer."""
    followers: int = 0
    """How many follow it without a seat, so that they are read only if there are any."""
    hooks: int = 0
    """How many webhooks its host has named, so that they are read only if there are any."""
    cup: int = 0
    """The cup it belongs to, if any."""
    npcs: int = 0
    npc_civs: str = _text("[]")
    most: int = 0
    seed: str = ""
    plans: str = _text("[]")
    record: bytes | None = Field(default=None, sa_column=Column(LargeBinary, nullable=True))
    shown: bytes | None = Field(default=None, sa_column=Column(LargeBinary, nullable=True))
    """The public view of the last picture posted to its channel, as compressed JSON."""
    ask_no: int = 0
    answers: int = 0
    points: int = 0
    lines: int = 0
    heard: int = 0
    """The last line of the log that a post of the channel has told."""
    run: str = _text()
    """What the last post of its channel tells, if the next one may replace it."""
    closed_ask: int = 0
    closed_at: float = _time()
    may_post: bool = True
    lacks: str = _text()
    """What keeps posts or pictures from its channel: permissions with commas, or `channel` for a lost one."""
    opened_at: float = _time()
    starts_at: float | None = _time(nullable=True)
    """When the lobby begins by itself; a time in the past: it couldn't."""
    lobby_changed_at: float = _time()
    started_at: float | None = _time(nullable=True)
    over_at: float | None = _time(nullable=True)
    over_reason: str = _text()
    thinned: bool = False
    """Whether it ended long ago and has only the last position of each chapter."""
    unnamed: bool = Field(default=False, sa_column=Column(Boolean, nullable=False, server_default=false()))
    """Whether it ended so long ago that its players' names were removed."""
    brought_at: float | None = _time(nullable=True)
    """When it was imported from a file; None: it was opened here."""
    brought: str = ""
    """`sealed` if a bot sealed the imported file, `open` if anybody may have written it."""

    __mapper_args__: ClassVar[dict[str, Any]] = {"version_id_col": _VERSION}


IS_OPEN: Final[ColumnElement[bool]] = col(TableRow.state) != literal_column("'over'")
"""Whether a table is open, written so that the index of the channels of open tables serves."""
IS_LOBBY: Final[ColumnElement[bool]] = col(TableRow.state) == literal_column("'lobby'")
"""Whether a table is a lobby, written so that the index of lobbies serves."""


class SeatRow(StoredRow, table=True):
    """A seat and its owner. Nothing about its clock is ever undone."""

    __tablename__ = "seat"

    table_id: int = Field(primary_key=True, foreign_key="game_table.id", ondelete="CASCADE")
    number: int = Field(primary_key=True)
    seat: str = ""
    civ: str = ""
    person: int | None = Field(default=None, sa_column=Column(BigInteger, nullable=True, index=True))
    person_name: str = ""
    reserved: int | None = Field(default=None, sa_column=Column(BigInteger, nullable=True, index=True))
    """Whose seat it was in an imported game; only that person may take it as it is."""
    by: str = "human"
    former: str = _text("[]")
    """Former owners: who, until when, and after which checkpoint."""
    hand: str = ""
    team: str = _text()
    """The team chosen in the lobby."""
    last_ask: int = 0
    """The question answered last, so that a double click is applied once."""
    last_digest: str = ""
    last_at: float = _time()
    spoke_at: float = _time()
    """When the seat last answered a question put to it alone; secret responses don't count."""
    steps: int = 0
    """How often the seat's own question has changed while the shared question is open."""
    stopped: str = _text()
    """At which question an auto-answer last gave no answer, and why, as JSON."""
    ordered: bool = False
    """Whether it has set something in advance, so that it must be read."""
    clock_point: int = -1
    """The checkpoint after which the seat's present time to answer counts."""
    clock_length: float = _time()
    """The whole of that time."""
    clock_used: float = _time()
    """How much of it was used before `clock_since`."""
    clock_since: float | None = _time(nullable=True)
    """Since when the clock runs; None: it doesn't."""
    bank: float | None = _time(nullable=True)
    """Seconds left in its time bank."""
    bank_turn: str = ""
    """When the bank was last refilled."""
    extended: str = ""
    """The turn in which the seat gave itself more time."""
    stood_in: int = 0
    """How often in a row the NPC has answered for it."""


class EntryRow(StoredRow, table=True):
    """The journal: every answer that wasn't undone, in order. Answers of one batch share the ask number."""

    __tablename__ = "entry"

    table_id: int = Field(primary_key=True, foreign_key="game_table.id", ondelete="CASCADE")
    seq: int = Field(primary_key=True)
    key: str
    seat: str
    picks: str = _text("[]")
    auto: bool = False
    sealed: bool = False
    """Whether it was given in secret, so that others know only its outcome."""
    ask_no: int = 0
    at: float = _time()


class CheckpointRow(StoredRow, table=True):
    """A step boundary that play has passed; `state` is compressed JSON, `first` how many answers came before.

    A `state` without a byte has been let go of: it follows from an earlier one and the answers.
    """

    __tablename__ = "checkpoint"
    __table_args__ = (UniqueConstraint("table_id", "no"),)

    id: int | None = Field(default=None, primary_key=True)
    table_id: int = Field(foreign_key="game_table.id", ondelete="CASCADE", index=True)
    no: int
    first: int
    game_version: int
    step: str | None = None
    chapter: str = ""
    state: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    at: float = _time()


class SealedRow(StoredRow, table=True):
    """A secret response, kept outside the record until the time to respond ends."""

    __tablename__ = "sealed_answer"

    table_id: int = Field(primary_key=True, foreign_key="game_table.id", ondelete="CASCADE")
    number: int = Field(primary_key=True)
    picks: str = _text("[]")
    at: float = _time()


class DraftRow(StoredRow, table=True):
    """What a seat has picked and not sent; one for each seat."""

    __tablename__ = "draft"

    table_id: int = Field(primary_key=True, foreign_key="game_table.id", ondelete="CASCADE")
    number: int = Field(primary_key=True)
    ask_no: int = 0
    key: str = ""
    version: int = 0
    body: str = _text("{}")
    at: float = _time()


class AlarmRow(StoredRow, table=True):
    """What a table does by itself at a time; `bot.tables.alarms` says what each `kind` does."""

    __tablename__ = "alarm"
    __table_args__ = (UniqueConstraint("table_id", "kind", "number"),)

    id: int | None = Field(default=None, primary_key=True)
    table_id: int = Field(foreign_key="game_table.id", ondelete="CASCADE")
    number: int = 0
    """The seat it is about; 0: none or the host's role."""
    person: int | None = Field(default=None, sa_column=Column(BigInteger, nullable=True, index=True))
    """The person whose return ends it."""
    kind: str
    ask_no: int = 0
    """The number of the question, request or offer that must still be open."""
    at: float = Field(default=0.0, sa_column=Column(Float, nullable=False, index=True))
    length: float = _time()
    """How many seconds people were told that they have; 0: nobody waits for it."""
    body: str = _text("{}")
    """JSON; for a time to respond, its question and kind."""
    made_at: float = _time()


class PetitionRow(StoredRow, table=True):
    """A request that waits for the consent of others, one per table. See `bot.tables.history.consent` for each
    `kind`.
    """

    __tablename__ = "petition"

    table_id: int = Field(primary_key=True, foreign_key="game_table.id", ondelete="CASCADE")
    no: int
    """Distinguishes it from earlier ones of the table."""
    number: int
    """The seat of the `person` who asks; 0: none."""
    kind: str = "back"
    person: int = Field(default=0, sa_column=Column(BigInteger, nullable=False))
    person_name: str = ""
    target: int = 0
    """A seat that would pass to `receiver`, or to the NPC."""
    receiver: int = Field(default=0, sa_column=Column(BigInteger, nullable=False))
    receiver_name: str = ""
    absent: int | None = Field(default=None, sa_column=Column(BigInteger, nullable=True, index=True))
    """The person in whose absence it is decided."""
    absent_name: str = ""
    moderator: int = Field(default=0, sa_column=Column(BigInteger, nullable=False))
    """The moderator who wants it; 0: nobody."""
    answers: int = 0
    """How many answers would stay; for a pause, its days."""
    before: str = _text()
    """What is undone first, in words with tokens; empty: the beginning of `chapter`."""
    chapter: str = ""
    reason: str = _text()
    asked: str = _text("[]")
    """Numbers of seats."""
    given: str = _text("{}")
    """Their answers so far."""
    body: str = _text("{}")
    """Settings that would change, as JSON."""
    made_at: float = _time()


class RecentRequestRow(StoredRow, table=True):
    """The time of a person's request to the others; deleted once it is no longer recent."""

    __tablename__ = "recent_request"

    id: int | None = Field(default=None, primary_key=True)
    table_id: int = Field(foreign_key="game_table.id", ondelete="CASCADE", index=True)
    person: int = Field(sa_column=Column(BigInteger, nullable=False, index=True))
    at: float = _time()


class OfferRow(StoredRow, table=True):
    """An offer of a seat, or (`number` 0) of the host's role, by `giver` to `person`; 0: to any player."""

    __tablename__ = "offer"

    table_id: int = Field(primary_key=True, foreign_key="game_table.id", ondelete="CASCADE")
    number: int = Field(primary_key=True)
    no: int = 0
    """Distinguishes it from earlier ones of the table."""
    person: int = Field(default=0, sa_column=Column(BigInteger, nullable=False, index=True))
    person_name: str = ""
    giver: int = Field(default=0, sa_column=Column(BigInteger, nullable=False))
    giver_name: str = ""
    absent: bool = False
    """Whether others offer it for the giver, whose return ends that."""
    made_at: float = _time()


class PresenceRow(StoredRow, table=True):
    """When a person was last at a table where they sit or are host, by the minute."""

    __tablename__ = "presence"

    table_id: int = Field(primary_key=True, foreign_key="game_table.id", ondelete="CASCADE")
    person: int = Field(sa_column=Column(BigInteger, primary_key=True, autoincrement=False))
    at: float = _time()


class LookRow(StoredRow, table=True):
    """How far a person without an answer at a table has read: the `line` of its log and `answers`."""

    __tablename__ = "look"

    person: int = Field(sa_column=Column(BigInteger, primary_key=True, autoincrement=False))
    table_id: int = Field(primary_key=True, foreign_key="game_table.id", ondelete="CASCADE")
    line: int = 0
    answers: int = 0
    at: float = _time()


class PlanRow(StoredRow, table=True):
    """A plan by which a seat keeps answering questions of one kind, until it is over."""

    __tablename__ = "plan"

    table_id: int = Field(primary_key=True, foreign_key="game_table.id", ondelete="CASCADE")
    number: int = Field(primary_key=True)
    key: str = ""
    body: str = _text("{}")
    made_at: float = _time()


class StandingOrderRow(StoredRow, table=True):
    """An auto-answer of a seat, one of each kind: a line as `engine.core.auto_answers` reads it.

    It answers only questions whose number is above `not_before`. `acts`: how often it has answered, `turn_acts`: in the
    turn of the game named `turn`. `paused`: an earlier version let it pause.
    """

    __tablename__ = "standing_order"

    table_id: int = Field(primary_key=True, foreign_key="game_table.id", ondelete="CASCADE")
    number: int = Field(primary_key=True)
    kind: str = Field(primary_key=True)
    way: str = Field(primary_key=True)
    line: str = _text()
    not_before: int = 0
    made_at: float = _time()
    acted_at: float = _time()
    acts: int = 0
    paused: bool = False
    turn: str = ""
    turn_acts: int = 0


class QueuedRow(StoredRow, table=True):
    """A plan that a seat has lodged for a question to come (`key`), and what it saw then, compressed JSON."""

    __tablename__ = "queued"

    table_id: int = Field(primary_key=True, foreign_key="game_table.id", ondelete="CASCADE")
    number: int = Field(primary_key=True)
    key: str = ""
    body: str = _text("{}")
    view: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    made_at: float = _time()


class LineRow(StoredRow, table=True):
    """A line of the log, as a `Message`. `seq` is the number of answers given before it was told."""

    __tablename__ = "line"

    table_id: int = Field(primary_key=True, foreign_key="game_table.id", ondelete="CASCADE")
    no: int = Field(primary_key=True)
    seq: int = 0
    said: str = _text("{}")
    to: str = ""
    focus: str = _text("[]")
    action: int = 0
    key: str = ""
    chapter: str = ""
    undone: bool = False
    at: float = _time()


class OutboxRow(StoredRow, table=True):
    """A message to be sent, edited or replaced. Rows of one lane are sent in order; sent rows are deleted.

    `attempted_at`: sending began and its end is not known until the row is gone. `held`: 0, or for a post that waits
    for what follows the number of the first line of the log told in it. With `message` that one of `channel` is to be
    deleted, since another has taken its place.
    """

    __tablename__ = "outbox"
    __table_args__ = (
        Index("ix_outbox_lane_id", "lane", "id"),
        Index("ix_outbox_next_at", "next_at"),
        {"sqlite_autoincrement": True},
    )

    id: int | None = Field(default=None, primary_key=True)
    table_id: int = Field(foreign_key="game_table.id", ondelete="CASCADE", index=True)
    lane: str
    user: int | None = Field(default=None, sa_column=Column(BigInteger, nullable=True))
    slot: str = ""
    post: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    held: int = 0
    channel: int | None = Field(default=None, sa_column=Column(BigInteger, nullable=True))
    message: int | None = Field(default=None, sa_column=Column(BigInteger, nullable=True))
    tries: int = 0
    next_at: float = _time()
    attempted_at: float | None = _time(nullable=True)
    made_at: float = _time()


class SlotRow(StoredRow, table=True):
    """The message that fills a slot: the lobby post, or the hand in a DM."""

    __tablename__ = "slot"

    name: str = Field(primary_key=True)
    table_id: int = Field(foreign_key="game_table.id", ondelete="CASCADE", index=True)
    channel: int = Field(sa_column=Column(BigInteger, nullable=False))
    message: int = Field(sa_column=Column(BigInteger, nullable=False))
    sent_at: float = _time()
