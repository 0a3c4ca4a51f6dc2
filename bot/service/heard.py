"""What a channel that gets one post a phase has not been told yet."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from sqlmodel import col, select

from bot.posts import Post
from bot.service.holding import event_of
from bot.service.work import Work
from bot.store.models import LineRow
from engine.core.game import Event
from engine.core.herald import Herald

HEADING = "phase."
STARTING = frozenset({"phase", "start"})


def is_quiet(work: Work) -> bool:
    """Whether the channel gets one post a phase only."""
    return work.row.style == "brief" or work.alone()


async def untold(work: Work, herald: Herald) -> tuple[Event, ...]:
    """The public lines since the last post of a phase, without what was told at once; none where all is told at once.

    What one change brought about was told at once if the herald has something to tell of it.
    """
    if not is_quiet(work):
        return ()
    here = (LineRow.table_id == work.number, LineRow.no > work.row.heard, LineRow.to == "")
    wanted = select(LineRow).where(*here, col(LineRow.undone).is_(False)).order_by(col(LineRow.no))
    lines: list[LineRow] = await work.read(wanted)
    changes = [[event_of(line) for line in same] for _, same in groupby(lines, key=lambda line: line.seq)]
    late = (change for change in changes if work.alone() or not herald.telling(change))
    return tuple(event for change in late for event in change if not event.is_call)


def listen(work: Work, posts: Sequence[Post]) -> None:
    """Remember how far the channel has been told: a quiet one, by the post of a phase, what was before its heading."""
    kinds = {post.kind for post in posts if post.user is None}
    if not kinds or (is_quiet(work) and not kinds & STARTING):
        return
    headings = [line.no for line in work.told if line.key.startswith(HEADING)]
    before = is_quiet(work) and "phase" in kinds and headings
    work.row.heard = headings[-1] if before else work.row.lines
