"""Events as paragraphs: the lines of one action together, consecutive passes on one line."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from itertools import groupby

from bot.contract import TableInfo
from bot.ui.table.terms import named, said
from engine.core.fitting import cut
from engine.core.game import Event
from engine.core.herald import Herald
from engine.core.naming import TOKEN, Names, tokens
from engine.core.text import listed

PASSED = "passed"
HEADINGS = "phase."
LONGEST = 900
SPACE, LINE = " ", "\n"
HEAD = re.compile(r"([A-Z][A-Za-z0-9 ()]{2,40}):")


def public(events: Iterable[Event], herald: Herald) -> list[Event]:
    """The events that everybody may read; what the headings and notes of posts say anyway is left out."""
    told = (e for e in events if e.to is None and e.text.strip() and not e.is_reason)
    return [e for e in told if not e.key.startswith(herald.titles)]


def paragraphs(
    events: Iterable[Event], names: Names, herald: Herald, npcs: Collection[str] = (), *, phase: bool = False
) -> list[str]:
    """One paragraph an action, in the order told; events for single seats are left out.

    What one of `npcs` does while no person acts is one paragraph; with `phase` what it does at all.
    """
    shown = herald.condensed(public(events, herald))
    by_action = [list(lines) for _, lines in groupby(shown, key=lambda e: e.action)]
    told = _passes_joined(by_npc(_passes_joined(by_action), npcs, herald, phase=phase))
    return [_paragraph(lines, names, herald, npcs) for lines in told]


def npcs_of(info: TableInfo) -> frozenset[str]:
    """The seats that the NPC plays now."""
    return frozenset(s.seat for s in info.seats if s.by == "npc")


def by_npc(actions: Iterable[list[Event]], npcs: Collection[str], herald: Herald, *, phase: bool) -> list[list[Event]]:
    """The actions of each NPC together where it first acted; with `phase` whatever others did between."""
    told: list[list[Event]] = []
    open_to: dict[str, list[Event]] = {}
    for lines in actions:
        who = _npc_acting(lines, npcs, herald)
        if who in open_to:
            open_to[who] += lines
            continue
        if not who and not phase and not _npcs_passing(lines, npcs):
            open_to.clear()
        told.append(list(lines))
        if who:
            open_to[who] = told[-1]
    return told


def _npc_acting(lines: Sequence[Event], npcs: Collection[str], herald: Herald) -> str:
    """The NPC whose action it is; empty for persons' actions, for passes, and for what is about all seats."""
    subject = _subject(lines[0])
    slug = subject[1] if subject and subject[0] == "civ" else ""
    shared = bool(herald.shared) and lines[0].key.startswith(herald.shared)
    return slug if slug in npcs and not shared and not all(_is_pass(e) for e in lines) else ""


def _npcs_passing(lines: Sequence[Event], npcs: Collection[str]) -> bool:
    return all(_is_pass(e) and tokens(e.text)[0][1] in npcs for e in lines)


def _paragraph(lines: Sequence[Event], names: Names, herald: Herald, npcs: Collection[str] = ()) -> str:
    if len(lines) > 1 and all(_is_pass(e) for e in lines):
        return said("post.passed", civs=listed([f"**{_who_passed(e, names)}**" for e in lines]))
    lines = joined_together(alike_together(lines), herald)
    subjects = [_subject(e) for e in lines]
    again = [i > 0 and subject is not None and subject == subjects[i - 1] for i, subject in enumerate(subjects)]
    first = [
        _marked(e, npcs) if subjects.index(s) == i else e for i, (e, s) in enumerate(zip(lines, subjects, strict=True))
    ]
    told = [line_of(e, names, bold=not repeated) for e, repeated in zip(first, again, strict=True)]
    anew = [bool(herald.own_line) and e.key.startswith(herald.own_line) for e in first]
    whole = "".join((LINE if new else SPACE) + line for line, new in zip(told, anew, strict=True)).strip()
    return cut(whole, LONGEST) if _npc_acting(lines, npcs, herald) else whole


def _marked(event: Event, npcs: Collection[str]) -> Event:
    """The line with the word that an NPC acts, unless it has it already."""
    first = TOKEN.match(event.text)
    if first is None or first["kind"] != "civ" or first["slug"] not in npcs:
        return event
    npc = said("name.seat_of", civ=first[0], who=said("name.npc"))
    rest = event.text[first.end() :]
    return event if event.text.startswith(npc) else replace(event, text=f"{npc}{rest}")


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
        if before and _goes_on(before, event, herald):
            rest = event.text[event.text.index("}") + 1 :].lstrip()
            joined[-1] = replace(event, text=f"{before.text.rstrip('.')}, {rest}")
        else:
            joined.append(event)
    return joined


def _goes_on(before: Event, event: Event, herald: Herald) -> bool:
    """Whether the second line goes on with what the first tells; a list at its end would run on into it."""
    same = _subject(before) == _subject(event) is not None
    kinds = before.key in herald.joined | herald.opening and event.key in herald.joined
    return same and kinds and ": " not in before.text


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
