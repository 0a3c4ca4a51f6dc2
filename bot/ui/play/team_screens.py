"""What a team writes to one another, on private screens: the list, the form for a line, and all of it after the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.beside import TeamTalk
from bot.ui.parts import DESIGN, Button, Form, Line, Part, Row, Screen, Text, number, rows
from bot.ui.play.frame import civ_name, ways_from
from bot.ui.play.letter_screens import LetterHandlers, missive_lines
from bot.ui.play.question_handlers import QuestionHandlers
from bot.ui.router import Answer, Handler
from bot.ui.visit import Visit, person_of
from bot.ui.wording import marked, phrase
from bot.values import Refused
from engine.core.naming import fold
from engine.core.presentation import Presentation
from engine.core.said import listed
from engine.core.text import cut, words

TEAM = "team"


def team_screen(there: TeamTalk, presentation: Presentation, line: str = "") -> Screen:
    """What a team has written, the newest of it that fits in its order, who reads it, and the way to write."""
    names = presentation.names
    whose = words("team_talk.text.all") if there.seat is None else civ_name(presentation, there.seat)
    texts = [marked(f"### {words('team_talk.text.title')} · {whose}", there.info)]
    if there.mates:
        texts.append(words("team_talk.text.readers", civs=listed([phrase(mate, names) for mate in there.mates])))
    elif there.seat is not None and there.info.state == "running":
        texts.append(words("team_talk.text.alone"))
    texts.append(words("team_talk.text.open" if there.info.state == "over" else "team_talk.text.secret"))
    shown = missive_lines(there.lines, names)
    body = "\n".join(reversed(shown)) or words("team_talk.text.none")
    last = there.lines[len(shown) - 1].no if shown and len(shown) < len(there.lines) else there.before
    parts: list[Part] = [*([Text(line)] if line else []), Text("\n".join(texts)), Text(body)]
    return Screen((*parts, *_ways(there, last)), there.info.id.lower())


def _ways(there: TeamTalk, last: int) -> list[Row]:
    """To write, to older lines, to the newest again, and back."""
    verb, seat = ("team_talk", str(there.seat.number)) if there.seat else ("team_all", "")
    write = [Button(words("team_talk.button.write"), "team_form", seat, "primary", lasting=True)] if there.mates else []
    older = [Button(words("team_talk.button.older"), verb, f"{seat}.{last}", lasting=True)] if last else []
    newest = [] if there.newest else [Button(words("team_talk.button.newest"), verb, f"{seat}.0", lasting=True)]
    if there.seat is None:
        back = [Button(words("letter.button.replay"), "replay", lasting=True)]
    else:
        back = ways_from("team_talk", there.info, there.seat.number)
    return list(rows([*write, *older, *newest, *back]))


class TeamTalkHandlers:
    """The verbs of what a team writes, and `/tell`, which is for a seat or the team."""

    def __init__(self, play: QuestionHandlers) -> None:
        self.play = play
        self.service = play.service
        self.letters = LetterHandlers(play)

    def handlers(self) -> Mapping[str, Handler]:
        """The verbs answered here."""
        return {
            "team_talk": self.talk,
            "team_form": self.form,
            "team_sent": self.sent,
            "team_all": self.all_talk,
        }

    def _screen(self, there: TeamTalk, line: str = "") -> Screen:
        return team_screen(there, self.play.presentation(there.info), line)

    async def talk(self, visit: Visit) -> Screen:
        """A page of what the team of a seat has written. Refused: team_talk_off, no_seat, replaced, not_begun."""
        seat, _, before = visit.option.partition(".")
        there = await self.service.team_talk(
            visit.table, person_of(visit), seat=visit.seat or number(seat), before=number(before) or 0
        )
        return self._screen(there)

    async def form(self, visit: Visit) -> Answer:
        """The form for a line to the team. Refused as `talk`, and team_alone."""
        there = await self.service.team_talk(visit.table, person_of(visit), seat=number(visit.option))
        if there.seat is None or not there.mates:
            raise Refused("team_alone", table=there.info.id)
        field = Line("letter", words("letter.form.text"), least=1, long=True)
        title, seat = cut(words("team_talk.form.title"), DESIGN.title), there.seat.number
        return Form(title, (field,), "team_sent", str(seat), table=there.info.id.lower(), seat=seat)

    async def sent(self, visit: Visit) -> Answer:
        """A line from the form."""
        return await self.write(replace(visit, seat=number(visit.option)), visit.field("letter"))

    async def write(self, visit: Visit, text: str) -> Screen:
        """Write to the team. Refused as `tell_team`."""
        there = await self.service.tell_team(visit.table, person_of(visit), text, seat=visit.seat)
        names = self.play.presentation(there.info).names
        to = listed([phrase(mate, names) for mate in there.lines[0].to])
        return self._screen(there, words("team_talk.text.sent", civs=to))

    async def typed(self, visit: Visit, to: str, text: str) -> Screen:
        """`/tell`: to the team, by that word, or to the seat of that name. Refused as `write`, and as for letters."""
        if fold(to) in {fold(TEAM), fold(words("team_talk.name"))}:
            return await self.write(visit, text)
        return await self.letters.typed(visit, to, text)

    async def readers(self, visit: Visit, typed: str) -> list[tuple[str, str]]:
        """The team and the names of those to whom one can write, as completions."""
        return [*await self._team(visit, typed), *await self._seats(visit, typed)]

    async def _team(self, visit: Visit, typed: str) -> list[tuple[str, str]]:
        try:
            there = await self.service.team_talk(visit.table, person_of(visit), seat=visit.seat)
        except Refused:
            return []
        name = words("team_talk.name")
        return [(name, TEAM)] if there.mates and typed.casefold() in name.casefold() else []

    async def _seats(self, visit: Visit, typed: str) -> list[tuple[str, str]]:
        try:
            return await self.letters.readers(visit, typed)
        except Refused:
            return []

    async def all_talk(self, visit: Visit) -> Answer:
        """A page of what all teams of a game that is over have written. Refused: team_talk_off, team_talk_secret."""
        _, _, before = visit.option.partition(".")
        return self._screen(await self.service.all_team_talk(visit.table, person_of(visit), before=number(before) or 0))
