"""A game that is ended before its end: it stops where it is, and its number is published."""

from __future__ import annotations

from bot.service.commit import Change, close_table, note, seen, waited_for
from bot.service.history.course import ending_of
from bot.service.play import figures
from bot.service.unit_of_work import UnitOfWork
from bot.values import Person


async def end_game(work: UnitOfWork, person: Person, reason: str, *, moderator: bool = False) -> None:
    """End a running game; everybody is told by whom, and whether as a moderator."""
    table = await work.table()
    what = Change(
        "end",
        request=table.pending,
        asked_at=table.asked_at,
        said={"person": person, "reason": reason, "moderator": moderator},
        waited=waited_for(work, table),
    )
    what.view, what.base = await work.run(lambda: table.view(None)), table.record.first
    what.old = table.begin()
    what.ending = await ending_of(work, table)
    close_table(work, reason)
    work.lastly.append(lambda: figures.keep(work))
    after = await work.run(lambda: seen(work, table))
    note(work, table, what, after)
