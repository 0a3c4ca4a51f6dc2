"""Reads a view of ACME for screens and plan lines."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from engine.acme.facts.catalog import AREAS, CARDS, REGIONS, RULES, TRACKS, neighbours
from engine.acme.facts.definitions import BARBARIANS
from engine.acme.presentation.cards import whole_text
from engine.acme.presentation.names import NAMES
from engine.acme.presentation.provenance import mark
from engine.acme.presentation.said import said
from engine.acme.view import AcmeView, CivilizationView
from engine.core.naming import Named, fold
from engine.core.presentation import Board, Stacks
from engine.core.text import count_noun

POWER_USES: Final = 2


class AcmeBoard(Board):
    """The board of ACME in a view."""

    def stacks(self, view: AcmeView) -> Stacks:
        """Return the disks of each Faction in each area in play."""
        return {area: there.disks for area, there in view.areas.items()}

    def limit(self, _view: AcmeView, area: str) -> int:
        """Return the most disks while placing (ACME §3.1)."""
        return AREAS[area].cap if area in AREAS else RULES.usable_disks

    def group(self, view: AcmeView, seat: str, name: str) -> tuple[str, ...] | None:
        """Return the seat's own areas of a kind: `camps`, `settlements`, `cities`, `seas`, `coast`, or of a region."""
        word = fold(name)
        belongs = WORDS.get(word) or REGIONAL.get(word)
        if belongs is None:
            return None
        stacks = {area: there.get(seat, 0) for area, there in self.stacks(view).items()}
        areas = [a for a, n in stacks.items() if n and belongs(view, a, n)]
        return tuple(sorted(areas, key=lambda a: AREAS[a].label))

    def near(self, view: AcmeView, area: str) -> tuple[str, ...]:
        """Return the areas in play next to an area."""
        return neighbours(view.map, area) if area in AREAS else ()

    def all_areas(self) -> tuple[Named, ...]:
        """Return all areas of the full map."""
        return NAMES.things("area")

    def worth(self, view: AcmeView, seat: str, area: str) -> str:
        """Return `City` or `Settlement` for a stack that is one."""
        n = self.stacks(view).get(area, {}).get(seat, 0)
        if seat == BARBARIANS or area not in AREAS or not AREAS[area].holds_cities:
            return ""
        if _is_city(area, n):
            return said("city")
        return said("settlement") if n == RULES.settlement_disks else ""

    def hand(self, view: AcmeView, seat: str) -> tuple[str, ...]:
        """Return the numbers of the cards held, as far as the view shows them."""
        return tuple(str(card) for card in view.civ(seat).hand or ())

    def means(self, view: AcmeView, seat: str, token: str) -> int:
        """Return how many units a seat can pay with one means.

        All its mina, an Investment for each of its disks, a Deity's power twice, anything else once.
        """
        civ = view.civ(seat)
        kind, _, number = token.partition(":")
        if kind == "mina":
            return civ.mina
        if kind == "investment":
            return civ.investments.get(number, 1)
        return POWER_USES if kind == "power" else 1

    def precious(self, view: AcmeView, seat: str) -> frozenset[str]:
        """Return the areas whose loss hurts: Cities and the Home Area."""
        home = view.civ(seat).home
        cities = [a for a, n in self.stacks(view).items() if _is_city(a, n.get(seat, 0))]
        return frozenset({*cities, *([home] if home else [])})

    def facts(self, view: AcmeView, seat: str) -> str:
        """Return the facts of a civilization: `5 cards · 3 mina · 22 disks in Supply · God of the Forge, active`."""
        civ = view.civs.get(seat)
        if civ is None:
            return ""
        parts = [
            count_noun(civ.hand_count, "card"),
            count_noun(civ.mina, "mina"),
            said("supply", disks=count_noun(civ.supply, "disk")),
            _deity(civ),
            _on_the_table(civ),
        ]
        return " · ".join(part for part in parts if part)

    def means_of(self, view: AcmeView, seat: str, *, whole: bool) -> Mapping[str, str]:
        """Return cards, mina, VP, Deity, Investments and stages of Culture Tracks; with `whole`, also Supply and Growth
        Box.
        """
        civ = view.civs.get(seat)
        if civ is None:
            return {}
        held = {"hand_count": civ.hand_count, "mina": civ.mina, "vp": civ.vp}
        held |= {"supply": civ.supply, "growth_box": civ.growth_box} if whole else {}
        disks, nothing = ", ".join(_invested(civ)), said("holds.none")
        named = {**held, "deity": _deity(civ) or nothing, "investments": disks or nothing}
        tracks = {TRACKS[track].name: str(n) for track, n in (civ.tracks or {}).items()}
        return {**{said(f"holds.{key}"): str(value) for key, value in named.items()}, **tracks}

    def purse(self, view: AcmeView, seat: str) -> str:
        """Return mina and the number of cards, in words."""
        civ = view.civs.get(seat)
        return f"{count_noun(civ.mina, 'mina')}, {count_noun(civ.hand_count, 'card')}" if civ else ""

    def newly_contested(self, before: AcmeView | None, after: AcmeView) -> Sequence[str]:
        """Return the areas that become Contested (ACME §3.2)."""
        then, now, friends = self.stacks(before) if before else {}, self.stacks(after), friends_in(after)
        return [a for a in now if is_contested(now[a], friends) and not is_contested(then.get(a, {}), friends)]

    def fighters(self, view: AcmeView) -> Sequence[str]:
        """Return the Factions of the Competition being resolved."""
        return list(view.competition.units) if view.competition else []

    def card_text(self, card: str) -> str:
        """Return the whole text of a card in our words; † if it is our reconstruction."""
        facts = CARDS.get(int(card)) if card.isdigit() else None
        return whole_text(facts) if facts else ""

    def card_hint(self, card: str) -> str:
        """Return the text of a card in a few words."""
        facts = CARDS.get(int(card)) if card.isdigit() else None
        return facts.short + mark(facts.known) if facts else ""


BOARD: Final = AcmeBoard()


def friends_in(view: AcmeView) -> Mapping[str, str]:
    """Return each neutral Faction with the civ beside which it fights."""
    return {name: neutral.friend for name, neutral in view.neutrals.items() if neutral.friend}


def is_contested(stacks: Mapping[str, int], friends: Mapping[str, str]) -> bool:
    """Return whether two or more Factions are there and one has more than one disk; friends count as one Faction."""
    sides: dict[str, int] = {}
    for faction, n in stacks.items():
        side = friends.get(faction, faction)
        sides[side] = sides.get(side, 0) + n
    there = [n for n in sides.values() if n]
    return len(there) > 1 and max(there) > 1


def _is_city(area: str, n: int) -> bool:
    return AREAS[area].holds_cities and n >= RULES.city_disks


def _deity(civ: CivilizationView) -> str:
    if not civ.deity:
        return ""
    state = said(f"deity_state.{civ.deity_state or 'active'}")
    return f"{NAMES.name('deity', civ.deity)}, {state}"


def _invested(civ: CivilizationView) -> list[str]:
    """Return the open Investments with their disks."""
    return [f"{NAMES.name('card', number)} {n}" for number, n in civ.investments.items()]


def _on_the_table(civ: CivilizationView) -> str:
    there = _invested(civ)
    return said("on_the_table", cards=", ".join(there)) if there else ""


def _is_coast(view: AcmeView, area: str, _n: int) -> bool:
    return AREAS[area].is_land and any(AREAS[b].is_sea for b in neighbours(view.map, area))


def _in_region(region: str) -> Callable[[AcmeView, str, int], bool]:
    return lambda _view, area, _n: AREAS[area].region == region


Belongs = Callable[[AcmeView, str, int], bool]
WORDS: Final[Mapping[str, Belongs]] = {
    "camps": lambda _v, _a, n: n == 1,
    "settlements": lambda _v, a, n: n == RULES.settlement_disks and AREAS[a].holds_cities,
    "cities": lambda _v, a, n: _is_city(a, n),
    "seas": lambda _v, a, _n: AREAS[a].is_sea,
    "coast": _is_coast,
}
NAMED: Final = frozenset(fold(word) for area in AREAS.values() for word in (area.label, area.id))
REGIONAL: Final[Mapping[str, Belongs]] = {
    fold(r.label): _in_region(r.id) for r in REGIONS.values() if fold(r.label) not in NAMED
}
