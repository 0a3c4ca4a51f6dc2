"""A whole game twice, with auto-answers and a queue at one seat and the same by hand: nobody else sees which."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest
from sqlmodel import col, select

from bot.contract.snapshot import QueueWish
from bot.contract.table_settings import Settings
from bot.contract.tables import Person, Place, Refused
from bot.features.auto_answers import service as auto_answers
from bot.store.models import EntryRow, OutboxRow, SealedRow
from bot.tables.alarm_clock import Clock
from engine.core.ask import Picks
from tests.conformance.players import answer
from tests.service.databases import ready
from tests.service.tables import ANA, BEN, CHO
from tests.service.test_auto_answers import War

CIVS = {ANA: "egypt", BEN: "hittites", CHO: "babylon"}
SET = (
    ("respond", "always"),
    ("respond", "home"),
    ("negate", "any"),
    ("negate", "cheapest"),
    ("losses", "lose"),
    ("losses", "home,cities,mina"),
    ("commit", "absent"),
    ("discard", "first:competition,never:negate"),
)
AWHILE = 120.0
STEPS = 3000


class Told(War):
    """A game of three from its beginning; what everybody but Ben has been told, and when."""

    async def open(self) -> None:
        """Sit down and start."""
        await ready(self.database)
        options = {"map": "abbreviated_western", "epochs": 1}
        info = await self.service.open_table(
            ANA, Place(5, 77), "acme", options=options, settings=Settings(pace="daily")
        )
        self.table = info.id
        for person in (BEN, CHO):
            await self.service.join(info.id, person)
        await self.service.start(info.id, ANA)

    async def posts(self) -> list[tuple[float, bytes]]:
        """All posts with their pictures and times, but direct messages to Ben."""
        async with self.database.session() as session:
            rows = (await session.execute(select(OutboxRow).order_by(col(OutboxRow.id)))).scalars()
            return [(row.made_at, row.post) for row in rows if row.user != BEN.id]

    async def looks(self) -> bytes:
        """What the others see on their own screens, and who is asked until when."""
        sheets = [await self.service.sheet(self.table, person) for person in (ANA, CHO)]
        seen = [(s.view, s.ask_no, s.request, s.ask, s.undo, s.public.view, s.public.ask) for s in sheets]
        return msgspec.json.encode([seen, repr(await self.service.info(self.table))])

    async def said_by_ben(self, since: int) -> tuple[int, list[Picks]]:
        """How many answers stand, and those of Ben behind the first so many, sealed ones among them."""
        seat = (await self.service.info(self.table)).seats[1].seat
        async with self.database.session() as session:
            here = select(EntryRow).where(col(EntryRow.seq) > since).order_by(col(EntryRow.seq))
            entries = list((await session.execute(here)).scalars())
            sealed = list((await session.execute(select(SealedRow).where(col(SealedRow.number) == 2))).scalars())
        given = [tuple(json.loads(row.picks)) for row in entries if row.seat == seat and not row.auto]
        return since + len(entries), given or [tuple(json.loads(row.picks)) for row in sealed]


async def asked(game: Told, person: Person) -> bool:
    """Whether that person is asked something and has not answered it."""
    sheet = await game.service.sheet(game.table, person)
    return sheet.ask is not None and sheet.sealed is None


async def give(game: Told, person: Person, batch: Sequence[Picks]) -> None:
    """Answer what that person is asked."""
    sheet = await game.service.sheet(game.table, person)
    await game.service.answer(game.table, person, sheet.ask_no, [list(picks) for picks in batch])


async def set_something(game: Told, rng: random.Random) -> None:
    """Ben sets an auto-answer or queues something that fits."""
    await auto_answers.set_answer(game.service, game.table, BEN, *rng.choice(SET))
    there = await game.service.seat(game.table, BEN)
    for kind in there.advance.queueable if there.advance is not None else ():
        position, batch = there.opening(kind), list[Picks]()
        for _ in range(20 if position is not None else 0):
            run = position.trial.run(batch) if position is not None else None
            if run is None or run.request is None or run.stopped or run.presumed:
                break
            if run.request.key.partition(".")[0] != kind.partition(".")[0] or (
                batch and run.request.key == kind == "card.play"
            ):
                break
            batch.append(answer(rng, run.request.key, run.request.asks[0]))
        try:
            await auto_answers.queue(game.service, game.table, BEN, QueueWish(kind, (("", tuple(batch)),)))
        except Refused:
            continue


@pytest.mark.long
async def test_nobody_sees_whether_somebody_has_auto_answers_in_a_whole_game(tmp_path: Path) -> None:
    """Every post and picture and its time, every screen of the others, and who is asked until when, to the byte."""
    rng, by_hand, ordered = random.Random(0), Told(tmp_path / "hand.db"), Told(tmp_path / "ordered.db")
    for game in (by_hand, ordered):
        await game.open()
    known = acted = 0
    for _ in range(STEPS):
        info = await ordered.service.info(ordered.table)
        if info.state == "over":
            break
        if rng.random() < 0.3 and "setup" not in str((await ordered.service.standing(ordered.table)).view.phase):
            await set_something(ordered, rng)
        known, _ = await ordered.said_by_ben(known)
        waiting = [person for person in (ANA, BEN, CHO) if await asked(ordered, person)]
        for game in (by_hand, ordered):
            game.clock.now += AWHILE if waiting else 3600.0
            await Clock(game.service, game.clock).close_due()
        known, given = await ordered.said_by_ben(known)
        if given and BEN in waiting:
            await give(by_hand, BEN, given)
            acted += 1
        elif waiting:
            sheet = await ordered.service.sheet(ordered.table, waiting[0])
            if sheet.ask is not None and sheet.request is not None and sheet.sealed is None:
                picks = answer(rng, sheet.request.key, sheet.ask)
                for game in (by_hand, ordered):
                    await give(game, waiting[0], [picks])
        assert await by_hand.looks() == await ordered.looks()
    assert acted > 20
    assert await by_hand.posts() == await ordered.posts()
    for game in (by_hand, ordered):
        await game.database.close()
