"""Which interactions have been taken: one that comes again over HTTP is not worked on twice."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

import structlog
from sqlalchemy import delete, insert
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlmodel import col

from bot.contract.tables import Refused
from bot.features.host.models import InteractionRow
from bot.store.database import Database

REMEMBERED: Final = 20_000
KEPT: Final = 3600.0
"""Seconds for which it is stored that an interaction was taken: its token lives for a quarter of an hour."""
WAITS: Final = (0.05, 0.1, 0.2)
"""Seconds between tries to give one back: Discord waits for three in all."""

log = structlog.get_logger(__name__)


class Claims:
    """The interactions that this process has taken, as far as it remembers."""

    def __init__(self) -> None:
        self._taken: OrderedDict[int, None] = OrderedDict()

    async def claim(self, interaction: int) -> bool:
        """Return whether the interaction is taken for the first time. Raises database errors."""
        if interaction in self._taken:
            return False
        self._taken[interaction] = None
        while len(self._taken) > REMEMBERED:
            self._taken.popitem(last=False)
        return True

    async def give_back(self, interaction: int) -> None:
        """Forget an interaction that wasn't handled, so that it may be taken again."""
        self._taken.pop(interaction, None)


class SharedClaims(Claims):
    """The interactions that all processes at a database have taken."""

    def __init__(self, database: Database, now: Callable[[], float]) -> None:
        super().__init__()
        self._database, self._now = database, now

    async def claim(self, interaction: int) -> bool:
        """Return whether no process has taken the interaction before."""
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
        """Give an interaction back as `Claims` does, for all processes.

        Tried again if the database fails, since the next delivery would count as a repeat. Raises the last failure.
        """
        await super().give_back(interaction)
        for wait in WAITS:
            try:
                return await self._forget(interaction)
            except (Refused, SQLAlchemyError, OSError) as error:
                log.info("claims.kept", interaction=interaction, reason=str(error))
            await asyncio.sleep(wait)
        return await self._forget(interaction)

    async def _forget(self, interaction: int) -> None:
        async with self._database.session() as session, self._database.writing(session):
            await session.execute(delete(InteractionRow).where(col(InteractionRow.interaction) == interaction))


async def forget_old(database: Database, now: float) -> None:
    """Delete interactions that can no longer be answered."""
    async with database.session() as session, database.writing(session):
        await session.execute(delete(InteractionRow).where(col(InteractionRow.at) < now - KEPT))
