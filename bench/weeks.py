"""Games of four people over three weeks beside their lives, with and without auto-answers: how long they wait.

Twenty games by chance, each played twice at the service, in time that is skipped. The people are awake from 7 to 23
o'clock, one of them nine hours behind the others; who is asked answers after a log-normal time of being awake, 40
minutes in the middle with a long tail, and then all that is asked. Whoever has auto-answers also queues what comes
next while there: in seven of ten looks the actions of the Card Phase, every other time the growth. All figures come
from the bot's own times.
"""

from __future__ import annotations

import asyncio
import logging
import math
import random
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Final

import msgspec
import structlog
from sqlmodel import col, select

from bench.figures import Figure
from bot.contract.posts import Post
from bot.contract.preferences import Preferences
from bot.contract.snapshot import QueueWish, SeatSnapshot
from bot.contract.table_settings import Settings
from bot.contract.tables import Person, Place, Refused, Sheet
from bot.features.auto_answers import service as auto_answers
from bot.features.registered import ALL
from bot.store.database import Database
from bot.store.file_key import FileKey
from bot.store.models import AlarmRow, OutboxRow
from bot.tables.alarm_clock import Clock
from bot.tables.game_service import GameService
from bot.tables.work.unit_of_work import Deps
from bot.tables.work.waking_hours import DAY, waking_end
from bot.ui.posts.post_factory import PostFactory
from bot.ui.words.presentations import names_of
from engine.core.ask import PASS, Ask, Picks
from engine.games import GAMES

GAMES_PLAYED: Final = 20
WEEKS: Final = 21 * DAY
MONDAY: Final = 1_764_547_200.0
MEDIAN, SPREAD = 40 * 60.0, 1.3
ZONES: Final = ("Europe/Berlin", "Europe/London", "America/Los_Angeles", "Europe/Berlin")
PEOPLE: Final = [Person(10**17 + n, f"Person {n}", 1) for n in range(1, 5)]
CIVS: Final = ("hittites", "egypt", "babylon", "assyria")
DECLINED: Final = (PASS, "done", "no", "none", "0", "lose", "nothing")
LEFT: Final = frozenset({"growth.retire", "growth.resettle", "card.areas", "competition.commit", "draw.buy"})
CARDS, PEACE = 2, 0.97
QUEUED: Final = {"card.play": 0.7, "growth.deploy": 0.5}
OF_KIND: Final = {"card.play": ("card", "deity"), "growth.deploy": ("growth",)}
MOST_QUEUED: Final = 60
AUTO_ANSWERS: Final = (
    ("respond", "always"),
    ("commit", "absent"),
    ("losses", "lose"),
    ("discard", "first:competition,never:negate"),
    ("late", "npc"),
)


@dataclass
class Calendar:
    """The present time, in seconds since 1970."""

    now: float = MONDAY

    def __call__(self) -> float:
        return self.now


@dataclass
class Weeks:
    """One game, its people, and what was measured of it."""

    service: GameService
    when: Calendar
    seed: int
    ordered: bool
    table: str = ""
    looks_in: dict[int, float] = field(default_factory=dict)
    settled: dict[int, int] = field(default_factory=dict)
    cards: Counter[str] = field(default_factory=Counter)
    turns: list[float] = field(default_factory=list)
    acts: list[float] = field(default_factory=list)
    messages: list[float] = field(default_factory=list)
    spent: float = 0.0

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)

    # -- the table ------------------------------------------------------------------------------------------------

    async def begin(self) -> None:
        """Open a table, sit down and start; everybody says what holds once and for all."""
        info = await self.service.open_table(
            PEOPLE[0], Place(1, 77), "acme", options={"map": "western"}, settings=Settings(pace="daily")
        )
        self.table = info.id
        for person, civ, zone in zip(PEOPLE, CIVS, ZONES, strict=True):
            await self.service.set_preferences(person, Preferences(zone))
            await self.service.join(info.id, person, civ=civ)
        await self.service.start(info.id, PEOPLE[0])
        for person in PEOPLE if self.ordered else ():
            for kind, value in AUTO_ANSWERS:
                await auto_answers.set_answer(self.service, self.table, person, kind, value)

    async def live(self, seconds: float) -> None:
        """Let three weeks pass: whatever comes next, somebody who looks in or something that is due."""
        end, clock = self.when.now + seconds, Clock(self.service, self.when)
        turn = await self._turn()
        self.turns.append(self.when.now)
        while turn:
            await self._plan()
            self.when.now = max(self.when.now, min([end, *self.looks_in.values(), *await self._due()]))
            if self.when.now >= end:
                return
            await clock.close_due()
            for person in [one for one in PEOPLE if self.looks_in.get(one.id, end) <= self.when.now]:
                del self.looks_in[person.id]
                await self._sit(person)
            before, turn = turn, await self._turn()
            if turn != before:
                self.turns.append(self.when.now)

    async def _turn(self) -> str:
        """The turn that is being played, empty when the game is over."""
        standing = await self.service.standing(self.table)
        view = standing.view
        return "" if standing.info.state == "over" else f"{view.epoch}.{view.turn}"

    async def _due(self) -> list[float]:
        """When the next alarm rings."""
        async with self.service.deps.database.session() as session:
            times = (await session.execute(select(AlarmRow.at).order_by(col(AlarmRow.at)).limit(1))).scalars()
            return list(times)

    async def _plan(self) -> None:
        """Whoever is asked and has not thought of it yet looks in some time later."""
        standing = await self.service.standing(self.table)
        asked = {seat.person.id for seat in (standing.ask.asked if standing.ask else ()) if seat.person}
        for person in PEOPLE:
            if person.id not in asked:
                self.looks_in.pop(person.id, None)
            elif person.id not in self.looks_in and self.settled.get(person.id) != standing.info.ask_no:
                self.looks_in[person.id] = await self._later(person)

    async def _later(self, person: Person) -> float:
        """When somebody who is asked now looks in."""
        wanted = await self.service.preferences(person)
        return waking_end(self.when.now, self.chance.lognormvariate(math.log(MEDIAN), SPREAD), wanted)

    # -- a person -------------------------------------------------------------------------------------------------

    async def _sit(self, person: Person) -> None:
        """Look, and answer all that is asked; consecutive picks for one kind of question are one plan."""
        begun, before = time.process_time(), ""
        self.acts.append(self.when.now)
        sheet = await self.service.sheet(self.table, person)
        while sheet.ask is not None and sheet.request is not None and sheet.sealed is None:
            if sheet.request.key != before:
                self.acts.append(self.when.now)
            before = sheet.request.key
            picks = self._picks(before, sheet.ask, sheet)
            await self.service.answer(self.table, person, sheet.ask_no, [picks])
            sheet = await self.service.sheet(self.table, person)
        self.settled[person.id] = sheet.ask_no if sheet.sealed is not None else -1
        if self.ordered:
            await self._queue(person)
        self.spent += time.process_time() - begun

    async def _queue(self, person: Person) -> None:
        """Queue what comes next, as far as it can be: growth, and one or two cards and the pass behind them."""
        there = await self.service.seat(self.table, person)
        advance = there.advance
        for kind in advance.queueable if advance is not None else ():
            queued = advance is not None and advance.queue is not None and advance.queue.of(kind)
            if queued or self.chance.random() >= QUEUED[kind]:
                continue
            self.acts.append(self.when.now)
            for _ in range(CARDS + 1 if kind == "card.play" else 1):
                if not (batch := self._foreseen(there, kind)):
                    break
                try:
                    await auto_answers.queue(self.service, self.table, person, QueueWish(kind, (("", batch),)))
                except Refused:
                    break
                self.acts.append(self.when.now)
                if batch == ((PASS,),):
                    break

    def _foreseen(self, there: SeatSnapshot, kind: str) -> tuple[Picks, ...]:
        """The answers of one action, at the position as it stands; nothing where there is none."""
        position, batch = there.opening(kind), list[Picks]()
        while position is not None and len(batch) < MOST_QUEUED:
            run = position.trial.run(batch)
            asked = run.request
            ahead = asked is None or run.stopped or (run.presumed and kind == "card.play")
            if ahead or asked is None or asked.key.partition(".")[0] not in OF_KIND[kind]:
                break
            if batch and asked.key == "card.play":
                break
            batch.append(self._picks(asked.key, asked.asks[0], position.sheet))
        return tuple(batch)

    def _picks(self, key: str, ask: Ask, sheet: Sheet) -> Picks:
        """Some answer: one or two cards a turn, every other time no more than has to be, disks mostly in peace."""
        declined = [option for option in ask.options if option in DECLINED]
        others = [option for option in ask.options if option not in DECLINED]
        if key == "card.play":
            return (self._card(others, sheet.seat.seat),)
        if declined and (key in LEFT or self.chance.random() < 0.5):
            return (declined[0],)
        if key == "growth.deploy" and others:
            peaceful = [a for a in others if set(sheet.view.areas[a].disks) <= {sheet.seat.seat}]
            return (self.chance.choice(peaceful if peaceful and self.chance.random() < PEACE else others),)
        return tuple(self.chance.sample(others or list(ask.options), max(1, ask.least))) if ask.most else ()

    def _card(self, others: Sequence[str], seat: str) -> str:
        cards = [option for option in others if option.isdigit()]
        of_turn = f"{seat} {len(self.turns)}"
        if not cards or self.cards[of_turn] >= CARDS:
            return PASS
        self.cards[of_turn] += 1
        return self.chance.choice(cards)


async def played(folder: Path, seed: int, days: float, *, ordered: bool) -> Weeks:
    """One game over so many days."""
    database = Database(f"sqlite+aiosqlite:///{folder / f'{seed}-{ordered}.db'}")
    await database.migrate()
    when = Calendar()
    key = FileKey("weeks")
    service = GameService(
        Deps(database, GAMES, PostFactory(names_of, ALL), when, lambda: f"weeks {seed}", key, features=ALL)
    )
    made = Weeks(service, when, seed, ordered)
    await made.begin()
    await made.live(days * DAY)
    made.messages = await public(database)
    await database.close()
    return made


async def public(database: Database) -> list[float]:
    """When messages were sent that stay in the channel: posts of one moment share one, some give way to a later one."""
    async with database.session() as session:
        rows = (await session.execute(select(OutboxRow).order_by(col(OutboxRow.id)))).scalars().all()
    told = [(row.made_at, msgspec.json.decode(row.post, type=Post)) for row in rows if row.user is None]
    taken = [{later.slot for _, later in told[n + 1 :] if later.moves} for n in range(len(told))]
    stay = zip(told, taken, strict=True)
    return sorted({made_at for (made_at, post), later in stay if not post.slot or post.slot not in later})


def a_turn(games: Sequence[Weeks], times: Callable[[Weeks], Sequence[float]]) -> float:
    """How often something happens in a whole turn."""
    happened = sum(game.turns[0] <= at < game.turns[-1] for game in games for at in times(game))
    return happened / (sum(len(game.turns) - 1 for game in games) or 1)


def of_games(games: Sequence[Weeks], what: str) -> list[Figure]:
    """The figures of some games: of whole turns only."""
    spans = [later - sooner for game in games for sooner, later in pairwise(game.turns)]
    acts = sum(len(game.acts) for game in games) or 1
    return [
        Figure(f"{what}: waiting for a turn, middle", median(spans) / DAY if spans else 0.0, "days"),
        Figure(f"{what}: turns played", len(spans) / len(games), "a game"),
        Figure(
            f"{what}: looks and confirmed answers", a_turn(games, lambda g: g.acts) / len(PEOPLE), "a person and turn"
        ),
        Figure(f"{what}: public messages that stay", a_turn(games, lambda g: g.messages), "a turn"),
        Figure(f"{what}: processor", 1000 * sum(game.spent for game in games) / acts, "ms a time"),
    ]


async def run(folder: Path, games: int = GAMES_PLAYED, days: float = WEEKS / DAY) -> list[Figure]:
    """Play all of them without and with orders; the figures."""
    figures: list[Figure] = []
    for ordered, what in ((False, "by hand"), (True, "with orders")):
        played_games = [await played(folder, seed, days, ordered=ordered) for seed in range(1, games + 1)]
        figures += of_games(played_games, what)
    return figures


def measured() -> list[Figure]:
    """The figures of this part."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(run(Path(folder)))
