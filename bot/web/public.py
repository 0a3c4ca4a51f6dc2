"""What everyone may see of a table, read at one moment, and the version of it: a hash of just that.

Nothing hidden changes the version: it is made of the public view and of what the page says about it.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final

import msgspec

from bot.contract.tables import LogLine, Person, Refused, Standing, TableInfo, told_apart
from bot.features.replay.screens import Frame, frames
from bot.tables.game_service import GameService
from bot.ui.lobby import status
from bot.ui.lookup.log import chapter_name
from bot.ui.parts import Text
from bot.ui.words.paragraphs import npcs_of, paragraphs
from bot.ui.words.presentations import names_of, summary_of
from bot.ui.words.wording import mark_head, owner
from bot.web.html import html_of
from bot.web.things import MarkedNames
from engine.core.game import Event, View
from engine.core.naming import Names
from engine.core.text import speaking, words

SHORT: Final = 12
"""Bytes of a version."""


@dataclass(frozen=True, slots=True)
class PublicTable:
    """A table as everyone may see it; without `standing` it has not begun."""

    info: TableInfo
    standing: Standing | None
    lines: tuple[LogLine, ...] = ()
    """The newest lines of the log, or those of the phase that is looked at."""
    frames: tuple[Frame, ...] = ()
    """The ends of all phases that can be looked at, and the position now."""
    at: int = 0
    """Which of them this is: its point, 0 for now."""
    before: View | None = None
    """The public view that changes are counted from."""

    @property
    def view(self) -> View | None:
        """Return the public view."""
        return self.standing.view if self.standing else None

    @property
    def names(self) -> Names:
        """Return the names of its things, marked for the page."""
        return MarkedNames(self.plain_names)

    @property
    def plain_names(self) -> Names:
        """Return the same names without marks."""
        return names_of(self.info.game, self.info.scenario)


async def read(service: GameService, table: str) -> PublicTable:
    """Return the table as it is now. Refused: no_table, no_page, and what a damaged game is refused with."""
    info = await service.info(table)
    if info.settings.page == "off":
        raise Refused("no_page")
    if info.state == "lobby":
        return PublicTable(info, None)
    standing = await service.standing(table)
    page = await service.log(table, None)
    there = frames(await service.checkpoints(table))
    lines = tuple(line for line in page.lines if _is_told(line))
    before = await _before(service, table, there, len(there) - 1)
    return PublicTable(standing.info, standing, lines, there, 0, before)


async def read_at(service: GameService, table: str, point: int) -> PublicTable:
    """Return the table as it was at that point of the game, or at the nearest one before. Refused: as `read`."""
    now = await read(service, table)
    if now.standing is None:
        return now
    place = max((i for i, frame in enumerate(now.frames[:-1]) if frame.point <= point), default=None)
    if place is None:
        return now
    frame = now.frames[place]
    view = await service.history(table, frame.point, None, seat=0)
    page = await service.log(table, None, chapter=frame.chapter)
    lines = tuple(line for line in page.lines if _is_told(line))
    standing = Standing(now.info, view, None, None)
    before = await _before(service, table, now.frames, place)
    return PublicTable(now.info, standing, lines, now.frames, frame.point, before)


async def _before(service: GameService, table: str, there: tuple[Frame, ...], place: int) -> View | None:
    """Return the view at the frame before that one; None for the first, and where it can't be read."""
    if place < 1:
        return None
    try:
        return await service.history(table, there[place - 1].point, None, seat=0)
    except Refused:
        return None


def _is_told(line: LogLine) -> bool:
    return not line.to and not line.undone


@dataclass(frozen=True, slots=True)
class Told:
    """What the page says of a table beside its board: pieces of HTML in the language being spoken."""

    title: str
    """Plain text."""
    moment: str
    """Plain text."""
    asked: str
    standings: str
    story: str


@dataclass(slots=True)
class Caller:
    """Tells what people are called on a table's page: as at the table; anyone else is a player."""

    info: TableInfo
    known: dict[int, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Collect the people of the table."""
        people: list[Person] = [self.info.host, *(s.person for s in self.info.seats if s.person is not None)]
        self.known = told_apart((one.id, one.name) for one in people)

    def __call__(self, person: int) -> str:
        """Return a name."""
        return self.known.get(person) or words("web.somebody")


def told(table: PublicTable) -> Told:
    """Return what the page says of a table, in the language being spoken."""
    info, called = table.info, Caller(table.info)
    if table.standing is None:
        return Told(title_of(info), "", "", html_of(_lobby(info), called), "")
    summary = summary_of(info.game)
    return Told(
        title_of(info),
        summary.moment(table.standing.view),
        html_of(_asked(table), called),
        html_of("\n".join(_standings(table)), called),
        _story(table, called),
    )


def _lobby(info: TableInfo) -> str:
    """Return what is known of a table that has not begun, and who sits there."""
    text = "\n".join(part.text for part in status.lobby_status(info).parts if isinstance(part, Text))
    seated = [f"- {owner(seat)}" for seat in info.seats if seat.person is not None]
    return "\n".join([text, *seated])


def title_of(info: TableInfo) -> str:
    """Return the title of a table: its game and scenario."""
    scenario = str(info.scenario_title)
    return f"{info.game_title} · {scenario}" if scenario else info.game_title


def _asked(table: PublicTable) -> str:
    """Return who is asked, and until when; for an earlier moment nothing."""
    if table.standing is None or table.at:
        return ""
    lines = status.waiting_lines(table.standing, table.names)
    return mark_head("\n".join(lines), table.info)


def _standings(table: PublicTable) -> list[str]:
    """Return a line for each seat, in turn order, then what lies beside the board."""
    if table.standing is None:
        return []
    view, summary = table.standing.view, summary_of(table.info.game)
    lines = status.standing_lines(table.info, view, table.names, summary).splitlines()
    return [*(f"- {line}" for line in lines), *filter(None, [summary.piles(view)])]


def _story(table: PublicTable, called: Caller) -> str:
    """Return the log by phases, the newest first."""
    summary, told_, npcs = summary_of(table.info.game), [], npcs_of(table.info)
    for chapter, several in groupby(table.lines, key=lambda line: line.chapter):
        events = [Event(line.said, None, line.focus, line.action, line.key) for line in several]
        lines = paragraphs(events, table.names, summary, npcs)
        if lines:
            head = f"### {chapter_name(table.info.game, chapter)}"
            told_.append("\n".join([head, *lines]))
    return "".join(f"<section>{html_of(one, called, 2)}</section>" for one in reversed(told_))


def version(table: PublicTable) -> str:
    """Return the version of what everyone may see of the table; it changes with that and with nothing else."""
    with speaking(table.info.settings.language):
        said = told(table)
    seats = [(s.number, s.seat, s.civ, s.by, s.person.name if s.person else s.name) for s in table.info.seats]
    shown = (said.title, said.moment, said.asked, said.standings, said.story, table.info.state, seats, table.view)
    return hashlib.blake2b(msgspec.json.encode(shown), digest_size=SHORT).hexdigest()
