"""Running a cup: opening, entering and leaving, and its host."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any, Final, Protocol

import structlog
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from bot.contract.lengths import LENGTHS
from bot.contract.table_settings import Settings
from bot.contract.tables import Person, Place, Refused
from bot.features.cups import rows
from bot.features.cups.models import CupEntrantRow, CupRow
from bot.features.cups.rows import Cup
from bot.features.cups.values import MOST_DAYS, MOST_ENTRANTS, MOST_IN_ROBIN, MOST_ROUNDS, CupInfo, CupPlan
from bot.tables.lobby.options import check_options, game_named, require_switched_on, scenario_of, with_changes
from bot.tables.work.operations import Service, of_person
from bot.tables.work.row_mappers import moment
from bot.tables.work.unit_of_work import Deps, dump
from bot.tables.work.waking_hours import DAY
from bot.telemetry import note_change
from engine.core.game import Game, SeatPlan, SetupError
from engine.core.text import current_language

MOST_OPEN: Final = 5  # cups of a server that go on
MOST_OWN: Final = 2  # those of one host among them
A_DAY: Final = 5  # new ones of one host
log = structlog.get_logger(__name__)


class CupService(Service, Protocol):
    """The service of cups, with the default settings of their tables."""

    defaults: Settings


@of_person
async def open_cup(
    service: CupService,
    host: Person,
    place: Place,
    plan: CupPlan,
    game: str,
    *,
    scenario: str = "",
    options: Mapping[str, Any] | None = None,
    settings: Mapping[str, Any] | None = None,
) -> CupInfo:
    """Open a cup for people of the server; its tables are opened in threads of that channel. Refused: cup_where,
    unknown_game, game_off, bad_option, setup, cup_name, cup_size, too_many_cups, too_many_own_cups, cups_limit.
    """
    if place.guild is None:
        raise Refused("cup_where")
    _require_plan(plan)
    deps = service.deps
    await require_switched_on(deps, place.guild, game)
    wanted = replace(service.defaults, **{"language": current_language(), **(settings or {})})
    row = CupRow(
        guild=place.guild,
        channel=place.channel,
        host=host.id,
        host_name=host.name,
        seed=deps.draw_seed(),
        made_at=deps.now(),
        **_planned(plan),
        **_played(game_named(deps.games, game), scenario, options or {}, plan.size),
        settings=dump(asdict(with_changes(Settings(), asdict(wanted)))),
    )
    async with deps.database.session() as session, deps.database.writing(session):
        await deps.database.take_turns(session)
        await _require_room(session, place.guild, host.id, deps.now())
        session.add(row)
    note_change()
    deps.cups.notify()
    log.info("cup.opened", cup=row.id, game=row.game)
    return rows.info_of(deps, Cup(row, [], [], {}))


def _planned(plan: CupPlan) -> dict[str, Any]:
    """Return the host's plan as it is stored."""
    return {
        "name": plan.name.strip(),
        "kind": plan.kind,
        "size": plan.size,
        "rounds": plan.rounds,
        "days": plan.days,
    }


def _played(rules: Game[Any], scenario: str, options: Mapping[str, Any], size: int) -> dict[str, Any]:
    """Return the game of its tables with so many seats as it is stored. Refused: bad_option, setup."""
    wanted = scenario_of(rules, scenario)
    chosen = check_options(wanted, {}, options)
    least = _least(rules, wanted.name, chosen, size)
    return {"game": rules.name, "scenario": wanted.name, "options": dump(chosen), "least": least}


async def _require_room(session: AsyncSession, guild: int, host: int, now: float) -> None:
    """Refuse more cups than a server or a host may have, ended ones included. Refused: too_many_cups,
    too_many_own_cups, cups_limit.
    """
    here, goes_on = CupRow.guild == guild, col(CupRow.state) != "over"
    there: list[int] = list((await session.execute(select(CupRow.host).where(here, goes_on))).scalars())
    if there.count(host) >= MOST_OWN:
        raise Refused("too_many_own_cups", most=MOST_OWN)
    if len(there) >= MOST_OPEN:
        raise Refused("too_many_cups", most=MOST_OPEN)
    for whose, n in ((CupRow.host == host, A_DAY), (here, A_DAY * MOST_OPEN)):
        made = select(CupRow.made_at).where(whose, CupRow.made_at > now - DAY).order_by(col(CupRow.made_at).desc())
        if (last := (await session.execute(made.offset(n - 1).limit(1))).scalar()) is not None:
            raise Refused("cups_limit", n=n, until=moment(last + DAY))


def _require_plan(plan: CupPlan) -> None:
    """Refuse a bad plan. Refused: cup_name, cup_size, bad_option."""
    if not plan.name.strip() or len(plan.name) > LENGTHS.name:
        raise Refused("cup_name", most=LENGTHS.name)
    if plan.kind == "robin" and plan.size != 2:
        raise Refused("cup_size")
    for name, value, most in (("rounds", plan.rounds, MOST_ROUNDS), ("days", plan.days, MOST_DAYS)):
        if not 0 <= value <= most:
            raise Refused("bad_option", option=name, value=value, values=(0, most))


def _least(rules: Game[Any], scenario: str, options: Mapping[str, Any], size: int) -> int:
    """The seats of the smallest tables: one less than agreed on if the scenario can be played so. Refused: setup."""
    _set_up(rules, scenario, options, size)
    try:
        _set_up(rules, scenario, options, size - 1)
    except Refused:
        return size
    return size - 1


def _set_up(rules: Game[Any], scenario: str, options: Mapping[str, Any], seats: int) -> None:
    wanted = rules.scenarios[scenario]
    if not max(wanted.least, 2) <= seats <= wanted.most:
        raise Refused("bad_option", option="size", value=seats, values=(max(wanted.least, 2), wanted.most))
    try:
        rules.setup(scenario, [SeatPlan(open=True)] * seats, options, "trial")
    except SetupError as error:
        raise Refused("setup", game=rules.name, at=error.at, reason=error.why) from error


def require_here(cup: Cup, person: Person) -> None:
    """Refuse people from outside its server who haven't signed up. Refused: no_cup."""
    if person.guild != cup.row.guild and cup.entrant(person) is None:
        raise Refused("no_cup", cup=cup.row.id)


def manages(cup: Cup, person: Person) -> bool:
    """Return whether the person is the host of the cup or may manage its server."""
    return person.id == cup.row.host or (person.moderator and person.guild == cup.row.guild)


def require_manager(cup: Cup, person: Person) -> None:
    """Refuse a person who doesn't run the cup. Refused: no_cup, cup_host."""
    require_here(cup, person)
    if not manages(cup, person):
        raise Refused("cup_host", host=cup.row.host_name)


@of_person
async def join(deps: Deps, person: Person, number: int) -> CupInfo:
    """Sign up, also again after leaving if it hasn't begun. Refused: no_cup, cup_begun, cup_over, cup_in, cup_full."""

    def joining(cup: Cup) -> CupInfo:
        require_here(cup, person)
        if cup.row.state != "open":
            raise Refused("cup_over" if cup.row.state == "over" else "cup_begun")
        if cup.entrant(person) is not None:
            raise Refused("cup_in")
        most = MOST_IN_ROBIN if cup.row.kind == "robin" else MOST_ENTRANTS
        if len(cup.entrants) >= most:
            raise Refused("cup_full", most=most)
        free = max((one.number for one in cup.entrants), default=0) + 1
        one = CupEntrantRow(cup_id=number, number=free, person=person.id, person_name=person.name)
        cup.fresh.append(one)
        cup.entrants.append(one)
        return rows.info_of(deps, cup)

    return await rows.change_cup(deps, number, joining)


@of_person
async def leave(deps: Deps, person: Person, number: int) -> CupInfo:
    """Leave the cup: from the next round on, if it has begun. Refused: no_cup, cup_over, cup_out."""

    def leaving(cup: Cup) -> CupInfo:
        require_here(cup, person)
        one = cup.entrant(person)
        if cup.row.state == "over":
            raise Refused("cup_over")
        if one is None:
            raise Refused("cup_out")
        drop(cup, one)
        return rows.info_of(deps, cup)

    return await rows.change_cup(deps, number, leaving)


def drop(cup: Cup, one: CupEntrantRow) -> None:
    """Remove an entrant before the cup begins; later, keep their points but don't draw them again."""
    if cup.row.state == "open":
        cup.entrants.remove(one)
        cup.lost.append(one)
    else:
        one.gone = True


@of_person
async def end(deps: Deps, person: Person, number: int, confirm: str = "") -> CupInfo:
    """End it before its last round: its tables play on for themselves. Refused: no_cup, cup_host, cup_over, cup_end
    (with `confirm` to repeat).
    """

    def ending(cup: Cup) -> CupInfo:
        require_manager(cup, person)
        if cup.row.state == "over":
            raise Refused("cup_over")
        token = f"{number}-{cup.row.round}"
        if confirm != token:
            raise Refused("cup_end", cup=number, name=cup.row.name, confirm=token)
        finish(cup, deps.now())
        return rows.info_of(deps, cup)

    return await rows.change_cup(deps, number, ending)


def finish(cup: Cup, now: float) -> None:
    """End the cup."""
    cup.row.state, cup.row.over_at = "over", now
    log.info("cup.over", cup=cup.row.id, rounds=cup.row.round)


@of_person
async def here(deps: Deps, person: Person) -> tuple[CupInfo, ...]:
    """Return the cups of the person's server, running ones first, then the newest. Refused: cup_where."""
    if person.guild is None:
        raise Refused("cup_where")
    newest = (col(CupRow.state) == "over", col(CupRow.id).desc())
    found = select(CupRow.id).where(CupRow.guild == person.guild).order_by(*newest).limit(10)
    numbers = await deps.database.read(found)
    return tuple([rows.info_of(deps, await rows.read_cup(deps, number or 0)) for number in numbers])


@of_person
async def look(deps: Deps, person: Person, number: int) -> CupInfo:
    """Return the cup of that number. Refused: no_cup."""
    cup = await rows.read_cup(deps, number)
    require_here(cup, person)
    return rows.info_of(deps, cup)
