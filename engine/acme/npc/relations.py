"""Whom an NPC is hostile to, and whom it turns against first (Playbook, NPC Enemies and Primary Enemy; RUL-135 to 137).

The Barbarians are enemies of every NPC; `enemies` of a civ names the civs only. Nothing here changes the position but
the choice of a Primary enemy and the making and ending of an enmity.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from engine.acme.facts.definitions import BARBARIANS
from engine.acme.questions.board import (
    are_friends,
    cities,
    contested_areas,
    disks,
    leaderless,
    near,
    on_map,
    opponents,
    others,
    side_of,
)
from engine.acme.questions.teams import are_mates, mates, without_mates
from engine.acme.special import special
from engine.acme.state import State
from engine.core import chance

Criterion = Callable[[State, str, str], int]


def npcs(s: State) -> list[str]:
    """Return the NPCs of the game, in Turn Order."""
    return [civ for civ in s.order if s.civs[civ].npc]


def humans(s: State) -> list[str]:
    """Return the civs of persons, in Turn Order, whoever plays them now."""
    return [civ for civ in s.order if not s.civs[civ].npc]


def strongest(s: State, civs: Iterable[str]) -> list[str]:
    """Return the civs by most VP, then most Cities, then earlier in Turn Order (RUL-136)."""
    return sorted(civs, key=lambda civ: (-s.civs[civ].vp, -len(cities(s, civ)), s.order.index(civ)))


def by_vp(s: State, civs: Iterable[str]) -> list[str]:
    """Return the civs by most VP, then earlier in Turn Order."""
    return sorted(civs, key=lambda civ: (-s.civs[civ].vp, s.order.index(civ)))


def fewest_first(s: State, civs: Iterable[str]) -> list[str]:
    """Return the civs by fewest VP, then earlier in Turn Order (RUL-170)."""
    return sorted(civs, key=lambda civ: (s.civs[civ].vp, s.order.index(civ)))


def hostile_to(s: State, npc: str) -> list[str]:
    """Return whom the NPC is hostile to: its enemies; as a stand-in for a person, the civ's attackers (N-104)."""
    return s.civs[npc].enemies if s.civs[npc].npc else attackers(s, npc)


def attackers(s: State, civ: str) -> list[str]:
    """Return the NPCs that are hostile to the civ, and the civs and neutral Factions that share a Contested area with
    it.
    """
    fought = {
        other
        for area in contested_areas(s)
        if disks(s, civ, area)
        for other in without_mates(s, civ, opponents(s, civ, area))
    }
    hostile = [other for other in s.order if other != civ and (other in fought or civ in s.civs[other].enemies)]
    return [*hostile, *(neutral for neutral in s.neutrals if neutral in fought)]


def enemies(s: State, npc: str) -> list[str]:
    """Return the NPC's enemies: the Primary enemy first, then by strength, without Barbarians.

    A neutral Faction is one only if a scenario says so, and comes after the civs. For a person it stands in for, it
    begins with the one that the scenario names.
    """
    against = hostile_to(s, npc)
    found = strongest(s, (civ for civ in against if civ in s.order))
    first = s.civs[npc].primary if s.civs[npc].npc else special(s).primary(s, npc)
    found += [f for f in s.neutrals if f in against and on_map(s, f)]
    return sorted(found, key=lambda faction: faction != first)


def is_enemy(s: State, npc: str, faction: str) -> bool:
    """Return whether the NPC is enemy to that Faction; always to the Barbarians, and to friends of an enemy."""
    return faction == BARBARIANS or not {faction, side_of(s, faction)}.isdisjoint(hostile_to(s, npc))


def comrades(s: State, civ: str) -> list[str]:
    """Return the other civs in play of its empire or team, which win or lose with it.

    An NPC plays nothing against them by choice.
    """
    if s.options.teams:
        return mates(s, civ)
    empire = special(s).empire(s, civ)
    return [other for other in s.order if empire and other != civ and special(s).empire(s, other) == empire]


def kin(s: State, npc: str) -> tuple[str, ...]:
    """Return the NPC and its side: civs of its empire, neutral Factions that fight as one with it."""
    return (npc, *comrades(s, npc), *(f for f in s.neutrals if are_friends(s, f, npc)))


def primary(s: State, npc: str) -> str:
    """Return its Primary enemy, or its only one; empty without any, and before one of several is chosen (RUL-136)."""
    found = enemies(s, npc)
    return found[0] if len(found) == 1 or s.civs[npc].primary in found else ""


def leader(s: State, npc: str) -> str:
    """Return the other civ with most VP, then most Cities, then earlier in Turn Order; empty if there is none
    (RUL-136).

    Never one of its own empire.
    """
    return next(iter(strongest(s, rivals(s, npc))), "")


def rivals(s: State, npc: str) -> list[str]:
    """Return the other civs that are not of its empire."""
    own = comrades(s, npc)
    return [civ for civ in others(s, npc) if civ not in own]


def human_leader(s: State) -> str:
    """Return the person's civ with most VP, then most Cities, then earlier in Turn Order, which Method A hurts
    (RUL-134).
    """
    return next(iter(strongest(s, humans(s))), "")


def target(s: State, npc: str) -> str:
    """Return the civ that a deed of the NPC is aimed at: its first enemy, or without any the leader; empty if alone."""
    return next((civ for civ in enemies(s, npc) if civ in s.civs), "") or leader(s, npc)


def targets(s: State, npc: str) -> list[str]:
    """Return all other Factions in the order in which harm goes to them (RUL-137).

    The Primary enemy, other enemies, Barbarians, the rest, and last of all its own empire. An NPC without enemies takes
    the leader first of all, and the strong computer always does.
    """
    against = [] if s.civs[npc].strong else enemies(s, npc)
    first = against or strongest(s, rivals(s, npc))[:1]
    rest = strongest(s, (civ for civ in rivals(s, npc) if civ not in first))
    own = strongest(s, (civ for civ in comrades(s, npc) if civ not in first))
    return [*first, BARBARIANS, *rest, *(f for f in leaderless(s) if f not in first), *own]


def in_home(s: State, npc: str, enemy: str) -> int:
    """Return the disks in the NPC's Home Area."""
    return disks(s, enemy, s.civs[npc].home)


def beside_gold(s: State, npc: str, enemy: str) -> int:
    """Return the disks that share areas with the NPC's Gold."""
    return sum(disks(s, enemy, area) for area, owner in s.gold.items() if owner == npc)


def beside_cities(s: State, npc: str, enemy: str) -> int:
    """Return the disks that share areas with the NPC's Cities."""
    return sum(disks(s, enemy, area) for area in cities(s, npc))


def near_home(s: State, npc: str, enemy: str) -> int:
    """Return the disks adjacent to the NPC's Home Area."""
    return sum(disks(s, enemy, area) for area in near(s, s.civs[npc].home))


CRITERIA: Final[tuple[Criterion, ...]] = (
    in_home,
    beside_gold,
    beside_cities,
    near_home,
    lambda s, _, enemy: s.civs[enemy].vp,
    lambda s, _, enemy: len(cities(s, enemy)),
    lambda s, _, enemy: on_map(s, enemy),
)


def threats(s: State, npc: str) -> list[str]:
    """Return its enemies that are equal by the seven criteria of the Primary enemy."""
    found = [civ for civ in s.order if civ in s.civs[npc].enemies]
    for criterion in CRITERIA:
        most = max((criterion(s, npc, civ) for civ in found), default=0)
        found = [civ for civ in found if criterion(s, npc, civ) == most]
    return found


def named_primary(s: State, npc: str) -> str:
    """Return the Primary enemy that the scenario names, if it is an enemy; else empty."""
    named = special(s).primary(s, npc)
    return named if named in s.civs[npc].enemies else ""


def choose_primary(s: State, npc: str) -> None:
    """Note the Primary enemy of an NPC with two enemies or more that has none yet; chance settles what is equal."""
    c = s.civs[npc]
    if c.npc and len(c.enemies) > 1 and not c.primary:
        named = named_primary(s, npc)
        found = [named] if named else threats(s, npc)
        favoured = special(s).favoured
        c.primary = favoured if favoured in found else found[0] if len(found) == 1 else chance.pick(s, found)


def make_enemy(s: State, npc: str, enemy: str) -> bool:
    """Make the NPC an enemy of that civ. Return False if it already was, or if both are of one empire or team."""
    c, empire = s.civs[npc], special(s).empire(s, npc)
    if (
        enemy in c.enemies
        or enemy == npc
        or are_mates(s, npc, enemy)
        or (empire and special(s).empire(s, enemy) == empire)
    ):
        return False
    c.enemies.append(enemy)
    return True


def swear_enmity(s: State, npc: str, enemy: str) -> None:
    """Make the NPC an enemy of that civ for good (a scenario's special rules; RUL-124)."""
    make_enemy(s, npc, enemy)
    if enemy not in s.civs[npc].sworn:
        s.civs[npc].sworn.append(enemy)


def turn_against(s: State, npc: str, enemy: str) -> None:
    """Make the enemy the NPC's Primary one at once, whoever was that (a scenario's special rules)."""
    s.civs[npc].primary = enemy


def end_enmity(s: State, npc: str, enemy: str) -> bool:
    """End the NPC's enmity to that civ, and remember it. Return False if it was no enemy, or is one for good."""
    c = s.civs[npc]
    if enemy not in c.enemies or enemy in c.sworn:
        return False
    c.enemies.remove(enemy)
    c.former = [*(civ for civ in c.former if civ != enemy), enemy]
    c.primary = "" if c.primary == enemy else c.primary
    return True


def reconcile(s: State, npc: str, other: str) -> None:
    """Make peace between an NPC and another civ, on both sides and for this turn."""
    for one, two in ((npc, other), (other, npc)):
        end_enmity(s, one, two)
        if s.civs[one].npc:
            s.civs[one].reconciled.append(two)


def rename(s: State, old: str, new: str) -> None:
    """Rename a civ in all enmities, because its player continues as another."""
    for c in s.civs.values():
        c.enemies = [new if civ == old else civ for civ in c.enemies]
        c.sworn = [new if civ == old else civ for civ in c.sworn]
        c.former = [new if civ == old else civ for civ in c.former]
        c.harmed_by = [new if civ == old else civ for civ in c.harmed_by]
        c.reconciled = [new if civ == old else civ for civ in c.reconciled]
        c.driven_by = {new if civ == old else civ: n for civ, n in c.driven_by.items()}
        c.primary = new if c.primary == old else c.primary
        c.shows = {new if civ == old else civ: cards for civ, cards in c.shows.items()}


def forget(s: State, gone: str) -> None:
    """Remove a civ that is out of the game from all enmities, past and present."""
    for name, c in s.civs.items():
        c.primary = "" if gone in {name, c.primary} else c.primary
        for listed in (c.enemies, c.sworn, c.former, c.harmed_by, c.reconciled):
            listed[:] = [civ for civ in listed if gone not in {name, civ}]
        c.driven_by = {civ: n for civ, n in c.driven_by.items() if gone not in {name, civ}}
