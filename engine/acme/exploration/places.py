"""Where a new civilization may be, and which it is (Playbook, Civilization Creation Sequence; RUL-174)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.acme.facts.catalog import AREAS, CIVS, distance, distances, homes
from engine.acme.npc.relations import humans
from engine.acme.questions.board import homes_in_play, near, occupied_areas, vacant
from engine.acme.setup.setup import is_field
from engine.acme.state import State
from engine.core import chance

WHOLE = "full"


def peoples(s: State) -> list[str]:
    """Return the civilizations that nobody plays and that aren't set aside, by name."""
    return [civ for civ in sorted(CIVS) if civ not in s.civs and civ not in s.options.without_civs]


def unused_homes(s: State) -> dict[str, list[str]]:
    """Return the Home Areas on this map of those peoples, each with whose home it is."""
    found: dict[str, list[str]] = {}
    for civ in peoples(s):
        for home in homes(civ, s.map, s.epoch):
            found.setdefault(home, []).append(civ)
    return {home: civs for home, civs in found.items() if home not in homes_in_play(s)}


def remoteness(s: State, area: str) -> int:
    """Return the steps from the area to the nearest disk of a person's civ; 0 if there is none on the map."""
    steps = distances(s.map, area)
    return min((steps[held] for civ in humans(s) for held in occupied_areas(s, civ)), default=steps[area])


def farthest(s: State, areas: Iterable[str]) -> list[str]:
    """Return the areas that are farthest from all disks of persons' civs."""
    far = {area: remoteness(s, area) for area in areas}
    return [area for area, steps in far.items() if steps == max(far.values())]


def open_to_all(s: State, areas: Iterable[str]) -> list[str]:
    """Return the areas that are empty and no active civ's home."""
    return [area for area in areas if vacant(s, area) and area not in homes_in_play(s)]


def first_sites(s: State, area: str) -> list[str]:
    """Return where the disk next to the explored area may go: no Desert if there is other Land."""
    beside = open_to_all(s, near(s, area))
    return [a for a in beside if not AREAS[a].is_desert] if any(is_field(a) for a in beside) else beside


def second_sites(s: State, first: str, area: str) -> list[str]:
    """Return where the disk next to that one may go: Land other than Desert, and not the explored area."""
    return [a for a in open_to_all(s, near(s, first)) if is_field(a) and a != area]


def best_site(s: State, areas: Sequence[str]) -> str:
    """Return the best area: an unused Home Area, the farthest from persons' disks, Land before Sea, then by chance."""
    unused = unused_homes(s)
    merit = {a: (a in unused, remoteness(s, a), AREAS[a].is_land) for a in areas}
    return pick(s, [a for a in areas if merit[a] == max(merit.values())])


def pick(s: State, things: Sequence[str]) -> str:
    """Return the only one of them, or one by chance."""
    return things[0] if len(things) == 1 else chance.pick(s, things)


def sites(s: State, area: str) -> list[str]:
    """Return the areas of the first disks: the explored one, one next to it, and one next to that if there is any."""
    first = best_site(s, first_sites(s, area))
    seconds = second_sites(s, first, area)
    return [area, first, *([best_site(s, seconds)] if seconds else [])]


def new_home_disks(s: State, held: Iterable[str]) -> list[str]:
    """Return the civilizations that have a disk in their unused Home Area, with that area: `israelites judah`."""
    unused = unused_homes(s)
    return [f"{civ} {area}" for area in held if area in unused for civ in unused[area]]


def may_live(s: State, held: Sequence[str]) -> bool:
    """Return whether a civilization fits its first disks: one at home there, or any in Land."""
    return bool(new_home_disks(s, held) or (any(is_field(a) for a in held) and peoples(s)))


def identity(s: State, held: Sequence[str]) -> tuple[str, str]:
    """Return which civilization it is, and its Home Area.

    In an unused Home Area it is that home's civilization; otherwise it lives in the Land area (no Desert) farthest from
    persons' disks and is the civilization whose own home is nearest.
    """
    if at_home := new_home_disks(s, held):
        civ, home = pick(s, at_home).split()
        return civ, home
    home = pick(s, farthest(s, [a for a in held if is_field(a)]))
    return pick(s, nearest_peoples(s, home)), home


def nearest_peoples(s: State, area: str) -> list[str]:
    """Return the civilizations whose Home Areas are nearest to the area: on this map, or by the option anywhere.

    If none has a home on this map, any will do.
    """
    board = s.map if s.options.npc_homes == "map" and unused_homes(s) else WHOLE
    steps = {civ: [distance(board, area, home) for home in homes(civ, board, s.epoch)] for civ in peoples(s)}
    nearest = min((min(found) for found in steps.values() if found), default=0)
    return [civ for civ, found in steps.items() if found and min(found) == nearest]
