"""How an NPC enters the map: its civilization, Home Area and first disks (RUL-152)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from engine.acme.facts.catalog import AREAS
from engine.acme.npc.decision import Decision, decides, only
from engine.acme.npc.distances import FAR, steps
from engine.acme.npc.ranks import land_first, terrain_key, victim
from engine.acme.setup.one_vs_two import BEFORE
from engine.acme.setup.setup import free_homes
from engine.acme.state import State
from engine.core import text
from engine.core.ask import Ask, Request

T = TypeVar("T", bound=tuple[int, ...])
AWAY: Final = (FAR, 0)


@decides("setup.pick")
def turn_to_choose(s: State, request: Request, ask: Ask) -> Decision:
    """Before the others, as long as all civilizations are free (One vs. Two, in a person's place)."""
    del s, request
    return only(ask, BEFORE, "setup.first")


@decides("setup.civ")
def civilization(s: State, request: Request, ask: Ask) -> Decision:
    """The civilization whose Home Area is nearest to the leading person's; last those that a scenario gives another."""
    del request
    return best(
        ask, lambda civ: min((to_victim(s, ask.seat, home) for home in free_homes(s, civ)), default=AWAY), "setup.near"
    )


@decides("setup.home")
def home(s: State, request: Request, ask: Ask) -> Decision:
    """The Home Area nearest to the leading person's."""
    del request
    return best(ask, lambda area: to_victim(s, ask.seat, area), "setup.near")


@decides("setup.deploy", "setup.pair", "gilgamesh.deploy")
def first_disks(s: State, request: Request, ask: Ask) -> Decision:
    """Fertile, Mountain, Plains, Desert, Sea, then Method A."""
    del request
    ordered = sorted(ask.options, key=lambda area: land_first(s, ask.seat, area))
    equal = [area for area in ordered if terrain_key(s, area) == terrain_key(s, ordered[0])]
    whys = [f"setup.terrain:{text.area(area)}" for area in equal]
    return Decision((equal[0],), whys[0], tuple((area,) for area in equal), whys=tuple(whys))


def to_victim(s: State, npc: str, area: str) -> tuple[int, int]:
    """Steps to the leading person's Home Area, then the order of Competitions."""
    other = victim(s, npc)
    return steps(s, area, s.civs[other].home) if other else 0, AREAS[area].order


def best(ask: Ask, key: Callable[[str], T], why: str) -> Decision:
    """The option with the least key."""
    return Decision((min(ask.options, key=key),), why)
