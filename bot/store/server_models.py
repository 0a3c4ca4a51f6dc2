"""What is stored about a server as a whole."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Text
from sqlmodel import Field

from bot.store.row import StoredRow


class GuildSettingRow(StoredRow, table=True):
    """What is set or noted about a server under a key, such as a default that its managers have set for new tables."""

    __tablename__ = "guild_setting"

    guild: int = Field(sa_column=Column(BigInteger, primary_key=True, autoincrement=False))
    key: str = Field(primary_key=True)
    value: str = Field(default="", sa_column=Column(Text, nullable=False, default=""))
