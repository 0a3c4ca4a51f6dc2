"""How well people play, by game and server, as a Plackett-Luce model sees it in the places of rated games.

Ratings follow from the results alone, in the order in which rated games have ended.
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

from bot.service.unit_of_work import UnitOfWork
from bot.store.database import Database
from bot.store.models import CheckpointRow, PersonRow
from bot.store.result_models import RatingRow, ResultRow

MODEL: Final = PlackettLuce()
LEAST: Final = 2  # persons that a rated game needs


@dataclass(frozen=True, slots=True)
class Skill:
    """What is known of somebody's play: how good it is thought to be, how unsure that is, after how many games."""

    mu: float = MODEL.mu
    sigma: float = MODEL.sigma
    games: int = 0


def after(game: Sequence[ResultRow], before: Mapping[int, Skill]) -> dict[int, Skill]:
    """The skills of its persons after a game. Several seats of a person are a team, which has the best of their places.

    Equal places are ties; NPCs in between count for nothing.
    """
    teams: dict[int, list[ResultRow]] = {}
    for row in game:
        teams.setdefault(row.person, []).append(row)
    known = {person: before.get(person, Skill()) for person in teams}
    sides = [
        [MODEL.rating(mu=known[person].mu, sigma=known[person].sigma) for _ in rows] for person, rows in teams.items()
    ]
    rated = MODEL.rate(sides, ranks=[min(row.place for row in rows) for rows in teams.values()])
    return {
        person: Skill(side[0].mu, side[0].sigma, known[person].games + 1)
        for person, side in zip(teams, rated, strict=True)
    }


async def rate(work: UnitOfWork, results: Sequence[ResultRow]) -> None:
    """Rate a game that has just ended, while its results are being written; not for who wants no statistics.

    A game in which a seat has changed hands in its second half, or is left to the NPC at its end, is not rated.
    """
    session = work.session
    await work.deps.database.take_turns(session)
    if await _given_up(work):
        return
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


async def _given_up(work: UnitOfWork) -> bool:
    """Whether somebody has not played to the end what they should be rated by, or has begun late."""
    half = select(CheckpointRow.at).where(
        CheckpointRow.table_id == work.number, CheckpointRow.no == (work.row.points + 1) // 2
    )
    middle = (await work.session.execute(half)).scalar() or 0.0
    late = any(gone["at"] > middle for row in work.seats for gone in json.loads(row.former))
    return late or any(row.person is not None and row.by == "npc" for row in work.seats)


async def _keep(session: AsyncSession, game: Sequence[ResultRow], now: float) -> None:
    """Store what the persons of a game are rated after it."""
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
