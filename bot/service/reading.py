"""Reading: the log, hands, previews, options, and one's tables."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import ColumnElement, func, not_
from sqlmodel import col, or_, select

from bot.service.answers import asked_row
from bot.service.facts import info_of, log_line, seat_info
from bot.service.kept import KeptTable
from bot.service.reasons import explained, is_reason
from bot.service.sheets import asked_of, own_seats, seat_of
from bot.service.telling import hand_in
from bot.service.work import Deps, Work, load
from bot.store.models import LineRow, SeatRow, TableRow
from bot.values import Batch, Chapter, LogPage, Person, Refused, SeatInfo, TableInfo, TableLine
from engine.core.ask import Option
from engine.core.errors import TableError
from engine.core.game import View
from engine.core.table import DryRun

PAGE = 12


async def log(work: Work, person: Person | None, chapter: str, about: str, page: int) -> LogPage:
    """A page of the log, newest first page; lines told to the person's own seats are among them."""
    mine = [row.seat for row in work.own(person)] if person is not None else []
    readers = ["", *mine] if work.row.state != "over" else ["", *(row.seat for row in work.seats)]
    here: list[ColumnElement[bool]] = [
        col(LineRow.table_id) == work.number,
        col(LineRow.to).in_(readers),
        not_(is_reason()),
    ]
    chapters = await _chapters(work, readers)
    if chapter:
        here.append(col(LineRow.chapter) == chapter)
    if about:
        here.append(or_(col(LineRow.text).contains(about), col(LineRow.focus).contains(f'"{about}"')))
    async with work.deps.database.session() as session:
        total = (await session.execute(select(func.count()).select_from(LineRow).where(*here))).scalar_one()
        pages = max(1, -(-total // PAGE))
        wanted = min(max(page, 1), pages)
        newest = select(LineRow).where(*here).order_by(col(LineRow.no).desc())
        rows = (await session.execute(newest.offset((wanted - 1) * PAGE).limit(PAGE))).scalars().all()
    known = await explained(work, [row.no for row in rows if not row.to])
    lines = tuple(replace(log_line(row), why=row.no in known) for row in reversed(rows))
    return LogPage(info_of(work), lines, wanted, pages, chapter, chapters)


async def _chapters(work: Work, readers: list[str]) -> tuple[Chapter, ...]:
    """The stretches of the log, newest first."""
    counted = (LineRow.chapter, func.min(LineRow.no), func.count())
    told = (col(LineRow.to).in_(readers), not_(is_reason()))
    here = (LineRow.table_id == work.number, *told, LineRow.chapter != "")
    async with work.deps.database.session() as session:
        rows = (await session.execute(select(*counted).where(*here).group_by(LineRow.chapter))).all()
    return tuple(_chapter(*row) for row in sorted(rows, key=lambda row: -int(row[1])))


def _chapter(key: str, first: int, lines: int) -> Chapter:
    era, turn, phase = key.split(".", 2)
    return Chapter(key, int(era), int(turn), phase, first, lines)


async def npc_hand(work: Work, seat: str) -> tuple[TableInfo, SeatInfo, View]:
    """The public view, in which the hand of that NPC lies open. Refused: secret."""
    table = await work.table()
    row, view = work.seat_row(seat), await asyncio.to_thread(table.view, None)
    shown = [r for r in work.seats if hand_in(work.row.game, view, r.seat) is not None]
    if row is None or row not in shown:
        npcs = tuple(seat_info(work, r) for r in shown)
        raise Refused("secret", table=work.id, seat=seat_info(work, row) if row else None, npcs=npcs)
    return info_of(work), seat_info(work, row), view


async def preview(work: Work, person: Person, batch: Batch, seat: int | None) -> DryRun:
    """What a batch would do. Refused as an answer."""
    table = await work.table()
    row, _ = asked_row(work, table, person, None, seat)
    try:
        return await asyncio.to_thread(table.dry_run, row.seat, [tuple(picks) for picks in batch])
    except TableError as error:
        raise Refused("not_an_option", table=work.id, reason=str(error)) from error


async def previews(work: Work, person: Person, batches: Sequence[Batch], seat: int | None) -> tuple[DryRun | None, ...]:
    """What each of several batches would do; None for one that is not possible."""
    table = await work.table()
    row, _ = asked_row(work, table, person, None, seat)

    def run() -> tuple[DryRun | None, ...]:
        return tuple(_tried(table, row.seat, batch) for batch in batches)

    return await asyncio.to_thread(run)


def _tried(table: KeptTable, seat: str, batch: Batch) -> DryRun | None:
    try:
        return table.dry_run(seat, [tuple(picks) for picks in batch])
    except TableError:
        return None


async def why_not(work: Work, person: Person, token: str, seat: int | None) -> str:
    """Why something cannot be done by that seat now."""
    table = await work.table()
    row = seat_of(work, table, person, seat)
    return await asyncio.to_thread(table.game.why_not, table.state, row.seat, token)


async def options_now(work: Work, person: Person) -> tuple[Option, ...]:
    """The options of the person's seat that is asked; nothing for anybody else."""
    if not work.own(person) or work.row.state != "running":
        return ()
    table = await work.table()
    row = seat_of(work, table, person, None)
    return asked_of(work, table, row)[2]


async def list_tables(deps: Deps, person: Person) -> tuple[TableLine, ...]:
    """The person's tables, those waiting for them first."""
    async with deps.database.session() as session:
        mine = select(SeatRow.table_id).where(SeatRow.person == person.id)
        here = (col(TableRow.state) != "over", or_(col(TableRow.id).in_(mine), TableRow.host == person.id))
        numbers = list((await session.execute(select(TableRow.id).where(*here))).scalars())
    lines = [await _line(deps, number, person) for number in numbers if number is not None]
    return tuple(sorted(lines, key=lambda line: (not line.yours, line.info.id)))


async def _line(deps: Deps, number: int, person: Person) -> TableLine:
    async with deps.queues.of(number), deps.database.session() as session:
        work = await load(deps, session, number)
        return TableLine(info_of(work), await _waits(work, person))


async def _waits(work: Work, person: Person) -> bool:
    """Whether the table waits for the person; nobody has to answer a window."""
    if work.row.state != "running" or not work.own(person):
        return False
    table = await work.table()
    free = table.pending is None or (table.pending.sealed and not work.alone())
    asked = {row.seat for row in own_seats(work, person) if row.by == "human"} & set(table.waiting())
    return bool(asked) and not free


async def open_games(deps: Deps) -> tuple[tuple[str, dict[str, Any]], ...]:
    """Games and options of all open tables, each once, running ones first."""
    async with deps.database.session() as session:
        here = select(TableRow.game, TableRow.scenario, TableRow.options).where(TableRow.state != "over")
        rows = (await session.execute(here.order_by(col(TableRow.state).desc()))).all()
    tables = dict.fromkeys((row[0], row[1], row[2]) for row in rows)
    return tuple((game, {**_settled(deps, game, name), **json.loads(raw)}) for game, name, raw in tables)


def _settled(deps: Deps, game: str, scenario: str) -> Mapping[str, Any]:
    """The options that the scenario does not leave open."""
    known = deps.games[game].scenarios.get(scenario) if game in deps.games else None
    return known.settled if known else {}


async def table_in(deps: Deps, channel: int) -> TableInfo | None:
    """The table open in that channel, else the last one that ended there."""
    async with deps.database.session() as session:
        open_first = (col(TableRow.state) == "over", col(TableRow.id).desc())
        here = select(TableRow.id).where(TableRow.channel == channel).order_by(*open_first).limit(1)
        number = (await session.execute(here)).scalar()
        return info_of(await load(deps, session, number)) if number is not None else None
