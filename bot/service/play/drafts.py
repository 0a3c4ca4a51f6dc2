"""Drafts: what somebody has picked and not sent, safe from restarts and other devices."""

from __future__ import annotations

import json

from bot.service.play.answers import asked_row
from bot.service.row_mappers import moment
from bot.service.unit_of_work import UnitOfWork, dumped
from bot.store.models import DraftRow
from bot.values import Draft, Person, Refused


async def save(work: UnitOfWork, person: Person, ask_no: int, draft: Draft, seat: int | None) -> Draft:
    """Keep a draft. Refused: stale, not_asked, other_device (with the draft that is kept)."""
    table = await work.table()
    row, _ = asked_row(work, table, person, ask_no, seat)
    kept = work.drafts.get(row.number)
    if kept is None:
        kept = work.drafts[row.number] = DraftRow(table_id=work.number, number=row.number)
        work.add(kept)
    elif kept.ask_no == ask_no and kept.version != draft.version:
        raise Refused("other_device", table=work.id, draft=_read(kept), at=moment(kept.at))
    asked = table.question_to(row.seat)
    kept.ask_no, kept.key = ask_no, asked.key if asked else ""
    kept.version, kept.at = draft.version + 1, work.now
    kept.body = dumped({"picks": list(draft.picks), "line": draft.line, "more": dict(draft.more)})
    work.dirty = True
    return _read(kept)


def _read(kept: DraftRow) -> Draft:
    body = json.loads(kept.body)
    return Draft(tuple(body["picks"]), body["line"], body["more"], kept.version)
