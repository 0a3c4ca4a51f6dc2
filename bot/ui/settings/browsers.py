"""The browsers in which a person is signed in to pages of tables, and how to sign them out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Final, TypeAlias

from bot.tables.game_service import GameService
from bot.tables.people.web_sessions import SignedInBrowser, sign_out, signed_in
from bot.ui.parts import Button, Menu, Row, Screen, Text, choice, short
from bot.ui.router import Answer, Handler
from bot.ui.visit import Visit, person_of
from bot.ui.words.wording import ago, day, plainly
from engine.core.text import words

DIGITS: Final = 15
"""Of the number of a session, which is of 48 bits."""

MOST: Final = 15
"""Browsers that are listed; the others can be signed out all at once."""
ALL: Final = "all"
LETTERS: Final = 40
"""Of the name of a server."""

ServerName: TypeAlias = Callable[[int], str]
"""Returns the name of a server, empty if it isn't known."""


def browsers_screen(browsers: Sequence[SignedInBrowser], server: ServerName, line: str = "") -> Screen:
    """Return the list of these browsers, with a menu that signs one of them out; the line stands above it."""
    shown = browsers[:MOST]
    back = Button(words("prefs.button.back"), "prefs_show", lasting=True)
    told = [words("prefs.browsers.head"), *([line] if line else [])]
    if not shown:
        return Screen((Text("\n".join([*told, words("prefs.browsers.none")])), Row((back,))))
    lines = [_line(n, one, server) for n, one in enumerate(shown, 1)]
    every = Button(words("prefs.button.sign_out"), "sign_out", ALL, style="danger", lasting=True)
    return Screen((Text("\n".join([*told, *lines])), _menu(shown, server), Row((every, back))))


def _line(place: int, one: SignedInBrowser, server: ServerName) -> str:
    since, used = (datetime.fromtimestamp(at, UTC) for at in (one.made_at, one.seen_at))
    name = plainly(_named(one, server))
    return words("prefs.browsers.line", n=place, server=name, since=day(since), used=ago(used))


def _menu(browsers: Sequence[SignedInBrowser], server: ServerName) -> Menu:
    choices = [
        choice(str(one.number), words("prefs.browsers.choice", n=n, server=_named(one, server)))
        for n, one in enumerate(browsers, 1)
    ]
    return Menu(words("prefs.browsers.menu"), "sign_out", tuple(choices), lasting=True)


def _named(one: SignedInBrowser, server: ServerName) -> str:
    return short(server(one.guild), LETTERS) or words("prefs.browsers.unknown")


class BrowserHandlers:
    """A person's own browsers. Every answer is private."""

    def __init__(self, service: GameService, server: ServerName) -> None:
        self._deps, self._server = service.deps, server

    def handlers(self) -> Mapping[str, Handler]:
        """Return the handlers by verb."""
        return {"browsers": self.show, "sign_out": self.sign_out}

    async def show(self, visit: Visit, line: str = "") -> Answer:
        """Show the browsers that are signed in as the person."""
        return browsers_screen(await signed_in(self._deps, person_of(visit)), self._server, line)

    async def sign_out(self, visit: Visit) -> Answer:
        """Sign out the browser that the menu names, or all."""
        person, named = person_of(visit), next(iter(visit.values), "")
        if visit.option == ALL:
            ended = await sign_out(self._deps, person)
        else:
            is_number = named.isascii() and named.isdigit() and len(named) <= DIGITS
            ended = await sign_out(self._deps, person, int(named)) if is_number else 0
        return await self.show(visit, words("prefs.browsers.ended", n=ended))
