"""Events as paragraphs: the lines of one action together, consecutive passes on one line,
several that differ in one thing as one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, TypeVar

from msgspec import structs
from msgspec.structs import replace

from bot.contract.tables import TableInfo
from bot.ui.words.wording import name_tokens, table_text
from engine.core.game import Event
from engine.core.message import AS_TOLD, Message, as_told, list_of
from engine.core.naming import TOKEN, Names, named_by
from engine.core.summary import Summary
from engine.core.text import ENGLISH, TextField, cut, cut_behind, pattern, sentence

T = TypeVar("T")
JOINED: Final = "table.post.joined"


def fields(said: Message) -> tuple[str, ...]:
    """Return the fields of a sentence in the order of the reference catalogue, so the language doesn't matter."""
    return tuple(place.field for place in _places(said) if place.field is not None)


def subject(said: Message) -> tuple[str, str] | None:
    """Return the thing whose name begins the line."""
    first = next(iter(_places(said)), None)
    if said.key == JOINED and isinstance(said.values["first"], Message):
        return subject(said.values["first"])
    if said.key == AS_TOLD:
        found = TOKEN.match(str(said.values["text"]))
        return (found["kind"], found["slug"]) if found else None
    return thing(said.values[first.field]) if first and first.field and not first.letters else None


def thing(value: object) -> tuple[str, str] | None:
    """Return the kind and slug, if that value is the name of one thing."""
    found = TOKEN.fullmatch(value) if isinstance(value, str) else None
    return (found["kind"], found["slug"]) if found else None


def last_thing(said: Message) -> str:
    """Return the field of the last thing that the line names, unless that is a seat or one among several; else
    nothing.
    """
    naming = [field for field in fields(said) if named_by(Message("", {"of": said.values[field]}))]
    last = thing(said.values[naming[-1]]) if naming else None
    return naming[-1] if last is not None and last[0] != "civ" else ""


def together(lines: Sequence[T], of: Callable[[T], Message], into: Callable[[T, Message], T], least: int) -> list[T]:
    """Return the consecutive lines that differ in the last thing only as one, naming all; those with `least` things at
    least.
    """
    joined: list[T] = []
    for frame, several in groupby(lines, key=lambda line: _frame(of(line), least)):
        same, (_, field) = list(several), frame
        things = tuple(dict.fromkeys(str(of(line).values[field]) for line in same)) if field else ()
        if len(same) < 2 or len(things) < len(same):
            joined += same
            continue
        said = of(same[0])
        joined.append(into(same[0], replace(said, values={**said.values, field: list_of(things)})))
    return joined


def _frame(said: Message, least: int) -> tuple[Message, str]:
    """Return a line without the last thing it names, and the field of that thing."""
    field = last_thing(said) if len(named_by(said)) >= least else ""
    return (replace(said, values={**said.values, field: ""}), field) if field else (said, "")


def _places(said: Message) -> Sequence[TextField]:
    return pattern(said.key, ENGLISH, said.values.get("n")) if said.key and said.key != AS_TOLD else ()


PASSED = "passed"
SENTENCE: Final = re.compile(r"(?<=[.!?]) ")
HEADINGS = "phase."
LONGEST = 900
SPACE, LINE = " ", "\n"


def public(events: Iterable[Event], summary: Summary) -> list[Event]:
    """Return the events that everyone may read, without what headings and notes of posts already say."""
    told = (e for e in events if e.to is None and e.said and not e.is_reason)
    return [e for e in told if not e.key.startswith(summary.titles)]


def paragraphs(events: Iterable[Event], names: Names, summary: Summary, npcs: Collection[str] = ()) -> list[str]:
    """Return one paragraph per action, in order, without events for single seats.

    What one of `npcs` does until another seat acts is one paragraph.
    """
    shown = summary.condense(public(events, summary))
    by_action = [list(lines) for _, lines in groupby(shown, key=lambda e: e.action)]
    told = _passes_joined(by_npc(_passes_joined(by_action), npcs, summary))
    return [_paragraph(lines, names, summary, npcs) for lines in told]


@dataclass(frozen=True, slots=True)
class Story:
    """The lines of a post that tell what happened, and whether they leave something out."""

    lines: tuple[str, ...]
    is_cut: bool


NOTHING_TOLD: Final = Story((), is_cut=False)
STORY: Final = 3


def story(told: Sequence[str], most: int) -> Story:
    """Return the newest three of these paragraphs, each with its first and its last sentences, `most` characters."""
    lines = tuple(_first_and_last(one, most) for one in told[-STORY:])
    return Story(lines, lines != tuple(told))


def _first_and_last(told: str, most: int) -> str:
    """Return how a paragraph begins, and as many of its last sentences as fit."""
    if len(told) <= most:
        return told
    first, *others = SENTENCE.split(told)
    kept: list[str] = []
    for one in reversed(others):
        if len(first) + sum(len(other) + 1 for other in kept) + len(one) + 3 > most:
            break
        kept.insert(0, one)
    return " ".join([first, "…", *kept]) if kept else cut_behind(told, most)


def npcs_of(info: TableInfo) -> frozenset[str]:
    """Return the seats that the NPC plays now."""
    return frozenset(s.seat for s in info.seats if s.by == "npc")


def by_npc(actions: Iterable[list[Event]], npcs: Collection[str], summary: Summary) -> list[list[Event]]:
    """Join the consecutive actions of an NPC; passes of others in between are told after them."""
    told: list[list[Event]] = []
    acting = ""
    for lines in actions:
        who = _npc_acting(lines, npcs, summary)
        if who and who == acting:
            last = next(there for there in reversed(told) if _npc_acting(there, npcs, summary))
            last += lines
            continue
        if who or not _npcs_passing(lines, npcs):
            acting = who
        told.append(list(lines))
    return told


def _npc_acting(lines: Sequence[Event], npcs: Collection[str], summary: Summary) -> str:
    """Return the NPC whose action it is; empty for persons' actions, for passes, and for what concerns all seats."""
    about = subject(lines[0].said)
    slug = about[1] if about and about[0] == "civ" else ""
    shared = bool(summary.shared) and lines[0].key.startswith(summary.shared)
    return slug if slug in npcs and not shared and not all(_is_pass(e) for e in lines) else ""


def _npcs_passing(lines: Sequence[Event], npcs: Collection[str]) -> bool:
    return all(_is_pass(e) and named_by(e.said)[0][1] in npcs for e in lines)


def _paragraph(lines: Sequence[Event], names: Names, summary: Summary, npcs: Collection[str] = ()) -> str:
    if len(lines) > 1 and all(_is_pass(e) for e in lines):
        return table_text("post.passed", civs=list_of([f"**{_who_passed(e, names)}**" for e in lines]))
    lines = joined_together(alike_together(lines), summary)
    subjects = [subject(e.said) for e in lines]
    again = [i > 0 and whose is not None and whose == subjects[i - 1] for i, whose in enumerate(subjects)]
    first = [
        _marked(e, npcs, summary) if subjects.index(s) == i else e
        for i, (e, s) in enumerate(zip(lines, subjects, strict=True))
    ]
    told = [line_of(e, names, summary, bold=not repeated) for e, repeated in zip(first, again, strict=True)]
    anew = [bool(summary.own_line) and e.key.startswith(summary.own_line) for e in first]
    whole = "".join((LINE if new else SPACE) + line for line, new in zip(told, anew, strict=True)).strip()
    return cut(whole, LONGEST) if _npc_acting(lines, npcs, summary) else whole


def _marked(event: Event, npcs: Collection[str], summary: Summary) -> Event:
    """The line with the word that an NPC acts, unless its own text has it."""
    about = subject(event.said)
    if about is None or about[0] != "civ" or about[1] not in npcs or event.key in summary.marked:
        return event
    return structs.replace(event, said=_with_npc(event.said))


def _with_npc(told: Message) -> Message:
    """Return the same with the word NPC after the name at its beginning."""
    if told.key == JOINED:
        first = told.values["first"]
        return (
            structs.replace(told, values={**told.values, "first": _with_npc(first)})
            if isinstance(first, Message)
            else told
        )
    if told.key == AS_TOLD:
        whole = str(told.values["text"])
        name, brace, rest = whole.partition("}")
        return as_told(table_text("name.seat_of", civ=f"{name}{brace}", who=table_text("name.npc")) + rest)
    field = fields(told)[0]
    seat = Message("table.name.seat_of", {"civ": told.values[field], "who": Message("table.name.npc")})
    return structs.replace(told, values={**told.values, field: seat})


def line_of(event: Event, names: Names, summary: Summary, *, bold: bool = True) -> str:
    """Return one line with its names; a head such as `Tally:` is bold, like a name that begins a line."""
    text = name_tokens(sentence(event.said), names, bold=bold)
    if event.key.startswith(summary.headed) and subject(event.said) is None:
        head, colon, rest = text.partition(":")
        before = head.rstrip()
        return f"**{before}**{head[len(before) :]}{colon}{rest}" if colon and "**" not in head else text
    return text


def alike_together(lines: Sequence[Event]) -> list[Event]:
    """Return the consecutive lines that differ in one thing only as one: `built a wall in Zab, Van and Judah`."""
    return together(lines, lambda e: e.said, lambda e, told: structs.replace(e, said=told), 2)


def joined_together(lines: Sequence[Event], summary: Summary) -> list[Event]:
    """Return the steps of one thing that a seat does as one sentence: `acquired 6 disks, gained 1 coin, placed
    6: …`.
    """
    joined: list[Event] = []
    for event in lines:
        before = joined[-1] if joined else None
        if before and _goes_on(before, event, summary):
            joined[-1] = structs.replace(event, said=Message(JOINED, {"first": before.said, "then": event.said}))
        else:
            joined.append(event)
    return joined


def _goes_on(before: Event, event: Event, summary: Summary) -> bool:
    """Return whether the second line can join the first; one that ends in a list cannot."""
    same = subject(before.said) == subject(event.said) is not None
    return same and before.key in (summary.joined | summary.opening) - summary.listing and event.key in summary.joined


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
    kinds = [kind for kind, _ in named_by(event.said)]
    return event.key.rpartition(".")[2] == PASSED and kinds == ["civ"]


def _who_passed(event: Event, names: Names) -> str:
    kind, slug = named_by(event.said)[0]
    return names.name(kind, slug)
