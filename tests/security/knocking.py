"""Whatever a client may send, sent to all commands and forms of the bot without Discord, and what reading it takes."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from functools import cache
from random import Random
from types import SimpleNamespace
from typing import Any, Final, cast

import discord
import pytest
from discord import app_commands
from discord.ext import commands

from bot.app import add_commands
from bot.contract.tables import Person
from bot.delivery.command_tree import Tree
from bot.features.registered import ALL as ALL_FEATURES
from bot.tables.game_service import GameService
from bot.ui.discord_reply import DiscordRouter
from bot.ui.lookup import errors
from bot.ui.typed import match
from tests.ui.table.room import ANA, HERE, Threads

COMMAND, PRESS, COMPLETE, FORM = 2, 3, 4, 5
TEXT: Final = discord.AppCommandOptionType.string


class Id(str):
    """The id of a user."""

    __slots__ = ()


SOMEBODY: Final = Id("77")
SOMEBODY_ELSE: Final = {"id": "77", "username": "Eve", "discriminator": "0", "avatar": None}
KIND: Final[dict[type, int]] = {str: 3, int: 4, Id: 6}
SHORT: Final[dict[Any, Any]] = {TEXT: "zab", discord.AppCommandOptionType.integer: 1}
SHORT[discord.AppCommandOptionType.user] = SOMEBODY
MESSAGE: Final = 12
ALL: Final = str(discord.Permissions.all().value)


class Answer:
    """The first answer to an interaction, kept."""

    def __init__(self) -> None:
        self.kind = ""
        self.said: Any = None

    def is_done(self) -> bool:
        return bool(self.kind)

    def _take(self, kind: str, said: Any) -> None:
        assert not self.kind, "answered twice"
        self.kind, self.said = kind, said

    async def send_message(self, *, view: Any, files: Any, ephemeral: bool) -> Any:
        self._take("screen", view)
        return SimpleNamespace(message_id=MESSAGE)

    async def send_modal(self, modal: Any) -> None:
        self._take("form", modal)

    async def autocomplete(self, choices: Any) -> None:
        self._take("choices", choices)

    async def defer(self, **_kind: Any) -> None:
        self._take("deferred", None)


class Interaction(discord.Interaction[Any]):
    """An interaction as the library reads it, answered to the test."""

    async def edit_original_response(self, *, view: Any = None, attachments: Any = (), **_: Any) -> Any:
        cast("Answer", self.response).said = view
        return SimpleNamespace(id=MESSAGE)


class Service:
    """The service of the table that is tried just now."""

    def __init__(self, fake: Any) -> None:
        self.fake = fake
        self.deps = SimpleNamespace(features=ALL_FEATURES, left_out=frozenset())

    def __getattr__(self, name: str) -> Any:
        return getattr(self.fake, name)


CHANNEL: Final = {"id": str(HERE.channel), "type": 0, "name": "table", "position": 0, "parent_id": None}


class Client(commands.Bot):
    """All commands of the bot over a service."""

    def __init__(self) -> None:
        super().__init__(command_prefix=(), intents=discord.Intents.none(), help_command=None, tree_cls=Tree)
        self.router = DiscordRouter(trouble=errors.trouble)
        itself: Any = {"id": "9", "username": "Nisaba", "discriminator": "0", "avatar": None}
        self._connection.user = discord.ClientUser(state=self._connection, data=itself)
        here: Any = {"id": str(HERE.guild), "name": "Here", "channels": [CHANNEL], "roles": []}
        self._connection._add_guild_from_data(here)

    def given(self, kind: int, data: Mapping[str, Any], person: Person) -> Interaction:
        """An interaction of that person."""
        user = {"id": str(person.id), "username": person.name, "discriminator": "0", "avatar": None}
        member: dict[str, Any] = {
            "user": user,
            "roles": [],
            "joined_at": None,
            "deaf": False,
            "mute": False,
            "flags": 0,
        }
        payload: dict[str, Any] = {
            "id": "1",
            "type": kind,
            "token": "token",
            "version": 1,
            "application_id": "9",
            "attachment_size_limit": 0,
            "guild_id": str(HERE.guild),
            "authorizing_integration_owners": {"0": str(HERE.guild)},
            "channel": CHANNEL,
            "member": {**member, "flags": 0, "permissions": "0"},
            "app_permissions": ALL,
            "data": data,
        }
        made = Interaction(data=cast("Any", payload), state=self._connection)
        object.__setattr__(made, "_cs_response", Answer())
        return made

    async def give(self, path: str, options: Mapping[str, Any], focused: str = "", person: Person = ANA) -> Answer:
        """Give a command, or complete its option `focused`."""
        given = [
            {"name": name, "type": KIND[type(value)], "value": value, "focused": name == focused}
            for name, value in options.items()
        ]
        root, *below = path.split()
        for name in reversed(below):
            given = [{"name": name, "type": 1, "options": given}]
        data = {"id": "7", "name": root, "type": 1, "options": given, "resolved": {"users": {SOMEBODY: SOMEBODY_ELSE}}}
        interaction = self.given(COMPLETE if focused else COMMAND, data, person)
        try:
            await self.tree._call(interaction)
        except app_commands.AppCommandError as error:
            await self.tree.on_error(interaction, error)
        return cast("Answer", interaction.response)

    async def press(self, custom_id: str, *values: str, person: Person = ANA) -> Answer:
        """Press a button, or choose from a menu."""
        interaction = self.given(PRESS, {"custom_id": custom_id, "component_type": 3, "values": values}, person)
        await self.router.press(interaction)
        return cast("Answer", interaction.response)

    async def send(self, custom_id: str, fields: Mapping[str, str], person: Person = ANA) -> Answer:
        """Send a form."""
        parts = [
            {"type": 18, "component": {"type": 4, "custom_id": key, "value": value}} for key, value in fields.items()
        ]
        interaction = self.given(FORM, {"custom_id": custom_id, "components": parts}, person)
        await self.router.sheet_sent(interaction)
        return cast("Answer", interaction.response)


@asynccontextmanager
async def client(fake: object) -> AsyncIterator[Client]:
    """All commands and buttons over that service."""
    made, service = Client(), cast("GameService", fake)
    await add_commands(made, made.router, service, places=Threads())
    made.router.finish = None
    yield made
    await made.close()


def texts_of(made: commands.Bot) -> Iterator[tuple[app_commands.Command[Any, ..., Any], app_commands.Parameter]]:
    """Every option of every command that is typed."""
    for command in made.tree.walk_commands():
        if isinstance(command, app_commands.Command):
            yield from ((command, p) for p in command.parameters if p.type is TEXT and not p.choices)


def filled(command: app_commands.Command[Any, ..., Any], name: str, text: str) -> dict[str, Any]:
    """The options of a command: that text, and for what is required besides something short."""
    others = [p for p in command.parameters if p.required and p.display_name != name]
    short = {str(p.display_name): p.choices[0].value if p.choices else SHORT[p.type] for p in others}
    return {**short, name: text}


def said(answer: Answer) -> str:
    """The words of an answer."""
    items = answer.said.walk_children() if answer.kind in {"screen", "deferred"} and answer.said is not None else ()
    return "\n".join(item.content for item in items if hasattr(item, "content"))


@cache
def long(n: int, _known: str) -> str:
    """One word of many letters."""
    return "".join(Random(1).choices("abcdefghiklmnoprstuz", k=n))


def repeated(n: int, known: str) -> str:
    """The same few words that are known, again and again."""
    return f"{known} " * (n // (len(known) + 1))


def listed(n: int, known: str) -> str:
    """The same in a list."""
    return f"{known}, " * (n // (len(known) + 2))


@cache
def unknown(n: int, _known: str) -> str:
    """Words nobody knows."""
    dice = Random(2)
    words = ("".join(dice.choices("abcdefghiklmnoprstuz", k=dice.randint(2, 9))) for _ in range(n))
    return " ".join(words)[:n]


def spaced(n: int, known: str) -> str:
    """Two words with very many spaces between them."""
    return known + " " * (n - 2 * len(known)) + known


@cache
def signs(n: int, _known: str) -> str:
    """Brackets, numbers and signs."""
    return "".join(Random(3).choices("()=+>x-~:;.,129 ²٣", k=n))


KINDS: Final = (long, repeated, listed, unknown, spaced, signs)


@dataclass
class Effort:
    """What reading takes: texts compared with names, and calls of functions in the thread of the event loop."""

    comparisons: int = 0
    calls: int = 0
    names: dict[str, int] = field(default_factory=dict)

    def within(self, other: Effort, comparisons: int, calls: int) -> bool:
        """Whether it is at most twice the other and a little more."""
        return self.comparisons <= 2 * other.comparisons + comparisons and self.calls <= 2 * other.calls + calls


@contextmanager
def effort(monkeypatch: pytest.MonkeyPatch, *, calls: bool = True) -> Iterator[Effort]:
    """Counts what happens inside; calls only if wanted, for that is slow."""
    made = Effort()

    def counting(owner: object, name: str) -> None:
        real = getattr(owner, name)

        def counted(*given: Any, **named: Any) -> Any:
            made.comparisons += 1
            return real(*given, **named)

        monkeypatch.setattr(owner, name, counted)

    def heard(_frame: object, event: str, _what: object) -> None:
        made.calls += event in {"call", "c_call"}

    with monkeypatch.context() as patched:
        monkeypatch = patched
        for owner, name in ((match, "distance"), (match, "_class"), (match.Index, "classes")):
            counting(owner, name)
        sys.setprofile(heard if calls else None)
        try:
            yield made
        finally:
            sys.setprofile(None)


def most(parameter: app_commands.Parameter) -> int:
    """The bound of an option; without one what Discord takes."""
    return int(parameter.max_value or 6000)


def words_of(path: str) -> str:
    """A word that the command knows."""
    return {"culture": "c4-c5 1", "acme": "zab"}.get(path.split(maxsplit=1)[0], "zab")
