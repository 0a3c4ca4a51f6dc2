"""Time zones by their cities, and hours of the night, as people type them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from babel import Locale

import data
from bot import match
from bot.preferences import Preferences
from bot.values import Refused
from engine.core.naming import Named
from engine.core.text import cut, spoken, words

UNIVERSAL: Final = "UTC"
OFFSET: Final = re.compile(r"(?:utc|gmt)\s*(?P<sign>[+\-−])\s*(?P<hours>\d{1,2})(?::?00)?", re.IGNORECASE)
HOURS: Final = re.compile(r"(\d{1,2})(?::?00)?\s*(?:[-–—]|to|until|\s)\s*(\d{1,2})(?::?00)?")
NONE: Final = ("off", "none", "no", "never", "0")
EAST, WEST = 14, 12
MOST: Final = 25


def zones() -> tuple[Named, ...]:
    """Every zone of the world by its city; its country and the cities that keep its time lead to it as well. City and
    country are called as the reader calls them, and in English.
    """
    return _zones(spoken())


@cache
def _zones(language: str) -> tuple[Named, ...]:
    about, lands = files("tzdata.zoneinfo"), Locale.parse(language).territories
    countries = dict(line.split("\t")[:2] for line in _lines(about.joinpath("iso3166.tab").read_text()))
    cities = tomllib.loads(data.path("zones.toml").read_text(encoding="utf-8"))
    found = [Named(UNIVERSAL, UNIVERSAL, ("GMT",))]
    for line in _lines(about.joinpath("zone.tab").read_text()):
        country, _, zone = line.split("\t")[:3]
        groups = (lands.get(country, countries[country]), countries[country])
        found.append(Named(zone, local_city(zone), (zone, city(zone), *cities.get(zone, ())), groups=groups))
    return tuple(found)


def local_city(zone: str) -> str:
    """The same city as the language being spoken calls it: `Athen`."""
    return str(Locale.parse(spoken()).time_zones.get(zone, {}).get("city") or city(zone))


def _lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def city(zone: str) -> str:
    """The name a zone goes by: `Buenos Aires` for `America/Argentina/Buenos_Aires`, `UTC+2` for `Etc/GMT-2`."""
    if zone.startswith("Etc/GMT"):
        sign, hours = zone[7:8], zone[8:]
        return f"UTC{'-' if sign == '+' else '+'}{hours}" if hours else UNIVERSAL
    return zone.rpartition("/")[2].replace("_", " ")


def read_zone(typed: str) -> str:
    """The zone that a city, a name or `UTC+2` means. Refused: unknown_zone (with the nearest)."""
    wanted = typed.strip()
    found = _offset(wanted) or _exact(wanted)
    if found:
        return found
    reading = match.read(wanted, zones())
    if reading.one is None:
        near = reading.found[:3] or reading.near
        raise Refused("unknown_zone", zone=cut(wanted, 40), near=[thing.name for thing in near])
    return reading.one.value


def _offset(typed: str) -> str:
    """`UTC+2`, whose zone is called the other way round: `Etc/GMT-2`."""
    told = OFFSET.fullmatch(typed)
    if told is None:
        return ""
    hours, east = int(told["hours"]), told["sign"] == "+"
    if not hours:
        return UNIVERSAL
    return f"Etc/GMT{'-' if east else '+'}{hours}" if hours <= (EAST if east else WEST) else ""


def _exact(typed: str) -> str:
    """A name of the list, older ones such as `US/Eastern` among them."""
    if "/" not in typed:
        return ""
    try:
        return ZoneInfo(typed.replace(" ", "_")).key
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ""


def offset(zone: str, now: float) -> str:
    """How far a zone is ahead of UTC now: `UTC+5:30`."""
    ahead = datetime.fromtimestamp(now, UTC).astimezone(ZoneInfo(zone)).utcoffset()
    minutes = int(ahead.total_seconds() // 60) if ahead else 0
    hours, rest = divmod(abs(minutes), 60)
    told = f"{hours}:{rest:02}" if rest else str(hours)
    return f"UTC{'-' if minutes < 0 else '+'}{told}" if minutes else UNIVERSAL


def suggested(typed: str, now: float) -> list[tuple[str, str]]:
    """Zones that fit, with their offset, and the name behind each."""
    told = _offset(typed.strip())
    things: Sequence[Named] = [Named(told, city(told))] if told else match.ranked(typed, zones())[:MOST]
    return [(_shown(thing, now), thing.value) for thing in things]


def _shown(thing: Named, now: float) -> str:
    where = f"{thing.name}, {thing.groups[0]}" if thing.groups else thing.name
    ahead = offset(thing.value, now)
    return where if where == ahead else words("prefs.zone_shown", zone=where, offset=ahead)


def read_hours(typed: str) -> tuple[int, int]:
    """`23-7` as two hours of the day; `off` as two equal ones. Refused: bad_hours."""
    wanted = typed.strip().lower()
    if wanted in NONE:
        return 0, 0
    told = HOURS.fullmatch(wanted)
    hours = (int(told[1]), int(told[2])) if told else (0, 0)
    if told is None or max(hours) > 24 or hours[0] % 24 == hours[1] % 24:
        raise Refused("bad_hours", hours=cut(typed.strip(), 40))
    return hours[0] % 24, hours[1] % 24


def hours_of(wanted: Preferences) -> str:
    """The quiet hours as they are typed: `23-7`, or `off`."""
    return NONE[0] if wanted.quiet_from == wanted.quiet_to else f"{wanted.quiet_from}-{wanted.quiet_to}"
