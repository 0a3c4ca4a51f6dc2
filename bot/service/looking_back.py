"""What the service tells of games that have ended: results, statistics of people, ratings of a server."""

from __future__ import annotations

from bot.records import Played, Standings
from bot.service.people import statistics
from bot.service.play import results
from bot.service.unit_of_work import Deps
from bot.values import Person, Result


class LookingBack:
    """The part of `GameService` that looks back."""

    deps: Deps

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
