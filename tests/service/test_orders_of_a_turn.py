"""Orders for the turn of the game alone in which they are given, and what others count from (ACME §8.2)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import update

from bot.store.models import SeatRow, StandingOrderRow
from tests.service.tables import ANA, BEN
from tests.service.test_orders import War
from tests.service.test_queue import begun


@pytest.fixture
async def war(tmp_path: Path) -> AsyncIterator[War]:
    """Egypt, Ana's, acts; then the Hittites, Ben's."""
    made = await begun(tmp_path / "turn.db")
    yield made
    await made.database.close()


async def stands(war: War) -> list[str]:
    """What Ben has ordered."""
    orders = (await war.service.seat(war.table, BEN)).orders
    return [kept.order.line for kept in orders.standing] if orders else []


async def test_one_passes_in_this_turn(war: War) -> None:
    await war.service.set_order(war.table, BEN, "pass: this turn")
    await war.give(ANA, "pass")
    assert await war.asked() == ["hittites"]
    await war.later()
    assert await war.asked() == ["babylon"]
    assert await stands(war) == ["pass: always this turn"]


@pytest.mark.parametrize(("line", "passes"), [("pass: always this turn", False), ("pass: always", True)])
async def test_in_another_turn_it_is_gone_and_its_owner_is_asked(war: War, line: str, *, passes: bool) -> None:
    """Nothing stops and nobody is told: who ordered for one turn knows that it is over."""
    await war.service.set_order(war.table, BEN, line)
    async with war.database.session() as session, war.database.writing(session):
        await session.execute(update(StandingOrderRow).values(turn="another"))
    war.service.deps.forget(1)
    await war.give(ANA, "pass")
    assert await stands(war) == ([line] if passes else [])
    await war.later()
    assert (await war.asked() == ["babylon"]) is passes
    (ben,) = [row for row in await war.rows(SeatRow) if row.number == 2]
    assert (ben.stopped, ben.ordered) == ("", passes)
    assert len(await war.rows(StandingOrderRow)) == passes


async def test_what_an_order_counts_from_goes_on_with_the_game(war: War) -> None:
    """Ben has four disks when he says so; once there are five, the loss of one of them stops it."""
    await war.service.set_order(war.table, BEN, "pass: unless hit or home")
    assert await stands(war) == ["pass: always unless hit <4 or home"]
    async with war.database.session() as session, war.database.writing(session):
        await session.execute(update(StandingOrderRow).values(line="pass: always unless hit <2 or home"))
    war.service.deps.forget(1)
    await war.give(ANA, "pass")
    assert await stands(war) == ["pass: always unless hit <4 or home"]
    war.service.deps.forget(1)
    assert await stands(war) == ["pass: always unless hit <4 or home"]
    await war.later()
    assert await war.asked() == ["babylon"]


async def test_what_is_given_with_offers_of_peace_pauses_and_ends_with_them(war: War) -> None:
    """Else it would be given with whatever is offered later; it can be ended alone."""

    async def after(line: str) -> list[tuple[str, bool]]:
        done = await war.service.set_order(war.table, BEN, line)
        assert done.seat is not None
        assert done.seat.orders is not None
        return [(kept.order.line, kept.paused) for kept in done.seat.orders.standing]

    offer, gift = "peace: offer sumer, rest none", "peace-gift: mina"
    both = [(offer, False), (gift, False)]
    assert await after("peace: mina 1 to sumer") == both
    assert await after("peace: pause") == [(offer, True), (gift, True)]
    assert await after("peace: resume") == both
    assert await after("peace-gift:") == [(offer, False)]
    assert await after("peace: mina 1 to sumer") == both
    assert await after("peace:") == []
