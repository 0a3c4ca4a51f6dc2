"""People's records on a server and all ratings, without people who don't want statistics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from statistics import median
from typing import Any, Final

from sqlalchemy import or_
from sqlmodel import col, select

from bot.contract.records import Played, Rating, Standings
from bot.contract.tables import Person, Refused
from bot.features.statistics.models import RatingRow, ResultRow
from bot.store.models import TableRow
from bot.store.person_models import PersonRow
from bot.tables.work.operations import of_person
from bot.tables.work.unit_of_work import Deps

ENOUGH: Final = 5  # rated games before there is a number
SCALE: Final = 40
BASE: Final = 1000
UNSURE: Final = 3  # what a rating is lowered by for each unit of what is not known
SHOWN: Final = or_(col(PersonRow.stats).is_(None), col(PersonRow.stats))


@dataclass(frozen=True, slots=True)
class _Seat:
    """The result of one seat, and how long its game took."""

    row: ResultRow
    seconds: float


@of_person
async def career(deps: Deps, person: Person, who: Person, game: str = "") -> tuple[Played, ...]:
    """Return a person's record in games with others, most played first. Refused: stats_server, stats_hidden."""
    own = who.id == person.id
    if person.guild is None and not own:
        raise Refused("stats_server")
    if not own and not await _shown(deps, who):
        raise Refused("stats_hidden", player=who.id)
    ratings = {(one.game, one.guild): _rating(one) for one in await deps.database.read(_ratings(person.guild, who))}
    found = await _seats(deps, who, person.guild)
    games = [list(seats) for _, seats in groupby(found, key=lambda seat: seat.row.game)]
    kept = [_played(seats, ratings.get((seats[0].row.game, person.guild))) for seats in games]
    wanted = [one for one in kept if not game or one.game == game]
    return tuple(sorted(wanted, key=lambda one: (-one.games, one.game)))


async def _shown(deps: Deps, who: Person) -> bool:
    hidden = select(PersonRow.person).where(PersonRow.person == who.id, col(PersonRow.stats).is_(False))
    return not await deps.database.read(hidden)


def _ratings(guild: int | None, who: Person) -> Any:
    return select(RatingRow).where(RatingRow.person == who.id, RatingRow.guild == guild)


async def _seats(deps: Deps, who: Person, guild: int | None) -> list[_Seat]:
    """Every seat kept in games with others, game by game and table by table; without a server those of all."""
    here = [col(ResultRow.person) == who.id, col(ResultRow.people) > 1, col(ResultRow.has_left).is_(False)]
    here += [] if guild is None else [col(ResultRow.guild) == guild]
    order = (col(ResultRow.game), col(ResultRow.table_id), col(ResultRow.number))
    both = select(ResultRow, TableRow.started_at).join(TableRow).where(*here).order_by(*order)
    return [_Seat(row, row.over_at - (began or row.over_at)) for row, began in await deps.database.rows(both)]


def _played(seats: Sequence[_Seat], rating: Rating | None) -> Played:
    """Return the sum over a person's games of one kind: the seats at one table are one game, at its best place."""
    tables = [list(own) for _, own in groupby(seats, key=lambda seat: seat.row.table_id)]
    best = max((seat.row for seat in seats), key=lambda row: (row.score, row.table_id))
    civs = Counter((seat.row.scenario, seat.row.civ) for seat in seats)
    names = Counter(seat.row.civ for seat in seats)
    often = max(civs, key=lambda one: (names[one[1]], one))
    places = Counter(min(seat.row.place for seat in own) for own in tables)
    return Played(
        game=best.game,
        games=len(tables),
        places=dict(sorted(places.items())),
        score=best.score,
        civ=(best.scenario, best.civ),
        often=often,
        times=names[often[1]],
        seconds=median(own[0].seconds for own in tables),
        rating=rating,
    )


@of_person
async def standings(deps: Deps, person: Person, game: str = "") -> Standings:
    """Return the ratings of a server, those with a number first. Refused: stats_server."""
    if person.guild is None:
        raise Refused("stats_server")
    here: list[Any] = [RatingRow.guild == person.guild, col(RatingRow.person) > 0, SHOWN]
    here += [RatingRow.game == game] if game else []
    known = select(RatingRow).join(PersonRow, col(PersonRow.person) == col(RatingRow.person), isouter=True)
    rows = await deps.database.read(known.where(*here))
    return Standings(_in_order(_rating(row) for row in rows))


def _in_order(ratings: Iterable[Rating]) -> dict[str, tuple[Rating, ...]]:
    """Return the ratings by game, by points, by number of games."""

    def rank(one: Rating) -> tuple[str, bool, int, int, int]:
        return one.game, one.points is None, -(one.points or 0), -one.games, one.person

    ordered = sorted(ratings, key=rank)
    return {game: tuple(them) for game, them in groupby(ordered, key=lambda one: one.game)}


def _rating(row: RatingRow) -> Rating:
    """Return the shown rating: what the player is very probably worth at least, after enough games."""
    points = round((row.mu - UNSURE * row.sigma) * SCALE + BASE)
    return Rating(row.person, row.game, points if row.games >= ENOUGH else None, row.games)
