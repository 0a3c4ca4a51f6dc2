"""The options of `/game new` written as a line, and what completes them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from bot.contract.tables import Refused
from bot.ui.lobby import npc_seats
from bot.ui.lobby.form_reader import read_end, read_left_out, read_span, written_end
from bot.ui.lobby.options_shown import in_words, option_title
from bot.ui.lobby.settings import VALUES
from bot.ui.lobby.typed_settings import table_values
from bot.ui.parts import DISCORD, short
from bot.ui.typed import match
from bot.ui.words.wording import said_of, table_text
from engine.core.game import MINUTES
from engine.core.lobby import Lobby
from engine.core.naming import Named, Names, fold
from engine.core.text import capital, current_language, cut, unheard

NEAREST: Final = 6
MOST_WORDS: Final = 10
SHOWN: Final = DISCORD.choice
OFFERED: Final = DISCORD.menu

NOTE: Final = "note"
RIVALS: Final = "npc_civs"
NO_MAP: Final = "-"


def read_line(
    line: str, lobby: Lobby, names: Names, game: str, only: Sequence[str] = ()
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Read `double_disks, npc_civs one + another, note friendly` as options and settings; with `only`, just these.

    An item may also be written as its completion shows it. Refused: unknown_option (with the nearest), bad_value,
    unknown_event.
    """
    options: dict[str, Any] = {}
    settings: dict[str, Any] = {}
    shown = _shown(lobby, names, game, current_language()) if line.strip() else None
    for item in (part.strip() for part in line.split(",")):
        if not item or shown is None:
            continue
        name, value = _named(_as_shown(item, shown), _among(things(lobby, game), only))
        if name in VALUES or name == NOTE:
            settings[name] = _setting(name, value)
        elif lobby.left_out_option and name == lobby.left_out_option.name:
            options[name] = read_left_out(value.replace(" ", ",") or "all", names, lobby.left_out_option)
        elif name == RIVALS:
            options[name] = _several(name, value, names.things("civ", lobby.peoples({}) or ()))
        else:
            options[name] = _value(name, value, lobby, names)
    return options, settings


@lru_cache(maxsize=64)
def _shown(lobby: Lobby, names: Names, game: str, _language: str) -> match.Index:
    """Return the suggestions in that language; they only are searched here, not shown."""
    with unheard():
        return match.Index(in_words(lobby, names, game))


def _among(offered: Sequence[Named], only: Sequence[str]) -> tuple[Named, ...]:
    return tuple(thing for thing in offered if not only or thing.value in only)


def _as_shown(item: str, shown: match.Index) -> str:
    """The item as it is written, if it is one of those shown in words."""
    found = [thing for thing in shown.find(item) if fold(thing.name) == fold(item)]
    exact = [thing for thing in found if thing.name.casefold() == item.casefold()] or found
    return exact[0].value if len(exact) == 1 else item


def things(lobby: Lobby, game: str) -> tuple[Named, ...]:
    """Return every option and setting that can be written, with the words in which it is shown."""
    own = [_thing(c.name, option_title(game, c.name)) for c in lobby.choices]
    own += [_thing(RIVALS, "")] if lobby.peoples({}) is not None else []
    return (*own, *(_thing(name, table_text(f"settings.short.{name}")) for name in (*VALUES, NOTE)))


def _thing(name: str, shown: str) -> Named:
    return Named(name, name.replace("_", " "), (shown,) if shown else ())


def _named(item: str, offered: Sequence[Named]) -> tuple[str, str]:
    """The option that an item names, and the rest of it."""
    words, among = item.replace("=", " ").replace(":", " ").split(), match.Index(offered)
    for n in range(min(MOST_WORDS, len(words)), 0, -1):
        found = among.read(" ".join(words[:n]), near=0).one
        if found is not None:
            return found.value, " ".join(words[n:])
    near = [t.value for t in match.nearest(words[0], offered)]
    raise Refused("unknown_option", option=cut(item, 40), near=near)


def _setting(name: str, value: str) -> str:
    possible = table_values(name)
    found = match.read(value, possible).one
    if possible and found is None:
        shown = "; ".join(thing.name for thing in possible)
        raise Refused("bad_value", value=cut(value, 40), setting=table_text(f"settings.short.{name}"), values=shown)
    return found.value if found is not None else value


def _value(name: str, value: str, lobby: Lobby, names: Names) -> Any:
    """The value as the option wants it."""
    choice = next(c for c in lobby.choices if c.name == name)
    if choice.kind == MINUTES:
        minutes, beside = read_span(value)
        if beside or not minutes:
            raise Refused("bad_value", value=cut(value, 40), setting=name, values=table_text("name.a_time"))
        return minutes
    if isinstance(choice.default, tuple):
        return _several(name, value, names.things(choice.things or "civ", choice.values))
    if isinstance(choice.default, str):
        return value.lower().replace(" ", "_")
    found = choice.parse(value.removeprefix("+") or "on")
    if isinstance(found, str):
        values = "on, off" if isinstance(choice.default, bool) else table_text("name.a_number")
        raise Refused("bad_value", value=cut(value, 40), setting=name, values=values)
    return found


def _several(name: str, typed: str, offered: Sequence[Named]) -> list[str]:
    """Several seats' names, with `+` between them."""
    found = [(part.strip(), match.read(part.strip(), offered).one) for part in typed.split("+") if part.strip()]
    unread = next((part for part, one in found if one is None), "")
    if unread:
        near = ", ".join(thing.name for thing in match.nearest(unread, offered))
        raise Refused("bad_value", value=cut(unread, 40), setting=name, values=near)
    return [one.value for _, one in found if one is not None]


def scenarios(game: str) -> tuple[Named, ...]:
    """Return the scenarios to choose from, in the order in which they are best tried."""
    return tuple(Named(s.name, str(s.title), rank=i) for i, s in enumerate(npc_seats.scenarios_in_order(game)))


def read_scenario(typed: str, game: str) -> str:
    """Return a scenario by its title or slug. Refused: bad_value, with the nearest titles."""
    if not typed.strip():
        return ""
    read = match.read(typed, scenarios(game))
    if read.one is None:
        near = [thing.name for thing in (read.found or read.near or scenarios(game))]
        raise Refused("bad_value", value=cut(typed, 40), setting="scenario", values=", ".join(near[:NEAREST]))
    return read.one.value


def maps(lobby: Lobby) -> tuple[Named, ...]:
    """Return the boards to choose from, in the lobby's order."""
    return tuple(Named(board, name, rank=i) for i, (board, name) in enumerate(lobby.maps()))


def read_map(typed: str, lobby: Lobby, game: str) -> dict[str, Any]:
    """Return a board by its name or slug as an option. Refused: bad_option (for a game without boards), bad_value."""
    if typed.strip() in {"", NO_MAP}:
        return {}
    if not lobby.map:
        raise Refused("bad_option", reason=said_of(game, "lobby.no_maps"))
    found = match.read(typed, maps(lobby)).one
    if found is None:
        known = ", ".join(name for _, name in lobby.maps())
        raise Refused("bad_value", value=cut(typed, 40), setting=lobby.map, values=known)
    return {lobby.map: found.value}


def complete(line: str, lobby: Lobby, names: Names, game: str) -> list[tuple[str, str]]:
    """Return the completions of the last item of a line: what is shown, in words, and the whole line with it."""
    head, comma, last = line.rpartition(",")
    before = f"{head}{comma} " if comma else ""
    found = match.rank_matches(last.strip(), in_words(lobby, names, game))
    return [(f"{before}{thing.name}"[-SHOWN:], f"{before}{thing.value}") for thing in found][:OFFERED]


def lengths(typed: str, lobby: Lobby, game: str) -> list[tuple[str, str]]:
    """Return the ends of the game to choose from, and the one typed: what they mean, and how they are written."""
    spans = {said_of(game, f"lobby.span.{word}"): end for word, end in lobby.spans({}).items()}
    known = [(name, f"{name}: {lobby.length(dict([end]))}") for name, end in spans.items()]
    known += [
        (written_end(lobby, option.name, value), lobby.length({option.name: value}))
        for option in lobby.choices
        if option.name in lobby.ends
        for value in option.values
    ]
    things = [Named(text, capital(told), aliases=(text,), rank=n) for n, (text, told) in enumerate(known)]
    found = [(short(thing.name, SHOWN), thing.value) for thing in match.rank_matches(typed, things)]
    own = typed.strip()
    try:
        meant = read_end(own, lobby, game)
    except Refused:
        meant = {}
    if not meant or own in [text for _, text in found]:
        return found[:OFFERED]
    return [(short(capital(lobby.length(meant)), SHOWN), own), *found][:OFFERED]
