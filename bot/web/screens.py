"""Screens that everyone may see, as HTML: the same that Discord shows, with links instead of buttons.

Of the controls of a screen only those are shown whose verbs are in `PUBLIC`: they lead to other such screens.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Final
from urllib.parse import urlencode

from bot.ui.parts import Button, Divider, Gallery, Menu, Part, Row, Screen, ScreenPicture, Section, Text
from bot.web.html import Called, html_of

PUBLIC: Final = frozenset({"rules", "rule", "legend", "chart", "discard", "cities"})
"""The verbs of screens that look the same for everyone and change nothing."""


@dataclass(frozen=True, slots=True)
class PagePlace:
    """Where such screens stand: below that path, with these wishes in every link."""

    path: str
    wishes: Mapping[str, str]
    called: Called

    def to(self, verb: str, option: str, **more: str) -> str:
        """Return the path of another such screen."""
        asked = urlencode({"option": option, **more, **self.wishes})
        return f"{self.path}/look/{verb}?{asked}"


def screen_html(screen: Screen, place: PagePlace) -> str:
    """Return a screen as HTML."""
    return "".join(_part(part, place) for part in screen.parts)


def pictures(screen: Screen) -> tuple[ScreenPicture, ...]:
    """Return the pictures of a screen in their order."""
    return tuple(one for part in screen.parts if isinstance(part, Gallery) for one in part.pictures)


def _part(part: Part, place: PagePlace) -> str:
    if isinstance(part, Text):
        return html_of(part.text, place.called)
    if isinstance(part, Divider):
        return "<hr>"
    if isinstance(part, Row):
        return _row(part.buttons, place)
    if isinstance(part, Menu):
        return _menu(part, place)
    if isinstance(part, Section):
        return html_of(part.text, place.called) + _row((part.button,), place)
    return ""


def _row(buttons: tuple[Button, ...], place: PagePlace) -> str:
    shown = [one for one in buttons if one.verb in PUBLIC and not one.disabled]
    links = [_link(one.label, place.to(one.verb, one.option)) for one in shown]
    return f'<p class="ways">{" ".join(links)}</p>' if links else ""


def _link(label: str, path: str) -> str:
    return f'<a class="look" href="{escape(path)}">{escape(label)}</a>'


def _menu(menu: Menu, place: PagePlace) -> str:
    """Return a menu as a list of links that opens."""
    if menu.verb not in PUBLIC:
        return ""
    lines = "".join(
        f"<li>{_link(one.label, place.to(menu.verb, menu.option, value=one.value))}"
        f"{f' <small>{escape(one.hint)}</small>' if one.hint else ''}</li>"
        for one in menu.choices
    )
    return f"<details open><summary>{escape(menu.placeholder)}</summary><ul>{lines}</ul></details>"
