"""Start times typed in one's own zone: `2026-12-01 18:00`, `1.12.2026 18:00`, `tomorrow at 6pm`, `Friday 20 Uhr`, `3h`,
or as Discord shows times.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo

from babel import Locale

from bot.contract.tables import Refused
from bot.ui.lobby.form_reader import read_span
from bot.ui.words.wording import table_text
from engine.core.text import cut, languages

MINUTE: Final = 60
TIME: Final = r"(?P<hour>\d{1,2}):(?P<minute>\d{2})"
DATES: Final = (
    re.compile(rf"(?P<year>\d{{4}})-(?P<month>\d{{1,2}})-(?P<day>\d{{1,2}})(?:\s+|t){TIME}", re.ASCII),
    re.compile(rf"(?P<day>\d{{1,2}})\.\s*(?P<month>\d{{1,2}})\.\s*(?P<year>\d{{4}})\s+{TIME}", re.ASCII),
)
CLOCK: Final = r"(?P<hour>\d{1,2})(?:[:.h](?P<minute>\d{2}))?\s*(?P<half>[ap]\.?m\.?)?\s*(?P<sign>uhr|h)?"
NEAR: Final = re.compile(rf"(?:(?P<word>[a-zäöüßé]+)\.?,?\s+)?(?:(?:at|um|à)\s+)?{CLOCK}", re.ASCII)
STAMP: Final = re.compile(r"<t:(?P<at>\d{1,10})(?::[a-z])?>")
NOON: Final = 12
WEEK: Final = 7
NEVER: Final = frozenset({"", "off", "none", "no", "never"})
UNIVERSAL: Final = re.compile(r"\s*\b(?:utc|gmt)$")


def read_start(typed: str, zone: str, now: float) -> float | None:
    """Return the time that a text means in that zone, or in UTC if it says so; None for none.

    It may be in the past. Refused: bad_start, no_zone (none is known or named), start_gap (no clock there ever shows
    it).
    """
    text = " ".join(typed.lower().split())
    if text in NEVER or text == table_text("starts.never").lower():
        return None
    if (stamp := STAMP.fullmatch(text)) is not None:
        return float(stamp["at"])
    minutes, beside = read_span(text)
    if minutes and beside in ("", "in"):
        return float((int(now) // MINUTE + minutes) * MINUTE)
    plain = UNIVERSAL.sub("", text)
    chosen = "UTC" if plain != text else zone
    if _written(plain, datetime(2000, 1, 1)) is None:  # noqa: DTZ001 - only whether it can be read
        raise Refused("bad_start", text=cut(typed.strip(), 40), zone=chosen)
    if not chosen:
        raise Refused("no_zone")
    there = ZoneInfo(chosen)
    wanted = _written(plain, datetime.fromtimestamp(now, there).replace(tzinfo=None))
    return _moment(wanted, there, typed)


def _written(text: str, now: datetime) -> datetime | None:
    """The day and hour that are written; None if there are none that exist."""
    for form in DATES:
        found = form.fullmatch(text)
        if found is not None:
            return _at(int(found["hour"]), int(found["minute"]), *(int(found[p]) for p in ("year", "month", "day")))
    found = NEAR.fullmatch(text)
    if found is None or not any(found[part] for part in ("minute", "half", "sign")):
        return None
    return _soon(found, now)


def _soon(found: re.Match[str], now: datetime) -> datetime | None:
    """The next time at which it is that hour, today, tomorrow, on a day of the week, or without a day at all."""
    word, step = found["word"] or "", 1
    days = {"today": 0, table_text("starts.today"): 0, "tomorrow": 1, table_text("starts.tomorrow"): 1}
    hour = int(found["hour"])
    if found["half"]:
        if not 1 <= hour <= NOON:
            return None
        hour = hour % NOON + (NOON if found["half"].startswith("p") else 0)
    if word in _weekdays():
        days[word], step = (_weekdays()[word] - now.weekday()) % WEEK, WEEK
    if word and word not in days:
        return None
    day = now.date() + timedelta(days=days.get(word, 0))
    at = _at(hour, int(found["minute"] or 0), day.year, day.month, day.day)
    passed = at is not None and at <= now and (not word or word in _weekdays())
    return at + timedelta(days=step) if passed and at is not None else at


@cache
def _weekdays() -> dict[str, int]:
    """The days of the week by their names, whole and short, in the languages that people read."""
    days = {language: Locale.parse(language).days["format"] for language in languages()}
    return {
        name.lower().rstrip("."): number
        for known in days.values()
        for width in ("wide", "abbreviated")
        for number, name in known[width].items()
    }


def _at(hour: int, minute: int, year: int, month: int, day: int) -> datetime | None:
    try:
        return datetime(year, month, day, hour, minute)  # noqa: DTZ001 - the zone comes later
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
