"""Which Factions and things a card may target, and how its target is told."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.acme.effects.losses import Hit, can_lose, told_areas
from engine.acme.facts.definitions import BARBARIANS
from engine.acme.questions.board import (
    are_friends,
    factions,
    leaderless,
    loose,
    occupied_areas,
    others,
    stacks,
    supply,
    with_room,
)
from engine.acme.questions.teams import without_mates
from engine.acme.state import State
from engine.core import text
from engine.core.message import Message, list_of


def civs_with(s: State, civ: str, test: Callable[[str], bool]) -> list[str]:
    """Return the other civs of which the test is true, in Turn Order after this one."""
    return [other for other in others(s, civ) if test(other)]


def rivals_with(s: State, civ: str, test: Callable[[str], bool]) -> list[str]:
    """Return such civs without team-mates: possible targets of a card that harms nobody else (PB:236)."""
    return without_mates(s, civ, civs_with(s, civ, test))


def nameable(s: State, civ: str, test: Callable[[str], bool]) -> list[str]:
    """Return Factions that may be named for a loss of disks: other civs, and neutral Factions that aren't friends
    (RUL-002).

    Without team-mates, since nobody else would be harmed (PB:236).
    """
    among = without_mates(s, civ, (*others(s, civ), *leaderless(s)))
    return [f for f in among if not are_friends(s, f, civ) and test(f)]


def owns_something(s: State, civ: str) -> bool:
    """Return whether the civ has a mina or a card."""
    return bool(s.civs[civ].mina or loose(s, civ))


def holders(s: State, civ: str) -> list[str]:
    """Return the other civs with a card in hand that it may look into and take from."""
    return rivals_with(s, civ, lambda other: bool(loose(s, other)))


def civs_in(s: State, areas: Iterable[str]) -> list[str]:
    """Return the civs with disks in one of the areas: against them a card aimed there is played (RUL-057)."""
    held = {f for area in areas for f in factions(s, area) if f != BARBARIANS}
    return [name for name in s.order if name in held]


def prey(s: State, civ: str, card: int, area: str) -> list[str]:
    """Return the other Factions there of which the card could take a disk; of those in one stack the first."""
    return [f for f in stacks(s, area) if not are_friends(s, f, civ) and can_lose(s, civ, card, f, area)]


def civ_prey(s: State, civ: str, card: int, area: str) -> list[str]:
    """Return the other civs and neutral Factions there of which the card could take a disk (RUL-002)."""
    return [f for f in prey(s, civ, card, area) if f != BARBARIANS]


def areas_to_hit(s: State, civ: str, card: int, victim: str, areas: Iterable[str] | None = None) -> list[str]:
    """Return the areas, among those given, in which the card could take a disk of the victim."""
    among = occupied_areas(s, victim) if areas is None else areas
    return [a for a in among if can_lose(s, civ, card, victim, a)]


def placeable(s: State, civ: str, areas: Iterable[str]) -> list[str]:
    """Return the areas in which the civ can place a disk now; none without Supply."""
    return with_room(s, civ, areas) if supply(s, civ) else []


def hits_told(hits: Iterable[Hit]) -> str:
    """Return whose disks are targets, where and how many, as tokens: `Hittites (Kaska 2, Arzawa), Barbarians (Zab)`."""
    aimed: dict[str, list[str]] = {}
    for hit in hits:
        aimed.setdefault(hit.faction, []).extend([hit.area] * hit.disks)
    return ", ".join(f"{text.civ(f)} ({told_areas(areas)})" for f, areas in aimed.items())


def civs_told(civs: Iterable[str]) -> Message:
    """Return the Factions as tokens."""
    return list_of([text.civ(c) for c in civs])
