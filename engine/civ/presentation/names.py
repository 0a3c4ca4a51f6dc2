"""Names of Advanced Civilization: areas, nations, advances, calamities, money cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Final

from engine.civ.catalog import ADVANCES, AREAS, CALAMITIES, CARDS, CATALOG, MAPS, NATIONS, NEUTRAL, PILES, SEAS, Money
from engine.civ.definitions import GROUPS, NamedFact
from engine.civ.geography import area_of
from engine.civ.options import BY_NUMBER
from engine.civ.presentation.said import said
from engine.core.naming import THE, Named, name_form, spell_out
from engine.core.text import catalogue, current_language, words


class CivNames:
    """The names of everything in the game."""

    game: str = "civ"
    kinds: tuple[str, ...] = ("area", "civ", "advance", "money")

    def name(self, kind: str, slug: str) -> str:
        """Return the name of a thing; the slug itself for a named group of options and for a slug that is not known."""
        found = _things(kind, current_language()).get(area_of(slug) if kind == "area" else slug)
        if found is not None:
            return found.name
        return slug if kind == "region" and not slug.islower() else spell_out(slug)

    def phrase(self, kind: str, slug: str, form: str = THE) -> str:
        """Return the name in a form of the language; in English nations and areas take no article."""
        return name_form(f"civ.name.{kind}.{slug}", self.name(kind, slug), form)

    def things(self, kind: str, among: Iterable[str] | None = None) -> tuple[Named, ...]:
        """Return the things of a kind, or only those slugs, with short names and regions."""
        known = _things(kind, current_language())
        if among is None:
            return tuple(known.values())
        return tuple(known.get(slug) or Named(slug, self.name(kind, slug)) for slug in among)


def aliases(thing: NamedFact, *more: str) -> tuple[str, ...]:
    """Return the other names that can be typed for a thing; with another language, also its name in the data files."""
    return more if thing.name == thing.label else (thing.label, *more)


@cache
def _things(kind: str, _language: str) -> Mapping[str, Named]:
    return {named.value: named for named in MAKERS[kind]()} if kind in MAKERS else {}


def _areas() -> list[Named]:
    return [
        Named(a.id, a.name, aliases(a, *a.aliases), a.code, (CATALOG.regions[a.region].name,)) for a in AREAS.values()
    ]


def _nations() -> list[Named]:
    nations = [Named(n.id, n.name, aliases(n, n.adjective)) for n in NATIONS.values()]
    name, english = words("option.area.neutral"), catalogue()["option.area.neutral"]
    return [*nations, Named(NEUTRAL, name, () if name == english else (english,))]


def _advances() -> list[Named]:
    both = {card.id: card for deck in ADVANCES.values() for card in deck.values()}
    return [Named(card.id, card.name, aliases(card)) for card in both.values()]


def _calamities() -> list[Named]:
    both = {one.id: one for deck in CALAMITIES.values() for one in deck.values()}
    return [Named(one.id, one.name, aliases(one)) for one in both.values()]


def _money() -> list[Named]:
    return [
        Named(card.id, f"{PILES[card.pile - 1].name} {card.value}", _money_aliases(card)) for card in CARDS.values()
    ]


def _money_aliases(card: Money) -> tuple[str, ...]:
    pile = PILES[card.pile - 1]
    return tuple(f"{name} {card.value}" for name in aliases(pile))


def _colours() -> list[Named]:
    return [Named(group, words(f"option.advance.credits.{group}")) for group in GROUPS]


def _marks(kind: str) -> list[str]:
    """The flood plains, or volcanoes, of the board."""
    return list(dict.fromkeys(getattr(a, kind) for a in AREAS.values() if getattr(a, kind)))


MAKERS: Final[Mapping[str, Callable[[], list[Named]]]] = {
    "area": _areas,
    "civ": _nations,
    "advance": _advances,
    "calamity": _calamities,
    "money": _money,
    "card": _money,
    "pile": lambda: [Named(str(pile.number), pile.name, aliases(pile)) for pile in PILES],
    "colour": _colours,
    "region": lambda: [
        *(Named(region.id, region.name, aliases(region)) for region in CATALOG.regions.values()),
        *_colours(),
        Named("other", said("other")),
    ],
    "sea": lambda: [Named(sea.id, sea.name, aliases(sea)) for sea in SEAS.values()],
    "plain": lambda: [Named(one, words(f"option.calamity.site.{one}")) for one in _marks("plain")],
    "volcano": lambda: [Named(one, words(f"option.calamity.site.{one}")) for one in _marks("volcano")],
    "map": lambda: [Named(board, said(f"map.{board}.name")) for board in (BY_NUMBER, *MAPS)],
}
NAMES: Final = CivNames()
