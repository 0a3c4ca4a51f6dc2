"""Which interactions have been taken: one that comes again over HTTP is not worked on twice."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from sqlalchemy import delete, insert
from sqlalchemy.exc import IntegrityError
from sqlmodel import col

from bot.store.database import Database
from bot.store.host_models import InteractionRow

REMEMBERED: Final = 20_000
KEPT: Final = 3600.0
"""Seconds for which it is stored that an interaction was taken: its token lives for a quarter of an hour."""


class Claims:
    """What this process has taken, as far as it remembers."""

    def __init__(self) -> None:
        self._taken: OrderedDict[int, None] = OrderedDict()

    async def claim(self, interaction: int) -> bool:
        """Whether it is taken for the first time. Raises what the database fails with."""
        if interaction in self._taken:
            return False
        self._taken[interaction] = None
        while len(self._taken) > REMEMBERED:
            self._taken.popitem(last=False)
        return True

    async def give_back(self, interaction: int) -> None:
        """It was not worked on, and may be taken anew."""
        self._taken.pop(interaction, None)


class SharedClaims(Claims):
    """What all processes that share a database have taken."""

    def __init__(self, database: Database, now: Callable[[], float]) -> None:
        super().__init__()
        self._database, self._now = database, now

    async def claim(self, interaction: int) -> bool:
        """As Claims, for all processes."""
        if not await super().claim(interaction):
            return False
        try:
            async with self._database.session() as session, self._database.writing(session):
                await session.execute(insert(InteractionRow).values(interaction=interaction, at=self._now()))
        except IntegrityError:
            return False
        except BaseException:
            await super().give_back(interaction)
            raise
        return True

    async def give_back(self, interaction: int) -> None:
        """As Claims, for all processes."""
        await super().give_back(interaction)
        async with self._database.session() as session, self._database.writing(session):
            await session.execute(delete(InteractionRow).where(col(InteractionRow.interaction) == interaction))


async def forget_old(database: Database, now: float) -> None:
    """Keep nothing of interactions to which nothing can be answered any more."""
    async with database.session() as session, database.writing(session):
        await session.execute(delete(InteractionRow).where(col(InteractionRow.at) < now - KEPT))
