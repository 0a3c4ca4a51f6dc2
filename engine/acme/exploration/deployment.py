"""How a new civilization spreads from its Home Area (Playbook, New Civilization Deployment; RUL-174)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.acme.effects.plans import tell_placed
from engine.acme.exploration.places import farthest
from engine.acme.facts.catalog import AREAS, RULES
from engine.acme.questions.board import disks, is_home_of_another, near, occupied
from engine.acme.setup.setup import first_disks, is_field, place_one, place_ring
from engine.acme.state import State
from engine.acme.verbs.basic import tell, to_box
from engine.core import text
from engine.core.said import counted

KEY = "setup.deploy"


async def spread(s: State, civ: str, n: int, start: str) -> list[str]:
    """Land next to the start, then Deserts and Seas there, then outwards, then Cities: where the disks lie then."""
    placed: list[str] = []
    for land in (True, False):
        ring = {a: free for a in near(s, start) if is_field(a) is land and (free := space(s, civ, a))}
        placed += await place_ring(s, civ, ring, n - len(placed), KEY)
    while (left := n - len(placed)) > 0 and (free_areas := within_reach(s, civ)):
        placed += await place_one(s, civ, free_areas, left, KEY)
    while (left := n - len(placed)) > 0 and (towns := settlements(s, civ)):
        placed += await place_one(s, civ, towns, left, KEY)
    return placed


def tell_spread(s: State, civ: str, n: int, placed: Sequence[str]) -> None:
    """Where they lie; the rest of so many goes to the Growth Box."""
    tell_placed(s, civ, placed)
    left = to_box(s, civ, n - len(placed))
    if left:
        tell(s, "setup.left", civ=text.civ(civ), n=counted(left, "disk"))


def space(s: State, civ: str, area: str) -> int:
    """How many more disks of its first ones the area takes: none if anybody else is there or at home there."""
    others = set(s.disks.get(area, {})) - {civ}
    if others or is_home_of_another(s, civ, area):
        return 0
    return max(0, first_disks(area) - disks(s, civ, area))


def within_reach(s: State, civ: str) -> list[str]:
    """Areas held or next to these that still take a disk."""
    held = occupied(s, civ)
    return sorted(a for a in {*held, *(b for a in held for b in near(s, a))} if space(s, civ, a))


def settlements(s: State, civ: str) -> list[str]:
    """Those of its Settlements that can become Cities and are farthest from persons' disks."""
    towns = [a for a in occupied(s, civ) if disks(s, civ, a) == RULES.settlement_disks and AREAS[a].holds_cities]
    return farthest(s, towns)
