"""Sacked Cities and their loot (ACME §9.6, RUL-109, RUL-110)."""

from __future__ import annotations

from typing import Any

from engine.acme.culture.sacking import lower_for_barbarians, reap
from engine.acme.facts.catalog import RULES
from engine.acme.facts.definitions import BARBARIANS
from engine.acme.questions.board import abilities, controller, disks, has_ability, used
from engine.acme.special import special
from engine.acme.state import State
from engine.acme.verbs.basic import gain_loot, gain_vp, tell, to_box, use
from engine.acme.verbs.deity_verbs import can_return, return_deity
from engine.core import text
from engine.core.ask import choose, choose_or_pass

MINA, CAPTIVES, CLEMENCY = "mina", "captives", "clemency"


async def sack(s: State, area: str, cities: list[str]) -> None:
    """Reward the civ that Controls the area for each City of another civ destroyed there (RUL-109)."""
    victor = controller(s, area)
    sacked = [victim for victim in cities if victim != victor and not disks(s, victim, area)]
    if victor == BARBARIANS:
        for victim in sacked:
            lower_for_barbarians(s, victim)
    if victor not in s.order:
        return
    for victim in sacked:
        await loot(s, victor, victim, area)


async def loot(s: State, victor: str, victim: str, area: str) -> None:
    """Give one reward: 1 VP, and 1 mina in the loot box or captives; some civs have other terms (ACME §9.6,
    RUL-110).
    """
    said: dict[str, Any] = {"civ": text.civ(victor), "victim": text.civ(victim), "area": text.area(area)}
    gain_vp(s, victor, RULES.loot_vp, "sacks")
    tell(s, "loot.sacked", focus=(area,), vp=RULES.loot_vp, **said)
    kind = await choose(victor, "loot.choose", rewards(s, victor), about=(area, victim), **said)
    take(s, victor, kind)
    plunder(s, victor)
    if more := special(s).loot:
        more(s, victor, victim, area)
    if kind != CLEMENCY:
        await release(s, victor, area)
    await reap(s, victor, victim, area)


def rewards(s: State, civ: str) -> list[str]:
    """Return what the civ may choose: captives need two disks in Supply; Assyria and Babylon must take them if they
    can.
    """
    captives = [CAPTIVES] if s.civs[civ].supply >= RULES.captives else []
    forced = captives and has_ability(s, civ, "must_take_captives")
    mercy = [CLEMENCY] if has_ability(s, civ, CLEMENCY) else []
    return [*([] if forced else [MINA]), *captives, *mercy]


def take(s: State, civ: str, kind: str) -> None:
    """Put mina into the loot box, captives into the Growth Box, or give Tolerance's 1 VP more."""
    if kind == MINA:
        gain_loot(s, civ, RULES.loot_mina)
        tell(s, "loot.mina", civ=text.civ(civ), n=RULES.loot_mina)
    elif kind == CAPTIVES:
        tell(s, "loot.captives", civ=text.civ(civ), n=to_box(s, civ, RULES.captives))
    else:
        vp = mercy_vp(s, civ)
        gain_vp(s, civ, vp, "sacks")
        tell(s, "loot.clemency", civ=text.civ(civ), vp=vp)


def mercy_vp(s: State, civ: str) -> int:
    """Return the VP that Tolerance of Cyrus adds."""
    return max(a.numbers["vp"] for a in abilities(s, civ, CLEMENCY))


def plunder(s: State, civ: str) -> None:
    """Give the Sea Peoples 1 more mina for the first City they sack in a turn."""
    mina = sum(a.numbers["mina"] for a in abilities(s, civ, "plunder"))
    if mina and not used(s, civ, "plunder"):
        use(s, civ, "plunder")
        gain_loot(s, civ, mina)
        tell(s, "loot.plunder", civ=text.civ(civ), n=mina)


async def release(s: State, civ: str, area: str) -> None:
    """With Tolerance, besides the usual loot, return one captured Deity for its VP and 1 VP more (RUL-110)."""
    if not has_ability(s, civ, CLEMENCY):
        return
    held = [d for d, owner in sorted(s.civs[civ].captured.items()) if can_return(s, d, owner)]
    deity = await choose_or_pass(civ, "loot.deity", held, stop="none", about=(area,), civ=text.civ(civ))
    if deity is not None:
        vp = RULES.return_vp + mercy_vp(s, civ)
        owner = return_deity(s, civ, deity)
        gain_vp(s, civ, vp, "captured")
        tell(s, "loot.deity", civ=text.civ(civ), owner=text.civ(owner), deity=text.thing("deity", deity), vp=vp)
