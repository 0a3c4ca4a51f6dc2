"""How much of the game is still to come, as far as the rules tell."""

from __future__ import annotations

from typing import Final

from engine.acme.facts.catalog import RULES
from engine.acme.phases.game_end import ends_by_epochs, must_last
from engine.acme.questions.board import cities
from engine.acme.state import State

GOES_ON: Final = 0.5  # an Epoch ends by every second card of its test (ACME §10.5)


def tallies_left(s: State) -> float:
    """Return how many Victory Tallies are to be expected, including this turn's; at least 1."""
    found = [_by_epochs(s)]
    if s.options.turns:
        found.append(s.options.turns - s.turns + 1)
    if s.options.vp_target:
        found.append(_to_target(s, s.options.vp_target))
    return max(1.0, 1.0 if s.time_up else min(found))


def _by_epochs(s: State) -> float:
    """To the end of the last Epoch; that is played to its last turn where a number of Epochs was agreed on."""
    last = RULES.turns_per_epoch
    if must_last(s):
        return last - s.turn + 1
    later = (s.options.epochs or RULES.epochs) - s.epoch
    whole = last if ends_by_epochs(s) else _of_epoch(1)
    return _of_epoch(s.turn) + max(0, later - 1) * _of_epoch(1) + (whole if later > 0 else 0)


def _of_epoch(turn: int) -> float:
    """Turns to be expected of an Epoch from this one on, which is played."""
    if turn >= RULES.turns_per_epoch:
        return 1.0
    stays = GOES_ON if turn >= RULES.sudden_end_first_turn else 1.0
    return 1.0 + stays * _of_epoch(turn + 1)


def _to_target(s: State, target: int) -> float:
    """Return how many turns remain until a civ has so many VP, if its Cities stay the same."""
    return min((target - c.vp) / max(1, len(cities(s, civ))) for civ, c in s.civs.items())
