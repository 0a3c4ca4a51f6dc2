"""How long players have to respond in secret (pace, harm, chain), and when it ends early."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Final

from bot.contract.table_settings import Pace
from bot.contract.tables import WindowKind
from bot.store.models import SeatRow
from bot.tables.work.unit_of_work import UnitOfWork, dump
from bot.tables.work.waking_hours import waking_end
from engine.core.ask import Picks, Request
from engine.core.table import Table

MINUTE: Final = 60.0
HOUR: Final = 3600.0
AWAY_MOST: Final = 24 * HOUR
LENGTHS: Final[Mapping[Pace, Mapping[WindowKind, float]]] = {
    "live": {"long": 45.0, "short": 20.0, "chain": 20.0},
    "brisk": {"long": 20 * MINUTE, "short": 8 * MINUTE, "chain": 8 * MINUTE},
    "daily": {"long": 2 * HOUR, "short": 45 * MINUTE, "chain": 45 * MINUTE},
    "slow": {"long": 8 * HOUR, "short": 3 * HOUR, "chain": 3 * HOUR},
}
EARLY: Final[Mapping[Pace, float]] = {"live": 10.0, "brisk": 5 * MINUTE, "daily": 5 * MINUTE, "slow": 5 * MINUTE}


def kind_of(request: Request, closed: Request | None) -> WindowKind:
    """Return the kind of the time to respond: `chain` right after another of the same key, `long` if it harms, else
    `short`.
    """
    if closed is not None and closed.sealed and closed.key == request.key:
        return "chain"
    return "long" if request.harm else "short"


def set_alarm(work: UnitOfWork, table: Table[object], closed: Request | None) -> None:
    """Set the alarm that ends the present time to respond, from facts fixed before it began; remove an outdated one."""
    request = table.pending
    if request is None or not silent(table) or work.alone() or work.reserved_seats():
        work.disarm("window")
        return
    pace, kind = _pace(work), kind_of(request, closed)
    length = LENGTHS["slow" if work.deps.at_once else pace][kind] * (2 if work.row.window_close == "double" else 1)
    closes = max(work.now, work.row.paused_until) + length if pace == "live" else _last_awake(work, request, length)
    body = dump({"key": request.key, "kind": kind})
    work.arm("window", float(math.ceil(closes)), ask_no=work.row.ask_no, length=length, body=body)


def _pace(work: UnitOfWork) -> Pace:
    return next((pace for pace in LENGTHS if pace == work.row.pace), "daily")


def _last_awake(work: UnitOfWork, request: Request, length: float) -> float:
    """Return when the last person asked has been awake for the full time."""
    rows = (work.seat_row(ask.seat) for ask in request.asks)
    people = {row.person for row in rows if row is not None and row.person is not None and row.by == "human"}
    start = max(work.now, work.row.paused_until)
    ends = [waking_end(start, length, work.wishes(person), AWAY_MOST) for person in people]
    return max(ends, default=start + length)


def silent(table: Table[object]) -> bool:
    """Return whether all seats still asked may stay silent, so that the time to respond may end by itself."""
    request = table.pending
    if request is None or not request.sealed or table.is_unfinished:
        return False
    waiting = table.waiting()
    return all(ask.silence is not None for ask in request.asks if ask.seat in waiting)


def waiting_rows(work: UnitOfWork, table: Table[object]) -> list[SeatRow]:
    """Return the rows of the seats that have not answered within the record."""
    rows = (work.seat_row(seat) for seat in table.waiting())
    return [row for row in rows if row is not None]


def all_sealed(work: UnitOfWork, table: Table[object]) -> bool:
    """Return whether everyone asked has given a secret response."""
    return all(row.number in work.sealed for row in waiting_rows(work, table))


def shorten(work: UnitOfWork) -> None:
    """With `early`, end at the next full ten seconds (live) or five minutes, never later than announced.

    No one has to respond any longer, so a restart doesn't extend it.
    """
    window = work.alarm("window")
    if window is None or work.row.window_close != "early":
        return
    step = EARLY[_pace(work)]
    soon = work.now if work.deps.at_once else (math.floor(work.now / step) + 1) * step
    window.at, window.length = min(window.at, soon), 0
    work.dirty = True


def secret_answers(work: UnitOfWork, table: Table[object]) -> dict[str, Picks]:
    """Return the secret responses that still count, by seat.

    One that equals silence counts as silence, so that nothing afterwards (such as undo) can tell the two apart.
    """
    answers: dict[str, Picks] = {}
    for row in waiting_rows(work, table):
        ask, kept = table.ask_of(row.seat), work.sealed.get(row.number)
        picks = sealed_picks(kept.picks) if kept else None
        if ask is not None and picks is not None and picks != ask.silence and ask.refusal(picks) is None:
            answers[row.seat] = picks
    return answers


def sealed_picks(raw: str) -> Picks:
    """Return stored picks."""
    return tuple(json.loads(raw))
