"""Reports of problems, and of what a printed copy says: forms and replies."""

from __future__ import annotations

from collections.abc import Mapping

from bot.contract.release import release
from bot.contract.tables import Refused, TableId, TableInfo
from bot.features.host import faults
from bot.tables.work.unit_of_work import Deps
from bot.ui.lobby.handlers import TableHandlers
from bot.ui.lobby.screens import notice_screen
from bot.ui.lookup.rules import book_of, copy_form
from bot.ui.parts import Button, Field, Form, Line, Note
from bot.ui.router import Answer, Handler
from bot.ui.visit import Visit, person_of
from bot.ui.words.wording import table_text


class ReportHandlers(TableHandlers):
    """The verbs of reports."""

    def handlers(self) -> Mapping[str, Handler]:
        """Return the handlers by verb."""
        return {"report": self.report, "report_in": self.report_in, "copy": self.copy, "copy_in": self.copy_in}

    async def report(self, visit: Visit) -> Form:
        """Open the form to report a problem; with the reference of a failure, what was done when it happened."""
        return report_form(visit.table, visit.option)

    async def report_in(self, visit: Visit) -> Answer:
        """Keep the report for the host of the bot, with the public facts; hands never."""
        try:
            info = await self.find_table(visit)
        except Refused:
            if visit.table:
                raise
            return notice_screen(
                table_text("report.thanks_plain", reference=await self._noted("", visit), version=release())
            )
        filled = {"id": info.id, "ask": info.ask_no, "version": release()}
        return notice_screen(
            table_text("report.thanks", reference=await self._noted(info.id, visit), **filled), table=info.id
        )

    async def copy(self, visit: Visit) -> Form:
        """Open the form for what a copy of the printed game says about that topic."""
        return copy_form(_ours(visit.option)[0], visit.table)

    async def copy_in(self, visit: Visit) -> Answer:
        """Store that for the bot owner, with the present text of the topic; nothing else changes."""
        topic, reading = _ours(visit.option)
        reference = await faults.report_copy(self.service.deps, person_of(visit), topic, reading, visit.field("text"))
        return notice_screen(table_text("copy.thanks", reference=reference), table=visit.table)

    async def _noted(self, table: TableId, visit: Visit) -> str:
        return await faults.report_problem(
            self.service.deps, table, person_of(visit), visit.field("text"), visit.option
        )


def _ours(topic: str) -> tuple[str, str]:
    """Return a topic that is partly our reconstruction, and its text. Refused: refused."""
    book = book_of(topic)
    entry = book.entry(topic) if book else None
    if entry is None or not entry.ours:
        raise Refused("refused")
    return topic, entry.text


def report_form(table: str = "", about: str = "") -> Form:
    """Return the form with one text, about a failure if its reference is given."""
    fields: tuple[Field, ...] = (
        Note(table_text("report.hint")),
        Line("text", table_text("report.field"), least=1, long=True),
    )
    return Form(table_text("report.title"), fields, "report_in", about, table=table.lower())


async def on_more(_deps: Deps, _info: TableInfo, _visit: Visit) -> Button | None:
    """Return the button that reports a problem."""
    return Button(table_text("button.report"), "report", lasting=True)
