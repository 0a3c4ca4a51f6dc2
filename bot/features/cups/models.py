"""Stored cups: people of a server who play a game in rounds."""

from __future__ import annotations

from typing import Any, ClassVar

from sqlalchemy import BigInteger, Column, Float, Integer, Text
from sqlmodel import Field

from bot.store.row import StoredRow

_VERSION: Column[int] = Column("version", Integer, nullable=False)


class CupRow(StoredRow, table=True):
    """A cup."""

    __tablename__ = "cup"
    __table_args__ = ({"sqlite_autoincrement": True},)

    id: int | None = Field(default=None, primary_key=True)
    version: int | None = Field(default=None, sa_column=_VERSION)
    """Guards against lost changes."""
    guild: int = Field(sa_column=Column(BigInteger, nullable=False, index=True))
    channel: int = Field(sa_column=Column(BigInteger, nullable=False))
    host: int = Field(sa_column=Column(BigInteger, nullable=False))
    host_name: str
    name: str
    game: str
    scenario: str
    options: str = Field(default="{}", sa_column=Column(Text, nullable=False, default="{}"))
    """The options of its tables (JSON)."""
    settings: str = Field(default="{}", sa_column=Column(Text, nullable=False, default="{}"))
    """The settings of its tables (JSON)."""
    kind: str
    """`swiss` or `robin`."""
    size: int
    """Seats of a table."""
    least: int
    """Seats of the smallest table."""
    rounds: int
    """How many rounds there are."""
    days: int = 0
    """How long a round lasts; 0: as long as it takes."""
    state: str = "open"
    round: int = 0
    """The present round."""
    seed: str
    """Draws lots."""
    made_at: float = Field(default=0.0, sa_column=Column(Float, nullable=False))
    drawn_at: float = Field(default=0.0, sa_column=Column(Float, nullable=False))
    """When the last round was drawn."""
    over_at: float | None = Field(default=None, sa_column=Column(Float, nullable=True))
    post_message: int | None = Field(default=None, sa_column=Column(BigInteger, nullable=True))
    """The message in its channel that shows the cup."""
    posted: int = Field(default=0, sa_column=Column(Integer, nullable=False, server_default="0"))
    """The version that the message shows."""

    __mapper_args__: ClassVar[dict[str, Any]] = {"version_id_col": _VERSION}


class CupEntrantRow(StoredRow, table=True):
    """An entrant of a cup."""

    __tablename__ = "cup_entrant"

    cup_id: int = Field(primary_key=True, foreign_key="cup.id", ondelete="CASCADE")
    number: int = Field(primary_key=True)
    person: int = Field(sa_column=Column(BigInteger, nullable=False, index=True))
    """0: a person whose data were deleted."""
    person_name: str
    gone: bool = False
    """Whether the entrant is no longer drawn."""


class CupSeatRow(StoredRow, table=True):
    """The seat of an entrant in a round."""

    __tablename__ = "cup_seat"

    cup_id: int = Field(primary_key=True, foreign_key="cup.id", ondelete="CASCADE")
    round: int = Field(primary_key=True)
    entrant: int = Field(primary_key=True)
    no: int
    """The number of the table; 0: none."""
    seat: int = 0
    table_id: int | None = Field(default=None, foreign_key="game_table.id", ondelete="SET NULL", index=True)
    """Set once the table is opened."""
    done: bool = False
    """Whether the game has ended."""
    place: int = 0
    """The place among those who sat there; 0: the game was ended early."""
    score: int = 0
    """The entrant's points."""
    total: int = 0
    """The points of all at the table."""
