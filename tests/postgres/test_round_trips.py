"""What people cost a PostgreSQL: one way there and back for a look, few for an answer, and none to ask if it lives."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from sqlmodel import select

from bench.round_trips import RoundTrips, counting
from bot.contract.tables import Place, Refused
from bot.features.registered import ALL
from bot.settings import with_driver
from bot.store import postgresql
from bot.store.database import Database
from bot.store.file_key import FileKey
from bot.store.models import TableRow
from bot.store.steps import BoundStatement
from bot.tables.game_service import GameService
from bot.tables.people import sightings
from bot.tables.work.notify import NOT_BEGUN
from bot.tables.work.transaction import do
from bot.tables.work.unit_of_work import Deps, UnitOfWork
from bot.ui.posts.post_factory import PostFactory
from bot.ui.words.presentations import names_of
from engine.games import GAMES
from tests.service.byhand import FOUR, Evening
from tests.service.counting import counted
from tests.service.tables import ANA, Hand

pytestmark = pytest.mark.postgres
MOST = 13
WARMING, COUNTED = 40, 40
HELD = 16  # connections that a process has at most


@pytest.fixture
async def watched(own_database: str, tmp_path: Path) -> AsyncIterator[tuple[Evening, RoundTrips]]:
    """ACME with four people after its set-up, and how often it waits for the server."""
    async with counting(own_database) as (url, trips):
        evening = Evening(tmp_path / "none.db", 4, url=with_driver(url))
        await evening.begin()
        await evening.set_up()
        yield evening, trips
        await evening.database.close()


async def test_a_look_is_one_round_trip_and_an_answer_at_most_thirteen(watched: tuple[Evening, RoundTrips]) -> None:
    evening, trips = watched
    answers: list[int] = []
    given = type(evening.game_service).answer

    async def answer(*args: object, **how: object) -> object:
        before = trips.count - trips.prepared
        with counted(evening.database) as counts:
            done = await given(*args, **how)  # type: ignore[arg-type]
        assert counts.reads <= 2 or len(answers) < WARMING, counts.sql
        assert not counts.repeated(), counts.sql
        answers.append(trips.count - trips.prepared - before)
        return done

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(evening.game_service), "answer", answer)
        patch.setattr(sightings, "LATER", 600.0)  # what is written beside the answers isn't counted
        while len(answers) < WARMING:
            await evening.go_on()
        prepared = trips.prepared
        while len(answers) < WARMING + COUNTED:
            await evening.go_on()
    assert max(answers[WARMING:]) <= MOST
    assert trips.prepared - prepared <= COUNTED / 2, "statements stay prepared"
    for person in FOUR:
        await evening.game_service.sheet(evening.table, person)
        before = trips.count
        await evening.game_service.sheet(evening.table, person)
        assert trips.count - before == 1


async def house(url: str) -> GameService:
    """A service on that database, brought up to date."""
    database = Database(with_driver(url))
    await database.migrate()
    return GameService(
        Deps(database, GAMES, PostFactory(names_of, ALL), Hand(), lambda: "seed", FileKey("key"), features=ALL)
    )


async def test_a_server_that_was_started_again_is_not_noticed_by_people(own_database: str) -> None:
    async with counting(own_database) as (url, trips):
        service = await house(url)
        table = (await service.open_table(ANA, Place(5, 77), "acme")).id
        trips.drop()
        await asyncio.sleep(0.1)
        assert (await service.info(table, ANA)).host == ANA
        await service.deps.database.close()


async def test_a_connection_lost_before_the_commit_costs_another_try_and_nothing_twice(own_database: str) -> None:
    async with counting(own_database) as (url, trips):
        service = await house(url)
        table = (await service.open_table(ANA, Place(5, 77), "acme")).id
        tries: list[int] = []

        async def change(work: UnitOfWork) -> None:
            tries.append(work.row.offers)
            work.row.offers += 1
            work.dirty = True

            async def lose() -> None:
                if len(tries) == 1:
                    trips.drop()
                    await work.session.execute(text("SELECT 1"))

            work.lastly.append(lose)

        await do(service.deps, table, change)
        assert tries == [0, 0]
        assert await service.deps.database.read(select(TableRow.offers)) == [1]
        await service.deps.database.close()


async def test_a_connection_lost_at_the_commit_is_told_and_not_tried_again(own_database: str) -> None:
    async with counting(own_database) as (url, trips):
        service = await house(url)
        table = (await service.open_table(ANA, Place(5, 77), "acme")).id
        tries: list[int] = []

        async def change(work: UnitOfWork) -> None:
            tries.append(work.row.offers)
            work.dirty = True

            async def lose() -> None:
                trips.drop()

            work.lastly.append(lose)

        with pytest.raises(Refused, match="not_stored"):
            await do(service.deps, table, change)
        assert tries == [0]
        await service.deps.database.close()


async def test_all_kept_connections_may_be_lost_at_once(own_database: str) -> None:
    async with counting(own_database) as (url, trips):
        service = await house(url)
        tables = [(await service.open_table(ANA, Place(5, 77 + n), "acme")).id for n in range(3)]
        for _ in range(2):
            await asyncio.gather(*(service.info(table, ANA) for table in tables * 5))
            assert len(service.deps.database.driver._free) > 1
            trips.drop()
            await asyncio.sleep(0.1)
        assert [(await service.info(table, ANA)).id for table in tables] == tables
        await service.deps.database.close()


@pytest.mark.parametrize(("more", "tried"), [(True, [0, 0]), (False, [0])])
async def test_a_trip_whose_connection_is_lost_is_tried_again_unless_it_was_at_its_commit(
    own_database: str, monkeypatch: pytest.MonkeyPatch, more: bool, tried: list[int]
) -> None:
    async with counting(own_database) as (url, trips):
        service = await house(url)
        table = (await service.open_table(ANA, Place(5, 77), "acme")).id
        tries, run = list[int](), postgresql._run

        async def losing(connection: Any, step: BoundStatement) -> list[Any]:
            found = await run(connection, step)
            if step.sql.startswith("UPDATE game_table") and len(tries) == 1:
                trips.drop()
                await asyncio.sleep(0.1)
            return found

        async def change(work: UnitOfWork) -> None:
            tries.append(work.row.offers)
            work.row.offers += 1
            work.dirty = True
            if more:
                work.later(NOT_BEGUN, lane="none")

        monkeypatch.setattr(postgresql, "_run", losing)
        if more:
            await do(service.deps, table, change)
        else:
            with pytest.raises(Refused, match="not_stored"):
                await do(service.deps, table, change)
        assert tries == tried
        assert await service.deps.database.read(select(TableRow.offers)) == [int(more)]
        await service.deps.database.close()


async def test_two_processes_at_one_table_lose_no_change(own_database: str) -> None:
    houses = [await house(own_database) for _ in range(2)]
    table = (await houses[0].open_table(ANA, Place(5, 77), "acme")).id

    async def change(work: UnitOfWork) -> None:
        work.row.offers += 1
        work.dirty = True

    await asyncio.gather(*(do(one.deps, table, change) for one in houses for _ in range(8)))
    assert await houses[0].deps.database.read(select(TableRow.offers)) == [16]
    for one in houses:
        await one.deps.database.close()


async def test_who_writes_reads_without_a_second_connection(own_database: str) -> None:
    service = await house(own_database)
    await service.open_table(ANA, Place(5, 77), "acme")
    all_hold = asyncio.Barrier(HELD)

    async def write() -> int:
        async with service.deps.database.session() as session, service.deps.database.writing(session):
            await all_hold.wait()
            return len(await service.deps.database.second_read(session, select(TableRow.id)))

    assert await asyncio.gather(*(write() for _ in range(HELD))) == [1] * HELD
    await service.deps.database.close()


async def test_every_connection_says_whose_it_is_and_waits_for_nothing_for_long(own_database: str) -> None:
    service = await house(own_database)
    asked = "SELECT current_setting(name) FROM unnest(CAST(:names AS text[])) AS name"
    names = ["application_name", "statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"]
    name, *limits = await service.deps.database.read(text(asked), names=names)
    assert name.startswith("nisaba-")
    assert limits == ["5s", "2s", "15s"]
    await service.deps.database.close()


async def test_tables_that_change_often_leave_room_for_it_and_are_tidied_early(own_database: str) -> None:
    service = await house(own_database)
    asked = "SELECT c.relname || ' ' || array_to_string(c.reloptions, ' ') FROM pg_class c WHERE c.relkind = 'r'"
    found = await service.deps.database.read(text(f"{asked} AND c.reloptions IS NOT NULL ORDER BY 1"))
    assert found == [
        "game_table fillfactor=70 autovacuum_vacuum_scale_factor=0.02",
        "outbox autovacuum_vacuum_scale_factor=0.02",
        "seat fillfactor=70",
    ]
    await service.deps.database.close()
