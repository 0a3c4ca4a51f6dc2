"""A desk of ACME over a fresh database, told by the posts of the bot, and people who press its buttons."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
from sqlmodel import col, select

from bot.cogs.desks import Desks
from bot.cogs.table import handlers
from bot.contract import Person, Place, Post, Refused, Row, TableInfo, Words
from bot.service.desk import Desk
from bot.service.sealing import Sealer
from bot.store.database import Database
from bot.store.models import OutboxRow
from bot.ui.limits import DESIGN, faults, form_faults
from bot.ui.parts import Form, Screen, Section, Text, controls
from bot.ui.router import Router, Visit
from bot.ui.table import errors
from bot.ui.table.backing import BackDesk
from bot.ui.table.desk import LobbyDesk
from bot.ui.table.host import HostDesk
from bot.ui.table.look import LookDesk
from bot.ui.table.narrator import Tale
from bot.ui.table.suggest import Suggestions
from bot.ui.vocabulary import names_of
from engine.games import GAMES

ANA, BEN, CHO, DEE = (Person(10**17 + n, name) for n, name in enumerate(("Ana", "Ben", "Cho", "Dee"), 1))
HERE = Place(5, 77)
NOW = 1_750_000_000.0


class Threads:
    """Channels in which one further thread can be opened."""

    def __init__(self) -> None:
        self.opened: list[str] = []

    async def thread(self, channel: int, name: str) -> Place | None:
        if self.opened:
            return None
        self.opened.append(name)
        return Place(5, channel + 1)


class Room:
    """Everything about tables but Discord itself."""

    def __init__(self, file: Path, games: Any = GAMES) -> None:
        self.now = NOW
        self.database = Database(f"sqlite+aiosqlite:///{file}")
        key = Sealer("", file.with_suffix(".key"))
        self.service = Desk(self.database, games, Tale(names_of), lambda: self.now, key, lambda: "ab" * 32)
        self.places = Threads()
        made = (self.service, names_of, self.places)
        self.desks = Desks(
            Router(), LobbyDesk(*made), LookDesk(*made), HostDesk(*made), BackDesk(*made), Suggestions(*made)
        )
        self.handlers = handlers(self.desks)

    async def press(self, person: Person, verb: str, option: str = "", *values: str, **more: Any) -> Screen | Form:
        """What a press is answered with, checked against all limits."""
        visit = Visit(person.id, HERE.channel, verb=verb, option=option, values=values, name=person.name)
        return await self.ask(replace(visit, **more), self.handlers[verb])

    async def ask(self, visit: Visit, handler: Any) -> Screen | Form:
        """What a handler answers, refusals as their screens."""
        try:
            answer: Screen | Form = await handler(visit)
        except Refused as refused:
            answer = errors.screen(refused)
            assert len(said(answer)) < 600
        assert (form_faults(answer) if isinstance(answer, Form) else faults(answer, DESIGN)) == []
        return answer

    async def say(self, person: Person, verb: str, option: str = "", *values: str, **more: Any) -> str:
        """The words of the answer to a press."""
        return said(await self.press(person, verb, option, *values, **more))

    async def posts(self) -> list[Post]:
        """What waits to be sent, channel posts and DMs."""
        async with self.database.session() as session:
            rows = (await session.execute(select(OutboxRow).order_by(col(OutboxRow.id)))).scalars()
            return [msgspec.json.decode(row.post, type=Post) for row in rows]

    async def begun(self, *people: Person, **options: Any) -> TableInfo:
        """A running game of these people."""
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
    rows = sum(len(part.buttons) for part in post.parts if isinstance(part, Row))
    assert 1 + len(post.parts) + rows + (6 if post.row else 0) <= 32
    assert 1 <= len(words(post)) <= 3200
    assert all(len(b.label) <= 34 for part in post.parts if isinstance(part, Row) for b in part.buttons)


@asynccontextmanager
async def room(file: Path) -> AsyncIterator[Room]:
    """A desk that is closed at the end."""
    made = Room(file)
    await made.database.migrate()
    try:
        yield made
    finally:
        await made.database.close()


def people(n: int) -> Sequence[Person]:
    return (ANA, BEN, CHO, DEE)[:n]
