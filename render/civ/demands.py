"""The requirements of spaces on the A.S.T., and what a nation has of them, in words (CIV §19.2-19.4)."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from engine.civ.catalog import ADVANCES, CATALOG
from engine.civ.definitions import Advance, Demand, Epoch, Track
from render.civ.position import Position, ShownNation
from render.civ.words import words


@dataclass(frozen=True, slots=True)
class Asked:
    """One demand of the next space: its words, whether it is met, and what the nation has of it."""

    words: str
    met: bool
    have: int
    wanted: int


def kind_of(position: Position) -> Track:
    """Return which of the three tracks is played."""
    return "classic" if position.track == "classic" else "basic" if position.track == "basic" else "expert"


def epoch_demand(position: Position, epoch: Epoch) -> str:
    """Return the requirements for entering an epoch, in a few words; empty if none, or if it isn't on that track."""
    kind = kind_of(position)
    demand = CATALOG.demands.get((kind, epoch), Demand())
    if kind == "expert" and not position.mega:
        demand = CATALOG.classic_deck.get(epoch, demand)
    asked = msgspec.structs.asdict(demand)
    return ", ".join(demand_words(key, n) for key, n in asked.items() if n)


def demand_words(key: str, n: int) -> str:
    """Return a text such as '4 cities', '2 advances of 200 or more'."""
    return str(words("demands")[key].format(n=n))


def asked_of(position: Position, one: ShownNation) -> list[Asked]:
    """Return the demands of the next space, those that are not met first."""
    following = one.seen.next
    if not following:
        return []
    have, points = holdings(position, one), following.points
    wanted = {**following.asks, **({"points": points} if points else {})}
    found = [
        Asked(demand_words(key, n), key not in following.missing, min(have[key], n), n) for key, n in wanted.items()
    ]
    return sorted(found, key=lambda asked: asked.met)


def advances_of(position: Position, one: ShownNation) -> list[Advance]:
    """Return the advances of a nation."""
    deck = ADVANCES["mega" if position.mega else "classic"]
    return [deck[card] for card in one.advances]


def holdings(position: Position, one: ShownNation) -> dict[str, int]:
    """Return what a nation has of everything that can be required; the Wonder of the World counts as a city
    (CIV-RUL-079).
    """
    cards = advances_of(position, one)
    cheap = position.view.options.expert_cost_rule == "below_100"
    return {
        "cities": one.cities + ("wonder_of_the_world" in one.advances),
        "groups": len({group for card in cards for group in card.groups}),
        "advances": len(cards),
        "of_100": sum(card.price >= 100 for card in cards),
        "of_200": sum(card.price >= 200 for card in cards),
        "below_100": sum((card.price < 100) == cheap for card in cards),
        "vp": sum(card.vp for card in cards),
        "points": sum(card.price for card in cards),
    }
