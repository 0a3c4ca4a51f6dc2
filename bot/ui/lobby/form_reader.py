"""Reads what was ticked or typed in the forms of a lobby, as options and settings of the table."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from bot.contract.tables import Refused
from bot.ui.parts import number
from bot.ui.typed.grammar import items
from bot.ui.typed.match import Index
from bot.ui.words.wording import said_of
from engine.core.game import MINUTES, Choice
from engine.core.lobby import Lobby
from engine.core.naming import Names, fold
from engine.core.text import cut

UNITS: Final = {"m": 1, "h": 60, "d": 24 * 60}
SPAN: Final = re.compile(r"(\d{1,6})\s*(m|min|mins|minutes?|h|hrs?|hours?|d|days?)(?![a-z])", re.IGNORECASE)


def read_span(text: str) -> tuple[int, str]:
    """Return the minutes that a text names, 0 if none, and the text without them."""
    minutes = sum(int(n) * UNITS[unit[0].lower()] for n, unit in SPAN.findall(text))
    return minutes, " ".join(SPAN.sub(" ", text).split())


def short_span(minutes: int) -> str:
    """Return a text such as `90m`, `2h`, `10d`: the largest unit that needs no fraction."""
    unit = next(unit for unit in ("d", "h", "m") if minutes % UNITS[unit] == 0)
    return f"{minutes // UNITS[unit]}{unit}"


SETTINGS: Final = (("window_close", "early", "fixed"), ("channel", "brief", "full"), ("guests", "yes", "no"))


def settings_of(lobby: Lobby) -> tuple[tuple[str, str, str], ...]:
    """Return the settings that are ticked beside the options; `window_close` only in games with secret responses."""
    return tuple(setting for setting in SETTINGS if lobby.windows or setting[0] != "window_close")


def read_boxes(lobby: Lobby, chosen: Sequence[str]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return what was ticked, as options and settings of the table."""
    on = set(chosen)
    wanted = {box.name: box.on if box.name in on else box.off for box in lobby.options_with("box")}
    return wanted, {name: yes if name in on else no for name, yes, no in settings_of(lobby)}


def timed_end(lobby: Lobby) -> str:
    """Return the option that limits the time of a game; empty if none does."""
    return next((c.name for c in lobby.choices if c.kind == MINUTES and c.name in lobby.ends), "")


def written_end(lobby: Lobby, name: str, value: int) -> str:
    """Return an end as one writes it: `vp 60`, `time 2h`."""
    return f"{lobby.ends[name]} {short_span(value) if name == timed_end(lobby) else value}"


def read_end(text: str, lobby: Lobby, game: str, options: Mapping[str, Any] = MappingProxyType({})) -> dict[str, Any]:
    """Return a word and a number as options for the game's end; the other ends are cleared.

    If there is only one kind of end, the number is enough. A time needs only its unit: `time 2h`, `90m`; a length needs
    no number: `short`. Raises Refused("no_length").
    """
    if not text.strip():
        return {}
    meant = spans_named(lobby, game, options).get(fold(text))
    if meant is not None:
        return {**dict.fromkeys(lobby.ends), meant[0]: meant[1]}
    plain = text.lower().replace(":", " ").replace("=", " ")
    timed = timed_end(lobby)
    minutes, beside = read_span(plain) if timed else (0, "")
    if minutes and beside in ("", lobby.ends[timed]):
        return {**dict.fromkeys(lobby.ends), timed: minutes}
    words = plain.split()
    numbers = [n for word in words if (n := number(word)) is not None]
    counted = {name: word for name, word in lobby.ends.items() if name != timed}
    spelled = {form: name for name, word in counted.items() for form in (word, word.removesuffix("s"))}
    named = [spelled[w] for w in words if w in spelled]
    if len(lobby.ends) == 1 and len(words) == len(numbers):
        named = list(lobby.ends)
    if len(numbers) != 1 or len(named) != 1 or minutes:
        raise Refused("no_length", text=cut(text, 40), game=game)
    return {**dict.fromkeys(lobby.ends), named[0]: numbers[0]}


def spans_named(lobby: Lobby, game: str, options: Mapping[str, Any]) -> dict[str, tuple[str, int]]:
    """Return what each word for a length means, in English and in the current language."""
    spans = lobby.spans(options)
    return {fold(name): end for word, end in spans.items() for name in (word, said_of(game, f"lobby.span.{word}"))}


def read_left_out(text: str, names: Names, left: Choice) -> list[int] | None:
    """Return the things by numbers or names, or all of them; None for none. Raises Refused("unknown_event")."""
    wanted = items(text)
    if any(fold(part) in left.everything for part in wanted):
        return [int(e) for e in left.values]
    things = Index(names.things(left.things, left.values))
    return sorted({int(find_meant(part, things, "unknown_event", game=names.game)) for part in wanted}) or None


def find_meant(typed: str, things: Index, code: str, **where: str) -> str:
    """Return the one of those things that is typed. Raises Refused(code), with `near`."""
    reading = things.read(typed, sure=True)
    if reading.one is None:
        raise Refused(code, text=cut(typed, 40), near=[t.name for t in reading.found or reading.near], **where)
    return reading.one.value
