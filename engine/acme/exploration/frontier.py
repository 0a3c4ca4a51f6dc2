"""Which areas are explored in a turn, and in which order (Playbook, Exploration Step; RUL-171). Nothing here changes
the state.
"""

from __future__ import annotations

from typing import Literal

from engine.acme.facts.definitions import BARBARIANS
from engine.acme.npc.relations import humans, npcs
from engine.acme.questions.board import by_order, near, occupied_areas, vacant
from engine.acme.state import Exploration, State

Group = Literal["human", "npc", "barbarians"]


def exploration_of(s: State) -> Exploration:
    """Return the Exploration of the game. Raises ValueError in a game without one."""
    if s.exploration is None:
        raise ValueError("nothing is explored in this game")
    return s.exploration


def frontier(s: State) -> dict[str, str]:
    """Return each empty area next to a disk, with the Faction for which it is explored.

    Persons' civs come first, in Turn Order, then NPCs, then the Barbarians; areas of one Faction are in the order of
    Competitions.
    """
    found: dict[str, str] = {}
    for faction in (*humans(s), *npcs(s), BARBARIANS):
        beside = {b for a in occupied_areas(s, faction) for b in near(s, a) if vacant(s, b)}
        found |= dict.fromkeys(by_order(beside - found.keys()), faction)
    return found


def group_of(s: State, faction: str) -> Group:
    """Return which of the three groups, explored one after the other, an area belongs to by that Faction."""
    if faction == BARBARIANS:
        return "barbarians"
    return "npc" if s.civs[faction].npc else "human"


def still_open(s: State) -> dict[str, str]:
    """Return the rest of the frontier: areas that are no longer empty aren't explored."""
    return {area: faction for area, faction in exploration_of(s).frontier.items() if vacant(s, area)}


def next_group(s: State) -> tuple[Group, list[str]]:
    """Return the group whose turn it is, and its areas in the order of Competitions. Something must be left."""
    left = still_open(s)
    group = group_of(s, next(iter(left.values())))
    return group, by_order(area for area, faction in left.items() if group_of(s, faction) == group)


def guide(s: State) -> str:
    """Return the person's civ that chooses the next area: the first in Turn Order."""
    return humans(s)[0]


def explorer(s: State, area: str) -> str:
    """Return the person's civ that gains what is found there: the one with the adjacent disk, or the first in Turn
    Order.
    """
    faction = exploration_of(s).frontier.get(area, BARBARIANS)
    return faction if group_of(s, faction) == "human" else guide(s)
