"""What no answer means: every question of this game has an answer that silence gives (CIV §4.4, CIV-RUL-060).

The rules put the options of every question into such an order that silence takes the first ones. A division goes by
the same order: each option gets as much as it may until nothing is left.
"""

from __future__ import annotations

from engine.core.ask import Ask, Picks


def silent(ask: Ask) -> Picks:
    """What a seat that says nothing has answered."""
    return ask.divided(lambda room: room[0]) if ask.caps else ask.options[: ask.least]
