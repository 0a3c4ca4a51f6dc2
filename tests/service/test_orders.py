"""Orders given ahead: unseen by others, carried out in their time, and gone with their owner."""

from __future__ import annotations

import zlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import delete, update
from sqlmodel import col, select

from bot.clock import Clock
from bot.posts import Post, PostRow
from bot.preferences import Preferences
from bot.service.files.file_key import FileKey
from bot.service.game_service import GameService
from bot.service.play.idle_orders import passed, tell_idle
from bot.service.play.order_rows import MOST_ACTS
from bot.service.transaction import do
from bot.service.unit_of_work import UnitOfWork
from bot.store.database import Database
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
from bot.ui.posts.post_factory import PostFactory
from bot.ui.presentations import names_of
from bot.values import Draft, Person, Place, Refused
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
        self.service = GameService(self.database, GAMES, PostFactory(names_of), self.clock, key, lambda: "war")
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
        return dict(view["areas"][area]["tokens"])

    async def asked(self) -> list[str]:
        ask = (await self.service.standing(self.table)).ask
        return [seat.seat for seat in ask.asked] if ask else []

    async def seen_by_others(self) -> bytes:
        """All that is told to everybody and to those who have no orders, and what they may look at."""
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
    await war.service.lodge(war.table, BEN, PLAN)
    assert (await war.service.seat(war.table, BEN)).orders.plan is not None  # type: ignore[union-attr]
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
            await one.service.lodge(one.table, BEN, PLAN)
            await one.service.set_order(one.table, BEN, "move: hold")
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
    await war.service.lodge(war.table, BEN, PLAN)
    await war.give(ANA, "done")
    again = War(war.file, war.clock)
    assert await again.later() == 1
    assert await again.tokens("buhen") == {"egypt": 1}
    await again.database.close()


async def test_what_an_order_has_answered_can_be_taken_back_and_stays_so(war: War) -> None:
    await war.service.set_order(war.table, BEN, "move: hold")
    await war.give(ANA, "done")
    await war.later()
    assert await war.asked() == ["crete"]
    await war.service.undo(war.table, BEN)
    assert await war.asked() == ["egypt"]
    assert await war.later() == 0
    await war.give(BEN, *PLAN, "done")
    assert await war.tokens("buhen") == {"egypt": 1}


async def test_what_orders_have_answered_is_told_their_owner_alone_by_one_dm(war: War) -> None:
    """What was told of it with it, and the ways to take it back and to the orders; not to who does not want that."""
    await war.service.set_order(war.table, BEN, "move: hold")
    await war.give(ANA, "done")
    await war.later()
    told = [
        msgspec.json.decode(row.post, type=Post) for row in await war.rows(OutboxRow) if b"have answered" in row.post
    ]
    assert [(post.user, post.moves, post.mentions) for post in told] == [(BEN.id, True, ())]
    assert "Your orders have answered for you: Moves." in str(told[0].parts)
    row = next(part for part in told[0].parts if isinstance(part, PostRow))
    assert [(one.verb, one.option) for one in row.buttons] == [("seat", ""), ("undo", "2"), ("orders", "2")]


async def test_who_does_not_want_it_is_not_told_what_orders_have_answered(war: War) -> None:
    await war.service.set_preferences(BEN, Preferences(order_notices=False))
    await war.service.set_order(war.table, BEN, "move: hold")
    await war.give(ANA, "done")
    await war.later()
    assert await war.asked() != ["egypt"]
    assert not [row for row in await war.rows(OutboxRow) if b"have answered" in row.post]


async def test_a_plan_that_is_taken_back_is_gone(war: War) -> None:
    await war.service.lodge(war.table, BEN, PLAN)
    await war.give(ANA, "done")
    await war.later()
    await war.service.undo(war.table, BEN)
    assert await war.asked() == ["egypt"]
    assert await war.tokens("buhen") == {}
    assert await war.later() == 0


async def test_a_plan_that_stops_becomes_a_draft_and_says_why(war: War) -> None:
    """CIV-213: only its owner hears of it."""
    await war.service.lodge(war.table, BEN, PLAN)
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
    await war.service.lodge(war.table, BEN, PLAN)
    await war.service.lodge(war.table, BEN, ("nubia>thebes:1",))
    [row] = await war.rows(QueuedRow)
    assert "nubia" in row.body
    await war.service.lodge(war.table, BEN, None)
    await war.give(ANA, "done")
    assert await war.later() == 0


@pytest.mark.parametrize(
    ("person", "picks", "code"),
    [(ANA, ("done",), "not_ahead"), (BEN, ("thebes>buhen:9",), "not_an_option"), (DEE, PLAN, "no_seat")],
)
async def test_what_cannot_be_lodged_is_refused(war: War, person: Person, picks: tuple[str, ...], code: str) -> None:
    assert (await refused(war.service.lodge(war.table, person, picks))).code == code
    assert await war.rows(QueuedRow) == []


async def test_an_order_answers_only_what_is_asked_later(war: War) -> None:
    """A question that is asked already is its owner's."""
    await war.service.set_order(war.table, ANA, "move: hold")
    assert await war.later() == 0
    assert (await refused(war.service.set_order(war.table, ANA, "move: run"))).code == "not_an_option"
    await war.service.set_order(war.table, ANA, "move:")
    assert await war.rows(StandingOrderRow) == []


async def test_who_has_begun_a_draft_answers_alone(war: War) -> None:
    await war.service.set_order(war.table, BEN, "move: hold")
    await war.give(ANA, "done")
    sheet = await war.service.sheet(war.table, BEN)
    await war.service.save_draft(war.table, BEN, sheet.ask_no, Draft(line="x"))
    assert await war.later() == 0
    assert await war.asked() == ["egypt"]


async def test_orders_of_a_former_owner_are_gone(war: War) -> None:
    await war.service.set_order(war.table, BEN, "move: hold")
    await war.service.lodge(war.table, BEN, PLAN)
    offer = await war.service.give_seat(war.table, BEN, 2, DEE)
    await war.service.answer_offer(war.table, DEE, offer.no, accepts=True)
    assert await war.rows(StandingOrderRow) == await war.rows(QueuedRow) == []
    await war.give(ANA, "done")
    assert await war.later() == 0
    assert await war.asked() == ["egypt"]


async def test_a_seat_that_the_computer_takes_has_no_orders(war: War) -> None:
    await war.service.set_order(war.table, BEN, "move: hold")
    await war.service.lodge(war.table, BEN, PLAN)
    await war.service.control(war.table, BEN, 2, "npc")
    with pytest.raises(Refused, match="orders_lent"):
        await war.service.set_order(war.table, BEN, "move: hold")
    await war.service.control(war.table, BEN, 2, "human")
    assert await war.rows(StandingOrderRow) == await war.rows(QueuedRow) == []


async def test_going_back_forgets_plans_and_lets_everybody_decide_anew(war: War) -> None:
    """A standing order keeps still at the question to which the game has gone back."""
    await war.service.set_order(war.table, BEN, "move: hold")
    await war.give(ANA, "done")
    await war.service.lodge(war.table, CHO, ("rome>neapolis:1",))
    await war.later()
    point = next(p for p in await war.service.back_points(war.table, ANA) if p.answers == 1)
    asked = await war.service.ask_back(war.table, ANA, point.answers)
    for person in (BEN, CHO):
        if asked.result == "open":
            asked = await war.service.vote_back(war.table, person, asked.no, agrees=True)
    assert asked.result == "agreed"
    assert await war.asked() == ["egypt"]
    assert await war.rows(QueuedRow) == []
    assert await war.later() == 0
    assert [row.line for row in await war.rows(StandingOrderRow)] == ["move: hold"]


async def test_a_saved_game_tells_nothing_of_orders(war: War) -> None:
    await war.service.set_order(war.table, BEN, "losses: auto up to 7")
    await war.service.lodge(war.table, BEN, PLAN)
    before = await war.service.export(war.table, ANA)
    await war.service.set_order(war.table, BEN, "losses:")
    await war.service.lodge(war.table, BEN, None)
    after = await war.service.export(war.table, ANA)
    assert len(before.raw) == len(after.raw)
    other = War(war.file.with_suffix(".other.db"))
    await ready(other.database)
    await other.service.import_(ANA, Place(5, 78), before.raw)
    assert await other.rows(QueuedRow) == await other.rows(StandingOrderRow) == []
    assert len(await other.rows(SeatRow)) == len(NATIONS)
    await other.database.close()


async def test_ones_orders_are_among_what_is_stored_about_oneself(war: War) -> None:
    await war.service.set_order(war.table, BEN, "losses: auto up to 7")
    await war.service.lodge(war.table, BEN, PLAN)
    mine, others = [(await war.service.personal_data(person)).raw.decode() for person in (BEN, ANA)]
    assert "losses: auto up to 7" in mine
    assert "thebes>buhen:1" in mine
    assert "losses: auto" not in others


async def test_orders_can_be_tried_on_the_last_turn(war: War) -> None:
    await war.service.set_order(war.table, ANA, "move: hold")
    await war.give(ANA, "ptolemais>thebes:1", "done")
    tried = await war.service.try_orders(war.table, ANA)
    assert [(key, said.batch) for key, said in tried][:1] == [("movement.tokens", (("done",),))]


COASTS = {"gaza": "babylon 3", "tanis": "egypt 3", "knossos": "crete 4"}
FLEET = {"babylon": {"treasury": 4}, "egypt": {"treasury": 1}, "crete": {"treasury": 4}}


@pytest.fixture
async def fleet(tmp_path: Path) -> AsyncIterator[War]:
    """All three are asked for their ships at once; Egypt has two, and can pay for one from treasury."""
    made = War(tmp_path / "fleet.db")
    await made.begin("census", areas=COASTS, nations=FLEET, ships={"egypt": ["tanis", "tanis"]})
    yield made
    await made.database.close()


async def questions(war: War, person: Person) -> str:
    """What that person is asked now; empty for nothing."""
    request = (await war.service.sheet(war.table, person)).request
    return request.key if request else ""


async def test_an_order_answers_all_it_is_asked_side_by_side_with_others_or_stops_at_what_it_cannot(fleet: War) -> None:
    """Unseen by the others, and the reason is told once, whatever they answer meanwhile."""
    await fleet.service.control(fleet.table, CHO, 3, "npc")
    for line in ("ships: keep", "move: hold"):
        await fleet.service.set_order(fleet.table, BEN, line)
    assert await questions(fleet, BEN) == "ships.keep"
    await fleet.service.set_order(fleet.table, BEN, "ships: auto")
    assert await fleet.later() == 0
    await fleet.give(BEN, "treasury")
    assert await fleet.later() == 1
    assert await questions(fleet, BEN) == ""
    [ships] = [row for row in await fleet.rows(StandingOrderRow) if row.kind == "ships"]
    assert ships.acts == 2
    assert await questions(fleet, ANA) == "ships.build"


async def test_the_reason_of_a_stop_is_told_once(fleet: War) -> None:
    await fleet.give(BEN, "treasury")
    await fleet.service.undo(fleet.table, BEN)
    await fleet.service.set_order(fleet.table, BEN, "ships: keep")
    await fleet.give(BEN, "treasury")
    told = len(await fleet.rows(OutboxRow))
    assert await fleet.later() == 1
    assert await questions(fleet, BEN) == "ships.keep"
    assert len(await fleet.rows(OutboxRow)) == told + 1
    await fleet.give(ANA, "done")
    await fleet.later()
    assert [row.user for row in (await fleet.rows(OutboxRow))[told:]].count(BEN.id) == 1


async def test_why_an_order_stopped_stands_at_the_seat_until_it_is_ordered_anew(war: War) -> None:
    """CIV-213: at the question it is told first, and in the list of orders afterwards."""
    await war.service.set_order(war.table, BEN, "move: hold")
    await war.give(ANA, "ptolemais>thebes:1", "done")
    await war.later()
    stopped = (await war.service.seat(war.table, BEN)).orders.stopped  # type: ignore[union-attr]
    assert stopped is not None
    assert (stopped.by, stopped.why.key, stopped.now) == ("move", "order.stop.entered", True)
    assert (await war.service.seat(war.table, ANA)).orders.stopped is None  # type: ignore[union-attr]
    await war.give(BEN, "done")
    stopped = (await war.service.seat(war.table, BEN)).orders.stopped  # type: ignore[union-attr]
    assert stopped is not None
    assert not stopped.now
    await war.service.set_order(war.table, BEN, "move:")
    assert (await war.service.seat(war.table, BEN)).orders.stopped is None  # type: ignore[union-attr]


async def test_an_order_that_pauses_answers_nothing_until_it_goes_on(war: War) -> None:
    for line in ("move: hold", "move: pause"):
        await war.service.set_order(war.table, BEN, line)
    [kept] = (await war.service.seat(war.table, BEN)).orders.standing  # type: ignore[union-attr]
    assert kept.paused
    await war.give(ANA, "done")
    assert await war.later() == 0
    await war.service.set_order(war.table, BEN, "move: resume")
    assert await war.later() == 0
    await war.give(BEN, "done")
    [kept] = (await war.service.seat(war.table, BEN)).orders.standing  # type: ignore[union-attr]
    assert not kept.paused


@pytest.mark.parametrize(("turn", "stops"), [("0.1", True), ("0.0", False)])
async def test_orders_that_have_answered_very_often_in_a_turn_stop(war: War, turn: str, stops: bool) -> None:
    """Whatever makes them go round and round, their owner hears of it."""
    await war.service.set_order(war.table, BEN, "move: hold")
    async with war.database.session() as session, war.database.writing(session):
        await session.execute(update(StandingOrderRow).values(turn=turn, turn_acts=MOST_ACTS))
    war.service.deps.forget(1)
    await war.give(ANA, "done")
    await war.later()
    stopped = (await war.service.seat(war.table, BEN)).orders.stopped  # type: ignore[union-attr]
    assert (stopped is not None and stopped.why.key == "order.stop.often") is stops
    assert (await war.asked() == ["egypt"]) is stops


async def test_orders_that_answer_nothing_for_two_turns_are_named_once(war: War) -> None:
    for line in ("move: hold", "losses: auto", "tax: 2"):
        await war.service.set_order(war.table, BEN, line)
    async with war.database.session() as session, war.database.writing(session):
        for number, turn in ((-3, "0.-2"), (-2, "0.-1"), (-1, "0.0")):
            session.add(
                CheckpointRow(table_id=1, no=number, chapter=f"{turn}.movement", first=0, game_version=1, state=b"")
            )
        here = update(StandingOrderRow)
        await session.execute(here.where(col(StandingOrderRow.kind) == "losses").values(turn="0.-2"))
        await session.execute(here.where(col(StandingOrderRow.kind) == "tax").values(turn="0.-1"))
    war.service.deps.forget(1)

    async def turned(work: UnitOfWork) -> None:
        table = await work.table()
        await work.kept_orders()
        for before in ("0.0", "0.1", ""):
            await tell_idle(work, table, before)

    await do(war.service.deps, war.table, turned)
    (told,) = [row for row in await war.rows(OutboxRow) if row.user == BEN.id and b"For two turns" in row.post]
    assert b"Own losses. They go on" in told.post
    assert not passed(["0.1", "0.2", "0.3", "0.4", "0.5"], "0.1", "0.4"), "not a second time"


async def test_a_plan_that_nobody_can_come_between_is_carried_out_as_soon_as_its_turn_comes(war: War) -> None:
    """CIV-088, CIV-221: Crete is far from both who move before it; Egypt is Babylon's neighbour."""
    await war.service.lodge(war.table, CHO, ("rome>neapolis:1",))
    await war.service.lodge(war.table, BEN, PLAN)
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
    told = [row.user for row in await made.rows(OutboxRow) if b"need not wait" in bytes(row.post)]
    assert told == [CHO.id]
    await made.give(await first(made), "done")
    assert [row.user for row in await made.rows(OutboxRow) if b"need not wait" in bytes(row.post)] == told
    await made.database.close()


async def first(war: War) -> Person:
    """Whose turn it is."""
    return NATIONS[(await war.asked())[0]]
