"""The close of the Competition Phase: loot, Deities, Gold, cards (ACME §9.7, §12.4, §12.5, RUL-111, RUL-112)."""

from __future__ import annotations

from engine.acme.board import controller, has_deity
from engine.acme.fight.gold import sack_gold
from engine.acme.fight.stack import drop_standing
from engine.acme.state import State
from engine.acme.temples import capture_deity, lose_deity
from engine.acme.verbs import bank_loot, new_action, tell
from engine.core import text


def close_phase(s: State) -> None:
    """Loot mina to the Treasuries, then Deities, then Gold; standing cards are discarded (RUL-074)."""
    new_action(s)
    collect_loot(s)
    judge_deities(s)
    sack_gold(s)
    for civ in s.order:
        for card in sorted(s.civs[civ].standing, key=int):
            drop_standing(s, civ, int(card))


def collect_loot(s: State) -> None:
    """The loot boxes are emptied into the Treasuries (ACME §9.6)."""
    for civ in s.order:
        if n := bank_loot(s, civ):
            tell(s, "loot.banked", civ=text.civ(civ), n=n)


def judge_deities(s: State) -> None:
    """Every Deity on a temple whose home another civ Controls is Captured; the Barbarians make it Lost (RUL-111).

    All homes are judged at once: captures change no Control. A home at Peace is Contested and so Controlled by nobody.
    """
    for civ in s.order:
        c = s.civs[civ]
        holder = controller(s, c.home) if has_deity(c) else None
        if holder is None or holder == civ:
            continue
        said = {"owner": text.civ(civ), "deity": text.thing("deity", c.deity), "area": text.area(c.home)}
        if holder in s.civs:
            vp, mina = capture_deity(s, civ, holder)
            tell(s, "deity.captured", focus=(c.home,), civ=text.civ(holder), vp=vp, mina=mina, **said)
        else:
            lose_deity(s, civ)
            tell(s, "deity.lost_to_barbarians", focus=(c.home,), **said)
