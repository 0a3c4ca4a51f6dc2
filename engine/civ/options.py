"""The options of a table, each declared once: type, default, what it does, its control in the lobby (CIV §1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any

import msgspec

from engine.civ.catalog import CATALOG, MAPS, NUMBERS
from engine.core.game import Choice, Scenario, SetupError, declared_options
from engine.core.game import read_options as read
from engine.core.message import Message

PAIRS: Mapping[str, tuple[str, ...]] = {"classic": ("classic", "basic", "expert"), "mega": ("basic", "expert")}
SETTLED = {"no_trading": ("classic", "classic"), "basic": ("mega", "basic"), "expert": ("mega", "expert")}
LIMITS = (0, 12, 20, 30, 40)
COST_RULES = ("below_100", "at_least_100")
BY_NUMBER = "auto"
GENTLE, USUAL, STRONG = "gentle", "usual", "strong"  # how well computers play


class Options(msgspec.Struct, frozen=True):
    """What the table agrees on before the start (CIV §1)."""

    deck: Annotated[
        str,
        Choice(values=tuple(PAIRS), shown="radio", page="deck"),
    ] = "classic"
    track: Annotated[str, Choice(values=PAIRS["classic"], shown="radio", page="deck")] = "classic"
    map: Annotated[
        str,
        Choice(
            default=BY_NUMBER,
            values=(BY_NUMBER, *MAPS),
            shown="map",
        ),
    ] = ""
    turn_limit: Annotated[
        int,
        Choice(
            values=LIMITS,
            most=NUMBERS.turn_cap,
            shown="length",
            word="turns",
        ),
    ] = 0
    expert_cost_rule: Annotated[str, Choice(values=COST_RULES, shown="radio")] = COST_RULES[0]
    mining_bonus: Annotated[bool, Choice(shown="box")] = False
    ask_each_roll: Annotated[bool, Choice(shown="box")] = False
    simultaneous_moves: Annotated[bool, Choice(shown="box")] = False
    immunity_for_nontradable: Annotated[bool, Choice(shown="box")] = False
    npc_takes_over: Annotated[bool, Choice(shown="box")] = True
    npc: Annotated[str, Choice(values=(GENTLE, USUAL, STRONG), shown="npc_radio")] = USUAL


def _choices(deck: str, track: str) -> tuple[Choice, ...]:
    settled = {"deck": deck, "track": track}
    return tuple(replace(c, default=settled.get(c.name, c.default)) for c in declared_options(Options, "civ").values())


SCENARIOS: Mapping[str, Scenario] = {
    name: Scenario(
        name, Message(f"scenario.{name}"), min(CATALOG.tokens), max(CATALOG.tokens), _choices(*SETTLED[name])
    )
    for name in SETTLED
}


def read_options(scenario: str, raw: Mapping[str, Any], players: int) -> Options:
    """Return the options in effect for so many players. Raises SetupError that names the option."""
    choices = SCENARIOS[scenario].options
    options = Options(**read(choices, {**{c.name: c.default for c in choices}, **raw}))
    if options.track not in PAIRS[options.deck]:
        raise SetupError("track", "civ.track", deck=options.deck, known=PAIRS[options.deck])
    if options.map not in MAPS:
        options = msgspec.structs.replace(options, map=CATALOG.default_map[players])
    if players not in MAPS[options.map].players:
        raise SetupError("map", "civ.players", map=options.map, known=MAPS[options.map].players, n=players)
    return options
