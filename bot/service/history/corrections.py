"""When the rules of a step were corrected: it begins again, and those who answered are told once."""

from __future__ import annotations

import structlog

from bot.service.commit import Change, note, seen
from bot.service.people.profiles import notice
from bot.service.play.game_time import set_timer
from bot.service.recorded_table import RecordedTable
from bot.service.unit_of_work import UnitOfWork
from engine.core.record import Entry

MOST_TOLD = 10
log = structlog.get_logger(__name__)


async def correct(work: UnitOfWork, table: RecordedTable, old: list[Entry]) -> None:
    """Store a table whose last answers no longer fit the rules without them; of many, people hear of the first ones."""
    what = Change("corrected", base=table.record.first, old=old)
    stands = len(table.journal)
    log.warning("corrected", table=work.id, dropped=len(old) - stands)
    for entry in old[stands:][:MOST_TOLD]:
        row = work.seat_row(entry.seat)
        if row is not None and row.person is not None and not entry.auto:
            work.add(notice(row.person, work.number, "rules_corrected", key=entry.key, picks=list(entry.picks)))
    set_timer(work)
    note(work, table, what, await work.run(lambda: seen(work, table)))
