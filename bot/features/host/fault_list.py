"""`python -m bot --faults`: what went wrong lately, a line each, or all that is known of one reference."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

from bot.features.host import faults
from bot.features.host.check import version_there
from bot.features.host.models import FaultRow
from bot.settings import BotSettings, SettingsError, require_driver
from bot.store.database import Database, newest, require_known
from engine.core.text import cut, words

COPIES: Final = "copies"
"""Given as a reference it asks for what copies of printed games say, as one file."""


async def listing(settings: BotSettings, reference: str = "") -> list[str]:
    """The newest first. Raises SettingsError, NewerDatabase, and what a database raises that cannot be opened."""
    require_driver(settings)
    version = await version_there(settings)
    require_known(version)
    if version is None:
        return [words("faults.none")]
    if version != newest():
        raise SettingsError(words("faults.older", version=version, newest=newest()))
    database = Database(settings.url)
    try:
        if reference == COPIES:
            return [_file(await faults.copies(database))]
        rows = await faults.newest(database, reference)
        copies = [] if reference else await faults.copies(database)
    finally:
        await database.close()
    shown = whole if reference else line
    apart = [row for row in rows if reference or row not in copies]
    told = [words("faults.copies"), *map(line, copies)] if copies else []
    return [*map(shown, apart), *told] or [words("faults.none")]


def _file(rows: Sequence[FaultRow]) -> str:
    """What copies of printed games say, as one JSON document without the people who told it."""
    told = [{"at": row.at, "ref": row.ref, **json.loads(row.body)} for row in rows]
    return json.dumps(told, ensure_ascii=False, indent=2)


def line(row: FaultRow) -> str:
    """When, by which reference, what, where, at which table."""
    body = json.loads(row.body)
    at = datetime.fromtimestamp(row.at, UTC).strftime("%Y-%m-%d %H:%M")
    table = f"{body['table']}/{body.get('ask', '')}" if body.get("table") else ""
    where = body["where"] or cut(" ".join(body.get("text", "").split()), 80)
    return "  ".join(part for part in (at, row.ref, body["what"], table, where, *body.get("code", [])[-1:]) if part)


def whole(row: FaultRow) -> str:
    """The line, and all public facts as JSON."""
    return f"{line(row)}\n{json.dumps(json.loads(row.body), ensure_ascii=False, indent=2)}"
