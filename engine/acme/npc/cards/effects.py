"""What playing a card would do for an NPC now, by the twelve steps of its card priorities (Playbook, NPC Card Play).

The steps: 1 cards gained, 2 a Deity gained, 3 a Deity harmed, 4 VP gained, 5 mina gained, 6 cards lost by others, 7 VP
lost, 8 mina lost, 9 disks removed, 10 Barbarians placed, 11 own disks placed, 12 anything else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

from engine.acme.cards import great_persons as g
from engine.acme.cards import investments, religion, resources, society, spies, trade
from engine.acme.cards.targets import civs_in, holders
from engine.acme.facts.catalog import RULES
from engine.acme.facts.definitions import BARBARIANS
from engine.acme.npc.cards.aims import AIMS, best
from engine.acme.npc.cards.hordes import invasion_areas
from engine.acme.npc.cards.judging import Judge, disks_lost
from engine.acme.npc.cards.ravages import RAVAGES, worthwhile
from engine.acme.npc.cards.spots import spots
from engine.acme.npc.relations import comrades, targets
from engine.acme.questions.board import controlled_areas, is_city, loose, meets, of_terrain, room, supply
from engine.acme.state import State

Effects: TypeAlias = dict[int, int]
HAND, BLESS, CURSE, VP, MINA, LOSE_CARD, LOSE_VP, LOSE_MINA, REMOVE, BLACK, PLACE, OTHER = range(1, 13)


def effects(s: State, npc: str, card: int) -> Effects:
    """Return how much of each step the card would really do now, in cards, VP, mina or disks."""
    found = EFFECTS[card](s, npc) if card in EFFECTS else {}
    return {step: n for step, n in found.items() if n > 0}


def victim(s: State, npc: str, able: Iterable[str]) -> str:
    """Return whom of these civs the NPC would choose; empty if there is none, for it spares its empire (RUL-137)."""
    able = {*able} - {*comrades(s, npc)}
    return next((civ for civ in targets(s, npc) if civ in able), "")


def sheba(s: State, npc: str) -> Effects:
    """Return a mina, two disks in areas it Controls, a card."""
    return {HAND: 1, MINA: 1, PLACE: min(2, supply(s, npc)) if spots(s, npc, controlled_areas(s, npc)) else 0}


def architect(s: State, npc: str) -> Effects:
    """Return the effects: two Settlements become Cities, for a VP."""
    return {VP: 1, PLACE: min(2, supply(s, npc), len(g.own_settlements(s, npc)))}


def philosopher(s: State, npc: str) -> Effects:
    """Return a VP, and more for all the mina that may be paid."""
    return {VP: 1 + min(2, s.civs[npc].mina + 1), MINA: 1}


def merchant(s: State, npc: str) -> Effects:
    """Return the effects: 2 mina, 3 where it meets two civs."""
    return {MINA: 3 if len(meets(s, npc)) > 1 else 2}


def dancer(s: State, npc: str) -> Effects:
    """Return a card, or 2 mina if the victim has them."""
    whom = victim(s, npc, trade.owners(s, npc))
    if not whom and trade.owners(s, npc):
        return {}
    rich = bool(whom) and s.civs[whom].mina >= spies.VEILS
    return {MINA: spies.VEILS, LOSE_MINA: spies.VEILS} if rich else {HAND: 1, LOSE_CARD: 1}


def laid_out(card: int) -> Callable[[State, str], Effects]:
    """Return the effects: disks for an Investment; those that fight on are counted as placed."""
    step = PLACE if card == investments.BREEDER else OTHER
    return lambda s, npc: {step: min(investments.MOST[card], supply(s, npc))}


def fleet(s: State, npc: str) -> Effects:
    """Return a disk in each of three Seas."""
    return {PLACE: min(trade.FLEET_SEAS, supply(s, npc), len(spots(s, npc, trade.open_seas(s, npc))))}


def at_sites(card: int) -> Callable[[State, str], Effects]:
    """Return the effects: 2 mina, and 1 more at one of the sites."""
    return lambda s, npc: {MINA: 2 + (npc in civs_in(s, trade.sites(s, card)))}


def highway(s: State, npc: str) -> Effects:
    """Return a mina, and disks where the road may go."""
    return {MINA: 1, PLACE: int(bool(spots(s, npc, trade.steps(s, npc, []))))}


def royal_road(s: State, npc: str) -> Effects:
    """Return a mina for every two Cities it Controls."""
    return {MINA: min(trade.ROAD_MOST, trade.controlled_cities(s, npc) // 2)}


def embargo(s: State, npc: str) -> Effects:
    """Return the effects: mina, and a card for each that the victim lacks."""
    whom = victim(s, npc, trade.owners(s, npc))
    paid = min(trade.EMBARGO_MINA, s.civs[whom].mina) if whom else 0
    short = min(trade.EMBARGO_MINA - paid, len(loose(s, whom))) if whom else 0
    return {LOSE_MINA: paid, LOSE_CARD: short}


def weights(s: State, npc: str) -> Effects:
    """Return the effects: a mina from each of two civs or, without one, a card."""
    able = {*trade.owners(s, npc)} - {*comrades(s, npc)}
    whom = [civ for civ in targets(s, npc) if civ in able][:2]
    paid = sum(s.civs[civ].mina > 0 for civ in whom)
    return {HAND: len(whom) - paid, LOSE_CARD: len(whom) - paid, MINA: paid, LOSE_MINA: paid}


def spread_over(areas: Callable[[State, str], list[str]], most: int) -> Callable[[State, str], Effects]:
    """Return the effects: 1 disk in each of so many of the areas."""
    return lambda s, npc: {PLACE: min(most, supply(s, npc), len(spots(s, npc, areas(s, npc))))}


def fields(s: State, npc: str) -> Effects:
    """Return the effects: 2 disks in one area."""
    return {PLACE: max((min(2, supply(s, npc), room(s, npc, a)) for a in resources.fields(s, npc)), default=0)}


def copper(s: State, npc: str) -> Effects:
    """Return a mina, and more for Mountains it Controls."""
    return {MINA: min(resources.COPPER_MOST, 1 + len(of_terrain(controlled_areas(s, npc), "mountain")) // 2)}


def milk(s: State, npc: str) -> Effects:
    """Return the effects: 2 disks in vacant Land."""
    return {PLACE: min(2, supply(s, npc)) if resources.free_land(s, npc) else 0}


def barges(s: State, npc: str) -> Effects:
    """Return the effects: only the disk for a Fertile area, since the NPC moves nothing (card 59)."""
    return {PLACE: int(bool(resources.own_terrain(s, npc, "fertile")))}


def tribute(s: State, npc: str) -> Effects:
    """Return a mina of each of three vassals."""
    n = min(RULES.tribute_limit, len({*resources.vassals(s, npc)} - {*comrades(s, npc)}))
    return {MINA: n, LOSE_MINA: n}


def golden_age(s: State, npc: str) -> Effects:
    """Return a mina and two disks."""
    return {MINA: 1, PLACE: min(2, supply(s, npc)) if spots(s, npc, society.neighbourhood(s, npc)) else 0}


def local_trade(s: State, npc: str) -> Effects:
    """Return a mina and a disk in each of two Land areas."""
    return {MINA: 1, PLACE: min(2, supply(s, npc), len(society.markets(s, npc)))}


def tax(s: State, npc: str) -> Effects:
    """Return the effects: half the victim's mina, and a disk of it that turns Barbarian."""
    whom = victim(s, npc, AIMS[79].options(s, npc))
    disks = len(AIMS[79].hits(Judge(s, npc), whom)) if whom else 0
    return {LOSE_MINA: (s.civs[whom].mina + 1) // 2 if whom else 0, REMOVE: disks, BLACK: disks}


def corruption(s: State, npc: str) -> Effects:
    """Return a card and a mina of the victim."""
    whom = victim(s, npc, trade.owners(s, npc))
    return {LOSE_CARD: int(bool(loose(s, whom))), LOSE_MINA: int(s.civs[whom].mina > 0)} if whom else {}


def nepotism(s: State, npc: str) -> Effects:
    """Return a VP; a card too, if the victim holds three."""
    whom = victim(s, npc, [c for c in s.order if c != npc and s.civs[c].vp])
    return {LOSE_VP: 1, LOSE_CARD: int(len(s.civs[whom].hand) >= 3)} if whom else {}


def pirates(s: State, npc: str) -> Effects:
    """Return the effects: disks in two Seas that Barbarians replace, and a mina."""
    n = disks_removed(s, npc, 82)
    if not n and any(AIMS[82].options(s, npc)):
        return {}
    return {MINA: 1, REMOVE: n, BLACK: min(n, supply(s, BARBARIANS))}


def disks_removed(s: State, npc: str, card: int) -> int:
    """Return how many disks of others it would take at its best target; 0 if its own side would lose as many."""
    judge = Judge(s, npc)
    hits = worthwhile(s, npc, card) if card in RAVAGES else best(judge, card)
    n = sum(h.disks for h in hits if h.faction not in judge.kin)
    return n if n > disks_lost(hits, judge.kin[1:]) else 0


def removal(card: int, *more: int) -> Callable[[State, str], Effects]:
    """Return the disks removed; `more`: steps that count each of them too."""

    def found(s: State, npc: str) -> Effects:
        n = disks_removed(s, npc, card)
        return {REMOVE: n, **dict.fromkeys(more, n)}

    return found


def zeal(s: State, npc: str) -> Effects:
    """Return the effects: disks removed around one Land area, and one own disk placed."""
    return {REMOVE: disks_removed(s, npc, 86), PLACE: 1}


def barbarians(card: int) -> Callable[[State, str], Effects]:
    """Return the Barbarians in areas where the NPC itself has no disk."""
    return lambda s, npc: {BLACK: len(invasion_areas(Judge(s, npc), card))}


def offerings(s: State, npc: str) -> Effects:
    """Return a mina, 2 with a City at home."""
    return {MINA: 2 if is_city(s, npc, s.civs[npc].home) else 1}


def ziggurat(s: State, npc: str) -> Effects:
    """Return the effects: 2 disks placed, and a VP if that makes a City."""
    home, n = s.civs[npc].home, religion.ziggurat_room(s, npc)
    return {PLACE: n, VP: int(s.disks.get(home, {}).get(npc, 0) + n >= RULES.city_disks)}


def pilgrimage(s: State, npc: str) -> Effects:
    """Return a mina and two disks near its home."""
    return {MINA: 1, PLACE: min(2, supply(s, npc), len(spots(s, npc, religion.shrines(s, npc))))}


def blasphemy(s: State, npc: str) -> Effects:
    """Return a VP of the victim, and the voice of its Deity."""
    whom = victim(s, npc, religion.faithful(s, npc))
    return {CURSE: 2, LOSE_VP: int(s.civs[whom].vp > 0)} if whom else {}


def forsaken(s: State, npc: str) -> Effects:
    """Return the effects: a Lost Deity counts more than a silenced one, that more than a blocked one."""
    return {CURSE: 3 if victim(s, npc, religion.civs_with_temple_deity(s, npc)) else 0}


def omens(s: State, npc: str) -> Effects:
    """Return the power of a Deity for this turn."""
    return {CURSE: 1 if victim(s, npc, religion.omen_victims(s, npc)) else 0}


def fixed_effects(found: Effects) -> Callable[[State, str], Effects]:
    """Return a function that gives these effects in every position."""
    return lambda *_: found


def effects_with_other_hands(found: Effects) -> Callable[[State, str], Effects]:
    """Return a function that gives these effects, unless only civs of its own empire have a hand to look into."""

    def seen(s: State, npc: str) -> Effects:
        able = holders(s, npc)
        return {} if able and not victim(s, npc, able) else found

    return seen


EFFECTS: Final[dict[int, Callable[[State, str], Effects]]] = {
    1: sheba,
    2: fixed_effects({BLESS: 1}),
    3: architect,
    4: philosopher,
    5: fixed_effects({HAND: 2}),
    6: merchant,
    7: removal(7, PLACE),
    8: fixed_effects({VP: 1, MINA: 1}),
    9: fixed_effects({BLESS: 1}),
    10: effects_with_other_hands({HAND: 1, MINA: 1, LOSE_CARD: 1}),
    11: effects_with_other_hands({LOSE_CARD: 1}),
    12: effects_with_other_hands({HAND: 1, LOSE_CARD: 1}),
    13: dancer,
    **{n: laid_out(n) for n in investments.MOST},
    23: effects_with_other_hands({HAND: 1}),
    42: fleet,
    **{n: at_sites(n) for n in range(43, 48)},
    48: highway,
    49: royal_road,
    50: embargo,
    51: weights,
    52: fields,
    53: fields,
    54: spread_over(lambda s, npc: resources.own_terrain(s, npc, "fertile"), 3),
    55: spread_over(lambda s, npc: resources.own_terrain(s, npc, "plains"), 3),
    56: copper,
    57: milk,
    58: fixed_effects({MINA: 2}),
    59: barges,
    61: tribute,
    62: spread_over(society.camps, 4),
    63: fixed_effects({HAND: 2}),
    65: golden_age,
    66: local_trade,
    67: fixed_effects({VP: 1, MINA: 1}),
    68: spread_over(society.canal_goals, 3),
    **{n: fixed_effects({MINA: 1}) for n in (69, 70, 71)},
    **{n: removal(n) for n in (72, 73, 74, 75, 76, 77, 89)},
    78: removal(78, BLACK),
    79: tax,
    80: corruption,
    81: nepotism,
    82: pirates,
    83: removal(83, BLACK),
    84: barbarians(84),
    85: barbarians(85),
    86: zeal,
    87: omens,
    88: offerings,
    90: blasphemy,
    91: ziggurat,
    92: forsaken,
    95: fixed_effects({BLESS: 1}),
    96: pilgrimage,
}
