"""What the channel has been told and what is posted next: delayed posts, replaced posts, quiet channels.

The player who acts may be about to continue, so a post can wait a minute and include what follows. Between two times to
respond there is one post in the end: each further post repeats the one before and replaces it, so that the next player
asked still gets a mention. The next time to respond ends such a run; its post stays. A run breaks if another post comes
between, pictures aren't moved, and a new action starts a new post if the text gets too long. A quiet channel gets one
post a phase.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from msgspec.structs import replace

from bot.contract.posts import Post, PostPicture, Words
from bot.contract.records import News
from bot.contract.tables import Cause, PublicAsk
from bot.store.models import LineRow, SeatRow
from bot.tables.work.row_mappers import info_of, seat_info
from bot.tables.work.rows import Waiting
from bot.tables.work.unit_of_work import UnitOfWork, dump
from engine.core.game import Event
from engine.core.message import NOTHING, from_json
from engine.core.summary import Summary

RUN = "run:"
KINDS = frozenset({"play", "event"})
WINDOW = "window"
MUCH = 700  # characters: more than a phone shows at once is no longer told again
HEADING = "phase."
STARTING = frozenset({"phase", "start"})


@dataclass(frozen=True, slots=True)
class Run:
    """The last post of the channel, if it may be replaced: its slot, the time to respond before it, and its events."""

    slot: str
    opened: PublicAsk | None
    events: tuple[Event, ...]
    first: int
    """The number of its first line."""

    def is_of(self, public: Sequence[Event]) -> bool:
        """Return whether what comes now belongs to the action that it tells of last."""
        return len({event.action for event in (*self.events[-1:], *public)}) <= 1


@dataclass(frozen=True, slots=True)
class ToldChannel:
    """What the channel of a table had been told when a change began."""

    untold: tuple[Event, ...] = ()
    """What a quiet channel hasn't been told in this phase."""
    post: Waiting | None = None
    """A post that waits and hasn't been sent yet."""
    delayed: tuple[LineRow, ...] = ()
    """The lines of the log that the waiting post tells."""
    run: Run | None = None
    """The last post, if it may be replaced."""

    def delayed_events(self, answers: int) -> tuple[Event, ...]:
        """Return the events of the delayed post that belong to the first `answers` answers; later ones were undone."""
        return tuple(event_of(line) for line in self.delayed if line.seq <= answers)


def event_of(line: LineRow) -> Event:
    """Return the event of a public line of the log."""
    return Event(from_json(line.said), None, (), line.action, line.key)


def is_quiet(work: UnitOfWork) -> bool:
    """Return whether the channel gets one post a phase only."""
    return work.row.style == "brief" or work.alone()


async def channel_of(work: UnitOfWork, summary: Summary) -> ToldChannel:
    """Return what the channel has been told so far."""
    run, post = json.loads(work.row.run) if work.row.run else None, work.waiting
    wanted = [work.row.heard + 1] if is_quiet(work) else []
    wanted += [post.first] if post else []
    wanted += [run["first"]] if run else []
    lines = await work.lines_since(min(wanted)) if wanted else []
    delayed = tuple(line for line in lines if post is not None and line.no >= post.first)
    return ToldChannel(_untold(work, summary, lines), post, delayed, _run(run, lines) if run else None)


def _untold(work: UnitOfWork, summary: Summary, lines: Sequence[LineRow]) -> tuple[Event, ...]:
    """Return the public lines since the last post of a phase, without those told at once.

    All lines of a change were told at once if the summary says so of it.
    """
    if not is_quiet(work):
        return ()
    since = (line for line in lines if line.no > work.row.heard)
    changes = [[event_of(line) for line in same] for _, same in groupby(since, key=lambda line: line.seq)]
    late = (change for change in changes if work.alone() or not summary.is_told_at_once(change))
    return tuple(event for change in late for event in change if not event.is_call)


def _run(kept: Mapping[str, Any], lines: Sequence[LineRow]) -> Run:
    key, about = kept["key"], tuple(kept["about"])
    opened = PublicAsk(key, NOTHING, (), sealed=True, harm=False, about=about) if key else None
    first = kept["first"]
    return Run(kept["slot"], opened, tuple(event_of(line) for line in lines if line.no >= first), first)


def posts_of(
    work: UnitOfWork, channel: ToldChannel, news: News, public: Sequence[Event], *, joins: bool
) -> Sequence[Post]:
    """Return the posts of a change. A post that waits is joined with them; if one `joins`, the last one sent
    gives way.
    """
    posts = work.deps.post_maker.posts(news)
    if channel.post is not None and any(post.user is None for post in posts):
        work.withdrawn, work.first_line = channel.post, channel.post.first
    kind = _joining(work, posts, news.cause) if joins else ""
    run = channel.run if kind and news.cause == "answer" else None
    whole = _with_run(work, run, news, public) if run is not None else None
    if run is not None and whole is not None:
        work.row.run = "" if kind == WINDOW else work.row.run
        return _in_slot(whole, run.slot, moves=True)
    return _in_slot(posts, _begun(work, news.answered), moves=False) if kind in KINDS else posts


def _with_run(work: UnitOfWork, run: Run, news: News, public: Sequence[Event]) -> Sequence[Post] | None:
    """The posts that tell the run as well; none if that is too much and about another action."""
    told = (*run.events, *public)
    whole = dataclasses.replace(news, events=told, opened=run.opened, lines=(run.first, news.lines[1]))
    posts = work.deps.post_maker.posts(whole)
    return posts if run.is_of(public) or sum(map(_length, posts)) <= MUCH else None


def _length(post: Post) -> int:
    """Return how much there is to read."""
    return sum(len(part.text) for part in post.parts if isinstance(part, Words))


def _joining(work: UnitOfWork, posts: Sequence[Post], cause: Cause) -> str:
    """The kind of the only post for the channel if it may tell what the last one told: no picture, no quiet channel."""
    shown = [post for post in posts if post.user is None]
    if len(shown) != 1 or cause not in {"answer", "close"} or is_quiet(work) or work.row.state != "running":
        return ""
    joins = shown[0].kind in {*KINDS, WINDOW} and not any(isinstance(part, PostPicture) for part in shown[0].parts)
    return shown[0].kind if joins else ""


def _begun(work: UnitOfWork, closed: PublicAsk | None) -> str:
    """The slot of the first post of a run."""
    slot = f"{RUN}{work.id}:{work.row.ask_no}"
    asked = ("", ()) if closed is None or not closed.sealed else (closed.key, closed.about)
    work.row.run = dump({"slot": slot, "first": work.first_line, "key": asked[0], "about": list(asked[1])})
    return slot


def _in_slot(posts: Sequence[Post], slot: str, *, moves: bool) -> list[Post]:
    """The posts, that of the channel in its slot: a further post of a run takes the place of the one before."""
    return [post if post.user is not None else replace(post, slot=slot, moves=moves) for post in posts]


def listen(work: UnitOfWork, posts: Sequence[Post]) -> None:
    """Remember how far the channel has been told; a quiet one, what was before its last heading."""
    kinds = {post.kind for post in posts if post.user is None}
    if not kinds or (is_quiet(work) and not kinds & STARTING):
        return
    headings = [line.no for line in work.told if line.key.startswith(HEADING)]
    before = is_quiet(work) and "phase" in kinds and headings
    work.row.heard = headings[-1] if before else work.row.lines


def tell_owner(work: UnitOfWork, row: SeatRow, *events: Event, slot: str = "", mentioned: bool = False) -> None:
    """Tell the owner of a seat by DM what concerns only them; with a `slot`, replace the last DM of that slot."""
    post = work.deps.post_maker.privately(info_of(work), seat_info(work, row), events)
    if post is None or row.person is None:
        return
    mentions = (row.person,) if mentioned else post.mentions
    work.post(
        [replace(post, user=row.person, mentions=mentions, slot=slot or post.slot, moves=bool(slot) or post.moves)]
    )
