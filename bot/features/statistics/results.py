"""Results of games for the people who played them."""

from __future__ import annotations

from typing import Final

from sqlalchemy import delete, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from bot.contract.records import Result
from bot.contract.tables import Person, is_program
from bot.features.statistics import figures, ratings
from bot.features.statistics.models import GameStatRow, RatingRow, ResultRow
from bot.store.models import SeatRow
from bot.tables.work.operations import of_person
from bot.tables.work.row_mappers import is_guided, moment
from bot.tables.work.unit_of_work import Deps, UnitOfWork
from engine.core.game import Outcome

SEATS: Final = 1000  # no table has so many


def keep(work: UnitOfWork, outcome: Outcome) -> None:
    """Store the result of a finished game for each person's seat; guided games have none, nor have programs."""
    if is_guided(work.row):
        return
    owned = [(row, row.person) for row in work.seats if row.person is not None and row.seat in outcome.scores]
    seated = [(row, person) for row, person in owned if not is_program(person)]
    teams: dict[int, int] = {}
    for row, person in seated:
        teams.setdefault(person, row.number)
    kept = [
        ResultRow(
            table_id=work.number,
            number=row.number,
            person=person,
            game=work.row.game,
            scenario=work.row.scenario,
            civ=row.seat,
            score=outcome.scores[row.seat],
            place=outcome.place(row.seat),
            seats=len(outcome.scores),
            guild=work.row.guild,
            people=len(teams),
            npcs=len(outcome.scores) - len(seated),
            team=teams[person],
            over_at=work.now,
        )
        for row, person in seated
    ]
    if work.row.rated != "yes" or work.row.guild is None:
        work.add(*kept)
    else:  # these change once more while they are written
        work.session.add_all(kept)
        work.dirty = True
        work.lastly.append(lambda: ratings.rate(work, kept))


async def forget(session: AsyncSession, person: int) -> None:
    """Delete a person's results of games without others; remove the name from the rest, which others need."""
    await session.execute(delete(ResultRow).where(col(ResultRow.person) == person, col(ResultRow.people) < 2))
    own = select(ResultRow).where(ResultRow.person == person).order_by(col(ResultRow.table_id), col(ResultRow.number))
    first = (await session.execute(own.limit(1))).scalar_one_or_none()
    if first is not None:
        for rows in (ResultRow, RatingRow):
            await session.execute(update(rows).where(col(rows.person) == person).values(person=nobody(first)))
    await session.execute(delete(RatingRow).where(col(RatingRow.person) == person))


def nobody(first: ResultRow) -> int:
    """Return a stand-in id for a person whose data were deleted, made from their first known seat."""
    return -(first.table_id * SEATS + first.number)


@of_person
async def best(deps: Deps, person: Person) -> tuple[Result, ...]:
    """Return a person's results of games without other people, by game and scenario, best first."""
    alone = (col(ResultRow.person) == person.id, col(ResultRow.people) == 1)
    rows: list[ResultRow] = await deps.database.read(select(ResultRow).where(*alone))
    found = sorted(rows, key=lambda row: (row.game, row.scenario, row.place != 1, -row.score, row.over_at))
    return tuple(
        Result(row.game, row.scenario, row.civ, row.score, row.place, row.seats, moment(row.over_at)) for row in found
    )


def store_results(work: UnitOfWork) -> None:
    """Keep the figures of a game that is over, and its results if it ended by its rules."""
    work.lastly.append(lambda: figures.keep(work))
    outcome = work.loaded.outcome() if work.loaded is not None else None
    if outcome is not None:
        keep(work, outcome)


def seat_unnamed(work: UnitOfWork, row: SeatRow) -> None:
    """Delete the statistics of a seat whose owner's name is removed."""
    counted = (col(GameStatRow.table_id) == work.number, col(GameStatRow.number) == row.number)
    work.later(delete(GameStatRow).where(*counted))
