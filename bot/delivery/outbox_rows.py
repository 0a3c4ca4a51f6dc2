"""The rows of the outbox, and which process may send those of a lane.

Order matters within a lane, so a process claims lanes, not rows. A claim is a lease, taken in the same transaction as
the mark of a row being sent; it lapses if its process dies. A process that lost its lease notices before it stores the
result, so it can't damage the row or its slot.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, cast

import msgspec
from sqlalchemy import Executable, Float, and_, bindparam, delete, exists, func, or_, update
from sqlalchemy.orm import aliased
from sqlalchemy.orm.exc import StaleDataError
from sqlmodel import col, select

from bot.contract.posts import Post
from bot.delivery.pacing import BATCH, rows_together
from bot.delivery.wire import Sent
from bot.store import leases
from bot.store.cluster_models import LaneLeaseRow
from bot.store.database import Database
from bot.store.models import OutboxRow, SlotRow, TableRow
from bot.store.plain_rows import names_of
from bot.store.prepared import Prepared, inserting, storing, values_said
from bot.store.steps import BoundStatement
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


OWN: Final = exists().where(
    col(LaneLeaseRow.lane) == bindparam("for_lane"), col(LaneLeaseRow.owner) == bindparam("owner")
)
DROPPED: Final = Prepared(delete(OutboxRow).where(col(OutboxRow.id) == ROW))
GONE: Final = Prepared(delete(OutboxRow).where(col(OutboxRow.id) == ROW, OWN))
IS_AS_READ: Final = col(OutboxRow.attempted_at).is_not_distinct_from(bindparam("was", type_=Float))
BEGIN: Final = update(OutboxRow).where(col(OutboxRow.id) == ROW, OWN).values(attempted_at=bindparam("begun"))
FIRST_BEGUN: Final = Prepared(BEGIN.where(IS_AS_READ))
OTHER_BEGUN: Final = Prepared(BEGIN.returning(col(OutboxRow.id)))
SAYS: Final = Prepared(update(OutboxRow).where(col(OutboxRow.id) == ROW).values(post=bindparam("says")))
EMPTY: Final = Prepared(  # the lease of a lane with no rows left is given up
    delete(LaneLeaseRow)
    .where(
        col(LaneLeaseRow.lane) == bindparam("for_lane"),
        col(LaneLeaseRow.owner) == bindparam("owner"),
        ~exists().where(col(OutboxRow.lane) == bindparam("for_lane")),
    )
    .returning(col(LaneLeaseRow.lane))
)
EMPTIED: Final = Prepared(delete(SlotRow).where(col(SlotRow.name) == bindparam("slot")))
RUNS_BEFORE: Final = Prepared(  # whose last posts stay where they are
    delete(SlotRow).where(
        col(SlotRow.table_id) == bindparam("table"),
        col(SlotRow.name).startswith(RUN),
        col(SlotRow.name) != bindparam("slot"),
    )
)
FILLED: Final = storing(SlotRow, ("name",))
GIVEN: Final = tuple(name for name in names_of(OutboxRow) if name != "id")


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
        first, now, mine = rows[0], self._now(), {"owner": self._me, "for_lane": rows[0].lane}
        begun = mine | {"row": first.id, "was": first.attempted_at, "begun": now}
        steps = [
            self._taking(first.lane),
            *(self._step(GONE, mine | {"row": row.id}, wanted=1) for row in outdated),
            self._step(FIRST_BEGUN, begun, wanted=1),
            *([self._step(SAYS, {"row": first.id, "says": first.post})] if outdated else []),
            *(self._step(OTHER_BEGUN, mine | {"row": row.id, "begun": now}) for row in rows[1:]),
        ]
        try:
            done = await self._database.write(steps)
        except StaleDataError:
            await self.claim(first.lane)  # raises LaneTaken if that is why
            return set()
        self._held.add(first.lane)
        others = [number for found in done[len(steps) - len(rows) + 1 :] for (number,) in found]
        return {MARKS + number for number in (first.id or 0, *others)}

    async def claim(self, lane: str) -> None:
        """Claim a lane, so that no other process sends in it for a while. Raises LaneTaken."""
        (taken,) = await self._database.write([self._taking(lane)])
        if not taken:
            self._held.discard(lane)
            raise LaneTaken(lane)
        self._held.add(lane)

    def _taking(self, lane: str) -> BoundStatement:
        return leases.taking(self._database, lane, self._me, self._now(), self._now() + LEASE)

    def _step(self, prepared: Prepared, said: Mapping[str, Any], wanted: int | None = None) -> BoundStatement:
        return prepared.step(self._database.dialect, said, wanted)

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

    async def settle(
        self, rows: Sequence[OutboxRow], sent: Sent, arrived: Sequence[tuple[Prepared, Mapping[str, Any]]] = ()
    ) -> bool:
        """Delete sent rows, remember the slot, and queue the deletion of what it replaces. Return whether this process
        still may.

        `arrived`: statements that store what else is known now.
        """
        mine = {"owner": self._me, "for_lane": rows[0].lane}
        olds = [await self.slot(row) for row in rows]
        steps = [
            *(self._step(GONE, mine | {"row": row.id}, wanted=1) for row in rows),
            *(self._step(prepared, said) for prepared, said in arrived),
            *(step for row, old in zip(rows, olds, strict=True) for step in self._fill(row, old, sent, len(rows) == 1)),
            self._step(EMPTY, mine),
        ]
        try:
            *_, left = await self._database.write(steps)
        except StaleDataError:
            return False
        self._held -= {lane for (lane,) in left}
        return True

    def _fill(self, row: OutboxRow, old: SlotRow | None, sent: Sent, alone: bool) -> Iterator[BoundStatement]:
        """The slot is filled by that message; one that holds other posts as well fills none, and gives way to none."""
        if not row.slot:
            return
        if old is not None and old.message != sent.message:
            yield self._step(inserting(OutboxRow, GIVEN), values_said(_given_way(row, old), GIVEN))
        if alone:
            at = old.sent_at if old and old.message == sent.message else self._now()
            filled = SlotRow(
                name=row.slot, table_id=row.table_id, channel=sent.channel, message=sent.message, sent_at=at
            )
            yield self._step(FILLED[self._database.lite], values_said(filled, names_of(SlotRow)))
        else:
            yield self._step(EMPTIED, {"slot": row.slot})
        if row.slot.startswith(RUN):
            yield self._step(RUNS_BEFORE, {"table": row.table_id, "slot": row.slot})

    async def change(self, row: OutboxRow, **values: float | None) -> None:
        """Write that down of a row which is to be tried again."""
        await self._do(update(OutboxRow).where(col(OutboxRow.id) == row.id).values(**values))

    async def forget(self, row: OutboxRow, *more: OutboxRow) -> None:
        """Delete the row and others of its lane, because nothing more can be done."""
        said = {"owner": self._me, "for_lane": row.lane}
        gone = [self._step(DROPPED, {"row": one.id}) for one in (row, *more)]
        *_, left = await self._database.write([*gone, self._step(EMPTY, said)])
        self._held -= {lane for (lane,) in left}

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


def _given_way(row: OutboxRow, old: SlotRow) -> OutboxRow:
    """Return the row, in a lane of its own, that deletes the message which filled the slot before."""
    gone = OutboxRow(table_id=row.table_id, lane=f"x{row.lane}", user=row.user, post=GIVEN_WAY, made_at=row.made_at)
    gone.channel, gone.message = old.channel, old.message
    return gone


def post_mark(row: OutboxRow) -> int:
    """Return the mark of a row's post: a component's id, far above those that Discord gives by itself."""
    return MARKS + (row.id or 0)
