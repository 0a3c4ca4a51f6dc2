"""Catching up: the button, and `/since`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from discord import app_commands

from bot.contract.tables import Refused
from bot.features.digest import screens as digest
from bot.features.digest import service as digest_service
from bot.ui.commands.handlers import Handlers, Id, Interaction, Placed, about, parameters
from bot.ui.lobby import status
from bot.ui.lookup.handlers import LookupHandlers
from bot.ui.router import Answer, Handler
from bot.ui.visit import Visit, person_of


class DigestHandlers:
    """What a player has missed, at one table or in a line for each."""

    def __init__(self, look: LookupHandlers) -> None:
        self.look = look

    async def since(self, visit: Visit) -> Answer:
        """What the reader has missed at the table."""
        info, person = await self.look.found(visit), person_of(visit)
        if info.state == "lobby":
            return status.lobby_status(info)
        missed = await digest_service.catch_up(self.look.service, info.id, person)
        pictures = (await self.look.service.preferences(person)).pictures
        return digest.digest_screen(missed, self.look.names(info), pictures=pictures)

    async def since_command(self, visit: Visit) -> Answer:
        """`/since`: of the table meant, or in a line of each of the reader's tables. Refused: no_table."""
        try:
            return await self.since(visit)
        except Refused as refused:
            if refused.code != "no_table" or visit.table or not refused.said["tables"]:
                raise
        person = person_of(visit)
        lines = [line for line in await self.look.service.list_tables(person) if line.info.state == "running"]
        shown = [line for line in lines if not line.damaged][: status.MOST]
        if not shown:
            return await self.look.tables(visit)
        service = self.look.service
        missed = [await digest_service.catch_up(service, line.info.id, person, boards=False) for line in shown]
        return digest.list_screen(shown, missed)


def handlers(at: Handlers) -> Mapping[str, Handler]:
    """The verb of catching up."""
    return {"since": DigestHandlers(at.look).since}


def commands(at: Handlers) -> Iterator[Placed]:
    """`/since`."""
    digests = DigestHandlers(at.look)

    @app_commands.command(name="since", description=about("since"))
    @app_commands.describe(**parameters("table"))
    async def since(interaction: Interaction, table: Id | None = None) -> None:
        """What has happened since one's last answer."""
        await at.answer(interaction, digests.since_command, table)

    since.autocomplete("table")(at.tables)
    yield Placed(since)
