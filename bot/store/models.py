"""What is stored. Times are seconds since 1970, so that SQLite and PostgreSQL agree about them."""

from __future__ import annotations

from typing import Any, ClassVar

from sqlalchemy import BigInteger, Column, Float, Index, Integer, LargeBinary, Text, UniqueConstraint, text
from sqlmodel import Field

from bot.store.row import StoredRow


def _text(default: str = "") -> Any:
    return Field(default=default, sa_column=Column(Text, nullable=False, default=default))


def _time(*, nullable: bool = False) -> Any:
    return Field(default=None if nullable else 0.0, sa_column=Column(Float, nullable=nullable))


_OPEN = text("state != 'over'")
_VERSION: Column[int] = Column("version", Integer, nullable=False)


class TableRow(StoredRow, table=True):
    """A table from its lobby to long after its end. `version` grows with each change and guards against lost ones.

    `shown` is the public view in the last picture posted to its channel, as compressed JSON; `heard` the last line of
    the log that a post of the channel has told. `run` says what the last post of its channel tells of, if that may give
    way to the next one. `removed` are persons who cannot join any more. `lacks` names what keeps posts or their
    pictures from its channel: permissions with commas between them, `channel` for one that is gone.
    `followers`: how many follow it without a seat, so that they are read only if there are any;
    `cup`: the one that it belongs to, if any.
    `hints`: whether a guided game is explained on the way. `starts_at`: when the lobby begins by itself; in the past,
    that it could not. `thinned`: has ended long ago and keeps the last position of each chapter.
    `brought_at`: when it came here in a file (None: it was opened here), and in what: `brought` is `sealed` for what a
    bot has sealed, and `open` for what anybody can have written.
    """

    __tablename__ = "game_table"
    __table_args__ = (
        Index("ix_game_table_channel", "channel"),
        Index("ux_game_table_open", "channel", unique=True, sqlite_where=_OPEN, postgresql_where=_OPEN),
        {"sqlite_autoincrement": True},
    )

    id: int | None = Field(default=None, primary_key=True)
    version: int | None = Field(default=None, sa_column=_VERSION)
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
    late: str = "offer"
    clock: str = "move"
    bank_hours: int = 72
    refill_hours: int = 24
    weekends: str = "run"
    rated: str = "no"
    rooms: str = "off"
    digest: str = "off"
    paused_until: float = _time()
    offers: int = 0
    removed: str = _text("[]")
    followers: int = 0
    cup: int = 0
    npcs: int = 0
    npc_civs: str = _text("[]")
    most: int = 0
    seed: str = ""
    plans: str = _text("[]")
    record: bytes | None = Field(default=None, sa_column=Column(LargeBinary, nullable=True))
    shown: bytes | None = Field(default=None, sa_column=Column(LargeBinary, nullable=True))
    ask_no: int = 0
    answers: int = 0
    points: int = 0
    lines: int = 0
    heard: int = 0
    run: str = _text()
    closed_ask: int = 0
    closed_at: float = _time()
    may_post: bool = True
    lacks: str = _text()
    opened_at: float = _time()
    starts_at: float | None = _time(nullable=True)
    lobby_changed_at: float = _time()
    started_at: float | None = _time(nullable=True)
    over_at: float | None = _time(nullable=True)
    over_reason: str = _text()
    thinned: bool = False
    brought_at: float | None = _time(nullable=True)
    brought: str = ""

    __mapper_args__: ClassVar[dict[str, Any]] = {"version_id_col": _VERSION}


class SeatRow(StoredRow, table=True):
    """A seat and who owns it. `last_*` remembers the last answer, so that a double click is applied once.

    `spoke_at` is when the seat last answered a question put to it alone: no sealed answer moves it. `reserved` is whose
    seat it was in the file of a game that was brought here: that person alone may take it as it is, by saying so.
    `former`: who has had it before, until when, and behind which checkpoint. `team`: the one it has chosen in a lobby.
    `steps` counts how often what the seat alone is asked has changed while the question put to all stays open.
    `stopped`: at which question an auto-answer did not answer last, and why, as JSON. `ordered`: it has set
    something ahead, so that there is something to be read.

    `clock_*`: the seat's time to answer what is asked behind checkpoint `clock_point`: how long it has in all, how much
    was `used` before `since`, and since when it runs (None: it stands). `bank`: seconds left in its bank, refilled last
    in `bank_turn`; `extended`: the turn in which it has given itself more time; `stood_in`: how often in a row the NPC
    has answered for it. None of these is ever taken back.
    """

    __tablename__ = "seat"

    table_id: int = Field(primary_key=True, foreign_key="game_table.id", ondelete="CASCADE")
    number: int = Field(primary_key=True)
    seat: str = ""
    civ: str = ""
    person: int | None = Field(default=None, sa_column=Column(BigInteger, nullable=True, index=True))
    person_name: str = ""
    reserved: int | None = Field(default=None, sa_column=Column(BigInteger, nullable=True, index=True))
    by: str = "human"
    former: str = _text("[]")
    hand: str = ""
    team: str = _text()
    last_ask: int = 0
    last_digest: str = ""
    last_at: float = _time()
    spoke_at: float = _time()
    steps: int = 0
    stopped: str = _text()
    ordered: bool = False
    clock_point: int = -1
    clock_length: float = _time()
    clock_used: float = _time()
    clock_since: float | None = _time(nullable=True)
    bank: float | None = _time(nullable=True)
    bank_turn: str = ""
    extended: str = ""
    stood_in: int = 0


class EntryRow(StoredRow, table=True):
    """The journal: every answer that stands, in order. Answers of one batch share the ask number.

    `sealed`: given unseen, so that only what came of it is known to the others.
    """

    __tablename__ = "entry"

    table_id: int = Field(primary_key=True, foreign_key="game_table.id", ondelete="CASCADE")
    seq: int = Field(primary_key=True)
    key: str
    seat: str
    picks: str = _text("[]")
    auto: bool = False
    sealed: bool = False
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
    """An answer to an open window, outside the record until the close."""

    __tablename__ = "sealed_answer"

    table_id: int = Field(primary_key=True, foreign_key="game_table.id", ondelete="CASCADE")
    number: int = Field(primary_key=True)
    picks: str = _text("[]")
    at: float = _time()


class DraftRow(StoredRow, table=True):
    """What somebody has picked and not sent, one for a seat."""

    __tablename__ = "draft"

    table_id: int = Field(primary_key=True, foreign_key="game_table.id", ondelete="CASCADE")
    number: int = Field(primary_key=True)
    ask_no: int = 0
    key: str = ""
    version: int = 0
    body: str = _text("{}")
    at: float = _time()


class AlarmRow(StoredRow, table=True):
    """What happens at a table by itself when its time has come: `bot.tables.alarms` says what each `kind` brings.

    `number` is the seat that it is about (0: none or the host's role), `ask_no` the number of the question, request or
    offer that has to be there still. `person`: who ends it by coming back. `length` is how long people were told that
    they have, in seconds; nobody waits for one of length 0. `body` is JSON, for the window its question and kind.
    """

    __tablename__ = "alarm"
    __table_args__ = (UniqueConstraint("table_id", "kind", "number"),)

    id: int | None = Field(default=None, primary_key=True)
    table_id: int = Field(foreign_key="game_table.id", ondelete="CASCADE")
    number: int = 0
    person: int | None = Field(default=None, sa_column=Column(BigInteger, nullable=True, index=True))
    kind: str
    ask_no: int = 0
    at: float = Field(default=0.0, sa_column=Column(Float, nullable=False, index=True))
    length: float = _time()
    body: str = _text("{}")
    made_at: float = _time()


class PetitionRow(StoredRow, table=True):
    """A request that waits for the consent of others: one a table. `bot.tables.history.consent` tells of each `kind`.

    `no` tells it from earlier ones of the table, `number` is the seat of the `person` who asks (0: none). `answers` is
    how many answers would stand (of a pause: its days), `before` what is undone first, in words with tokens, or empty
    for the beginning of `chapter`. `target` is a seat that would pass to `receiver`, or to the NPC; `absent` the person
    without whom it is decided. `asked` are numbers of seats, `given` their answers so far; `moderator` who of those
    wants it (0: nobody). `body`: what would be set otherwise, as JSON.
    """

    __tablename__ = "petition"

    table_id: int = Field(primary_key=True, foreign_key="game_table.id", ondelete="CASCADE")
    no: int
    number: int
    kind: str = "back"
    person: int = Field(default=0, sa_column=Column(BigInteger, nullable=False))
    person_name: str = ""
    target: int = 0
    receiver: int = Field(default=0, sa_column=Column(BigInteger, nullable=False))
    receiver_name: str = ""
    absent: int | None = Field(default=None, sa_column=Column(BigInteger, nullable=True, index=True))
    absent_name: str = ""
    moderator: int = Field(default=0, sa_column=Column(BigInteger, nullable=False))
    answers: int = 0
    before: str = _text()
    chapter: str = ""
    reason: str = _text()
    asked: str = _text("[]")
    given: str = _text("{}")
    body: str = _text("{}")
    made_at: float = _time()


class RecentRequestRow(StoredRow, table=True):
    """Somebody has asked others for their consent at that time: forgotten once it is no longer recent."""

    __tablename__ = "recent_request"

    id: int | None = Field(default=None, primary_key=True)
    table_id: int = Field(foreign_key="game_table.id", ondelete="CASCADE", index=True)
    person: int = Field(sa_column=Column(BigInteger, nullable=False, index=True))
    at: float = _time()


class OfferRow(StoredRow, table=True):
    """A seat (or, as `number` 0, the host's role) that `giver` offers to `person`; 0: whoever sits there.

    `no` tells it from earlier ones of the table. `absent`: others offer it for the giver, whose return ends that.
    """

    __tablename__ = "offer"

    table_id: int = Field(primary_key=True, foreign_key="game_table.id", ondelete="CASCADE")
    number: int = Field(primary_key=True)
    no: int = 0
    person: int = Field(default=0, sa_column=Column(BigInteger, nullable=False, index=True))
    person_name: str = ""
    giver: int = Field(default=0, sa_column=Column(BigInteger, nullable=False))
    giver_name: str = ""
    absent: bool = False
    made_at: float = _time()


class PresenceRow(StoredRow, table=True):
    """When a person was last at a table where he or she sits or is host, by the minute."""

    __tablename__ = "presence"

    table_id: int = Field(primary_key=True, foreign_key="game_table.id", ondelete="CASCADE")
    person: int = Field(sa_column=Column(BigInteger, primary_key=True, autoincrement=False))
    at: float = _time()


class LookRow(StoredRow, table=True):
    """How far somebody who has not answered there has read what happened at a table: `line` of its log, `answers`."""

    __tablename__ = "look"

    person: int = Field(sa_column=Column(BigInteger, primary_key=True, autoincrement=False))
    table_id: int = Field(primary_key=True, foreign_key="game_table.id", ondelete="CASCADE")
    line: int = 0
    answers: int = 0
    at: float = _time()


class PlanRow(StoredRow, table=True):
    """How a seat goes on answering questions of one kind, until what the plan was made for is over."""

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
    """A line of the log, as a fact (`engine.core.said`). `seq` is how many answers had been given when it was told."""

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
    __table_args__ = (Index("ix_outbox_lane_id", "lane", "id"), {"sqlite_autoincrement": True})

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
