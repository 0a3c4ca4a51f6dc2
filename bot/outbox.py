"""The outbox: what was committed is told, in order, once, whatever happens in between.

A row is marked before it is sent and deleted after. A row found marked is of unknown fate: the bot looks for the
message with its mark before it sends again, so that a crash at any moment neither loses nor doubles a message. A
message that gives way to another is deleted by a row of its own, so that no crash leaves it.

What waits in a lane together goes out together, as far as one message can hold it: each post keeps its container and
its mark. Nothing waits inside of a request: whatever has to wait gives up its place until then.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace as changed

import msgspec
import structlog
from sqlalchemy import Executable, case, delete, func, or_, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from bot.delivery.letters import attached, pictures
from bot.delivery.wire import AttachedFile, Bad, Closed, Failed, Later, Letter, MayNot, Sent, Target, TargetGone, Wire
from bot.pacing import BATCH, Pace, Rests, joined, runs_before
from bot.posts import POSTS, Post
from bot.service import table_ids
from bot.service.game_service import GameService
from bot.service.notifications import delivery_failures
from bot.service.notifications.channel_posts import RUN
from bot.service.people.profiles import set_dm_closed
from bot.store.models import OutboxRow, SeatRow, SlotRow, TableRow
from bot.ui.presentations import accent
from bot.values import Refused

log = structlog.get_logger(__name__)
HOUR = 3600.0
AT_ONCE = 24
LONGEST = 300.0
LOCKED_OUT = 60.0
DOUBLINGS = 9
NAP = 30.0
MARKS = 1 << 30
EVERYTHING = ""
RESULTS: Mapping[type[Failed], str] = {
    Later: "later",
    Closed: "closed",
    MayNot: "may_not",
    TargetGone: "gone",
    Bad: "bad",
}
GIVEN_WAY = msgspec.json.encode(Post("delete", ()))


class Outbox:
    """Sends what waits, lane by lane: a table's channel is a lane, and so are each person's DMs."""

    def __init__(self, service: GameService, wire: Wire, now: Callable[[], float]) -> None:
        self._service = service
        self._metrics = service.deps.metrics
        self._database = service.deps.database
        self._wire = wire
        self._now = now
        self._awake = asyncio.Event()
        self._ending = False
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._room = asyncio.Semaphore(AT_ONCE)
        self._rests, self._pace = Rests(now), Pace(now)
        service.deps.listeners.append(self._awake.set)

    async def run(self) -> None:
        """Send for ever. Cancelled, it lets what is on its way come to its end."""
        try:
            while True:
                self._awake.clear()
                await self._sleep(await self._guarded())
        finally:
            self._ending = True
            await asyncio.gather(*self._busy.values(), return_exceptions=True)

    async def _guarded(self) -> float:
        """Begin what is due, and the seconds until more may be; a failing database is no reason to end."""
        try:
            for lane in await self._due():
                if lane not in self._busy:
                    self._begin(lane)
            wait = min(NAP, max(0.05, await self.next_at() - self._now()))
        except Exception as error:  # noqa: BLE001 - whatever it is, the next try may succeed
            return self._failed_at(EVERYTHING, error)
        self._rests.over(EVERYTHING)
        return wait

    def _begin(self, lane: str) -> None:
        task = asyncio.create_task(self._lane(lane))
        self._busy[lane] = task
        task.add_done_callback(lambda _: self._free(lane))

    def _free(self, lane: str) -> None:
        self._busy.pop(lane, None)
        self._awake.set()

    async def _sleep(self, wait: float) -> None:
        """Until something is committed, a lane is free, or the next try is due."""
        with suppress(TimeoutError):
            async with asyncio.timeout(wait):
                await self._awake.wait()

    async def _heads(self) -> list[OutboxRow]:
        """The first row of each lane."""
        async with self._database.session() as session:
            first = select(func.min(OutboxRow.id)).group_by(OutboxRow.lane)
            rows = await session.execute(select(OutboxRow).where(col(OutboxRow.id).in_(first)))
            return list(rows.scalars())

    async def _due(self) -> list[str]:
        return [row.lane for row in await self._heads() if self._at(row) <= self._now()]

    async def next_at(self) -> float:
        """When something is to be sent next, as far as is known."""
        free = [self._at(row) for row in await self._heads() if row.lane not in self._busy]
        return min(free, default=self._now() + NAP)

    def _at(self, row: OutboxRow) -> float:
        """When the row may be sent: its lane may be at rest. What is deleted is no post, and keeps to no pace."""
        pace = 0.0 if row.message is not None else self._pace.free_at(row.lane)
        return max(row.next_at, self._rests.until(row.lane), pace)

    async def drain(self) -> None:
        """Send everything that is due now, for a clean end and for tests."""
        while lanes := await self._due():
            for lane in lanes:
                await self._lane(lane)

    async def _lane(self, lane: str) -> None:
        async with self._room:
            try:
                while not self._ending and (row := await self._head(lane)) and self._at(row) <= self._now():
                    await self._deliver(row)
                    self._rests.over(lane)
            except Exception as error:  # noqa: BLE001 - whatever it is, the next try may succeed
                self._failed_at(lane, error)

    def _failed_at(self, what: str, error: Exception) -> float:
        """Leave a lane, or everything, alone for a while: the seconds. What cannot be stored is in the log already."""
        wait = self._rests.failed(what)
        self._metrics.errors.inc()
        if isinstance(error, SQLAlchemyError):
            log.error("outbox.no_database", lane=what, wait=wait, reason=str(getattr(error, "orig", None) or error))
        elif not _is_stuck(error):
            log.error("outbox.failed", lane=what, wait=wait, exc_info=error)
        return wait

    async def _head(self, lane: str) -> OutboxRow | None:
        """The first row of the lane. If later ones fill the same slot, it says what the last of them says.

        One that still waits for what follows is not among them: it may never be sent.
        """
        async with self._database.session() as session:
            first = select(OutboxRow).where(OutboxRow.lane == lane).order_by(col(OutboxRow.id)).limit(1)
            row = (await session.execute(first)).scalar()
            if row is None or not row.slot or row.attempted_at is not None:
                return row
            same = (OutboxRow.lane == lane, OutboxRow.slot == row.slot, col(OutboxRow.id) > (row.id or 0))
            due = col(OutboxRow.next_at) <= self._now()
            newer = select(OutboxRow).where(*same, due).order_by(col(OutboxRow.id))
            later = list((await session.execute(newer)).scalars())
            await session.commit()
            if later:
                async with self._database.writing(session):
                    row.post = later[-1].post
                    for outdated in later:
                        await session.delete(outdated)
            return row

    async def _deliver(self, row: OutboxRow) -> None:
        target = Target()
        try:
            if row.message is not None:
                return await self._take_away(row)
            target = await self._target(row)
            with self._pace.posting(row.lane, target) as free:
                if free:
                    await self._post(row, target)
        except Failed as failure:
            await self._failed(row, target, failure)

    async def _post(self, row: OutboxRow, target: Target) -> None:
        """Send the row, unless it has arrived already when it was of unknown fate."""
        sent = None if row.attempted_at is None else await self._wire.find(target, marked(row))
        if sent is not None:
            await self._settle([row], sent)
        else:
            await self._dispatch(row, target)

    async def _take_away(self, row: OutboxRow) -> None:
        """Delete the message that has given way; one that is gone already need not be."""
        try:
            await self._wire.delete(Sent(row.channel or 0, row.message or 0))
        except TargetGone:
            log.info("outbox.gone_already", row=row.id)
        await self._forget(row)

    async def _target(self, row: OutboxRow) -> Target:
        if row.user is not None:
            return Target(user=row.user)
        async with self._database.session() as session:
            channel = (await session.execute(select(TableRow.channel).where(TableRow.id == row.table_id))).scalar()
        return Target(channel or 0)

    async def _dispatch(self, row: OutboxRow, target: Target) -> None:
        """Send the row, and with it what waits behind it and fits."""
        rows = await self._together(row)
        letters = [await self._letter(one) for one in rows]
        n = self._wire.together(letters) if len(letters) > 1 else 1
        there = await self._attempt(rows[:n])
        if marked(row) in there:
            kept = [i for i in range(n) if marked(rows[i]) in there]
            await self._somehow(target, [rows[i] for i in kept], [letters[i] for i in kept])

    async def _together(self, row: OutboxRow) -> list[OutboxRow]:
        """The row and those that could go with it."""
        behind = (OutboxRow.lane == row.lane, col(OutboxRow.id) > (row.id or 0))
        async with self._database.session() as session:
            found = select(OutboxRow).where(*behind).order_by(col(OutboxRow.id)).limit(BATCH)
            return joined([row, *(await session.execute(found)).scalars()], self._now())

    async def _letter(self, row: OutboxRow) -> Letter:
        """The post with its table, colour and files."""
        post = POSTS.json(row.post)
        async with self._database.session() as session:
            table = await session.get(TableRow, row.table_id)
            colours = (SeatRow.table_id == row.table_id, SeatRow.seat == post.colour)
            number = (await session.execute(select(SeatRow.number).where(*colours))).scalar()
        if table is None:
            raise TargetGone("the table is gone")
        files = await self._files(row, post)
        colour = accent(number, table.game, post.colour, table.scenario) if number is not None else None
        return Letter(
            post, table_ids.spelled(row.table_id), table.game, marked(row), colour, files, scenario=table.scenario
        )

    async def _files(self, row: OutboxRow, post: Post) -> list[AttachedFile]:
        files = []
        for part in attached(post):
            try:
                files.append(
                    AttachedFile(part.file, (await self._service.open_file(table_ids.spelled(row.table_id))).raw)
                )
            except Refused:
                log.warning("outbox.no_file", table=table_ids.spelled(row.table_id))
        return files

    async def _attempt(self, rows: Sequence[OutboxRow]) -> set[int]:
        """Mark the rows as being sent; the marks of those that are still there: one that waited may be withdrawn."""
        here = col(OutboxRow.id).in_([row.id for row in rows])
        there = update(OutboxRow).where(here).values(attempted_at=self._now()).returning(col(OutboxRow.id))
        async with self._database.session() as session, self._database.writing(session):
            return {MARKS + number for number in (await session.execute(there)).scalars() if number is not None}

    async def _somehow(self, target: Target, rows: Sequence[OutboxRow], letters: Sequence[Letter]) -> None:
        """Send all of them, else the first alone, else that without its pictures. Raises what the last way meets."""
        refused: Failed | None = None
        for way in ways(letters):
            try:
                sent = await self._send(rows[0], target, way)
            except (Bad, MayNot) as failure:
                log.warning("outbox.refused", row=rows[0].id, letters=len(way), plain=way[0].plain, why=str(failure))
                refused = failure
            else:
                await self._settle(rows[: len(way)], sent, pictured=any(map(is_pictured, way)))
                if way[0].plain and isinstance(refused, MayNot):
                    await delivery_failures.lose_right(
                        self._service.deps, rows[0].table_id, [delivery_failures.FILES], may_post=True
                    )
                return
        if refused is not None:
            raise refused

    async def _send(self, row: OutboxRow, target: Target, letters: Sequence[Letter]) -> Sent:
        """Send, or edit the message of the slot: the lobby always, what moves never, others within their first hour."""
        old = await self._slot(row) if len(letters) == 1 else None
        if (
            old is not None
            and not letters[0].post.moves
            and (row.slot.startswith("lobby") or self._now() - old.sent_at < HOUR)
        ):
            try:
                return await self._wire.edit(Sent(old.channel, old.message), letters[0])
            except (TargetGone, Bad):
                log.info("outbox.slot_gone", slot=row.slot)
        try:
            sent = await self._wire.send(target, letters)
        except Later as failure:
            if failure.unknown:
                self._pace.posted(target)
            raise
        self._pace.posted(target)
        return sent

    async def _slot(self, row: OutboxRow) -> SlotRow | None:
        if not row.slot:
            return None
        async with self._database.session() as session:
            found = await session.get(SlotRow, row.slot)
            table = await session.get(TableRow, row.table_id)
        moved = found is not None and row.user is None and table is not None and found.channel != table.channel
        return None if moved else found

    async def _settle(self, rows: Sequence[OutboxRow], sent: Sent, *, pictured: bool = False) -> None:
        """The message is there: forget the rows, remember the slot, and have deleted what it replaces."""
        gone = col(OutboxRow.id).in_([row.id for row in rows])
        olds = [await self._slot(row) for row in rows]
        async with self._database.session() as session, self._database.writing(session):
            await session.execute(delete(OutboxRow).where(gone))
            if rows[0].user is None:
                await session.execute(_may_post(rows[0].table_id, pictured=pictured))
            for row, old in zip(rows, olds, strict=True):
                await self._fill(session, row, old, sent, alone=len(rows) == 1)
        self._metrics.outbox_sent.labels(kind_of(rows[0]), "sent").inc(len(rows))
        if rows[0].user is None:
            self._service.deps.posted(rows[0].table_id, sent.channel, sent.message)
        if sent.short:
            await delivery_failures.shorten(self._service.deps, rows[0])

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

    async def _failed(self, row: OutboxRow, target: Target, failure: Failed) -> None:
        self._metrics.outbox_sent.labels(kind_of(row), RESULTS[type(failure)]).inc()
        log.warning("outbox.not_sent", row=row.id, lane=row.lane, why=repr(failure), tries=row.tries)
        if isinstance(failure, Closed) and row.user is not None:
            await set_dm_closed(self._service.deps, row.user, closed=True, table=row.table_id)
            await self._drop_lane(row.lane)
        elif isinstance(failure, TargetGone) and row.user is not None:
            await self._drop_lane(row.lane)
        elif isinstance(failure, TargetGone):
            await delivery_failures.lose_channel(self._service.deps, row, target.channel)
        elif isinstance(failure, Bad) and row.message is None:
            await delivery_failures.drop(self._service.deps, row, str(failure))
        elif isinstance(failure, MayNot):
            await self._again(row, min(LOCKED_OUT * growing(row), LONGEST))
            if row.message is None:
                await delivery_failures.lose_right(self._service.deps, row.table_id, failure.lacks, may_post=False)
        elif isinstance(failure, Later) and not failure.unknown:
            await self._unsent(row, failure)
        else:
            await self._again(row, min(growing(row), LONGEST))

    async def _unsent(self, row: OutboxRow, failure: Later) -> None:
        """It has surely not been sent: it waits as long as Discord has said, or longer each time."""
        wait = min(growing(row), LONGEST) if failure.wait is None else failure.wait
        tries = row.tries + (failure.wait is None)
        await self._change(row, tries=tries, next_at=self._now() + wait)

    async def _again(self, row: OutboxRow, wait: float) -> None:
        await self._change(row, tries=row.tries + 1, next_at=self._now() + wait)

    async def _change(self, row: OutboxRow, **values: float) -> None:
        there = update(OutboxRow).where(col(OutboxRow.id) == row.id).values(**values)
        async with self._database.session() as session, self._database.writing(session):
            await session.execute(there)

    async def _forget(self, row: OutboxRow) -> None:
        async with self._database.session() as session, self._database.writing(session):
            await session.execute(delete(OutboxRow).where(col(OutboxRow.id) == row.id))

    async def _drop_lane(self, lane: str) -> None:
        async with self._database.session() as session, self._database.writing(session):
            await session.execute(delete(OutboxRow).where(col(OutboxRow.lane) == lane))


def kind_of(row: OutboxRow) -> str:
    """Whether it is for a channel, for one person, or takes a message away."""
    return "deletion" if row.message is not None else "channel" if row.user is None else "letter"


def growing(row: OutboxRow) -> float:
    """1 at first, and twice as much after each try."""
    return float(2 ** min(row.tries, DOUBLINGS))


def is_pictured(letter: Letter) -> bool:
    """Whether anything goes with its words."""
    return not letter.plain and bool(pictures(letter.post) or letter.files)


def ways(letters: Sequence[Letter]) -> list[Sequence[Letter]]:
    """How to send them, the best way first: all at once, the first alone, and that without pictures and files."""
    found = [letters, letters[:1]] if letters[1:] else [letters]
    return [*found, [changed(letters[0], plain=True, files=())]] if is_pictured(letters[0]) else found


def _may_post(table: int, *, pictured: bool) -> Executable:
    """A post has arrived in the channel of the table: nothing is lacking, but for pictures if it had none."""
    kept = (
        case((col(TableRow.lacks) == delivery_failures.FILES, delivery_failures.FILES), else_="")
        if not pictured
        else ""
    )
    wrong = or_(col(TableRow.may_post).is_(False), col(TableRow.lacks) != "")
    return update(TableRow).where(col(TableRow.id) == table, wrong).values(may_post=True, lacks=kept)


def _filled(row: OutboxRow, sent: Sent, at: float) -> SlotRow:
    """The slot of that row, filled by that message."""
    return SlotRow(name=row.slot, table_id=row.table_id, channel=sent.channel, message=sent.message, sent_at=at)


def _given_way(row: OutboxRow, old: SlotRow) -> OutboxRow:
    """The message that filled the slot before is to be deleted, in a lane of its own."""
    gone = OutboxRow(table_id=row.table_id, lane=f"x{row.lane}", user=row.user, post=GIVEN_WAY, made_at=row.made_at)
    gone.channel, gone.message = old.channel, old.message
    return gone


def _is_stuck(error: Exception) -> bool:
    """Whether nothing can be stored now, not even that a post is to wait."""
    return isinstance(error, Refused) and error.code == "not_stored"


def marked(row: OutboxRow) -> int:
    """The mark of a row's post: a component's id, far above those that Discord gives by itself."""
    return MARKS + (row.id or 0)
