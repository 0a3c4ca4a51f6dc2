"""How a computer plans a movement: what it waits for, and what it leaves alone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final


@dataclass(frozen=True, slots=True)
class Style:
    """The numbers and choices of a plan.

    `first`: tokens that must remain when the first `cities` are built; `room`: tokens for which there must be land
    nearby to wait for growth at all; `wild`: tokens that must remain when a city in a wilderness takes what growth
    needs; `stripped`: tokens that growth may miss for a raid, and as many more for a city of one's own. `builds`,
    `raids`, `retakes`, `settles`: whether it goes for cities at all, for those of others, for those of Pirates, and
    into the wilderness. `presses`: whether tokens that an area can't support push others on, and fight for land.
    """

    first: int = 16
    cities: int = 2
    room: int = 18
    wild: int = 14
    stripped: int = 3
    builds: bool = True
    raids: bool = True
    retakes: bool = True
    settles: bool = True
    presses: bool = False


USUALLY: Final = Style()
PRESSING: Final = replace(USUALLY, presses=True)
"""How the strong computer plans, before it compares."""
