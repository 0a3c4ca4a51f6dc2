"""Options of a lobby: checked against what the scenario offers."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, cast, get_args

from bot.lengths import LENGTHS
from bot.values import ChannelStyle, Guests, Pace, Refused, Settings, WindowClose
from engine.core.game import Choice, Game, Scenario, SeatPlan, SetupError
from engine.core.text import languages


def scenario_of(game: Game[Any], name: str) -> Scenario:
    """The scenario of that name, or the game's first. Refused: bad_option."""
    if not name:
        return next(iter(game.scenarios.values()))
    found = game.scenarios.get(name)
    if found is None:
        raise Refused("bad_option", option="scenario", value=name, values=tuple(game.scenarios))
    return found


def checked(scenario: Scenario, kept: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Options with the changes; None resets one. Those left at their defaults are not stored. Refused: bad_option."""
    choices = {choice.name: choice for choice in scenario.options}
    merged = {name: value for name, value in kept.items() if name in choices}
    for name, value in changes.items():
        if name not in choices:
            raise Refused("option_elsewhere", option=name, scenario=scenario.title)
        if value is None:
            merged.pop(name, None)
        else:
            merged[name] = _legal(choices[name], value)
    return {name: value for name, value in merged.items() if choices[name].kept or value != choices[name].default}


def _legal(choice: Choice, value: Any) -> Any:
    """The value as the option wants it; texts are read, and numbers need not be among those offered."""
    read = _read(choice, value) if isinstance(value, str) else value
    if not FITS.get(choice.kind, _anything)(choice, read):
        raise Refused("bad_option", option=choice.name, value=value, values=choice.values)
    return read


def _read(choice: Choice, text: str) -> Any:
    """What somebody has typed, as the kind of option wants it."""
    if choice.kind in {"boolean", "events"} and text.lower() in TRUTH:
        return TRUTH[text.lower()]
    if choice.kind == "events":
        return [_number(part) for part in text.replace(",", " ").split()]
    return text if choice.kind == "choice" else _number(text)


def _number(text: str) -> int | str:
    return int(text) if WHOLE.fullmatch(text) else text


def _anything(_: Choice, __: Any) -> bool:
    return True


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


WHOLE: Final = re.compile(r"-?[0-9]{1,9}")
TRUTH: Final = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}
FITS: Final[Mapping[str, Callable[[Choice, Any], bool]]] = {
    "choice": lambda choice, value: value in choice.values,
    "boolean": lambda _, value: isinstance(value, bool),
    "integer": lambda choice, value: _whole(value) and (value >= 0 or value in choice.values),
    "events": lambda _, value: isinstance(value, bool) or (isinstance(value, list) and all(map(_whole, value))),
}


def tried(
    game: Game[Any], scenario: Scenario, options: Mapping[str, Any], people: int, npcs: int, npc_civs: Sequence[str]
) -> None:
    """Whether the game can be set up like that, whoever may sit down yet. Refused: setup (with the reason)."""
    missing = max(0, scenario.least - people - npcs)
    plans = [SeatPlan(open=True) for _ in range(people + missing)]
    plans += [SeatPlan(npc_civs[i] if i < len(npc_civs) else "", "npc") for i in range(npcs)]
    try:
        game.setup(scenario.name, plans[: scenario.most], options, "trial")
    except SetupError as error:
        raise Refused("setup", game=game.name, at=error.at, reason=error.why) from error


def changed(settings: Settings, changes: Mapping[str, Any]) -> Settings:
    """Settings with the changes. Refused: bad_option."""
    allowed = {
        "pace": get_args(Pace),
        "window_close": get_args(WindowClose),
        "channel": get_args(ChannelStyle),
        "guests": get_args(Guests),
        "language": languages(),
    }
    for name, value in changes.items():
        if name == "note":
            if not isinstance(value, str) or len(value) > LENGTHS.note:
                raise Refused("bad_option", option=name, value=value, values=())
        elif name not in allowed or value not in allowed[name]:
            raise Refused("bad_option", option=name, value=value, values=allowed.get(name, (*allowed, "note")))
    return replace(settings, **cast("dict[str, Any]", dict(changes)))


def loaded(raw: str) -> dict[str, Any]:
    """Stored options."""
    return dict(json.loads(raw))
