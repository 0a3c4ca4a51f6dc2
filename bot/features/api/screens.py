"""A person's tokens for programs: the list, a new one, and the end of one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bot.features.api.program_screens import ProgramHandlers
from bot.features.api.tokens import ApiToken, end, listed, make
from bot.tables.work.unit_of_work import Deps
from bot.ui.commands.handlers import Handlers
from bot.ui.parts import Button, Form, Line, Menu, Pick, Row, Screen, Text, choice
from bot.ui.router import Answer, Handler
from bot.ui.visit import Visit, person_of
from bot.ui.words.wording import ago, day, plainly
from engine.core.text import words

NAME: Final = "token"
SCOPE: Final = "scope"
PLAY: Final = "play"
DIGITS: Final = 15
"""Of the number of a token, which is of 48 bits."""


def on_prefs(deps: Deps) -> Sequence[Button]:
    """Return the buttons of the settings that lead to tokens and programs; none if the bot answers no HTTP."""
    verbs = ("tokens", "programs") if deps.pages else ()
    return [Button(words(f"api.button.{verb}"), verb, lasting=True) for verb in verbs]


def tokens_screen(there: Sequence[ApiToken], line: str = "") -> Screen:
    """Return the list of these tokens, with a menu that ends one; the line stands above it."""
    told = [words("api.tokens.head"), *([line] if line else []), words("api.tokens.what")]
    told += [_line(n, one) for n, one in enumerate(there, 1)] or [words("api.tokens.none")]
    new = Button(words("api.button.new"), "token_form", lasting=True)
    back = Button(words("prefs.button.back"), "prefs_show", lasting=True)
    return Screen((Text("\n".join(told)), *_menu(there), Row((new, back))))


def _line(place: int, one: ApiToken) -> str:
    used = words("api.tokens.used", used=ago(one.used_at)) if one.used_at else words("api.tokens.unused")
    return words("api.tokens.line", n=place, name=_named(one), scope=_scope(one), since=day(one.made_at), used=used)


def _named(one: ApiToken) -> str:
    return plainly(one.name) if one.name else words("api.tokens.unnamed")


def _scope(one: ApiToken) -> str:
    return words(f"api.scope.{PLAY if one.plays else 'read'}")


def _menu(there: Sequence[ApiToken]) -> tuple[Menu, ...]:
    unnamed = words("api.tokens.unnamed")
    choices = [
        choice(str(one.number), words("api.tokens.choice", n=n, name=one.name or unnamed))
        for n, one in enumerate(there, 1)
    ]
    return (Menu(words("api.tokens.menu"), "token_end", tuple(choices), lasting=True),) if choices else ()


def token_form() -> Form:
    """Return the form for a new token."""
    name = Line(NAME, words("api.form.name"), example=words("api.form.example"))
    scopes = (choice("read", words("api.scope.read"), chosen=True), choice(PLAY, words("api.scope.play")))
    return Form(
        words("api.form.title"), (name, Pick(SCOPE, words("api.form.scope"), scopes, 1, 1, "radio")), "token_sent"
    )


class TokenHandlers:
    """The verbs of tokens. Every answer is private."""

    def __init__(self, deps: Deps) -> None:
        self._deps = deps

    def handlers(self) -> Mapping[str, Handler]:
        """Return the verbs answered here."""
        return {"tokens": self.show, "token_form": self.form, "token_sent": self.sent, "token_end": self.end}

    async def show(self, visit: Visit, line: str = "") -> Answer:
        """Show the person's tokens."""
        return tokens_screen(await listed(self._deps, person_of(visit)), line)

    async def form(self, _visit: Visit) -> Answer:
        """Return the form for a new token."""
        return token_form()

    async def sent(self, visit: Visit) -> Answer:
        """Make a token and show it, this once. Refused: tokens_full."""
        plays = visit.field(SCOPE) == PLAY
        made = await make(self._deps, person_of(visit), visit.field(NAME), plays=plays)
        return await self.show(visit, words("api.tokens.made", token=made))

    async def end(self, visit: Visit) -> Answer:
        """End the token that the menu names."""
        named = next(iter(visit.values), "")
        is_number = named.isascii() and named.isdigit() and len(named) <= DIGITS
        ended = is_number and await end(self._deps, person_of(visit), int(named))
        return await self.show(visit, words("api.tokens.ended" if ended else "api.tokens.gone"))


def handlers(at: Handlers) -> Mapping[str, Handler]:
    """Return the verbs of tokens and programs."""
    return {**TokenHandlers(at.service.deps).handlers(), **ProgramHandlers(at.service).handlers()}
