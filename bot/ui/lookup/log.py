"""The log, a page at a time: by chapter, or about something; and why an NPC did what a line tells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.contract.tables import Chapter, LogLine, LogPage, Reasons, Refused, TableInfo
from bot.ui.parts import Button, Menu, Part, Row, Screen, Text, choice, number, rows
from bot.ui.typed.match import Index
from bot.ui.words.paragraphs import npcs_of, paragraphs, together
from bot.ui.words.presentations import presentation_of, summary_of
from bot.ui.words.wording import mark_head, name_tokens, several, table_text
from engine.core.game import Event
from engine.core.message import Message
from engine.core.naming import Named, Names, named_by
from engine.core.text import cut, paginate, sentence

MENU = 24
TURNS = 4
WHOLE = "-"
LINES = 2700


@dataclass(frozen=True, slots=True)
class LogPlace:
    """Which page of the log is open: kept in the address of its buttons."""

    page: int = 1
    chapter: str = ""
    about: str = ""

    def __str__(self) -> str:
        return f"{self.page}~{self.chapter}~{self.about}"[:60]


def place_of(option: str) -> LogPlace:
    """Return the place that an address names."""
    page, _, rest = option.partition("~")
    chapter, _, about = rest.partition("~")
    return LogPlace(number(page) or 1, chapter, about)


@dataclass(frozen=True, slots=True)
class StoryPlace:
    """The lines of the log that an update told, and the page of them: kept in the address of its buttons."""

    first: int
    last: int
    page: int = 1

    def __str__(self) -> str:
        return f"{self.first}-{self.last}~{self.page}"


def story_place(option: str) -> StoryPlace:
    """Return the place that an address names."""
    told, _, page = option.partition("~")
    first, _, last = told.partition("-")
    return StoryPlace(number(first) or 0, number(last) or 0, number(page) or 1)


def log_screen(page: LogPage, names: Names, place: LogPlace, *, boards: bool) -> Screen:
    """Return a page of the log; `boards`: whether earlier boards can be looked at."""
    info = page.info
    here = LogPlace(page.page, page.chapter, place.about)
    parts: list[Part] = [Text(head(page)), Text(log_text(page, names, place.about))]
    parts += [menu(page)] if page.chapters else []
    parts += reasons_menu(page, names)
    turn = buttons(page, here, boards=boards and bool(page.chapter))
    parts += [Row(turn)] if turn else []
    return Screen(tuple(parts), info.id.lower())


def story_screen(info: TableInfo, lines: Sequence[LogLine], names: Names, place: StoryPlace) -> Screen:
    """Return all that an update told, in paragraphs, a page at a time."""
    events = [Event(line.said, None, line.focus, line.action, line.key) for line in lines]
    told = paragraphs(events, names, summary_of(info.game), npcs_of(info)) or [table_text("log.story_undone")]
    pages = paginate([cut(one, LINES) for one in told], "\n", LINES)
    at = min(place.page, len(pages))
    steps = [("button.step_back", at - 1)] if at > 1 else []
    steps += [("button.step_next", at + 1)] if at < len(pages) else []
    turn = tuple(Button(table_text(key), "story", str(replace(place, page=to)), lasting=True) for key, to in steps)
    head = Text(mark_head(table_text("log.story", id=info.id), info))
    return Screen((head, Text(pages[at - 1]), *([Row(turn)] if turn else [])), info.id.lower())


def head(page: LogPage) -> str:
    """Return which chapter, and which page if there are several."""
    chapter = chapter_name(page.info.game, page.chapter) if page.chapter else ""
    key = f"log.{'head' if chapter else 'head_all'}{'' if page.pages > 1 else '_alone'}"
    return mark_head(table_text(key, id=page.info.id, chapter=chapter, page=page.page, pages=page.pages), page.info)


def chapter_name(game: str, key: str) -> str:
    """Return the name of a chapter, such as `Turn 3 · Growth`."""
    era, _, rest = key.partition(".")
    turn, _, phase = rest.partition(".")
    return summary_of(game).chapter(number(era) or 0, number(turn) or 0, phase)


def log_text(page: LogPage, names: Names, about: str) -> str:
    """Return the lines of the page, cut evenly where they are too long."""
    if not page.lines:
        return table_text("log.nothing_about", about=about) if about else table_text("log.none")
    lines = [line_text(line, names) for line in page.lines]
    room = LINES // len(lines)
    long = [line for line in lines if len(line) > room]
    spare = LINES - sum(len(line) + 1 for line in lines if len(line) <= room)
    each = spare // len(long) if long else room
    return "\n".join(cut(line, each - 1) if len(line) > room else line for line in lines)


def line_text(line: LogLine, names: Names) -> str:
    """Return one line of the log with its number, marked if it is private or undone."""
    key = "log.undone" if line.undone else "log.private" if line.to else "log.why" if line.why else "log.line"
    return table_text(key, no=line.no, text=name_tokens(line.text, names))


def menu(page: LogPage) -> Menu:
    """Return the chapters, newest first, and everything."""
    chapters = sorted(page.chapters, key=lambda c: -c.first)[:MENU]
    choices = [choice(WHOLE, table_text("log.whole"), chosen=not page.chapter)]
    choices += [
        choice(c.key, chapter_name(page.info.game, c.key), lines(c), chosen=c.key == page.chapter)
        for c in chapters
        if c.key
    ]
    return Menu(table_text("log.chapters"), "log_go", tuple(choices), lasting=True)


def reasons_menu(page: LogPage, names: Names) -> list[Part]:
    """Return the lines of the page that NPCs have told reasons for, newest first."""
    there = [line for line in reversed(page.lines) if line.why]
    choices = [choice(str(line.no), f"{line.no} {name_tokens(line.text, names, bold=False)}") for line in there]
    return [Menu(table_text("log.reasons"), "why", tuple(choices), lasting=True)] if choices else []


def chapter_meant(typed: str, game: str, chapters: Sequence[Chapter]) -> str:
    """Return the chapter that a text means, by key, name or the beginning of a name, the newest of several.

    Refused: no_turn, with the newest there are.
    """
    newest = sorted((c for c in chapters if c.key), key=lambda c: -c.first)
    things = [Named(c.key, chapter_name(game, c.key), numbers(c.key)) for c in newest]
    found = Index(things).find(typed)
    if not found:
        raise Refused("no_turn", turn=cut(typed, 40), turns=", ".join(thing.name for thing in things[:TURNS]))
    return found[0].value


def numbers(chapter: str) -> tuple[str, ...]:
    """Return the names of a chapter's turn by number: `2` and `turn 2`."""
    turn = chapter.split(".")[1]
    return turn, f"turn {turn}"


def lines(chapter: Chapter) -> str:
    """Return how many lines a chapter has, in words."""
    return several("log.chapter_line", "log.chapter_lines", chapter.lines)


def buttons(page: LogPage, here: LogPlace, *, boards: bool) -> tuple[Button, ...]:
    """Return the buttons: older, newer, and the board at this point."""
    older = LogPlace(page.page + 1, here.chapter, here.about)
    newer = LogPlace(page.page - 1, here.chapter, here.about)
    row = [Button(table_text("button.older"), "log", str(older), lasting=True)] if page.page < page.pages else []
    row += [Button(table_text("button.newer"), "log", str(newer), lasting=True)] if page.page > 1 else []
    row += [Button(table_text("button.board_then"), "log_then", page.chapter, lasting=True)] if boards else []
    return tuple(row)


SHOWN: Final = 4
LINE: Final = 400
HEAD: Final = 150


def why_screen(told: Reasons, names: Names, page: int = 1) -> Screen:
    """Return at most five lines: four reasons, and whom the NPC is hostile to; further reasons on further pages."""
    several = [cut(name_tokens(sentence(why), names, bold=False), LINE) for why in alike(told.reasons)]
    pages = max(1, -(-len(several) // SHOWN))
    page = min(max(page, 1), pages)
    head = table_text(
        "why.head", what=cut(name_tokens(told.line.text, names, bold=False).rstrip("."), HEAD), no=told.line.no
    )
    lines = several[(page - 1) * SHOWN : page * SHOWN]
    attitude = summary_of(told.info.game).attitude(told.view, subject(told))
    body = Text("\n".join([*lines, *([attitude] if attitude else [])]))
    return Screen((Text(mark_head(head, told.info)), body, *why_buttons(told, page, pages)), told.info.id.lower())


def subject(told: Reasons) -> str:
    """Return the NPC whose reasons they are: whom the first of them names, else the line itself."""
    saids = (*told.reasons, told.line.said)
    return next((slug for said in saids for kind, slug in named_by(said) if kind == "civ"), "")


def alike(reasons: Sequence[Message]) -> list[Message]:
    """Return the consecutive reasons that differ in the last thing they name only as one, and the same reason once."""
    once: list[Message] = []
    for why in reasons:
        once += [] if why in once else [why]
    return together(once, lambda why: why, lambda _, told: told, 1)


def why_buttons(told: Reasons, page: int, pages: int) -> list[Row]:
    """Return the buttons: further reasons, the open hand, the rules of NPCs, and back to the log."""
    no, civ = told.line.no, subject(told)
    topic = presentation_of(told.info.game).npc_topic
    made = [Button(table_text("button.more_reasons"), "why", f"{no}~{page + 1}", lasting=True)] if page < pages else []
    open_hand = summary_of(told.info.game).cards(told.view, civ) is not None
    made += [Button(table_text("button.npc_hand"), "npc_hand", civ, lasting=True)] if open_hand else []
    made += [Button(table_text("button.npc_rules"), "rule", topic, lasting=True)] if topic else []
    made += [Button(table_text("button.back_to_log"), "log", str(LogPlace()), lasting=True)]
    return rows(made)
