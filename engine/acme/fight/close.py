"""The close of the Competition Phase: loot, Deities, Gold, cards (ACME §9.7, §12.4, §12.5; Playbook, Gold; RUL-111,
RUL-112, RUL-150).
"""

from __future__ import annotations

from typing import Any

from engine.acme.facts.catalog import RULES
from engine.acme.facts.definitions import BARBARIANS
from engine.acme.fight.sack import MINA, rewards
from engine.acme.fight.stack import drop_standing
from engine.acme.questions.board import are_friends, by_order, controller, has_deity, temple_of
from engine.acme.special import special
from engine.acme.state import State
from engine.acme.verbs.basic import bank_loot, gain_mina, gain_vp, lose_gold, new_action, tell, to_box
from engine.acme.verbs.deity_verbs import capture_deity, drive_deity_out, lose_deity, reward_capture
from engine.core import text
from engine.core.message import count_noun


async def close_phase(s: State) -> None:
    """Move loot mina to the Treasuries, then judge Deities, then Gold; discard standing cards (RUL-074)."""
    new_action(s)
    collect_loot(s)
    judge_deities(s)
    plunders = special(s).plunders
    await plunders(s) if plunders else sack_gold(s)
    for civ in s.order:
        for card in sorted(s.civs[civ].standing, key=int):
            drop_standing(s, civ, int(card))


def collect_loot(s: State) -> None:
    """Empty the loot boxes into the Treasuries (ACME §9.6)."""
    for civ in s.order:
        if n := bank_loot(s, civ):
            tell(s, "loot.banked", civ=text.civ(civ), n=n)


def judge_deities(s: State) -> None:
    """Capture every Deity on a temple in a home that another civ Controls; other Factions make it Lost (RUL-111).

    All homes are judged at once, since captures don't change Control. A home at Peace is Contested, so nobody Controls
    it.
    """
    for civ in s.order:
        c = s.civs[civ]
        holder = controller(s, temple_of(c)) if has_deity(c) else None
        if holder is None or are_friends(s, holder, civ) or (c.exiled and holder not in s.order):
            continue
        if c.deity == special(s).undying.get(civ):
            drive_out(s, civ, holder, temple_of(c))
        else:
            take_away(s, civ, holder, temple_of(c))


def take_away(s: State, civ: str, holder: str, area: str) -> None:
    """Make the Deity in that area Captured or Lost."""
    deity = text.thing("deity", s.civs[civ].deity)
    said: dict[str, Any] = {"owner": text.civ(civ), "civ": text.civ(holder), "deity": deity, "area": text.area(area)}
    if holder in s.order:
        vp, mina = capture_deity(s, civ, holder)
        tell(s, "deity.captured", focus=(area,), vp=vp, mina=mina, **said)
    else:
        lose_deity(s, civ)
        tell(s, "deity.lost_to_barbarians" if holder == BARBARIANS else "deity.lost_to", focus=(area,), **said)


def drive_out(s: State, civ: str, holder: str, area: str) -> None:
    """Make a Deity that can't be captured leave the map for a while; the civ is rewarded as for a capture."""
    deity = text.thing("deity", s.civs[civ].deity)
    said: dict[str, Any] = {"owner": text.civ(civ), "civ": text.civ(holder), "deity": deity, "area": text.area(area)}
    drive_deity_out(s, civ)
    if holder in s.order:
        vp, mina = reward_capture(s, holder)
        tell(s, "deity.driven_out", focus=(area,), vp=vp, mina=mina, **said)
    else:
        tell(s, "deity.fled", focus=(area,), **said)


def sack_gold(s: State) -> None:
    """Remove a person's Gold for good in areas that an NPC or the Barbarians Control; an NPC is rewarded.

    Gold that a person takes from an NPC, or one NPC from another, stays.
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
    """Give 4 VP, and 1 mina straight into the Treasury; captives instead for those who must take them."""
    gain_vp(s, npc, RULES.gold_vp, "sacks")
    said: dict[str, Any] = {
        "civ": text.civ(npc),
        "owner": text.civ(owner),
        "area": text.area(area),
        "vp": RULES.gold_vp,
    }
    if MINA in rewards(s, npc):
        gain_mina(s, npc, RULES.loot_mina)
        tell(s, "gold.sacked", focus=(area,), gain=count_noun(RULES.loot_mina, "mina"), **said)
    else:
        n = to_box(s, npc, RULES.captives)
        tell(s, "gold.sacked", focus=(area,), gain=count_noun(n, "captive"), **said)
