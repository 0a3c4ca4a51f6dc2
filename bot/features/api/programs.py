"""Programs that have seats of their own: registered by a person, seated by the host of a table.

A program is a player with an id below 0. It sees its seat alone, has the table's clock, no messages and no vote, and
the computer answers where it is late. Its name says everywhere that it is a program.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import delete, func
from sqlmodel import col, select

from bot.contract import table_ids
from bot.contract.tables import Person, Refused, SeatInfo, TableInfo
from bot.features.api import tokens
from bot.features.api.models import ApiTokenRow, ProgramRow
from bot.store.models import SeatRow, TableRow
from bot.tables.lobby import lobby
from bot.tables.seats import offers
from bot.tables.work.operations import of_person, of_table
from bot.tables.work.rights import belongs, require_host
from bot.tables.work.row_mappers import info_of, seat_info
from bot.tables.work.transaction import do
from bot.tables.work.unit_of_work import Deps, UnitOfWork
from bot.telemetry import note_change

MOST: Final = 5
"""Programs of one person."""
LETTERS: Final = 24
"""Of a program's name."""
MARK: Final = "(program)"


@dataclass(frozen=True, slots=True)
class SeatedPrograms:
    """The programs at a table, and those that its host can seat."""

    info: TableInfo
    seated: tuple[SeatInfo, ...]
    free: tuple[Person, ...]


def player(row: ProgramRow) -> Person:
    """Return a program as a player."""
    return Person(-(row.id or 0), f"{row.name} {MARK}")


@of_person
async def registered(deps: Deps, person: Person) -> list[Person]:
    """Return the person's programs as players, the newest last."""
    return [player(row) for row in await _of(deps, {person.id})]


async def _of(deps: Deps, owners: set[int]) -> list[ProgramRow]:
    here = select(ProgramRow).where(col(ProgramRow.person).in_(owners)).order_by(col(ProgramRow.id))
    found: list[ProgramRow] = await deps.database.read(here)
    return found


@of_person
async def register(deps: Deps, person: Person, name: str) -> str:
    """Register a program and return its token, which is shown this once. Refused: programs_full, program_unnamed."""
    named = " ".join(name.split())[:LETTERS]
    if not named:
        raise Refused("program_unnamed")
    row = ProgramRow(person=person.id, name=named, made_at=deps.now())
    async with deps.database.session() as session, deps.database.writing(session):
        await deps.database.take_turns(session)
        mine = select(func.count()).select_from(ProgramRow).where(ProgramRow.person == person.id)
        if (await session.execute(mine)).scalar_one() >= MOST:
            raise Refused("programs_full", most=MOST)
        session.add(row)
    note_change()
    return await tokens.make(deps, player(row), named, plays=True)


@of_person
async def unregister(deps: Deps, person: Person, number: int) -> bool:
    """End a program of the person's: its seats pass to the computer, its token ends. Return whether there was one."""
    row = next((row for row in await _of(deps, {person.id}) if row.id == number), None)
    if row is None:
        return False
    program = player(row)
    open_ones = select(SeatRow.table_id).join(TableRow).where(SeatRow.person == program.id, TableRow.state != "over")
    for table in set(await deps.database.read(open_ones)):
        await do(deps, table_ids.spell_id(table), lambda work: _stand_up(work, program))
    for token in await tokens.listed(deps, program):
        await tokens.end(deps, program, token.number)
    async with deps.database.session() as session, deps.database.writing(session):
        await session.execute(delete(ProgramRow).where(col(ProgramRow.id) == number))
        await session.execute(delete(ApiTokenRow).where(col(ApiTokenRow.person) == program.id))
    note_change()
    return True


async def forget(deps: Deps, person: Person) -> None:
    """End all programs of a person."""
    for row in await _of(deps, {person.id}):
        await unregister(deps, person, row.id or 0)


@of_table
async def at_table(work: UnitOfWork, person: Person) -> SeatedPrograms:
    """Return the programs at a table, and for its host those of people there that can be seated. Refused: no_table."""
    seated = tuple(seat_info(work, row) for row in work.seats if row.person is not None and row.person < 0)
    there = {seat.person.id for seat in seated if seat.person}
    may = person.id == work.row.host and work.row.state == "lobby"
    rows = await _of(work.deps, _people(work)) if may else []
    return SeatedPrograms(info_of(work), seated, tuple(player(row) for row in rows if -(row.id or 0) not in there))


def _people(work: UnitOfWork) -> set[int]:
    return {work.row.host, *(row.person for row in work.seats if row.person is not None)}


@of_table
async def seat(work: UnitOfWork, person: Person, number: int) -> TableInfo:
    """Give a program of somebody at the table a seat in the lobby; for the host. Refused: host_only, program_gone, and
    as `lobby.join`.
    """
    require_host(work, person)
    found = next((row for row in await _of(work.deps, _people(work)) if row.id == number), None)
    if found is None:
        raise Refused("program_gone", table=work.id)
    return await lobby.join(work, player(found))


@of_table
async def take_out(work: UnitOfWork, person: Person, number: int) -> TableInfo:
    """Take a program from its seats, which the computer plays then; for the host and whoever registered it.

    Refused: host_only, program_gone, over.
    """
    mine = {row.id for row in await _of(work.deps, {person.id})}
    if number not in mine or not belongs(work, person):
        require_host(work, person)
    return await _stand_up(work, _seated(work, number))


def _seated(work: UnitOfWork, number: int) -> Person:
    """Return the program with that number. Refused: program_gone."""
    rows: Sequence[SeatRow] = work.own(-number) if number > 0 else ()
    if not rows:
        raise Refused("program_gone", table=work.id)
    return Person(-number, rows[0].person_name)


async def _stand_up(work: UnitOfWork, program: Person) -> TableInfo:
    if work.row.state == "lobby":
        return await lobby.leave(work, program)
    try:
        return await offers.leave(work, program, "")
    except Refused as asked:
        if asked.code != "leave":
            raise
        return await offers.leave(work, program, str(asked.said["confirm"]))
