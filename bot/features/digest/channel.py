"""The digest of a table, posted daily or weekly at six in the evening of its host's time.

It has only public news, mentions nobody, and isn't posted if nothing happened.
"""

from __future__ import annotations

import json
from datetime import date, datetime, time, timedelta, tzinfo
from typing import Any, Final
from zoneinfo import ZoneInfo

from sqlmodel import col, not_, select

from bot.store.models import AlarmRow, LineRow
from bot.tables.hooks import Change
from bot.tables.posts.computer_reasons import is_reason
from bot.tables.work.recorded_table import RecordedTable
from bot.tables.work.row_mappers import info_of, log_line
from bot.tables.work.rows import actions_before
from bot.tables.work.unit_of_work import UnitOfWork, dump
from bot.tables.work.waking_hours import UNIVERSAL

EVENING: Final = time(18)
SUNDAY: Final = 6
LINES: Final = 400


def set_alarm(work: UnitOfWork) -> None:
    """Set or remove the alarm of the digest, as the host wants it."""
    alarm, every = work.alarm("digest"), work.row.digest
    if work.row.state != "running" or every == "off":
        work.disarm("digest")
    elif alarm is None or json.loads(alarm.body).get("every") != every:
        _arm(work, work.row.lines - len(work.told) if alarm is None else _read_to(work, alarm))


def _read_to(work: UnitOfWork, alarm: AlarmRow) -> int:
    """The last line that the channel has been told of."""
    return int(json.loads(alarm.body).get("line", work.row.lines))


def _arm(work: UnitOfWork, line: int) -> None:
    """The next time; `line` is the last of the log that has been told of."""
    at = next_evening(work.now, work.wishes(work.row.host).zone, work.row.digest)
    work.arm("digest", at, body=dump({"every": work.row.digest, "line": line}))


def next_evening(now: float, zone: str, every: str) -> float:
    """Return the next six o'clock in the evening after that moment, for `weekly` that of a Sunday."""
    here = datetime.fromtimestamp(now, ZoneInfo(zone or UNIVERSAL))
    day = here.date()
    while _evening(day, here.tzinfo) <= now or (every == "weekly" and day.weekday() != SUNDAY):
        day += timedelta(days=1)
    return _evening(day, here.tzinfo)


def _evening(day: date, zone: tzinfo | None) -> float:
    return datetime.combine(day, EVENING, zone).timestamp()


async def ring(work: UnitOfWork, alarm: AlarmRow) -> bool:
    """Tell the channel what has happened since the last time; at the table nothing comes of it."""
    if work.row.state != "running" or work.row.digest == "off":
        return False
    here = (LineRow.table_id == work.number, LineRow.no > _read_to(work, alarm), LineRow.to == "")
    stands: tuple[Any, ...] = (col(LineRow.undone).is_(False), not_(is_reason()))
    newest = select(LineRow).where(*here, *stands).order_by(col(LineRow.no).desc()).limit(LINES)
    told: list[LineRow] = (await work.read(newest))[::-1]
    if told:
        before = actions_before(told[0].no, told[0].action, *here, *stands)
        earlier = (await work.read(before))[0] if len(told) == LINES else 0
        said = {"every": work.row.digest, "lines": tuple(map(log_line, told)), "earlier": earlier}
        work.post(work.deps.post_maker.matter(info_of(work), "digest", said))
    _arm(work, work.row.lines)
    return False


async def after_posts(work: UnitOfWork, _table: RecordedTable, _change: Change) -> None:
    """Set the alarm of the digest of a running game."""
    set_alarm(work)


def forget_table(work: UnitOfWork) -> None:
    """Remove the alarm of the digest."""
    work.disarm("digest")
