"""Posting the board in the channel on request; public and without mentions."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Final

import structlog
from sqlalchemy import ColumnElement, Executable, delete
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from bot.contract import table_ids
from bot.contract.tables import Batch, Person, Refused
from bot.store import leases
from bot.store.cluster_models import HouseFactRow
from bot.store.models import SeatRow
from bot.tables.play.answers import asked_row, refuse_as_service
from bot.tables.play.change import change
from bot.tables.play.seat_view import seat_of
from bot.tables.posts.change_posts import picture_before
from bot.tables.seats.seats import require_running
from bot.tables.work.operations import of_table
from bot.tables.work.row_mappers import info_of, seat_info
from bot.tables.work.unit_of_work import Deps, UnitOfWork
from engine.core.ask import Option
from engine.core.errors import TableError
from engine.core.runner import own_calls
from engine.core.text import speaking
from engine.core.trial import Trial
from engine.games import PRESENTATIONS

APART: Final = 60.0
TURN: Final = "board."


@of_table
async def post(work: UnitOfWork, person: Person, show: str) -> None:
    """Post the public board, or a part of it.

    Refused: not_begun, no_board, board_soon within a minute of the person's last one, from any process.
    """
    table = await work.table()
    view = await asyncio.to_thread(table.view, None)
    filled = {"person": person, "view": view, "since": picture_before(work), "show": show}
    posts = work.deps.post_maker.matter(info_of(work), "board", filled)
    if not posts:
        raise Refused("no_board", table=work.id)
    work.post(posts)
    work.lastly.append(lambda: take_turn(work, person, "board_soon"))


async def take_turn(work: UnitOfWork, person: Person, refusal: str) -> None:
    """Count a post against the person's limit, in the same transaction; refuse with `refusal` if it comes too soon."""
    key = f"{TURN}{work.number}.{person.id}"
    taken = await work.session.execute(leases.turn_taken(key, APART, work.now, lite=work.deps.database.lite))
    if taken.scalar() is None:
        raise Refused(refusal, table=work.id)


async def boards_of(deps: Deps, person: Person) -> list[dict[str, Any]]:
    """Return at which tables the person has posted a board lately, and when."""
    rows: list[HouseFactRow] = await deps.database.read(select(HouseFactRow).where(_posted_by(person.id)))
    return [{"table": table_ids.spell_id(int(row.key.split(".")[1])), "at": row.at} for row in rows]


def forget_boards(person: int) -> Executable:
    """Return the statement that forgets the person's board posts."""
    return delete(HouseFactRow).where(_posted_by(person))


def _posted_by(person: int) -> ColumnElement[bool]:
    return col(HouseFactRow.key).like(f"{TURN}%.{person}")


def old_forgotten(now: float) -> Executable:
    """Return the statement that forgets board posts old enough to allow the next one."""
    return delete(HouseFactRow).where(col(HouseFactRow.key).startswith(TURN), col(HouseFactRow.at) <= now - APART)


async def forget_rows(session: AsyncSession, person: int) -> None:
    """Forget that the person has posted boards."""
    await session.execute(forget_boards(person))


async def nightly(deps: Deps, now: float) -> None:
    """Forget who has posted boards long ago."""
    async with deps.database.session() as session, deps.database.writing(session):
        await session.execute(old_forgotten(now))


SHOW: Final = "show"
log = structlog.get_logger(__name__)


@of_table
async def show(work: UnitOfWork, person: Person, to: int, cards: Sequence[str], number: int | None = None) -> None:
    """Show exactly these cards of one's hand to the seat of that number. Refused: no_seat, replaced, over, not_begun,
    no_showing, not_an_option.
    """
    require_running(work)
    row = seat_of(work, await work.table(), person, number)
    if SHOW not in own_calls(work.game):
        raise Refused("no_showing", table=work.id)
    reader = work.seat_by_number(to)
    if row.by != "human":
        raise Refused("replaced", table=work.id)
    await refuse_as_service(
        work, lambda: change(work, lambda table: table.call(SHOW, row.seat, reader.seat, *cards), "call")
    )
    log.info("shown", table=work.id, cards=len(cards))


@of_table
async def show_draft(
    work: UnitOfWork, person: Person, ask_no: int | None, batch: Batch, seat: int | None = None
) -> None:
    """Post these answers with their effects, in the language of the table.

    Refused as `asked_row`, and not_an_option, preview_soon within a minute of the person's last post.
    """
    row, table = await _asked(work, person, ask_no, seat), await work.table()
    try:
        with speaking(work.row.language):
            answers = await asyncio.to_thread(options_taken, Trial(table, row.seat), batch)
    except TableError as error:
        raise Refused("not_an_option", table=work.id, reason=str(error)) from error
    filled = {"person": person, "seat": seat_info(work, row), "view": table.view(None), "answers": answers}
    work.post(work.deps.post_maker.matter(info_of(work), "preview", filled))
    work.lastly.append(lambda: take_turn(work, person, "preview_soon"))


def options_taken(trial: Trial, batch: Batch) -> tuple[Option, ...]:
    """Return the options that these answers are, in their order. Raises IllegalAnswer for one that cannot be given."""
    trial.run(batch)
    found: list[Option] = []
    for i, picks in enumerate(batch):
        found += [option for option in trial.run(batch[:i]).options if option.token in picks]
    return tuple(found)


async def _asked(work: UnitOfWork, person: Person, ask_no: int | None, seat: int | None) -> SeatRow:
    """Return the seat if its question is public anyway. Refused as `asked_row`, and not_an_option."""
    table = await work.table()
    row, _ = asked_row(work, table, person, ask_no, seat)
    known = PRESENTATIONS.get(work.row.game)
    if known is None or table.pending is None or table.pending.key not in known.questions.shareable:
        raise Refused("not_an_option", table=work.id, reason="what answers this question stays with who is asked")
    return row
