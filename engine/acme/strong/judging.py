"""How a civilization stands, judged in VP against the others."""

from __future__ import annotations

from engine.acme.questions.board import cities, is_active, is_last_epoch
from engine.acme.questions.income import growth_disks
from engine.acme.state import State
from engine.acme.strong.facts import STRONG


def prospects(s: State, civ: str) -> float:
    """The VP of a civ, with what all it has may still bring it while the game goes on."""
    c = s.civs[civ]
    if s.phase == "over" or not c.home:
        return c.vp
    w = STRONG.late if is_last_epoch(s) else STRONG.early
    return (
        c.vp
        + w.city * len(cities(s, civ))
        + w.disk * (c.disks - c.supply - c.box)
        + w.card * len(c.hand)
        + w.mina * c.mina
        + w.deity * is_active(s, civ)
        + w.box * c.box
        + w.growth * growth_disks(s, civ)
        + w.investment * len(c.investments)
    )


def standing(s: State, civ: str) -> float:
    """By how much it is ahead of the others: of the best of them and of their mean, as `leader` weighs the two."""
    others = [prospects(s, name) for name in s.civs if name != civ]
    if not others:
        return prospects(s, civ)
    ahead = STRONG.leader * max(others) + (1 - STRONG.leader) * sum(others) / len(others)
    return prospects(s, civ) - ahead
