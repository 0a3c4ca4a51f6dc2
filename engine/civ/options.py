"""The options of a table: read strictly, with a reason for each that is refused (CIV §1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.civ.catalog import CATALOG, MAPS, NUMBERS
from engine.civ.state import Options
from engine.core.game import Choice, Scenario, SetupError
from engine.core.said import Said

PAIRS: Mapping[str, tuple[str, ...]] = {"classic": ("classic", "basic", "expert"), "mega": ("basic", "expert")}
SETTLED = {"no_trading": ("classic", "classic"), "basic": ("mega", "basic"), "expert": ("mega", "expert")}
LIMITS = (0, 12, 20, 30, 40)
COST_RULES = ("below_100", "at_least_100")
BY_NUMBER = "auto"


def _choices(deck: str, track: str) -> tuple[Choice, ...]:
    return (
        Choice("deck", "deck", deck, "The 24 civilization cards, or the 51 advances.", tuple(PAIRS)),
        Choice("track", "track", track, "The succession track.", PAIRS["classic"]),
        Choice("map", "map", BY_NUMBER, "The board; else that of the number of players.", (BY_NUMBER, *MAPS)),
        Choice("turn_limit", "integer", 0, "The game ends after so many turns; 0 for none.", LIMITS),
        Choice("expert_cost_rule", "rule", COST_RULES[0], "Which advances the Iron Ages of Expert count.", COST_RULES),
        Choice("mining_bonus", "boolean", default=False, text="Mining makes one card a turn worth more."),
        Choice("ask_each_roll", "boolean", default=False, text="Who need not roll is asked before each roll."),
        Choice("simultaneous_moves", "boolean", default=False, text="All plan their moves at once."),
        Choice(
            "immunity_for_nontradable", "boolean", default=False, text="The high roller is spared by Famine, Flood."
        ),
        Choice("npc_takes_over", "boolean", default=True, text="A seat that is left is played on by the computer."),
    )


SCENARIOS: Mapping[str, Scenario] = {
    name: Scenario(name, Said(f"scenario.{name}"), min(CATALOG.tokens), max(CATALOG.tokens), _choices(*SETTLED[name]))
    for name in SETTLED
}


def read_options(scenario: str, raw: Mapping[str, Any], players: int) -> Options:
    """The options in effect for so many players. Raises SetupError that names the option."""
    known = {c.name: c.default for c in SCENARIOS[scenario].options}
    unknown = sorted(set(raw) - set(known))
    if unknown:
        raise SetupError(unknown[0], "option", known=known)
    values = {**known, **raw}
    options = Options(**{name: READERS[name](name, value) for name, value in values.items()})
    if options.track not in PAIRS[options.deck]:
        raise SetupError("track", "civ.track", deck=options.deck, known=PAIRS[options.deck])
    options.map = options.map if options.map in MAPS else CATALOG.default_map[players]
    if players not in MAPS[options.map].players:
        raise SetupError("map", "civ.players", map=options.map, known=MAPS[options.map].players, n=players)
    return options


def _flag(name: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise SetupError(name, "flag")
    return value


def _turns(name: str, value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= NUMBERS.turn_cap:
        raise SetupError(name, "whole", low=0, high=NUMBERS.turn_cap)
    return value


def _among(*values: str) -> Callable[[str, Any], str]:
    def read(name: str, value: Any) -> str:
        if value not in values:
            raise SetupError(name, "one_of", known=[v for v in values if v])
        return str(value)

    return read


READERS: Mapping[str, Callable[[str, Any], Any]] = {
    "deck": _among(*PAIRS),
    "track": _among(*PAIRS["classic"]),
    "map": _among("", BY_NUMBER, *MAPS),
    "turn_limit": _turns,
    "expert_cost_rule": _among(*COST_RULES),
    "mining_bonus": _flag,
    "ask_each_roll": _flag,
    "simultaneous_moves": _flag,
    "immunity_for_nontradable": _flag,
    "npc_takes_over": _flag,
}
