"""A cup as it is read and changed, one transaction at a time."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TypeVar, cast

from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm.attributes import flag_modified
from sqlmodel import col, select

from bot.contract import table_ids
from bot.contract.tables import Person, Place, Refused, told_apart
from bot.features.cups.models import CupEntrantRow, CupRow, CupSeatRow
from bot.features.cups.standings import CupSeat, CupStanding, standings
from bot.features.cups.values import CupInfo, CupKind, CupLine, CupPlan, CupState, CupTable, Entrant
from bot.store.models import TableRow
from bot.tables.work.row_mappers import moment
from bot.tables.work.transaction import persevere
from bot.tables.work.unit_of_work import Deps
from bot.telemetry import note_change
from engine.core.chance import fingerprint

T = TypeVar("T")
DAY = 86400.0


@dataclass(slots=True)
class Cup:
    """The rows of a cup, and the channels of its tables by their rows. `fresh`: to be stored, `lost`: to be deleted."""

    row: CupRow
    entrants: list[CupEntrantRow]
    seats: list[CupSeatRow]
    channels: dict[int, int]
    fresh: list[object] = field(default_factory=list)
    lost: list[object] = field(default_factory=list)

    def entrant(self, person: Person) -> CupEntrantRow | None:
        """Return the entry of that person, if they are still in the cup."""
        return next((one for one in self.entrants if one.person == person.id and not one.gone), None)

    def now_at(self) -> list[CupSeatRow]:
        """Return who sits where in the present round."""
        return [seat for seat in self.seats if seat.round == self.row.round]

    def standings(self) -> tuple[CupStanding, ...]:
        """Return the standings, best first."""
        return standings([one.number for one in self.entrants], self.played(), self.row.seed)

    def played(self) -> list[CupSeat]:
        """Return all seats so far, as the standings count them."""
        shapes: dict[tuple[int, int], int] = {}
        for seat in self.seats:
            shapes[seat.round, seat.no] = shapes.get((seat.round, seat.no), 0) + 1
        return [_played(seat, shapes[seat.round, seat.no]) for seat in self.seats]


def _played(seat: CupSeatRow, seats: int) -> CupSeat:
    void = seat.done and seat.no > 0 and seat.place == 0
    return CupSeat(seat.entrant, seat.round, seat.no, seats, seat.done, void, seat.place, seat.score, seat.total)


async def load_cup(session: AsyncSession, number: int) -> Cup:
    """Read a cup with its entrants and seats. Refused: no_cup."""
    row = await session.get(CupRow, number)
    if row is None:
        raise Refused("no_cup", cup=number)
    entrants = select(CupEntrantRow).where(CupEntrantRow.cup_id == number).order_by(col(CupEntrantRow.number))
    seats = select(CupSeatRow).where(CupSeatRow.cup_id == number)
    in_order = seats.order_by(col(CupSeatRow.round), col(CupSeatRow.no), col(CupSeatRow.seat), col(CupSeatRow.entrant))
    signed_up, sitting = await session.execute(entrants), await session.execute(in_order)
    found = Cup(row, list(signed_up.scalars()), list(sitting.scalars()), {})
    tables = {seat.table_id for seat in found.now_at() if seat.table_id is not None}
    places = await session.execute(select(TableRow.id, TableRow.channel).where(col(TableRow.id).in_(tables)))
    found.channels = {table or 0: channel for table, channel in places.all()}
    return found


async def read_cup(deps: Deps, number: int) -> Cup:
    """Return the present cup. Refused: no_cup."""
    async with deps.database.session() as session:
        return await load_cup(session, number)


async def change_cup(deps: Deps, number: int, change: Callable[[Cup], T]) -> T:
    """Change a cup as one transaction. Refused: no_cup, and what `change` refuses."""
    async with deps.queues.of(-number):
        done = await persevere(lambda: _once(deps, number, change), lambda: None)
    deps.notify()
    deps.cups.notify()
    return done


async def _once(deps: Deps, number: int, change: Callable[[Cup], T]) -> T:
    async with deps.database.session() as session:
        cup = await load_cup(session, number)
        await session.commit()
        result = change(cup)
        async with deps.database.writing(session):
            flag_modified(cup.row, "round")
            await session.flush()
            for row in cup.lost:
                await session.delete(row)
            session.add_all(cup.fresh)
    note_change()
    return result


def entrants_of(cup: Cup) -> dict[int, Entrant]:
    """Return the entrants by number, with distinct names; no person for those whose data were deleted."""
    row = cup.row
    called = told_apart([(row.host, row.host_name), *((one.person, one.person_name) for one in cup.entrants)])
    return {
        one.number: Entrant(one.number, Person(one.person, called[one.person]) if one.person else None, one.gone)
        for one in cup.entrants
    }


def info_of(deps: Deps, cup: Cup) -> CupInfo:
    """Return everything about the cup."""
    row, game = cup.row, deps.games.get(cup.row.game)
    scenario = game.scenarios.get(row.scenario) if game else None
    known = entrants_of(cup)
    over = row.state == "over"
    return CupInfo(
        id=row.id or 0,
        plan=CupPlan(row.name, cast("CupKind", row.kind), row.size, row.rounds, row.days),
        game=row.game,
        game_title=game.title if game else row.game,
        scenario_title=scenario.title if scenario else row.scenario,
        place=Place(row.guild, row.channel),
        host=Person(row.host, row.host_name),
        state=cast("CupState", row.state),
        pace=json.loads(row.settings)["pace"],
        round=row.round,
        entrants=tuple(known.values()),
        lines=tuple(_line(one, known) for one in cup.standings()) if row.round else (),
        tables=tuple(_tables(cup, known)),
        byes=tuple(known[seat.entrant] for seat in cup.now_at() if not seat.no),
        fingerprint=fingerprint(row.seed),
        seed=row.seed if over else "",
        ends_at=moment(row.drawn_at + row.days * DAY) if row.days and row.state == "running" else None,
    )


def _line(one: CupStanding, known: dict[int, Entrant]) -> CupLine:
    hundredths = (round(one.points * 100), round(one.opponents * 100), round(one.share * 100))
    return CupLine(known[one.entrant], *hundredths, one.played)


def _tables(cup: Cup, known: dict[int, Entrant]) -> Iterable[CupTable]:
    there: dict[int, list[CupSeatRow]] = {}
    for seat in cup.now_at():
        if seat.no:
            there.setdefault(seat.no, []).append(seat)
    for no, seats in sorted(there.items()):
        table = seats[0].table_id
        people = tuple(known[seat.entrant] for seat in seats)
        spelled = table_ids.spell_id(table) if table is not None else ""
        yield CupTable(no, people, spelled, cup.channels.get(table or 0, 0), seats[0].done)
