"""What the service does about lobbies besides opening, filling and starting them: finding places to play."""

from __future__ import annotations

from bot.records import Vacancies
from bot.service.lobby import vacancies
from bot.service.table_time import TableTime
from bot.values import Person


class TableLobby(TableTime):
    """The part of `GameService` by which people find each other."""

    async def find(self, person: Person, *, game: str = "", pace: str = "", page: int = 1) -> Vacancies:
        """A page of the lobbies and seats to be had in the server that the person asks from. Refused: find_where."""
        return await vacancies.find(self.deps, person, game, pace, page)
