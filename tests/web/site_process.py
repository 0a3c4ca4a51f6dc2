"""A site in a process of its own, so that it can be killed: `python -m tests.web.site_process FILE PORT [TABLE]`.

Without a table it begins a game of Ana against computers. It says which one, and a token for her.
"""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

from bot.contract.tables import Place
from tests.ui.table.room import ANA
from tests.web.site import opened_site


async def serve(file: Path, port: int, table: str) -> None:
    """Serve the pages at that port for ever."""
    async with opened_site(file, port) as site:
        site.pages.addresses.url = f"http://127.0.0.1:{port}"
        if not table:
            options = {"map": "western"}
            made = await site.room.service.open_table(ANA, Place(5, 100), "acme", options=options, npcs=2, begun=True)
            table = made.id
        told = {"table": table, "path": site.path(table), "token": site.pages.token(ANA.id, 5)}
        sys.stdout.write(f"{json.dumps(told)}\n")
        sys.stdout.flush()
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(serve(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3] if len(sys.argv) > 3 else ""))
