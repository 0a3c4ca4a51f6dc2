"""Who has a say in each kind of request, when it passes, and what happens then.

- `back`: everyone whom going back would affect. Silence is a no. - `end`: all other players. Silence of an inactive
player counts as a yes. - `times`: all others who play now. Silence is a no. - `pause`: more than half of all players,
the asker included, as soon as enough agree. - `npc`, `seat`, `host`: if an owner or host is absent, the NPC plays the
seat, another player takes it from the NPC, or the host's role passes. It takes more than half of the other players, or
a moderator who isn't one of them, and the absent person has had time to come back.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from sqlmodel import col, select

from bot.contract.tables import Person, Petition, Refused, is_program
from bot.store.models import CheckpointRow, EntryRow, LineRow, PetitionRow, SeatRow
from bot.tables.history.undo import record_after, rewind
from bot.tables.lobby import time_settings
from bot.tables.people.presence import is_away
from bot.tables.play import pauses
from bot.tables.play.ending import end_game
from bot.tables.play.journal import entries
from bot.tables.seats.offers import offer_host, offer_seat, set_host
from bot.tables.seats.seats import put_npc
from bot.tables.work.recorded_table import RecordedTable
from bot.tables.work.row_mappers import summary_of
from bot.tables.work.unit_of_work import UnitOfWork
from engine.core.errors import TableError
from engine.core.game import REASON, View
from engine.core.record import UNASKED, Record
from engine.core.summary import Summary

ABSENT = frozenset({"npc", "seat", "host"})


@dataclass(frozen=True, slots=True)
class Say:
    """The seats whose answers count now; for going back also what it would undo."""

    seats: tuple[SeatRow, ...]
    sides: Compared | None = None


def asker_of(row: PetitionRow) -> Person:
    """Return the person who asked."""
    return Person(row.person, row.person_name)


def absent_of(row: PetitionRow) -> Person | None:
    """Return the person in whose absence it is decided, if any."""
    return None if row.absent is None else Person(row.absent, row.absent_name)


async def say_in(work: UnitOfWork, row: PetitionRow) -> Say:
    """Return who has a say in that request now. Refused: no_checkpoint."""
    if row.kind == "back":
        sides = await compare(work, row.answers, row.person)
        return Say(sides.concerned, sides)
    others = tuple(r for r in work.seats if _votes(r) and r.person not in {row.person, row.absent})
    return Say(tuple(r for r in others if row.kind != "times" or r.by == "human"))


def _votes(row: SeatRow) -> bool:
    """Return whether the seat belongs to a person, who has a vote; programs have none."""
    return row.person is not None and not is_program(row.person)


async def outcome(work: UnitOfWork, row: PetitionRow, say: Say, *, closing: bool) -> bool | None:
    """Return whether the request has passed; None while that is open."""
    given = {int(number): bool(yes) for number, yes in json.loads(row.given).items()}
    silent = [r for r in say.seats if r.number not in given]
    if row.kind == "pause":
        return True if _most(work, row, given) else False if closing or not silent else None
    if not closing and (silent or row.absent is not None):
        return None
    if row.kind in ABSENT:
        return bool(row.moderator) or _most(work, row, given)
    if row.kind == "end":
        away = [r for r in silent if await is_away(work, r.person or 0)]
        return all(given.get(r.number, r in away) for r in say.seats)
    return all(given.get(r.number, False) for r in say.seats)


def _most(work: UnitOfWork, row: PetitionRow, given: dict[int, bool]) -> bool:
    """Return whether more than half of the seated persons want it, the asker included."""
    seated = {r.person for r in work.seats if _votes(r)} - {row.absent}
    wanting = {r.person for r in work.seats if given.get(r.number)} | {row.person}
    return 2 * len(wanting & seated) > len(seated)


async def carry_out(work: UnitOfWork, row: PetitionRow, say: Say, told: Petition) -> bool:
    """Do what has been agreed to; whether it is still possible."""
    if row.kind == "back":
        if say.sides is not None:
            await rewind(work, say.sides.point, say.sides.record, {"petition": told})
        return say.sides is not None
    if row.kind == "end":
        await end_game(work, asker_of(row), row.reason)
        return True
    if row.kind == "times":
        await time_settings.change_times(work, row, asker_of(row))
        return True
    if row.kind == "pause":
        await pauses.stand_still(work, asker_of(row), row.answers, row.reason)
        return True
    return await (_pass_host(work, row) if row.kind == "host" else _pass_seat(work, row))


async def _pass_seat(work: UnitOfWork, row: PetitionRow) -> bool:
    seat = work.seat_by_number(row.target)
    if seat.person != row.absent:
        return False
    try:
        if row.kind == "npc":
            await put_npc(work, seat, asker_of(row))
            return True
        giver, to = absent_of(row) or asker_of(row), Person(row.receiver, row.receiver_name)
        if seat.by == "npc" and row.receiver not in {row.person, row.moderator}:
            await offer_seat(work, seat, giver, to, absent=True)
            return True
    except Refused:
        return False
    return False


async def _pass_host(work: UnitOfWork, row: PetitionRow) -> bool:
    """Make the person who asked for it the host, or offer the role to the receiver. Return whether the role can still
    pass.
    """
    host = Person(work.row.host, work.row.host_name)
    if host.id != row.absent:
        return False
    if row.receiver == row.person:
        set_host(work, host, asker_of(row))
    else:
        await offer_host(work, host, Person(row.receiver, row.receiver_name), absent=True)
    return True


NAMED: Final = re.compile(r"\{civ:([a-z0-9_]+)\}")


@dataclass(frozen=True, slots=True)
class Compared:
    """A game as it was after `answers` answers and as it is now. `concerned` are the seats that must agree."""

    answers: int
    point: CheckpointRow
    record: Record
    then: View
    now: View
    concerned: tuple[SeatRow, ...]


async def compare(work: UnitOfWork, answers: int, asker: int) -> Compared:
    """Return what going back to that many answers would undo, if that person asks for it. Refused: no_checkpoint."""
    table = await work.table()
    point, record = await record_after(work, answers)
    try:
        before = await work.run(lambda: RecordedTable(work.game, record.copy(), npcs=False))
    except TableError as error:
        raise Refused("no_checkpoint", table=work.id, checkpoint=answers) from error
    then, now = before.view(None), table.view(None)
    old = dict(zip(before.game.seats(before.state), (row.seat for row in work.seats), strict=False))
    given = await entries(work, answers, _openly(work, table))
    summary = summary_of(work.game.name)
    slugs = {old.get(slug, slug) for slug in _answered(given)}
    slugs |= {
        row.seat for was, row in zip(old, work.seats, strict=False) if is_affected(summary, then, now, was, row.seat)
    }
    slugs |= await _shown(work, answers)
    everybody = chance_moved(before, table)
    rows = [row for row in work.seats if (everybody or row.seat in slugs) and consents(row, asker)]
    return Compared(answers, point, record, then, now, tuple(rows))


def consents(row: SeatRow, asker: int) -> bool:
    """Return whether a seat has a say. The asker, NPCs and programs don't: they agree."""
    return row.by == "human" and _votes(row) and row.person != asker


def _openly(work: UnitOfWork, table: RecordedTable) -> int:
    """Return how many answers count: answers to a common question that is still open are secret."""
    return table.asked_at if table.pending is not None and table.pending.is_shared else work.row.answers


def _answered(given: Iterable[EntryRow]) -> set[str]:
    """Return who has answered openly. A sealed answer counts by what it brought about."""
    return {row.seat for row in given if not row.auto and not row.sealed and row.key not in UNASKED}


def is_affected(summary: Summary, then: View, now: View, was: str, slug: str) -> bool:
    """Return whether a seat has lost or gained anything that everyone can see."""
    return summary.visible(then, was) != summary.visible(now, slug)


async def _shown(work: UnitOfWork, answers: int) -> set[str]:
    """Return the seats named in public lines of actions that also revealed something secret after that many answers."""
    here = (LineRow.table_id == work.number, LineRow.seq > answers, col(LineRow.undone).is_(False))
    lines: list[LineRow] = await work.read(select(LineRow).where(*here))
    secret = {(line.seq, line.action) for line in lines if line.to}
    public = [line for line in lines if not line.to and not line.key.startswith(REASON)]
    told = [line.said for line in public if (line.seq, line.action) in secret]
    return {slug for text in told for slug in NAMED.findall(text)}


def chance_moved(before: RecordedTable, after: RecordedTable) -> bool:
    """Return whether anything was drawn, dealt or revealed, so that going back would let players know what comes."""
    game, then, now = before.game, before.state, after.state
    return game.chance(then) != game.chance(now) or game.reveal_count(then) != game.reveal_count(now)
