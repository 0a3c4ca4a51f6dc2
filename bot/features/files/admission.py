"""Checks whether a saved table could have been played: nothing in a file is trusted.

The file was read within the bounds of `file_format`. Here its parts are compared with each other and the rules,
replaying only the last few answers, before anything is written.
"""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Callable, Iterable
from typing import Any, Final

import msgspec

from bot.contract.tables import Refused
from bot.features.files.file_format import NOTE, SLUG, Inflater, Saved, SavedPoint, fact_of
from bot.tables.lobby.options import check_options
from bot.tables.work.recorded_table import RecordedTable
from engine.core import record as records
from engine.core.chance import fingerprint
from engine.core.decoding import decoder
from engine.core.errors import TableError
from engine.core.game import Game
from engine.core.record import CONTROL, Entry, Record
from engine.core.text import TextError

DAY: Final = 86400.0
POSITION: Final = 512 * 1024
POSITIONS: Final = 256 * 1024 * 1024
BOUNDARIES: Final = 2000
MANY: Final = 300
HUGE: Final = 1_000_000
# Told and kept before the first answer and for each, several times what games need; and taken back at once, after a
# question behind which computers may have played for long
BEFORE, LINES, POINTS, UNDONE = 200, 20, 10, 1000
PLAYERS: Final = (("human",), ("npc",))


class Replayed(RecordedTable):
    """The table of a file: its NPCs wait, and rules that pass from step to step for ever are stopped."""

    def _pass_boundary(self, step: str | None) -> None:
        if len(self._marks) > BOUNDARIES:
            raise TableError("no question comes")
        super()._pass_boundary(step)

    def _misfit(self, entry: Entry) -> str:
        if entry.key == CONTROL and entry.picks not in PLAYERS:
            return f"{entry.seat} is handed over to nobody"
        return super()._misfit(entry)


def admit(saved: Saved, game: Game[Any], now: float) -> None:
    """Let a saved table pass. Refused: import (damaged or large, with `what` does not fit)."""
    for what, fits in CHECKS:
        if not fits(saved, game, now):
            raise _damaged(what)
    try:
        table = _replayed(saved, game)
        fitting = _seats_fit(saved, table)
        _require_positions(saved, game)
    except Refused:
        raise
    except (TableError, msgspec.MsgspecError, RecursionError) as error:
        raise _damaged(str(error)[:200]) from error
    except Exception as error:  # the rules may stumble over a made-up position in any way
        raise _damaged(f"position: {error!r}"[:200]) from error
    if not fitting:
        raise _damaged("seats")


def _damaged(what: str) -> Refused:
    return Refused("import", reason="damaged", what=what)


def _known(saved: Saved, game: Game[Any], _: float) -> bool:
    """The scenario and its options are the game's."""
    scenario = game.scenarios.get(saved.scenario)
    if scenario is None or not all(map(_bounded, saved.options.values())) or None in saved.options.values():
        return False
    try:
        check_options(scenario, {}, saved.options)
    except Refused:
        return False
    return max(saved.npcs, len(saved.plans)) <= saved.most <= scenario.most


def _planned(saved: Saved, _: Game[Any], __: float) -> bool:
    """Return whether every seat was set up for a person or an NPC, with valid names."""
    names = re.compile(SLUG)
    return all(
        (plan[1],) in PLAYERS and all(names.fullmatch(name) for name in (plan[0], *plan[3:])) for plan in saved.plans
    )


def _bounded(value: object) -> bool:
    """Return whether the value of an option has a plausible size."""
    if isinstance(value, list):
        return len(value) <= MANY and all(map(_bounded, value))
    if isinstance(value, str):
        return len(value) <= NOTE
    return value is None or (isinstance(value, int) and -HUGE <= value <= HUGE)


def _sealed_by(saved: Saved, _: Game[Any], __: float) -> bool:
    """The number of the shuffles is the one whose fingerprint was published."""
    return fingerprint(saved.seed) == saved.fingerprint


def _in_time(saved: Saved, _: Game[Any], now: float) -> bool:
    """Return whether nothing is later than today and nothing ended before it began; clocks may differ by a day."""
    ended = saved.over_at if saved.over_at is not None else now
    ordered = saved.opened_at <= saved.started_at + DAY and saved.started_at <= ended + DAY
    return ordered and max(_times(saved)) <= now + DAY


def _times(saved: Saved) -> Iterable[float]:
    yield from (saved.opened_at, saved.started_at, saved.over_at or 0.0)
    yield from (one.at for many in (saved.entries, saved.points, saved.lines) for one in many)
    yield from (gone.at for seat in saved.seats for gone in seat.former)


def _ended(saved: Saved, _: Game[Any], __: float) -> bool:
    """A finished game has an end, and a running one none."""
    return (saved.state == "over") == (saved.over_at is not None)


def _counted(saved: Saved, _: Game[Any], __: float) -> bool:
    """Questions are numbered up to the present one, positions by the answers before them, seats one by one."""
    asks = max((entry.ask for entry in saved.entries), default=0)
    firsts = [point.first for point in saved.points]
    numbers = [seat.number for seat in saved.seats]
    in_order = firsts == sorted(firsts) and max(firsts, default=0) <= len(saved.entries)
    return asks <= saved.ask and in_order and numbers == list(range(1, len(numbers) + 1))


def _made(saved: Saved, _: Game[Any], __: float) -> bool:
    """Return whether there are no more lines and positions than so many answers can have made."""
    answers, undone = len(saved.entries), sum(line.undone for line in saved.lines)
    standing = len(saved.lines) - undone <= BEFORE + LINES * answers
    return standing and undone <= UNDONE * saved.ask and len(saved.points) <= BEFORE + POINTS * answers


def _told_apart(saved: Saved, _: Game[Any], __: float) -> bool:
    """Return whether every seat is there once, and nobody sat down twice in the same one."""
    seats = [seat.seat for seat in saved.seats]
    twice = any(len({(gone.person, gone.at) for gone in seat.former}) < len(seat.former) for seat in saved.seats)
    return len(set(seats)) == len(seats) and not twice


def _sayable(saved: Saved, _: Game[Any], __: float) -> bool:
    """Return whether every line of the log can be put into words."""
    try:
        return all(fact_of(line) is not None for line in saved.lines)
    except (TextError, KeyError, TypeError):
        return False


CHECKS: Final[tuple[tuple[str, Callable[[Saved, Game[Any], float], bool]], ...]] = (
    ("options", _known),
    ("plans", _planned),
    ("fingerprint", _sealed_by),
    ("times", _in_time),
    ("end", _ended),
    ("numbers", _counted),
    ("size", _made),
    ("persons", _told_apart),
    ("log", _sayable),
)


def _replayed(saved: Saved, game: Game[Any]) -> RecordedTable:
    """Replay the game and return its table. Raises TableError; Refused: import (damaged, large)."""
    record = records.decode(saved.record)
    if len(record.entries) > records.MOST_SINCE or len(bytes(record.state)) > POSITION:
        raise Refused("import", reason="large", what="record")
    if record.game != saved.game or record.first + len(record.entries) != len(saved.entries):
        raise _damaged("journal")
    since = saved.entries[record.first :]
    if any(
        (kept.key, kept.seat, list(kept.picks), kept.auto) != (told.key, told.seat, told.picks, told.auto)
        for kept, told in zip(record.entries, since, strict=True)
    ):
        raise _damaged("journal")
    _require_sound(game, records.upgrade(game, record))
    return Replayed(game, record, npcs=False)


def _require_sound(game: Game[Any], record: Record) -> None:
    """A position keeps the rules' invariants, begins a step they know, and can be shown. Refused: import (damaged)."""
    if record.step is not None and record.step not in game.steps:
        raise _damaged("step")
    state = decoder(game.state_type).json(bytes(record.state))
    wrong = game.problems(state)
    if wrong:
        raise _damaged(f"position: {wrong[0]}"[:200])
    game.view(state, None, ())


def _seats_fit(saved: Saved, table: RecordedTable) -> bool:
    """Return whether the seats are those of the position, and a question is open as long as the game runs."""
    game, state = table.game, table.state
    there = [(seat.seat, seat.by) for seat in saved.seats]
    if there != [(seat, game.controller(state, seat)) for seat in game.seats(state)]:
        return False
    return saved.state == "over" or table.pending is not None


def _require_positions(saved: Saved, game: Game[Any]) -> None:
    """Every position that can be looked at. Refused: import (damaged, large)."""
    inflater = Inflater(POSITION, POSITIONS)
    for point in saved.points:
        _require_sound(game, records.upgrade(game, position(point, game, inflater)))


def position(point: SavedPoint, game: Game[Any], inflater: Inflater) -> Record:
    """Return a saved position as the kernel has it. Refused: import (damaged, large)."""
    try:
        packed = b64decode(point.state, validate=True)
    except ValueError as error:
        raise _damaged("position") from error
    return Record(game.name, point.version, point.step, msgspec.Raw(inflater.inflate(packed)), [], point.first)
