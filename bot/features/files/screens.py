"""`/game export`, `import` and `verify`, and the button that checks the shuffles."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from typing import Final

import discord
from discord import app_commands, ui

from bot.contract.records import Export, Verified
from bot.contract.tables import Place, Refused, TableInfo
from bot.features.files import export_import, verification
from bot.tables.work.unit_of_work import Deps
from bot.ui.commands.channels import place_to_play
from bot.ui.commands.handlers import Handlers, Id, Interaction, Placed, about, parameters
from bot.ui.commands.handlers import visit as visit_to
from bot.ui.layout import layout
from bot.ui.lobby.handlers import TableHandlers, go
from bot.ui.lobby.screens import notice_screen
from bot.ui.lookup.errors import screen as refusal
from bot.ui.parts import Button
from bot.ui.router import Answer, Handler
from bot.ui.visit import Visit, person_of
from bot.ui.words.wording import seat, table_text
from engine.core.message import list_of

FILE: Final = 10 * 1024 * 1024


class FileHandlers(TableHandlers):
    """Games as files."""

    async def verify(self, visit: Visit, raw: bytes | None = None) -> Answer:
        """Check every shuffle. Refused: seed_secret, import."""
        info = await self.find_table(visit)
        found: Verified = await verification.verify_game(self.service, info.id, raw, person_of(visit))
        if not found.fits:
            difference = table_text(f"verify.difference.{found.difference}", **found.where)
            return notice_screen(table_text("verify.differs", difference=difference), table=info.id)
        line = table_text("verify.fits", draws=found.draws, steps=found.checkpoints, answers=found.answers)
        return notice_screen(line, table=info.id)

    async def imported(self, visit: Visit, place: Place, raw: bytes) -> Answer:
        """Go on with a saved game here, or look at a finished one. Refused: import, channel_taken."""
        info = await export_import.import_table(self.service.deps, person_of(visit), place, raw)
        shown = list_of([seat(s, self.names(info)) for s in info.seats])
        if info.state == "over":
            look = (go("log", "log"), go("map", "map"), go("status", "status"))
            return notice_screen(table_text("imported.over", id=info.id, seats=shown), *look, table=info.id)
        key = "imported.waiting" if info.missing else "imported.done"
        return notice_screen(table_text(key, id=info.id, seats=shown), go("status", "status"), table=info.id)


def handlers(at: Handlers) -> Mapping[str, Handler]:
    """Return the verb of files."""
    return {"verify": FileHandlers(at.service, at.names_of, at.places).verify}


def commands(at: Handlers) -> Iterator[Placed]:
    """Return the commands `/game export`, `import` and `verify`."""
    files = FileHandlers(at.service, at.names_of, at.places)

    @app_commands.command(name="export", description=about("game_export"))
    @app_commands.describe(**parameters("table"))
    async def export(interaction: Interaction, table: Id | None = None) -> None:
        """The game as a file: the only answer that is not a screen alone."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        asked = visit_to(interaction, table)
        try:
            info = await files.find_table(asked)
            file = await export_import.export(at.service, info.id, person_of(asked))
        except Refused as refused:
            await interaction.edit_original_response(view=layout(refusal(refused)))
            return
        await send_file(interaction, file, info.id)

    @app_commands.command(name="import", description=about("game_import"))
    @app_commands.describe(**parameters("file"))
    async def import_(interaction: Interaction, file: discord.Attachment) -> None:
        """Continue a saved game here."""

        async def handler(visit: Visit) -> Answer:
            place = await place_to_play(interaction)
            return await files.imported(visit, place, await contents(file))

        await at.answer(interaction, handler)

    @app_commands.command(name="verify", description=about("game_verify"))
    @app_commands.describe(**parameters("table", "file"))
    async def verify(interaction: Interaction, table: Id | None = None, file: discord.Attachment | None = None) -> None:
        """Check every shuffle."""

        async def handler(visit: Visit) -> Answer:
            return await files.verify(visit, await contents(file) if file is not None else None)

        await at.answer(interaction, handler, table)

    export.autocomplete("table")(at.tables)
    verify.autocomplete("table")(at.tables)
    yield Placed(export, "game")
    yield Placed(import_, "game")
    yield Placed(verify, "game")


async def contents(file: discord.Attachment) -> bytes:
    """Return the bytes of an attachment. Refused: import."""
    if file.size > FILE:
        raise Refused("import", reason="large")
    return await file.read()


async def send_file(interaction: Interaction, file: Export, table: Id) -> None:
    """The file beside a line that says what it is."""
    key = "export.sealed" if file.sealed else "export.warn" if file.warn else "export.open"
    view = layout(notice_screen(table_text(key, id=table), table=table))
    view.add_item(ui.File(f"attachment://{file.name}"))
    attached = discord.File(io.BytesIO(file.raw), file.name)
    await interaction.edit_original_response(view=view, attachments=[attached])


async def on_more(_deps: Deps, info: TableInfo, _visit: Visit) -> Button | None:
    """Return the button that checks the shuffles of a game that is over."""
    return Button(table_text("button.verify"), "verify", lasting=True) if info.state == "over" else None
