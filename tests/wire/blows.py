"""Kills of the bot: after so long, when an act was answered, or in the middle of what it does with a message."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import cycle
from random import Random
from typing import Final, Literal, TypeAlias

from bot.local_table.archive import Transcript
from bot.local_table.errors import Json
from tests.wire.faults import Fault, FaultKind, Faults
from tests.wire.running import Running

MESSAGES: Final = re.compile(r"/channels/\d+/messages(/\d+)?")
Moment: TypeAlias = tuple[Literal["POST", "PATCH", "DELETE"], Literal["refuse", "lose"]]
"""A message is being sent, edited or deleted; the bot dies before that is done, or before it hears of it."""
DEADLY: Final = frozenset({"refuse", "lose"})
SENT: Final[tuple[Moment, ...]] = (("POST", "refuse"), ("POST", "lose"))
EDITED: Final[tuple[Moment, ...]] = (("PATCH", "refuse"), ("PATCH", "lose"))
DELETED: Final[tuple[Moment, ...]] = (("DELETE", "refuse"), ("DELETE", "lose"))


@dataclass(frozen=True, slots=True)
class Blow:
    """A kill: so many seconds after an act began, with `after` as soon as it was answered, with `drawing` while the
    next picture is being drawn, or at the next `moment`.
    """

    seconds: float = 0.0
    after: bool = False
    drawing: bool = False
    moment: Moment | None = None


@dataclass
class Ambush(Faults):
    """Faults of a table, and the moments of messages at which the bot is killed."""

    here: Running | None = None
    set_up: list[Moment] = field(default_factory=list)
    struck: Counter[Moment] = field(default_factory=Counter)

    def strike(self, method: str, path: str) -> Fault | None:
        """The fault that meets this request: the connection is cut, before or after what is asked has been done."""
        moment = next((m for m in self.set_up if m[0] == method), None)
        if moment is None or self.here is None or self.here.is_gone or not MESSAGES.fullmatch(path):
            return super().strike(method, path)
        self.set_up.remove(moment)
        self.struck[moment] += 1
        kind: FaultKind = moment[1]
        return Fault(kind)


class Witness(Transcript):
    """Lets the bot die as soon as what has become of its request is written down, before it can hear of it."""

    def __init__(self, kept: Transcript, here: Running) -> None:
        super().__init__()
        self._kept, self._here = kept, here

    def note(self, line: Json) -> None:
        """Add one line."""
        if line.get("fault") in DEADLY:
            self._here.kill()
        self._kept.note(line)

    def lines(self) -> list[Json]:
        """The lines in memory, oldest first."""
        return self._kept.lines()

    def close(self) -> None:
        """Close the file."""
        self._kept.close()


def ambushed(here: Running) -> Ambush:
    """Lie in wait at that table."""
    made = Ambush(here=here)
    here.table.faults = made
    here.table.local.transcript = Witness(here.table.local.transcript, here)
    return made


def spread(
    seed: str, kills: int, first: int, last: int, moments: Sequence[Moment], *, drawing: bool = False
) -> dict[int, Blow]:
    """Kills spread over the acts of a game: every other one at a moment of a message, the others while an act is under
    way (or with `drawing` a picture), just after its answer, or somewhat later.
    """
    dice = Random(seed)
    acts = sorted(dice.sample(range(first, last), kills))
    return dict(zip(acts, _blows(dice, moments, drawing=drawing), strict=False))


def _blows(dice: Random, moments: Sequence[Moment], *, drawing: bool) -> Iterator[Blow]:
    for number, moment in enumerate(cycle(moments)):
        yield Blow(moment=moment)
        kind = number % 3
        if kind == 0 and drawing:
            yield Blow(drawing=True)
        else:
            yield Blow(after=True) if kind == 1 else Blow(dice.uniform(0, 0.1) if kind == 0 else dice.uniform(0.1, 1.0))
