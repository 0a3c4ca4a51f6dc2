"""How a move is written, as an answer to `movement.tokens`, and read: nothing else takes one apart.

```
rome>latium:3      three tokens go one step over land       rome>>apulia:2   two tokens go two steps
rome~carthage:2    a ship at Rome sails with two and lands all that are aboard; 0 for an empty ship
rome~carthage+2    it sails with two aboard and lands none yet
carthage!1         one of those aboard lands
```

A ship is known by the harbour where it lies.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from engine.civ.geography import area_of

WRITTEN: Final = re.compile(r"([a-z_/]+)(?:(>>?|~)([a-z_/]+)([:+])|!)([0-9]{1,3})")


class Move(NamedTuple):
    """One move. `way` is its sign; `start` and `goal` are harbours where a ship sails, and the same for a landing."""

    way: str
    start: str
    goal: str
    n: int
    stays_aboard: bool = False

    @property
    def as_text(self) -> str:
        """Return the move as it is written."""
        if self.way == "!":
            return f"{self.start}!{self.n}"
        return f"{self.start}{self.way}{self.goal}{'+' if self.stays_aboard else ':'}{self.n}"

    @property
    def start_area(self) -> str:
        """Return the area where it begins."""
        return area_of(self.start)

    @property
    def goal_area(self) -> str:
        """Return the area where it leads."""
        return area_of(self.goal)


def move_in(token: str) -> Move | None:
    """Return the move that is written there, if it is one."""
    found = WRITTEN.fullmatch(token)
    if found is None:
        return None
    start, way, goal, end, n = found.groups()
    return Move(way or "!", start, goal or start, int(n), end == "+")


def move_of(option: str) -> Move:
    """Return the move that an option is."""
    move = move_in(option)
    if move is None:
        raise AssertionError(f"{option} is no move")
    return move
