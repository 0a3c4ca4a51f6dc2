"""Resources: cards 52 to 59 and 61."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engine.acme.cards.gains import earn, pay_to
from engine.acme.cards.targets import civs_in, civs_told, civs_with, placeable
from engine.acme.effects.announce import announce_card
from engine.acme.effects.card_registry import card
from engine.acme.effects.losses import told_areas
from engine.acme.effects.plans import pick, place_all, plan_area, plan_areas
from engine.acme.facts.catalog import RULES
from engine.acme.questions.board import (
    cities,
    controlled_areas,
    disks,
    homes_in_play,
    in_play,
    land,
    near,
    occupied_areas,
    of_terrain,
    supply,
    vacant,
    with_room,
)
from engine.acme.questions.teams import without_mates
from engine.acme.state import State
from engine.acme.verbs.basic import move, tell
from engine.core import text
from engine.core.ask import choose, number, some
from engine.core.deepcopy import deep_copy

AGRICULTURE, IRRIGATION, HARVEST, FLOCKS, COPPER, MILK, BRONZE, BARGES = range(52, 60)
TRIBUTE = 61
COPPER_MOST, BARGE_MOVES = 3, 4


def fields(s: State, civ: str) -> list[str]:
    """Land areas the civ Controls with room."""
    return placeable(s, civ, land(controlled_areas(s, civ)))


async def till(s: State, civ: str, chosen: int) -> None:
    """Place 2 disks in one Land area the civ Controls."""
    area = await plan_area(civ, chosen, fields(s, civ))
    await announce_card(s, civ, chosen, focus=[area], aim=told_areas([area, area]))
    place_all(s, civ, [area, area])


@card(AGRICULTURE, can=lambda s, civ: bool(fields(s, civ)))
async def advanced_agriculture(s: State, civ: str) -> None:
    """Place 2 disks in one Land area the civ Controls."""
    await till(s, civ, AGRICULTURE)


@card(IRRIGATION, can=lambda s, civ: bool(fields(s, civ)))
async def improved_irrigation(s: State, civ: str) -> None:
    """Place 2 disks in one Land area the civ Controls."""
    await till(s, civ, IRRIGATION)


def own_terrain(s: State, civ: str, terrain: str) -> list[str]:
    """Return areas of that terrain the civ Controls with room."""
    return placeable(s, civ, of_terrain(controlled_areas(s, civ), terrain))


async def spread(s: State, civ: str, chosen: int, terrain: str) -> None:
    """Place 1 disk in each of up to three areas of that terrain the civ Controls."""
    areas = await plan_areas(civ, chosen, min(3, supply(s, civ)), own_terrain(s, civ, terrain))
    await announce_card(s, civ, chosen, focus=areas, aim=told_areas(areas))
    place_all(s, civ, areas)


@card(HARVEST, can=lambda s, civ: bool(own_terrain(s, civ, "fertile")))
async def bountiful_harvest(s: State, civ: str) -> None:
    """Place 1 disk in each of up to three Fertile areas the civ Controls."""
    await spread(s, civ, HARVEST, "fertile")


@card(FLOCKS, can=lambda s, civ: bool(own_terrain(s, civ, "plains")))
async def flocks_and_herds(s: State, civ: str) -> None:
    """Place 1 disk in each of up to three Plains areas the civ Controls."""
    await spread(s, civ, FLOCKS, "plains")


@card(COPPER)
async def copper_mines(s: State, civ: str) -> None:
    """Gain 1 mina, and 1 for every two Mountain areas the civ Controls, at most 3 in all."""
    await announce_card(s, civ, COPPER)
    earn(s, civ, min(COPPER_MOST, 1 + len(of_terrain(controlled_areas(s, civ), "mountain")) // 2))


def free_land(s: State, civ: str) -> list[str]:
    """Return vacant Land areas that aren't Home Areas of civs in play."""
    homes = homes_in_play(s)
    return placeable(s, civ, sorted(a for a in land(in_play(s)) if vacant(s, a) and a not in homes))


@card(MILK, can=lambda s, civ: bool(free_land(s, civ)))
async def land_of_milk_and_honey(s: State, civ: str) -> None:
    """Place up to 2 disks, in a Desert 1, in one vacant Land area anywhere."""
    area = await plan_area(civ, MILK, free_land(s, civ))
    most = 1 if of_terrain([area], "desert") else min(2, supply(s, civ))
    said: dict[str, Any] = {"prompt": "card.settlers", "card": text.card(MILK), "area": text.area(area), "most": most}
    n = await number(civ, "card.amount", 1, most, about=[area], **said)
    await announce_card(s, civ, MILK, focus=[area], aim=told_areas([area] * n))
    place_all(s, civ, [area] * n)


@card(BRONZE)
async def bronze_workshops(s: State, civ: str) -> None:
    """Gain 2 mina."""
    await announce_card(s, civ, BRONZE)
    earn(s, civ, 2)


def landings(s: State, civ: str, start: str) -> list[str]:
    """Return where a disk could move from there through occupied areas: to an occupied area with room (RUL-081)."""
    return sorted(with_room(s, civ, connected_areas(s, start, set(occupied_areas(s, civ))) - {start}))


def connected_areas(s: State, start: str, held: set[str]) -> set[str]:
    """Return the occupied areas that are connected with that one, itself included."""
    reached, ahead = {start}, [start]
    while ahead:
        further = held.intersection(near(s, ahead.pop())) - reached
        reached |= further
        ahead += further
    return reached


def quays(s: State, civ: str) -> list[str]:
    """Return occupied areas from which a disk could be moved."""
    left, found = set(occupied_areas(s, civ)), list[str]()
    while left:
        piece = connected_areas(s, next(iter(left)), left)
        goals = with_room(s, civ, piece)
        found += [a for a in piece if len(goals) > (a in goals)]
        left -= piece
    return sorted(found)


def barges_help(s: State, civ: str) -> bool:
    """Return whether two areas are occupied, and a move or a disk for a Fertile area is possible."""
    return len(occupied_areas(s, civ)) > 1 and bool(quays(s, civ) or own_terrain(s, civ, "fertile"))


@card(BARGES, can=barges_help)
async def river_barges(s: State, civ: str) -> None:
    """Make up to four single moves between occupied areas; then place 1 disk in a Fertile area the civ Controls
    (RUL-081).
    """
    after = trial(s)
    moves = await plan_moves(after, civ)
    fertile = own_terrain(after, civ, "fertile")
    area = await plan_area(civ, BARGES, fertile) if fertile else ""
    grown = [area] if area else []
    touched, goals = [a for pair in moves for a in pair], [goal for _, goal in moves]
    aim = ", ".join([*(f"{text.area(a)} → {text.area(b)}" for a, b in moves), *(text.area(a) for a in grown)])
    await announce_card(s, civ, BARGES, against=civs_in(s, goals), focus=[*touched, *grown], aim=aim)
    for start, goal in moves:
        if disks(s, civ, start) and goal in landings(s, civ, start):
            move(s, civ, start, goal)
            tell(s, "card.moved", focus=[goal], civ=text.civ(civ), start=text.area(start), goal=text.area(goal))
    place_all(s, civ, grown)


def trial(s: State) -> State:
    """Return a copy of the position for trying moves, without untold events."""
    return replace(deep_copy(s), told=[])


async def plan_moves(after: State, civ: str) -> list[tuple[str, str]]:
    """Return the moves, one after another, made on the copy; at least one unless another effect follows."""
    moves: list[tuple[str, str]] = []
    while len(moves) < BARGE_MOVES and (starts := quays(after, civ)):
        may_stop = bool(moves or own_terrain(after, civ, "fertile"))
        barges: dict[str, Any] = {"card": text.card(BARGES), "n": len(moves) + 1, "most": BARGE_MOVES}
        start = await pick(civ, "card.move", starts, may_stop=may_stop, prompt="card.barge", **barges)
        if start is None:
            break
        said: dict[str, Any] = {"prompt": "card.landing", "card": text.card(BARGES), "area": text.area(start)}
        goal = await choose(civ, "card.move", landings(after, civ, start), about=[start], **said)
        move(after, civ, start, goal)
        moves.append((start, goal))
    return moves


def vassals(s: State, civ: str) -> list[str]:
    """Return the other civs with fewer Cities and a mina; empty if all are team-mates (PB:236)."""
    own = len(cities(s, civ))
    found = civs_with(s, civ, lambda other: s.civs[other].mina > 0 and len(cities(s, other)) < own)
    return found if without_mates(s, civ, found) else []


@card(TRIBUTE, can=lambda s, civ: bool(vassals(s, civ)))
async def tribute_of_vassals(s: State, civ: str) -> None:
    """Take 1 mina of every other civ with fewer Cities; at most 3, from payers the civ chooses (RUL-087)."""
    most = RULES.tribute_limit
    picked = await some(civ, "card.victim", vassals(s, civ), most, most, card=text.card(TRIBUTE))
    payers = [other for other in s.order if other in picked]
    await announce_card(s, civ, TRIBUTE, against=payers, aim=civs_told(payers))
    for payer in payers:
        pay_to(s, payer, civ, 1)
