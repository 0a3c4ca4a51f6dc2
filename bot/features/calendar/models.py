"""The private links of calendars."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Float
from sqlmodel import Field

from bot.store.row import StoredRow


class CalendarRow(StoredRow, table=True):
    """The link of a person's calendar, by the hash of its key."""

    __tablename__ = "calendar"

    person: int = Field(sa_column=Column(BigInteger, primary_key=True, autoincrement=False))
    hash: str = Field(index=True)
    made_at: float = Field(default=0.0, sa_column=Column(Float, nullable=False))
