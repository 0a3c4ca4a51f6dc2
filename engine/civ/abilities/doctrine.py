"""Mega: Universal Doctrine, which wins Pirates and Barbarians over (CIV §17.2)."""

from __future__ import annotations

from engine.civ import verbs
from engine.civ.abilities.registry import ability
from engine.civ.board import areas_with_tokens, cities, cities_left, tokens
from engine.civ.catalog import NEUTRAL
from engine.civ.state import State
from engine.civ.verbs import area, areas, nation, tell
from engine.core.ask import choose, divide

BARBARIANS, MOST = "barbarians", 5


def uses(s: State, name: str) -> list[str]:
    """Return each Pirate city if a city is in stock, and Barbarians if a token is: it needs the pieces
    (CIV-RUL-081).
    """
    pirates = cities(s, NEUTRAL) if cities_left(s, name) else []
    return [*pirates, *([BARBARIANS] if most_tokens(s, name) else [])]


def most_tokens(s: State, name: str) -> int:
    """Return how many Barbarian tokens the nation can annex."""
    there = sum(tokens(s, where, NEUTRAL) for where in areas_with_tokens(s, NEUTRAL))
    return min(MOST, there, s.nations[name].stock)


@ability("mega", "universal_doctrine", usable=lambda s, name: bool(uses(s, name)))
async def universal_doctrine(s: State, name: str) -> None:
    """Make one Pirate city anywhere, or up to five Barbarian tokens of one area or several, the holder's."""
    picked = await choose(name, "doctrine.what", uses(s, name))
    if picked != BARBARIANS:
        verbs.annex_city(s, picked, name)
        tell(s, "ability.pirates", focus=[picked], player=nation(name), area=area(picked))
        return
    options = [str(n) for n in range(most_tokens(s, name), 0, -1)]
    n = int(await choose(name, "doctrine.number", options))
    there = {where: tokens(s, where, NEUTRAL) for where in areas_with_tokens(s, NEUTRAL)}
    parts = await divide(name, "doctrine.tokens", there, n)
    for where, part in parts.items():
        verbs.annex_tokens(s, where, NEUTRAL, name, part)
    tell(s, "ability.barbarians", focus=[*parts], player=nation(name), n=n, areas=areas(parts))
