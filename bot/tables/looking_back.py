"""What the service tells of games that have ended: results, statistics of people, ratings of a server."""

from __future__ import annotations

from collections.abc import Sequence

from bot.contract.records import Course, Played, Result, SeatFigures, Standings
from bot.contract.tables import Person, TableId
from bot.features.statistics import figures, results
from bot.features.statistics import service as statistics
from bot.tables.history.undo import public_views
from bot.tables.play.course import course_of
from bot.tables.table_access import TableAccess
from engine.core.game import View


class LookingBack(TableAccess):
    """The part of `GameService` that looks back."""

    async def course(self, table: TableId, person: Person | None = None) -> Course:
        """The points after every turn; while a game goes on only where they lie open.

        Refused: not_begun, chart_hidden, chart_none, no_chart.
        """
        return await self._at(table, person, course_of)

    async def public_views(self, table: TableId, points: Sequence[int], person: Person | None = None) -> list[View]:
        """The public views at those points in order (0: now) of a game that is over. Refused: film_later."""
        return await self._at(table, person, lambda work: public_views(work, points))

    async def figures(self, table: TableId, person: Person, *, seat: int | None = None) -> tuple[SeatFigures, ...]:
        """What the person's own seats, or that one, have done in a game that has ended.

        Refused: no_seat, replaced, figures_later.
        """
        return await self._at(table, person, lambda work: figures.of_seats(work, person, seat))

    async def results(self, person: Person) -> tuple[Result, ...]:
        """How the person's finished games without other persons ended, the best of each scenario first."""
        return await results.best(self.deps, person)

    async def stats(self, person: Person, who: Person, game: str = "") -> tuple[Played, ...]:
        """How somebody has fared on the server that the person asks from, oneself from a DM everywhere.

        Refused: stats_server (about others from a DM), stats_hidden (about who wants no statistics).
        """
        return await statistics.of_person(self.deps, person, who, game)

    async def standings(self, person: Person, game: str = "") -> Standings:
        """The ratings of the server that the person asks from. Refused: stats_server."""
        return await statistics.of_server(self.deps, person, game)
