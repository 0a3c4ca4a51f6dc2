"""Shortens a screen that is too long for one message."""

from __future__ import annotations

from collections.abc import Collection
from typing import TypeVar

from msgspec.structs import replace

from bot.ui.parts import (
    DISCORD,
    Button,
    Divider,
    Gallery,
    Link,
    Menu,
    Part,
    Row,
    Screen,
    Section,
    Text,
    address,
    count,
    custom_id,
    raw_text,
    short,
)
from engine.core.text import cut

Pressable = TypeVar("Pressable", Button, Link)
ALT = 1024
PICTURES = 10
LEAST = 40


def truncate(screen: Screen) -> Screen:
    """Return the screen as far as it fits Discord: fewer parts, texts cut at a word, and controls named once.

    Its fixed row stays. A screen that fits isn't changed.
    """
    fitting = tuple(made for part in screen.parts if (made := _fitting(part)) is not None)
    return _with_less_text(_with_fewer_parts(_with_controls_once(replace(screen, parts=fitting))))


def without_verbs(screen: Screen, verbs: Collection[str]) -> Screen:
    """Return the screen without the controls of these verbs."""
    if not verbs:
        return screen
    made: list[Part] = []
    for part in screen.parts:
        if isinstance(part, Row):
            kept = tuple(button for button in part.buttons if button.verb not in verbs)
            made += [replace(part, buttons=kept)] if kept or part.links else []
        elif isinstance(part, Section) and part.button.verb in verbs:
            made.append(Text(part.text))
        elif not (isinstance(part, Menu) and part.verb in verbs):
            made.append(part)
    return replace(screen, parts=tuple(made))


def _fitting(part: Part) -> Part | None:
    """The part for itself, None if nothing is left of it."""
    if isinstance(part, Text):
        return part if part.text.strip() else None
    if isinstance(part, Row):
        links = tuple(_labelled(link) for link in part.links[: DISCORD.buttons] if link.label.strip())
        room = DISCORD.buttons - len(links)
        buttons = tuple(_labelled(b) for b in part.buttons[:room] if b.label.strip())
        return replace(part, buttons=buttons, links=links) if buttons or links else None
    if isinstance(part, Gallery):
        return Gallery(tuple(replace(p, alt=short(p.alt, ALT)) for p in part.pictures[:PICTURES]))
    return part


def _labelled(button: Pressable) -> Pressable:
    return replace(button, label=short(button.label, DISCORD.label))


def _with_controls_once(screen: Screen) -> Screen:
    """Without controls that have no address, or that of one further down."""
    return without(screen, set())


def without(screen: Screen, taken: set[str]) -> Screen:
    """Return the screen without controls and links whose addresses are taken; its own are added to them, from its end
    on.
    """
    kept: list[Part] = []
    for part in reversed(screen.parts):
        if isinstance(part, Row):
            buttons = tuple(b for b in reversed(part.buttons) if _takes(custom_id(screen, b), taken))[::-1]
            links = tuple(link for link in part.links if _is_first(link.url, taken))
            kept += [replace(part, buttons=buttons, links=links)] if buttons or links else []
        elif isinstance(part, Menu):
            kept += [part] if _takes(custom_id(screen, part), taken) else []
        elif isinstance(part, Section):
            kept += [part if _takes(custom_id(screen, part.button), taken) else Text(part.text)]
        else:
            kept.append(part)
    return replace(screen, parts=tuple(reversed(kept)))


def _takes(where: str, taken: set[str]) -> bool:
    return len(where) <= DISCORD.address and address(where) is not None and _is_first(where, taken)


def _is_first(where: str, taken: set[str]) -> bool:
    if where in taken:
        return False
    taken.add(where)
    return True


def _with_fewer_parts(screen: Screen) -> Screen:
    """Without dividers if it has too many parts, then without its last ones but for the fixed row."""
    if count(screen) <= DISCORD.components:
        return screen
    parts = [part for part in screen.parts if not isinstance(part, Divider)]
    while count(replace(screen, parts=tuple(parts))) > DISCORD.components:
        loose = [i for i, part in enumerate(parts) if not (isinstance(part, Row) and part.fixed)]
        del parts[loose[-1]]
    return replace(screen, parts=tuple(parts))


def _with_less_text(screen: Screen) -> Screen:
    """With its longest texts cut until all of them fit."""
    parts = list(screen.parts)
    while (over := raw_text(screen) - DISCORD.text) > 0:
        longest = max(
            (i for i, p in enumerate(parts) if isinstance(p, Text | Section)), key=lambda i: _length(parts[i])
        )
        parts[longest] = _cut(parts[longest], max(LEAST, _length(parts[longest]) - over))
        screen = replace(screen, parts=tuple(parts))
    return screen


def _length(part: Part) -> int:
    return len(part.text) if isinstance(part, Text | Section) else 0


def _cut(part: Part, most: int) -> Part:
    return replace(part, text=cut(part.text, most)) if isinstance(part, Text | Section) else part
