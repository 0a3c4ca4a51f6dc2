"""What a message or form may hold: the numbers of the design, those of Discord, and what exceeds them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.ui.parts import (
    Button,
    Divider,
    Form,
    Gallery,
    Menu,
    MenuChoice,
    Note,
    Part,
    Pick,
    Row,
    Screen,
    Section,
    Text,
    address,
    controls,
    custom_id,
)


class TooMuch(ValueError):
    """A message does not fit: the text says what is too long or too many."""


@dataclass(frozen=True, slots=True)
class MessageLimits:
    """How much one message may hold."""

    components: int
    text: int
    label: int
    address: int
    buttons: int
    menu: int = 25
    choice: int = 100
    title: int = 45


DESIGN: Final = MessageLimits(components=32, text=3200, label=34, address=90, buttons=3)
DISCORD: Final = MessageLimits(components=40, text=4000, label=80, address=100, buttons=5)
FIXED_ROW: Final = 5


def count(screen: Screen) -> int:
    """How many components the message has, its container included."""
    sizes = {Text: 1, Divider: 1, Gallery: 1, Menu: 2, Section: 3}
    return 1 + sum(1 + len(p.buttons) if isinstance(p, Row) else sizes[type(p)] for p in screen.parts)


def raw_text(screen: Screen) -> int:
    """How many characters of text the message has."""
    return sum(len(part.text) for part in screen.parts if isinstance(part, Text | Section))


def faults(screen: Screen, limits: MessageLimits = DESIGN) -> list[str]:
    """What of the screen is too long, too many or named twice."""
    return faults_of((screen,), limits)


def faults_of(screens: Sequence[Screen], limits: MessageLimits = DESIGN) -> list[str]:
    """What is too long, too many or named twice where one message holds these screens, each in a container."""
    found = [
        *_over("components", sum(map(count, screens)), limits.components),
        *_over("characters of text", sum(map(raw_text, screens)), limits.text),
    ]
    for screen in screens:
        if not raw_text(screen) >= 1 and not any(isinstance(p, Gallery) for p in screen.parts):
            found.append("no text at all")
        found += [fault for part in screen.parts for fault in _part_faults(part, limits)]
    ids = [custom_id(screen, control) for screen in screens for control in controls(screen)]
    found += [f"{i!r} is there twice" for i in sorted(set(ids)) if ids.count(i) > 1]
    found += [f"{i!r} is no address" for i in ids if len(i) > limits.address or address(i) is None]
    return found


def _over(what: str, there: int, most: int) -> list[str]:
    return [f"{there} {what}, {most} at most"] if there > most else []


def _part_faults(part: Part, limits: MessageLimits) -> list[str]:
    if isinstance(part, Menu):
        return _menu_faults(part, limits)
    if isinstance(part, Section):
        return _button_faults(part.button, limits)
    if isinstance(part, Row):
        most = FIXED_ROW if part.fixed else limits.buttons
        found = [] if part.buttons else ["a row without buttons"]
        found += _over("buttons in a row", len(part.buttons), most)
        return found + [fault for button in part.buttons for fault in _button_faults(button, limits)]
    if isinstance(part, Text) and not part.text.strip():
        return ["an empty text"]
    if isinstance(part, Gallery):
        alts = [_over("characters of an alt text", len(picture.alt), 1024) for picture in part.pictures]
        return [fault for alt in alts for fault in alt] + _over("pictures", len(part.pictures), 10)
    return []


def _button_faults(button: Button, limits: MessageLimits) -> list[str]:
    if not button.label.strip():
        return [f"a button of {button.verb} without words"]
    return _over(f"characters of the label {button.label!r}", len(button.label), limits.label)


def _menu_faults(menu: Menu, limits: MessageLimits) -> list[str]:
    found = _choice_faults(menu.choices, menu.least, menu.most, limits)
    found += _over(f"characters of the placeholder {menu.placeholder!r}", len(menu.placeholder), limits.choice)
    return [f"menu {menu.verb}: {fault}" for fault in found]


def _choice_faults(choices: tuple[MenuChoice, ...], least: int, most: int, limits: MessageLimits) -> list[str]:
    values = [c.value for c in choices]
    found = [] if choices else ["no choices"]
    found += _over("choices", len(choices), limits.menu)
    if not 0 <= least <= most <= len(choices) or most < 1:
        found.append(f"{least} to {most} of {len(choices)} cannot be taken")
    if sum(c.chosen for c in choices) > most:
        found.append("more are chosen than may be")
    found += [f"choice {v!r} is there twice" for v in sorted(set(values)) if values.count(v) > 1]
    texts = [text for c in choices for text in (c.value, c.label, c.hint)]
    found += [f"{text!r} is too long" for text in texts if len(text) > limits.choice]
    found += [f"choice {c.value!r} has no label or value" for c in choices if not c.label or not c.value]
    return found


def form_faults(form: Form, limits: MessageLimits = DESIGN) -> list[str]:
    """What of the form is too long or too many."""
    found = _over("characters of the title", len(form.title), limits.title) + _over("fields", len(form.fields), 5)
    found += [f"{form.address!r} is no address"] if address(form.address) is None else []
    found += [] if form.fields else ["no fields"]
    for field in form.fields:
        if isinstance(field, Note):
            found += _over("characters of a note", len(field.text), limits.text)
            continue
        found += _over(f"characters of the label {field.label!r}", len(field.label), limits.title)
        found += _over(f"characters of the hint of {field.label!r}", len(field.hint), limits.choice)
        if isinstance(field, Pick):
            found += _pick_faults(field, limits)
        else:
            found += _over(f"characters of {field.key}", len(field.value), field.most)
            found += _over(f"characters of the example of {field.key}", len(field.example), limits.choice)
    return found


def _pick_faults(field: Pick, limits: MessageLimits) -> list[str]:
    found = _choice_faults(field.choices, field.least, field.most, limits)
    if field.shape != "menu":
        found += _over("choices to see at once", len(field.choices), 10)
    if field.shape == "radio" and len(field.choices) < 2:
        found.append("round buttons need two choices")
    return [f"{field.key}: {fault}" for fault in found]
