"""Stored private notes, outside the record of the game."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Float, Text
from sqlmodel import Field

from bot.store.row import StoredRow


class NoteRow(StoredRow, table=True):
    """A private note of `person`, the owner of that seat; nobody else ever reads it."""

    __tablename__ = "note"

    id: int | None = Field(default=None, primary_key=True)
    table_id: int = Field(foreign_key="game_table.id", ondelete="CASCADE", index=True)
    number: int
    person: int = Field(sa_column=Column(BigInteger, nullable=False, index=True))
    text: str = Field(default="", sa_column=Column(Text, nullable=False, default=""))
    at: float = Field(default=0.0, sa_column=Column(Float, nullable=False))
