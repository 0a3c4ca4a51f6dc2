"""Reading a table: the log, hands, previews, options, and a person's tables."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sqlalchemy import ColumnElement, func, not_
from sqlmodel import col, or_, select

from bot.contract.tables import Chapter, LogLine, LogPage, Person, Refused, SeatInfo, TableInfo, TableLine
from bot.store.models import LineRow, SeatRow, TableRow
from bot.tables.lobby.options import load_options
from bot.tables.play.seat_view import own_seats
from bot.tables.posts.change_posts import hand_in
from bot.tables.posts.computer_reasons import explained_lines, is_reason
from bot.tables.work.rights import reaches
from bot.tables.work.row_mappers import info_of, log_line, seat_info
from bot.tables.work.transaction import load
from bot.tables.work.unit_of_work import DAMAGED, Deps, UnitOfWork
from engine.core.game import View

PAGE, STORY = 12, 300


async def log(work: UnitOfWork, person: Person | None, *, chapter: str = "", about: str = "", page: int = 1) -> LogPage:
    """Return a page of the log, newest page first, including lines told only to the person's own seats."""
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
        here.append(
            or_(
                col(LineRow.said).contains(about, autoescape=True),
                col(LineRow.focus).contains(f'"{about}"', autoescape=True),
            )
        )
    async with work.deps.database.session() as session:
        total = (await session.execute(select(func.count()).select_from(LineRow).where(*here))).scalar_one()
        pages = max(1, -(-total // PAGE))
        wanted = min(max(page, 1), pages)
        newest = select(LineRow).where(*here).order_by(col(LineRow.no).desc())
        rows = (await session.execute(newest.offset((wanted - 1) * PAGE).limit(PAGE))).scalars().all()
    known = await explained_lines(work, [row.no for row in rows if not row.to])
    lines = tuple(replace(log_line(row), why=row.no in known) for row in reversed(rows))
    return LogPage(info_of(work), lines, wanted, pages, chapter, chapters)


async def story(work: UnitOfWork, person: Person | None, first: int, last: int) -> tuple[LogLine, ...]:
    """Return the public lines with these numbers and those between, without undone ones and reasons."""
    del person
    public = (
        col(LineRow.table_id) == work.number,
        col(LineRow.to) == "",
        not_(is_reason()),
        col(LineRow.undone).is_(False),
    )
    told = select(LineRow).where(*public, col(LineRow.no).between(first, last)).order_by(col(LineRow.no))
    return tuple(log_line(row) for row in await work.deps.database.read(told.limit(STORY)))


async def _chapters(work: UnitOfWork, readers: list[str]) -> tuple[Chapter, ...]:
    """The stretches of the log, newest first."""
    counted = (LineRow.chapter, func.min(LineRow.no), func.count())
    told = (col(LineRow.to).in_(readers), not_(is_reason()))
    here = (LineRow.table_id == work.number, *told, LineRow.chapter != "")
    rows = await work.deps.database.rows(select(*counted).where(*here).group_by(LineRow.chapter))
    return tuple(_chapter(*row) for row in sorted(rows, key=lambda row: -int(row[1])))


def _chapter(key: str, first: int, lines: int) -> Chapter:
    era, turn, phase = key.split(".", 2)
    return Chapter(key, int(era), int(turn), phase, first, lines)


async def npc_hand(work: UnitOfWork, seat: str) -> tuple[TableInfo, SeatInfo, View]:
    """Return the public view, which shows the hand of that NPC. Refused: secret."""
    table = await work.table()
    row, view = work.seat_row(seat), await asyncio.to_thread(table.view, None)
    shown = [r for r in work.seats if hand_in(work.row.game, view, r.seat) is not None]
    if row is None or row not in shown:
        npcs = tuple(seat_info(work, r) for r in shown)
        raise Refused("secret", table=work.id, seat=seat_info(work, row) if row else None, npcs=npcs)
    return info_of(work), seat_info(work, row), view


async def list_tables(deps: Deps, person: Person) -> tuple[TableLine, ...]:
    """Return the person's tables, those that wait for them first."""
    mine = select(SeatRow.table_id).where(SeatRow.person == person.id)
    here = (col(TableRow.state) != "over", or_(col(TableRow.id).in_(mine), TableRow.host == person.id))
    lines = [await _line(deps, number, person) for number in await deps.database.read(select(TableRow.id).where(*here))]
    return tuple(sorted(lines, key=lambda line: (not line.yours, line.info.id)))


async def _line(deps: Deps, number: int, person: Person) -> TableLine:
    async with deps.queues.of(number):
        work = await load(deps, number)
        try:
            return TableLine(info_of(work), await _waits(work, person))
        except Refused as refused:
            if refused.code not in {"newer", *DAMAGED}:
                raise
            return TableLine(info_of(work), yours=False, damaged=refused.code in DAMAGED)


async def _waits(work: UnitOfWork, person: Person) -> bool:
    """Return whether the table waits for the person; a window does not."""
    if work.row.state != "running" or not work.own(person) or work.reserved_seats():
        return False
    table = await work.table()
    free = table.pending is None or (table.pending.sealed and not work.alone())
    asked = {row.seat for row in own_seats(work, person) if row.by == "human"} & set(table.waiting())
    return bool(asked) and not free


async def open_games(deps: Deps) -> tuple[tuple[str, dict[str, Any]], ...]:
    """Return the games and options of all open tables, each once, running ones first."""
    here = select(TableRow.game, TableRow.scenario, TableRow.options).where(TableRow.state != "over")
    rows = await deps.database.rows(here.order_by(col(TableRow.state).desc()))
    tables = dict.fromkeys((row[0], row[1], row[2]) for row in rows)
    return tuple((game, {**_settled(deps, game, name), **load_options(raw)}) for game, name, raw in tables)


def _settled(deps: Deps, game: str, scenario: str) -> Mapping[str, Any]:
    """The options that the scenario does not leave open."""
    known = deps.games[game].scenarios.get(scenario) if game in deps.games else None
    return known.settled if known else {}


async def table_in(deps: Deps, channel: int, person: Person | None = None) -> TableInfo | None:
    """Return the open table of that channel, else the last one that ended there; None if out of the person's reach."""
    async with deps.database.session() as session:
        open_first = (col(TableRow.state) == "over", col(TableRow.id).desc())
        here = select(TableRow.id).where(TableRow.channel == channel).order_by(*open_first).limit(1)
        number = (await session.execute(here)).scalar()
        if number is None:
            return None
        work = await load(deps, number)
        return info_of(work) if person is None or reaches(work, person) else None
