"""What the service does about cups."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from bot.contract.tables import Person, Place, Settings, TableInfo
from bot.features.cups import rounds, sign_up
from bot.features.cups.values import CupInfo, CupPlan
from bot.tables.table_access import TableAccess
from engine.core.text import spoken


class Cups(TableAccess):
    """The part of `GameService` about cups: a server's people play one game in rounds."""

    defaults: Settings

    async def open_cup(
        self,
        host: Person,
        place: Place,
        plan: CupPlan,
        game: str,
        *,
        scenario: str = "",
        options: Mapping[str, Any] | None = None,
        settings: Mapping[str, Any] | None = None,
    ) -> CupInfo:
        """A cup for which people of the server can sign up; its tables are opened in threads of that channel.

        Refused: cup_where, unknown_game, bad_option, setup, cup_name, cup_size, too_many_cups,
        too_many_own_cups, cups_limit.
        """
        wanted = replace(self.defaults, **{"language": spoken(), **(settings or {})})
        return await sign_up.open_cup(self.deps, host, place, plan, game, scenario, options or {}, wanted)

    async def cups(self, person: Person) -> tuple[CupInfo, ...]:
        """The cups of the server that the person asks from. Refused: cup_where."""
        return await sign_up.here(self.deps, person)

    async def cup(self, person: Person, number: int) -> CupInfo:
        """The cup of that number. Refused: no_cup."""
        return await sign_up.look(self.deps, person, number)

    async def join_cup(self, person: Person, number: int) -> CupInfo:
        """Sign up. Refused: no_cup, cup_begun, cup_over, cup_in, cup_full."""
        return await sign_up.join(self.deps, person, number)

    async def leave_cup(self, person: Person, number: int) -> CupInfo:
        """Be drawn no more; a table that is played goes on. Refused: no_cup, cup_over, cup_out."""
        return await sign_up.leave(self.deps, person, number)

    async def draw_cup(self, person: Person, number: int) -> CupInfo:
        """Draw the next round, if no table of the last one is played any more.

        Refused: no_cup, cup_host, cup_over, cup_few, cup_rounds.
        """
        return await rounds.draw(self.deps, person, number)

    async def open_cup_table(self, person: Person, number: int, no: int, place: Place) -> TableInfo:
        """Open a table of the round that is drawn, and begin its game.

        Refused: no_cup, cup_host, cup_over, cup_opened, channel_taken, too_many_tables, setup.
        """
        return await rounds.open_table(self.deps, person, number, no, place)

    async def end_cup(self, person: Person, number: int, *, confirm: str = "") -> CupInfo:
        """End a cup before its last round. Refused: no_cup, cup_host, cup_over, cup_end (with `confirm`)."""
        return await sign_up.end(self.deps, person, number, confirm)
