"""Deeds against NPCs: what a card costs them, and who makes an area of theirs Contested.

Playbook, NPC Enemies; RUL-135. Like `verbs`, which call them, these change the State.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from engine.acme.facts.definitions import BARBARIANS
from engine.acme.npc.relations import make_enemy, named_primary
from engine.acme.questions.board import is_contested, rival_civs
from engine.acme.state import State

PLACING = {"growth", "card"}


@contextmanager
def doing(s: State, doer: str = "") -> Iterator[None]:
    """Attribute what happens inside the block to that civ's card; to nobody, until a card is announced."""
    before, s.doer = s.doer, doer
    try:
        yield
    finally:
        s.doer = before


def begin_doing(s: State, doer: str) -> None:
    """Attribute what follows to the announced card's player."""
    s.doer = doer


def note_offence(s: State, victim: str) -> bool:
    """Note that a card of another civ costs the NPC something: a disk, card, mina, VP or Deity. Whether it does."""
    c = s.civs.get(victim)
    if c is None or not c.npc or s.doer in {"", victim, BARBARIANS}:
        return False
    if s.doer not in c.harmed_by:
        c.harmed_by.append(s.doer)
    return True


def offend(s: State, victim: str) -> str:
    """Note a disk, card or mina that a card costs the NPC. Return its player if that makes him a new enemy."""
    return s.doer if note_offence(s, victim) and make_enemy(s, victim, s.doer) else ""


def drive_out(s: State, victim: str, area: str, n: int) -> None:
    """Note who has removed disks of an NPC from the map: the player of a card, or its opponents in a Competition."""
    c = s.civs.get(victim)
    if c is None or not c.npc:
        return
    rivals = rival_civs(s, victim, area) if s.fight is not None else []
    for civ in [s.doer] if s.doer else rivals:
        if civ != victim:
            c.driven_by[civ] = c.driven_by.get(civ, 0) + n


def intrude(s: State, civ: str, area: str) -> list[str]:
    """Return the NPCs to which the civ becomes an enemy by having made an area of theirs Contested, by Growth or
    card.
    """
    if civ == BARBARIANS or s.phase not in PLACING or not is_contested(s, area):
        return []
    return [npc for npc in rival_civs(s, civ, area) if s.civs[npc].npc and make_enemy(s, npc, civ)]


def forget_deeds(s: State, civ: str) -> None:
    """Forget at the start of a turn what was done to the NPC in the last one, and its Primary enemy.

    A Primary enemy by scenario stays.
    """
    c = s.civs[civ]
    c.harmed_by, c.driven_by, c.primary, c.reconciled = [], {}, named_primary(s, civ), []
