"""What is stored about a server: shown, exported as a file, and removed with all its tables after seven days.

The file has what everyone could read there: no hands, answers or ids of people.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, Final

import msgspec
import structlog
from sqlalchemy import delete
from sqlmodel import col, not_, select

from bot.contract import table_ids
from bot.contract.records import Export, ServerData
from bot.contract.tables import Person, Refused
from bot.features.cups import people as cup_people
from bot.features.statistics.models import RatingRow, ResultRow
from bot.store.models import LineRow, OutboxRow, SeatRow, TableRow
from bot.store.person_models import WebSessionRow
from bot.store.server_models import GuildSettingRow
from bot.tables.lobby.options import server_settings
from bot.tables.posts.computer_reasons import is_reason
from bot.tables.work.row_mappers import info_of, maybe, settings_of
from bot.tables.work.transaction import load
from bot.tables.work.unit_of_work import Deps
from bot.telemetry import note_change
from engine.core.message import from_json
from engine.core.naming import name_tokens
from engine.core.text import old_sentence
from engine.games import PRESENTATIONS

log = structlog.get_logger(__name__)
DAY: Final = 86400.0
DELAY: Final = 7 * DAY
REMOVAL: Final = "remove_at"
NAME: Final = "nisaba-server.json"
ROOM: Final = 8 * 1024 * 1024


async def stock(deps: Deps, guild: int) -> ServerData:
    """Return what is stored about that server, in figures."""
    states = await deps.database.read(select(TableRow.state).where(TableRow.guild == guild))
    counted = Counter(str(state) for state in states)
    return ServerData(
        counted["lobby"],
        counted["running"],
        counted["over"],
        await server_settings(deps, guild),
        maybe(await due(deps, guild)),
    )


async def due(deps: Deps, guild: int) -> float | None:
    """Return when all data of that server will be removed; None if they stay."""
    here = (col(GuildSettingRow.guild) == guild, col(GuildSettingRow.key) == REMOVAL)
    return next((float(row.value) for row in await deps.database.read(select(GuildSettingRow).where(*here))), None)


async def export(deps: Deps, guild: int) -> Export:
    """Return what everyone could read at the tables of that server, newest first; logs as far as there is room."""
    about: dict[str, Any] = {"server": guild, "settings": await server_settings(deps, guild), "tables": []}
    about["cups"] = await cup_people.export_cups(deps, guild)
    tables = select(TableRow).where(TableRow.guild == guild).order_by(col(TableRow.id).desc())
    left = ROOM
    for row in await deps.database.read(tables):
        lines = await _log(deps, row)
        left -= sum(len(str(line)) for line in lines)
        about["tables"].append({**await _table(deps, row), "log": lines if left > 0 else None})
    return Export(NAME, msgspec.json.format(msgspec.json.encode(about), indent=2), sealed=False, warn=False)


async def _table(deps: Deps, row: TableRow) -> dict[str, Any]:
    seats = await deps.database.read(select(SeatRow).where(SeatRow.table_id == row.id).order_by(col(SeatRow.number)))
    ended = await deps.database.read(select(ResultRow).where(ResultRow.table_id == row.id))
    places = {one.number: {"place": one.place, "score": one.score} for one in ended}
    return {
        "table": table_ids.spell_id(row.id or 0),
        "game": row.game,
        "scenario": row.scenario,
        "options": json.loads(row.options),
        "settings": asdict(settings_of(row)),
        "state": row.state,
        "channel": row.channel,
        "host": row.host_name,
        "opened_at": row.opened_at,
        "started_at": row.started_at,
        "over_at": row.over_at,
        "seats": [
            {"civ": seat.civ or seat.seat, "player": seat.person_name, "by": seat.by, **places.get(seat.number, {})}
            for seat in seats
        ],
    }


async def _log(deps: Deps, row: TableRow) -> list[str]:
    """Return the public lines of the log in words, without those taken back."""
    here: tuple[Any, ...] = (
        LineRow.table_id == row.id,
        LineRow.to == "",
        col(LineRow.undone).is_(False),
        not_(is_reason()),
    )
    lines = await deps.database.read(select(LineRow).where(*here).order_by(col(LineRow.no)))
    spoken = [old_sentence(from_json(line.said)) for line in lines]
    known = PRESENTATIONS.get(row.game)
    return spoken if known is None else [name_tokens(line, known.names) for line in spoken]


async def announce(deps: Deps, guild: int, person: Person) -> None:
    """Let all of that server be removed in seven days, and tell its open tables; twice is as once."""
    if await due(deps, guild) is None:
        await _change(deps, guild, person, deps.now() + DELAY)
        log.info("server.removal", guild=guild)


async def call_off(deps: Deps, guild: int, person: Person) -> None:
    """Call off the removal. Refused: not_removing."""
    if await due(deps, guild) is None:
        raise Refused("not_removing")
    await _change(deps, guild, person, None)
    log.info("server.stays", guild=guild)


async def _change(deps: Deps, guild: int, person: Person, at: float | None) -> None:
    """Set or take back the day of deletion and its posts, in one transaction."""
    what = "removing" if at is not None else "staying"
    posts = await _posts(deps, guild, what, {"person": person, "until": maybe(at)})
    async with deps.database.session() as session, deps.database.writing(session):
        await deps.database.take_turns(session)
        here = (col(GuildSettingRow.guild) == guild, col(GuildSettingRow.key) == REMOVAL)
        await session.execute(delete(GuildSettingRow).where(*here))
        if at is not None:
            session.add(GuildSettingRow(guild=guild, key=REMOVAL, value=repr(at)))
        session.add_all(posts)
    note_change()
    deps.notify()


async def _posts(deps: Deps, guild: int, what: str, said: Mapping[str, Any]) -> list[OutboxRow]:
    """Return the posts to the channels of the server's open tables."""
    here = (TableRow.guild == guild, col(TableRow.state) != "over")
    rows: list[OutboxRow] = []
    for number in await deps.database.read(select(TableRow.id).where(*here).order_by(col(TableRow.id))):
        info = info_of(await load(deps, number))
        for post in deps.post_maker.matter(info, what, said):
            raw = msgspec.json.encode(post)
            rows.append(OutboxRow(table_id=number, lane=f"t{number}", slot=post.slot, post=raw, made_at=deps.now()))
    return rows


async def remove_due(deps: Deps) -> None:
    """Remove the servers whose day has come: their tables with everything of them, ratings, cups, and settings at last.

    Cups whose posts still have something to be pressed are over first, and go on a later night.
    """
    rows = await deps.database.read(select(GuildSettingRow).where(col(GuildSettingRow.key) == REMOVAL))
    for guild in [row.guild for row in rows if float(row.value) <= deps.now()]:
        for number in await deps.database.read(select(TableRow.id).where(TableRow.guild == guild)):
            await _delete(deps, number)
        async with deps.database.session() as session, deps.database.writing(session):
            await session.execute(delete(RatingRow).where(col(RatingRow.guild) == guild))
            await session.execute(delete(ResultRow).where(col(ResultRow.guild) == guild))
            await session.execute(delete(WebSessionRow).where(col(WebSessionRow.guild) == guild))
        if await cup_people.remove(deps, guild):
            async with deps.database.session() as session, deps.database.writing(session):
                await session.execute(delete(GuildSettingRow).where(col(GuildSettingRow.guild) == guild))
            log.info("server.removed", guild=guild)


async def _delete(deps: Deps, number: int) -> None:
    """Delete a table with everything stored of it."""
    async with deps.queues.of(number):
        async with deps.database.session() as session, deps.database.writing(session):
            await session.execute(delete(TableRow).where(col(TableRow.id) == number))
        deps.forget(number)
    deps.notify()


async def is_new(deps: Deps, guild: int) -> bool:
    """Return whether the bot has just met that server: it had no table, and nothing is set."""
    tables = await deps.database.read(select(TableRow.id).where(TableRow.guild == guild).limit(1))
    return not tables and not await server_settings(deps, guild)
