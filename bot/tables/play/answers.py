"""Drafts, answers, secret responses, and closing the time to respond."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import structlog

from bot.contract.snapshot import Done
from bot.contract.tables import Batch, Draft, Person, Refused
from bot.store.models import AlarmRow, DraftRow, SealedRow, SeatRow
from bot.store.plain_rows import new_row
from bot.tables.hooks import active
from bot.tables.play import responses
from bot.tables.play.change import change, digest, drop_draft
from bot.tables.play.reserved_seats import require_everybody
from bot.tables.play.seat_view import own_seats, reply_after, seat_of
from bot.tables.work import notify
from bot.tables.work.recorded_table import RecordedTable
from bot.tables.work.row_mappers import info_of, moment, public_ask, seat_info
from bot.tables.work.unit_of_work import UnitOfWork, dump
from engine.core.ask import Ask
from engine.core.errors import GameOver, IllegalAnswer, NotAsked, NothingToUndo, NotTogether, TableError
from engine.core.game import Event
from engine.core.reading import read
from engine.core.trial import Continuation, continuations

TWICE = 3.0
log = structlog.get_logger(__name__)


async def answer(
    work: UnitOfWork, person: Person, ask_no: int | None, batch: Batch, *, seat: int | None = None, freely: bool = False
) -> Done:
    """Answer a question with all of the batch or none; a secret question takes a batch of one.

    Without `ask_no` the present question is meant. If the same click comes twice, the second returns the result of
    the first. `freely`: options may be spelled otherwise, as the protocol reads them. Refused: no_seat, replaced,
    stale, not_asked, window_closed, not_an_option (with `reason`), not_together, over.
    """
    table = await work.table()
    picks = [tuple(several) for several in batch]
    before = repeated_by(work, own_seats(work, person), ask_no, digest(picks), seat)
    if before is not None:
        return await reply_after(work, person, repeated=True)
    row, ask = asked_row(work, table, person, ask_no, seat)
    remember(work, row, digest(picks))
    if table.pending is not None and table.pending.sealed:
        read_picks = [read(ask, several) for several in picks] if freely else picks
        events = await seal(work, table, row, ask, read_picks)
    else:
        events = await _submit(work, table, row, picks, freely=freely)
    return await reply_after(work, person, events)


def repeated_by(
    work: UnitOfWork, rows: list[SeatRow], ask_no: int | None, mark: str, seat: int | None
) -> SeatRow | None:
    """Return the seat that gave this very answer to this very question before (a double click), or None."""
    for row in rows:
        same = row.last_ask == ask_no and row.last_digest == mark and seat in {None, row.number}
        if same and (ask_no != work.ask_no(row) or seat is not None or work.now - row.last_at < TWICE):
            return row
    return None


def remember(work: UnitOfWork, row: SeatRow, mark: str) -> None:
    """Note the answer by which a double click is known, and that its owner is there."""
    row.last_ask, row.last_digest, row.last_at = work.ask_no(row), mark, work.now
    work.dirty = True
    for answered in active(work.deps, lambda one: one.answered):
        answered(work, row)


def asked_row(
    work: UnitOfWork, table: RecordedTable, person: Person, ask_no: int | None, seat: int | None
) -> tuple[SeatRow, Ask]:
    """Return the seat that answers and what it is asked. Refused: over, seats_waiting, window_closed, stale,
    not_asked.
    """
    row = seat_of(work, table, person, seat)
    if work.row.state == "over":
        raise Refused("over", table=work.id, info=info_of(work))
    require_everybody(work)
    if ask_no is not None and ask_no != work.ask_no(row):
        raise _too_late(work, ask_no)
    ask = table.ask_of(row.seat)
    if ask is None or row.by != "human":
        raise _not_asked(work, table, row)
    return row, ask


def _too_late(work: UnitOfWork, ask_no: int) -> Refused:
    if ask_no == work.row.closed_ask:
        return Refused("window_closed", table=work.id, closed_at=moment(work.row.closed_at))
    return Refused("stale", table=work.id)


def _not_asked(work: UnitOfWork, table: RecordedTable, row: SeatRow) -> Refused:
    asked = public_ask(info_of(work), table.pending)
    return Refused("not_asked", table=work.id, seat=seat_info(work, row), ask=asked)


async def _submit(
    work: UnitOfWork, table: RecordedTable, row: SeatRow, batch: list[tuple[str, ...]], *, freely: bool
) -> tuple[Event, ...]:
    request = table.question_to(row.seat)
    if table.pending is not None and not table.pending.is_shared:
        row.spoke_at = work.now
    drop_draft(work, row.number)
    log.info("answered", table=work.id, seat=row.seat, key=request.key if request else "", ask=work.ask_no(row))
    return await refuse_as_service(
        work, lambda: change(work, lambda t: t.submit_batch(row.seat, batch, freely=freely), "answer", actor=row)
    )


async def follow(
    work: UnitOfWork, person: Person, ask_no: int | None, wishes: Mapping[str, Any], *, seat: int | None = None
) -> Done:
    """Answer with a secret plan, which keeps answering questions of this kind until it is over.

    Refused as `answer`, and not_an_option if the question takes no plan or the wishes make none.
    """
    table = await work.table()
    mark = digest(wishes)
    before = repeated_by(work, own_seats(work, person), ask_no, mark, seat)
    if before is not None:
        return await reply_after(work, person, repeated=True)
    row, _ = asked_row(work, table, person, ask_no, seat)
    key = table.pending.key if table.pending else ""
    kind = continuations(work.game).get(key)
    if kind is None:
        raise Refused("not_an_option", table=work.id, reason="that question takes no plan")
    remember(work, row, mark)
    row.spoke_at = work.now
    drop_draft(work, row.number)
    log.info("followed", table=work.id, seat=row.seat, key=key, ask=work.row.ask_no)
    events = await refuse_as_service(work, lambda: _begin(work, row, key, kind, wishes))
    return await reply_after(work, person, events)


async def _begin(
    work: UnitOfWork, row: SeatRow, key: str, kind: Continuation, wishes: Mapping[str, Any]
) -> tuple[Event, ...]:
    plan = kind.begin(await work.table(), row.seat, wishes)
    return await change(work, lambda _: None, "answer", actor=row, new={row.number: (key, plan)})


async def refuse_as_service(
    work: UnitOfWork, change_it: Callable[[], Awaitable[tuple[Event, ...]]]
) -> tuple[Event, ...]:
    """Let the kernel's refusals out as the service's."""
    try:
        return await change_it()
    except IllegalAnswer as error:
        raise Refused("not_an_option", table=work.id, reason=str(error)) from error
    except NotAsked as error:
        raise Refused("not_asked", table=work.id, reason=str(error)) from error
    except NotTogether as error:
        raise Refused("not_together", table=work.id) from error
    except GameOver as error:
        raise Refused("over", table=work.id) from error
    except NothingToUndo as error:
        raise Refused(f"undo_{error}", table=work.id) from error
    except TableError as error:
        raise Refused("not_an_option", table=work.id, reason=str(error)) from error


async def seal(
    work: UnitOfWork, table: RecordedTable, row: SeatRow, ask: Ask, batch: list[tuple[str, ...]]
) -> tuple[Event, ...]:
    """Keep a sealed answer outside the record. Refused: not_an_option."""
    if len(batch) != 1:
        raise Refused("not_an_option", table=work.id, reason="a sealed question takes one answer")
    wrong = ask.refusal(batch[0])
    if wrong:
        raise Refused("not_an_option", table=work.id, reason=wrong)
    kept = work.sealed.get(row.number)
    if kept is None:
        kept = work.sealed[row.number] = new_row(SealedRow)(table_id=work.number, number=row.number)
        work.add(kept)
    kept.picks, kept.at = dump(list(batch[0])), work.now
    drop_draft(work, row.number)
    notify.withdraw(work, row)
    log.info("sealed", table=work.id, seat=row.seat, ask=work.row.ask_no)
    return await _after_sealing(work, table)


async def _after_sealing(work: UnitOfWork, table: RecordedTable) -> tuple[Event, ...]:
    """Close the window at once if no other person plays or nothing else can close it; else shorten it."""
    if not responses.all_sealed(work, table):
        if work.alone():
            work.row.ask_no += 1
        return ()
    if work.alone() or work.alarm("window") is None:
        return await close(work, table)
    responses.shorten(work)
    return ()


async def close(work: UnitOfWork, table: RecordedTable) -> tuple[Event, ...]:
    """Reveal all secret responses together; the seats without one count as silent."""
    answers = responses.secret_answers(work, table)
    work.closings += 1
    work.row.closed_ask, work.row.closed_at = work.row.ask_no, work.now
    log.info("closed", table=work.id, key=table.pending.key if table.pending else "", ask=work.row.ask_no)
    return await refuse_as_service(work, lambda: change(work, lambda t: t.close(answers), "close"))


async def close_window(work: UnitOfWork, alarm: AlarmRow) -> bool:
    """Close the time to respond. Return whether it was still open; a later one gets its own alarm."""
    table = await work.table()
    if alarm.ask_no != work.row.ask_no or not responses.silent(table):
        responses.set_alarm(work, table, None)
        return False
    await close(work, table)
    return True


async def unseal(work: UnitOfWork, person: Person, ask_no: int | None, *, seat: int | None = None) -> Done:
    """Withdraw a secret response, so that the seat counts as not responding. Refused as `answer`."""
    table = await work.table()
    row, _ = asked_row(work, table, person, ask_no, seat)
    await drop_seal(work, row)
    return await reply_after(work, person)


async def drop_seal(work: UnitOfWork, row: SeatRow) -> None:
    """Delete a secret response unread. An earlier end that it caused stays."""
    kept = work.sealed.pop(row.number, None)
    if kept is not None:
        await work.remove(kept)
        row.last_ask, row.last_digest = 0, ""


async def save(work: UnitOfWork, person: Person, ask_no: int, draft: Draft, *, seat: int | None = None) -> Draft:
    """Keep a draft; its `version` must be the one read (0: new).

    Refused: stale, not_asked, other_device (with the `draft` that is kept).
    """
    table = await work.table()
    row, _ = asked_row(work, table, person, ask_no, seat)
    kept = work.drafts.get(row.number)
    if kept is None:
        kept = work.drafts[row.number] = new_row(DraftRow)(table_id=work.number, number=row.number)
        work.add(kept)
    elif kept.ask_no == ask_no and kept.version != draft.version:
        raise Refused("other_device", table=work.id, draft=_read(kept), at=moment(kept.at))
    asked = table.question_to(row.seat)
    kept.ask_no, kept.key = ask_no, asked.key if asked else ""
    kept.version, kept.at = draft.version + 1, work.now
    kept.body = dump({"picks": list(draft.picks), "line": draft.line, "more": dict(draft.more)})
    work.dirty = True
    return _read(kept)


def _read(kept: DraftRow) -> Draft:
    body = json.loads(kept.body)
    return Draft(tuple(body["picks"]), body["line"], body["more"], kept.version)
