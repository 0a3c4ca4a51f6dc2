"""What webhooks are told of a change: only what everyone at the table may know. Written with the change itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

import msgspec
from sqlalchemy import and_, or_
from sqlmodel import col, select

from bot.contract.tables import PublicAsk, SeatInfo, TableInfo
from bot.features.webhooks.models import WebhookEventRow, WebhookRow
from bot.tables.hooks import Change
from bot.tables.work.recorded_table import RecordedTable
from bot.tables.work.row_mappers import info_of, public_ask
from bot.tables.work.unit_of_work import UnitOfWork
from engine.core.game import Outcome
from engine.core.text import ENGLISH, plainly, speaking

BACK: Final = frozenset({"undo", "withdrawn", "back", "corrected", "import"})
"""Changes after which phases lie ahead again that were told of before."""


@dataclass(frozen=True, slots=True)
class HookEvent:
    """Something to tell; what asks is for webhooks of their own turns only if it asks one of these people."""

    kind: str
    said: Mapping[str, Any]
    asks: frozenset[int] = frozenset()


def asked_event(info: TableInfo, ask: PublicAsk) -> HookEvent:
    """Return that a question is asked, in public words."""
    seats = [{**_seat(one), "deadline": info.deadlines.get(one.number)} for one in ask.asked]
    with speaking(ENGLISH):
        prompt = plainly(ask.prompt)
    said = {"key": ask.key, "prompt": prompt, "about": ask.about, "sealed": ask.sealed, "seats": seats}
    people = frozenset(one.person.id for one in ask.asked if one.person is not None and one.by == "human")
    return HookEvent("asked", said, people)


def finished_event(outcome: Outcome | None) -> HookEvent:
    """Return that a game has ended; by its players, if there is no outcome."""
    if outcome is None:
        return HookEvent("finished", {"scores": None, "winners": None})
    return HookEvent("finished", {"scores": outcome.scores, "winners": outcome.winners})


def _seat(one: SeatInfo) -> dict[str, Any]:
    return {"number": one.number, "seat": one.seat}


def body(info: TableInfo, event: HookEvent, now: float) -> str:
    """Return what is sent."""
    about = {"kind": event.kind, "table": info.id, "game": info.game, "at": int(now)}
    return msgspec.json.encode({**about, **event.said}).decode()


async def after_posts(work: UnitOfWork, table: RecordedTable, what: Change) -> None:
    """Store what the webhooks of this table and of its players are told of a change."""
    if not wanted(work):
        return
    info = info_of(work)
    ask = public_ask(info, table.pending) if work.row.state == "running" and what.fresh else None
    events = [*_started(info, what), *await _phases(work, what)]
    events += [asked_event(info, ask)] if ask is not None and ask.asked else []
    work.add(*await _stored(work, info, events))


def wanted(work: UnitOfWork) -> bool:
    """Return whether anyone has named a webhook for this table or their own turns."""
    return bool(work.row.hooks or _people(work))


def _people(work: UnitOfWork) -> list[int]:
    owners = {row.person for row in work.seats if row.person is not None}
    return sorted(person for person in owners if person in work.people and work.people[person].hooks)


def _started(info: TableInfo, what: Change) -> Iterator[HookEvent]:
    if what.cause == "start":
        yield HookEvent("started", {"seats": [_seat(one) for one in info.seats]})


async def _phases(work: UnitOfWork, what: Change) -> list[HookEvent]:
    """Return the phases that have ended, by the chapters of the public log."""
    told = [line for line in work.told if not line.to and line.chapter]
    if what.cause in BACK or not told:
        return []
    before = [line for line in (await work.log_tail()).lines if line.no < told[0].no and line.chapter]
    chapters = [line.chapter for line in (*before[-1:], *told)]
    return [HookEvent("phase", {"chapter": one}) for one, other in pairwise(chapters) if one != other]


async def _stored(work: UnitOfWork, info: TableInfo, events: list[HookEvent]) -> list[WebhookEventRow]:
    if not events:
        return []
    here = or_(
        col(WebhookRow.table_id) == work.number,
        and_(col(WebhookRow.table_id).is_(None), col(WebhookRow.person).in_(_people(work))),
    )
    rows: list[WebhookRow] = await work.read(select(WebhookRow).where(here).order_by(col(WebhookRow.id)))
    return [
        WebhookEventRow(webhook_id=row.id or 0, table_id=work.number, body=body(info, event, work.now))
        for row in rows
        for event in events
        if row.table_id is not None or event.kind != "asked" or row.person in event.asks
    ]


def finished(work: UnitOfWork) -> None:
    """Store what the webhooks are told of the end, behind all that has led to it."""
    if not wanted(work):
        return
    info, outcome = info_of(work), work.loaded.outcome() if work.loaded is not None else None

    async def store() -> None:
        work.session.add_all(await _stored(work, info, [finished_event(outcome)]))

    work.lastly.append(store)
