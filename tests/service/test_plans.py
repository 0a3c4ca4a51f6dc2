"""A plan for a whole fight: kept unseen, followed to the end, forgotten with it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update
from sqlmodel import col, select

from bot.contract.tables import Person, Place
from bot.features.registered import ALL
from bot.store.database import Database
from bot.store.file_key import FileKey
from bot.store.models import EntryRow, OutboxRow, PlanRow, TableRow
from bot.tables.game_service import GameService
from bot.tables.work.unit_of_work import Deps
from bot.ui.posts.post_factory import PostFactory
from bot.ui.words.presentations import names_of
from engine.acme.game import GAME
from engine.core import notation, record
from engine.games import GAMES
from tests.service.databases import ready
from tests.service.tables import ANA, BEN, Hand, refused

POSITION = """
map = "full"
phase = "competition"
order = ["egypt", "babylon"]
seed = "a fight"
[civs.egypt]
home = "thebes"
mina = 3
[civs.babylon]
home = "babylon"
mina = 5
[areas]
aleppo = "egypt 3 babylon 3"
"""
MINA = {"means": ["mina"] * 9}


class Arena:
    """A table at a fight for Aleppo: Egypt is Ana's, Babylon Ben's."""

    def __init__(self, file: Path) -> None:
        self.clock = Hand()
        self.database = Database(f"sqlite+aiosqlite:///{file}")
        self.game_service = GameService(
            Deps(
                self.database,
                GAMES,
                PostFactory(names_of, ALL),
                self.clock,
                lambda: "a fight",
                FileKey("key"),
                features=ALL,
            )
        )
        self.table = ""

    async def begin(self) -> None:
        await ready(self.database)
        info = await self.game_service.open_table(ANA, Place(5, 77), "acme", options={"map": "full"})
        for person, civ in ((ANA, "egypt"), (BEN, "babylon")):
            await self.game_service.join(info.id, person, civ=civ)
        await self.game_service.start(info.id, ANA)
        self.table = info.id
        raw = record.encode(notation.load(GAME, POSITION).record)
        async with self.database.session() as session, self.database.writing(session):
            await session.execute(update(TableRow).values(record=raw, answers=0))
            await session.execute(EntryRow.__table__.delete())  # type: ignore[attr-defined]
        self.game_service.deps.forget(1)

    async def stacks(self) -> dict[str, int]:
        view = (await self.game_service.standing(self.table)).view
        return dict(view.areas["aleppo"].disks)

    async def mina(self) -> tuple[int, int]:
        civs = (await self.game_service.standing(self.table)).view.civs
        return civs["egypt"].mina, civs["babylon"].mina

    async def key(self) -> str:
        ask = (await self.game_service.standing(self.table)).ask
        return ask.key if ask else ""

    async def rows(self, model: Any) -> list[Any]:
        async with self.database.session() as session:
            return list((await session.execute(select(model))).scalars())

    async def posts(self) -> int:
        async with self.database.session() as session:
            here = select(OutboxRow).where(col(OutboxRow.user).is_(None))
            return len(list((await session.execute(here)).scalars()))

    async def plan(self, person: Person, **wishes: Any) -> None:
        sheet = await self.game_service.sheet(self.table, person)
        assert sheet.request is not None
        assert sheet.request.key == "competition.removal"
        await self.game_service.follow(self.table, person, sheet.ask_no, wishes)


@pytest.fixture
async def arena(tmp_path: Path) -> AsyncIterator[Arena]:
    made = Arena(tmp_path / "a.db")
    await made.begin()
    while await made.key() == "competition.commit":
        for person in (ANA, BEN):
            sheet = await made.game_service.sheet(made.table, person)
            if sheet.ask is not None:
                await made.game_service.answer(made.table, person, sheet.ask_no, [["done"]])
    yield made
    await made.database.close()


async def test_two_plans_meet_without_further_questions_and_are_forgotten(arena: Arena) -> None:
    before = await arena.posts()
    await arena.plan(ANA, pay=9, **MINA)
    assert [row.number for row in await arena.rows(PlanRow)] == [1]
    await arena.plan(BEN, pay=9, **MINA)
    assert (await arena.stacks(), await arena.mina()) == ({"babylon": 2}, (0, 1))
    assert await arena.rows(PlanRow) == []
    assert await arena.posts() - before == 2
    entries = [e for e in await arena.rows(EntryRow) if e.key == "competition.removal"]
    assert not any(e.auto for e in entries)
    assert {e.seat for e in entries} == {"egypt", "babylon"}


async def test_a_plan_survives_a_restart_and_nobody_sees_it(arena: Arena, tmp_path: Path) -> None:
    await arena.plan(ANA, pay=9, **MINA)
    arena.game_service.deps.forget(1)
    sheet = await arena.game_service.sheet(arena.table, BEN)
    assert "'pay'" not in str(sheet)
    assert sheet.request is not None
    await arena.game_service.answer(arena.table, BEN, sheet.ask_no, [["mina"]])
    assert await arena.mina() == (1, 4)


async def test_undo_ends_a_plan(arena: Arena) -> None:
    await arena.plan(ANA, pay=1, **MINA)
    await arena.game_service.undo(arena.table, ANA)
    assert await arena.rows(PlanRow) == []
    assert await arena.mina() == (3, 5)


async def test_a_seat_handed_on_has_no_plan(arena: Arena) -> None:
    await arena.plan(ANA, pay=9, **MINA)
    await arena.game_service.control(arena.table, ANA, 1, "npc")
    assert await arena.rows(PlanRow) == []


async def test_the_outlook_is_what_happens_if_nobody_else_pays(arena: Arena) -> None:
    found = (await arena.game_service.seat(arena.table, ANA)).outlook(2)
    assert found == ({"egypt": 1, "babylon": 1}, {"egypt": 2}, {"egypt": 3})


async def test_what_makes_no_plan_is_refused_and_changes_nothing(arena: Arena) -> None:
    sheet = await arena.game_service.sheet(arena.table, ANA)
    table, wrong = arena.table, {"pay": 1, "until": "dawn"}
    assert (await refused(arena.game_service.follow(table, ANA, sheet.ask_no, wrong))).code == "not_an_option"
    assert (await refused(arena.game_service.follow(table, BEN, sheet.ask_no, {}))).code == "not_asked"
    assert (await refused(arena.game_service.follow(table, ANA, sheet.ask_no + 7, {}))).code == "stale"
    assert await arena.key() == "competition.removal"
    first = await arena.game_service.follow(table, ANA, sheet.ask_no, {"pay": 1, **MINA})
    again = await arena.game_service.follow(table, ANA, sheet.ask_no, {"pay": 1, **MINA})
    assert (first.repeated, again.repeated) == (False, True)
