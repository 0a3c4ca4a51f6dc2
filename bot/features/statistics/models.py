"""What is stored of games that have ended: results, ratings, figures."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Float
from sqlmodel import Field

from bot.store.row import StoredRow


class ResultRow(StoredRow, table=True):
    """How a finished game ended for the seat of a person: `place` among `seats`, the NPCs counted.

    `team` is the number of the first seat of that person, so that several of one person belong together. A `person`
    below 0 is somebody forgotten: no other has that number, and nothing leads from it to anybody. `counts`: the
    how-manieth rated game of its server it was, 0 if it is not rated. `has_left`: the person has not played to the
    end, and is rated behind all who have; where somebody else had the seat then, `number` is far above all seats.
    """

    __tablename__ = "result"

    table_id: int = Field(primary_key=True, foreign_key="game_table.id", ondelete="CASCADE")
    number: int = Field(primary_key=True)
    person: int = Field(sa_column=Column(BigInteger, nullable=False, index=True))
    game: str
    scenario: str
    civ: str = ""
    score: int = 0
    place: int = 0
    seats: int = 0
    guild: int | None = Field(default=None, sa_column=Column(BigInteger, nullable=True))
    people: int = 1
    npcs: int = 0
    team: int = 0
    counts: int = 0
    has_left: bool = False
    over_at: float = Field(default=0.0, sa_column=Column(Float, nullable=False))


class RatingRow(StoredRow, table=True):
    """How well a person plays a game on a server, after so many rated `games`: it follows from the results."""

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
