"""A post that waits: whoever acts is about to go on, and what follows within a minute is told with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import bindparam
from sqlmodel import col, select

from bot.posts import Post
from bot.service.work import Work
from bot.store.models import LineRow, OutboxRow
from engine.core.game import Event

HERE = (OutboxRow.table_id == bindparam("table"), OutboxRow.held > 0, col(OutboxRow.attempted_at).is_(None))
WAITING = select(OutboxRow).where(*HERE).limit(1)


@dataclass(frozen=True, slots=True)
class Held:
    """A post of the channel that has not been sent yet, and the lines of the log it tells."""

    row: OutboxRow
    lines: tuple[LineRow, ...]

    def told(self, answers: int) -> tuple[Event, ...]:
        """What it tells of the first so many answers: later ones have been taken back."""
        return tuple(event_of(line) for line in self.lines if line.seq <= answers)


def event_of(line: LineRow) -> Event:
    """A public line of the log as it was told."""
    return Event(line.text, None, (), line.action, line.key)


async def held(work: Work) -> Held | None:
    """The post that waits in the channel of the table, if one does."""
    rows: list[OutboxRow] = await work.read(WAITING, table=work.number)
    if not rows:
        return None
    told = (LineRow.table_id == work.number, LineRow.to == "", LineRow.no >= rows[0].held)
    lines = await work.read(select(LineRow).where(*told, col(LineRow.undone).is_(False)).order_by(col(LineRow.no)))
    return Held(rows[0], tuple(lines))


def joined(work: Work, before: Held | None, posts: Sequence[Post]) -> None:
    """A new post of the channel tells what the waiting one would have told, which is therefore never sent."""
    if before is not None and any(post.user is None for post in posts):
        work.withdrawn = before.row
        work.first_line = before.row.held
