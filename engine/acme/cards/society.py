"""Society: cards 62 to 68."""

from __future__ import annotations

from typing import Any

from engine.acme.cards.gains import draw_cards, earn, earn_and_score
from engine.acme.cards.targets import civs_in, civs_with, placeable
from engine.acme.effects.announce import announce_card
from engine.acme.effects.card_registry import card
from engine.acme.effects.losses import told_areas
from engine.acme.effects.plans import branch, pick, place_all, plan_areas, plan_option, plan_places, plan_victim
from engine.acme.questions.board import (
    can_draw,
    controlled_areas,
    disks,
    fertile_or_plain,
    in_play,
    is_camp,
    is_home_of_another,
    land,
    land_near,
    meets,
    near,
    occupied_areas,
    of_terrain,
    reach_of,
    supply,
    vacant,
)
from engine.acme.state import State
from engine.acme.verbs.basic import move, tell, to_box
from engine.core import text
from engine.core.ask import choose
from engine.core.message import count_noun

FRUITFUL, MARRIAGE, EXODUS, GOLDEN_AGE, LOCAL_TRADE, SAGA, CANALS = range(62, 69)
GROWTH, SCORE = "growth", "vp"
EXODUS_DISKS, EXODUS_EACH, TRADED, SAGA_DISKS = 4, 2, 2, 3


def camps(s: State, civ: str) -> list[str]:
    """Return the civ's Controlled Camps in Land other than Desert that could take a disk from Supply."""
    return placeable(s, civ, [a for a in fertile_or_plain(controlled_areas(s, civ)) if is_camp(s, civ, a)])


@card(FRUITFUL, can=lambda s, civ: bool(camps(s, civ)))
async def be_fruitful_and_multiply(s: State, civ: str) -> None:
    """Turn up to four Camps into Settlements."""
    areas = await plan_areas(civ, FRUITFUL, min(4, supply(s, civ)), camps(s, civ))
    await announce_card(s, civ, FRUITFUL, focus=areas, aim=told_areas(areas))
    place_all(s, civ, areas)


def suitors(s: State, civ: str) -> list[str]:
    """Return the civs whose disks meet those of this one, if a card can be had."""
    met = meets(s, civ)
    return civs_with(s, civ, lambda other: other in met) if can_draw(s) else []


@card(MARRIAGE, can=lambda s, civ: bool(suitors(s, civ)))
async def royal_marriage(s: State, civ: str) -> None:
    """Draw 2 cards; a civ it meets draws 1."""
    other = await plan_victim(civ, MARRIAGE, suitors(s, civ))
    await announce_card(s, civ, MARRIAGE, against=[other], aim=text.civ(other))
    await draw_cards(s, civ, 2)
    await draw_cards(s, other, 1)


def promised_areas(s: State, civ: str) -> list[str]:
    """Return vacant Land areas that aren't Home Areas of other civs in play."""
    return sorted(a for a in land(in_play(s)) if vacant(s, a) and not is_home_of_another(s, civ, a))


def departures(s: State, civ: str) -> list[str]:
    """Land areas with two disks of the civ or more, if there is somewhere to go."""
    several = [a for a in land(occupied_areas(s, civ)) if disks(s, civ, a) > 1]
    return several if several and promised_areas(s, civ) else []


@card(EXODUS, can=lambda s, civ: bool(departures(s, civ)))
async def exodus(s: State, civ: str) -> None:
    """Move up to 4 disks of one Land area to vacant Land areas, at most 2 in each, in a Desert 1."""
    start = await choose(civ, "card.move", departures(s, civ), prompt="card.departure", card=text.card(EXODUS))
    goals = await plan_exodus(s, civ, min(EXODUS_DISKS, disks(s, civ, start)))
    await announce_card(s, civ, EXODUS, focus=[start, *goals], aim=told_areas(goals))
    gone = [goal for goal in goals if leave(s, civ, start, goal)]
    if gone:
        told = ", ".join(f"{text.area(a)} +{gone.count(a)}" for a in dict.fromkeys(gone))
        tell(s, "card.exodus", focus=gone, civ=text.civ(civ), start=text.area(start), areas=told)


async def plan_exodus(s: State, civ: str, most: int) -> list[str]:
    """Return where the disks go, one pick each, at least one."""
    goals: list[str] = []
    while len(goals) < most:
        free = [a for a in promised_areas(s, civ) if goals.count(a) < (1 if of_terrain([a], "desert") else EXODUS_EACH)]
        said: dict[str, Any] = {"card": text.card(EXODUS), "n": len(goals) + 1, "most": most}
        goal = await pick(civ, "card.move", free, may_stop=bool(goals), about=goals, prompt="card.arrival", **said)
        if goal is None:
            break
        goals.append(goal)
    return goals


def leave(s: State, civ: str, start: str, goal: str) -> bool:
    """Move a disk, if one is left there."""
    if not disks(s, civ, start):
        return False
    move(s, civ, start, goal)
    return True


def neighbourhood(s: State, civ: str) -> list[str]:
    """Return occupied areas and those next to them, as they are before the card (RUL-080)."""
    return sorted(reach_of(s, civ))


@card(GOLDEN_AGE, can=lambda s, civ: bool(occupied_areas(s, civ)))
async def golden_age(s: State, civ: str) -> None:
    """Place 2 disks in or next to occupied areas; gain 1 mina."""
    areas = await plan_places(s, civ, GOLDEN_AGE, 2, neighbourhood(s, civ), least=2)
    await announce_card(s, civ, GOLDEN_AGE, against=civs_in(s, areas), focus=areas, aim=told_areas(areas))
    place_all(s, civ, areas)
    earn(s, civ, 1)


def partners(s: State, civ: str, area: str) -> list[str]:
    """Land areas held next to that one."""
    return [b for b in land_near(s, area) if disks(s, civ, b)]


def markets(s: State, civ: str) -> list[str]:
    """Land areas held that are next to another one held."""
    return [a for a in land(occupied_areas(s, civ)) if partners(s, civ, a)]


@card(LOCAL_TRADE, can=lambda s, civ: bool(markets(s, civ)))
async def local_trade(s: State, civ: str) -> None:
    """Place 1 disk in each of two adjacent occupied Land areas; gain 1 mina."""
    areas: list[str] = []
    if placeable(s, civ, markets(s, civ)):
        areas = await plan_areas(
            civ, LOCAL_TRADE, TRADED, markets(s, civ), lambda p: partners(s, civ, p[0]), least=TRADED
        )
    await announce_card(s, civ, LOCAL_TRADE, against=civs_in(s, areas), focus=areas, aim=told_areas(areas))
    place_all(s, civ, areas)
    earn(s, civ, 1)


@card(SAGA)
async def heroic_saga(s: State, civ: str) -> None:
    """Move 3 disks from Supply to the Growth Box; or gain 1 mina and 1 VP."""
    picked = await plan_option(civ, SAGA, [*([GROWTH] if supply(s, civ) else []), SCORE])
    await announce_card(s, civ, SAGA, aim=branch(picked))
    if picked == SCORE:
        earn_and_score(s, civ, 1, 1, SAGA)
        return
    boxed = to_box(s, civ, SAGA_DISKS)
    tell(s, "card.boxed", civ=text.civ(civ), n=count_noun(boxed, "disk"))


def canal_goals(s: State, civ: str) -> list[str]:
    """Return the vacant areas next to Fertile areas the civ Controls, in no Home Area of another civ in play
    (RUL-080).
    """
    beside = {b for a in of_terrain(controlled_areas(s, civ), "fertile") for b in near(s, a)}
    return placeable(s, civ, sorted(b for b in beside if vacant(s, b) and not is_home_of_another(s, civ, b)))


@card(CANALS, can=lambda s, civ: bool(canal_goals(s, civ)))
async def canal_builders(s: State, civ: str) -> None:
    """Place 1 disk in each of up to three of those areas."""
    areas = await plan_areas(civ, CANALS, min(3, supply(s, civ)), canal_goals(s, civ))
    await announce_card(s, civ, CANALS, focus=areas, aim=told_areas(areas))
    place_all(s, civ, areas)
