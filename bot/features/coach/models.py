"""Stored reviews of finished games."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Float, Text
from sqlmodel import Field

from bot.store.row import StoredRow


class ReviewRow(StoredRow, table=True):
    """The review of a seat's decisions that `person`, its owner, has asked for; nobody else ever reads it."""

    __tablename__ = "review"

    table_id: int = Field(primary_key=True, foreign_key="game_table.id", ondelete="CASCADE")
    number: int = Field(primary_key=True)
    person: int = Field(sa_column=Column(BigInteger, nullable=False, index=True))
    body: str = Field(default="", sa_column=Column(Text, nullable=False, default=""))
    """The findings as JSON; empty while they are worked out."""
    at: float = Field(default=0.0, sa_column=Column(Float, nullable=False))
