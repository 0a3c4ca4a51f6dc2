"""Reads a view of Advanced Civilization for screens and lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.civ.catalog import CATALOG, NUMBERS, SEAS
from engine.civ.describe import city_of
from engine.civ.geography import geography
from engine.civ.presentation.names import NAMES
from engine.civ.presentation.said import said, several
from engine.civ.view import AreaView, CivView, NationView
from engine.core.naming import Named, fold
from engine.core.presentation import Board, Stacks

MOST: Final = max(CATALOG.tokens.values())


class CivBoard(Board):
    """Areas and the tokens in them."""

    def stacks(self, view: CivView) -> Stacks:
        """Return the tokens of each owner in each area in play."""
        return {name: area.tokens for name, area in areas(view).items()}

    def limit(self, _view: CivView, _area: str) -> int:
        """Return all tokens of a nation: any number may come together, the surplus goes later (CIV §8.6, §11.1)."""
        return MOST

    def group(self, view: CivView, seat: str, name: str) -> tuple[str, ...] | None:
        """Return the areas with the seat's tokens for `all`; else the areas of a region."""
        if fold(name) == "all":
            return tuple(sorted(areas_of(view, seat)))
        region = next((r.id for r in CATALOG.regions.values() if fold(name) in {fold(r.id), fold(r.name)}), "")
        return tuple(sorted(a for a in areas(view) if CATALOG.areas[a].region == region)) if region else None

    def near(self, view: CivView, area: str) -> tuple[str, ...]:
        """Return the areas next to it by land, then those over a strip of water."""
        return geography(view.map.id).near.get(area, ())

    def all_areas(self) -> tuple[Named, ...]:
        """Return all areas of the board."""
        return NAMES.things("area")

    def worth(self, view: CivView, seat: str, area: str) -> str:
        """Return `city` if the nation has one in the area."""
        return said("city_word") if area in view.areas and view.areas[area].city == seat else ""

    def hand(self, view: CivView, seat: str) -> tuple[str, ...]:
        """Return the money cards by pile and value as in the picture; only their owner sees them."""
        return tuple(card.card for card in view.hand_of(seat))

    def facts(self, view: CivView, seat: str) -> str:
        """Return the facts of a nation: `23 tokens · 4 cities · 12 in treasury · 9 in stock · space 4, Early
        Bronze`.
        """
        own = view.nations.get(seat)
        return " · ".join(holdings(own)) if own else ""

    def newly_contested(self, before: CivView | None, after: CivView) -> Sequence[str]:
        """Return the areas in conflict that were not before."""
        old = set(before.conflicts) if before else set()
        return [name for name in after.conflicts if name not in old]

    def means_of(self, view: CivView, seat: str, *, whole: bool) -> Mapping[str, str]:
        """Return cities, ships and treasury; with `whole`, also the stock."""
        own = view.nations.get(seat)
        if own is None:
            return {}
        counts = {"cities": len(own.cities), "ships": len(own.ships), "treasury": own.treasury}
        counts |= {"stock": own.stock} if whole else {}
        return {said(f"holds.{key}"): str(n) for key, n in counts.items()}


def areas(view: CivView) -> Mapping[str, AreaView]:
    """Return the areas in play of a view."""
    return view.areas


def city_tokens(area: AreaView) -> int:
    """Return the tokens of a city in an area of a view (CIV §10.1)."""
    return NUMBERS.site_tokens if area.site else NUMBERS.wilderness_tokens


def nation(view: CivView, seat: str) -> NationView:
    """Return the part of the view about a nation. Raises KeyError for a seat that has left."""
    return view.nations[seat]


def areas_of(view: CivView, seat: str) -> list[str]:
    """Return the areas with tokens of a nation, in the order of the board."""
    return [name for name, area in areas(view).items() if seat in area.tokens]


def holdings(own: NationView) -> list[str]:
    """Return what a nation has, as far as it is public."""
    cards = sum(own.hand.values())
    return [
        several("token", own.tokens),
        several("city", len(own.cities)),
        *([several("ship", len(own.ships))] if own.ships else []),
        said("treasury", n=own.treasury),
        said("stock", n=own.stock),
        *([several("card", cards)] if cards else []),
        *([several("advance", len(own.advances))] if own.advances else []),
        said("space", n=own.space, epoch=said(f"epoch.{own.epoch}")),
    ]


def owner_name(owner: str) -> str:
    """Return a nation, or the neutral owner, by name."""
    return NAMES.name("civ", owner)


def place_name(token: str) -> str:
    """Return the name of an area or an open sea; a harbour is named by its area."""
    return NAMES.name("sea", token) if token in SEAS else NAMES.name("area", token)


def state(view: CivView, name: str) -> str:
    """Return what is in an area: `city of Egypt, Crete 3, Barbarians 2, ship of Crete, in conflict`; empty for
    nothing.
    """
    area = areas(view)[name]
    parts = [city_of(area.city)] if area.city else []
    stacks = sorted(area.tokens.items(), key=lambda stack: -stack[1])
    parts += [f"{owner_name(owner)} {n}" for owner, n in stacks]
    parts += [said("ship_of" if n == 1 else "ships_of", owner=owner_name(o), n=n) for o, n in area.ships.items()]
    parts += [said("in_conflict")] if area.conflict else []
    return ", ".join(parts)


def support(own: NationView) -> str:
    """Return tokens and cities in words: `12 tokens, 5 cities need 10`."""
    return support_text(own.support.tokens, len(own.cities), own.support.needed)


def support_text(tokens: int, cities: int, needed: int) -> str:
    """Return in words how the tokens support the cities."""
    there = several("token", tokens)
    return said("support_one" if cities == 1 else "support", tokens=there, needed=needed, cities=cities)
