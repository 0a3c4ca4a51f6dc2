"""The situations of `data/acme/situations.toml`, and which civilizations may still be chosen (Playbook, Sandbox
Situations).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

import data
from engine.acme.facts.catalog import CIVS, MAPS, RULES, homes
from engine.acme.facts.definitions import CivId, Facts, MapId
from engine.core.decoding import CatalogError, entries, read_tables
from engine.core.message import Message

FILE: Final = "situations.toml"
ANY, CENTRAL = "any", "central"
Seats: TypeAlias = Mapping[str, str]


class Variant(Facts, frozen=True, kw_only=True):
    """One way to play a situation: its slots, how many civs of which regions a player has, and double disks.

    `alone`: the slots of one person among NPCs, if not any that suit the others.
    """

    id: str
    slots: tuple[str, ...]
    each: int = 1
    players: Literal["", "same", "different"] = ""
    alone: tuple[str, ...] = ()
    double: Literal["", "possible", "suggested", "compulsory"] = ""


class Situation(Facts, frozen=True, kw_only=True):
    """A sandbox situation. `without`: civs that its lists leave out; `bonus_growth`: disks more in Turn 1."""

    id: str
    map: MapId
    variants: tuple[Variant, ...]
    without: tuple[CivId, ...] = ()
    disks: int = RULES.start_disks
    bonus_growth: int = 0

    @property
    def title(self) -> Message:
        """Return the situation's title."""
        return Message(f"acme.situation.{self.id}.title")

    @property
    def most(self) -> int:
        """Return the number of seats of its largest variant."""
        return max(len(variant.slots) for variant in self.variants)

    def way(self, variant: Variant) -> Message:
        """Return how the civilizations are divided in that variant, in words."""
        return Message(f"acme.situation.{self.id}.variant.{variant.id}")

    def variant(self, name: str) -> Variant:
        """Return the variant of that name. KeyError if there is none."""
        return {variant.id: variant for variant in self.variants}[name]


def load() -> Mapping[str, Situation]:
    """Return all situations in the order of the file. Raises CatalogError that names the key."""
    found = entries(FILE, read_tables(data.path("acme", FILE)), "situation", Situation, lambda entry: entry.id)
    for situation in found.values():
        for problem in problems(situation):
            raise CatalogError(f"{FILE}: {situation.id}: {problem}")
    return MappingProxyType(dict(found))


def problems(situation: Situation) -> Iterator[str]:
    """Yield what doesn't fit the maps and civilizations."""
    if situation.map not in MAPS:
        yield f"there is no map {situation.map}"
    yield from (f"there is no {civ}" for civ in situation.without if civ not in CIVS)
    known = {ANY, CENTRAL, *CIVS, *(civ.group for civ in CIVS.values())}
    for variant in situation.variants:
        slots = (*variant.slots, *variant.alone)
        yield from (f"{slot} is no slot" for slot in slots for part in slot.split("|") if part not in known)
        if len(variant.slots) % variant.each:
            yield f"{variant.id}: {len(variant.slots)} slots are not {variant.each} for each player"


def region(civ: CivId) -> str:
    """Return West, East or centre, as the situations group the civilizations."""
    return CIVS[civ].group.partition("_")[0]


@cache
def fits(slot: str, civ: CivId) -> bool:
    """Return whether the civilization may take that slot."""
    return any(part in {ANY, civ, CIVS[civ].group, region(civ)} for part in slot.split("|"))


def available(situation: Situation, epoch: int, *, contemporaneous: bool) -> list[CivId]:
    """Return the civilizations with a Home Area on the map; `contemporaneous`: those of the Epoch only (SBX-03,
    SBX-05).
    """
    there = [civ for civ in CIVS if homes(civ, situation.map, epoch) and civ not in situation.without]
    return [civ for civ in there if epoch in CIVS[civ].epochs] if contemporaneous else there


def usable_slots(variant: Variant, civs: Sequence[CivId]) -> tuple[str, ...]:
    """Return the slots for which there are civilizations; where a grouping is exhausted its slots are open to any
    (SBX-04).
    """
    kept: list[str] = []
    for slot in variant.slots:
        possible = fillable([*kept, slot], civs)
        kept.append(slot if possible else ANY)
    return tuple(kept)


def fillable(slots: Sequence[str], civs: Sequence[CivId], groups: frozenset[str] = frozenset()) -> bool:
    """Return whether the civilizations can fill all the slots; those `central` by other groups than `groups` have
    given.
    """
    if not slots:
        return True
    able = {slot: [civ for civ in civs if fits(slot, civ) and not group_in(slot, civ) & groups] for slot in set(slots)}
    slot = min(slots, key=lambda each: len(able[each]))
    left = [*slots]
    left.remove(slot)
    alike = {(CIVS[civ].group, *(civ in able[each] for each in slots)): civ for civ in able[slot]}
    return any(
        fillable(left, [other for other in civs if other != civ], groups | group_in(slot, civ))
        for civ in alike.values()
    )


def group_in(slot: str, civ: CivId) -> frozenset[str]:
    """Return the group of which there is one at most in such slots."""
    return frozenset({CIVS[civ].group} if slot == CENTRAL else ())


def matches(slots: Sequence[str], civs: Sequence[CivId], taken: frozenset[str] = frozenset()) -> bool:
    """Return whether each civ finds a slot of its own; of each central group at most one among the slots `central`."""
    if not civs:
        return True
    first, rest = civs[0], civs[1:]
    for i, slot in enumerate(slots):
        group = group_in(slot, first)
        if fits(slot, first) and not group & taken:
            left = [*slots[:i], *slots[i + 1 :]]
            if matches(left, rest, taken | group):
                return True
    return False


def of_one_player(rule: str, each: int, civs: Sequence[CivId]) -> bool:
    """Return whether a player may have these civilizations together: not too many, of the same or of different
    regions.
    """
    regions = {region(civ) for civ in civs}
    if len(civs) > each or (rule == "same" and len(regions) > 1):
        return False
    return rule != "different" or len(regions) == len(civs)


@dataclass(frozen=True, slots=True)
class Choosing:
    """The choice of civilizations at a table."""

    slots: tuple[str, ...]
    civs: Sequence[CivId]
    seats: Seats
    """Every seat with its player, empty for an NPC."""
    each: int
    players: str
    alone: tuple[str, ...] = ()
    """The slots left to the only person, if there is just one."""

    def options(self, given: Seats, seat: str) -> list[CivId]:
        """Return what the seat may take so that all others still find one; `given`: seats that have their civ."""
        free = [civ for civ in self.civs if civ not in given.values()]
        return [civ for civ in free if self.works({**given, seat: civ})]

    def works(self, given: Seats) -> bool:
        """Return whether the choices so far leave a way to the end."""
        if not matches(self.slots, list(given.values())) or not self._players_may(given):
            return False
        seat = next((name for name in self.seats if name not in given), None)
        free = [civ for civ in self.civs if civ not in given.values()]
        return seat is None or any(self.works({**given, seat: civ}) for civ in free)

    def _players_may(self, given: Seats) -> bool:
        """Return whether every person may have these civs; NPCs and a lone player heed the slots only."""
        players = set(self.seats.values())
        held = [[given[seat] for seat in given if self.seats[seat] == player] for player in players - {""}]
        if len(held) == 1 and self.alone and len(players) > 1 and not matches(self.alone, held[0]):
            return False
        return len(players) == 1 or all(of_one_player(self.players, self.each, civs) for civs in held)


def way_of_choosing(variant: Variant, civs: Sequence[CivId], seats: Seats) -> Choosing:
    """Return how civilizations are chosen; if too few of the regions are left, players aren't bound by them
    (SBX-04).
    """
    bound = not variant.players or binds(variant, tuple(civs), tuple(seats.values()))
    players, alone = (variant.players, variant.alone) if bound else ("", ())
    return Choosing(usable_slots(variant, civs), civs, seats, variant.each, players, alone)


@cache
def binds(variant: Variant, civs: tuple[CivId, ...], players: tuple[str, ...]) -> bool:
    """Return whether these players, each by its seats, can all find civilizations of the regions that they have to be
    of.
    """
    seats = {str(i): player for i, player in enumerate(players)}
    return Choosing(usable_slots(variant, civs), civs, seats, variant.each, variant.players, variant.alone).works({})


SITUATIONS: Final = load()
