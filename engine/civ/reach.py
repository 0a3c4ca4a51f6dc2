"""How far a nation's tokens and ships can get this turn, and who can therefore meet nobody that moves before it."""

from __future__ import annotations

from engine.civ.board import areas_with_tokens, land
from engine.civ.effects import crosses_seas, ship_range, walks_twice
from engine.civ.geography import area_of, harbours_in_reach
from engine.civ.state import State


def reach(s: State, name: str) -> frozenset[str]:
    """Return the areas where its tokens and ships are, and all to which they may come (CIV §8.2-8.4)."""
    here = set(areas_with_tokens(s, name))
    found = here | {goal for start in here for goal in land(s).by_land[start]}
    if walks_twice(s, name):
        found |= {goal for over in found for goal in land(s).by_land[over]}
    for harbour in s.nations[name].ships:
        goals = harbours_in_reach(s.options.map, harbour, ship_range(s, name), crosses_seas(s, name))
        found |= {area_of(harbour), *map(area_of, goals)}
    return frozenset(found)


def apart(s: State) -> list[str]:
    """Return those still to move who can't reach any area that an earlier mover can reach.

    Their moves now are the same as in their turn: neither can enable or prevent a move of the other.
    """
    found, before = list[str](), frozenset[str]()
    for name in s.order[s.active :]:
        own = reach(s, name)
        if not own & before:
            found.append(name)
        before |= own
    return found
