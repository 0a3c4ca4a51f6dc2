"""The addresses of tables' pages. Nobody can guess one: each has a key made with the bot's secret."""

from __future__ import annotations

import hashlib
import re
import secrets
from base64 import b32encode
from typing import Final

from bot.contract import table_ids
from bot.contract.tables import TableId
from bot.store import leases
from bot.store.database import Database

SECRET: Final = "page.secret"
"""The fact under which all processes of the bot know it."""
BYTES: Final = 16
ADDRESS: Final = re.compile(r"([0-9a-z]{1,8})-([a-z2-7]{26})")


async def secret_of(database: Database, now: float) -> bytes:
    """Return the bot's secret for addresses; the first process that needs it draws it."""
    while not (known := await leases.fact(database, SECRET)):
        await leases.change_fact(database, SECRET, "", secrets.token_hex(32), now)
    return bytes.fromhex(known)


class Addresses:
    """Makes and reads the addresses of pages below a URL such as `https://nisaba.example`; none before both are
    known.
    """

    def __init__(self, url: str = "") -> None:
        self.url = url.rstrip("/")
        self.secret = b""

    def link(self, table: TableId) -> str:
        """Return the URL of a table's page; empty if there are no pages."""
        return f"{self.url}/t/{self.of(table)}" if self.url and self.secret else ""

    def of(self, table: TableId) -> str:
        """Return the last part of the address, such as `1k9-` and 26 letters."""
        digest = hashlib.blake2b(table.upper().encode(), key=self.secret, digest_size=BYTES).digest()
        return f"{table.lower()}-{b32encode(digest).decode().rstrip('=').lower()}"

    def table(self, address: str) -> int | None:
        """Return the row of the table that an address names; None if its key is wrong."""
        found = ADDRESS.fullmatch(address)
        if found is None or not self.secret:
            return None
        table = found[1].upper()
        right = secrets.compare_digest(address, self.of(table))
        return table_ids.read(table) if right else None
