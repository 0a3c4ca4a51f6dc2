"""Private notes of a seat: the list, the form for a new one, and the handlers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from discord import app_commands

from bot.features.notes import service as notes_service
from bot.features.notes.values import MOST_NOTES, PrivateNote, SeatNotes
from bot.ui.commands.handlers import Handlers, Id, Interaction, Name, OwnNote, Placed, seat_descriptions
from bot.ui.commands.translation import locale_text
from bot.ui.parts import Button, Form, Line, Menu, Part, Row, Screen, Text, choice, number, rows
from bot.ui.questions.frame import civ_name, ways_from
from bot.ui.questions.handlers import QuestionHandlers
from bot.ui.router import Answer, Handler
from bot.ui.visit import Visit, person_of
from bot.ui.words.wording import day, plainly
from engine.core.presentation import Presentation
from engine.core.text import words

ROOM: Final = 2800


def notes_screen(there: SeatNotes, presentation: Presentation, page: int = 0, line: str = "") -> Screen:
    """Return the notes of a seat, as many as fit, with the way to make and remove them."""
    pages = paginate([_line(note) for note in there.notes])
    page = min(page, len(pages) - 1)
    title = f"### {words('note.text.title')} · {civ_name(presentation, there.seat)}"
    parts: list[Part] = [Text(line)] if line else []
    parts += [Text(f"{title}\n{words('note.text.alone')}"), Text(pages[page] or words("note.text.none"))]
    if there.notes:
        parts.append(_removing(there))
    return Screen((*parts, *_ways(there, page, len(pages))), there.info.id.lower())


def paginate(lines: Sequence[str]) -> list[str]:
    """Return the lines one under the other, in pages that a message has room for; one of nothing if there are none."""
    pages = [""]
    for line in lines:
        if pages[-1] and len(pages[-1]) + len(line) > ROOM:
            pages.append("")
        pages[-1] = f"{pages[-1]}\n{line}".strip()
    return pages


def _line(note: PrivateNote) -> str:
    return words("note.text.line", at=day(note.at), text=plainly(note.text))


def _removing(there: SeatNotes) -> Menu:
    choices = tuple(choice(str(note.id), " ".join(note.text.split())) for note in there.notes)
    return Menu(words("note.text.remove"), "note_off", choices, str(there.seat.number), lasting=True)


def _ways(there: SeatNotes, page: int, pages: int) -> list[Row]:
    """A new note where there is room for one, further pages, what else the seat has, and back to it."""
    seat = there.seat.number
    buttons = (
        [Button(words("note.button.add"), "note_add", str(seat), lasting=True)] if len(there.notes) < MOST_NOTES else []
    )
    if pages > 1:
        buttons.append(Button(words("note.button.more"), "notes", f"{seat}.{(page + 1) % pages}", lasting=True))
    return rows([*buttons, *ways_from("notes", there.info, seat)])


class NoteHandlers:
    """The verbs of private notes."""

    def __init__(self, play: QuestionHandlers) -> None:
        self.play = play
        self.service = play.service

    def handlers(self) -> Mapping[str, Handler]:
        """Return the verbs answered here."""
        return {"notes": self.notes, "note_add": self.form, "note_sent": self.sent, "note_off": self.remove}

    async def notes(self, visit: Visit) -> Screen:
        """Return the notes of a seat. Refused: no_seat, replaced, not_begun."""
        return await self._shown(visit, _page(visit))

    async def _shown(self, visit: Visit, page: int = 0, line: str = "") -> Screen:
        there = await notes_service.notes(self.service, visit.table, person_of(visit), number=_seat(visit))
        return self._screen(there, page, line)

    def _screen(self, there: SeatNotes, page: int = 0, line: str = "") -> Screen:
        return notes_screen(there, self.play.presentation(there.info), page, line)

    async def form(self, visit: Visit) -> Answer:
        """Return the form for a note. Refused as `notes`."""
        there = await notes_service.notes(self.service, visit.table, person_of(visit), number=_seat(visit))
        field = Line("own_note", words("note.form.text"), least=1, long=True)
        table, seat = there.info.id.lower(), there.seat.number
        return Form(words("note.form.title"), (field,), "note_sent", str(seat), table=table, seat=seat)

    async def sent(self, visit: Visit) -> Answer:
        """Return a note from the form."""
        return await self.typed(visit, visit.field("own_note"))

    async def typed(self, visit: Visit, text: str) -> Screen:
        """Keep a note. Refused as `notes`, and note_empty, note_long, notes_full."""
        await notes_service.write(self.service, visit.table, person_of(visit), text, number=_seat(visit))
        return await self._shown(visit, line=words("note.text.kept"))

    async def remove(self, visit: Visit) -> Answer:
        """Delete the chosen note, if it is still there. Refused as `notes`."""
        note = number(next(iter(visit.values), "")) or 0
        there = await notes_service.remove(self.service, visit.table, person_of(visit), note, number=_seat(visit))
        return self._screen(there, line=words("note.text.removed"))


def _seat(visit: Visit) -> int | None:
    """The seat that the control or the command names."""
    return visit.seat or number(visit.option.partition(".")[0])


def _page(visit: Visit) -> int:
    return number(visit.option.partition(".")[2]) or 0


def handlers(at: Handlers) -> Mapping[str, Handler]:
    """Return the verbs of notes."""
    return NoteHandlers(at.play).handlers()


def commands(at: Handlers) -> Iterator[Placed]:
    """Return the command `/note`."""
    notes_of = NoteHandlers(at.play)

    @app_commands.command(name="note", description=locale_text("play.command.note"))
    @app_commands.describe(**seat_descriptions("note_text", "seat", "table"))
    @app_commands.rename(note_text="text")
    async def note(
        interaction: Interaction, note_text: OwnNote | None = None, seat: Name | None = None, table: Id | None = None
    ) -> None:
        """Note something for oneself alone, or see what one has noted."""
        handler = notes_of.notes if note_text is None else partial(notes_of.typed, text=note_text)
        await at.answer_at_seat(interaction, handler, table, seat)

    note.autocomplete("table")(at.tables)
    note.autocomplete("seat")(at.seats)
    yield Placed(note)
