"""When the rules of a step were corrected: it begins again, and those who answered are told once."""

from __future__ import annotations

import structlog

from bot.service.kept import KeptTable
from bot.service.limits import set_timer
from bot.service.people import notice
from bot.service.telling import Change, note, seen
from bot.service.work import Work
from engine.core.record import Entry

log = structlog.get_logger(__name__)


def correct(work: Work, table: KeptTable, old: list[Entry]) -> None:
    """Store a table whose last answers no longer fit the rules without them."""
    what = Change("corrected", base=table.record.first, old=old)
    stands = len(table.journal)
    log.warning("corrected", table=work.id, dropped=len(old) - stands)
    for entry in old[stands:]:
        row = work.seat_row(entry.seat)
        if row is not None and row.person is not None and not entry.auto:
            work.add(notice(row.person, work.number, "rules_corrected", key=entry.key, picks=list(entry.picks)))
    set_timer(work)
    note(work, table, what, seen(work, table))
