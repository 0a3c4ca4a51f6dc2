"""The order of Competitions (ACME §9.2), and that of historical solitaire scenarios (Playbook; RUL-164)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

from engine.acme.npc.relations import npcs, primary
from engine.acme.questions.board import contested_areas, is_city, near
from engine.acme.state import State

Is: TypeAlias = Callable[[State, str, str], bool]


def next_area(s: State) -> str | None:
    """Return the next Contested area that has not been dealt with and is not at Peace, if there is one (RUL-097)."""
    waiting = [a for a in contested_areas(s) if a not in s.fought and a != s.peace]
    return next(iter(_by_category(s, waiting)), None)


def in_order(s: State, areas: Iterable[str]) -> list[str]:
    """Return the areas as they come: from north-east to south-west; by their categories first where a scenario
    says so.
    """
    among = set(areas)
    return _by_category(s, [a for a in contested_areas(s) if a in among])


def _by_category(s: State, ordered: list[str]) -> list[str]:
    return sorted(ordered, key=lambda area: category(s, area)) if s.by_category else ordered


def is_home(s: State, civ: str, area: str) -> bool:
    """Return whether it is the civ's Home Area."""
    return civ in s.civs and s.civs[civ].home == area


def has_gold(s: State, civ: str, area: str) -> bool:
    """Return whether the civ's Gold is there."""
    return s.gold.get(area) == civ


def beside(fits: Is) -> Is:
    """Return whether such an area is next to it."""
    return lambda s, civ, area: any(fits(s, civ, other) for other in near(s, area))


OF_NPC: Final[tuple[Is, ...]] = (is_home, has_gold, is_city)
OF_PRIMARY: Final[tuple[Is, ...]] = (*OF_NPC, beside(is_home), beside(has_gold), beside(is_city))
LAST: Final = len(OF_NPC) + len(OF_PRIMARY)


def category(s: State, area: str) -> int:
    """Return the best place the area has in the list for any NPC.

    Home, Gold and Cities of NPCs; then Home, Gold and Cities of their Primary enemies, and what is next to these.
    """
    return min((_of(s, npc, area) for npc in npcs(s)), default=LAST)


def _of(s: State, npc: str, area: str) -> int:
    against = primary(s, npc)
    own = [fits(s, npc, area) for fits in OF_NPC]
    found = [*own, *(bool(against) and fits(s, against, area) for fits in OF_PRIMARY)]
    return found.index(True) if True in found else LAST
