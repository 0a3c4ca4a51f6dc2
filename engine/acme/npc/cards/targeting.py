"""Whom and where a card of an NPC hits, and where it helps the NPC itself (Playbook, Card Play Clarifications)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.acme.cards.bonus import FISHING, GOLD, OASIS
from engine.acme.cards.disasters import CIVIL_WAR, DROUGHT, EARTHQUAKE, FAMINE, FLOOD, PIRATES, TAX, VOLCANO
from engine.acme.cards.great_persons import POET
from engine.acme.cards.migrations import CONFEDERATION, MIGRATION
from engine.acme.cards.religion import ZEAL
from engine.acme.cards.resources import BARGES
from engine.acme.cards.society import LOCAL_TRADE, MARRIAGE, partners
from engine.acme.npc.cards.aims import AIMS, one_each, series_at
from engine.acme.npc.cards.hordes import best_places, best_start, menace
from engine.acme.npc.cards.judging import Judge
from engine.acme.npc.cards.question import DONE, Key, best, card_of, choices, one_of, stop_of, why
from engine.acme.npc.cards.ravages import best_volcano, flood_step
from engine.acme.npc.cards.spots import best_spots, spots
from engine.acme.npc.decision import Decision, decides
from engine.acme.npc.distances import from_home
from engine.acme.npc.placing.prospect import DiskGroup
from engine.acme.npc.relations import primary
from engine.acme.state import State
from engine.core import text
from engine.core.ask import Ask, Request

ONE_VICTIM: Final = {TAX, FAMINE, EARTHQUAKE, DROUGHT, CIVIL_WAR}
ANY_VICTIM: Final = {POET, PIRATES, ZEAL}
CUBES: Final = {GOLD, OASIS, FISHING}


@decides("card.victim")
def whom(s: State, request: Request, ask: Ask) -> Decision:
    """Return the victim: the Primary enemy, other enemies, then the strongest (RUL-137). A gift goes to the weakest."""
    civs = choices(ask)
    if card_of(request) == MARRIAGE:
        return choose_partner(s, ask.seat, civs)
    judge = Judge(s, ask.seat)
    able = [civ for civ in civs if civ not in judge.kin]
    if not able and stop_of(ask):
        return Decision((stop_of(ask),), "victim.spared")
    found = sorted(civs, key=judge.tier)[: max(ask.least, min(ask.most, len(able)))]
    return Decision(tuple(found), why(f"victim.{judge.attitude_to(found[0])}", found[0], text.civ))


def choose_partner(s: State, npc: str, civs: Sequence[str]) -> Decision:
    """Choose for Royal Marriage the civ with fewest VP, its Primary enemy only if there is no other (card 63)."""
    first = primary(s, npc)

    def key(civ: str) -> Key:
        return civ == first, s.civs[civ].vp

    return best(civs, key, lambda civ: (s.order.index(civ),), "victim.weakest", text.civ)


@decides("card.faction")
def choose_victim(s: State, request: Request, ask: Ask) -> Decision:
    """Return the Faction that loses disks: the order of targets (RUL-137)."""
    del request
    judge = Judge(s, ask.seat)
    found = judge.first(choices(ask))
    if found in judge.kin and stop_of(ask):
        return Decision((stop_of(ask),), "victim.spared")
    return Decision((found,), why(f"victim.{judge.attitude_to(found)}", found, text.civ))


@decides("card.area")
def where(s: State, request: Request, ask: Ask) -> Decision:
    """Return the area: for harm by targets and ranks, for its own disks by the placement priorities (RUL-137,
    RUL-138).
    """
    card, judge = card_of(request), Judge(s, ask.seat)
    if card == VOLCANO:
        found = best_volcano(judge)
        return one_of(found, [why("ravage", area) for area in found])
    if card == MIGRATION:
        starts = best_start(judge, ask.options) or list(ask.options)
        return Decision((starts[0],), why("horde", starts[0]))
    if card == TAX:
        return exposed_area(judge, ask.options)
    if card in AIMS:
        return target_area(judge, card, ask.options)
    return own_area(s, ask.seat, card, ask.options)


def exposed_area(judge: Judge, areas: Sequence[str]) -> Decision:
    """Return the area of the best rank (RUL-138)."""
    return best(areas, lambda a: (judge.rank(a),), judge.equal, "area.rank")


def target_area(judge: Judge, card: int, areas: Sequence[str]) -> Decision:
    """Return the area where the card hits the right Faction in areas of the best ranks."""
    able = spots(judge.s, judge.npc, areas) if card == ZEAL else []
    return best(able or areas, lambda a: series_at(judge, card, a), judge.equal, "area.target")


def own_area(s: State, npc: str, card: int, areas: Sequence[str]) -> Decision:
    """Return the area for disks of the NPC by the placement priorities; for a bonus cube the one nearest to its
    home.
    """
    if card in CUBES:
        return best(areas, lambda a: (from_home(s, npc, a),), Judge(s, npc).equal, "own.near")
    groups = best_spots(s, npc, areas, hand=1 if card == BARGES else 2)
    if not groups:
        return best(areas, lambda _: (), Judge(s, npc).equal, "own.any")
    return one_of([g.area for g in groups], [own_why(g) for g in groups])


def own_why(group: DiskGroup) -> str:
    """Return the placement priority behind a choice of area."""
    return why("own.priority" if group.number else "own.best", group.area)


@decides("card.areas")
def which(s: State, request: Request, ask: Ask) -> Decision:
    """Return the next of several areas, as in `where`; for its own disks no area in which a fight would begin
    needlessly.
    """
    card, judge = card_of(request), Judge(s, ask.seat)
    if card == FLOOD:
        return next_flood_area(judge, request, ask)
    if card in {MIGRATION, CONFEDERATION}:
        return invaded_area(judge, ask)
    if card in ONE_VICTIM:
        return exposed_area(judge, choices(ask))
    if card in ANY_VICTIM:
        return harmed_area(judge, card, ask)
    return next_own_area(s, card, request, ask)


def next_flood_area(judge: Judge, request: Request, ask: Ask) -> Decision:
    """Return the next area of the chain that costs the others most (RUL-140)."""
    area = flood_step(judge, choices(ask), request.about)
    if area is None:
        return Decision((stop_of(ask) or ask.options[0],), "ravage.enough")
    return Decision((area,), why("ravage", area))


def invaded_area(judge: Judge, ask: Ask) -> Decision:
    """Return the next area for Barbarians; none with a disk of the NPC, if it may stop."""
    places = best_places(judge, choices(ask), 1)
    if not places and stop_of(ask):
        return Decision((stop_of(ask),), "horde.enough")
    area = places[0] if places else min(choices(ask), key=lambda a: menace(judge, a))
    return Decision((area,), why("horde", area))


def harmed_area(judge: Judge, card: int, ask: Ask) -> Decision:
    """Choose the next area of a card that takes a disk of each Faction there: the best disk that can still be taken."""
    first_sea = card == PIRATES and DONE not in ask.options
    if stop_of(ask) and not any(worth_harming(judge, card, area) for area in choices(ask)):
        return Decision((stop_of(ask),), "victim.spared")

    def key(area: str) -> Key:
        if first_sea:
            return series_at(judge, PIRATES, area)
        return judge.series(judge.real_hits(card, one_each(judge, card, [area], civs_only=card == PIRATES)))

    return best(choices(ask), key, judge.equal, "area.target")


def worth_harming(judge: Judge, card: int, area: str) -> bool:
    """Return whether a Faction that isn't on the NPC's side would be hit there."""
    return any(h.faction not in judge.kin for h in one_each(judge, card, [area], civs_only=card == PIRATES))


def next_own_area(s: State, card: int, request: Request, ask: Ask) -> Decision:
    """Return the next area that gets a disk of the NPC, or no more."""
    areas, picked = choices(ask), request.about
    if card == LOCAL_TRADE and not picked:
        areas = [a for a in areas if set(spots(s, ask.seat, partners(s, ask.seat, a)))] or areas
    groups = best_spots(s, ask.seat, areas, picked)
    if groups:
        return one_of([g.area for g in groups], [own_why(g) for g in groups])
    stop = stop_of(ask)
    return Decision((stop,), "own.enough") if stop else best(areas, lambda _: (), Judge(s, ask.seat).equal, "own.any")


@decides("card.move")
def decline_moves(s: State, request: Request, ask: Ask) -> Decision:
    """Move no disks by a card unless the NPC must (card 59; it doesn't play Exodus)."""
    del request
    if stop_of(ask):
        return Decision((stop_of(ask),), "own.stay")
    return best(ask.options, lambda _: (), Judge(s, ask.seat).equal, "own.any")
