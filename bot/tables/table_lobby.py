"""What the service does about lobbies besides opening and starting them: who goes, what is found, when they begin."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.contract.records import Vacancies
from bot.contract.snapshot import Done
from bot.contract.tables import Person, TableId, TableInfo
from bot.features.find import service as vacancies
from bot.features.start_times import idle_lobby, schedule
from bot.tables.lobby import lobby
from bot.tables.people import put_off
from bot.tables.table_time import TableTime


class TableLobby(TableTime):
    """The part of `GameService` by which people find each other, and a time to begin."""

    async def find(
        self,
        person: Person,
        *,
        game: str = "",
        pace: str = "",
        page: int = 1,
        sees: Callable[[int], bool] = lambda _: True,
    ) -> Vacancies:
        """A page of the lobbies and seats to be had in the server that the person asks from, in channels that the
        person `sees`. Refused: find_where.
        """
        return await vacancies.find(self.deps, person, game, pace, page, sees)

    async def give_back(self, table: TableId, person: Person, seat: int) -> TableInfo:
        """Give one of several seats of a lobby back. Refused: no_seat, begun, over."""
        return await self._at(table, person, lambda work: lobby.give_back(work, person, seat))

    async def choose_team(self, table: TableId, person: Person, seat: int, team: str) -> TableInfo:
        """A seat of one's own in a lobby chooses its team; empty: by lot. Refused: no_seat, begun, over, bad_option."""
        return await self._at(table, person, lambda work: lobby.choose_team(work, person, seat, team))

    async def remove(self, table: TableId, person: Person, who: Person) -> TableInfo:
        """Take the seats of `who` in a lobby, who cannot join it again.

        Refused: host_only, host_stays, not_here, begun.
        """
        return await self._at(table, person, lambda work: lobby.remove(work, person, who))

    async def set_start(self, table: TableId, person: Person, at: float | None) -> TableInfo:
        """Let a lobby begin by itself at that time; None: only when its host wants.

        Refused: host_only, begun, over, start_past, start_far.
        """
        return await self._at(table, person, lambda work: schedule.set_start(work, person, at))

    async def fill(self, table: TableId, person: Person, at: int) -> Done:
        """The host's answer to a lobby that could not begin at that time: NPCs take the seats that are missing.

        Refused: host_only, begun, over, start_settled, bad_option, setup.
        """
        return await self._at(table, person, lambda work: schedule.fill(work, person, at))

    async def wait_a_day(self, table: TableId, person: Person, at: int) -> TableInfo:
        """The same: it begins a day later. Refused: host_only, begun, over, start_settled."""
        return await self._at(table, person, lambda work: schedule.wait(work, person, at))

    async def close_lobby(self, table: TableId, person: Person, at: int) -> TableInfo:
        """The same: it does not begin at all. Refused: host_only, begun, over, start_settled."""
        return await self._at(table, person, lambda work: schedule.close(work, person, at))

    async def keep_lobby(self, table: TableId, person: Person) -> TableInfo:
        """Keep a lobby open in which nothing has changed for long. Refused: host_only, begun, over."""
        return await self._at(table, person, lambda work: idle_lobby.keep(work, person))

    async def put_off(self, person: Person, kind: str, wanted: Mapping[str, Any]) -> str:
        """Keep for a day what the person was refused, one of each kind; the mark by which it is taken up."""
        return await put_off.put_off(self.deps, person, kind, wanted)

    async def take_up(self, person: Person, kind: str, mark: str) -> dict[str, Any]:
        """What was put off under that mark, once. Refused: put_off_gone."""
        return await put_off.take_up(self.deps, person, kind, mark)
