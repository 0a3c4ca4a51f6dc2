"""How games of one person have ended, so that they can be played again for a better score."""

from __future__ import annotations

from sqlmodel import col, select

from bot.service.row_mappers import is_guided, moment
from bot.service.unit_of_work import Deps, UnitOfWork
from bot.store.models import ResultRow
from bot.values import Person, Result
from engine.core.game import Outcome


def keep(work: UnitOfWork, outcome: Outcome) -> None:
    """Note the end of a game that one person has played alone, a guided one apart, for each of its seats."""
    people = {row.person for row in work.seats if row.person is not None}
    if len(people) != 1 or is_guided(work.row):
        return
    for row in work.seats:
        if row.person is not None and row.seat in outcome.scores:
            work.add(
                ResultRow(
                    table_id=work.number,
                    number=row.number,
                    person=row.person,
                    game=work.row.game,
                    scenario=work.row.scenario,
                    civ=row.seat,
                    score=outcome.scores[row.seat],
                    place=outcome.place(row.seat),
                    seats=len(outcome.scores),
                    over_at=work.now,
                )
            )


async def best(deps: Deps, person: Person) -> tuple[Result, ...]:
    """The person's results, game by game and scenario by scenario, the best of each first."""
    rows: list[ResultRow] = await deps.database.read(select(ResultRow).where(col(ResultRow.person) == person.id))
    found = sorted(rows, key=lambda row: (row.game, row.scenario, row.place != 1, -row.score, row.over_at))
    return tuple(
        Result(row.game, row.scenario, row.civ, row.score, row.place, row.seats, moment(row.over_at)) for row in found
    )
