"""What the service does about lobbies besides opening and starting them: who goes, what is found, when they begin."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.contract.tables import Person, TableId, TableInfo
from bot.tables.lobby import lobby
from bot.tables.people import put_off
from bot.tables.table_time import TableTime


class TableLobby(TableTime):
    """The part of `GameService` by which people find each other, and a time to begin."""

    async def give_back(self, table: TableId, person: Person, seat: int) -> TableInfo:
        """Give one of several seats of a lobby back. Refused: no_seat, begun, over."""
        return await self.at(table, person, lambda work: lobby.give_back(work, person, seat))

    async def choose_team(self, table: TableId, person: Person, seat: int, team: str) -> TableInfo:
        """A seat of one's own in a lobby chooses its team; empty: by lot. Refused: no_seat, begun, over, bad_option."""
        return await self.at(table, person, lambda work: lobby.choose_team(work, person, seat, team))

    async def remove(self, table: TableId, person: Person, who: Person) -> TableInfo:
        """Take the seats of `who` in a lobby, who cannot join it again.

        Refused: host_only, host_stays, not_here, begun.
        """
        return await self.at(table, person, lambda work: lobby.remove(work, person, who))

    async def put_off(self, person: Person, kind: str, wanted: Mapping[str, Any]) -> str:
        """Keep for a day what the person was refused, one of each kind; the mark by which it is taken up."""
        return await put_off.put_off(self.deps, person, kind, wanted)

    async def take_up(self, person: Person, kind: str, mark: str) -> dict[str, Any]:
        """What was put off under that mark, once. Refused: put_off_gone."""
        return await put_off.take_up(self.deps, person, kind, mark)
