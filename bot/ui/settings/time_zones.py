"""Time zones by their cities, and hours of the night, as people type them."""

from __future__ import annotations

import re
import tomllib
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files
from typing import Any, Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from babel import Locale

import data
from bot.contract.preferences import Preferences
from bot.contract.tables import Refused
from bot.ui.typed import match
from engine.core.naming import Named, fold
from engine.core.text import current_language, cut, languages, speaking, words

UNIVERSAL: Final = "UTC"
OFFSET: Final = re.compile(
    r"(?:(?:utc|gmt|z)\s*)?(?P<sign>[+\-−‐‑‒–—﹣－＋])\s*(?P<hours>\d{1,2})(?:[:.h]?(?P<minutes>\d{2}))?h?",
    re.IGNORECASE,
)
PLUS: Final = "+＋"
HERE: Final = re.compile(r"\s+·\s.*$")  # what a suggestion shows behind the city
HOURS: Final = re.compile(r"(\d{1,2})(?::?00)?\s*(?:[-–—]|to|until|\s)\s*(\d{1,2})(?::?00)?")
NONE: Final = ("off", "none", "no", "never", "0")
EAST, WEST = 14, 12
MOST: Final = 25
NEAR: Final = 3


def zones() -> tuple[Named, ...]:
    """Return every zone of the world by its city; its country and the cities that keep its time lead to it as well.
    City and country are called as the reader calls them, and in English.
    """
    return _zones(current_language())


@cache
def _facts() -> dict[str, Any]:
    """Return the names for cities, countries, clocks and offsets."""
    return tomllib.loads(data.path("zones.toml").read_text(encoding="utf-8"))


@cache
def _rows() -> tuple[tuple[str, str], ...]:
    """Each zone with the code of its country, the largest of a country mostly first."""
    table = files("tzdata.zoneinfo").joinpath("zone.tab").read_text()
    return tuple((zone, country) for country, _, zone, *_ in (line.split("\t") for line in _lines(table)))


@cache
def _zones(language: str) -> tuple[Named, ...]:
    lands = Locale.parse(language).territories
    about = files("tzdata.zoneinfo").joinpath("iso3166.tab").read_text()
    countries = dict(line.split("\t")[:2] for line in _lines(about))
    found = [Named(UNIVERSAL, UNIVERSAL, ("GMT",))]
    for zone, country in _rows():
        groups = (lands.get(country, countries[country]), countries[country])
        found.append(Named(zone, local_city(zone), (zone, city(zone), *_facts().get(zone, ())), groups=groups))
    return tuple(found)


def local_city(zone: str) -> str:
    """Return the city of a zone in the current language: `Athen`."""
    return str(Locale.parse(current_language()).time_zones.get(zone, {}).get("city") or city(zone))


def _lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def city(zone: str) -> str:
    """Return the name a zone goes by: `Buenos Aires` for `America/Argentina/Buenos_Aires`, `UTC+2` for `Etc/GMT-2`."""
    if zone.startswith("Etc/GMT"):
        sign, hours = zone[7:8], zone[8:]
        return f"UTC{'-' if sign == '+' else '+'}{hours}" if hours else UNIVERSAL
    return zone.rpartition("/")[2].replace("_", " ")


def read_zone(typed: str) -> str:
    """Return the zone that a city, a country that keeps one clock, an abbreviation or `UTC+5:30` means, as a whole:
    part of a name is never taken for granted. Refused: unknown_zone (with the nearest).
    """
    wanted = HERE.sub("", typed.strip())
    found = _offset(wanted) or _exact(wanted)
    if found:
        return found
    meant = _meant(wanted)
    if len(meant) != 1:
        names = list(dict.fromkeys(local_city(zone) for zone in meant))
        names = names or [
            thing.name for thing in match.rank_matches(wanted, zones())[:NEAR] or match.nearest(wanted, zones())
        ]
        raise Refused("unknown_zone", zone=cut(typed.strip(), 40), near=names[:NEAR])
    return meant[0]


def _meant(typed: str) -> list[str]:
    """The zones that are called exactly so: one for each clock of a country, and each city of that name."""
    place, _, land = typed.rpartition(",")
    inside = {zone for country in _countries().get(fold(land), ()) for zone in _of(country)} if place else ()
    found = [*_facts()["clocks"].get(typed.upper(), ()), *_cities().get(fold(typed), ())]
    found += [zone for country in _countries().get(fold(typed), ()) for zone in _clocks_of(country)]
    return list(dict.fromkeys([*found, *(zone for zone in _cities().get(fold(place), ()) if zone in inside)]))


@cache
def _cities() -> dict[str, list[str]]:
    """The zones of which a city keeps the time, by all that cities are called in the languages that people read."""
    found: dict[str, list[str]] = {}
    for language in languages():
        with speaking(language):
            for thing in zones():
                for name in {fold(name) for name in (thing.name, *thing.aliases)} - {""}:
                    found.setdefault(name, []).append(thing.value)
    return found


@cache
def _countries() -> dict[str, tuple[str, ...]]:
    """The codes of countries by all that they are called in the languages that people read, and shortly."""
    found: dict[str, set[str]] = {}
    known = {country for _, country in _rows()}
    for language in languages():
        for country, name in Locale.parse(language).territories.items():
            if country in known:
                found.setdefault(fold(name), set()).add(country)
    for country, names in _facts()["countries"].items():
        for name in names:
            found.setdefault(fold(name), set()).add(country)
    return {name: tuple(sorted(countries)) for name, countries in found.items()}


def _of(country: str) -> list[str]:
    """Return the zones of a country, those with named cities first."""
    return sorted((zone for zone, there in _rows() if there == country), key=lambda zone: zone not in _facts())


@cache
def _clocks_of(country: str) -> tuple[str, ...]:
    """One zone for each clock that is kept in a country: two zones that always show the same hour are one."""
    clocks: dict[tuple[object, ...], str] = {}
    for zone in _of(country):
        months = (datetime(datetime.now(UTC).year, month, 1, tzinfo=UTC) for month in range(1, 13))
        clocks.setdefault(tuple(month.astimezone(ZoneInfo(zone)).utcoffset() for month in months), zone)
    return tuple(clocks.values())


def _offset(typed: str) -> str:
    """`UTC+2`, whose zone is called the other way round: `Etc/GMT-2`. Not every offset has a zone."""
    told = OFFSET.fullmatch(typed)
    if told is None:
        return ""
    hours, minutes, east = int(told["hours"]), int(told["minutes"] or 0), told["sign"] in PLUS
    if minutes:
        return str(_facts()["offsets"].get(f"{'+' if east else '-'}{hours}:{minutes:02}", ""))
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
    """Return how far a zone is ahead of UTC now: `UTC+5:30`."""
    ahead = datetime.fromtimestamp(now, UTC).astimezone(ZoneInfo(zone)).utcoffset()
    minutes = int(ahead.total_seconds() // 60) if ahead else 0
    hours, rest = divmod(abs(minutes), 60)
    told = f"{hours}:{rest:02}" if rest else str(hours)
    return f"UTC{'-' if minutes < 0 else '+'}{told}" if minutes else UNIVERSAL


def suggest_zones(typed: str, now: float) -> list[tuple[str, str]]:
    """Return the zones that fit, with their offset, and the name behind each."""
    told, wanted = _offset(typed.strip()), HERE.sub("", typed.strip())
    exact, named = set(_meant(wanted)), match.rank_matches(wanted.partition(",")[0], zones())
    meant = [thing for thing in zones() if thing.value in exact]
    things = [Named(told, city(told))] if told else [*meant, *(thing for thing in named if thing.value not in exact)]
    return [(_shown(thing, now), thing.value) for thing in things[:MOST]]


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
    """Return the quiet hours as they are typed: `23-7`, or `off`."""
    return NONE[0] if wanted.quiet_from == wanted.quiet_to else f"{wanted.quiet_from}-{wanted.quiet_to}"
