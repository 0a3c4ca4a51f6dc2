"""All that is stored about a person: exported as a file, and deleted as far as running games allow."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import delete
from sqlmodel import col, or_, select

from bot.contract import table_ids
from bot.contract.posts import POSTS
from bot.contract.records import Export
from bot.contract.tables import AlarmKind, Person, TableId
from bot.store.models import (
    AlarmRow,
    DraftRow,
    EntryRow,
    OfferRow,
    OutboxRow,
    PetitionRow,
    PlanRow,
    PresenceRow,
    QueuedRow,
    RecentRequestRow,
    SealedRow,
    SeatRow,
    SlotRow,
    StandingOrderRow,
    TableRow,
)
from bot.store.person_models import NoticeRow, PersonRow, PutOffRow, WebSessionRow
from bot.tables.hooks import Told, all_known
from bot.tables.people.web_sessions import sign_out
from bot.tables.work.transaction import do
from bot.tables.work.unit_of_work import Deps, UnitOfWork, dump
from bot.telemetry import note_change
from engine.core.text import words

KEPT: Final[tuple[tuple[str, Any], ...]] = (
    ("drafts", DraftRow),
    ("sealed", SealedRow),
    ("plans", PlanRow),
    ("orders", StandingOrderRow),
    ("lodged", QueuedRow),
)
NAME = "nisaba-about-me.json"
IN_PETITIONS: Final = (PetitionRow.person, PetitionRow.receiver, PetitionRow.absent, PetitionRow.moderator)
FORGOTTEN: Final[tuple[Any, ...]] = (
    PersonRow,
    NoticeRow,
    PresenceRow,
    OfferRow,
    RecentRequestRow,
    PutOffRow,
)


def at(row: Any) -> dict[str, str]:
    return {"table": table_ids.spell_id(row.table_id)}


OF_A_PERSON: Final[Mapping[str, tuple[Any, Told]]] = {
    "notices": (NoticeRow, lambda row: {**at(row), "code": row.code, "said": json.loads(row.said)}),
    "recent_requests": (RecentRequestRow, lambda row: {**at(row), "at": row.at}),
    "last_at_tables": (PresenceRow, lambda row: {**at(row), "at": row.at}),
    "put_off": (PutOffRow, lambda row: {"kind": row.kind, "wanted": json.loads(row.wanted), "at": row.at}),
    "web_sessions": (
        WebSessionRow,
        lambda row: {"server": row.guild, "made_at": row.made_at, "seen_at": row.seen_at},
    ),
    "decided_in_absence": (AlarmRow, lambda row: {**at(row), "kind": row.kind, "at": row.at}),
}


def _told(deps: Deps) -> dict[str, tuple[Any, Told]]:
    """Return the models whose rows belong to a person, those of features included, and how to tell a row."""
    found = dict(OF_A_PERSON)
    for personal in all_known(deps, lambda one: one.personal):
        found |= {name: (one.model, one.told) for name, one in personal.items()}
    return found


async def gather(deps: Deps, person: Person) -> Export:
    """Return all that is stored about the person."""
    await deps.sightings.write(deps.database)
    own = await deps.database.read(select(SeatRow).where(SeatRow.person == person.id))
    about: dict[str, Any] = {"person": person.id, "preferences": None, "tables": []}
    for row in await deps.database.read(select(PersonRow).where(PersonRow.person == person.id)):
        about["preferences"] = row.model_dump(exclude={"person"})
    about["tables"] = [await _table(deps, row, person, own) for row in await _tables(deps, person)]
    for name, (model, told) in _told(deps).items():
        about[name] = [told(row) for row in await deps.database.read(select(model).where(model.person == person.id))]
    for gathered in all_known(deps, lambda one: one.gathered):
        for name, of_person in gathered.items():
            about[name] = await of_person(deps, person)
    about["offers"] = [
        {**at(row), "seat": row.number, "made_at": row.made_at, "closes_at": await _rings_at(deps, "offer", row)}
        for row in await deps.database.read(select(OfferRow).where(OfferRow.person == person.id))
    ]
    about["waiting_messages"] = [
        {**at(row), "post": msgspec.to_builtins(POSTS.json(row.post))}
        for row in await deps.database.read(select(OutboxRow).where(OutboxRow.user == person.id))
    ]
    return Export(NAME, msgspec.json.format(msgspec.json.encode(about), indent=2), sealed=False, warn=False)


async def _tables(deps: Deps, person: Person) -> list[TableRow]:
    """Return the tables that have to do with the person: as player, former player, removed one or host."""
    marked = col(SeatRow.former).contains(f'"person":{person.id},')
    kept = SeatRow.reserved == person.id
    sits = select(SeatRow.table_id).where(or_(SeatRow.person == person.id, kept, marked))
    gone = col(TableRow.removed).contains(str(person.id))
    here = or_(col(TableRow.id).in_(sits), TableRow.host == person.id, gone)
    return await deps.database.read(select(TableRow).where(here).order_by(col(TableRow.id)))


async def _table(deps: Deps, row: TableRow, person: Person, own: Sequence[SeatRow]) -> dict[str, Any]:
    number = row.id or 0
    mine = [seat for seat in own if seat.table_id == number]
    seats = await deps.database.read(select(SeatRow).where(SeatRow.table_id == number))
    return {
        "table": table_ids.spell_id(number),
        "state": row.state,
        "host": row.host_name if row.host == person.id else None,
        "removed": person.id in json.loads(row.removed),
        "seats": [await _seat(deps, seat) for seat in mine],
        "reserved_seats": [seat.number for seat in seats if seat.person is None and seat.reserved == person.id],
        "former_seats": [
            {"number": seat.number, **gone}
            for seat in seats
            for gone in json.loads(seat.former)
            if gone["person"] == person.id
        ],
    }


async def _seat(deps: Deps, seat: SeatRow) -> dict[str, Any]:
    """A seat, what it has answered, and what is kept for it: all of it known to its owner."""
    here, kept = seat.table_id, {"table_id", "number", "person", "reserved", "former"}
    answered = select(EntryRow).where(
        EntryRow.table_id == here, EntryRow.seat == seat.seat, col(EntryRow.auto).is_(False)
    )
    return {
        "number": seat.number,
        **seat.model_dump(exclude=kept),
        "answers": [row.model_dump(exclude={"table_id", "auto"}) for row in await deps.database.read(answered)],
        **{
            name: [
                row.model_dump(exclude={"table_id", "number", "view"})
                for row in await deps.database.read(_of(model, seat))
            ]
            for name, model in (*KEPT, *_of_seats(deps))
        },
        "requests": [
            {**row.model_dump(exclude={"table_id", "given"}), "closes_at": await _rings_at(deps, "petition", row)}
            for row in await deps.database.read(_of(PetitionRow, seat))
        ],
    }


async def _rings_at(deps: Deps, kind: AlarmKind, row: OfferRow | PetitionRow) -> float | None:
    """Return when the time of that offer or request is over."""
    here = (AlarmRow.table_id == row.table_id, AlarmRow.kind == kind, AlarmRow.ask_no == row.no)
    return next(iter(await deps.database.read(select(AlarmRow.at).where(*here))), None)


def _of_seats(deps: Deps) -> Iterator[tuple[str, Any]]:
    for models in all_known(deps, lambda one: one.of_seats):
        yield from models.items()


def _of(model: Any, seat: SeatRow) -> Any:
    """Return the query for what is stored for that seat."""
    return select(model).where(model.table_id == seat.table_id, model.number == seat.number)


async def forget(deps: Deps, person: Person) -> tuple[TableId, ...]:
    """Delete what no open table needs. Return the tables where the person still sits or is host."""
    await deps.sightings.write(deps.database)
    await sign_out(deps, person)
    for forget_first in all_known(deps, lambda one: one.forget):
        await forget_first(deps, person)
    tables = await _tables(deps, person)
    for row in tables:
        await do(deps, table_ids.spell_id(row.id or 0), lambda work: leave(work, person.id))
    async with deps.database.session() as session, deps.database.writing(session):
        for forget_rows in all_known(deps, lambda one: one.forget_rows):
            await forget_rows(session, person.id)
        of_features = [one for personal in all_known(deps, lambda one: one.personal) for one in personal.values()]
        for rows in (*FORGOTTEN, *(one.model for one in of_features if one.deleted)):
            await session.execute(delete(rows).where(col(rows.person) == person.id))
    note_change()
    deps.cups.notify()
    open_ones = (col(TableRow.state) != "over", or_(TableRow.host == person.id, SeatRow.person == person.id))
    stays = select(TableRow.id).join(SeatRow).where(*open_ones).distinct().order_by(col(TableRow.id))
    return tuple(table_ids.spell_id(number) for number in await deps.database.read(stays))


async def leave(work: UnitOfWork, person: int) -> None:
    """Remove the person's name from a table. While the game is played, the person keeps their seat and the host's
    role.
    """
    for row in work.seats:
        if row.person is None and row.reserved == person:
            row.reserved, row.person_name = None, ""
        row.former = dump([gone for gone in json.loads(row.former) if gone["person"] != person])
    work.dirty = True
    for leaves in all_known(work.deps, lambda one: one.leaves):
        await leaves(work, person)
    if work.row.state != "over":
        return
    work.row.removed = dump([gone for gone in json.loads(work.row.removed) if gone != person])
    for row in work.own(person):
        for seat_unnamed in all_known(work.deps, lambda one: one.seat_unnamed):
            seat_unnamed(work, row)
        row.person, row.person_name, row.hand = None, "", ""
    for row in work.seats:
        row.reserved = None if row.reserved == person else row.reserved
    if work.row.host == person:
        work.row.host, work.row.host_name = 0, words("prefs.forgotten_host")
    for alarm in work.alarms:
        alarm.person = None if alarm.person == person else alarm.person
    asked = or_(*(col(column) == person for column in IN_PETITIONS))
    work.later(delete(PetitionRow).where(col(PetitionRow.table_id) == work.number, asked))
    held_out = or_(col(OfferRow.person) == person, col(OfferRow.giver) == person)
    work.later(delete(OfferRow).where(col(OfferRow.table_id) == work.number, held_out))
    waiting = (col(OutboxRow.table_id) == work.number, col(OutboxRow.user) == person)
    work.later(delete(OutboxRow).where(*waiting))
    hands = (col(SlotRow.table_id) == work.number, col(SlotRow.name).endswith(f":{person}"))
    work.later(delete(SlotRow).where(*hands))
