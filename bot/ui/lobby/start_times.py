"""A time to begin, typed in one's own zone: `2026-12-01 18:00`, `1.12.2026 18:00`, `tomorrow 18:00`, `3h`."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from bot.ui.lobby.form_reader import read_span
from bot.ui.wording import said
from bot.values import Refused
from engine.core.text import cut

MINUTE: Final = 60
TIME: Final = r"(?P<hour>\d{1,2}):(?P<minute>\d{2})"
DATES: Final = (
    re.compile(rf"(?P<year>\d{{4}})-(?P<month>\d{{1,2}})-(?P<day>\d{{1,2}})(?:\s+|t){TIME}", re.ASCII),
    re.compile(rf"(?P<day>\d{{1,2}})\.\s*(?P<month>\d{{1,2}})\.\s*(?P<year>\d{{4}})\s+{TIME}", re.ASCII),
)
NEAR: Final = re.compile(rf"(?P<word>[a-zäöüß]+)\s+{TIME}", re.ASCII)
NEVER: Final = frozenset({"", "off", "none", "no", "never"})
UNIVERSAL: Final = re.compile(r"\s*\b(?:utc|gmt)$")


def read_start(typed: str, zone: str, now: float) -> float | None:
    """The time that a text means in that zone, or in UTC if it ends so; None for none. Nothing is said of its distance.

    Refused: bad_start, no_zone (none is known and none is named), start_gap (no clock there ever shows it).
    """
    text = " ".join(typed.lower().split())
    if text in NEVER or text == said("starts.never").lower():
        return None
    minutes, beside = read_span(text)
    if minutes and beside in ("", "in"):
        return float((int(now) // MINUTE + minutes) * MINUTE)
    plain = UNIVERSAL.sub("", text)
    chosen = "UTC" if plain != text else zone
    if _written(plain, date(2000, 1, 1)) is None:
        raise Refused("bad_start", text=cut(typed.strip(), 40), zone=chosen)
    if not chosen:
        raise Refused("no_zone")
    there = ZoneInfo(chosen)
    wanted = _written(plain, datetime.fromtimestamp(now, there).date())
    return _moment(wanted, there, typed)


def _written(text: str, today: date) -> datetime | None:
    """The day and hour that are written; None if there are none that exist."""
    for form in DATES:
        found = form.fullmatch(text)
        if found is not None:
            return _at(found, *(int(found[part]) for part in ("year", "month", "day")))
    found = NEAR.fullmatch(text)
    days = {"today": 0, said("starts.today"): 0, "tomorrow": 1, said("starts.tomorrow"): 1}
    if found is None or found["word"] not in days:
        return None
    day = today + timedelta(days=days[found["word"]])
    return _at(found, day.year, day.month, day.day)


def _at(found: re.Match[str], year: int, month: int, day: int) -> datetime | None:
    try:
        return datetime(year, month, day, int(found["hour"]), int(found["minute"]))  # noqa: DTZ001 - the zone comes later
    except ValueError:
        return None


def _moment(wanted: datetime | None, there: ZoneInfo, typed: str) -> float:
    """The first moment at which the clocks there show that. Refused: bad_start, start_gap."""
    if wanted is None:
        raise Refused("bad_start", text=cut(typed.strip(), 40))
    try:
        moment = wanted.replace(tzinfo=there).astimezone(UTC)
    except OverflowError as error:
        raise Refused("bad_start", text=cut(typed.strip(), 40)) from error
    if moment.astimezone(there).replace(tzinfo=None) != wanted:
        raise Refused("start_gap", text=cut(typed.strip(), 40))
    return moment.timestamp()
