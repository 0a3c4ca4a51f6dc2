"""Whom and where an NPC's card hits first: one evaluation of the position for all comparisons of a decision.

Barbarians are removed in an order of their own (Playbook, NPCs & Barbarians).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from engine.acme.effects.announce import Cause
from engine.acme.effects.losses import Hit, most_losses
from engine.acme.facts.definitions import BARBARIANS
from engine.acme.npc.distances import FAR, from_home, nearest
from engine.acme.npc.ranks import Key, has_gold, is_home, method_a, removal_rank
from engine.acme.npc.relations import enemies, kin, primary, targets
from engine.acme.questions.board import controls, disks, is_city, occupied_areas
from engine.acme.state import State

Blow: TypeAlias = tuple[int, int]
Series: TypeAlias = tuple[Blow, ...]

NOTHING: Blow = (999, 999)
HOME, GOLD_CITY, CITY, OWN, HELD, SINGLE, BEYOND = range(7)
BY_HOME: Final = (HELD, SINGLE)


class Judge:
    """The order in which harm goes to Factions (RUL-137) and to areas (RUL-138), as one NPC sees the position."""

    def __init__(self, s: State, npc: str) -> None:
        self.s, self.npc = s, npc
        self.order = targets(s, npc)
        self.kin = kin(s, npc)
        self._tiers = {faction: i for i, faction in enumerate(self.order)}
        self._ranks: dict[str, int] = {}
        self._equal: dict[str, Key] = {}

    def tier(self, faction: str) -> int:
        """Return its place in the order of targets."""
        return self._tiers[faction]

    def rank(self, area: str) -> int:
        """Return the rank of the area for removing disks."""
        if area not in self._ranks:
            self._ranks[area] = removal_rank(self.s, self.npc, area)
        return self._ranks[area]

    def equal(self, area: str) -> Key:
        """Method A for an area among equals."""
        if area not in self._equal:
            self._equal[area] = method_a(self.s, self.npc, area)
        return self._equal[area]

    def first(self, factions: Iterable[str]) -> str:
        """Return the Faction that harm goes to first."""
        return min(factions, key=self.tier)

    def is_target(self, faction: str) -> bool:
        """Return whether the NPC would harm it by choice: an enemy or, if it has none, the leader."""
        return self.tier(faction) < self.tier(BARBARIANS)

    def attitude_to(self, faction: str) -> str:
        """Return the NPC's view of the Faction, as its reasons call it. The strong computer minds the leader alone."""
        if self.s.civs[self.npc].strong:
            return "first" if self.tier(faction) == 0 else "next"
        if faction == BARBARIANS:
            return "barbarians"
        if faction == primary(self.s, self.npc):
            return "primary"
        if faction in enemies(self.s, self.npc):
            return "enemy"
        return "leader" if self.tier(faction) == 0 else "other"

    def real_hits(self, card: int, hits: Iterable[Hit]) -> list[Hit]:
        """Return the hits with as many disks as the card could really take."""
        cause = Cause("card", self.npc, card)
        sure = [Hit(h.faction, h.area, most_losses(self.s, cause, h)) for h in hits]
        return [h for h in sure if h.disks > 0]

    def blow(self, hit: Hit) -> Blow:
        """Return how good one lost disk of the hit is: whose first, then where; Barbarians have an order of
        their own.
        """
        if hit.faction == BARBARIANS:
            return self.tier(BARBARIANS), freeing_rank(self.s, self.npc, hit.area)
        return self.tier(hit.faction), self.rank(hit.area)

    def series(self, hits: Sequence[Hit]) -> Series:
        """Return all disks lost, best first, for comparison: less is better, and a longer series beats its beginning.

        Losses of its own side are no gain: among otherwise equal series the one with fewer is better.
        """
        own = disks_lost(hits, self.kin[1:])
        blows = sorted(self.blow(h) for h in hits for _ in range(h.disks) if h.faction not in self.kin)
        return (*blows, NOTHING, *([(own, 0)] if own else []))


def disks_lost(hits: Iterable[Hit], factions: Sequence[str]) -> int:
    """Return how many disks these Factions lose."""
    return sum(h.disks for h in hits if h.faction in factions)


def barbarian_area_key(s: State, npc: str, area: str) -> tuple[int, int]:
    """Sorts areas with Barbarians by the six priorities; equal keys are equal chances."""
    kind = _kind(s, npc, area)
    if kind in BY_HOME:
        return kind, from_home(s, npc, area)
    return kind, nearest(s, area, occupied_areas(s, npc)) if kind == BEYOND else 0


def freeing_rank(s: State, npc: str, area: str) -> int:
    """Return the same as one number, for comparison with other ranks of areas."""
    kind, steps = barbarian_area_key(s, npc, area)
    return kind * (FAR + 1) + steps


def _kind(s: State, npc: str, area: str) -> int:
    if is_home(s, npc, area):
        return HOME
    if is_city(s, npc, area):
        return GOLD_CITY if has_gold(s, npc, area) else CITY
    if disks(s, npc, area):
        return OWN
    if controls(s, BARBARIANS, area):
        return HELD
    return SINGLE if disks(s, BARBARIANS, area) == 1 else BEYOND
