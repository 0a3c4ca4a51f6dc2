"""What is stored of cups: people of a server who play a game in rounds."""

from __future__ import annotations

from typing import Any, ClassVar

from sqlalchemy import BigInteger, Column, Float, Integer, Text
from sqlmodel import Field

from bot.store.row import StoredRow

_VERSION: Column[int] = Column("version", Integer, nullable=False)


class CupRow(StoredRow, table=True):
    """A cup. `kind`: `swiss` or `robin`; `size`: seats of a table; `least`: of the smallest; `rounds`: how many there
    are, `round` the one that is played; `days`: how long one lasts (0: as long as it takes), the last drawn at
    `drawn_at`. `options` and `settings` (JSON) are those of its tables. `seed` draws lots. `version` guards against
    lost changes; `post_message` in its channel says how the cup stood at the version `posted`.
    """

    __tablename__ = "cup"
    __table_args__ = ({"sqlite_autoincrement": True},)

    id: int | None = Field(default=None, primary_key=True)
    version: int | None = Field(default=None, sa_column=_VERSION)
    guild: int = Field(sa_column=Column(BigInteger, nullable=False, index=True))
    channel: int = Field(sa_column=Column(BigInteger, nullable=False))
    host: int = Field(sa_column=Column(BigInteger, nullable=False))
    host_name: str
    name: str
    game: str
    scenario: str
    options: str = Field(default="{}", sa_column=Column(Text, nullable=False, default="{}"))
    settings: str = Field(default="{}", sa_column=Column(Text, nullable=False, default="{}"))
    kind: str
    size: int
    least: int
    rounds: int
    days: int = 0
    state: str = "open"
    round: int = 0
    seed: str
    made_at: float = Field(default=0.0, sa_column=Column(Float, nullable=False))
    drawn_at: float = Field(default=0.0, sa_column=Column(Float, nullable=False))
    over_at: float | None = Field(default=None, sa_column=Column(Float, nullable=True))
    post_message: int | None = Field(default=None, sa_column=Column(BigInteger, nullable=True))
    posted: int = Field(default=0, sa_column=Column(Integer, nullable=False, server_default="0"))

    __mapper_args__: ClassVar[dict[str, Any]] = {"version_id_col": _VERSION}


class CupEntrantRow(StoredRow, table=True):
    """Somebody who has signed up; `gone`: is drawn no more. A `person` of 0 is somebody forgotten."""

    __tablename__ = "cup_entrant"

    cup_id: int = Field(primary_key=True, foreign_key="cup.id", ondelete="CASCADE")
    number: int = Field(primary_key=True)
    person: int = Field(sa_column=Column(BigInteger, nullable=False, index=True))
    person_name: str
    gone: bool = False


class CupSeatRow(StoredRow, table=True):
    """Where an entrant sits in a round: at its table `no` (0: at none), in that `seat`; `table_id` once it is opened.

    `done`: it has ended; then the `place` among those who sat there, the `score`, and the `total` of all of them. A
    place of 0 is that of a game without an end of its own.
    """

    __tablename__ = "cup_seat"

    cup_id: int = Field(primary_key=True, foreign_key="cup.id", ondelete="CASCADE")
    round: int = Field(primary_key=True)
    entrant: int = Field(primary_key=True)
    no: int
    seat: int = 0
    table_id: int | None = Field(default=None, foreign_key="game_table.id", ondelete="SET NULL", index=True)
    done: bool = False
    place: int = 0
    score: int = 0
    total: int = 0
