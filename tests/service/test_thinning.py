"""A game that ended a month ago keeps the last position of each chapter, and all can be looked at as before."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update
from sqlmodel import col, select

from bot.contract.tables import Place, Refused
from bot.features.files import export_import, verification
from bot.features.statistics import figures
from bot.store.models import CheckpointRow
from bot.tables.game_service import GameService
from bot.tables.purge_job import Nightly
from engine.games import GAMES
from tests.service.copies import PEOPLE, begun, closed, house, play
from tests.service.databases import url_of
from tests.service.tables import ANA, Hand, stop

DAY = 86400.0


async def ended(service: GameService, game: str, rounds: int = 12) -> str:
    """A game that was played for a while, and then ended."""
    info = await service.open_table(ANA, Place(5, 77), game)
    for person in PEOPLE[1:]:
        await service.join(info.id, person)
    await service.start(info.id, ANA)
    dice = random.Random(3)
    for _ in range(rounds):
        await play(service, info.id, dice)
    await stop(service, info.id)
    return info.id


def clock(service: GameService) -> Hand:
    now = service.deps.now
    assert isinstance(now, Hand)
    return now


async def night(service: GameService, days: float) -> None:
    """So many days later, what is done every night."""
    clock(service).now += days * DAY
    await Nightly(service.deps, clock(service)).do_due()


async def points(service: GameService) -> list[CheckpointRow]:
    return await service.deps.database.read(select(CheckpointRow).order_by(col(CheckpointRow.no)))


async def looked_at(service: GameService, table: str) -> list[Any]:
    """Whatever can be looked at of a game that has ended, in its positions."""
    known = await service.checkpoints(table, ANA)
    seen: list[Any] = [known, await service.public_views(table, [point.no for point in known], ANA)]
    seen += [await service.history(table, point.no, ANA) for point in known]
    seen += [
        await verification.verify_game(service, table, person=ANA),
        (await export_import.export(service, table, ANA)).raw,
    ]
    for other in (service.course(table, ANA), figures.of_seats(service, table, ANA)):
        try:
            seen.append(await other)
        except Refused as refused:
            seen.append(refused.code)
    return seen


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.mark.soak
async def test_what_is_looked_at_is_the_same_once_positions_are_let_go_of(tmp_path: Path, game: str) -> None:
    service = await house(url_of(tmp_path / "a.db"))
    table = await ended(service, game)
    before, stood = await looked_at(service, table), await points(service)
    await night(service, 29)
    assert [point.state for point in await points(service)] == [point.state for point in stood]
    await night(service, 2)
    kept = await points(service)
    spare = {one.no for one, later in pairwise(stood) if one.chapter == later.chapter and one.no > 1}
    assert {point.no for point in kept if not point.state} == spare
    assert spare
    service.deps.forget(1)
    assert await looked_at(service, table) == before
    await closed(service)


@pytest.mark.soak
async def test_a_position_that_does_not_follow_is_kept(tmp_path: Path) -> None:
    service = await house(url_of(tmp_path / "a.db"))
    await ended(service, "culture_wars")
    stood = await points(service)
    first = next(one for one, later in pairwise(stood) if one.chapter == later.chapter and one.no > 1)
    other = stood[-1].state
    async with service.deps.database.session() as session, service.deps.database.writing(session):
        await session.execute(update(CheckpointRow).where(col(CheckpointRow.no) == first.no).values(state=other))
    await night(service, 31)
    assert next(point for point in await points(service) if point.no == first.no).state == other
    assert any(not point.state for point in await points(service))
    await closed(service)


async def test_a_game_that_goes_on_keeps_all_its_positions(tmp_path: Path) -> None:
    service = await house(url_of(tmp_path / "a.db"))
    (table,), dice = await begun(service, 1), random.Random(3)
    for _ in range(5):
        await play(service, table, dice)
    await night(service, 40)
    assert all(point.state for point in await points(service))
    await closed(service)
