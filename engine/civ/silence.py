"""What silence means: every question of this game has a default answer (CIV §4.4, CIV-RUL-060).

The rules order the options of every question so that silence takes the first ones. A division follows the same order:
each option gets as much as it may until nothing is left. Losses of others are dealt evenly instead: one each in turn,
in that order (CIV-N-1).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.core.ask import Ask, Picks

EVEN: Final = frozenset({"calamity.victims"})


def silent(ask: Ask, key: str = "") -> Picks:
    """Return the default answer of a silent seat to the question of that key."""
    if not ask.caps:
        return ask.options[: ask.least]
    return evenly(ask) if key in EVEN else ask.deal_out(lambda room: room[0])


def evenly(ask: Ask) -> Picks:
    """Return a division that gives each option one in turn, while it has room."""
    given = dict.fromkeys(ask.options, 0)

    def take(room: Sequence[str]) -> str:
        least = min(room, key=lambda option: given[option])
        given[least] += 1
        return least

    return ask.deal_out(take)
