"""Where an NPC that invokes the Gilgamesh Rule comes back, and against whom (Playbook, Entry Location; RUL-166)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.acme.facts.catalog import AREAS, RULES, edge, homes
from engine.acme.npc.distances import nearest, steps
from engine.acme.npc.relations import leader, primary
from engine.acme.questions.board import by_order, is_home_of_another, land_near, sea_near, vacant
from engine.acme.state import State

SIDES = "NESW"


def row_of(s: State, npc: str, card: int) -> str:
    """Return the row of the table for that card: `open`, `leader`, `enemy` or `driver`; without any enemy, `leader`."""
    if card <= RULES.gilg_entry_open or not leader(s, npc):
        return "open"
    if card > RULES.gilg_entry_enemy:
        return "driver"
    return "enemy" if card > RULES.gilg_entry_leader and latest_enemy(s, npc) else "leader"


def foe_of(s: State, npc: str, row: str) -> str:
    """Return the civ that the incoming NPC is enemy to; empty for none. If no civ clearly drove it out, the leader."""
    if row == "open":
        return ""
    found = {"enemy": latest_enemy, "driver": driver}.get(row, leader)(s, npc)
    return found or leader(s, npc)


def latest_enemy(s: State, npc: str) -> str:
    """Return its Primary enemy, else the enemy it has got last, else the one it had last; empty if it never had one."""
    found = [civ for civ in (*s.civs[npc].former, *s.civs[npc].enemies) if civ in s.order]
    first = primary(s, npc)
    return first if first in s.civs else next(reversed(found), "")


def driver(s: State, npc: str) -> str:
    """Return the civ that has removed most of its disks this turn; empty if that is none or not one alone."""
    driven = {civ: n for civ, n in s.civs[npc].driven_by.items() if civ in s.order}
    most = [civ for civ, n in driven.items() if n == max(driven.values())]
    return most[0] if len(most) == 1 else ""


def map_edge(s: State) -> list[str]:
    """Return the Land areas on any side of the map, in the order of Competitions."""
    return by_order({area for side in SIDES for area in edge(s.map, side)})


def open_edge(s: State) -> list[str]:
    """Return the vacant Land areas at the edge with most vacant Land next to them, of equals those with most vacant
    Seas.
    """
    found = [area for area in map_edge(s) if vacant(s, area)] or map_edge(s)
    free = {area: (_vacant(s, land_near(s, area)), _vacant(s, sea_near(s, area))) for area in found}
    return [area for area in found if free[area] == max(free.values())]


def _vacant(s: State, areas: Iterable[str]) -> int:
    return sum(vacant(s, area) for area in areas)


def near_foe(s: State, npc: str, row: str, foe: str, open_civs: Iterable[str]) -> list[str]:
    """Return the areas at the edge nearest to the home of the civ; against the leader also the Fertile homes of open
    civs.
    """
    found = map_edge(s)
    if row == "leader":
        found += [area for civ in open_civs for area in free_homes(s, npc, civ) if AREAS[area].terrain == "fertile"]
    home = s.civs[foe].home
    least = min(steps(s, area, home) for area in found)
    return by_order({area for area in found if steps(s, area, home) == least})


def free_homes(s: State, npc: str, civ: str) -> list[str]:
    """Return the Home Areas of an unplayed civ that aren't another active civ's."""
    return [area for area in homes(civ, s.map, s.epoch) if not is_home_of_another(s, npc, area)]


def nearest_civs(s: State, npc: str, entry: str, open_civs: Iterable[str]) -> list[str]:
    """Return the civs whose free Home Area is nearest to the entry."""
    away = {civ: nearest(s, entry, free_homes(s, npc, civ)) for civ in open_civs}
    return [civ for civ, far in away.items() if far == min(away.values())]


def weakest(s: State, npc: str) -> bool:
    """Return whether no civ has fewer VP than the NPC (RUL-148)."""
    return all(s.civs[civ].vp >= s.civs[npc].vp for civ in s.order)
