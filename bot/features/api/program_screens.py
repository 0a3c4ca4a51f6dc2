"""Programs with seats of their own: one's own in the settings, and those of a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bot.contract.tables import Person, TableInfo, is_program
from bot.features.api import programs
from bot.features.api.programs import SeatedPrograms
from bot.tables.game_service import GameService
from bot.tables.work.unit_of_work import Deps
from bot.ui.parts import DISCORD, Button, Form, Line, Menu, Part, Row, Screen, Text, choice, number
from bot.ui.router import Answer, Handler
from bot.ui.visit import Visit, person_of
from bot.ui.words.wording import plainly
from engine.core.text import words

NAME: Final = "token"


async def on_more(deps: Deps, info: TableInfo, visit: Visit) -> Button | None:
    """Return the button of a table that leads to its programs, where there are any or its host may seat some."""
    seated = any(seat.person is not None and is_program(seat.person.id) for seat in info.seats)
    hosts = visit.person == info.host.id and info.state == "lobby"
    if not deps.pages or info.state == "over" or not (seated or hosts):
        return None
    return Button(words("api.button.programs"), "prog_table", lasting=True)


def programs_screen(there: Sequence[Person], line: str = "") -> Screen:
    """Return a person's programs, with a menu that ends one; the line stands above them."""
    told = [words("api.programs.head"), *([line] if line else []), words("api.programs.what")]
    told += [words("api.programs.line", name=plainly(one.name)) for one in there] or [words("api.programs.none")]
    new = Button(words("api.button.register"), "prog_form", lasting=True)
    back = Button(words("prefs.button.back"), "prefs_show", lasting=True)
    return Screen((Text("\n".join(told)), *_menu("api.programs.end", "prog_end", there), Row((new, back))))


def table_screen(there: SeatedPrograms, line: str = "") -> Screen:
    """Return the programs of a table, with menus that seat one or take one out."""
    seated = {seat.person.id: seat.person for seat in there.seated if seat.person is not None}
    told = [words("api.programs.table", table=there.info.id), *([line] if line else [])]
    told += [words("api.programs.line", name=plainly(one.name)) for one in seated.values()]
    told += [] if seated else [words("api.programs.nobody")]
    parts: list[Part] = [Text("\n".join(told))]
    parts += _menu("api.programs.seat", "prog_seat", there.free)
    parts += _menu("api.programs.out", "prog_out", list(seated.values()))
    return Screen(tuple(parts), there.info.id.lower())


def _menu(text: str, verb: str, there: Sequence[Person]) -> tuple[Menu, ...]:
    choices = tuple(choice(str(-one.id), one.name) for one in there[: DISCORD.menu])
    return (Menu(words(text), verb, choices, lasting=True),) if choices else ()


class ProgramHandlers:
    """The verbs of programs. Every answer is private."""

    def __init__(self, service: GameService) -> None:
        self._service, self._deps = service, service.deps

    def handlers(self) -> Mapping[str, Handler]:
        """Return the verbs answered here."""
        return {
            "programs": self.show,
            "prog_form": self.form,
            "prog_sent": self.sent,
            "prog_end": self.end,
            "prog_table": self.table,
            "prog_seat": self.seat,
            "prog_out": self.out,
        }

    async def show(self, visit: Visit, line: str = "") -> Answer:
        """Show the person's programs."""
        return programs_screen(await programs.registered(self._deps, person_of(visit)), line)

    async def form(self, _visit: Visit) -> Answer:
        """Return the form for a program."""
        name = Line(NAME, words("api.form.name"), least=1)
        return Form(words("api.form.program"), (name,), "prog_sent")

    async def sent(self, visit: Visit) -> Answer:
        """Register a program and show its token, this once. Refused: programs_full, program_unnamed."""
        token = await programs.register(self._deps, person_of(visit), visit.field(NAME))
        return await self.show(visit, words("api.tokens.made", token=token))

    async def end(self, visit: Visit) -> Answer:
        """End the program that the menu names."""
        ended = await programs.unregister(self._deps, person_of(visit), _chosen(visit))
        return await self.show(visit, words("api.programs.ended" if ended else "api.programs.gone"))

    async def table(self, visit: Visit, line: str = "") -> Answer:
        """Show the programs of a table. Refused: no_table."""
        return table_screen(await programs.at_table(self._service, visit.table, person_of(visit)), line)

    async def seat(self, visit: Visit) -> Answer:
        """Seat a program. Refused: as `programs.seat`."""
        await programs.seat(self._service, visit.table, person_of(visit), _chosen(visit))
        return await self.table(visit, words("api.programs.seated"))

    async def out(self, visit: Visit) -> Answer:
        """Take a program out. Refused: as `programs.take_out`."""
        await programs.take_out(self._service, visit.table, person_of(visit), _chosen(visit))
        return await self.table(visit, words("api.programs.is_out"))


def _chosen(visit: Visit) -> int:
    return number(next(iter(visit.values), "")) or 0
