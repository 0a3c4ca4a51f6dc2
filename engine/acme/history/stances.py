"""To whom NPCs of a historical scenario are hostile from the start, for good (Playbook, NPC Enemies; AMB-30, 41)."""

from __future__ import annotations

from engine.acme.history.facts import NPCS, OTHERS, PERSONS, Historical, Stance
from engine.acme.npc.relations import humans, make_enemy, npcs, swear_enmity
from engine.acme.questions.players import persons
from engine.acme.state import State

DEFAULT = (PERSONS,)


def take_stances(s: State, h: Historical) -> None:
    """Set every NPC's enemies: as the scenario says, else all civs of persons."""
    for npc in npcs(s):
        stance = stance_of(s, h, npc)
        becomes = swear_enmity if stance and stance.always else make_enemy
        for enemy in enemies_by(s, npc, stance.to if stance else DEFAULT):
            becomes(s, npc, enemy)


def stance_of(s: State, h: Historical, npc: str) -> Stance | None:
    """Return the scenario's stance for this NPC with that many persons; the first that fits."""
    n = persons(s)
    fitting = (stance for stance in h.stance if stance.npc == npc and n in (stance.persons or (n,)))
    return next(fitting, None)


def enemies_by(s: State, npc: str, to: tuple[str, ...]) -> list[str]:
    """Return the civs named, one by one or as a group, in Turn Order."""
    groups = {PERSONS: humans(s), NPCS: npcs(s), OTHERS: s.order}
    named = {civ for word in to for civ in groups.get(word, [word])}
    return [faction for faction in (*s.order, *s.neutrals) if faction in named and faction != npc]
