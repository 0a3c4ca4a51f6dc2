"""The options of `/game new` written as a line, and what completes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot import match
from bot.contract import Refused
from bot.match import Named
from bot.ui.names import Names
from bot.ui.table.heralds import Herald
from bot.ui.table.lobby_screens import ENDS, read_end, read_left_out
from bot.ui.table.settings_screen import VALUES
from bot.ui.table.terms import cut, said

NOTE: Final = "note"
EVENTS: Final = "without_events"
YES: Final = ("on", "yes", "true", "")
NO: Final = ("off", "no", "false")
OWN_COMMAND_OPTIONS: Final = ("map", "pace", *ENDS)


def read_line(line: str, herald: Herald, names: Names, events: Sequence[str]) -> tuple[dict[str, Any], dict[str, Any]]:
    """`double_disks, window_close early, without_events 97 98` as options and settings.

    Refused: unknown_option (with the nearest), bad_value, unknown_event.
    """
    options: dict[str, Any] = {}
    settings: dict[str, Any] = {}
    for item in (part.strip() for part in line.split(",")):
        if not item:
            continue
        name, value = _named(item, herald)
        if name in VALUES or name == NOTE:
            settings[name] = _setting(name, value)
        elif name == EVENTS:
            options[name] = read_left_out(value.replace(" ", ",") or "all", names, events)
        else:
            options[name] = _value(name, value, herald)
    return options, settings


def things(herald: Herald) -> tuple[Named, ...]:
    """Every option and setting that can be written."""
    own = [Named(c.name, c.name.replace("_", " ")) for c in herald.choices]
    return (*own, *(Named(name, name.replace("_", " ")) for name in (*VALUES, NOTE)))


def _named(item: str, herald: Herald) -> tuple[str, str]:
    """The option that an item names, and the rest of it."""
    words = item.replace("=", " ").replace(":", " ").split()
    for n in range(min(3, len(words)), 0, -1):
        found = match.read(" ".join(words[:n]), things(herald)).one
        if found is not None:
            return found.value, " ".join(words[n:])
    near = [t.value for t in match.nearest(words[0], things(herald))]
    raise Refused("unknown_option", option=cut(item, 40), near=near)


def _setting(name: str, value: str) -> str:
    possible = VALUES.get(name)
    if possible and value.lower() not in possible:
        raise Refused("bad_value", value=cut(value, 40), setting=name, values=", ".join(possible))
    return value.lower() if possible else value


def _value(name: str, value: str, herald: Herald) -> Any:
    """The value as the option wants it."""
    choice = next(c for c in herald.choices if c.name == name)
    if isinstance(choice.default, bool):
        if value.lower() not in (*YES, *NO):
            raise Refused("bad_value", value=cut(value, 40), setting=name, values="on, off")
        return value.lower() in YES
    if isinstance(choice.default, int):
        if not value.isdigit():
            raise Refused("bad_value", value=cut(value, 40), setting=name, values=said("name.a_number"))
        return int(value)
    return value.lower().replace(" ", "_")


def complete(line: str, herald: Herald) -> list[tuple[str, str]]:
    """Completions of the last item of a line: what is shown, and the whole line with it."""
    head, comma, last = line.rpartition(",")
    before = f"{head}{comma} " if comma else ""
    offered = [Named(text, text) for text in _items(herald)]
    found = match.ranked(last.strip(), offered)
    return [(f"{before}{thing.value}"[-100:], f"{before}{thing.value}") for thing in found][:25]


def _items(herald: Herald) -> list[str]:
    """Every option with each of its values, as one writes it."""
    items: list[str] = []
    for choice in herald.choices:
        if choice.name in OWN_COMMAND_OPTIONS:
            continue
        if isinstance(choice.default, bool):
            items.append(choice.name)
        elif choice.name == EVENTS:
            items.append(f"{EVENTS} all")
        else:
            items += [f"{choice.name} {value}" for value in choice.values if value != choice.default]
    return [*items, "window_close early", "channel brief"]


def lengths(typed: str, herald: Herald) -> list[tuple[str, str]]:
    """Ends of the game to choose from, and the one typed."""
    offered: Mapping[str, Sequence[Any]] = {c.name: c.values for c in herald.choices if c.name in ENDS}
    words = {"epochs": "epochs", "vp_target": "vp", "turns": "turns"}
    known = [f"{words[name]} {value}" for name, values in offered.items() for value in values]
    found = [thing.value for thing in match.ranked(typed, [Named(text, text) for text in known])]
    try:
        own = [typed.strip()] if read_end(typed) and typed.strip() not in found else []
    except Refused:
        own = []
    return [(text, text) for text in (*own, *found)][:25]
