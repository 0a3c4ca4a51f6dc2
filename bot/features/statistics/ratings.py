"""Ratings of people by game and server: a Plackett-Luce model of the places in rated games.

They follow from the results alone, in the order in which rated games ended.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from openskill.models import PlackettLuce
from sqlalchemy import delete, func
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from bot.contract.tables import is_program
from bot.features.statistics.models import RatingRow, ResultRow
from bot.store.database import Database
from bot.store.models import CheckpointRow, SeatRow
from bot.store.person_models import AwayRow, PersonRow
from bot.tables.work.unit_of_work import UnitOfWork

MODEL: Final = PlackettLuce()
LEAST: Final = 2  # persons that a rated game needs
LEFT: Final = 100  # numbers from here on are of whom somebody else has followed: no game has so many seats
BEHIND: Final = 1000.0  # a place behind all others


@dataclass(frozen=True, slots=True)
class Skill:
    """A person's skill: the estimate `mu`, its uncertainty `sigma`, and the number of games."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma
    games: int = 0


def after(game: Sequence[ResultRow], before: Mapping[int, Skill]) -> dict[int, Skill]:
    """Return the skills of a game's people after it.

    Several seats of a person are a team with the best of their places. Equal places are ties, NPCs don't count, and a
    person who left all seats comes last.
    """
    teams: dict[int, list[ResultRow]] = {}
    for row in game:
        teams.setdefault(row.person, []).append(row)
    known = {person: before.get(person, Skill()) for person in teams}
    sides = [
        [MODEL.rating(mu=known[person].mu, sigma=known[person].sigma) for _ in rows] for person, rows in teams.items()
    ]
    rated = MODEL.rate(sides, ranks=[_rank(rows) for rows in teams.values()])
    return {
        person: Skill(side[0].mu, side[0].sigma, known[person].games + 1)
        for person, side in zip(teams, rated, strict=True)
    }


def _rank(seats: Sequence[ResultRow]) -> float:
    """The best place of the seats that were played to the end, those that were left behind all."""
    return min(BEHIND if row.has_left else row.place for row in seats)


async def rate(work: UnitOfWork, results: Sequence[ResultRow]) -> None:
    """Rate a game that has just ended, while its results are written; not people without statistics.

    A person who had a seat when half of the game was over is rated, even if another player or the NPC ends it; a person
    who came later isn't.
    """
    session = work.session
    await work.deps.database.take_turns(session)
    results = await _of_second_half(work, results)
    persons = {row.person for row in results}
    silent = select(PersonRow.person).where(col(PersonRow.person).in_(persons), col(PersonRow.stats).is_(False))
    quiet = set((await session.execute(silent)).scalars())
    game = [row for row in results if row.person not in quiet]
    if len(persons - quiet) < LEAST:
        return
    last = select(func.max(col(ResultRow.counts))).where(ResultRow.guild == work.row.guild)
    number = 1 + ((await session.execute(last)).scalar() or 0)
    for row in game:
        row.counts = number
    await _keep(session, game, work.now)


async def _of_second_half(work: UnitOfWork, results: Sequence[ResultRow]) -> list[ResultRow]:
    """The results of those who had a seat when half of the game was over; those who have left it since are noted so."""
    half = select(CheckpointRow.at).where(
        CheckpointRow.table_id == work.number, CheckpointRow.no == (work.row.points + 1) // 2
    )
    middle = (await work.session.execute(half)).scalar() or 0.0
    substituted, now = await _substituted(work), {row.number: row for row in results}
    found = []
    for seat in work.seats:
        there, gone = now.get(seat.number), [one for one in json.loads(seat.former) if one["at"] > middle]
        if there is not None and gone and gone[0]["person"] == there.person:
            gone = []
        if there is not None and not gone:
            there.has_left = seat.by == "npc" and seat.person not in substituted
            found.append(there)
        elif gone and not is_program(gone[0]["person"]):
            found.append(_leaver(work, seat, gone[0]["person"], results))
    return found


async def _substituted(work: UnitOfWork) -> set[int]:
    """Return who is away with an NPC announced as substitute: its play counts as theirs."""
    here = (AwayRow.mode == "npc", AwayRow.starts <= work.now, AwayRow.ends > work.now)
    return set((await work.session.execute(select(AwayRow.person).where(*here))).scalars())


def _leaver(work: UnitOfWork, seat: SeatRow, person: int, results: Sequence[ResultRow]) -> ResultRow:
    """Return how a game ended for a person who has left that seat."""
    own = [row.team for row in results if row.person == person]
    key, about = (work.number, LEFT + seat.number), (work.row.game, work.row.scenario)
    row = ResultRow(table_id=key[0], number=key[1], person=person, game=about[0], scenario=about[1])
    row.civ, row.guild, row.over_at = seat.seat, work.row.guild, work.now
    row.place = row.seats = len(work.seats)
    row.people, row.team, row.has_left = len({one.person for one in results}), own[0] if own else row.number, True
    work.session.add(row)
    return row


async def _keep(session: AsyncSession, game: Sequence[ResultRow], now: float) -> None:
    """Store the new ratings of the persons of a game."""
    name, guild = game[0].game, game[0].guild or 0
    persons = {row.person for row in game}
    here = (RatingRow.game == name, RatingRow.guild == guild, col(RatingRow.person).in_(persons))
    rows = {row.person: row for row in (await session.execute(select(RatingRow).where(*here))).scalars()}
    before = {person: Skill(row.mu, row.sigma, row.games) for person, row in rows.items()}
    for person, skill in after(game, before).items():
        row = rows.get(person) or RatingRow(person=person, game=name, guild=guild)
        row.mu, row.sigma, row.games, row.at = skill.mu, skill.sigma, skill.games, now
        session.add(row)


async def rate_again(database: Database) -> int:
    """Work all ratings out anew from the results; how many games they come from."""
    async with database.session() as session, database.writing(session):
        await database.take_turns(session)
        order = (col(ResultRow.guild), col(ResultRow.counts), col(ResultRow.number))
        found = (await session.execute(select(ResultRow).where(ResultRow.counts > 0).order_by(*order))).scalars().all()
        games = [list(rows) for _, rows in groupby(found, key=lambda row: (row.guild, row.counts))]
        await session.execute(delete(RatingRow))
        session.add_all(_all(games))
    return len(games)


def _all(games: Iterable[Sequence[ResultRow]]) -> list[RatingRow]:
    """The ratings after all these games, in their order."""
    skills: dict[tuple[str, int], dict[int, Skill]] = {}
    last: dict[tuple[str, int, int], float] = {}
    for game in games:
        key = (game[0].game, game[0].guild or 0)
        known = skills.setdefault(key, {})
        known.update(after(game, known))
        last.update({(*key, row.person): row.over_at for row in game})
    return [
        RatingRow(person=person, game=name, guild=guild, mu=one.mu, sigma=one.sigma, games=one.games, at=at)
        for (name, guild, person), at in last.items()
        for one in [skills[name, guild][person]]
    ]
