"""Gold at the close of the Competition Phase (Playbook, Gold; RUL-111, RUL-150)."""

from __future__ import annotations

from typing import Any

from engine.acme.facts.catalog import RULES
from engine.acme.fight.sack import MINA, rewards
from engine.acme.questions.board import by_order, controller
from engine.acme.state import State
from engine.acme.verbs.basic import gain_mina, gain_vp, lose_gold, tell, to_box
from engine.core import text
from engine.core.said import counted


def sack_gold(s: State) -> None:
    """A person's Gold in an area that an NPC or the Barbarians Control is lost for good; an NPC is rewarded for it.

    Gold that a person takes from an NPC, or one NPC from another, stays where it is.
    """
    for area in by_order(s.gold):
        owner, holder = s.gold[area], controller(s, area)
        if holder is None or s.civs[owner].npc or holder == owner:
            continue
        if holder not in s.civs:
            lose_gold(s, area)
            tell(s, "gold.lost", focus=(area,), owner=text.civ(owner), civ=text.civ(holder), area=text.area(area))
        elif s.civs[holder].npc:
            lose_gold(s, area)
            reward(s, holder, owner, area)


def reward(s: State, npc: str, owner: str, area: str) -> None:
    """4 VP, and 1 mina straight into the Treasury; captives instead for those who must take them."""
    gain_vp(s, npc, RULES.gold_vp, "sacks")
    said: dict[str, Any] = {
        "civ": text.civ(npc),
        "owner": text.civ(owner),
        "area": text.area(area),
        "vp": RULES.gold_vp,
    }
    if MINA in rewards(s, npc):
        gain_mina(s, npc, RULES.loot_mina)
        tell(s, "gold.sacked", focus=(area,), gain=counted(RULES.loot_mina, "mina"), **said)
    else:
        n = to_box(s, npc, RULES.captives)
        tell(s, "gold.sacked", focus=(area,), gain=counted(n, "captive"), **said)
