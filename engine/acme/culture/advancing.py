"""Advancing on a Culture Track as the action of a round, paid with disks, mina and cards (PB:2375-2410).

NPCs advance by a card each, once all have passed (PB:2440-2450).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from engine.acme.culture.revealing import put_down, turn_up_card
from engine.acme.culture.tracks import cities_for, cost_of, has_cities, has_room, highest, may_rise, on, stage, worth
from engine.acme.effects.losses import payments
from engine.acme.facts.catalog import AREAS, CARDS, CULTURE, RULES, TRACKS
from engine.acme.fight.openly import plays_openly
from engine.acme.npc.relations import humans
from engine.acme.questions.board import cities, disks, is_city, loose, occupied_areas, on_map
from engine.acme.state import State
from engine.acme.verbs.basic import tell
from engine.acme.verbs.culture_verbs import set_stage
from engine.acme.verbs.payments import CARD, DISK, MINA, pay, told_payment
from engine.core import text
from engine.core.ask import choose
from engine.core.message import Message, list_of

ADVANCE: Final = "advance:"
PAY: Final = "culture.pay"


def advances(s: State, civ: str) -> list[str]:
    """Return the tracks on which the civ can advance now, as actions `advance:<track>`. NPCs never do (PB:2440)."""
    if not on(s) or plays_openly(s, civ):
        return []
    return [f"{ADVANCE}{track}" for track in TRACKS if can_advance(s, civ, track)]


def can_advance(s: State, civ: str, track: str) -> bool:
    """Return whether it has the Cities, a disk to begin with, and can pay without dismantling those Cities."""
    if not has_room(s, civ, track) or not has_cities(s, civ, track):
        return False
    return means(s, civ, track) >= cost_of(s, stage(s, civ, track) + 1)


def means(s: State, civ: str, track: str) -> int:
    """Return all that the civ could pay on the track: cards, mina, and disks that leave it the Cities it needs
    (CUL:52).
    """
    needed = cities_for(s, stage(s, civ, track) + 1)
    free = on_map(s, civ) - RULES.city_disks * needed
    of_cards = sum(worth(TRACKS[track], card) for card in loose(s, civ))
    return of_cards + CULTURE.other * (s.civs[civ].mina + max(0, free))


def value(track: str, pick: str) -> int:
    """Return what a pick of a payment is worth on the track."""
    return worth(TRACKS[track], int(pick.removeprefix(CARD))) if pick.startswith(CARD) else CULTURE.other


async def advance(s: State, civ: str, track: str) -> None:
    """Pay, and move the disk by one stage; no change is given (PB:2362, 2410)."""
    picks = await choose_resources(s, civ, track)
    pay(s, civ, picks)
    rise(s, civ, track)
    said: dict[str, Any] = {"track": text.thing("track", track), "stage": stage(s, civ, track)}
    tell(s, "culture.advanced", focus=_areas(picks), civ=text.civ(civ), paid=told_payment(picks), **said)


def rise(s: State, civ: str, track: str) -> None:
    """Move one stage up."""
    set_stage(s, civ, track, stage(s, civ, track) + 1)


async def choose_resources(s: State, civ: str, track: str) -> list[str]:
    """Ask what the civ pays with, one pick at a time, until it is enough: `card:<number>`, `mina`, `disk:<area>`."""
    here = stage(s, civ, track) + 1
    cost, picks = cost_of(s, here), list[str]()
    while (left := cost - sum(value(track, pick) for pick in picks)) > 0:
        name = text.thing("track", track)
        options = resources(s, civ, cities_for(s, here), picks)
        picks.append(await choose(civ, PAY, options, about=(track, *picks), left=left, track=name, stage=here))
    return picks


def resources(s: State, civ: str, needed: int, picks: Sequence[str]) -> list[str]:
    """Return what can be named next: cards and mina not yet named, and disks whose loss leaves enough Cities."""
    left = s.civs[civ].mina - picks.count(MINA)
    held = [p for p in payments(s, civ) if (left > 0 if p == MINA else p not in picks)]
    taken = {a: picks.count(f"{DISK}{a}") for a in occupied_areas(s, civ)}
    standing = sum(still_city(s, civ, a, taken[a]) for a in cities(s, civ))
    free = [a for a, n in taken.items() if disks(s, civ, a) > n and standing - breaks(s, civ, a, n) >= needed]
    return [*held, *(f"{DISK}{a}" for a in free)]


def still_city(s: State, civ: str, area: str, taken: int) -> bool:
    """Return whether the area is a City of the civ after it has given up so many disks there."""
    return AREAS[area].holds_cities and disks(s, civ, area) - taken >= RULES.city_disks


def breaks(s: State, civ: str, area: str, taken: int) -> bool:
    """Return whether one more disk from there ends a City."""
    return is_city(s, civ, area) and disks(s, civ, area) - taken == RULES.city_disks


def _areas(picks: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(p.removeprefix(DISK) for p in picks if p.startswith(DISK)))


def draw_for(s: State) -> bool:
    """Return whether any NPC draws for the tracks at the end of the Card Phase."""
    return on(s) and any(plays_openly(s, civ) for civ in s.order)


async def try_to_advance(s: State, npc: str) -> None:
    """The NPC reveals a card and advances as it says; an Event is resolved after that, and not replaced."""
    card = turn_up_card(s, npc, "culture.npc_card")
    if not card:
        return
    risen = [track for track in named_by(s, npc, card) if may_rise(s, npc, track)]
    for track in risen:
        rise(s, npc, track)
    places = list_of(
        Message("part.stage", {"track": text.thing("track", track), "n": stage(s, npc, track)}) for track in risen
    )
    tell(s, "culture.npc_risen" if risen else "culture.npc_stays", civ=text.civ(npc), tracks=places)
    await put_down(s, card)


def named_by(s: State, npc: str, card: int) -> list[str]:
    """Return the tracks on which a card lets the NPC advance, Cities apart: by the first line of the table (AMB-99)."""
    facts = CARDS[card]
    by_class = [t.id for t in TRACKS.values() if any(facts.has_class(kind) for kind in t.npc)]
    if by_class:
        return by_class[:1]
    if facts.great_person:
        return [track for track in TRACKS if stage(s, npc, track) + 1 == highest(s, track)]
    return [track for track in TRACKS if facts.is_event and stage(s, npc, track) < highest_of_persons(s, track)]


def highest_of_persons(s: State, track: str) -> int:
    """Return the highest stage of a person's civ."""
    return max((stage(s, civ, track) for civ in humans(s)), default=0)
