"""Four people who play ACME as its screens send it: whole batches, cards with their targets, windows left to close."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
from sqlmodel import col, select

from bot.contract.posts import Post, PostPicture
from bot.contract.table_settings import Settings
from bot.contract.tables import Person, Place, Sheet
from bot.features.registered import ALL
from bot.games.acme.declared import FIGHTS, LOSSES
from bot.store.database import Database
from bot.store.file_key import FileKey
from bot.store.models import OutboxRow
from bot.tables.game_service import GameService
from bot.tables.work.unit_of_work import Deps
from bot.ui.posts.post_factory import PostFactory
from bot.ui.questions.draft import follows
from bot.ui.words.presentations import names_of
from engine.acme.presentation import PRESENTATION as ACME
from engine.core.ask import PASS, Ask, Picks
from engine.core.game import View
from engine.games import GAMES
from tests.service.databases import ready
from tests.service.tables import ANA, BEN, CHO, DEE, Hand

FOUR = (ANA, BEN, CHO, DEE)
CIVS = ("hittites", "egypt", "babylon", "assyria")
DECLINED = (PASS, "done", "no", "none", "0", "lose")
LOOKED_UP, GOES_ON = 900.0, 20.0
CARDS = (2, 1, 2, 1)
PEACE = 0.97


@dataclass(slots=True)
class Turn:
    """What the channel was told in a turn, and how many areas were Contested at most."""

    posts: list[Post] = field(default_factory=list)
    fights: int = 0

    @property
    def stay(self) -> list[Post]:
        """The posts without those that gave way to a later one, which tells what they told."""
        after = [{later.slot for later in self.posts[i + 1 :] if later.moves} for i in range(len(self.posts))]
        return [post for post, slots in zip(self.posts, after, strict=True) if not post.slot or post.slot not in slots]

    @property
    def pictures(self) -> int:
        """How many pictures were posted."""
        return sum(isinstance(part, PostPicture) for post in self.posts for part in post.parts)


class Evening:
    """A game of four people and what it tells the channel.

    Who is asked looks up a quarter of an hour later, and goes on with what follows of the own action at once.
    """

    def __init__(self, file: Path, seed: int, settings: Settings | None = None, url: str = "") -> None:
        self.database = Database(url or f"sqlite+aiosqlite:///{file}")
        self.clock = Hand()
        key = FileKey("key")
        self.game_service = GameService(
            Deps(
                self.database,
                GAMES,
                PostFactory(names_of, ALL),
                self.clock,
                lambda: f"evening {seed}",
                key,
                features=ALL,
            ),
            settings,
        )
        self.dice = random.Random(seed)
        self.played: dict[str, int] = {}
        self.table = ""
        self.last: Person | None = None
        self.rung: set[int] = set()
        self.heard = 0

    async def begin(self, map_id: str = "western") -> None:
        """Open a table, sit down and start."""
        await ready(self.database)
        info = await self.game_service.open_table(ANA, Place(5, 77), "acme", options={"map": map_id, "epochs": 3})
        for person, civ in zip(FOUR, CIVS, strict=True):
            await self.game_service.join(info.id, person, civ=civ)
        await self.game_service.start(info.id, ANA)
        self.table = info.id

    async def moment(self) -> tuple[int, int, str]:
        """Epoch, turn and phase."""
        view = (await self.game_service.standing(self.table)).view
        return view.epoch, view.turn, view.phase

    async def go_on(self) -> bool:
        """One decision of whoever is asked, or the close of a window; whether the game goes on."""
        info = await self.game_service.info(self.table)
        if info.state == "over":
            return False
        if info.window is not None:
            self.clock.now = max(self.clock.now, info.window.closes_at.timestamp())
            self.last = None
            assert await self.game_service.ring(self.table, "window", info.ask_no)
            return True
        for person in FOUR:
            sheet = await self.game_service.sheet(self.table, person)
            if sheet.ask is not None:
                self.clock.now += GOES_ON if person == self.last else LOOKED_UP
                self.last = person
                self.rung.discard(person.id)
                await self.answer(sheet, person)
                return True
        raise AssertionError("nobody is asked")

    async def answer(self, sheet: Sheet, person: Person) -> None:
        """A fight is decided by one plan, everything else by the batch of its screen."""
        assert sheet.request is not None
        assert sheet.ask is not None
        if sheet.request.key in FIGHTS:
            plan = {"pay": self.dice.randint(0, 2), "means": ["mina"] * 2, "until": "useless"}
            await self.game_service.follow(self.table, person, sheet.ask_no, plan)
        else:
            await self.game_service.answer(self.table, person, sheet.ask_no, await self.batch(sheet, person))

    async def batch(self, sheet: Sheet, person: Person) -> Sequence[Picks]:
        """All answers that the screen of that question sends together."""
        assert sheet.request is not None
        assert sheet.ask is not None
        start = sheet.request.key
        there = await self.game_service.seat(self.table, person)
        batch = [self.picks(start, sheet.ask, sheet.view, sheet.seat.seat)]
        while True:
            run = there.preview(batch)
            if not follows(ACME, start, run) and not self._losses(start, run):
                return batch
            assert run.request is not None
            ask = run.request.of(sheet.seat.seat)
            assert ask is not None
            batch.append(self.picks(run.request.key, ask, run.view, sheet.seat.seat))

    def _losses(self, start: str, run: Any) -> bool:
        """Losses are decided on one screen."""
        same = run.request is not None and run.request.key == start and not run.stopped and not run.presumed
        return same and start in LOSSES

    def picks(self, key: str, ask: Ask, view: View, seat: str) -> Picks:
        """What is chosen: two cards a turn, some of the losses saved, disks where they are worth most."""
        declined = [o for o in DECLINED if o in ask.options]
        others = [o for o in ask.options if o not in DECLINED]
        if key == "card.play":
            return (self._card(others, seat) if others else PASS,)
        if key in {"growth.retire", "growth.resettle", "card.areas", "competition.commit", "draw.buy"} and declined:
            return (declined[0],)
        if key == "growth.deploy" and others:
            return (self._place(others, view, seat),)
        pool = others or list(ask.options)
        if declined and self.dice.random() < 0.5:
            return (declined[0],)
        return tuple(self.dice.sample(pool, max(1, ask.least))) if ask.most else ()

    def _place(self, others: Sequence[str], view: View, seat: str) -> str:
        """An area of one's own or a vacant one; now and then somebody else's."""
        peaceful = [a for a in others if set(view.areas[a].disks) <= {seat}]
        return self.dice.choice(peaceful if peaceful and self.dice.random() < PEACE else others)

    def _card(self, others: Sequence[str], seat: str) -> str:
        """A card, until the seat has played as many as usual in this turn; then pass."""
        cards = [o for o in others if o.isdigit()]
        if not cards or self.played.get(seat, 0) >= CARDS[CIVS.index(seat)]:
            return PASS
        self.played[seat] = self.played.get(seat, 0) + 1
        return self.dice.choice(cards)

    async def set_up(self) -> None:
        """Play until the first turn begins."""
        while (await self.moment())[2] == "setup":
            await self.go_on()
        self.heard = len(await self.posts())

    async def turn(self) -> Turn:
        """Play one turn."""
        epoch, turn, _ = await self.moment()
        told, fights = Turn(), 0
        self.played.clear()
        while (await self.moment())[:2] == (epoch, turn) and await self.go_on():
            told.posts += await self._news()
            fights = max(fights, await self._contested())
        told.fights = fights
        return told

    async def _news(self) -> list[Post]:
        """New posts; nobody is rung twice for one question."""
        found = (await self.posts())[self.heard :]
        waiting = [post for post in found if post.hold]
        new = found[: len(found) - len(waiting)]
        self.heard += len(new)
        for person in (person for post in new for person in post.mentions):
            assert person not in self.rung
            self.rung.add(person)
        return new

    async def _contested(self) -> int:
        """How many areas are Contested when the Competitions begin."""
        view = (await self.game_service.standing(self.table)).view
        if view.phase != "competition":
            return 0
        return sum(area.contested for area in view.areas.values())

    async def posts(self, user: int | None = None) -> list[Post]:
        """Everything told so far to the channel, or to that person."""
        async with self.database.session() as session:
            rows = (await session.execute(select(OutboxRow).order_by(col(OutboxRow.id)))).scalars()
            return [msgspec.json.decode(row.post, type=Post) for row in rows if row.user == user]
