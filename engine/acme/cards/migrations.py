"""Barbarians on the move: cards 84 and 85."""

from __future__ import annotations

from collections.abc import Sequence

from engine.acme.cards.targets import civs_in
from engine.acme.effects.announce import announce_card
from engine.acme.effects.card_registry import card
from engine.acme.effects.losses import told_areas
from engine.acme.effects.plans import place_all, plan_area, plan_areas
from engine.acme.facts.definitions import BARBARIANS
from engine.acme.questions.board import land_near, occupied_areas, of_terrain, supply, with_room
from engine.acme.state import State

MIGRATION, CONFEDERATION = 84, 85
MIGRATION_AREAS, MIGRATION_DISKS, CONFEDERATION_AREAS = 3, 2, 5


def goals(s: State, area: str) -> list[str]:
    """Land areas next to it with room for Barbarians."""
    return with_room(s, BARBARIANS, land_near(s, area)) if supply(s, BARBARIANS) else []


def camps(s: State) -> list[str]:
    """Areas with Barbarians who can go somewhere, Seas too (RUL-085)."""
    return [a for a in occupied_areas(s, BARBARIANS) if goals(s, a)]


async def send(s: State, civ: str, chosen: int, areas: Sequence[str], places: Sequence[str]) -> None:
    """Announce the areas and place the Barbarians in the player's order, while black disks last (RUL-085)."""
    await announce_card(s, civ, chosen, against=civs_in(s, areas), focus=areas, aim=told_areas(areas))
    place_all(s, BARBARIANS, places)


@card(MIGRATION, can=lambda s, _: bool(camps(s)))
async def barbarian_migration(s: State, civ: str) -> None:
    """From an area with Barbarians 2 more, in a Desert 1, into each of up to three Land areas next to it."""
    start = await plan_area(civ, MIGRATION, camps(s))
    areas = await plan_areas(civ, MIGRATION, MIGRATION_AREAS, goals(s, start))
    places = [a for a in areas for _ in range(1 if of_terrain([a], "desert") else MIGRATION_DISKS)]
    await send(s, civ, MIGRATION, areas, places)


def areas_to_gather(s: State) -> list[str]:
    """Areas with Barbarians and room for one more."""
    return with_room(s, BARBARIANS, occupied_areas(s, BARBARIANS)) if supply(s, BARBARIANS) else []


@card(CONFEDERATION, can=lambda s, _: bool(areas_to_gather(s)))
async def tribal_confederation(s: State, civ: str) -> None:
    """1 Barbarian more in each of up to five areas that have some."""
    areas = await plan_areas(civ, CONFEDERATION, CONFEDERATION_AREAS, areas_to_gather(s))
    await send(s, civ, CONFEDERATION, areas, areas)
