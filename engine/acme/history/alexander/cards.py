"""Who comes back: Memnon, the Eagles of the Sea, and Alexander with his army (Playbook, Alexander 4 to 6)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from engine.acme.fight.allies import ARMOURER, CAPTAIN, EAGLES, INFANTRY, KING
from engine.acme.history.alexander.powers import HEARTLAND, LEVANT, MACEDON, WEST, gold_beneath, persians
from engine.acme.phases.draw_step import base_cards
from engine.acme.questions.board import contested, disks, factions
from engine.acme.state import State
from engine.acme.verbs.basic import let_go, take_back
from engine.core.ask import some

COMPANIONS: Final = (ARMOURER, INFANTRY)


async def regain(s: State, civ: str) -> int:
    """What lies face down comes back when the civ's Draw Step begins. Returns how many draws that takes."""
    if civ == HEARTLAND:
        come_back(s, civ, CAPTAIN, bool(gold_beneath(s, WEST) or gold_beneath(s, LEVANT)))
    if civ == LEVANT:
        return come_back(s, civ, EAGLES, bool(gold_beneath(s, LEVANT)))
    return await call_to_arms(s) if civ == MACEDON else 0


def come_back(s: State, civ: str, card: int, is_paid: bool) -> int:
    """The card comes back as long as there is Gold to pay for it, else it is discarded. Returns how many came."""
    if card not in s.civs[civ].aside:
        return 0
    if not is_paid:
        let_go(s, civ, card)
        return 0
    take_back(s, civ, card)
    return 1


async def call_to_arms(s: State) -> int:
    """The Warrior King for nothing; Armorer and Infantry, if Macedon wants them, for a draw each."""
    aside = s.civs[MACEDON].aside
    if KING in aside:
        take_back(s, MACEDON, KING)
    offered, most = [str(card) for card in COMPANIONS if card in aside], base_cards(s, MACEDON)
    picked = await some(MACEDON, "draw.regain", offered, 0, most) if offered else []
    for card in picked:
        take_back(s, MACEDON, int(card))
    return len(picked)


def uncounted(s: State, civ: str) -> Collection[int]:
    """Alexander and his army do not count for Macedon's hand limit."""
    return s.civs[civ].safe if civ == MACEDON else ()


def memnon(s: State, civ: str) -> Sequence[str]:
    """Where the NPC of the Heartland sends Memnon: to Greek Gold, to that of the West, then of the Levant.

    Another part of the Empire must fight Macedon there, for he helps no other.
    """
    if civ != HEARTLAND:
        return ()
    owners = (MACEDON, WEST, LEVANT)
    found = [a for a in contested(s) if s.gold.get(a) in owners and not disks(s, civ, a) and is_fought_over(s, a)]
    return sorted(found, key=lambda area: owners.index(s.gold[area]))


def is_fought_over(s: State, area: str) -> bool:
    """Whether Macedon and a part of the Empire are there."""
    here = factions(s, area)
    return MACEDON in here and any(civ in here for civ in persians(s))
