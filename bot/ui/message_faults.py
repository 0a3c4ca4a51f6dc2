"""What of a message or form is too long, too many, named twice or hard to understand."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from typing import Final

from bot.ui.parts import (
    DESIGN,
    Button,
    Divider,
    Form,
    Gallery,
    Line,
    Link,
    Menu,
    MenuChoice,
    MessageLimits,
    Note,
    Part,
    Pick,
    Row,
    Screen,
    Section,
    Text,
    address,
    controls,
    count,
    custom_id,
    links,
    raw_text,
    wide,
)

WEB: Final = re.compile(r"https?://[^/\s]")
MARKS: Final = re.compile(r"\*\*\w|`|<t:-?[0-9]|<[@#][!&]?[0-9]|\\[*_~|]")
FIXED_ROW: Final = 5


class TooMuch(ValueError):
    """A message doesn't fit; the text says what is too long or too many."""


def faults(screen: Screen, limits: MessageLimits = DESIGN) -> list[str]:
    """Return what of the screen is too long, too many or named twice."""
    return faults_of((screen,), limits)


def faults_of(screens: Sequence[Screen], limits: MessageLimits = DESIGN) -> list[str]:
    """Return what is too long, too many or named twice if one message holds these screens, each in a container."""
    found = [
        *_over("components", sum(map(count, screens)), limits.components),
        *_over("characters of text", sum(map(raw_text, screens)), limits.text),
    ]
    for screen in screens:
        if not raw_text(screen) >= 1 and not any(isinstance(p, Gallery) for p in screen.parts):
            found.append("no text at all")
        found += [fault for part in screen.parts for fault in _part_faults(part, limits)]
        found += _crowd(screen, limits)
        found += [*unexplained_parts(screen), *stray_markdown(screen)] if limits.heard else []
    ids = [custom_id(screen, control) for screen in screens for control in controls(screen)]
    found += [f"{i!r} is there twice" for i in sorted(set(ids)) if ids.count(i) > 1]
    found += [f"{i!r} is no address" for i in ids if len(i) > limits.address or address(i) is None]
    return found


def _crowd(screen: Screen, limits: MessageLimits) -> list[str]:
    """Return what of the controls is too many to look at: menus, and buttons that stand out."""
    there = list(controls(screen))
    primary = [one for one in there if isinstance(one, Button) and one.style == "primary"]
    menus = _over("menus", sum(isinstance(one, Menu) for one in there), limits.menus)
    return menus + _over("buttons that stand out", len(primary), limits.primary)


def unexplained_parts(screen: Screen) -> list[str]:
    """Return parts that don't make sense when the screen is read aloud: between two dividers, controls before all text,
    or text after all controls.
    """
    found: list[str] = []
    for across, stretch in groupby(screen.parts, lambda part: isinstance(part, Divider)):
        kinds = [isinstance(part, Row | Menu) for part in stretch if not isinstance(part, Gallery)]
        if not across and any(kinds):
            found += ["a control before its text"] if kinds[0] else []
            found += [] if kinds[-1] else ["text after all controls"]
    return found


def stray_markdown(screen: Screen) -> list[str]:
    """Return marks of markdown where Discord would show them as typed: labels, hints, placeholders, alternative
    texts.
    """
    plain = [picture.alt for part in screen.parts if isinstance(part, Gallery) for picture in part.pictures]
    plain += [link.label for link in links(screen)]
    for control in controls(screen):
        plain += [control.label] if isinstance(control, Button) else [control.placeholder, *_shown(control.choices)]
    return _raw(plain)


def _shown(choices: Sequence[MenuChoice]) -> list[str]:
    return [text for one in choices for text in (one.label, one.hint)]


def _raw(plain: Sequence[str]) -> list[str]:
    return [f"{text!r} shows its marks" for text in plain if MARKS.search(text)]


def _over(what: str, there: int, most: int) -> list[str]:
    return [f"{there} {what}, {most} at most"] if there > most else []


def _part_faults(part: Part, limits: MessageLimits) -> list[str]:
    if isinstance(part, Menu):
        return _menu_faults(part, limits)
    if isinstance(part, Section):
        return _button_faults(part.button, limits)
    if isinstance(part, Row):
        most = FIXED_ROW if part.fixed else limits.buttons
        found = [] if wide(part) else ["a row without buttons"]
        found += _over("buttons in a row", wide(part), most)
        found += [fault for link in part.links for fault in _link_faults(link, limits)]
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


def _link_faults(link: Link, limits: MessageLimits) -> list[str]:
    if not link.label.strip():
        return [f"a link to {link.url} without words"]
    found = [] if WEB.match(link.url) else [f"{link.url!r} is no address of a page"]
    found += _over(f"characters of the address {link.url!r}", len(link.url), limits.url)
    return found + _over(f"characters of the label {link.label!r}", len(link.label), limits.label)


def _menu_faults(menu: Menu, limits: MessageLimits) -> list[str]:
    found = _choice_faults(menu.choices, menu.least, menu.most, limits)
    found += [] if menu.placeholder.strip() else ["no placeholder that says what it sets"]
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
    """Return what of the form is too long or too many."""
    found = _over("characters of the title", len(form.title), limits.title) + _over("fields", len(form.fields), 5)
    found += [f"{form.address!r} is no address"] if address(form.address) is None else []
    found += [] if form.fields else ["no fields"]
    keys = [field.key for field in form.fields if not isinstance(field, Note)]
    found += [f"field {key!r} is there twice" for key in sorted(set(keys)) if keys.count(key) > 1]
    found += _raw(_plain(form)) if limits.heard else []
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


def _plain(form: Form) -> list[str]:
    """Return the fixed texts of a form."""
    fields = [field for field in form.fields if not isinstance(field, Note)]
    texts = [text for field in fields for text in (field.label, field.hint)]
    texts += [field.example for field in fields if isinstance(field, Line)]
    return [
        form.title,
        *texts,
        *(text for field in fields if isinstance(field, Pick) for text in _shown(field.choices)),
    ]


def _pick_faults(field: Pick, limits: MessageLimits) -> list[str]:
    found = _choice_faults(field.choices, field.least, field.most, limits)
    if field.shape != "menu":
        found += _over("choices to see at once", len(field.choices), 10)
    if field.shape == "radio" and len(field.choices) < 2:
        found.append("round buttons need two choices")
    return [f"{field.key}: {fault}" for fault in found]
