"""Stored data of finished games: results, ratings, statistics."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Float
from sqlmodel import Field

from bot.store.row import StoredRow


class ResultRow(StoredRow, table=True):
    """The result of a finished game for a person's seat."""

    __tablename__ = "result"

    table_id: int = Field(primary_key=True, foreign_key="game_table.id", ondelete="CASCADE")
    number: int = Field(primary_key=True)
    person: int = Field(sa_column=Column(BigInteger, nullable=False, index=True))
    """Below 0: a person whose data were deleted; the number leads to nobody."""
    game: str
    scenario: str
    civ: str = ""
    score: int = 0
    place: int = 0
    """The place among `seats`, NPCs included."""
    seats: int = 0
    guild: int | None = Field(default=None, sa_column=Column(BigInteger, nullable=True))
    people: int = 1
    npcs: int = 0
    team: int = 0
    """The number of the person's first seat, which joins several seats of one person."""
    counts: int = 0
    """The number of this game among the rated ones of its server; 0: not rated."""
    has_left: bool = False
    """Whether the person left before the end and is rated behind all others; if another person took the seat, `number`
    is far above all seats.
    """
    over_at: float = Field(default=0.0, sa_column=Column(Float, nullable=False))


class RatingRow(StoredRow, table=True):
    """How well a person plays a game on a server, after that many rated `games`; computed from the results."""

    __tablename__ = "rating"

    person: int = Field(sa_column=Column(BigInteger, primary_key=True, autoincrement=False))
    game: str = Field(primary_key=True)
    guild: int = Field(sa_column=Column(BigInteger, primary_key=True, autoincrement=False))
    mu: float = Field(default=0.0, sa_column=Column(Float, nullable=False))
    sigma: float = Field(default=0.0, sa_column=Column(Float, nullable=False))
    games: int = 0
    at: float = Field(default=0.0, sa_column=Column(Float, nullable=False))


class GameStatRow(StoredRow, table=True):
    """A figure of a seat in a game that has ended, for its owner alone: see `bot.features.statistics.figures`."""

    __tablename__ = "game_stat"

    table_id: int = Field(primary_key=True, foreign_key="game_table.id", ondelete="CASCADE")
    number: int = Field(primary_key=True)
    key: str = Field(primary_key=True)
    value: float = Field(default=0.0, sa_column=Column(Float, nullable=False))
