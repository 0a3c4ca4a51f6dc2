"""Notes and tells how the tables of a cup end."""

from __future__ import annotations

from sqlalchemy.orm.attributes import flag_modified

from bot.features.cups.models import CupSeatRow
from bot.features.cups.rows import Cup, info_of, load_cup
from bot.features.cups.sign_up import finish
from bot.tables.work.row_mappers import info_of as table_info
from bot.tables.work.unit_of_work import UnitOfWork
from engine.core.game import Outcome


async def keep(work: UnitOfWork) -> None:
    """Note how a table of a cup has ended, with all else of its end; the last one of the last round ends the cup."""
    cup = await load_cup(work.session, work.row.cup)
    seats = [seat for seat in cup.seats if seat.table_id == work.number and not seat.done]
    if not seats:
        return
    _rank(work, seats, work.loaded.outcome() if work.loaded is not None else None)
    flag_modified(cup.row, "round")  # another writer at the same time must try again
    if cup.row.state == "running" and all(seat.done for seat in cup.now_at()) and cup.row.round >= cup.row.rounds:
        finish(cup, work.now)
    await work.session.flush()
    _tell(work, cup)


def _rank(work: UnitOfWork, seats: list[CupSeatRow], outcome: Outcome | None) -> None:
    """Set place, score and sum of scores among the players of the cup; only the end if the game has no score."""
    names = {row.number: row.seat for row in work.seats}
    scores = outcome.scores if outcome is not None else {}
    there = [(seat, names[seat.seat]) for seat in seats]
    counts = outcome is not None and all(name in scores for _, name in there)
    for seat, name in there:
        seat.done = True
        if outcome is not None and counts:
            seat.place = 1 + sum(outcome.place(other) < outcome.place(name) for _, other in there)
            seat.score, seat.total = scores[name], sum(max(scores[other], 0) for _, other in there)


def _tell(work: UnitOfWork, cup: Cup) -> None:
    said = {"cup": info_of(work.deps, cup)}
    work.post(work.deps.post_maker.matter(table_info(work), "cup_table", said))


def close_table(work: UnitOfWork) -> None:
    """Note that a table of a cup is over, and remove its deadline."""
    work.disarm("cup")
    if work.row.cup:
        work.lastly.append(lambda: keep(work))
