"""The lobby, from an empty channel to the first question: open, set options, join, leave, start."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import structlog
from msgspec.structs import replace
from sqlalchemy.exc import IntegrityError
from sqlmodel import col, select

from bot.contract.snapshot import Done
from bot.contract.table_settings import SETTINGS, Settings, column_of
from bot.contract.tables import OpeningChoices, Person, Place, Refused, TableInfo, is_program
from bot.store.models import SeatRow, SlotRow, TableRow
from bot.tables.hooks import active
from bot.tables.lobby.options import (
    check_options,
    game_named,
    load_options,
    require_switched_on,
    scenario_of,
    try_setup,
    with_changes,
)
from bot.tables.lobby.start_game import begin, least
from bot.tables.play import reserved_seats
from bot.tables.play.seat_view import reply_after
from bot.tables.posts.channel_posts import tell_owner
from bot.tables.work import notify
from bot.tables.work.rights import require_host, require_room_for_new
from bot.tables.work.row_mappers import info_of, seat_info
from bot.tables.work.transaction import create, do, load
from bot.tables.work.unit_of_work import Deps, UnitOfWork, dump
from engine.core.game import Event, Scenario, SeatPlan, SetupError, teams_of
from engine.core.message import Message

ANY = "any"
STRANGER = "lobby.stranger"


@dataclass(frozen=True, slots=True)
class NpcSeats:
    """The NPC seats of a lobby: how many, and what the first of them play."""

    npcs: int
    civs: tuple[str, ...]


def rivals_of(work: UnitOfWork, npcs: int | None, civs: Sequence[str] | None) -> NpcSeats:
    """Return the NPC seats after these changes. There are at least as many as are named; the last named go first."""
    named = tuple(json.loads(work.row.npc_civs)) if civs is None else tuple(civs)
    if npcs is None:
        npcs = work.row.npcs if civs is None else max(work.row.npcs, len(named))
    return NpcSeats(npcs, named[: max(0, npcs)])


log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Opening:
    """What a new table is to be; `differing` overrides single `settings`."""

    game: str
    scenario: str
    options: Mapping[str, Any]
    settings: Settings
    rivals: NpcSeats
    most: int | None
    differing: Mapping[str, Any] = field(default_factory=dict)
    seed: str = ""
    civ: str = ""
    begun: bool = False
    starts: float | None = None


def opening_of(game: str, settings: Settings, choices: OpeningChoices) -> Opening:
    """Return the opening of a table of that game with these choices and settings."""
    rivals = NpcSeats(choices.get("npcs", 0), tuple(choices.get("npc_civs", ())))
    return Opening(
        game,
        choices.get("scenario", ""),
        choices.get("options") or {},
        settings,
        rivals,
        choices.get("most"),
        choices.get("differing") or {},
        choices.get("seed", ""),
        choices.get("civ", ""),
        choices.get("begun", False),
        choices.get("starts"),
    )


async def open_table(deps: Deps, host: Person, place: Place, opening: Opening) -> TableInfo:
    """Return a lobby with the host seated, which starts by itself at its time if it has one, or a game that has begun.

    Refused: unknown_game, game_off, bad_option, channel_taken, setup, start_past, start_far.
    """
    await require_switched_on(deps, place.guild, opening.game)
    row = _row_of(deps, host, place, opening)
    return await insert(deps, row, lambda work: _first_seat(work, host, opening), in_post=place.post)


def _row_of(deps: Deps, host: Person, place: Place, opening: Opening) -> TableRow:
    """The row of a new lobby. Refused: unknown_game, bad_option, setup."""
    rules = game_named(deps.games, opening.game)
    wanted = scenario_of(rules, opening.scenario)
    options = check_options(wanted, {}, opening.options)
    rivals = NpcSeats(0, ()) if wanted.fills else opening.rivals
    row = TableRow(
        game=rules.name,
        game_version=rules.version,
        scenario=wanted.name,
        state="lobby",
        guild=place.guild,
        channel=place.channel,
        host=host.id,
        host_name=host.name,
        options=dump(options),
        npcs=max(rivals.npcs, len(rivals.civs)),
        npc_civs=dump(list(rivals.civs)),
        most=opening.most or wanted.most,
        seed=opening.seed or deps.draw_seed(),
        opened_at=deps.now(),
        lobby_changed_at=deps.now(),
    )
    set_settings(row, with_changes(Settings(), {**asdict(opening.settings), **opening.differing}))
    _check_numbers(row, wanted.least, wanted.most, people=1)
    try_setup(rules, wanted, options, 1, row.npcs, rivals.civs)
    return row


def set_settings(row: TableRow, settings: Settings) -> None:
    """Store what the host may change at any time."""
    for name in SETTINGS:
        setattr(row, column_of(name), getattr(settings, name))


async def insert(
    deps: Deps, row: TableRow, fill: Callable[[UnitOfWork], Awaitable[TableInfo]], *, in_post: bool = False
) -> TableInfo:
    """Return a new table with all that belongs to it; one open table a channel. Refused: channel_taken.

    `in_post`: the first message of a forum's post, which has the id of its channel, becomes the lobby.
    """
    channel = row.channel

    async def filled(work: UnitOfWork) -> TableInfo:
        if in_post:
            slot = f"lobby:{work.id}"
            work.add(SlotRow(name=slot, table_id=work.number, channel=channel, message=channel, sent_at=work.now))
        return await fill(work)

    try:
        return await create(deps, row, filled)
    except IntegrityError as error:
        raise await channel_taken(deps, channel) from error


async def channel_taken(deps: Deps, channel: int) -> Refused:
    """Return the refusal that names the table of that channel."""
    async with deps.database.session() as session:
        here = (TableRow.channel == channel, col(TableRow.state) != "over")
        number = (await session.execute(select(TableRow.id).where(*here))).scalar()
        if number is None:
            return Refused("channel_taken", table="")
        work = await load(deps, number)
        return Refused("channel_taken", table=work.id, info=info_of(work))


def _check_numbers(row: TableRow, least: int, most: int, people: int) -> None:
    """Seats must fit the scenario. Refused: bad_option."""
    if not max(least, 1) <= row.most <= most:
        raise Refused("bad_option", option="people", value=row.most, values=tuple(range(max(least, 1), most + 1)))
    if not 0 <= row.npcs <= row.most - max(people, 1):
        values = tuple(range(row.most - max(people, 1) + 1))
        raise Refused("bad_option", option="npcs", value=row.npcs, values=values)


async def _first_seat(work: UnitOfWork, host: Person, opening: Opening) -> TableInfo:
    await require_room_for_new(work, host)
    sit(work, host, opening.civ)
    for opened in active(work.deps, lambda one: one.opened):
        opened(work, opening.starts, opening.begun)
    return (await start(work, host)).info if opening.begun else show_lobby(work)


def show_lobby(work: UnitOfWork) -> TableInfo:
    """Return the lobby post as it is now, after a change."""
    work.row.lobby_changed_at = work.now
    info = info_of(work)
    work.post([work.deps.post_maker.lobby(info)])
    if info.state == "lobby":
        work.deps.expect(info.game, {**work.game.scenarios[info.scenario].settled, **info.options})
    return info


def require_lobby(work: UnitOfWork) -> None:
    """Refuse a table that isn't in its lobby. Refused: begun, over."""
    if work.row.state != "lobby":
        raise Refused("over" if work.row.state == "over" else "begun", table=work.id, info=info_of(work))


async def set_options(
    work: UnitOfWork,
    person: Person,
    *,
    scenario: str | None = None,
    options: Mapping[str, Any] | None = None,
    npcs: int | None = None,
    most: int | None = None,
    npc_civs: Sequence[str] | None = None,
) -> TableInfo:
    """Change a lobby. `options` are merged in, and None resets one; `npc_civs` names what the first NPC seats play.

    Refused: host_only, begun, bad_option, civ_taken, setup (with `reason`).
    """
    rivals = rivals_of(work, npcs, npc_civs)
    require_lobby(work)
    require_host(work, person)
    wanted = scenario_of(work.game, work.row.scenario if scenario is None else scenario)
    rivals = NpcSeats(0, ()) if wanted.fills else rivals
    work.row.most = most or _most(work, wanted)
    work.row.options = dump(check_options(wanted, load_options(work.row.options), options or {}))
    work.row.scenario = wanted.name
    work.row.npcs, work.row.npc_civs = rivals.npcs, dump(list(rivals.civs))
    _check_numbers(work.row, max(wanted.least, len(work.seats)), wanted.most, len(work.seats))
    taken_by = [civ for civ in rivals.civs if any(row.civ == civ for row in work.seats)]
    if taken_by:
        raise Refused("civ_taken", civ=taken_by[0], table=work.id, info=info_of(work))
    try_setup(work.game, wanted, load_options(work.row.options), len(work.seats), rivals.npcs, rivals.civs)
    _forget_strangers(work)
    work.dirty = True
    return show_lobby(work)


def _most(work: UnitOfWork, wanted: Scenario) -> int:
    """Return how many seats a scenario has: as many as before if it can, all if there were all."""
    before = work.game.scenarios[work.row.scenario]
    if wanted.name == before.name:
        return work.row.most
    return wanted.most if work.row.most == before.most else min(max(work.row.most, wanted.least), wanted.most)


def _forget_strangers(work: UnitOfWork) -> None:
    """Open civilizations again that do not fit the options or the number of seats, and tell their players.

    Nothing is changed if even seats without a civilization could not begin.
    """
    people = len(work.seats)
    if _misfit(work, "", people):
        return
    npcs = json.loads(work.row.npc_civs)
    work.row.npc_civs = dump([civ for civ in npcs if not _misfit(work, civ, people)])
    for row in work.seats:
        wrong = _misfit(work, row.civ, people) if row.civ else None
        if wrong is not None:
            row.civ = ""
            tell_owner(work, row, Event(Message(STRANGER, {"why": wrong.why}), to=row.seat, key=STRANGER))


async def join(
    work: UnitOfWork, person: Person, *, civ: str = "", again: bool = False, seat: int | None = None
) -> TableInfo:
    """Take a seat; `again` takes another one. In an imported game: take the seats reserved for the person.

    A person who already has a seat names its civilization with `civ`, for the seat of that number; `any` clears it.
    Refused: full, begun, over, joined, civ_taken, removed, setup.
    """
    if work.row.state == "running" and reserved_seats.reserved_for(work, person):
        return await reserved_seats.claim(work, person)
    if work.row.state != "lobby":
        raise Refused("over" if work.row.state == "over" else "full", table=work.id, info=info_of(work))
    if person.id in json.loads(work.row.removed):
        raise Refused("removed", table=work.id, host=work.row.host_name)
    mine = work.own(person)
    if mine and not again and not civ:
        raise Refused("joined", table=work.id)
    meant = next((row for row in mine if row.number == seat), mine[0]) if mine and not again else None
    others = [row.civ for row in work.seats if row is not meant] + json.loads(work.row.npc_civs)
    if civ and civ in others:
        raise Refused("civ_taken", civ=civ, table=work.id, info=info_of(work))
    if meant is not None:
        _require_place(work, civ, len(work.seats))
        return _name_civ(work, meant, civ)
    if len(work.seats) + work.row.npcs >= work.row.most:
        raise Refused("full", table=work.id, info=info_of(work))
    _require_place(work, civ, len(work.seats) + 1)
    await work.know(person.id)
    row = sit(work, person, civ)
    _forget_strangers(work)
    info = show_lobby(work)
    if len(work.own(person)) == 1:
        work.post([replace(work.deps.post_maker.seated(info, seat_info(work, row)), user=person.id)])
    for joined in active(work.deps, lambda one: one.joined):
        await joined(work, person)
    return info


def _require_place(work: UnitOfWork, civ: str, people: int) -> None:
    """Refuse a civilization that has no place in the game with so many people: the board may depend on the number.

    Refused: setup (with the reason).
    """
    error = _misfit(work, civ, people) if civ and civ != ANY else None
    if error is not None:
        raise Refused("setup", game=work.game.name, at=error.at, reason=error.why) from error


def _misfit(work: UnitOfWork, civ: str, people: int) -> SetupError | None:
    """Why the civilization has no place in the game with so many people; None if it has.

    If the options want more people than these, it is as many as they want.
    """
    enough = (n for n in range(people, work.row.most - work.row.npcs + 1) if _hitch(work, "", n) is None)
    return _hitch(work, civ, next(enough, people))


def _hitch(work: UnitOfWork, civ: str, people: int) -> SetupError | None:
    """Why so many people, one of them with that civilization, cannot begin."""
    wanted = work.game.scenarios[work.row.scenario]
    others = [SeatPlan(open=True) for _ in range(max(wanted.least, people + work.row.npcs) - 1)]
    try:
        work.game.setup(wanted.name, [SeatPlan(civ, open=True), *others], load_options(work.row.options), "trial")
    except SetupError as error:
        return error
    return None


def _name_civ(work: UnitOfWork, row: SeatRow, civ: str) -> TableInfo:
    """Choose a civilization in advance for a seat; `any` leaves it open again."""
    row.civ = "" if civ == ANY else civ
    work.dirty = True
    return show_lobby(work)


def sit_npc(work: UnitOfWork) -> None:
    """Add a seat for the NPC."""
    row = SeatRow(table_id=work.number, number=len(work.seats) + 1, by="npc")
    work.seats.append(row)
    work.add(row)


def sit(work: UnitOfWork, person: Person, civ: str) -> SeatRow:
    """Add a seat for that person and return it."""
    row = SeatRow(table_id=work.number, number=len(work.seats) + 1, person=person.id, person_name=person.name, civ=civ)
    work.seats.append(row)
    work.add(row)
    return row


async def open_again(deps: Deps, person: Person, before: TableInfo) -> TableInfo:
    """Open a lobby like that of a finished game, with the same people; the person who opens it is the host.

    Refused: no_seat for others, begun for a game that isn't over, and as `open_table`.
    """
    if before.state != "over":
        raise Refused("begun", table=before.id, info=before)
    people = [s.person for s in before.seats if s.person is not None and s.person.id != person.id]
    mine = [s.person for s in before.seats if s.person is not None and s.person.id == person.id]
    if not mine and before.host.id != person.id:
        raise Refused("no_seat", table=before.id, host=before.host.name)
    rivals = NpcSeats(before.npcs, before.npc_civs)
    same = Opening(before.game, before.scenario, before.options, before.settings, rivals, before.most)
    info = await open_table(deps, person, before.place, same)

    async def sit(work: UnitOfWork) -> TableInfo:
        for one in (*mine[1:], *people):
            info = await join(work, one, again=True)
        return info

    return await do(deps, info.id, sit) if people or mine[1:] else info


async def remove(work: UnitOfWork, person: Person, who: Person) -> TableInfo:
    """Take the seats of `who` in a lobby, who can't join it again; for the host. Refused: host_only, host_stays,
    not_here, begun, over, no_seat.
    """
    require_lobby(work)
    require_host(work, person)
    if who.id == work.row.host:
        raise Refused("host_stays", table=work.id)
    theirs = work.own(who)
    if not theirs:
        raise Refused("not_here", table=work.id, person=who)
    work.row.removed = dump([*json.loads(work.row.removed), who.id])
    log.info("removed", table=work.id, seats=len(theirs))
    return await _free(work, theirs)


async def choose_team(work: UnitOfWork, person: Person, number: int, team: str) -> TableInfo:
    """Choose the team of one's seat; empty: it is dealt by lot. Refused: no_seat, begun, over, bad_option.

    Team sizes are checked when the game begins.
    """
    require_lobby(work)
    mine = [row for row in work.own(person) if row.number == number]
    if not mine:
        raise Refused("no_seat", table=work.id, host=work.row.host_name)
    known = teams_of(work.game, load_options(work.row.options))
    if team and team not in known:
        raise Refused("bad_option", option="team", value=team, values=known)
    mine[0].team, work.dirty = team, True
    return show_lobby(work)


async def leave(work: UnitOfWork, person: Person) -> TableInfo:
    """Get up from a lobby. The last one to leave closes it. Refused: no_seat."""
    mine = work.own(person)
    if not mine:
        raise Refused("no_seat", table=work.id, host=work.row.host_name)
    return await _free(work, mine)


async def give_back(work: UnitOfWork, person: Person, number: int) -> TableInfo:
    """Give up one of several seats; with only one, leave the lobby. Refused: no_seat, begun, over."""
    require_lobby(work)
    mine = [row for row in work.own(person) if row.number == number]
    if not mine:
        raise Refused("no_seat", table=work.id, host=work.row.host_name)
    return await _free(work, mine)


async def _free(work: UnitOfWork, mine: Sequence[SeatRow]) -> TableInfo:
    """Free those seats and move the others up; the last person to leave closes the lobby."""
    for row in mine:
        notify.withdraw(work, row)
    stay = [(r.person or 0, r.person_name, r.civ, r.team) for r in work.seats if r not in mine]
    people = [one for one in stay if not is_program(one[0])]
    stay = stay if people else []
    for row, kept in zip(work.seats, stay, strict=False):
        row.person, row.person_name, row.civ, row.team = kept
    for row in work.seats[len(stay) :]:
        await work.remove(row)
    del work.seats[len(stay) :]
    work.dirty = True
    if not stay:
        work.row.state, work.row.over_at = "over", work.now
        work.disarm("starts", "idle")
    elif not work.own(work.row.host):
        work.row.host, work.row.host_name = people[0][0], people[0][1]
    if stay:
        _forget_strangers(work)
    return show_lobby(work)


async def start(work: UnitOfWork, person: Person) -> Done:
    """Begin. Refused: host_only, begun, too_few_seats, setup (with `reason`)."""
    require_lobby(work)
    require_host(work, person)
    seats = len(work.seats) + work.row.npcs
    if seats < least(work):
        raise Refused("too_few_seats", table=work.id, seats=seats, least=least(work))
    return await reply_after(work, person, await begin(work))
