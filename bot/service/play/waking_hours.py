"""Waking hours: a window outside `live` lasts its full time outside everybody's quiet hours."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bot.values import Preferences


def is_zone(name: str) -> bool:
    """Whether that is a time zone of the IANA list."""
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return True


def has_quiet(wanted: Preferences) -> bool:
    """Whether there are quiet hours at all."""
    return bool(wanted.zone) and wanted.quiet_from != wanted.quiet_to


def awake_at(now: float, wanted: Preferences) -> float:
    """When somebody who wants these quiet hours is awake: now, or at their end."""
    if not has_quiet(wanted):
        return now
    here = datetime.fromtimestamp(now, ZoneInfo(wanted.zone))
    return _next(here, wanted.quiet_to) if _quiet(here.hour, wanted) else now


def waking_end(start: float, seconds: float, wanted: Preferences) -> float:
    """When somebody who wants these quiet hours has been awake for so long after `start`."""
    if not has_quiet(wanted):
        return start + seconds
    zone, now, left = ZoneInfo(wanted.zone), start, seconds
    while True:
        here = datetime.fromtimestamp(now, zone)
        if _quiet(here.hour, wanted):
            now = _next(here, wanted.quiet_to)
            continue
        bedtime = _next(here, wanted.quiet_from)
        if now + left <= bedtime:
            return now + left
        left -= bedtime - now
        now = bedtime


def _quiet(hour: int, wanted: Preferences) -> bool:
    if wanted.quiet_from < wanted.quiet_to:
        return wanted.quiet_from <= hour < wanted.quiet_to
    return hour >= wanted.quiet_from or hour < wanted.quiet_to


def _next(here: datetime, hour: int) -> float:
    """The next time it is that full hour on the clock there."""
    then = here.replace(hour=hour, minute=0, second=0, microsecond=0)
    if then <= here:
        then = (then + timedelta(days=1)).replace(hour=hour)
    return max(then.timestamp(), here.timestamp() + 1)
