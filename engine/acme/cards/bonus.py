"""Bonus cubes: cards 69 to 71. A cube belongs to nobody and is never removed (RUL-037)."""

from __future__ import annotations

from engine.acme.cards.gains import earn
from engine.acme.effects.announce import announce_card
from engine.acme.effects.card_registry import card
from engine.acme.effects.plans import plan_area
from engine.acme.questions.board import controlled_areas, of_terrain
from engine.acme.state import State
from engine.acme.verbs.basic import place_bonus, tell
from engine.core import text

GOLD, OASIS, FISHING = 69, 70, 71


def sites(s: State, civ: str, terrain: str) -> list[str]:
    """Return areas of that terrain the civ Controls."""
    return of_terrain(controlled_areas(s, civ), terrain)


async def mark(s: State, civ: str, chosen: int, terrain: str, kind: str) -> None:
    """Put the cube into an area of that terrain the civ Controls, from wherever it is; gain 1 mina."""
    area = await plan_area(civ, chosen, sites(s, civ, terrain))
    await announce_card(s, civ, chosen, focus=[area], aim=text.area(area))
    place_bonus(s, kind, area)
    tell(s, f"card.{kind}", focus=[area], civ=text.civ(civ), area=text.area(area))
    earn(s, civ, 1)


@card(GOLD, can=lambda s, civ: bool(sites(s, civ, "mountain")))
async def mountain_of_gold(s: State, civ: str) -> None:
    """Place the yellow cube in a Mountain area."""
    await mark(s, civ, GOLD, "mountain", "mountain_of_gold")


@card(OASIS, can=lambda s, civ: bool(sites(s, civ, "desert")))
async def oasis(s: State, civ: str) -> None:
    """Place the green cube in a Desert area."""
    await mark(s, civ, OASIS, "desert", "oasis")


@card(FISHING, can=lambda s, civ: bool(sites(s, civ, "sea")))
async def fishing_grounds(s: State, civ: str) -> None:
    """Place the blue cube in a Sea area."""
    await mark(s, civ, FISHING, "sea", "fishing_grounds")
