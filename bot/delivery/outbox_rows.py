"""The rows of the outbox, and which process may send those of a lane.

Order matters within a lane, so a process claims lanes, not rows. A claim is a lease, taken in the same transaction as
the mark of a row being sent; it lapses if its process dies. A process that lost its lease notices before it stores the
result, so it can't damage the row or its slot.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Sequence
from typing import Any, Final, NamedTuple, cast

import msgspec
from sqlalchemy import CursorResult, Executable, and_, bindparam, delete, exists, func, or_, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased
from sqlmodel import col, select

from bot.contract.posts import Post
from bot.delivery.pacing import BATCH, rows_together, runs_before
from bot.delivery.wire import Sent
from bot.store.cluster_models import LaneLeaseRow
from bot.store.database import Database
from bot.store.leases import claim_lease
from bot.store.models import OutboxRow, SlotRow, TableRow
from bot.store.prepared import Prepared
from bot.tables.posts.channel_posts import RUN

LEASE: Final = 30.0
MARKS: Final = 1 << 30
GIVEN_WAY: Final = msgspec.json.encode(Post("delete", ()))


LANE: Any = bindparam("lane")
ROW: Any = bindparam("row")
ME: Any = bindparam("me")
IN_LANE: Final = select(OutboxRow).where(OutboxRow.lane == LANE).order_by(col(OutboxRow.id))
FIRST: Final = Prepared(IN_LANE.limit(1))
BEHIND: Final = IN_LANE.where(col(OutboxRow.id) > ROW)
NEXT: Final = Prepared(BEHIND.limit(BATCH))
NEWER: Final = Prepared(BEHIND.where(OutboxRow.slot == bindparam("slot"), col(OutboxRow.next_at) <= bindparam("now")))
SLOT: Final = Prepared(
    select(SlotRow, TableRow.channel)
    .outerjoin(TableRow, col(TableRow.id) == bindparam("table"))
    .where(SlotRow.name == bindparam("slot"))
)
BEGUN: Final = select(OutboxRow.id, OutboxRow.attempted_at).where(
    col(OutboxRow.id).in_(bindparam("numbers", expanding=True))
)


NOW: Any = bindparam("now")
EARLIER: Final = aliased(OutboxRow)
OF_OTHERS: Final = and_(col(LaneLeaseRow.lane) == col(OutboxRow.lane), col(LaneLeaseRow.owner) != ME)
BEFORE: Final = select(EARLIER.id).where(col(EARLIER.lane) == col(OutboxRow.lane), col(EARLIER.id) < col(OutboxRow.id))
DUE: Final = Prepared(
    select(OutboxRow.lane, OutboxRow.next_at, OutboxRow.message, OutboxRow.id)
    .outerjoin(LaneLeaseRow, OF_OTHERS)
    .where(
        col(OutboxRow.next_at) <= NOW,
        or_(col(LaneLeaseRow.until).is_(None), col(LaneLeaseRow.until) <= NOW),
        ~BEFORE.exists(),
    )
    .order_by(col(OutboxRow.next_at), col(OutboxRow.id))
    .limit(bindparam("most"))
)
LATER: Final = Prepared(
    select(
        select(func.min(OutboxRow.next_at)).where(col(OutboxRow.next_at) > NOW).scalar_subquery(),
        select(func.min(LaneLeaseRow.until))
        .where(col(LaneLeaseRow.owner) != ME, col(LaneLeaseRow.until) > NOW)
        .scalar_subquery(),
    )
)


class LaneTaken(Exception):
    """Another process sends what waits in the lane."""


class LaneHead(NamedTuple):
    """The first row of a lane that no other process has: when it may be sent, whether it deletes a message."""

    lane: str
    next_at: float
    message: int | None


class OutboxRows:
    """The waiting rows, as one process reads and changes them. `me` is the owner of its leases."""

    def __init__(self, database: Database, now: Callable[[], float], me: str) -> None:
        self._database, self._now, self._me = database, now, me
        self._held: set[str] = set()

    async def due(self, most: int) -> list[LaneHead]:
        """Return the first rows of lanes that may be sent now, at most `most`, those that have waited longest first."""
        found = await self._database.rows(DUE, me=self._me, now=self._now(), most=most)
        return [LaneHead(lane, next_at, message) for lane, next_at, message, _ in found]

    async def later_at(self) -> float | None:
        """Return when the next row comes due or another process's lease lapses, whichever is first; None if never."""
        ((row, lease),) = await self._database.rows(LATER, me=self._me, now=self._now())
        return min((at for at in (row, lease) if at is not None), default=None)

    async def head(self, lane: str) -> tuple[OutboxRow | None, list[OutboxRow]]:
        """Return the first row of the lane, with the text of the last one that fills the same slot, and those it
        replaces.

        A row that still waits for what follows isn't included: it may never be sent.
        """
        row: OutboxRow | None = next(iter(await self._database.read(FIRST, lane=lane)), None)
        if row is None or not row.slot or row.attempted_at is not None:
            return row, []
        later = await self._database.read(NEWER, lane=lane, slot=row.slot, row=row.id, now=self._now())
        if later:
            row.post = later[-1].post
        return row, later

    async def together(self, row: OutboxRow, outdated: Sequence[OutboxRow]) -> list[OutboxRow]:
        """Return the row and those that can go with it; `outdated` ones will be deleted."""
        gone = {one.id for one in outdated}
        found = await self._database.read(NEXT, lane=row.lane, row=row.id)
        return rows_together([row, *(one for one in found if one.id not in gone)], self._now())

    async def attempt(self, rows: Sequence[OutboxRow], outdated: Sequence[OutboxRow] = ()) -> set[int]:
        """Mark the rows as being sent; the marks of those that are still there: one that waited may be withdrawn.

        None are if the first is not as it was read. `outdated` go: the first says what they said. Raises LaneTaken.
        """
        first, gone = rows[0], [row.id for row in outdated]
        async with self._database.session() as session, self._database.writing(session):
            await self._take(session, first.lane)
            there = await _stand(session, [*(row.id for row in rows), *gone])
            if there.get(first.id, -1.0) != first.attempted_at or not there.keys() >= set(gone):
                return set()
            if gone:
                await session.execute(delete(OutboxRow).where(col(OutboxRow.id).in_(gone)))
                await session.execute(update(OutboxRow).where(col(OutboxRow.id) == first.id).values(post=first.post))
            here = col(OutboxRow.id).in_([row.id for row in rows])
            begun = update(OutboxRow).where(here).values(attempted_at=self._now()).returning(col(OutboxRow.id))
            return {MARKS + (number or 0) for number in (await session.execute(begun)).scalars()}

    async def claim(self, lane: str) -> None:
        """Claim a lane, so that no other process sends in it for a while. Raises LaneTaken."""
        async with self._database.session() as session, self._database.writing(session):
            await self._take(session, lane)

    async def _take(self, session: AsyncSession, lane: str) -> None:
        now = self._now()
        taken = await session.execute(claim_lease(lane, self._me, now, now + LEASE, lite=self._database.lite))
        if taken.scalar() is None:
            self._held.discard(lane)
            raise LaneTaken(lane)
        self._held.add(lane)

    async def keep(self, lanes: Collection[str]) -> None:
        """Extend the leases of these lanes, because their sending takes long."""
        if kept := self._held & set(lanes):
            mine = (col(LaneLeaseRow.owner) == self._me, col(LaneLeaseRow.lane).in_(kept))
            await self._do(update(LaneLeaseRow).where(*mine).values(until=self._now() + LEASE))

    async def release(self, *lanes: str) -> None:
        """Release these lanes, so that other processes may send in them."""
        if freed := self._held & set(lanes):
            self._held -= freed
            await self._do(
                delete(LaneLeaseRow).where(col(LaneLeaseRow.owner) == self._me, col(LaneLeaseRow.lane).in_(freed))
            )

    async def release_all(self) -> None:
        """Release all lanes of this process."""
        await self.release(*self._held)

    async def free_dead(self) -> None:
        """Free the leases of dead processes, at a start with SQLite, whose processes share a machine."""
        if not self._database.lite:
            return
        owners: list[str] = await self._database.read(select(LaneLeaseRow.owner).distinct())
        if dead := [owner for owner in owners if owner != self._me and is_dead(owner)]:
            await self._do(delete(LaneLeaseRow).where(col(LaneLeaseRow.owner).in_(dead)))

    async def slot(self, row: OutboxRow) -> SlotRow | None:
        """Return the message that fills the slot of the row; None if the table has moved since."""
        if not row.slot:
            return None
        for found, channel in await self._database.rows(SLOT, slot=row.slot, table=row.table_id):
            if row.user is not None or channel in {None, found.channel}:
                return cast("SlotRow", found)
        return None

    async def settle(self, rows: Sequence[OutboxRow], sent: Sent, arrived: Executable | None) -> bool:
        """Delete sent rows, remember the slot, and queue the deletion of what it replaces. Return whether this process
        still may.

        `arrived`: values to store besides.
        """
        olds = [await self.slot(row) for row in rows]
        async with self._database.session() as session, self._database.writing(session):
            gone = await session.execute(
                delete(OutboxRow).where(col(OutboxRow.id).in_([row.id for row in rows]), self._mine(rows[0].lane))
            )
            if cast("CursorResult[Any]", gone).rowcount < len(rows):
                await session.rollback()
                return False
            if arrived is not None:
                await session.execute(arrived)
            for row, old in zip(rows, olds, strict=True):
                await self._fill(session, row, old, sent, alone=len(rows) == 1)
            await self._leave_empty(session, rows[0].lane)
        return True

    def _mine(self, lane: str) -> Any:
        return exists().where(col(LaneLeaseRow.lane) == lane, col(LaneLeaseRow.owner) == self._me)

    async def _leave_empty(self, session: AsyncSession, lane: str) -> None:
        """Give up the lease of a lane with no rows left."""
        waits = exists().where(col(OutboxRow.lane) == lane)
        mine = (col(LaneLeaseRow.lane) == lane, col(LaneLeaseRow.owner) == self._me)
        left = await session.execute(delete(LaneLeaseRow).where(*mine, ~waits))
        if cast("CursorResult[Any]", left).rowcount:
            self._held.discard(lane)

    async def _fill(
        self, session: AsyncSession, row: OutboxRow, old: SlotRow | None, sent: Sent, *, alone: bool
    ) -> None:
        """The slot is filled by that message; one that holds other posts as well fills none, and gives way to none."""
        if not row.slot:
            return
        if old is not None and old.message != sent.message:
            session.add(_given_way(row, old))
        if alone:
            at = old.sent_at if old and old.message == sent.message else self._now()
            await session.merge(_filled(row, sent, at))
        else:
            await session.execute(delete(SlotRow).where(col(SlotRow.name) == row.slot))
        if row.slot.startswith(RUN):
            await session.execute(runs_before(row))

    async def change(self, row: OutboxRow, **values: float | None) -> None:
        """Write that down of a row which is to be tried again."""
        await self._do(update(OutboxRow).where(col(OutboxRow.id) == row.id).values(**values))

    async def forget(self, row: OutboxRow, *more: OutboxRow) -> None:
        """Delete the row and others of its lane, because nothing more can be done."""
        gone = [one.id for one in (row, *more)]
        async with self._database.session() as session, self._database.writing(session):
            await session.execute(delete(OutboxRow).where(col(OutboxRow.id).in_(gone)))
            if row.lane in self._held:
                await self._leave_empty(session, row.lane)

    async def drop_deletions(self, lane: str) -> None:
        """Drop the deletions of that lane, because nothing can be deleted there."""
        await self._do(delete(OutboxRow).where(col(OutboxRow.lane) == lane, col(OutboxRow.message).is_not(None)))

    async def _do(self, statement: Executable) -> None:
        async with self._database.session() as session, self._database.writing(session):
            await session.execute(statement)


def is_dead(owner: str) -> bool:
    """Return whether that process of this machine has died: its number is free, or now this process's."""
    number = owner.partition("-")[0]
    if not number.isdigit() or int(number) == os.getpid():
        return number.isdigit()
    try:
        os.kill(int(number), 0)
    except (ProcessLookupError, OverflowError):
        return True
    except PermissionError:
        return False
    return False


async def _stand(session: AsyncSession, numbers: Sequence[int | None]) -> dict[int | None, float | None]:
    """Return when the last attempt began for each of those rows that still exist."""
    return {row.id: row.attempted_at for row in (await session.execute(BEGUN, {"numbers": [*numbers]})).all()}


def _filled(row: OutboxRow, sent: Sent, at: float) -> SlotRow:
    """The slot of that row, filled by that message."""
    return SlotRow(name=row.slot, table_id=row.table_id, channel=sent.channel, message=sent.message, sent_at=at)


def _given_way(row: OutboxRow, old: SlotRow) -> OutboxRow:
    """Return the row, in a lane of its own, that deletes the message which filled the slot before."""
    gone = OutboxRow(table_id=row.table_id, lane=f"x{row.lane}", user=row.user, post=GIVEN_WAY, made_at=row.made_at)
    gone.channel, gone.message = old.channel, old.message
    return gone


def post_mark(row: OutboxRow) -> int:
    """Return the mark of a row's post: a component's id, far above those that Discord gives by itself."""
    return MARKS + (row.id or 0)
