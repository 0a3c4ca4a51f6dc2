"""Says what a calamity costs or brings with the present choice: the units, their points, and what is left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.civ.calamities.decline import next_bribes, sufficient
from engine.civ.catalog import AREAS, CARDS, NUMBERS
from engine.civ.presentation.board import nation, support_text
from engine.civ.presentation.names import NAMES
from engine.civ.presentation.said import said, several
from engine.civ.view import CivView
from engine.core.message import list_of
from engine.core.naming import name_tokens
from engine.core.presentation import Scene
from engine.core.text import list_parts, thing

TOWNS: Final = frozenset(
    {
        *("calamity.lose_cities", "war.faction_cities", "war.pick_cities", "war.loss_cities", "mega.pick_cities"),
        *(
            "mega.keep_cities",
            "calamity.cities",
            "calamity.pirates",
            "annex.betrayed",
            "annex.cities",
            "mega.sacrifice",
        ),
        *("revolt.cities", "revolt.lost", "support.reduce"),
    }
)
GONE: Final = frozenset({"famine.water", "calamity.lose_cities", "calamity.lose", "mega.sacrifice", "revolt.lost"})
REDUCED: Final = frozenset({"calamity.cities", "mega.escape", "support.reduce"})
SHARED: Final = frozenset({"calamity.victims", "calamity.named"})
BRIBES: Final = "mega.discard"
OWN: Final = 500


def toll(
    scene: Scene[CivView],
    key: str,
    towns: Sequence[str],
    units: Mapping[str, int],
    asked: Mapping[str, Any],
    count: int = 0,
    cards: Sequence[str] = (),
) -> str:
    """Return what the chosen losses come to.

    `8 points: the city in Rome, 3 tokens. Then 12 tokens on the board, 4 cities need 8.` `asked` are the values of the
    question: the points to lose (`n`), and what a city counts (`points`). `count` is a number of cities that are not
    named; `cards` are money cards that are given up.
    """
    if key in SHARED:
        return ""
    if cards:
        going = with_forced_cards(scene, cards, int(asked["n"])) if key == BRIBES else [*cards]
        named = list_parts([NAMES.name("money", card) for card in going], OWN)
        piles = sum(CARDS[card].pile for card in going)
        return said("toll.piles", what=named, n=piles) if key == BRIBES else said("toll.what", what=named)
    city = int(asked.get("points", 0))
    rest = max(0, int(asked.get("n", 0)) - city * max(count, len(towns)) - sum(units.values())) if city else 0
    names = [name_tokens(said("toll.city", area=thing("area", town)), NAMES) for town in towns]
    names += [several("city", count)] if count > len(towns) else []
    names += [several("token", sum(units.values()))] if units else []
    names += [said("toll.rest", n=rest)] if rest else []
    what = list_parts(names, OWN) or said("none")
    sum_of = said("toll.points", n=asked.get("n", ""), what=what) if city else said("toll.what", what=what)
    return " ".join(filter(None, [sum_of, _left(scene, key, towns, rest + sum(units.values()))]))


def with_forced_cards(scene: Scene[CivView], cards: Sequence[str], due: int) -> list[str]:
    """Return the chosen cards, and each further card that is the only one to fit and so goes without a question."""
    hand, going = [one.card for one in scene.before.hand_of(scene.seat)], [*cards]
    enough = sufficient(hand, due)
    while len(fitting := next_bribes(hand, enough, going)) == 1:
        going += fitting
    return going


def units_text(cities: int, tokens: int) -> str:
    """Return cities and tokens in words: `1 city and 3 tokens`; `nothing` without any."""
    parts = [several("city", cities)] * bool(cities) + [several("token", tokens)] * bool(tokens)
    return str(list_of(parts)) or said("toll.nothing")


def _left(scene: Scene[CivView], key: str, towns: Sequence[str], lost: int) -> str:
    """Tokens and cities afterwards, and what they need; empty where it is not the seat that loses."""
    own = nation(scene.before, scene.seat)
    if key not in GONE | REDUCED or not set(towns) <= set(own.cities):
        return ""
    come = min(own.stock + lost, sum(AREAS[a].limit for a in towns)) if key in REDUCED else 0
    rate = NUMBERS.support + ("cultural_ascendancy" in own.advances)
    cities = len(own.cities) - len(towns)
    tokens = own.tokens - lost + come
    return said("toll.left", support=support_text(tokens, cities, rate * cities))
