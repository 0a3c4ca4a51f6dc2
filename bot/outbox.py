"""The outbox: what was committed is told, in order, once, whatever happens in between.

A row is marked before it is sent and deleted after. A row found marked is of unknown fate: the bot looks for the
message with its mark before it sends again, so that a crash at any moment neither loses nor doubles a message.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import msgspec
import structlog
from sqlalchemy import Executable, delete, func, update
from sqlmodel import col, select

from bot.delivery.letters import attached
from bot.delivery.wire import Bad, Closed, Failed, File, Gone, Letter, MayNot, Sent, Target, Wire
from bot.posts import Post
from bot.service import ids
from bot.service.desk import Desk
from bot.service.facts import info_of
from bot.service.people import set_dm_closed
from bot.service.runs import RUN
from bot.service.work import Work, do
from bot.store.models import OutboxRow, SeatRow, SlotRow, TableRow
from bot.ui.accents import accent
from bot.values import Refused

log = structlog.get_logger(__name__)
HOUR = 3600.0
AT_ONCE = 4
LONGEST = 300.0
LOCKED_OUT = 60.0
BAD_TRIES = 3
NAP = 30.0
MARKS = 1 << 30


class Outbox:
    """Sends what waits, lane by lane: a table's channel is a lane, and so are each person's DMs."""

    def __init__(self, desk: Desk, wire: Wire, now: Callable[[], float]) -> None:
        self._desk = desk
        self._database = desk.deps.database
        self._wire = wire
        self._now = now
        self._awake = asyncio.Event()
        self._ending = False
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._room = asyncio.Semaphore(AT_ONCE)
        desk.deps.listeners.append(self._awake.set)

    async def run(self) -> None:
        """Send for ever. Cancelled, it lets what is on its way come to its end."""
        try:
            while True:
                self._awake.clear()
                await self._guarded()
                await self._sleep()
        finally:
            self._ending = True
            await asyncio.gather(*self._busy.values(), return_exceptions=True)

    async def _guarded(self) -> None:
        """Begin what is due; a failing database is no reason to end."""
        try:
            for lane in await self._due():
                if lane not in self._busy:
                    self._begin(lane)
        except Exception as error:
            log.exception("outbox.failed", exc_info=error)

    def _begin(self, lane: str) -> None:
        task = asyncio.create_task(self._lane(lane))
        self._busy[lane] = task
        task.add_done_callback(lambda _: self._free(lane))

    def _free(self, lane: str) -> None:
        self._busy.pop(lane, None)
        self._awake.set()

    async def _sleep(self) -> None:
        """Until something is committed, a lane is free, or the next try is due."""
        try:
            wait = min(NAP, max(0.05, await self._next_at() - self._now()))
            async with asyncio.timeout(wait):
                await self._awake.wait()
        except TimeoutError:
            return
        except Exception as error:
            log.exception("outbox.failed", exc_info=error)
            await asyncio.sleep(1)

    async def _heads(self) -> list[OutboxRow]:
        """The first row of each lane."""
        async with self._database.session() as session:
            first = select(func.min(OutboxRow.id)).group_by(OutboxRow.lane)
            rows = await session.execute(select(OutboxRow).where(col(OutboxRow.id).in_(first)))
            return list(rows.scalars())

    async def _due(self) -> list[str]:
        return [row.lane for row in await self._heads() if row.next_at <= self._now()]

    async def _next_at(self) -> float:
        free = [row.next_at for row in await self._heads() if row.lane not in self._busy]
        return min(free, default=self._now() + NAP)

    async def drain(self) -> None:
        """Send everything that is due now, for a clean end and for tests."""
        while lanes := await self._due():
            for lane in lanes:
                await self._lane(lane)

    async def _lane(self, lane: str) -> None:
        async with self._room:
            try:
                while not self._ending and (row := await self._head(lane)) and row.next_at <= self._now():
                    await self._deliver(row)
            except Exception as error:
                log.exception("outbox.lane", lane=lane, exc_info=error)
                await self._put_off(lane, LOCKED_OUT)

    async def _head(self, lane: str) -> OutboxRow | None:
        """The first row of the lane. If later ones fill the same slot, it says what the last of them says."""
        async with self._database.session() as session:
            first = select(OutboxRow).where(OutboxRow.lane == lane).order_by(col(OutboxRow.id)).limit(1)
            row = (await session.execute(first)).scalar()
            if row is None or not row.slot or row.attempted_at is not None:
                return row
            same = (OutboxRow.lane == lane, OutboxRow.slot == row.slot, col(OutboxRow.id) > (row.id or 0))
            later = list((await session.execute(select(OutboxRow).where(*same).order_by(col(OutboxRow.id)))).scalars())
            await session.commit()
            if later:
                async with self._database.writing(session):
                    row.post = later[-1].post
                    for outdated in later:
                        await session.delete(outdated)
            return row

    async def _deliver(self, row: OutboxRow) -> None:
        try:
            target, letter = await self._letter(row)
            sent = await self._unknown(row, target)
            if sent is None:
                if not await self._change(row, attempted_at=self._now()):
                    return
                sent = await self._send(row, target, letter)
            await self._settle(row, sent)
        except Failed as failure:
            await self._failed(row, failure)

    async def _letter(self, row: OutboxRow) -> tuple[Target, Letter]:
        """The post with its table, colour and files."""
        post = msgspec.json.decode(row.post, type=Post)
        async with self._database.session() as session:
            table = await session.get(TableRow, row.table_id)
            colours = (SeatRow.table_id == row.table_id, SeatRow.seat == post.colour)
            number = (await session.execute(select(SeatRow.number).where(*colours))).scalar()
        if table is None:
            raise Gone("the table is gone")
        target = Target(user=row.user) if row.user is not None else Target(table.channel)
        files = await self._files(row, post)
        name, mark = ids.spelled(row.table_id), marked(row)
        colour = accent(number, table.game, post.colour, table.scenario) if number is not None else None
        return target, Letter(post, name, table.game, mark, colour, files, row.tries > 1, table.scenario)

    async def _files(self, row: OutboxRow, post: Post) -> list[File]:
        files = []
        for part in attached(post):
            try:
                files.append(File(part.file, (await self._desk.open_file(ids.spelled(row.table_id))).raw))
            except Refused:
                log.warning("outbox.no_file", table=ids.spelled(row.table_id))
        return files

    async def _unknown(self, row: OutboxRow, target: Target) -> Sent | None:
        """The message of a row whose sending was interrupted, if it arrived."""
        return None if row.attempted_at is None else await self._wire.find(target, marked(row))

    async def _send(self, row: OutboxRow, target: Target, letter: Letter) -> Sent:
        """Send, or edit the message of the slot: the lobby always, what moves never, others within their first hour."""
        old = await self._slot(row)
        if (
            old is not None
            and not letter.post.moves
            and (row.slot.startswith("lobby") or self._now() - old.sent_at < HOUR)
        ):
            sent = Sent(old.channel, old.message)
            try:
                await self._wire.edit(sent, letter)
            except (Gone, Bad):
                log.info("outbox.slot_gone", slot=row.slot)
            else:
                return sent
        return await self._wire.send(target, letter)

    async def _slot(self, row: OutboxRow) -> SlotRow | None:
        if not row.slot:
            return None
        async with self._database.session() as session:
            found = await session.get(SlotRow, row.slot)
            table = await session.get(TableRow, row.table_id)
        moved = found is not None and row.user is None and table is not None and found.channel != table.channel
        return None if moved else found

    async def _settle(self, row: OutboxRow, sent: Sent) -> None:
        """The message is there: forget the row, remember the slot, delete what it replaces."""
        old = await self._slot(row)
        async with self._database.session() as session, self._database.writing(session):
            await session.execute(delete(OutboxRow).where(col(OutboxRow.id) == row.id))
            if row.user is None:
                blocked = (col(TableRow.id) == row.table_id, col(TableRow.may_post).is_(False))
                await session.execute(update(TableRow).where(*blocked).values(may_post=True))
            if row.slot:
                at = old.sent_at if old and old.message == sent.message else self._now()
                await session.merge(_filled(row, sent, at))
                if row.slot.startswith(RUN):
                    await session.execute(_runs_before(row))
        if old is not None and old.message != sent.message:
            await self._wire.delete(Sent(old.channel, old.message))

    async def _failed(self, row: OutboxRow, failure: Failed) -> None:
        log.warning("outbox.not_sent", row=row.id, lane=row.lane, why=type(failure).__name__, tries=row.tries)
        if isinstance(failure, Closed) and row.user is not None:
            await set_dm_closed(self._desk.deps, row.user, closed=True, table=row.table_id)
            await self._drop_lane(row.lane)
        elif isinstance(failure, Gone):
            await self._gone(row)
        elif isinstance(failure, MayNot | Closed):
            await self._may_post(row.table_id, may=False)
            await self._again(row, min(LOCKED_OUT * 2**row.tries, LONGEST))
        elif isinstance(failure, Bad) and row.tries >= BAD_TRIES:
            log.error("outbox.dropped", row=row.id, lane=row.lane, reason=str(failure))
            await self._forget(row)
        else:
            await self._again(row, min(2.0**row.tries, LONGEST))

    async def _gone(self, row: OutboxRow) -> None:
        """The channel is gone: what waits for it is dropped, and the host told once."""
        await self._drop_lane(row.lane)
        if row.user is not None:
            return
        await do(self._desk.deps, ids.spelled(row.table_id), self._tell_host)
        await self._may_post(row.table_id, may=False)

    async def _tell_host(self, work: Work) -> None:
        await work.know(work.row.host)
        if work.row.may_post:
            post = self._desk.deps.narrator.channel_gone(info_of(work))
            work.post([msgspec.structs.replace(post, user=work.row.host)])

    async def _may_post(self, table: int, *, may: bool) -> None:
        async with self._database.session() as session, self._database.writing(session):
            await session.execute(update(TableRow).where(col(TableRow.id) == table).values(may_post=may))

    async def _again(self, row: OutboxRow, wait: float) -> None:
        await self._change(row, tries=row.tries + 1, next_at=self._now() + wait)

    async def _put_off(self, lane: str, wait: float) -> None:
        row = await self._head(lane)
        if row is not None:
            await self._again(row, wait)

    async def _change(self, row: OutboxRow, **values: float) -> bool:
        """Change a row; whether it is still there: a post that waited may have been withdrawn."""
        there = update(OutboxRow).where(col(OutboxRow.id) == row.id).values(**values)
        async with self._database.session() as session, self._database.writing(session):
            return (await session.execute(there.returning(col(OutboxRow.id)))).scalar() is not None

    async def _forget(self, row: OutboxRow) -> None:
        async with self._database.session() as session, self._database.writing(session):
            await session.execute(delete(OutboxRow).where(col(OutboxRow.id) == row.id))

    async def _drop_lane(self, lane: str) -> None:
        async with self._database.session() as session, self._database.writing(session):
            await session.execute(delete(OutboxRow).where(col(OutboxRow.lane) == lane))


def _filled(row: OutboxRow, sent: Sent, at: float) -> SlotRow:
    """The slot of that row, filled by that message."""
    return SlotRow(name=row.slot, table_id=row.table_id, channel=sent.channel, message=sent.message, sent_at=at)


def _runs_before(row: OutboxRow) -> Executable:
    """Forget the earlier runs of the table, whose last posts stay where they are."""
    return delete(SlotRow).where(
        col(SlotRow.table_id) == row.table_id, col(SlotRow.name).startswith(RUN), col(SlotRow.name) != row.slot
    )


def marked(row: OutboxRow) -> int:
    """The mark of a row's message: a component's id, far above those that Discord gives by itself."""
    return MARKS + (row.id or 0)
