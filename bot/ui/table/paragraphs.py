"""Events as paragraphs: the lines of one action together, consecutive passes on one line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from bot.ui.names import TOKEN, Names, tokens
from bot.ui.table.terms import named, said
from engine.core.game import Event
from engine.core.text import listed

PASSED = "passed"
HEADINGS = "phase."
TITLES = (HEADINGS, "competition.contested")


def public(events: Iterable[Event]) -> list[Event]:
    """The events that everybody may read; what the headings and notes of posts say anyway is left out."""
    return [e for e in events if e.to is None and e.text.strip() and not e.key.startswith(TITLES)]


def paragraphs(events: Iterable[Event], names: Names) -> list[str]:
    """One paragraph an action, in the order told; events for single seats are left out."""
    by_action = [list(lines) for _, lines in groupby(public(events), key=lambda e: e.action)]
    return [_paragraph(lines, names) for lines in _passes_joined(by_action)]


def _paragraph(lines: Sequence[Event], names: Names) -> str:
    if len(lines) > 1 and all(_is_pass(e) for e in lines):
        return said("post.passed", civs=listed([f"**{_who_passed(e, names)}**" for e in lines]))
    subjects = [_subject(e) for e in lines]
    again = [i > 0 and subject is not None and subject == subjects[i - 1] for i, subject in enumerate(subjects)]
    return " ".join(named(e.text, names, bold=not repeated) for e, repeated in zip(lines, again, strict=True))


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
