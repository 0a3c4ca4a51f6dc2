"""What the service tells of games that have ended: results, statistics of people, ratings of a server."""

from __future__ import annotations

from collections.abc import Sequence

from bot.contract.records import Course
from bot.contract.tables import Person, TableId
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
        return await self.at(table, person, course_of)

    async def public_views(self, table: TableId, points: Sequence[int], person: Person | None = None) -> list[View]:
        """The public views at those points in order (0: now) of a game that is over. Refused: film_later."""
        return await self.at(table, person, lambda work: public_views(work, points))
