"""Rows as the public facts that screens are made from."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, cast

from bot.contract.table_settings import (
    SETTINGS,
    Settings,
    column_of,
)
from bot.contract.tables import (
    LogLine,
    Person,
    Phase,
    Place,
    PublicAsk,
    SeatInfo,
    TableInfo,
    Window,
    WindowKind,
    harmless,
    is_program,
    told_apart,
)
from bot.store.known_values import LATEST
from bot.store.models import AlarmRow, LineRow, SeatRow, TableRow
from bot.tables.work.unit_of_work import UnitOfWork
from bot.tables.work.wishes import spoken_to
from engine.core.ask import Request, Seat
from engine.core.chance import fingerprint
from engine.core.guide import Guide
from engine.core.message import from_json
from engine.core.summary import PlainSummary, Summary
from engine.games import PRESENTATIONS


def moment(seconds: float) -> datetime:
    """Return stored seconds as an aware time; times beyond the calendar become its last moment."""
    return datetime.fromtimestamp(min(seconds, LATEST), UTC)


def maybe(seconds: float | None) -> datetime | None:
    """Return stored seconds as an aware time, or None."""
    return None if seconds is None else moment(seconds)


def as_former(row: SeatRow, person: int) -> dict[str, Any] | None:
    """Return the former owner's `name` and when it ended (`at`); None if the seat was never that `person`'s."""
    return next((gone for gone in json.loads(row.former) if gone["person"] == person), None)


def called_there(work: UnitOfWork) -> dict[int, str]:
    """Return the names of the host and all players at the table, by id."""
    seated = [(row.person, row.person_name) for row in work.seats if row.person is not None]
    return told_apart([(work.row.host, work.row.host_name), *seated])


def seat_info(work: UnitOfWork, row: SeatRow) -> SeatInfo:
    """Return the public facts of one seat."""
    person = None if row.person is None else Person(row.person, called_there(work)[row.person])
    closed = row.person is not None and not is_program(row.person) and work.dms_closed(row.person)
    civ = row.civ if work.row.state == "lobby" else row.seat
    name = harmless(row.person_name) if person is None else ""
    kept = person is None and row.reserved is not None
    return SeatInfo(
        row.number,
        row.seat,
        civ,
        person,
        "npc" if row.by == "npc" else "human",
        closed,
        name,
        kept,
        "" if row.person is None else spoken_to(work.people.get(row.person)),
        row.team,
    )


def settings_of(row: TableRow) -> Settings:
    """Return what the host may change at any time."""
    return Settings(**{name: getattr(row, column_of(name)) for name in SETTINGS})


def window_of(alarm: AlarmRow | None) -> Window | None:
    """Return the present time to respond, from the alarm that closes it."""
    if alarm is None:
        return None
    said = json.loads(alarm.body)
    return Window(said["key"], cast("WindowKind", said["kind"]), moment(alarm.made_at), moment(alarm.at))


def info_of(work: UnitOfWork) -> TableInfo:
    """Return everything public about the table except its board; its game and scenario may be unknown."""
    row, game, time = work.row, work.deps.games.get(work.row.game), work.alarm("time")
    scenario = game.scenarios.get(row.scenario) if game else None
    return TableInfo(
        id=work.id,
        game=row.game,
        game_title=game.title if game else row.game,
        scenario=row.scenario,
        scenario_title=scenario.title if scenario else row.scenario,
        place=Place(row.guild, row.channel),
        host=Person(row.host, called_there(work)[row.host]),
        state=cast("Phase", row.state),
        options=json.loads(row.options),
        settings=settings_of(row),
        seats=tuple(seat_info(work, s) for s in work.seats),
        least=scenario.least if scenario else 1,
        most=row.most,
        npcs=row.npcs,
        ask_no=row.ask_no,
        npc_civs=tuple(json.loads(row.npc_civs)) if row.state == "lobby" else (),
        fingerprint=fingerprint(row.seed) if row.seed else "",
        window=window_of(work.alarm("window")),
        alone=work.alone(),
        opened_at=moment(row.opened_at),
        started_at=maybe(row.started_at),
        over_at=maybe(row.over_at),
        over_reason=row.over_reason,
        time_up_at=maybe(time.at if time else None),
        may_post=row.may_post,
        lacks=row.lacks,
        guided=is_guided(row),
        deadlines=deadlines_of(work),
        banks=banks_of(work),
        starts_at=_starts_at(work),
        paused_until=moment(row.paused_until) if row.paused_until > work.now else None,
        languages={one: said for one, known in work.people.items() if (said := spoken_to(known))},
        unverified=row.brought == "open",
        page=_address(work, work.deps.pages),
        activity=_address(work, work.deps.activities),
    )


def _address(work: UnitOfWork, pages: Sequence[Callable[[str], str]]) -> str:
    """Return where the table's page is; empty without such pages, and for a game that has no board to show there."""
    shown = PRESENTATIONS.get(work.row.game)
    return "" if shown is not None and not shown.has_board else next((page(work.id) for page in pages), "")


def _starts_at(work: UnitOfWork) -> datetime | None:
    """Return when the lobby begins by itself, if it still does."""
    at = work.row.starts_at
    return moment(at) if at is not None and at > work.now and work.row.state == "lobby" else None


def deadlines_of(work: UnitOfWork) -> dict[int, datetime]:
    """Return who has to answer by when; empty where that would reveal who of several has already answered."""
    numbers = {row.number for row in work.seats}
    waiting = [alarm for alarm in work.alarms if alarm.kind == "late" and alarm.number in numbers]
    return {alarm.number: moment(alarm.at) for alarm in waiting if not is_of_several(alarm)}


def banks_of(work: UnitOfWork) -> dict[int, float]:
    """Return the seconds in each time bank; empty while that would reveal who of several has already answered."""
    common = any(alarm.kind == "late" and is_of_several(alarm) for alarm in work.alarms)
    counted = work.seats if work.row.clock == "bank" and not common else []
    return {seat.number: seat.bank for seat in counted if seat.bank is not None}


def is_of_several(alarm: AlarmRow) -> bool:
    """Return whether the time that ends then is for a question put to several at once."""
    return bool(json.loads(alarm.body).get("shared"))


def is_guided(row: TableRow) -> bool:
    """Return whether the table has the known seed of its guided first game."""
    return guide_by(row.game, row.seed) is not None


def guide_by(game: str, seed: str) -> Guide | None:
    """Return the guide whose known seed that is."""
    presentation = PRESENTATIONS.get(game)
    guide = presentation.guide if presentation is not None else None
    return guide if guide is not None and guide.seed == seed else None


def seats_of(info: TableInfo, names: Iterable[Seat]) -> tuple[SeatInfo, ...]:
    """Return the seats of those engine names, as far as they exist."""
    return tuple(s for s in (info.seat(name) for name in names) if s is not None)


def public_ask(info: TableInfo, request: Request | None) -> PublicAsk | None:
    """Return a question as the public may know it."""
    if request is None:
        return None
    asked = seats_of(info, request.asked)
    return PublicAsk(request.key, request.said, asked, request.sealed, request.harm, request.about)


def log_line(row: LineRow) -> LogLine:
    """Return a stored line of the log."""
    focus = tuple(json.loads(row.focus))
    at = moment(row.at)
    return LogLine(row.no, from_json(row.said), row.chapter, row.action, at, row.to, row.key, focus, row.undone)


def summary_of(game: str) -> Summary:
    """Return the public words of a game."""
    return PRESENTATIONS[game].summary if game in PRESENTATIONS else PlainSummary()
