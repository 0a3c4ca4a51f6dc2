"""A round of a cup: drawn in one change, then its tables are opened one by one, each in a place of its own."""

from __future__ import annotations

import json
import math
from typing import Any

import structlog
from sqlalchemy import update
from sqlmodel import col

from bot.contract.table_settings import Settings
from bot.contract.tables import Person, Place, Refused, TableInfo
from bot.features.cups import pairing, rows
from bot.features.cups.models import CupEntrantRow, CupSeatRow
from bot.features.cups.pairing import DrawnRound
from bot.features.cups.rows import DAY, Cup
from bot.features.cups.sign_up import finish, manages, require_here
from bot.features.cups.standings import byes, lot, meetings
from bot.features.cups.values import CupInfo
from bot.store.models import TableRow
from bot.tables.lobby import lobby, start_game
from bot.tables.lobby.options import game_named
from bot.tables.work.operations import of_person
from bot.tables.work.rights import require_room_in_server
from bot.tables.work.row_mappers import info_of, seat_info
from bot.tables.work.unit_of_work import Deps, UnitOfWork

log = structlog.get_logger(__name__)


@of_person
async def draw(deps: Deps, person: Person, number: int) -> CupInfo:
    """Draw the next round once all tables of the last have ended; after the last round, end the cup.

    The first needs the host or a manager of the server, later ones any entrant. A round that is already drawn stays.
    Refused: no_cup, cup_host, cup_over, cup_few, cup_rounds.
    """

    def drawing(cup: Cup) -> CupInfo:
        require_here(cup, person)
        if not manages(cup, person) and (cup.row.state == "open" or cup.entrant(person) is None):
            raise Refused("cup_host", host=cup.row.host_name)
        if cup.row.state == "over":
            raise Refused("cup_over")
        if all(seat.done for seat in cup.now_at()):
            _next_round(cup, deps.now())
        return rows.info_of(deps, cup)

    return await rows.change_cup(deps, number, drawing)


def _next_round(cup: Cup, now: float) -> None:
    row, people = cup.row, [one for one in cup.entrants if not one.gone]
    if row.state == "open":
        _fix_rounds(cup, len(people))
    few = len(people) < max(row.least, 2)
    if row.round and (few or row.round >= row.rounds):
        finish(cup, now)
        return
    if few:
        raise Refused("cup_few", n=len(people), least=max(row.least, 2))
    row.state, row.round, row.drawn_at = "running", row.round + 1, now
    drawn = _drawn(cup)
    for no, table in enumerate(drawn.tables, 1):
        _sit(cup, no, sorted(table, key=lambda one: lot(f"{row.seed}:{row.round}", one)))
    _sit(cup, 0, drawn.byes)
    log.info("cup.drawn", cup=row.id, round=row.round, tables=len(drawn.tables))


def _fix_rounds(cup: Cup, people: int) -> None:
    """Set how many rounds there are: as asked for, or as many as needed. Refused: cup_few, cup_rounds."""
    row = cup.row
    if people < max(row.least, 2):
        raise Refused("cup_few", n=people, least=max(row.least, 2))
    if row.kind == "robin":
        row.rounds = pairing.robin_rounds(people)
        return
    _, out = pairing.sizes(people, row.size, row.least)
    most = people // out if out else people - 1
    wanted = row.rounds or min(max(1, math.ceil(math.log(people, row.size))), most)
    if wanted > most:
        raise Refused("cup_rounds", rounds=wanted, n=people, most=most)
    row.rounds = wanted


def _drawn(cup: Cup) -> DrawnRound:
    row, here = cup.row, {one.number for one in cup.entrants if not one.gone}
    if row.kind == "robin":
        everybody = sorted((one.number for one in cup.entrants), key=lambda one: lot(row.seed, one))
        return _without_gone(pairing.robin(everybody, row.round), here)
    order = [one.entrant for one in cup.standings() if one.entrant in here]
    played = cup.played()
    return pairing.swiss(order, meetings(played), byes(played), row.size, row.least)


def _without_gone(drawn: DrawnRound, here: set[int]) -> DrawnRound:
    """Return the round of a round robin where opponents of those who have left sit out."""
    tables = tuple(table for table in drawn.tables if set(table) <= here)
    seated = {one for table in tables for one in table}
    return DrawnRound(tables, tuple(sorted(here - seated)))


def _sit(cup: Cup, no: int, entrants: Any) -> None:
    for seat, entrant in enumerate(entrants, 1):
        row = CupSeatRow(
            cup_id=cup.row.id or 0, round=cup.row.round, entrant=entrant, no=no, seat=seat if no else 0, done=not no
        )
        cup.seats.append(row)
        cup.fresh.append(row)


@of_person
async def open_table(deps: Deps, person: Person, number: int, no: int, place: Place) -> TableInfo:
    """Open that table of the round in its own place and start it with everyone drawn there.

    Refused: no_cup, cup_host, cup_over, cup_opened, channel_taken, too_many_tables, setup.
    """
    cup = await rows.read_cup(deps, number)
    require_here(cup, person)
    if not manages(cup, person) and cup.entrant(person) is None:
        raise Refused("cup_host", host=cup.row.host_name)
    if cup.row.state != "running":
        raise Refused("cup_over")
    seats = [seat for seat in cup.now_at() if seat.no == no and no]
    if not seats or any(seat.table_id is not None for seat in seats):
        raise Refused("cup_opened")
    row = _row(deps, cup, place, len(seats))
    return await lobby.insert(deps, row, lambda work: _begin(work, cup, seats), in_post=place.post)


def _row(deps: Deps, cup: Cup, place: Place, seats: int) -> TableRow:
    game = game_named(deps.games, cup.row.game)
    row = TableRow(
        game=game.name,
        game_version=game.version,
        scenario=cup.row.scenario,
        state="lobby",
        guild=place.guild,
        channel=place.channel,
        host=cup.row.host,
        host_name=cup.row.host_name,
        options=cup.row.options,
        most=seats,
        seed=deps.draw_seed(),
        cup=cup.row.id or 0,
        opened_at=deps.now(),
        lobby_changed_at=deps.now(),
    )
    lobby.set_settings(row, Settings(**{**json.loads(cup.row.settings), "listed": "no"}))
    return row


async def _begin(work: UnitOfWork, cup: Cup, seats: list[CupSeatRow]) -> TableInfo:
    await require_room_in_server(work)
    known = {one.number: one for one in cup.entrants}
    for seat in seats:
        await _seat(work, known[seat.entrant])
    await start_game.begin(work)
    if cup.row.days:
        work.arm("cup", cup.row.drawn_at + cup.row.days * DAY)
    work.lastly.append(lambda: _connect(work, cup, seats[0].no))
    info = info_of(work)
    work.post([work.deps.post_maker.seated(info, seat_info(work, row)) for row in work.seats if row.person])
    return info


async def _seat(work: UnitOfWork, one: CupEntrantRow) -> None:
    """Seat an entrant; an NPC plays for one who was deleted."""
    if one.person:
        await work.know(one.person)
        lobby.sit(work, Person(one.person, one.person_name), "")
    else:
        lobby.sit_npc(work)


async def _connect(work: UnitOfWork, cup: Cup, no: int) -> None:
    """Note the table as that of the round, unless another was opened before. Refused: cup_opened."""
    here = {"cup_id": cup.row.id, "round": cup.row.round, "no": no}
    mine = [col(getattr(CupSeatRow, name)) == value for name, value in here.items()]
    free = update(CupSeatRow).where(*mine, col(CupSeatRow.table_id).is_(None)).values(table_id=work.number)
    done = await work.session.execute(free.returning(col(CupSeatRow.entrant)))
    if not done.all():
        raise Refused("cup_opened")
