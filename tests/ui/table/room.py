"""A service of ACME over a fresh database, told by the posts of the bot, and people who press its buttons."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import discord
import msgspec
from sqlmodel import col, select

from bot.contract.posts import Post, PostPicture, PostRow, Words
from bot.contract.servers import Forum, Trial
from bot.contract.tables import Person, Place, Refused, TableInfo
from bot.features import registered
from bot.features.registered import ALL
from bot.games.questions import questions
from bot.store.database import Database
from bot.store.file_key import FileKey
from bot.store.models import OutboxRow
from bot.tables.game_service import GameService
from bot.tables.work.unit_of_work import Deps
from bot.ui.commands.autocomplete import Suggestions
from bot.ui.commands.handlers import Handlers
from bot.ui.commands.tables import handlers
from bot.ui.discord_reply import DiscordRouter
from bot.ui.guilds import Sees
from bot.ui.lobby.handlers import LobbyHandlers
from bot.ui.lookup import errors
from bot.ui.lookup.handlers import LookupHandlers
from bot.ui.message_faults import MARKS, faults, form_faults
from bot.ui.parts import DESIGN, Form, Screen, Section, Text, controls
from bot.ui.posts.post_factory import PostFactory
from bot.ui.settings.host_handlers import HostHandlers
from bot.ui.settings.request_handlers import TakebackHandlers
from bot.ui.visit import Visit
from bot.ui.words.presentations import names_of
from engine.core.naming import NamesOf
from engine.games import GAMES
from tests.service.beginnings import once
from tests.service.databases import ready
from tests.web.leftovers import leftovers

HERE = Place(5, 77)
ANA, BEN, CHO, DEE = (Person(10**17 + n, name, 5) for n, name in enumerate(("Ana", "Ben", "Cho", "Dee"), 1))
NOW = 1_750_000_000.0
Told = TypeVar("Told")


class Threads:
    """Channels in which one further thread can be opened."""

    def __init__(self) -> None:
        self.opened: list[str] = []
        self.known_forums: list[Forum] = []
        self.gone: set[int] = set()
        self.closed: list[int] = []
        self.left: set[int] = set()
        self.tried: list[tuple[int, str]] = []
        self.trial: Trial = "done"
        self.events = True
        self.privately: list[int] = []
        self.dms = False
        self.lines: list[str] = []

    async def forums(self, guild: int) -> list[Forum]:
        return self.known_forums

    async def thread(self, channel: int, name: str, game: str) -> Place | None:
        if self.opened or channel in self.gone:
            return None
        self.opened.append(name)
        return Place(5, channel + 1)

    async def private(self, channel: int, name: str, person: int, *, anew: bool) -> Place | None:
        if not self.privately:
            return None
        self.opened.append(name)
        return Place(5, channel if channel in self.privately and not anew else self.privately.pop(0))

    async def dm(self, person: int, line: str) -> Place | None:
        self.lines.append(line)
        return Place(None, person) if self.dms else None

    async def rename(self, thread: int, name: str) -> None:
        self.opened.append(name)

    async def close(self, thread: int) -> None:
        self.closed.append(thread)

    def invitation(self, guild: int, wanted: Sequence[str]) -> str:
        return f"https://discord.test/{guild}?{'+'.join(wanted)}"

    async def try_post(self, channel: int, line: str) -> Trial:
        self.tried.append((channel, line))
        return self.trial

    async def text_channels(self, guild: int) -> list[tuple[int, str]]:
        return [(88, "talk"), (89, "more")]

    async def may_make_events(self, guild: int) -> bool:
        return self.events

    async def has_left(self, guild: int | None, person: int) -> bool:
        return person in self.left


Made = TypeVar("Made")


async def everything() -> Sees:
    """The sight of whoever can open every channel."""
    return lambda _: True


class Room:
    """Everything about tables but Discord itself."""

    def __init__(self, file: Path, games: Any = GAMES) -> None:
        self.now, self.games = NOW, games
        self.database = Database(f"sqlite+aiosqlite:///{file}")
        key = FileKey("", file.with_suffix(".key"))
        self.service = GameService(
            Deps(
                self.database, games, PostFactory(names_of, ALL), lambda: self.now, lambda: "ab" * 32, key, features=ALL
            )
        )
        self.places = Threads()
        made = (self.service, names_of, self.places)
        self.all_handlers = Handlers(
            DiscordRouter(),
            LobbyHandlers(*made),
            LookupHandlers(*made),
            HostHandlers(*made),
            TakebackHandlers(*made),
            Suggestions(*made),
            questions(self.service),
            discord.Client(intents=discord.Intents.none()),
        )
        self.handlers = {**handlers(self.all_handlers), **registered.handlers(self.all_handlers, ALL)}

    def of(self, kind: Callable[[GameService, NamesOf, Threads], Made]) -> Made:
        """Handlers of that kind."""
        return kind(self.service, names_of, self.places)

    async def press(
        self, person: Person, verb: str, option: str = "", *values: str, dm: bool = False, **more: Any
    ) -> Screen | Form:
        """What a press is answered with, checked against all limits."""
        visit = Visit(
            person.id, HERE.channel, verb=verb, option=option, values=values, name=person.name, sight=everything
        )
        return await self.ask(replace(visit, **more), self.handlers[verb], dm=dm)

    async def ask(self, visit: Visit, handler: Any, *, dm: bool = False) -> Screen | Form:
        """What a handler answers in the server of the tables (or in a DM), refusals as their screens."""
        visit = replace(visit, guild=HERE.guild) if visit.guild is None and not dm else visit
        try:
            answer: Screen | Form = await handler(visit)
        except Refused as refused:
            answer = errors.screen(refused)
            assert len(said(answer)) < 600
        assert (form_faults(answer) if isinstance(answer, Form) else faults(answer, DESIGN)) == []
        assert leftovers(answer) == []
        return answer

    async def say(self, person: Person, verb: str, option: str = "", *values: str, **more: Any) -> str:
        """The words of the answer to a press."""
        return said(await self.press(person, verb, option, *values, **more))

    async def whole(self, person: Person, post: Post) -> str:
        """The words of a post; where it leaves something out, those of its button Whole story."""
        stories = [b for part in post.parts if isinstance(part, PostRow) for b in part.buttons if b.verb == "story"]
        return await self.say(person, "story", stories[0].option) if stories else words(post)

    async def posts(self) -> list[Post]:
        """What waits to be sent, channel posts and DMs."""
        async with self.database.session() as session:
            rows = (await session.execute(select(OutboxRow).order_by(col(OutboxRow.id)))).scalars()
            return [msgspec.json.decode(row.post, type=Post) for row in rows]

    async def once(self, what: tuple[Any, ...], play: Callable[[Room], Awaitable[Told]]) -> Told:
        """What `play` tells of a room: the first to begin so plays it, all others get a copy of what lies there."""
        now = self.now
        if self.games is not GAMES:
            return await play(self)
        return await once(self, (*what, now), play, lambda file: opened_room(file, now=now))

    async def begun(self, *people: Person, **options: Any) -> TableInfo:
        """A running game of these people."""
        return await self.once(("begun", people, repr(options)), lambda room: room.begin(people, options))

    async def begin(self, people: Sequence[Person], options: Mapping[str, Any]) -> TableInfo:
        """Open a table for them, seat them and start."""
        info = await self.service.open_table(people[0], HERE, "acme", options={"map": "western", **options})
        civs = ("egypt", "hittites", "babylon", "assyria")
        for person, civ in zip(people, civs, strict=False):
            await self.service.join(info.id, person, civ=civ)
        return (await self.service.start(info.id, people[0])).info


def said(answer: Screen | Form) -> str:
    """All words of a screen; the title and labels of a form."""
    if isinstance(answer, Form):
        return answer.title
    return "\n".join(part.text for part in answer.parts if isinstance(part, Text | Section))


def labels(answer: Screen | Form) -> list[str]:
    """The labels of the buttons, the verbs of the menus."""
    assert isinstance(answer, Screen)
    return [getattr(control, "label", control.verb) for control in controls(answer)]


def words(post: Post) -> str:
    """All words of a post."""
    return "\n".join(part.text for part in post.parts if isinstance(part, Words))


def fits(post: Post) -> None:
    """A post keeps the numbers of the design."""
    rows = sum(len(part.buttons) + len(part.links) for part in post.parts if isinstance(part, PostRow))
    assert 1 + len(post.parts) + rows + (6 if post.row else 0) <= 32
    assert 1 <= len(words(post)) <= 3200
    labels = [label for part in post.parts if isinstance(part, PostRow) for label in side_by_side(part)]
    assert all(len(label) <= 34 for label in labels)
    plain = [*labels, *(part.alt for part in post.parts if isinstance(part, PostPicture))]
    assert [text for text in plain if MARKS.search(text)] == []
    primary = [b for part in post.parts if isinstance(part, PostRow) for b in part.buttons if b.style == "primary"]
    assert len(primary) <= 1
    assert height(post) <= HIGHEST, (height(post), post)


def side_by_side(row: PostRow) -> list[str]:
    """The labels of a row."""
    return [*(button.label for button in row.buttons), *(link.label for link in row.links)]


LETTERS, LINE, ROW, EDGES = 44, 22, 42, 16
"""On a phone of 390 pixels: letters in a line, and the height of a line, of a row of buttons, and of what is around."""
HIGHEST = 700


def height(post: Post) -> int:
    """About how many pixels a post is high on a phone, without its pictures."""
    lines = rows = 0.0
    for part in post.parts:
        if isinstance(part, Words):
            lines += sum(map(_lines, part.text.split("\n")))
        elif isinstance(part, PostRow):
            rows += -(-sum(len(label) + 6 for label in side_by_side(part)) // LETTERS)
    return int(lines * LINE + (rows + (2 if post.row else 0)) * ROW + EDGES)


def _lines(text: str) -> float:
    """A heading has larger letters."""
    heading = text.startswith("#")
    return max(1, -(-len(text) // (24 if heading else LETTERS))) * (1.4 if heading else 1)


@asynccontextmanager
async def opened_room(file: Path, games: Any = GAMES, now: float = NOW) -> AsyncIterator[Room]:
    """A service that is closed at the end."""
    made = Room(file, games)
    made.now = now
    await ready(made.database)
    try:
        yield made
    finally:
        await made.database.close()


def people(n: int) -> Sequence[Person]:
    return (ANA, BEN, CHO, DEE)[:n]
