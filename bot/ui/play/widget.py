"""Which control a question gets, by its shape alone, so that a new card or game has a working screen from the start."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import Final, Literal, TypeAlias

from bot.ui.limits import DESIGN
from engine.core.ask import Ask, Option

Shape: TypeAlias = Literal["buttons", "list", "several", "number", "order", "long_order", "division"]

FEW: Final = 4
PERMUTED: Final = 4


def shape_of(ask: Ask, options: Sequence[Option]) -> Shape:
    """The control for a question: few choices are buttons, others menus; wide numbers and long orders are typed."""
    if ask.caps:
        return "division"
    if is_order(ask):
        return "order" if len(ask.options) <= PERMUTED else "long_order"
    if ask.most > 1 or ask.least == 0:
        return "several"
    if len(options) <= FEW and all(len(o.label) <= DESIGN.label for o in options):
        return "buttons"
    if len(options) > DESIGN.menu and is_count(ask.options):
        return "number"
    return "list"


def is_order(ask: Ask) -> bool:
    """Whether all options are taken, so that only their order is chosen."""
    return ask.least == ask.most == len(ask.options) > 1


def is_count(tokens: Sequence[str]) -> bool:
    """Whether the options are numbers without a gap."""
    if not all(t.isdigit() for t in tokens):
        return False
    return [int(t) for t in tokens] == list(range(int(tokens[0]), int(tokens[0]) + len(tokens)))


def orders(tokens: Sequence[str]) -> list[tuple[str, ...]]:
    """Every order of a few things."""
    return list(permutations(tokens))
