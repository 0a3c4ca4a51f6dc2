"""When a historical scenario ends before its last Epoch does: Home Areas conquered, or a lead too great."""

from __future__ import annotations

from engine.acme.history.facts import HISTORICAL, Historical
from engine.acme.questions.board import controls
from engine.acme.special import Moment
from engine.acme.state import State


def ends(s: State, moment: Moment) -> str:
    """Why the game ends now: `conquest` or `lead`; nothing if it goes on. By conquest the civ may have won."""
    h = HISTORICAL[s.scenario]
    conquerors = [civ for civ in s.order if h.conquest and h.moment == moment and has_conquered(s, civ, h.conquest)]
    if conquerors:
        s.victors = conquerors if h.won else []
        return "conquest"
    return "lead" if moment == "turn" and leads(s, h) else ""


def has_conquered(s: State, civ: str, n: int) -> bool:
    """Whether the civ Controls its own Home Area and n others of active civs."""
    foreign = [c.home for name, c in s.civs.items() if name != civ and name in s.order]
    own = s.civs[civ].home
    return controls(s, civ, own) and sum(controls(s, civ, home) for home in foreign) >= n


def leads(s: State, h: Historical) -> bool:
    """Whether the first civ is so many VP ahead of the second (AMB-26)."""
    vp = sorted((s.civs[civ].vp for civ in s.order), reverse=True)
    return bool(h.lead) and len(vp) > 1 and vp[0] - vp[1] >= h.lead
