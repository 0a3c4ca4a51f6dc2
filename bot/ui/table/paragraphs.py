"""Events as paragraphs: the lines of one action together, consecutive passes on one line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby

from bot.ui.table.terms import named, said
from engine.core.game import Event
from engine.core.herald import Herald
from engine.core.naming import TOKEN, Names, tokens
from engine.core.text import listed

PASSED = "passed"
HEADINGS = "phase."
HEAD = re.compile(r"([A-Z][A-Za-z0-9 ()]{2,40}):")


def public(events: Iterable[Event], herald: Herald) -> list[Event]:
    """The events that everybody may read; what the headings and notes of posts say anyway is left out."""
    return [e for e in events if e.to is None and e.text.strip() and not e.key.startswith(herald.titles)]


def paragraphs(events: Iterable[Event], names: Names, herald: Herald) -> list[str]:
    """One paragraph an action, in the order told; events for single seats are left out."""
    by_action = [list(lines) for _, lines in groupby(public(events, herald), key=lambda e: e.action)]
    return [_paragraph(lines, names, herald) for lines in _passes_joined(by_action)]


def _paragraph(lines: Sequence[Event], names: Names, herald: Herald) -> str:
    if len(lines) > 1 and all(_is_pass(e) for e in lines):
        return said("post.passed", civs=listed([f"**{_who_passed(e, names)}**" for e in lines]))
    lines = joined_together(alike_together(lines), herald)
    subjects = [_subject(e) for e in lines]
    again = [i > 0 and subject is not None and subject == subjects[i - 1] for i, subject in enumerate(subjects)]
    return " ".join(line_of(e, names, bold=not repeated) for e, repeated in zip(lines, again, strict=True))


def line_of(event: Event, names: Names, *, bold: bool = True) -> str:
    """One line with its names; a head such as `Tally:` stands out like a name that begins a line."""
    text = named(event.text, names, bold=bold)
    return HEAD.sub(r"**\1**:", text, count=1) if HEAD.match(event.text) else text


def alike_together(lines: Sequence[Event]) -> list[Event]:
    """Consecutive lines that differ in one thing only as one: `built a wall in Zab, Van and Judah`."""
    joined: list[Event] = []
    for _, several in groupby(lines, key=_frame):
        same = list(several)
        last = next(reversed(list(TOKEN.finditer(same[0].text))), None)
        things = list(dict.fromkeys(t[-1] for e in same if (t := TOKEN.findall(e.text))))
        if len(same) < 2 or last is None or len(things) < len(same):
            joined += same
            continue
        named_all = listed([f"{{{kind}:{slug}}}" for kind, slug in things])
        joined.append(replace(same[0], text=f"{same[0].text[: last.start()]}{named_all}{same[0].text[last.end() :]}"))
    return joined


def _frame(event: Event) -> tuple[str, str]:
    """A line without the last thing it names; lines of several sentences or of one name stand for themselves."""
    found = list(TOKEN.finditer(event.text))
    if len(found) < 2 or found[-1]["kind"] == "civ":
        return event.key, event.text
    return event.key, f"{event.text[: found[-1].start()]}\0{event.text[found[-1].end() :]}"


def joined_together(lines: Sequence[Event], herald: Herald) -> list[Event]:
    """The steps of one thing that a seat does as one sentence: `acquired 6 disks, gained 1 coin, placed 6: …`."""
    joined: list[Event] = []
    for event in lines:
        before = joined[-1] if joined else None
        if before and {before.key, event.key} <= herald.joined and _subject(before) == _subject(event) is not None:
            rest = event.text[event.text.index("}") + 1 :].lstrip()
            joined[-1] = replace(event, text=f"{before.text.rstrip('.')}, {rest}")
        else:
            joined.append(event)
    return joined


def _subject(event: Event) -> tuple[str, str] | None:
    """What the line begins with, if it is a thing with a name."""
    first = TOKEN.match(event.text)
    return (first["kind"], first["slug"]) if first else None


def _passes_joined(actions: Iterable[list[Event]]) -> list[list[Event]]:
    """Actions that are nothing but a pass join the pass before them."""
    joined: list[list[Event]] = []
    for lines in actions:
        if joined and all(_is_pass(e) for e in (*joined[-1], *lines)):
            joined[-1] += lines
        else:
            joined.append(list(lines))
    return joined


def _is_pass(event: Event) -> bool:
    kinds = [kind for kind, _ in tokens(event.text)]
    return event.key.rpartition(".")[2] == PASSED and kinds == ["civ"]


def _who_passed(event: Event, names: Names) -> str:
    kind, slug = tokens(event.text)[0]
    return names.name(kind, slug)
