"""Stored tokens for programs that speak for a person, and programs that have seats of their own."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Float
from sqlmodel import Field

from bot.store.row import StoredRow


class ProgramRow(StoredRow, table=True):
    """A program that a person has registered. It has seats as a person does, with the id below 0."""

    __tablename__ = "program"
    __table_args__ = ({"sqlite_autoincrement": True},)

    id: int | None = Field(default=None, primary_key=True)
    person: int = Field(sa_column=Column(BigInteger, nullable=False, index=True))
    name: str = ""
    made_at: float = Field(default=0.0, sa_column=Column(Float, nullable=False))


class ApiTokenRow(StoredRow, table=True):
    """A token by which programs act for a person, by the hash of its text."""

    __tablename__ = "api_token"

    hash: str = Field(primary_key=True)
    person: int = Field(sa_column=Column(BigInteger, nullable=False, index=True))
    person_name: str = ""
    """What the person was called when the token was made."""
    name: str = ""
    """What the person calls the token."""
    plays: bool = False
    """Whether it may answer, not only read."""
    made_at: float = Field(default=0.0, sa_column=Column(Float, nullable=False))
    used_at: float = Field(default=0.0, sa_column=Column(Float, nullable=False))
    """When it was last used, to within ten minutes; 0: never."""
