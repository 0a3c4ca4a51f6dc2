"""The special rules that follow from a scenario's facts alone; its own module adds what no fact can say."""

from __future__ import annotations

from engine.acme.history.ends import ends
from engine.acme.history.facts import HISTORICAL
from engine.acme.history.stances import stance_of
from engine.acme.special import Special
from engine.acme.state import State


def by_facts(name: str) -> Special:
    """What the facts of that scenario change."""
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
    """An Event in the first turns, where these are quiet, or one that the scenario leaves out for good."""
    h = HISTORICAL[s.scenario]
    return s.turns <= h.quiet_turns or card in h.ignored


def may_end_suddenly(s: State) -> bool:
    """Whether the Sudden End test is made in this Epoch, and after this turn."""
    h = HISTORICAL[s.scenario]
    return s.epoch in h.sudden_end and s.turn in (h.tested or (s.turn,))


def room(s: State, _faction: str, area: str, n: int) -> int:
    """Nobody sets up in an area that the scenario keeps closed until the game begins."""
    return 0 if s.phase == "setup" and area in HISTORICAL[s.scenario].closed else n


def cards(s: State, civ: str, n: int) -> int:
    """The cards that the scenario names for the civ."""
    side = HISTORICAL[s.scenario].sides.get(civ)
    return side.draws if side is not None and side.draws >= 0 else n


def hand(s: State, civ: str, _n: int) -> int:
    """The first cards of the scenario, or of the civ."""
    h = HISTORICAL[s.scenario]
    own = h.sides[civ].hand
    return own if own >= 0 else h.hand


def empire(s: State, civ: str) -> str:
    """The empire of which the scenario makes the civ a part."""
    side = HISTORICAL[s.scenario].sides.get(civ)
    return side.empire if side else ""


def scores(s: State, civ: str, area: str) -> bool:
    """Whether a City there brings the civ VP: not in areas that the scenario calls barren for it."""
    side = HISTORICAL[s.scenario].sides.get(civ)
    return side is None or area not in side.barren


def first_primary(s: State, npc: str) -> str:
    """In the first turn the Primary enemy is the one that the scenario names, if it names one."""
    stance = stance_of(s, HISTORICAL[s.scenario], npc) if s.turns == 1 else None
    return stance.primary if stance else ""
