"""The outbox: sends committed messages in order, each once, even after crashes.

A row is marked before it is sent and deleted afterwards. A row found marked may have been sent, so the bot first looks
for the message with its mark: a crash neither loses nor doubles a message. A replaced message is deleted by a row of
its own. With several processes on one database, each lane is sent by one of them at a time
(`bot.delivery.outbox_rows`). Posts that wait together in a lane are joined into one message if they fit; each keeps its
container and its mark. Waiting never happens inside a request, so it blocks nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace as changed
from typing import Final

import msgspec
import structlog
from sqlalchemy import and_, bindparam, case, or_, update
from sqlalchemy.exc import SQLAlchemyError
from sqlmodel import col, select

from bot.contract import table_ids
from bot.contract.posts import POSTS, TURN, VOTE, Post
from bot.contract.tables import Busy, Refused
from bot.delivery.outbox_rows import LEASE, LaneHead, LaneTaken, OutboxRows, post_mark
from bot.delivery.pacing import Pace, Rests
from bot.delivery.post_screens import attachments, linked, pictures
from bot.delivery.wire import (
    AttachedFile,
    Bad,
    Closed,
    Failed,
    Later,
    MayNot,
    ReadyPost,
    Sent,
    Target,
    TargetGone,
    Unmade,
    Unreachable,
    Wire,
)
from bot.store.models import OutboxRow, SeatRow, TableRow
from bot.store.person_models import PersonRow
from bot.store.prepared import Prepared, parameters, updating
from bot.tables.game_service import GameService
from bot.tables.hooks import active, note_fault
from bot.tables.people.profiles import set_dm_closed
from bot.tables.posts import delivery_failures
from bot.tables.work.unit_of_work import Deps
from bot.ui.words.presentations import accent

log = structlog.get_logger(__name__)
HOUR = 3600.0
AT_ONCE = 24
STEP = 2
BREATH = 0.05
"""So many lanes are begun in so many seconds: as many as Discord takes, and presses do not wait behind a crowd."""
LONGEST = 300.0
LOCKED_OUT = 60.0
DOUBLINGS = 9
TRIES = 6  # a minute in all: then what cannot be made goes without, or not at all
NAP = 30.0
LINKED = 10_000  # tables
EVERYTHING = ""
RESULTS: Mapping[type[Failed], str] = {
    Later: "later",
    Unreachable: "later",
    Closed: "closed",
    MayNot: "may_not",
    TargetGone: "gone",
    Bad: "bad",
    Unmade: "bad",
}


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
        self._latest: dict[int, Sent] = {}
        self._next_step = 0.0
        self._rows = OutboxRows(self._database, now, service.deps.process)
        service.deps.listeners.append(self._awake.set)

    async def run(self) -> None:
        """Send for ever. Cancelled, it lets what is on its way come to its end."""
        keeping = asyncio.create_task(self._keep_leases())
        try:
            await self._free_dead()
            while True:
                await self._sleep_until_next_step()
                self._awake.clear()
                await self._sleep(await self._guarded())
        finally:
            self._ending = True
            await asyncio.gather(*self._busy.values(), return_exceptions=True)
            keeping.cancel()
            with suppress(SQLAlchemyError, Refused):
                await self._rows.release_all()

    async def _guarded(self) -> float:
        """Begin what is due. Return the seconds until more may be due; a failing database does not end the loop."""
        try:
            heads = await self._heads()
            free = [lane for lane in self._due(heads) if lane not in self._busy]
            begun = free[: self._room_now()] if free else []
            for lane in begun:
                self._begin(lane)
            wait = BREATH if len(free) > len(begun) else min(NAP, max(BREATH, await self._next_of(heads) - self._now()))
        except Exception as error:  # noqa: BLE001 - whatever it is, the next try may succeed
            return self._failed_at(EVERYTHING, error)
        self._rests.over(EVERYTHING)
        return wait

    def _room_now(self) -> int:
        """Return how many lanes may be begun now: one step at most, and no more than Discord takes."""
        now = asyncio.get_running_loop().time()
        self._next_step = max(self._next_step, now - BREATH) + BREATH
        return min(STEP, AT_ONCE - len(self._busy), self._wire.remaining())

    def _begin(self, lane: str) -> None:
        task = asyncio.create_task(self._lane(lane))
        self._busy[lane] = task
        task.add_done_callback(lambda _: self._free(lane))

    def _free(self, lane: str) -> None:
        self._busy.pop(lane, None)
        self._awake.set()

    async def _sleep_until_next_step(self) -> None:
        """Each lane that becomes free wakes the outbox: a look before more may be begun would be in vain."""
        await asyncio.sleep(max(0.0, self._next_step - asyncio.get_running_loop().time()))

    async def _sleep(self, wait: float) -> None:
        """Until something is committed, a lane is free, or the next try is due."""
        with suppress(TimeoutError):
            async with asyncio.timeout(wait):
                await self._awake.wait()

    def _due(self, heads: Sequence[LaneHead]) -> list[str]:
        return [head.lane for head in heads if self._at(head) <= self._now()]

    async def _heads(self) -> list[LaneHead]:
        """Return what is due, including lanes that are busy or have to wait, so that they don't hide others."""
        return await self._rows.due(AT_ONCE + len(self._busy) + self._rests.many() + self._pace.many())

    async def next_at(self) -> float:
        """Return when something is to be sent next, as far as is known."""
        return await self._next_of(await self._heads())

    async def _next_of(self, heads: Sequence[LaneHead]) -> float:
        later = await self._rows.later_at()
        times = [self._at(head) for head in heads if head.lane not in self._busy]
        return min([*times, *([] if later is None else [later])], default=self._now() + NAP)

    def _at(self, row: OutboxRow | LaneHead) -> float:
        """Return when the row may be sent: its lane may be resting. Deletions do not count for the pace."""
        return max(row.next_at, self._rests.until(row.lane), 0.0 if row.message else self._pace.free_at(row.lane))

    async def drain(self) -> None:
        """Send everything that is due now, for a clean end and for tests."""
        while lanes := self._due(await self._heads()):
            for lane in lanes:
                await self._lane(lane)

    async def _lane(self, lane: str) -> None:
        async with self._room:
            try:
                await self._work(lane)
            except LaneTaken:
                log.debug("outbox.taken", lane=lane)
            except Exception as error:  # noqa: BLE001 - whatever it is, the next try may succeed
                self._failed_at(lane, error)

    async def _work(self, lane: str) -> None:
        """Send what is due in the lane; then others may, unless it only waits for its pace, which they do not know."""
        paced = False
        try:
            while not self._ending:
                row, outdated = await self._rows.head(lane)
                if row is None or self._at(row) > self._now():
                    paced = row is not None and row.next_at <= self._now() and self._pace.free_at(lane) > self._now()
                    break
                await self._deliver(row, outdated)
                self._rests.over(lane)
        finally:
            if not paced or self._ending:
                await self._rows.release(lane)

    async def _free_dead(self) -> None:
        try:
            await self._rows.free_dead()
        except (SQLAlchemyError, Refused) as error:
            log.warning("outbox.leases_not_freed", reason=str(error))

    async def _keep_leases(self) -> None:
        """Keep the leases of busy lanes, so that no other process takes them over while this one lives."""
        while True:
            await asyncio.sleep(LEASE / 3)
            try:
                await self._rows.keep(self._busy)
            except (SQLAlchemyError, Refused) as error:
                log.warning("outbox.leases_not_kept", reason=str(error))

    def _failed_at(self, what: str, error: Exception) -> float:
        """Leave a lane, or everything, alone for a while: the seconds. What cannot be stored is in the log already."""
        wait = self._rests.note_failure(what)
        self._metrics.errors.inc()
        if isinstance(error, SQLAlchemyError):
            log.error("outbox.no_database", lane=what, wait=wait, reason=str(getattr(error, "orig", None) or error))
        elif not _is_stuck(error):
            log.error("outbox.failed", lane=what, wait=wait, exc_info=error)
        return wait

    async def _deliver(self, row: OutboxRow, outdated: Sequence[OutboxRow]) -> None:
        target = Target()
        try:
            if row.message is not None:
                return await self._take_away(row)
            target = await self._target(row)
            with self._pace.posting(row.lane, target.counted) as free:
                if free:
                    await self._post(row, outdated, target)
        except Failed as failure:
            await self._failed(row, target, failure)

    async def _post(self, row: OutboxRow, outdated: Sequence[OutboxRow], target: Target) -> None:
        """Send the row. If an earlier attempt has an unknown end, look whether the message has arrived already."""
        sent = None
        if row.slot.startswith(TURN) and POSTS.json(row.post).edits and await self._rows.slot(row) is None:
            await self._rows.forget(row, *outdated)
            return
        if row.attempted_at is not None:
            await self._rows.claim(row.lane)
            sent = await self._wire.find(target, post_mark(row))
        if sent is not None:
            await self._settle([row], target, sent)
        else:
            await self._dispatch(row, outdated, target)

    async def _take_away(self, row: OutboxRow) -> None:
        """Delete the message that has given way; one that is gone already need not be, and twice does no harm."""
        if not self._database.lite:
            await self._rows.claim(row.lane)
        try:
            await self._wire.delete(Sent(row.channel or 0, row.message or 0))
        except TargetGone:
            log.info("outbox.gone_already", row=row.id)
        await self._rows.forget(row)

    async def _target(self, row: OutboxRow) -> Target:
        asked = PERSONAL if row.user is not None else PUBLIC
        found = await self._database.read(asked, user=row.user, table=row.table_id)
        return Target(next(iter(found), None) or 0, row.user)

    async def _dispatch(self, row: OutboxRow, outdated: Sequence[OutboxRow], target: Target) -> None:
        """Send the row, and with it what waits behind it and fits."""
        rows = await self._rows.together(row, outdated)
        posts = await self._ready_posts(rows)
        n = self._wire.together(posts) if len(posts) > 1 else 1
        there = await self._rows.attempt(rows[:n], outdated)
        if post_mark(row) in there:
            kept = [i for i in range(n) if post_mark(rows[i]) in there]
            await self._somehow(target, [rows[i] for i in kept], [posts[i] for i in kept])

    async def _ready_posts(self, rows: Sequence[OutboxRow]) -> list[ReadyPost]:
        """The posts with all that goes with them; up to the first one that cannot be made. Raises Unmade for that."""
        posts = [await self._made(rows[0])]
        with suppress(Unmade):
            for row in rows[1:]:
                posts += [await self._made(row)]
        return posts

    async def _made(self, row: OutboxRow) -> ReadyPost:
        """The post; after some tries without its file and pictures. Raises Unmade."""
        try:
            latest = self._latest.get(row.table_id) if row.user is not None else None
            return await ready_post(self._service.deps, row.table_id, POSTS.json(row.post), post_mark(row), latest)
        except (Failed, Refused, Busy, SQLAlchemyError):
            raise
        except Exception as error:
            log.exception("outbox.unmade", row=row.id, lane=row.lane, exc_info=error)
            if row.tries < TRIES:
                raise Unmade(repr(error)) from error
            return await self._bare(row, error)

    async def _bare(self, row: OutboxRow, error: Exception) -> ReadyPost:
        """The words of a post alone. Raises Unmade where not even they can be read."""
        try:
            post = POSTS.json(row.post)
        except msgspec.MsgspecError as unread:
            raise Unmade(repr(unread)) from unread
        games = await self._database.read(select(TableRow.game).where(TableRow.id == row.table_id))
        await self._note(row, error)
        return ReadyPost(post, table_ids.spell_id(row.table_id), "".join(games), post_mark(row), plain=True)

    async def _somehow(self, target: Target, rows: Sequence[OutboxRow], posts: Sequence[ReadyPost]) -> None:
        """Send all of them, else the first alone, else that without its pictures. Raises what the last way meets."""
        refused: Failed | None = None
        for way in ways(posts):
            try:
                sent = await self._send(rows[0], target, way)
            except (Bad, MayNot) as failure:
                log.warning("outbox.refused", row=rows[0].id, posts=len(way), plain=way[0].plain, why=str(failure))
                refused = failure
            else:
                await self._settle(rows[: len(way)], target, sent, pictured=any(map(is_pictured, way)))
                if way[0].plain and isinstance(refused, MayNot):
                    await delivery_failures.lose_right(
                        self._service.deps, rows[0].table_id, [delivery_failures.FILES], may_post=True
                    )
                if isinstance(refused, Unmade):
                    await self._note(rows[0], refused)
                return
        if refused is not None:
            raise refused

    async def _send(self, row: OutboxRow, target: Target, posts: Sequence[ReadyPost]) -> Sent:
        """Send, or edit the message of the slot: lobbies and votes always, what moves never, others within an hour."""
        old = await self._rows.slot(row) if len(posts) == 1 else None
        if (
            old is not None
            and not posts[0].post.moves
            and (posts[0].post.edits or row.slot.startswith(("lobby", VOTE)) or self._now() - old.sent_at < HOUR)
        ):
            try:
                return await self._wire.edit(Sent(old.channel, old.message), posts[0])
            except (TargetGone, Bad):
                log.info("outbox.slot_gone", slot=row.slot)
                if posts[0].post.edits:
                    return Sent(old.channel, old.message)
        try:
            sent = await self._wire.send(target, posts)
        except Later as failure:
            if failure.unknown:
                self._pace.note_post(target.counted)
            raise
        self._pace.note_post(target.counted)
        return sent

    async def _settle(self, rows: Sequence[OutboxRow], target: Target, sent: Sent, *, pictured: bool = False) -> None:
        """Note that the message was sent; the owner of its lane does what follows."""
        channel, user = rows[0].user is None, rows[0].user
        arrived = [(MAY_POST[pictured], {"table": rows[0].table_id})] if channel else []
        if user is not None and sent.channel != target.channel:
            arrived = [(IN_CHANNEL, parameters({"person": user}, {"dm_channel": sent.channel}))]
        if not await self._rows.settle(rows, sent, arrived):
            log.warning("outbox.not_settled", row=rows[0].id, lane=rows[0].lane)
            return
        self._metrics.outbox_sent.labels(kind_of(rows[0]), "sent").inc(len(rows))
        if channel:
            self._note_latest(rows[0].table_id, sent)
            self._service.deps.posted(rows[0].table_id, sent.channel, sent.message)
        if sent.short:
            await delivery_failures.shorten(self._service.deps, rows[0])
        if sent.lacks is not None:
            await self._note(rows[0], sent.lacks)

    def _note_latest(self, table: int, sent: Sent) -> None:
        """Remember the newest message in a table's channel, for links in DMs; quiet tables are forgotten first."""
        self._latest.pop(table, None)
        self._latest[table] = sent
        if len(self._latest) > LINKED:
            del self._latest[next(iter(self._latest))]

    async def _note(self, row: OutboxRow, error: Exception) -> None:
        """The bot's owner hears of what could not be made."""
        await note_fault(self._service.deps, error, "outbox", table_ids.spell_id(row.table_id))

    async def _failed(self, row: OutboxRow, target: Target, failure: Failed) -> None:
        self._metrics.outbox_sent.labels(kind_of(row), RESULTS[type(failure)]).inc()
        log.warning("outbox.not_sent", row=row.id, lane=row.lane, why=repr(failure), tries=row.tries)
        if isinstance(failure, Closed) and row.user is not None:
            await set_dm_closed(self._service.deps, row.user, closed=True, table=row.table_id)
            await self._otherwise(row)
        elif isinstance(failure, TargetGone) and row.user is not None:
            await self._otherwise(row)
        elif isinstance(failure, TargetGone):
            await delivery_failures.lose_channel(self._service.deps, row, target.channel)
        elif isinstance(failure, Unmade) and row.tries < TRIES:
            await self._again(row, min(back_off(row), LONGEST))
        elif isinstance(failure, Bad) and row.message is None:
            if isinstance(failure, Unmade):
                await self._note(row, failure)
            await delivery_failures.drop(self._service.deps, row, str(failure))
        elif isinstance(failure, MayNot):
            await self._again(row, min(LOCKED_OUT * back_off(row), LONGEST))
            if row.message is None:
                await delivery_failures.lose_right(self._service.deps, row.table_id, failure.lacks, may_post=False)
        elif isinstance(failure, Later) and not failure.unknown:
            await self._unsent(row, failure)
            if isinstance(failure, Unreachable) and row.message is None:
                await delivery_failures.turn_to_channel(self._service.deps, row, calls_alone=True)
        else:
            await self._again(row, min(back_off(row), LONGEST))

    async def _otherwise(self, row: OutboxRow) -> None:
        """Turn posts that cannot reach a person into posts in the channel."""
        await delivery_failures.turn_to_channel(self._service.deps, row, calls_alone=False)
        await self._rows.drop_deletions(row.lane)

    async def _unsent(self, row: OutboxRow, failure: Later) -> None:
        """Put off a row that was surely not sent: as long as Discord has said, or longer each time."""
        wait = min(back_off(row), LONGEST) if failure.wait is None else failure.wait
        tries = row.tries + (failure.wait is None)
        await self._rows.change(row, tries=tries, next_at=self._now() + wait, attempted_at=row.attempted_at)

    async def _again(self, row: OutboxRow, wait: float) -> None:
        await self._rows.change(row, tries=row.tries + 1, next_at=self._now() + wait)


PUBLIC: Final = Prepared(select(TableRow.channel).where(TableRow.id == bindparam("table")))
PERSONAL: Final = Prepared(select(PersonRow.dm_channel).where(PersonRow.person == bindparam("user")))
OF_COLOUR: Final = and_(col(SeatRow.table_id) == col(TableRow.id), col(SeatRow.seat) == bindparam("colour"))
IN_CHANNEL: Final = updating(PersonRow, ("person",), ("dm_channel",))
LACKING: Final = update(TableRow).where(
    col(TableRow.id) == bindparam("table"), or_(col(TableRow.may_post).is_(False), col(TableRow.lacks) != "")
)
NO_FILES: Final = case((col(TableRow.lacks) == delivery_failures.FILES, delivery_failures.FILES), else_="")
MAY_POST: Final = {  # once a post has arrived in its channel, with pictures or without
    True: Prepared(LACKING.values(may_post=True, lacks="")),
    False: Prepared(LACKING.values(may_post=True, lacks=NO_FILES)),
}
ABOUT: Final = Prepared(
    select(TableRow.game, TableRow.scenario, TableRow.guild, SeatRow.number)
    .outerjoin(SeatRow, OF_COLOUR)
    .where(TableRow.id == bindparam("table"))
)


def kind_of(row: OutboxRow) -> str:
    """Return whether a row is for a channel, a person, or deletes a message."""
    return "deletion" if row.message is not None else "channel" if row.user is None else "dm"


def back_off(row: OutboxRow) -> float:
    """Return 1 at first, and twice as much after each try."""
    return float(2 ** min(row.tries, DOUBLINGS))


def is_pictured(one: ReadyPost) -> bool:
    """Return whether the post has pictures or files."""
    return not one.plain and bool(pictures(one.post) or one.files)


async def ready_post(deps: Deps, number: int, post: Post, mark: int, latest: Sent | None = None) -> ReadyPost:
    """Return a post of a table with its colour and files; a DM links to the `latest` message of the channel, if that
    is known. Raises TargetGone for a table that is gone.
    """
    found = await deps.database.rows(ABOUT, table=number, colour=post.colour)
    if not found:
        raise TargetGone("the table is gone")
    game, scenario, guild, seat = found[0]
    if latest is not None and guild is not None:
        post = linked(post, guild, latest.channel, latest.message)
    files = await _files(deps, number, post)
    colour = accent(seat, game, post.colour, scenario) if seat is not None else None
    return ReadyPost(post, table_ids.spell_id(number), game, mark, colour, files, scenario=scenario)


async def _files(deps: Deps, number: int, post: Post) -> list[AttachedFile]:
    table, files = table_ids.spell_id(number), list[AttachedFile]()
    for part in attachments(post):
        try:
            files += [
                AttachedFile(part.file, await file_of(deps, table)) for file_of in active(deps, lambda one: one.file_of)
            ]
        except Refused:
            log.warning("outbox.no_file", table=table)
    return files


def ways(posts: Sequence[ReadyPost]) -> list[Sequence[ReadyPost]]:
    """Return the ways to send them, best first: all at once, the first alone, the first without pictures and files."""
    found = [posts, posts[:1]] if posts[1:] else [posts]
    return [*found, [changed(posts[0], plain=True, files=())]] if is_pictured(posts[0]) else found


def _is_stuck(error: Exception) -> bool:
    """Whether nothing can be stored now, not even that a post is to wait."""
    return isinstance(error, Refused) and error.code == "not_stored"
