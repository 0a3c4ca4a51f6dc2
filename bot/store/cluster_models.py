"""What the processes of one bot share through their database."""

from __future__ import annotations

from sqlalchemy import Column, Float, Text
from sqlmodel import Field

from bot.store.row import StoredRow


def _moment() -> Column[float]:
    return Column(Float, nullable=False)


class LaneLeaseRow(StoredRow, table=True):
    """The process that sends the messages of a lane, and until when, unless `owner` renews it."""

    __tablename__ = "lane_lease"

    lane: str = Field(primary_key=True)
    owner: str = Field(index=True)
    until: float = Field(sa_column=_moment())


class HouseRow(StoredRow, table=True):
    """A process of the bot, and when it was last alive."""

    __tablename__ = "house"

    id: str = Field(primary_key=True)
    role: str
    started_at: float = Field(sa_column=_moment())
    beat_at: float = Field(sa_column=_moment())


class HouseFactRow(StoredRow, table=True):
    """A fact that all processes know, such as which commands Discord has, and when it was last written."""

    __tablename__ = "house_fact"

    key: str = Field(primary_key=True)
    value: str = Field(default="", sa_column=Column(Text, nullable=False))
    at: float = Field(sa_column=_moment())


class RateShareRow(StoredRow, table=True):
    """A process's share of Discord's requests per second, until when, and how many it wants."""

    __tablename__ = "rate_share"

    process: str = Field(primary_key=True)
    wanted: float = Field(sa_column=_moment())
    per_second: int
    until: float = Field(sa_column=_moment())
