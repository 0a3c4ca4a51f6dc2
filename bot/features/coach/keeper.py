"""Works out the reviews that are wanted, one after another."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Coroutine, Sequence
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from sqlalchemy import func
from sqlmodel import col, select

from bot.contract import table_ids
from bot.delivery.table_keeper import TableKeeper, among
from bot.features.coach import reviews
from bot.features.coach.models import ReviewRow
from bot.features.coach.review_process import in_process
from bot.features.coach.reviews import Material
from bot.features.feature import Working
from bot.tables.game_service import GameService
from bot.tables.work.transaction import do
from bot.tables.work.unit_of_work import UnitOfWork
from engine.core.review import ReviewFinding

WorkOut = Callable[[Material, int], Awaitable[tuple[ReviewFinding, ...]]]


class ReviewKeeper(TableKeeper):
    """Fills in reviews that somebody has asked for. What a restart interrupts begins again, and comes out the same."""

    lane = "reviews"

    def __init__(self, service: GameService, now: Callable[[], float], work_out: WorkOut = in_process) -> None:
        super().__init__(service, now)
        self._work_out = work_out

    async def versions(self, tables: Collection[int] | None) -> Sequence[tuple[int, int]]:
        """Return the tables of which reviews are wanted, with the sum of their seats."""
        wanted = (ReviewRow.body == "", among(ReviewRow.table_id, tables))
        due = select(ReviewRow.table_id, func.sum(ReviewRow.number)).where(*wanted).group_by(col(ReviewRow.table_id))
        return [(table, int(seats)) for table, seats in await self._deps.database.rows(due)]

    async def bring(self, table: int) -> bool:
        """Work out the reviews that are wanted at a table; false if the process that does it has died."""
        spelled = table_ids.spell_id(table)
        material = await do(self._deps, spelled, reviews.material)
        for place in material.places:
            try:
                found = await self._work_out(material, place)
            except BrokenProcessPool:
                return False
            await self._keep(spelled, place, found)
        return True

    async def _keep(self, table: str, place: int, found: tuple[ReviewFinding, ...]) -> None:
        async def change(work: UnitOfWork) -> None:
            await reviews.keep(work, place, found)

        await do(self._deps, table, change)


def jobs(at: Working) -> tuple[Coroutine[Any, Any, None], ...]:
    """Work out reviews."""
    return (ReviewKeeper(at.service, at.now).run(),)
