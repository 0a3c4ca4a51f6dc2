"""Letters between seats on private screens: the list of a seat's, the form for one, and all of them after the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.beside import Missive, SeatLetters
from bot.match import ranked, read
from bot.ui.parts import DESIGN, Button, Form, Line, Menu, Part, Row, Screen, Text, choice, number, rows, short
from bot.ui.play.frame import civ_name, ways_from
from bot.ui.play.question_handlers import QuestionHandlers
from bot.ui.posts.missive_posts import quoted
from bot.ui.router import Answer, Handler
from bot.ui.visit import Visit, person_of
from bot.ui.wording import ago, civ, marked, owner, phrase, seat_at, thing, with_owner
from bot.values import Refused, SeatInfo, TableInfo
from engine.core.naming import Names
from engine.core.presentation import Presentation
from engine.core.said import listed
from engine.core.text import cut, words

ROOM: Final = 2700


def letters_screen(there: SeatLetters, presentation: Presentation, line: str = "") -> Screen:
    """The newest letters of a seat that fit, in their order, with the ways to write and to take somebody's again."""
    names = presentation.names
    whose = words("letter.text.all") if there.seat is None else civ_name(presentation, there.seat)
    head = f"### {words('letter.text.title')} · {whose}\n{words(f'letter.text.{there.info.settings.letters}')}"
    head = marked(head, there.info)
    shown = missive_lines(there.letters, names)
    body = "\n".join(reversed(shown)) or words("letter.text.none")
    parts: list[Part] = [*([Text(line)] if line else []), Text(head), Text(body)]
    parts += _writing(there, names)
    parts += _freeing(there, names)
    last = there.letters[len(shown) - 1].no if shown and len(shown) < len(there.letters) else there.before
    return Screen((*parts, *_ways(there, last)), there.info.id.lower())


def missive_lines(missives: Sequence[Missive], names: Names, most: int = ROOM) -> list[str]:
    """The first of them as texts, as many as there is room for, one at least."""
    lines: list[str] = []
    for one in missives:
        to = listed([civ(seat, names) for seat in one.to])
        head = words("letter.text.line", at=ago(one.at), writer=civ(one.seat, names), reader=to)
        line = f"{head}\n{quoted(one.text)}"
        if lines and sum(map(len, lines)) + len(lines) + len(line) > most:
            break
        lines.append(line)
    return lines


def _writing(there: SeatLetters, names: Names) -> list[Menu]:
    """To whom a letter can go."""
    if there.seat is None or not there.others:
        return []
    choices = tuple(choice(str(one.number), civ(one, names), cut(owner(one), 90)) for one in there.others)
    return [Menu(words("letter.text.to"), "tell_to", choices, str(there.seat.number), lasting=True)]


def _freeing(there: SeatLetters, names: Names) -> list[Row]:
    """A button for each whose letters are not taken."""
    theirs = [one for one in there.info.seats if one.number in there.blocked]
    return rows(
        Button(
            short(words("letter.button.free", civ=phrase(one, names)), DESIGN.label),
            "tell_again",
            f"{one.number}.{there.seat.number if there.seat else ''}",
            lasting=True,
        )
        for one in theirs
    )


def _ways(there: SeatLetters, last: int) -> list[Row]:
    """Older ones, the newest again, and back."""
    verb, seat = ("letters", str(there.seat.number)) if there.seat else ("letter_all", "")
    older = [Button(words("letter.button.older"), verb, f"{seat}.{last}", lasting=True)] if last else []
    newest = [] if there.newest else [Button(words("letter.button.newest"), verb, f"{seat}.0", lasting=True)]
    if there.seat is None:
        back = [Button(words("letter.button.replay"), "replay", lasting=True)]
    else:
        back = ways_from("letters", there.info, there.seat.number)
    return list(rows([*older, *newest, *back]))


class LetterHandlers:
    """The verbs of letters."""

    def __init__(self, play: QuestionHandlers) -> None:
        self.play = play
        self.service = play.service

    def handlers(self) -> Mapping[str, Handler]:
        """The verbs answered here."""
        return {
            "letters": self.letters,
            "tell_to": self.chosen,
            "tell_form": self.form,
            "tell_sent": self.sent,
            "tell_stop": self.block,
            "tell_again": self.free,
            "tell_host": self.report,
            "letter_all": self.all_letters,
        }

    async def letters(self, visit: Visit) -> Screen:
        """A page of the letters of a seat. Refused: letters_off, no_seat, replaced, not_begun."""
        seat, before = _two(visit)
        there = await self.service.letters(visit.table, person_of(visit), seat=visit.seat or seat, before=before or 0)
        return self._screen(there)

    def _screen(self, there: SeatLetters, line: str = "") -> Screen:
        return letters_screen(there, self.play.presentation(there.info), line)

    def _phrase(self, info: TableInfo, seat: SeatInfo) -> str:
        return phrase(seat, self.play.presentation(info).names)

    async def chosen(self, visit: Visit) -> Answer:
        """The form for a letter to whoever was chosen. Refused as `form`."""
        to = number(next(iter(visit.values), "")) or 0
        return await self.form(replace(visit, option=f"{to}.{visit.option}"))

    async def form(self, visit: Visit) -> Answer:
        """The form for a letter. Refused as `letters`, and no_seat for nobody's seat."""
        to, own = _two(visit)
        there = await self.service.letters(visit.table, person_of(visit), seat=own)
        reader = next((one for one in there.info.seats if one.number == to), None)
        if reader is None or there.seat is None:
            raise Refused("no_seat", table=there.info.id)
        title = words("letter.form.title", civ=self._phrase(there.info, reader))
        field = Line("letter", words("letter.form.text"), least=1, long=True)
        seat = there.seat.number
        to_seat, table = f"{reader.number}.{seat}", there.info.id.lower()
        return Form(cut(title, DESIGN.title), (field,), "tell_sent", to_seat, table=table, seat=seat)

    async def sent(self, visit: Visit) -> Answer:
        """A letter from the form."""
        to, seat = _two(visit)
        return await self.write(replace(visit, seat=seat), to or 0, visit.field("letter"))

    async def write(self, visit: Visit, to: int, text: str) -> Screen:
        """Send a letter. Refused as `write_letter`."""
        there = await self.service.write_letter(visit.table, person_of(visit), to, text, seat=visit.seat)
        reader = there.letters[0].to[0]
        key = "letter.text.sent_closed" if reader.dm_closed else "letter.text.sent"
        return self._screen(there, words(key, civ=self._phrase(there.info, reader)))

    async def typed(self, visit: Visit, to: str, text: str) -> Screen:
        """`/tell`: to the seat of that name. Refused as `write`, and letter_to."""
        there = await self.service.letters(visit.table, person_of(visit), seat=visit.seat)
        names = self.play.presentation(there.info).names
        known = [one for one in there.info.seats if there.seat is None or one.number != there.seat.number]
        found = read(to, [thing(one, names) for one in known], sure=True).one
        if found is None:
            seats = listed([seat_at(one, names) for one in there.others])
            raise Refused("letter_to", table=there.info.id, typed=cut(to, 40), seats=seats)
        return await self.write(visit, int(found.value), text)

    async def readers(self, visit: Visit, typed: str) -> list[tuple[str, str]]:
        """Seats to which one can write, each by its name with its person and its number, as completions."""
        there = await self.service.letters(visit.table, person_of(visit), seat=visit.seat)
        names = self.play.presentation(there.info).names
        found = ranked(typed, [with_owner(one, names) for one in there.others])
        return [(one.name, one.value) for one in found]

    async def block(self, visit: Visit) -> Answer:
        """Take no more letters of a seat's owner. Refused as `block_letters`."""
        return await self._blocked(visit, on=True)

    async def free(self, visit: Visit) -> Answer:
        """Take them again. Refused as `block_letters`."""
        return await self._blocked(visit, on=False)

    async def _blocked(self, visit: Visit, *, on: bool) -> Screen:
        of, seat = _two(visit)
        there = await self.service.block_letters(visit.table, person_of(visit), of or 0, on=on, seat=seat)
        other = self._phrase(there.info, _numbered(there.info, of))
        return self._screen(there, words("letter.text.blocked" if on else "letter.text.freed", civ=other))

    async def report(self, visit: Visit) -> Answer:
        """Show a letter to the host. Refused as `report_letter`."""
        await self.service.report_letter(visit.table, person_of(visit), number(visit.option) or 0)
        return Screen((Text(words("letter.text.reported")),), visit.table)

    async def all_letters(self, visit: Visit) -> Answer:
        """A page of all letters of a game that is over. Refused: letters_off, letters_secret."""
        _, before = _two(visit)
        return self._screen(await self.service.all_letters(visit.table, person_of(visit), before=before or 0))


def _numbered(info: TableInfo, wanted: int | None) -> SeatInfo:
    return next(one for one in info.seats if one.number == wanted)


def _two(visit: Visit) -> tuple[int | None, int | None]:
    """The two numbers in the option of a control."""
    first, _, second = visit.option.partition(".")
    return number(first), number(second)
