"""Names of Ancient Civilizations of the Middle East, from its catalog."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from engine.acme.facts.catalog import AREAS, BARBARIANS, CARDS, CIVS, DEITIES, MAPS, REGIONS, TRACKS
from engine.acme.facts.definitions import NamedFacts
from engine.acme.history.facts import HISTORICAL, scenario_name_of, slug_of
from engine.acme.view import AcmeView
from engine.core.naming import THE, Named, name_form, spell_out
from engine.core.text import ENGLISH, current_language, has_text, words

WHOSE: Final = "gen"  # the form of a name that says whose something is


@dataclass(frozen=True, slots=True)
class AcmeNames:
    """The names of areas, civs, cards and Deities; a scenario can have its own."""

    scenario: str = ""
    game: str = "acme"
    kinds: tuple[str, ...] = ("area", "civ", "deity", "track")

    def name(self, kind: str, slug: str) -> str:
        """Return the name of a thing; a slug that is not known is spelled out.

        A region that is no place has a group in long lists too, with a name of its own.
        """
        found = _things(kind, self.scenario, current_language()).get(slug)
        key = f"acme.face.group.{slug}"
        return found.name if found else words(key) if kind == "region" and has_text(key) else spell_out(slug)

    def phrase(self, kind: str, slug: str, form: str = THE) -> str:
        """Return the name inside a sentence; in English, civilizations that are peoples take an article."""
        if current_language() != ENGLISH:
            return name_form(self._key(kind, slug), self.name(kind, slug), form)
        if kind == "civ" and slug in PHRASES.get(self.scenario, {}):
            return PHRASES[self.scenario][slug]
        if kind == "civ" and slug in CIVS:
            return CIVS[slug].phrase
        return words("acme.face.word.the_barbarians") if slug == BARBARIANS else self.name(kind, slug)

    def _key(self, kind: str, slug: str) -> str:
        """Return the catalogue key of a name; a scenario can have its own."""
        own = scenario_name_of(self.scenario, slug) if kind == "civ" else ""
        return f"acme.name.side.{slug_of(own)}" if own else f"acme.name.{kind}.{slug}"

    def things(self, kind: str, among: Iterable[str] | None = None) -> tuple[Named, ...]:
        """Return the things of a kind, or only those slugs, with aliases, codes and regions."""
        there = _things(kind, self.scenario, current_language())
        if among is None:
            return tuple(there.values())
        return tuple(there.get(slug) or Named(slug, spell_out(slug)) for slug in among)


def aliases(thing: NamedFacts, *more: str) -> tuple[str, ...]:
    """Return the other names that can be typed for a thing; with another language, also its name in the data files."""
    return more if thing.name == thing.label else (thing.label, *more)


@cache
def _things(kind: str, scenario: str, _language: str) -> Mapping[str, Named]:
    things = {"area": _areas, "civ": _civs, "card": _cards, "deity": _deities, "map": _maps, "region": _regions}
    things |= {"ability": _abilities, "track": _tracks}
    found = {named.value: named for named in things[kind]()} if kind in things else {}
    return found | (_called(scenario, found) if kind == "civ" else {})


def _areas() -> list[Named]:
    return [
        Named(a.id, a.name, aliases(a, *a.aliases), a.code, (REGIONS[a.region].name, a.terrain)) for a in AREAS.values()
    ]


def _civs() -> list[Named]:
    civs = [Named(c.id, c.name, aliases(c, c.adjective, *c.aliases)) for c in CIVS.values()]
    return [*civs, Named(BARBARIANS, words("acme.face.word.barbarians"))]


def _cards() -> list[Named]:
    return [Named(c.token, c.name, aliases(c), c.token, (c.group,)) for c in CARDS.values()]


def _deities() -> list[Named]:
    return [Named(d.id, d.name, aliases(d), d.number) for d in DEITIES.values()]


def _tracks() -> list[Named]:
    return [Named(t.id, t.name, aliases(t)) for t in TRACKS.values()]


def _abilities() -> list[Named]:
    return [Named(a.id, a.name, aliases(a)) for c in CIVS.values() for a in c.abilities]


def _maps() -> list[Named]:
    return [Named(m.id, m.name, aliases(m)) for m in MAPS.values()]


def _regions() -> list[Named]:
    return [Named(r.id, r.name, aliases(r)) for r in REGIONS.values()]


def _called(scenario: str, usual: Mapping[str, Named]) -> dict[str, Named]:
    """Return the names that a scenario gives to civs and neutral Factions; the usual names are aliases."""
    if scenario not in HISTORICAL:
        return {}
    h = HISTORICAL[scenario]
    civs = {side.civ: usual[side.civ] for side in h.side if side.label}
    called = {
        c: replace(n, name=h.sides[c].name, aliases=(*aliases(h.sides[c]), n.name, *n.aliases)) for c, n in civs.items()
    }
    return called | {neutral.id: Named(neutral.id, neutral.name, aliases(neutral)) for neutral in h.neutral}


PHRASES: Final[Mapping[str, Mapping[str, str]]] = {
    h.id: {s.civ: s.phrase for s in h.side if s.label} | {n.id: n.phrase for n in h.neutral}
    for h in HISTORICAL.values()
}
NAMES: Final = AcmeNames()


@cache
def names_in(scenario: str) -> AcmeNames:
    """Return the names that a scenario uses."""
    return AcmeNames(scenario) if scenario in HISTORICAL else NAMES


def paints_in(scenario: str) -> Mapping[str, str]:
    """Return the colours that a scenario gives to civs."""
    sides = HISTORICAL[scenario].side if scenario in HISTORICAL else ()
    return {side.civ: side.colour for side in sides if side.colour}


def names_of(view: AcmeView) -> AcmeNames:
    """Return the names in the game of a view."""
    return names_in(view.scenario)
