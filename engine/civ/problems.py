"""Broken invariants: what must hold in every position that play can reach (CIV §23)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.civ.board import city_count, deck, is_supported, land, mega, population
from engine.civ.catalog import AREAS, CALAMITIES, CARDS, CATALOG, NATIONS, NEUTRAL, NUMBERS
from engine.civ.geography import area_of
from engine.civ.state import State
from engine.civ.support import excess
from engine.civ.track import track

TRIMMED = ("support", "cards.order")
SUPPORTED = ("cards.order", "advances")


def problems(s: State) -> list[str]:
    """Return all that is wrong with the position; empty if nothing is."""
    return [*piece_problems(s), *place_problems(s), *card_problems(s), *nation_problems(s), *phase_problems(s)]


def piece_problems(s: State) -> Iterator[str]:
    """Yield violations of 47 or 55 tokens, nine cities, four ships of each nation (CIV §23.1)."""
    aboard = sum(ship.aboard for ship in s.sailing)
    for name, one in s.nations.items():
        if name not in NATIONS:
            continue
        at_sea = aboard if s.order[s.active : s.active + 1] == [name] else 0
        total = population(s, name) + one.stock + one.treasury + at_sea
        if total != CATALOG.tokens[s.seats] or min(one.stock, one.treasury) < 0:
            yield f"{name} has {total} tokens, {one.stock} in stock, {one.treasury} in treasury"
        if city_count(s, name) > NUMBERS.cities or len(one.ships) > NUMBERS.ships:
            yield f"{name} has {city_count(s, name)} cities and {len(one.ships)} ships"


def place_problems(s: State) -> Iterator[str]:
    """Yield pieces in areas out of play and ships outside harbours."""
    inside, known = set(land(s).areas), {*s.nations, NEUTRAL}
    for where, here in s.tokens.items():
        if where not in inside or not here or min(here.values()) < 1 or set(here) - known:
            yield f"{where} holds {here}"
    for where, owner in s.cities.items():
        if where not in inside or owner not in known:
            yield f"a city of {owner} stands in {where}"
    for name, one in s.nations.items():
        for harbour in one.ships:
            if harbour not in land(s).harbours.get(area_of(harbour), ()):
                yield f"a ship of {name} lies at {harbour}"
    if set(s.acquired) - set(s.cities):
        yield f"{s.acquired} have been acquired, and there is no city"


def card_problems(s: State) -> Iterator[str]:
    """Yield missing or doubled money cards and calamities, and money cards in a wrong pile (CIV §23.1)."""
    if s.phase == "setup.order":
        return
    held = [card for one in s.nations.values() for card in one.hand]
    where = Counter([*held, *s.spent, *(card for pile in s.piles for card in pile)])
    if where != Counter(list(CARDS)):
        yield "money cards are missing or there twice"
    if any(CARDS[card].pile != n for n, pile in enumerate(s.piles, start=1) for card in pile):
        yield "a money card lies in a pile of another type"
    every = list(CALAMITIES["mega" if mega(s) else "classic"])
    if sorted([*s.calamities, *s.open, *s.shown]) != sorted(every):
        yield "calamities are missing or there twice"


def nation_problems(s: State) -> Iterator[str]:
    """Yield markers off the track, advances held twice, locked cards not in hand (CIV §23.3, §23.4)."""
    for name, one in s.nations.items():
        if name in NATIONS and not 0 <= one.space <= track(s, name).last:
            yield f"the marker of {name} stands on {one.space}"
        if len(set(one.advances)) != len(one.advances) or set(one.advances) - set(deck(s)):
            yield f"{name} holds {one.advances}"
        if set(one.locked) - set(one.hand):
            yield f"{name} has locked {one.locked}, which it does not hold"


def phase_problems(s: State) -> Iterator[str]:
    """Yield areas with too many tokens after the surplus, and unsupported cities after the support (CIV §23.2)."""
    if s.phase in TRIMMED or (s.phase == "advances" and mega(s)):
        for where, here in s.tokens.items():
            for owner in here:
                if where in AREAS and excess(s, where, owner) > 0:
                    yield f"{where} holds {here}"
    if s.phase in SUPPORTED:
        for name, one in s.nations.items():
            if not one.inert and not is_supported(s, name):
                yield f"the cities of {name} are not supported"
