"""What happened in several turns, under a heading for each: `Round 7`, `Turn 4`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TypeAlias

from bot.contract.tables import LogLine, TableInfo
from bot.ui.lookup.log import chapter_name
from bot.ui.parts import number
from bot.ui.words.paragraphs import npcs_of, paragraphs
from bot.ui.words.presentations import summary_of
from bot.ui.words.wording import table_text
from engine.core.game import Event, turn_in
from engine.core.naming import Names
from engine.core.text import capital, cut

Told: TypeAlias = list[tuple[str, str]]


def told_by_turn(lines: Iterable[LogLine], info: TableInfo, names: Names) -> Told:
    """Return the paragraphs of public lines, each with the heading of its turn; without one if all are of one turn."""
    summary, found = summary_of(info.game), Told()
    for _, of_turn in groupby(lines, key=lambda line: turn_in(line.chapter)):
        same = list(of_turn)
        events = [Event(line.said, None, line.focus, line.action, line.key) for line in same if not line.to]
        heading = turn_heading(info.game, same[0].chapter)
        found += [(heading, told) for told in paragraphs(events, names, summary, npcs_of(info))]
    return found if len({heading for heading, _ in found}) > 1 else [("", told) for _, told in found]


def turn_heading(game: str, chapter: str) -> str:
    """Return the heading of a chapter's turn; before the first turn, that of the chapter."""
    era, _, turn = turn_in(chapter).partition(".")
    n = number(turn) or 0
    name = summary_of(game).turn(number(era) or 0, n) if n else chapter_name(game, chapter)
    return table_text("post.turn_heading", turn=capital(name))


def under_headings(first: str, told: Sequence[tuple[str, str]], most: int, earlier: int = 0) -> str:
    """Return the first text and the newest paragraphs that fit, under the headings of their turns.

    Those left out are counted, with those that came `earlier`.
    """
    whole = "\n".join([first, *_lines(told)])
    if len(whole) <= most and not earlier:
        return whole
    note = table_text("post.more_lines", n=len(told) + earlier)
    first = cut(first, most // 2)
    kept = _newest(told, most - len(first) - len(note) - 2)
    gone = len(told) - len(kept) + earlier
    return "\n".join([first, *([table_text("post.more_lines", n=gone)] if gone else []), *_lines(kept)])


def _newest(told: Sequence[tuple[str, str]], room: int) -> Sequence[tuple[str, str]]:
    """The newest paragraphs that fit with their headings."""
    kept, last = 0, ""
    for heading, text in reversed(told):
        room -= len(text) + 1 + (len(heading) + 1 if heading != last else 0)
        if room < 0:
            break
        kept, last = kept + 1, heading
    return told[len(told) - kept :]


def _lines(told: Sequence[tuple[str, str]]) -> list[str]:
    """The paragraphs, those of one heading below it."""
    lines, last = list[str](), ""
    for heading, text in told:
        lines += [heading, text] if heading and heading != last else [text]
        last = heading
    return lines
