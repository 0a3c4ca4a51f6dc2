"""How the game ends before its last turn, and by what the two sides are compared (Playbook, Alexander: Endgame)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from engine.acme.history.alexander.gold import heartland_is_lost
from engine.acme.history.alexander.powers import (
    EMPIRE,
    HEARTLAND,
    LEVANT,
    MACEDON,
    NILE,
    WEST,
    gold_under,
    home_of,
    persians,
)
from engine.acme.phases.end_of_epoch import reward_all
from engine.acme.questions.board import controller, controls, on_map
from engine.acme.special import Moment, is_last_turn
from engine.acme.state import State
from engine.acme.verbs.sequence import proclaim

CONQUERED, HEARTLAND_LOST, ROUTED = "empire_conquered", "heartland_lost", "macedon_routed"
DIED, NO_MORE_TURNS = "alexander_died", "no_more_turns"
OF_GOLD, GREECE, GOLD_OF_MACEDON = 1, 5, 2
CAPITALS: Final[Mapping[str, int]] = MappingProxyType({WEST: 2, LEVANT: 4, NILE: 6, HEARTLAND: 10})


def ends(s: State, moment: Moment) -> str:
    """Macedon wins by Gold, Persia by that of Greece; without a disk of Macedon all VP are counted at once."""
    if s.victors:
        return s.reason
    if moment == "competition" and not gold_under(s, persians(s)):
        return proclaim(s, [MACEDON], CONQUERED)
    if moment == "growth" and heartland_is_lost(s):
        return proclaim(s, [MACEDON], HEARTLAND_LOST)
    if not on_map(s, MACEDON):
        reward_all(s)
        return ROUTED
    return last_turn(s) if moment == "turn" and s.ending else ""


def last_turn(s: State) -> str:
    """Why this turn was the last: there are no more, or Alexander has died."""
    return NO_MORE_TURNS if is_last_turn(s) else DIED


def score(s: State, team: Sequence[str], vp: int) -> int:
    """The VP of Macedon, or of the whole Empire with what has been conquered of it, and what Gold and homes add."""
    if MACEDON in team:
        capitals = sum(n for civ, n in CAPITALS.items() if controls(s, MACEDON, home_of(civ)))
        return vp + GOLD_OF_MACEDON * len(gold_under(s, [MACEDON])) + capitals
    greece = GREECE if controller(s, home_of(MACEDON)) in persians(s) else 0
    return sum(s.civs[civ].vp for civ in EMPIRE) + OF_GOLD * len(gold_under(s, persians(s))) + greece
