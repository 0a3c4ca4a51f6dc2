"""Moves planned ahead, and auto-answers beside them: unseen by others, done in their time, gone with their owner."""

from __future__ import annotations

import zlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import delete, update
from sqlmodel import select

from bot.contract.preferences import Preferences
from bot.contract.tables import Person, Place, Refused
from bot.features.auto_answers import service as auto_answers
from bot.features.files import export_import
from bot.features.files import export_import as files_export_import
from bot.features.registered import ALL
from bot.store.database import Database
from bot.store.file_key import FileKey
from bot.store.models import (
    CheckpointRow,
    DraftRow,
    EntryRow,
    OutboxRow,
    QueuedRow,
    SeatRow,
    StandingOrderRow,
    TableRow,
)
from bot.tables.alarm_clock import Clock
from bot.tables.game_service import GameService
from bot.tables.work.unit_of_work import Deps
from bot.ui.posts.post_factory import PostFactory
from bot.ui.words.presentations import names_of
from engine.civ.game import GAME
from engine.core import notation, record
from engine.core.table import Table
from engine.games import GAMES
from tests.civ.story import position
from tests.service.databases import ready
from tests.service.tables import ANA, BEN, CHO, DEE, Hand, refused

NATIONS = {"babylon": ANA, "egypt": BEN, "crete": CHO}
LAND = {"ptolemais": "babylon 3", "nubia": "egypt 3", "thebes": "egypt 2", "rome": "crete 4"}
PLAN = ("thebes>buhen:1",)
MINUTE = 60.0


class War:
    """Babylon is Ana's, Egypt Ben's, Crete Cho's; they move in that order."""

    def __init__(self, file: Path, clock: Hand | None = None) -> None:
        self.file, self.clock = file, clock or Hand()
        self.database = Database(f"sqlite+aiosqlite:///{file}")
        key = FileKey("key")
        self.service = GameService(
            Deps(self.database, GAMES, PostFactory(names_of, ALL), self.clock, lambda: "war", key, features=ALL)
        )
        self.table = "100"

    async def begin(self, phase: str = "movement", **tables: Any) -> None:
        wanted = {"areas": LAND, "order": list(NATIONS), "nations": {name: {} for name in NATIONS}, **tables}
        await self.put("civ", notation.load(GAME, position(phase, **wanted)), list(NATIONS))

    async def put(self, game: str, begun: Table[Any], names: list[str]) -> None:
        """A table of that game in that position, its seats those of Ana, Ben and Cho."""
        await ready(self.database)
        info = await self.service.open_table(ANA, Place(5, 77), game)
        for person in (BEN, CHO):
            await self.service.join(info.id, person)
        await self.service.start(info.id, ANA)
        raw = record.encode(begun.record)
        async with self.database.session() as session, self.database.writing(session):
            await session.execute(update(TableRow).values(record=raw, answers=0))
            await session.execute(delete(EntryRow))
            await session.execute(delete(OutboxRow))
            here = record.decode(raw)
            state = zlib.compress(bytes(here.state))
            chapter = begun.game.chapter(begun.state)
            await session.execute(update(CheckpointRow).values(state=state, step=here.step, first=0, chapter=chapter))
            for number, name in enumerate(names, 1):
                await session.execute(update(SeatRow).where(SeatRow.number == number).values(seat=name))  # type: ignore[arg-type]
        self.table = info.id
        self.service.deps.forget(1)

    async def rows(self, model: Any) -> list[Any]:
        async with self.database.session() as session:
            return list((await session.execute(select(model))).scalars())

    async def give(self, person: Person, *picks: str) -> None:
        sheet = await self.service.sheet(self.table, person)
        await self.service.answer(self.table, person, sheet.ask_no, [[pick] for pick in picks])

    async def later(self, seconds: float = 2 * MINUTE) -> int:
        """Time goes by; how many alarms had something to do."""
        self.clock.now += seconds
        return await Clock(self.service, self.clock).close_due()

    async def tokens(self, area: str) -> dict[str, int]:
        view = (await self.service.standing(self.table)).view
        return dict(view.areas[area].tokens)

    async def asked(self) -> list[str]:
        ask = (await self.service.standing(self.table)).ask
        return [seat.seat for seat in ask.asked] if ask else []

    async def seen_by_others(self) -> bytes:
        """All that is told to everyone and to those who have set nothing, and what they may look at."""
        posts = [row.post for row in await self.rows(OutboxRow) if row.user != BEN.id]
        sheets = [await self.service.sheet(self.table, person) for person in (ANA, CHO)]
        info = await self.service.info(self.table)
        told = [(s.view, s.ask_no, s.request, s.ask, s.undo, s.public.view, s.public.ask) for s in sheets]
        return msgspec.json.encode([posts, told, repr(info), (await self.service.log(self.table, ANA)).lines])


@pytest.fixture
async def war(tmp_path: Path) -> AsyncIterator[War]:
    """Babylon is asked for its moves."""
    made = War(tmp_path / "war.db")
    await made.begin()
    yield made
    await made.database.close()


async def test_a_lodged_plan_is_carried_out_in_its_turn(war: War) -> None:
    """CIV-213: after a while, so that it can be taken back."""
    await auto_answers.lodge(war.service, war.table, BEN, PLAN)
    assert (await war.service.seat(war.table, BEN)).advance.plan is not None  # type: ignore[union-attr]
    await war.give(ANA, "done")
    assert await war.asked() == ["egypt"]
    assert await war.later(10) == 0
    assert await war.later() == 1
    assert await war.asked() == ["crete"]
    assert await war.tokens("buhen") == {"egypt": 1}
    assert await war.rows(QueuedRow) == []


@pytest.mark.soak
async def test_with_or_without_a_plan_the_others_see_the_same(tmp_path: Path) -> None:
    """CIV-213: to the byte and in the same order, until the plan answers; then as if its owner had."""
    wars = [War(tmp_path / f"{n}.db") for n in range(2)]
    for n, one in enumerate(wars):
        await one.begin()
        if n:
            await auto_answers.lodge(one.service, one.table, BEN, PLAN)
            await auto_answers.set_answer(one.service, one.table, BEN, "losses", "auto")
    by_hand, ordered = wars
    assert await by_hand.seen_by_others() == await ordered.seen_by_others()
    for one in wars:
        await one.give(ANA, "done")
    assert await by_hand.seen_by_others() == await ordered.seen_by_others()
    assert [await one.later() for one in wars] == [0, 1]
    await by_hand.give(BEN, *PLAN, "done")
    assert await by_hand.seen_by_others() == await ordered.seen_by_others()
    for one in wars:
        await one.database.close()


async def test_a_restart_between_changes_nothing(war: War) -> None:
    await auto_answers.lodge(war.service, war.table, BEN, PLAN)
    await war.give(ANA, "done")
    again = War(war.file, war.clock)
    assert await again.later() == 1
    assert await again.tokens("buhen") == {"egypt": 1}
    await again.database.close()


async def test_a_plan_that_is_taken_back_is_gone(war: War) -> None:
    await auto_answers.lodge(war.service, war.table, BEN, PLAN)
    await war.give(ANA, "done")
    await war.later()
    await war.service.undo(war.table, BEN)
    assert await war.asked() == ["egypt"]
    assert await war.tokens("buhen") == {}
    assert await war.later() == 0


async def test_a_plan_that_stops_becomes_a_draft_and_says_why(war: War) -> None:
    """CIV-213: only its owner hears of it."""
    await auto_answers.lodge(war.service, war.table, BEN, PLAN)
    await war.give(ANA, "ptolemais>thebes:1", "done")
    public = [row for row in await war.rows(OutboxRow) if row.user is None]
    assert await war.later() == 1
    assert await war.asked() == ["egypt"]
    [draft] = await war.rows(DraftRow)
    assert '"plan":["thebes>buhen:1"]' in draft.body
    told = [row.post.decode() for row in await war.rows(OutboxRow) if row.user == BEN.id]
    assert any("Babylon" in post and "Thebes" in post for post in told)
    assert len([row for row in await war.rows(OutboxRow) if row.user is None]) == len(public)
    assert await war.rows(QueuedRow) == []


async def test_a_plan_can_be_changed_and_withdrawn(war: War) -> None:
    await auto_answers.lodge(war.service, war.table, BEN, PLAN)
    await auto_answers.lodge(war.service, war.table, BEN, ("nubia>thebes:1",))
    [row] = await war.rows(QueuedRow)
    assert "nubia" in row.body
    await auto_answers.lodge(war.service, war.table, BEN, None)
    await war.give(ANA, "done")
    assert await war.later() == 0


@pytest.mark.parametrize(
    ("person", "picks", "code"),
    [(ANA, ("done",), "not_ahead"), (BEN, ("thebes>buhen:9",), "not_an_option"), (DEE, PLAN, "no_seat")],
)
async def test_what_cannot_be_lodged_is_refused(war: War, person: Person, picks: tuple[str, ...], code: str) -> None:
    assert (await refused(auto_answers.lodge(war.service, war.table, person, picks))).code == code
    assert await war.rows(QueuedRow) == []


async def test_what_a_former_owner_has_set_is_gone(war: War) -> None:
    await auto_answers.set_answer(war.service, war.table, BEN, "losses", "auto")
    await auto_answers.lodge(war.service, war.table, BEN, PLAN)
    offer = await war.service.give_seat(war.table, BEN, 2, DEE)
    await war.service.answer_offer(war.table, DEE, offer.no, accepts=True)
    assert await war.rows(StandingOrderRow) == await war.rows(QueuedRow) == []
    await war.give(ANA, "done")
    assert await war.later() == 0
    assert await war.asked() == ["egypt"]


async def test_a_seat_that_the_computer_takes_has_nothing_set(war: War) -> None:
    await auto_answers.set_answer(war.service, war.table, BEN, "losses", "auto")
    await auto_answers.lodge(war.service, war.table, BEN, PLAN)
    await war.service.control(war.table, BEN, 2, "npc")
    with pytest.raises(Refused, match="lent"):
        await auto_answers.set_answer(war.service, war.table, BEN, "losses", "auto")
    await war.service.control(war.table, BEN, 2, "human")
    assert await war.rows(StandingOrderRow) == await war.rows(QueuedRow) == []


async def test_going_back_forgets_plans_and_keeps_auto_answers(war: War) -> None:
    await auto_answers.set_answer(war.service, war.table, BEN, "losses", "auto")
    await war.give(ANA, "done")
    await auto_answers.lodge(war.service, war.table, CHO, ("rome>neapolis:1",))
    await war.give(BEN, "done")
    point = next(p for p in await war.service.back_points(war.table, ANA) if p.answers == 1)
    asked = await war.service.ask_back(war.table, ANA, point.answers)
    for person in (BEN, CHO):
        if asked.result == "open":
            asked = await war.service.vote_back(war.table, person, asked.no, agrees=True)
    assert asked.result == "agreed"
    assert await war.asked() == ["egypt"]
    assert await war.rows(QueuedRow) == []
    assert await war.later() == 0
    assert [row.line for row in await war.rows(StandingOrderRow)] == ["losses: auto"]


async def test_a_saved_game_tells_nothing_of_what_is_set(war: War) -> None:
    await auto_answers.set_answer(war.service, war.table, BEN, "losses", "auto")
    await auto_answers.lodge(war.service, war.table, BEN, PLAN)
    before = await files_export_import.export(war.service, war.table, ANA)
    await auto_answers.set_answer(war.service, war.table, BEN, "losses", "")
    await auto_answers.lodge(war.service, war.table, BEN, None)
    after = await export_import.export(war.service, war.table, ANA)
    assert len(before.raw) == len(after.raw)
    other = War(war.file.with_suffix(".other.db"))
    await ready(other.database)
    await export_import.import_table(other.service.deps, ANA, Place(5, 78), before.raw)
    assert await other.rows(QueuedRow) == await other.rows(StandingOrderRow) == []
    assert len(await other.rows(SeatRow)) == len(NATIONS)
    await other.database.close()


async def test_what_one_has_set_is_among_what_is_stored_about_oneself(war: War) -> None:
    await auto_answers.set_answer(war.service, war.table, BEN, "losses", "auto")
    await auto_answers.lodge(war.service, war.table, BEN, PLAN)
    mine, others = [(await war.service.personal_data(person)).raw.decode() for person in (BEN, ANA)]
    assert "losses: auto" in mine
    assert "thebes>buhen:1" in mine
    assert "losses: auto" not in others


async def questions(war: War, person: Person) -> str:
    """What that person is asked now; empty for nothing."""
    request = (await war.service.sheet(war.table, person)).request
    return request.key if request else ""


async def test_a_plan_that_nobody_can_come_between_is_carried_out_as_soon_as_its_turn_comes(war: War) -> None:
    """CIV-088, CIV-221: Crete is far from both who move before it; Egypt is Babylon's neighbour."""
    await auto_answers.lodge(war.service, war.table, CHO, ("rome>neapolis:1",))
    await auto_answers.lodge(war.service, war.table, BEN, PLAN)
    await war.give(ANA, "done")
    assert await war.later(10) == 0
    await war.later()
    assert await war.asked() == ["crete"]
    assert await war.later(2) == 1
    assert "crete" in await war.tokens("neapolis")


async def test_who_need_not_wait_is_told_when_the_first_is_asked_if_told_of_turns_by_dm(tmp_path: Path) -> None:
    """CIV-088, CIV-221: once, and only whom nobody can meet."""
    made = War(tmp_path / "free.db")
    nations = {"babylon": {"advances": ["coinage"]}, "egypt": {}, "crete": {}}
    await made.begin("tax", areas={**LAND, "aleppo": "babylon city"}, nations=nations)
    for person in (BEN, CHO):
        await made.service.set_preferences(person, Preferences(turn_notices="dm"))
    await made.give(ANA, "2")
    for person in (ANA, BEN, CHO):
        while (await questions(made, person)).startswith("ships."):
            await made.give(person, "done")
    assert await questions(made, await first(made)) == "movement.tokens"
    told = [row.user for row in await made.rows(OutboxRow) if b"can reach you" in bytes(row.post)]
    assert told == [CHO.id]
    await made.give(await first(made), "done")
    assert [row.user for row in await made.rows(OutboxRow) if b"can reach you" in bytes(row.post)] == told
    await made.database.close()


async def first(war: War) -> Person:
    """Whose turn it is."""
    return NATIONS[(await war.asked())[0]]
