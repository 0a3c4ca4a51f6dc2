"""What is stored about people, apart from tables."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Float, Text
from sqlmodel import Field

from bot.store.row import StoredRow


class PersonRow(StoredRow, table=True):
    """A person's preferences and what is known of them, for all tables."""

    __tablename__ = "preference"

    person: int = Field(sa_column=Column(BigInteger, primary_key=True, autoincrement=False))
    dm_closed: bool = False
    zone: str = ""
    zone_asked: bool = False
    """Whether they were asked once for the time zone."""
    quiet_from: int = 23
    quiet_to: int = 7
    window_notices: str = "holders"
    hand_notices: bool = True
    turn_notices: str = "off"
    discreet: bool = False
    pictures: bool = True
    language: str = "discord"
    off_days: bool = False
    away_from: float = Field(default=0.0, sa_column=Column(Float, nullable=False))
    away_until: float = Field(default=0.0, sa_column=Column(Float, nullable=False))
    away_mode: str = ""
    reminders: str = "all"
    ping_hours: int = 0
    bundle: bool = True
    palette: str = "standard"
    contrast: str = "normal"
    size: str = "normal"
    words: str = "usual"
    emoji: bool = True
    reminded_at: float = Field(default=0.0, sa_column=Column(Float, nullable=False))
    """When the last reminder was written."""
    missed: int = 0
    """How many questions ran out in a row without a look."""
    stats: bool = True
    order_notices: bool = True
    next_notices: bool = True
    hooks: int = 0
    """How many webhooks they have named for their own turns."""
    seen_language: str = ""
    """The language of their client when last seen; empty: not in the catalogue."""
    dm_channel: int | None = Field(default=None, sa_column=Column(BigInteger, nullable=True))
    """The channel of their DMs with the bot, once one was opened."""


class AwayRow(StoredRow, table=True):
    """A person's vacation, stored to count its days; the present one is also in the preferences."""

    __tablename__ = "away"

    id: int | None = Field(default=None, primary_key=True)
    person: int = Field(sa_column=Column(BigInteger, nullable=False, index=True))
    starts: float = Field(default=0.0, sa_column=Column(Float, nullable=False))
    ends: float = Field(default=0.0, sa_column=Column(Float, nullable=False))
    mode: str = "pause"


class PutOffRow(StoredRow, table=True):
    """What a person was refused, the newest of each `kind`, for the button that offers another way to it."""

    __tablename__ = "put_off"

    person: int = Field(sa_column=Column(BigInteger, primary_key=True, autoincrement=False))
    kind: str = Field(primary_key=True)
    wanted: str = Field(default="{}", sa_column=Column(Text, nullable=False, default="{}"))
    at: float = Field(default=0.0, sa_column=Column(Float, nullable=False))


class WebSessionRow(StoredRow, table=True):
    """A browser in which a person has entered pages of a server's tables, by the hash of the key that it keeps."""

    __tablename__ = "web_session"

    hash: str = Field(primary_key=True)
    person: int = Field(sa_column=Column(BigInteger, nullable=False, index=True))
    guild: int = Field(sa_column=Column(BigInteger, nullable=False, index=True))
    made_at: float = Field(default=0.0, sa_column=Column(Float, nullable=False))
    seen_at: float = Field(default=0.0, sa_column=Column(Float, nullable=False))
    """When Discord last said that the person is a member."""


class NoticeRow(StoredRow, table=True):
    """A one-time notice for a person's next private screen."""

    __tablename__ = "notice"

    id: int | None = Field(default=None, primary_key=True)
    person: int = Field(sa_column=Column(BigInteger, nullable=False, index=True))
    table_id: int = Field(foreign_key="game_table.id", ondelete="CASCADE", index=True)
    code: str
    said: str = Field(default="{}", sa_column=Column(Text, nullable=False, default="{}"))
