"""What is stored for the bot owner."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Float, Text
from sqlmodel import Field

from bot.store.row import StoredRow


class InteractionRow(StoredRow, table=True):
    """An interaction that one of several processes has taken over HTTP, by the id that Discord gave it, and when."""

    __tablename__ = "interaction"

    interaction: int = Field(sa_column=Column(BigInteger, primary_key=True, autoincrement=False))
    at: float = Field(default=0.0, sa_column=Column(Float, nullable=False, index=True))


class FaultRow(StoredRow, table=True):
    """A fault, or a person's report."""

    __tablename__ = "fault"
    __table_args__ = ({"sqlite_autoincrement": True},)

    id: int | None = Field(default=None, primary_key=True)
    ref: str = Field(index=True)
    """The trace of the interaction."""
    at: float = Field(default=0.0, sa_column=Column(Float, nullable=False, index=True))
    person: int | None = Field(default=None, sa_column=Column(BigInteger, nullable=True, index=True))
    """The person who reported it."""
    body: str = Field(default="{}", sa_column=Column(Text, nullable=False, default="{}"))
    """JSON with the public facts."""
    told_at: float = Field(default=0.0, sa_column=Column(Float, nullable=False))
    """When the owner was told, or 0."""
