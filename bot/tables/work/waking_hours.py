"""How long people have at each pace to answer a request or an offer, and before they count as inactive.

Also waking hours: outside `live`, a time to respond lasts its full length outside everyone's quiet hours.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from bot.contract.preferences import Preferences
from bot.contract.table_settings import Pace

MINUTE: Final = 60.0
SHARE: Final = 4  # after an answer, the next question has at least this part of the whole time
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
SATURDAY: Final = 5
UNIVERSAL: Final = "UTC"
Lengths = Mapping[Pace, float]
PETITION: Final[Lengths] = {"live": 5 * MINUTE, "brisk": 2 * HOUR, "daily": DAY, "slow": 3 * DAY}
ANSWER: Final[Lengths] = {"live": 15 * MINUTE, "brisk": 8 * HOUR, "daily": DAY, "slow": 3 * DAY}
OFFER: Final[Lengths] = {"live": 30 * MINUTE, "brisk": DAY, "daily": 3 * DAY, "slow": 14 * DAY}
AWAY: Final[Lengths] = {"live": 30 * MINUTE, "brisk": DAY, "daily": 3 * DAY, "slow": 14 * DAY}


def at_pace(chosen: str, lengths: Lengths) -> float:
    """Return the length at that pace, in seconds; of one that is unknown as at `daily`."""
    return lengths[next((pace for pace in lengths if pace == chosen), "daily")]


def has_quiet(wanted: Preferences) -> bool:
    """Return whether there are quiet hours at all."""
    return bool(wanted.zone) and wanted.quiet_from != wanted.quiet_to


def may_wait(wanted: Preferences, now: float) -> bool:
    """Return whether a message may be waiting for that person: quiet hours are set, or a vacation is on now."""
    return has_quiet(wanted) or wanted.away_until > now


def awake_at(now: float, wanted: Preferences) -> float:
    """Return when a person with these quiet hours is awake: now, or at their end."""
    if not has_quiet(wanted):
        return now
    here = datetime.fromtimestamp(now, ZoneInfo(wanted.zone))
    return _next(here, wanted.quiet_to) if _quiet(here.hour, wanted) else now


def reachable_at(now: float, wanted: Preferences) -> float:
    """Return when a person with these quiet hours is awake and not on vacation."""
    while (then := max(awake_at(now, wanted), _back_at(now, wanted))) > now:
        now = then
    return now


def is_away_on(now: float, wanted: Preferences) -> bool:
    """Return whether that moment is within the person's vacation."""
    return wanted.away_from <= now < wanted.away_until


def waking_end(start: float, seconds: float, wanted: Preferences, most_away: float = math.inf) -> float:
    """Return when a person has been present for that many seconds after `start`.

    Quiet hours, days off and vacations don't count as present, but at most `most_away` seconds of a vacation are
    skipped.
    """
    left = seconds
    for begins, ends in spells(start, wanted, most_away):
        if begins + left <= ends:
            return begins + left
        left -= ends - begins
    raise AssertionError("unreachable")


def waking_time(start: float, end: float, wanted: Preferences) -> float:
    """Return how long a person with these quiet hours was present between two moments."""
    there = 0.0
    for begins, ends in spells(start, wanted):
        if begins >= end:
            break
        there += min(ends, end) - begins
    return there


def spells(start: float, wanted: Preferences, most_away: float = math.inf) -> Iterator[tuple[float, float]]:
    """Yield the periods after `start` in which a person's time runs, in order and without end."""
    if wanted.away_until - max(start, wanted.away_from) > most_away:
        wanted = replace(wanted, away_until=max(start, wanted.away_from) + most_away)
    now = start
    while now < math.inf:
        begins = _runs_from(now, wanted)
        ends = _runs_until(begins, wanted)
        yield begins, ends
        now = ends


def _runs_from(now: float, wanted: Preferences) -> float:
    """Return the first moment from now on at which the person's time runs."""
    while (then := max(awake_at(now, wanted), _at_work(now, wanted))) > now or (
        stands_still(wanted) and (then := _back_at(now, wanted)) > now
    ):
        now = then
    return now


def _runs_until(now: float, wanted: Preferences) -> float:
    """Return the first moment after now at which it can stop."""
    here = datetime.fromtimestamp(now, ZoneInfo(wanted.zone or UNIVERSAL))
    stops = [_next(here, wanted.quiet_from)] if has_quiet(wanted) else []
    stops += [_next(here, 0)] if wanted.off_days else []
    stops += [wanted.away_from] if stands_still(wanted) and now < wanted.away_from < wanted.away_until else []
    return min(stops, default=math.inf)


def stands_still(wanted: Preferences) -> bool:
    """Return whether clocks are paused while the person is on vacation, and nothing answers instead."""
    return wanted.away_mode == "pause"


def _back_at(now: float, wanted: Preferences) -> float:
    return wanted.away_until if is_away_on(now, wanted) else now


def _at_work(now: float, wanted: Preferences) -> float:
    """Now, or the end of a day off."""
    here = datetime.fromtimestamp(now, ZoneInfo(wanted.zone or UNIVERSAL))
    return _next(here, 0) if wanted.off_days and here.weekday() >= SATURDAY else now


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
