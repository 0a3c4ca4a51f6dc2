"""The Competition Phase: opening, one Contested area after the other, close (ACME §9).

In removal rounds each Faction gives up one unit after the other, the smaller stack first (ACME §9.4, RUL-102 to
RUL-105).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.acme.culture import benefits, tracks
from engine.acme.culture.lordship import reckons_at_once
from engine.acme.effects.announce import Cause
from engine.acme.effects.losses import LOSE, Terms, save, told_means, ways_out
from engine.acme.fight import allies
from engine.acme.fight.captain import forget_pledges
from engine.acme.fight.category import next_area
from engine.acme.fight.close import close_phase
from engine.acme.fight.commit import commit
from engine.acme.fight.opening import play_opening_round
from engine.acme.fight.openly import commit_openly, plays_openly
from engine.acme.fight.resolve import resolve_cards, reveal
from engine.acme.fight.sack import sack
from engine.acme.fight.stack import (
    CUBE,
    DISK,
    WHITE,
    add_white,
    area_of,
    close_competition,
    cube_units,
    drop_out,
    fight_of,
    is_settled,
    lose_unit,
    note_payment,
    open_competition,
    sides,
    units,
    whites,
)
from engine.acme.npc.relations import choose_primary
from engine.acme.phases.game_end import ended_by_scenario
from engine.acme.questions.board import contested_areas, disks, factions, is_city, walls_of
from engine.acme.special import special
from engine.acme.state import State
from engine.acme.verbs.basic import begin_phase, new_action, tell
from engine.acme.verbs.culture_verbs import disband
from engine.acme.verbs.deity_verbs import forget_peace
from engine.core import text
from engine.core.ask import Flow, choose
from engine.core.message import Message, count_noun, list_of, strung

ARRAY, BEFORE = "competition.array", "competition.before"
NEXT, CLOSE, RECKONING = "competition.next", "competition.close", "reckoning.overstack"
ROUNDS, AS_USUAL = Cause("fight", ""), Terms()
UNITS = (WHITE, CUBE, DISK)


async def begin(s: State) -> str:
    """Open the phase with its Contested areas in their order (ACME §9.2)."""
    begin_phase(s, "competition")
    forget_peace(s)
    for civ in s.order:
        choose_primary(s, civ)
    s.fought = []
    areas = contested_areas(s)
    if areas:
        tell(s, "competition.contested", focus=areas, areas=list_of([text.area(a) for a in areas]))
    else:
        tell(s, "competition.none")
    disband(s)
    return ARRAY if tracks.on(s) and areas else BEFORE


async def array(s: State) -> str:
    """Let civs place the white disks from the Culture Tracks in Turn Order, before anything else (PB:2367)."""
    for civ in s.order:
        await benefits.array_whites(s, civ)
    return BEFORE


async def before(s: State) -> str:
    """Play Traitor, Bad Omens and the Goddess of Peace, until nobody plays any longer (RUL-097, RUL-180)."""
    again = await play_opening_round(s)
    return RECKONING if reckons_at_once(s) else BEFORE if again else NEXT


async def compete(s: State) -> str:
    """Fight for the next Contested area that isn't finished and not at Peace (RUL-097)."""
    area = next_area(s)
    if area is None:
        return CLOSE
    new_action(s)
    await compete_for(s, area)
    return RECKONING if reckons_at_once(s) else NEXT


async def compete_for(s: State, area: str) -> None:
    """Carry out one Competition: mark, commit, reveal, resolve, rounds, sacking (ACME §9.3 to §9.6).

    NPCs commit when everything of the others is resolved (RUL-161).
    """
    openly = [civ for civ in s.order if plays_openly(s, civ)]
    open_competition(s, area, [f for f in factions(s, area) if special(s).stakes(s, f) and is_city(s, f, area)])
    tell_beginning(s)
    raise_walls(s)
    benefits.bring_whites(s)
    await commit(s, openly)
    await reveal(s)
    await resolve_cards(s)
    await commit_openly(s, openly)
    await removal_rounds(s)
    tell(
        s,
        "competition.ends",
        focus=(area,),
        area=text.area(area),
        stacks=told_stacks(s) or Message("competition.nobody"),
    )
    allies.reward_raiders(s)
    cities = fight_of(s).cities
    close_competition(s)
    await sack(s, area, cities)


def tell_beginning(s: State) -> None:
    """Tell the stacks, and the Cities at stake (ACME §9.3)."""
    area, cities = area_of(s), fight_of(s).cities
    civs = list_of(text.civ(c) for c in cities)
    said: dict[str, Any] = {"area": text.area(area), "stacks": told_stacks(s), "cities": civs}
    tell(s, "competition.begins_at_stake" if cities else "competition.begins", focus=(area,), **said)


def raise_walls(s: State) -> None:
    """Add white disks that the scenario gives to Factions there, for this Competition only."""
    for faction, n in walls_of(s, area_of(s)).items():
        if add_white(s, faction, n):
            tell(s, "competition.walls", focus=(area_of(s),), civ=text.civ(faction), n=count_noun(n, "white_disk"))


def told_stacks(s: State) -> Message:
    """Return a text such as `Egypt 4, Babylon 3 and a Stronghold`."""
    area = area_of(s)
    walled = s.cubes.get(area)
    stacks = {f: f"{text.civ(f)} {disks(s, f, area)}" for f in factions(s, area)}
    return strung(Message("competition.walled", {"stack": stacks[f]}) if f == walled else stacks[f] for f in stacks)


async def close(s: State) -> str | None:
    """Judge loot, Deities and standing cards; overstack is the first act of Reckoning (ACME §9.7)."""
    forget_pledges(s)
    await close_phase(s)
    if after := special(s).after_fights:
        await after(s)
    return None if ended_by_scenario(s, "competition") else "reckoning.overstack"


COMPETITION_STEPS: dict[str, Callable[[State], Flow[str | None]]] = {
    "competition.begin": begin,
    ARRAY: array,
    BEFORE: before,
    NEXT: compete,
    CLOSE: close,
}


async def removal_rounds(s: State) -> None:
    """Run rounds until one Faction is left or each has exactly one unit.

    The order of a round is fixed when it begins: fewest units first, then Turn Order, Barbarians last. The stop test
    follows every single removal and payment.
    """
    while not is_settled(s):
        for faction in sorted(sides(s), key=lambda f: units(s, f)):
            if is_settled(s):
                return
            if units(s, faction):
                await give_up_one(s, faction)


def losable(s: State, faction: str) -> list[str]:
    """Return the units it may give up: white disks first; never the last disk before the Stronghold (RUL-103)."""
    if whites(s, faction):
        return [WHITE]
    cube = [CUBE] if cube_units(s, faction) else []
    return cube if cube and disks(s, faction, area_of(s)) == 1 else [*cube, DISK]


async def give_up_one(s: State, faction: str) -> None:
    """Let a Faction lose one unit, or pay 1 mina, 1 card or 1 disk of Master Armorer for it (RUL-105)."""
    if faction not in s.order:
        lose_unit(s, faction, losable(s, faction)[0])
        return
    area = area_of(s)
    while n := units(s, faction):
        ways = [w for w in ways_out(s, ROUNDS, faction, area, AS_USUAL) if w != LOSE]
        said: dict[str, Any] = {"area": text.area(area), "units": n}
        picked = await choose(faction, "competition.removal", [*losable(s, faction), *ways], about=(area,), **said)
        if picked in UNITS:
            lose_unit(s, faction, picked)
            break
        if await save(s, faction, area, picked):
            note_payment(s, faction, picked)
            tell(s, "competition.paid", civ=text.civ(faction), means=told_means([picked]))
            break
    drop_out(s)
