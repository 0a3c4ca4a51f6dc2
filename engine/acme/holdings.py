"""Which areas each Faction holds: what follows from the disks, kept beside them and not searched for again."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

NOWHERE: Final[Sequence[str]] = ()


class Holdings:
    """The areas in which each Faction has a disk, by name, and those shared by several Factions.

    They aren't stored: they are computed on first use, and `engine.acme.verbs.stacks` keeps them up to date.
    """

    __slots__ = ("_areas", "_contested", "shared")

    def __init__(self, lying: Mapping[str, Mapping[str, int]]) -> None:
        """Compute them from the disks by area and Faction."""
        self._areas: dict[str, list[str]] = {}
        self._contested: list[str] | None = None
        self.shared = {area for area, here in lying.items() if len(here) > 1}
        for area in sorted(lying):
            for faction in lying[area]:
                self._areas.setdefault(faction, []).append(area)

    def of(self, faction: str) -> Sequence[str]:
        """Return the areas that the Faction occupies, by name."""
        return self._areas.get(faction, NOWHERE)

    def contested(self, among: Callable[[Iterable[str]], list[str]]) -> Sequence[str]:
        """Return the Contested areas among the shared ones, looked for anew when a disk has come or gone."""
        if self._contested is None:
            self._contested = among(self.shared)
        return self._contested

    def change(self) -> None:
        """Note that a disk has come or gone somewhere."""
        self._contested = None

    def come(self, faction: str, area: str, factions: int) -> None:
        """Note the Faction's first disk there, where that many Factions are now."""
        insort(self._areas.setdefault(faction, []), area)
        if factions > 1:
            self.shared.add(area)

    def go(self, faction: str, area: str, factions: int) -> None:
        """Note that the Faction has left the area, where that many Factions remain."""
        areas = self._areas[faction]
        del areas[bisect_left(areas, area)]
        if factions == 1:
            self.shared.discard(area)

    def fit(self, lying: Mapping[str, Mapping[str, int]]) -> bool:
        """Return whether they match these disks."""
        held = [faction in lying.get(area, NOWHERE) for faction, areas in self._areas.items() for area in areas]
        in_order = all(areas == sorted(areas) for areas in self._areas.values())
        shared = {area for area, here in lying.items() if len(here) > 1}
        return in_order and all(held) and len(held) == sum(map(len, lying.values())) and shared == self.shared

    def differs_from(self, other: Holdings) -> list[str]:
        """Return the differences: Factions with other areas, and areas shared in only one of the two."""
        factions = {*self._areas, *other._areas}
        return sorted([*(f for f in factions if list(self.of(f)) != list(other.of(f))), *(self.shared ^ other.shared)])
