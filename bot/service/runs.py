"""Posts that give way: what comes of one action is one post in the end, however many are asked about it one by one.

Each further post about the action tells again what the one before it told and takes its place, so that whoever is asked
next is rung all the same, and the channel keeps one. Nothing else may stand between the two, and no picture is moved.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from msgspec.structs import replace
from sqlmodel import col, select

from bot.posts import Picture, Post
from bot.service.heard import is_quiet
from bot.service.holding import event_of
from bot.service.work import Work, dumped
from bot.store.models import LineRow
from bot.values import Cause, PublicAsk
from engine.core.game import Event

RUN = "run:"
KINDS = frozenset({"play", "event"})


@dataclass(frozen=True, slots=True)
class Run:
    """The last post of the channel, if it may give way: its slot, the window that led to it, and what it tells."""

    slot: str
    opened: PublicAsk | None
    events: tuple[Event, ...]

    def takes(self, public: Sequence[Event], cause: Cause) -> bool:
        """Whether what comes now belongs to the action that it tells of."""
        actions = {event.action for event in (*self.events[-1:], *public)}
        return cause == "answer" and len(actions) <= 1


async def last_post(work: Work) -> Run | None:
    """The run that the next post may go on with."""
    if not work.row.run:
        return None
    kept = json.loads(work.row.run)
    told = (LineRow.table_id == work.number, LineRow.to == "", LineRow.no >= kept["first"])
    lines = await work.read(select(LineRow).where(*told, col(LineRow.undone).is_(False)).order_by(col(LineRow.no)))
    opened = (
        PublicAsk(kept["key"], "", (), sealed=True, harm=False, about=tuple(kept["about"])) if kept["key"] else None
    )
    return Run(kept["slot"], opened, tuple(event_of(line) for line in lines))


def may_give_way(work: Work, posts: Sequence[Post], cause: Cause) -> bool:
    """Whether these posts are one that may give way later: no picture, no window; quiet channels have few."""
    shown = [post for post in posts if post.user is None]
    if len(shown) != 1 or cause not in {"answer", "close"} or is_quiet(work) or work.row.state != "running":
        return False
    return shown[0].kind in KINDS and not any(isinstance(part, Picture) for part in shown[0].parts)


def begun(work: Work, posts: Sequence[Post], closed: PublicAsk | None) -> list[Post]:
    """The first post of a run."""
    slot = f"{RUN}{work.id}:{work.row.ask_no}"
    asked = ("", ()) if closed is None or not closed.sealed else (closed.key, closed.about)
    kept = {"slot": slot, "first": work.first_line, "key": asked[0], "about": list(asked[1])}
    work.row.run = dumped(kept)
    return [post if post.user is not None else replace(post, slot=slot) for post in posts]


def gone_on(run: Run, posts: Sequence[Post]) -> list[Post]:
    """A further post of the run, which takes the place of the one before."""
    return [post if post.user is not None else replace(post, slot=run.slot, moves=True) for post in posts]
