"""The special rules that follow from a scenario's facts alone, such as when it ends before its last Epoch does; its own
module adds what no fact can say.
"""

from __future__ import annotations

from engine.acme.history.facts import HISTORICAL, Historical
from engine.acme.history.stances import stance_of
from engine.acme.questions.board import controls
from engine.acme.special import Moment, Special
from engine.acme.state import State


def by_facts(name: str) -> Special:
    """Return the special rules that follow from a scenario's facts."""
    h = HISTORICAL[name]
    return Special(
        ignores=ignores,
        may_end_suddenly=may_end_suddenly,
        tests_last_epoch=True,
        last_turn=h.turns,
        ends=ends,
        friends={neutral.id: neutral.friend for neutral in h.neutral if neutral.friend},
        room=room if h.closed else None,
        cards=cards,
        hand=hand,
        favoured=h.favoured,
        primary=first_primary,
        heaps=h.barbarians,
        border=h.border,
        scores=scores,
        empire=empire,
    )


def ignores(s: State, card: int) -> bool:
    """Return whether the Event is ignored: in the first turns, if these are quiet, or always by the scenario."""
    h = HISTORICAL[s.scenario]
    return s.turns <= h.quiet_turns or card in h.ignored


def may_end_suddenly(s: State) -> bool:
    """Return whether the Sudden End test is made in this Epoch, and after this turn."""
    h = HISTORICAL[s.scenario]
    return s.epoch in h.sudden_end and s.turn in (h.tested or (s.turn,))


def room(s: State, _faction: str, area: str, n: int) -> int:
    """Return 0 during setup for an area that the scenario keeps closed, else n."""
    return 0 if s.phase == "setup" and area in HISTORICAL[s.scenario].closed else n


def cards(s: State, civ: str, n: int) -> int:
    """Return the cards that the scenario names for the civ."""
    side = HISTORICAL[s.scenario].sides.get(civ)
    return side.draws if side is not None and side.draws >= 0 else n


def hand(s: State, civ: str, _n: int) -> int:
    """Return the first cards of the scenario, or of the civ."""
    h = HISTORICAL[s.scenario]
    own = h.sides[civ].hand
    return own if own >= 0 else h.hand


def empire(s: State, civ: str) -> str:
    """Return the empire of which the scenario makes the civ a part."""
    side = HISTORICAL[s.scenario].sides.get(civ)
    return side.empire if side else ""


def scores(s: State, civ: str, area: str) -> bool:
    """Return whether a City there gives the civ VP: not in areas that are barren for it."""
    side = HISTORICAL[s.scenario].sides.get(civ)
    return side is None or area not in side.barren


def first_primary(s: State, npc: str) -> str:
    """Return the Primary enemy that the scenario names for the first turn, if any."""
    stance = stance_of(s, HISTORICAL[s.scenario], npc) if s.turns == 1 else None
    return stance.primary if stance else ""


def ends(s: State, moment: Moment) -> str:
    """Return why the game ends now: `conquest` or `lead`; empty if it continues. A conqueror may have won."""
    h = HISTORICAL[s.scenario]
    conquerors = [civ for civ in s.order if h.conquest and h.moment == moment and has_conquered(s, civ, h.conquest)]
    if conquerors:
        s.victors = conquerors if h.won else []
        return "conquest"
    return "lead" if moment == "turn" and leads(s, h) else ""


def has_conquered(s: State, civ: str, n: int) -> bool:
    """Return whether the civ Controls its own Home Area and n others of active civs."""
    foreign = [c.home for name, c in s.civs.items() if name != civ and name in s.order]
    own = s.civs[civ].home
    return controls(s, civ, own) and sum(controls(s, civ, home) for home in foreign) >= n


def leads(s: State, h: Historical) -> bool:
    """Return whether the first civ is so many VP ahead of the second (AMB-26)."""
    vp = sorted((s.civs[civ].vp for civ in s.order), reverse=True)
    return bool(h.lead) and len(vp) > 1 and vp[0] - vp[1] >= h.lead
