"""What is stored of rooms."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Float, Text
from sqlmodel import Field

from bot.store.row import StoredRow


class RoomRow(StoredRow, table=True):
    """A room of a table: for the seats with these numbers, or for those of a `team` that was chosen in the lobby.

    `person` has opened it (0: somebody forgotten); `let_in` are those who were added to its thread. `thread` and
    `message` (its first line) are 0 until they are there; a negative message has to be said anew. `tried`: a thread
    may be there that was not noted.
    """

    __tablename__ = "room"

    table_id: int = Field(primary_key=True, foreign_key="game_table.id", ondelete="CASCADE")
    no: int = Field(primary_key=True)
    seats: str = Field(default="[]", sa_column=Column(Text, nullable=False, default="[]"))
    team: str = ""
    person: int = Field(sa_column=Column(BigInteger, nullable=False, index=True))
    let_in: str = Field(default="[]", sa_column=Column(Text, nullable=False, default="[]"))
    thread: int = Field(default=0, sa_column=Column(BigInteger, nullable=False))
    message: int = Field(default=0, sa_column=Column(BigInteger, nullable=False))
    tried: bool = False
    at: float = Field(default=0.0, sa_column=Column(Float, nullable=False))
