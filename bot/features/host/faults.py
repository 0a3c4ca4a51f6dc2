"""Faults and reports, with public facts, for ninety days; listed for the bot owner and sent once an hour.

A fault names no person except its reporter and shows no hand: of an error, its kind and the places in the code, not the
message, which may quote a card; of a table, what is public.
"""

from __future__ import annotations

import json
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
import structlog
from sqlalchemy import delete, func, or_, update
from sqlmodel import col, select

from bot.contract.release import release
from bot.contract.tables import Person, Refused, TableId
from bot.features.host.models import FaultRow
from bot.store.database import Database
from bot.tables.play import seat_view
from bot.tables.work.operations import of_person
from bot.tables.work.rights import require_reach
from bot.tables.work.row_mappers import info_of
from bot.tables.work.transaction import do
from bot.tables.work.unit_of_work import Deps, UnitOfWork, dump
from bot.telemetry import is_trace, trace

log = structlog.get_logger(__name__)
DAYS: Final = 90 * 86400.0
HOUR: Final = 3600.0
AN_HOUR: Final = 100
AT_ALL: Final = 2000
COPY: Final = "copy"
"""What a copy of the printed game says of something that we have reconstructed."""
ROOT: Final = Path(__file__).parents[3]


async def note_fault(deps: Deps, error: Exception, where: str, table: TableId = "") -> None:
    """Store that this failed there, with the public facts of the table. Never raises."""
    body = {"what": type(error).__name__, "where": where, "code": _places(error)}
    try:
        await _keep(deps, None, {**body, **await _facts(deps, table, None)}, trace())
    except Exception as failure:
        log.exception("fault.not_kept", exc_info=failure)


@of_person
async def report_problem(deps: Deps, table: TableId, person: Person, text: str, about: str = "") -> str:
    """Store a person's report, with the public facts of their table if any. Return its reference, which is that of the
    failure it is `about`.

    Refused: no_table, not_stored, too_many_reports.
    """
    facts = await _facts(deps, table, person)
    body, reference = {"what": "report", "where": "", "text": text, **facts}, about if is_trace(about) else trace()
    if not await _keep(deps, person.id, body, reference):
        raise Refused("too_many_reports", most=AN_HOUR)
    log.warning("problem.reported", by=person.id, text=text, **{**facts, "view": bool(facts.get("view"))})
    return reference


@of_person
async def report_copy(deps: Deps, person: Person, topic: str, reading: str, text: str) -> str:
    """Store what an owner of the printed game reads there about a topic, and the present text. Return the reference.
    Refused: too_many_reports.
    """
    body, reference = {"what": COPY, "where": topic, "reading": reading, "text": text}, trace()
    if not await _keep(deps, person.id, body, reference):
        raise Refused("too_many_reports", most=AN_HOUR)
    return reference


async def _facts(deps: Deps, table: TableId, person: Person | None) -> dict[str, Any]:
    """Return the public facts of that table; of an unreadable one only its number.

    Refused: no_table, for a person who may not see it.
    """
    if not table:
        return {}
    try:
        return await do(deps, table, lambda work: _public(work, person))
    except Exception as error:
        if person is not None and isinstance(error, Refused) and error.code == "no_table":
            raise
        return {"table": table, "unreadable": type(error).__name__}


async def _public(work: UnitOfWork, person: Person | None) -> dict[str, Any]:
    require_reach(work, person)
    info = info_of(work)
    facts: dict[str, Any] = {"table": info.id, "game": info.game, "game_version": work.row.game_version}
    facts |= {"ask": info.ask_no, "key": "", "view": None}
    if info.state != "lobby":
        standing = await seat_view.standing_of(work)
        facts |= {"key": standing.ask.key if standing.ask else "", "view": msgspec.to_builtins(standing.view)}
    return facts


def _places(error: Exception) -> list[str]:
    """Return where it failed, the innermost place last."""
    frames = traceback.extract_tb(error.__traceback__)[-8:]
    return [f"{_named(frame.filename)}:{frame.lineno} {frame.name}" for frame in frames]


def _named(file: str) -> str:
    path = Path(file)
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else path.name


async def _keep(deps: Deps, person: int | None, body: dict[str, Any], reference: str) -> bool:
    """Store the failure and drop old ones; not if a hundred came within the hour. Return whether it was stored."""
    now, of = deps.now(), FaultRow.person == person
    async with deps.database.session() as session, deps.database.writing(session):
        late = select(func.count()).select_from(FaultRow).where(col(FaultRow.at) > now - HOUR, of)
        room = (await session.execute(late)).scalar_one() < AN_HOUR
        if room:
            row = FaultRow(ref=reference, at=now, person=person, body=dump({"version": release(), **body}))
            session.add(row)
            await session.flush()
            surplus = col(FaultRow.id) <= (row.id or 0) - AT_ALL
            await session.execute(delete(FaultRow).where(or_(surplus, col(FaultRow.at) < now - DAYS)))
    return room


async def forget_old(database: Database, now: float) -> None:
    """Delete faults older than ninety days."""
    async with database.session() as session, database.writing(session):
        await session.execute(delete(FaultRow).where(col(FaultRow.at) < now - DAYS))


async def copies(database: Database) -> list[FaultRow]:
    """Return all reports on printed copies, newest first."""
    rows = await database.read(select(FaultRow).order_by(col(FaultRow.id).desc()))
    return [row for row in rows if json.loads(row.body)["what"] == COPY]


async def newest(database: Database, reference: str = "", most: int = 50) -> list[FaultRow]:
    """Return the newest ones first, or those with that reference."""
    here = [FaultRow.ref == reference.upper()] if reference else []
    return await database.read(select(FaultRow).where(*here).order_by(col(FaultRow.id).desc()).limit(most))


async def tell(database: Database, now: float, send: Callable[[Sequence[FaultRow]], Any]) -> bool:
    """Send the untold faults with `send`, at most once an hour. Return whether anything was sent."""
    [last] = await database.read(select(func.max(FaultRow.told_at)))
    rows = await database.read(select(FaultRow).where(col(FaultRow.told_at) == 0).order_by(col(FaultRow.id)))
    if not rows or (last and last > now - HOUR):
        return False
    await send(rows)
    until = (col(FaultRow.told_at) == 0, col(FaultRow.id) <= (rows[-1].id or 0))
    async with database.session() as session, database.writing(session):
        await session.execute(update(FaultRow).where(*until).values(told_at=now))
    return True


def count_faults(rows: Sequence[FaultRow]) -> dict[str, int]:
    """Return how many faults there are of each kind, by the reference of the first."""
    first: dict[tuple[str, ...], str] = {}
    found: Counter[str] = Counter()
    for row in rows:
        found[first.setdefault(_kind(row), row.ref)] += 1
    return dict(found)


def _kind(row: FaultRow) -> tuple[str, ...]:
    """Return the key by which faults count as the same; a report by a person is always one of its own."""
    body = json.loads(row.body)
    own = (str(row.id),) if body["what"] in {"report", COPY} else ()
    return (body["what"], body["where"], *body.get("code", [])[-1:], *own)
