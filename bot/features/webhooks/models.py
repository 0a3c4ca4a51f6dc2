"""Stored webhooks, and what waits to be sent to them."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Float, Integer, Text
from sqlmodel import Field

from bot.store.row import StoredRow


class WebhookRow(StoredRow, table=True):
    """An address that a person has named: for a table of theirs, or (without `table_id`) for their own turns."""

    __tablename__ = "webhook"
    __table_args__ = ({"sqlite_autoincrement": True},)

    id: int | None = Field(default=None, primary_key=True)
    person: int = Field(sa_column=Column(BigInteger, nullable=False, index=True))
    table_id: int | None = Field(default=None, foreign_key="game_table.id", ondelete="CASCADE", index=True)
    url: str
    secret: str
    """What deliveries are signed with; the person got it once."""
    made_at: float = Field(default=0.0, sa_column=Column(Float, nullable=False))
    failing_since: float = Field(default=0.0, sa_column=Column(Float, nullable=False))
    """Since when nothing has arrived; 0: what was sent last has."""


class WebhookEventRow(StoredRow, table=True):
    """Something that waits to be sent to a webhook; deleted once it has arrived."""

    __tablename__ = "webhook_event"
    __table_args__ = ({"sqlite_autoincrement": True},)

    id: int | None = Field(default=None, primary_key=True)
    webhook_id: int = Field(foreign_key="webhook.id", ondelete="CASCADE", index=True)
    table_id: int = Field(foreign_key="game_table.id", ondelete="CASCADE", index=True)
    body: str = Field(sa_column=Column(Text, nullable=False))
    tries: int = Field(default=0, sa_column=Column(Integer, nullable=False))
    next_at: float = Field(default=0.0, sa_column=Column(Float, nullable=False))
