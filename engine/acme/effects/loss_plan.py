"""One plan for all losses of one effect: which disks are saved, and with what, in this order (ACME §7.2).

A means that others may Negate is followed by their responses; then the plan continues. If a means fails and no other is
named, the plan ends and its owner is asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from engine.acme.state import State
from engine.core.ask import Picks, Request
from engine.core.decoding import decoder
from engine.core.errors import IllegalAnswer
from engine.core.table import Table

KEY: Final = "loss.buy_off"
LOSE: Final = "lose"


class LossPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Save the disks of these places in `coming` with `means`, one each in this order; lose the others.

    `coming`: the areas of all losses, one entry a disk. `turn` and `what`: when, and by what.
    """

    coming: tuple[str, ...]
    turn: int
    what: str
    save: tuple[int, ...] = ()
    means: tuple[str, ...] = ()


PLANS: Final = decoder(LossPlan)


class LossPlans:
    """Plans for `loss.buy_off`: see engine.core.trial."""

    def begin(self, table: Table[State], seat: str, wishes: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return a plan for the losses that the seat is asked about. Raises IllegalAnswer."""
        asked = table.pending
        if asked is None or asked.key != KEY or table.ask_of(seat) is None:
            raise IllegalAnswer(f"{seat} is not asked to lose or save anything")
        try:
            plan = PLANS.plain({**wishes, "coming": list(asked.about), "turn": table.state.turn, "what": cause(asked)})
        except msgspec.ValidationError as error:
            raise IllegalAnswer(f"no plan for losses: {error}") from None
        if any(not 0 <= at < len(plan.coming) for at in plan.save):
            raise IllegalAnswer("no plan for losses: it saves what is not lost")
        return _plain(plan)

    def holds(self, table: Table[State], plan: Mapping[str, Any]) -> bool:
        """Return whether those losses are still being asked, or responses to a means of saving."""
        asked = table.pending
        return asked is not None and (asked.sealed or _place(asked, table.state, PLANS.plain(plan)) is not None)

    def follow(self, table: Table[State], seat: str, plan: Mapping[str, Any]) -> tuple[Picks, Mapping[str, Any]] | None:
        """Return what saves the seat's next disk, or `lose`; None if the named means are spent or unusable."""
        ask, read = table.ask_of(seat), PLANS.plain(plan)
        at = _place(table.pending, table.state, read) if table.pending else None
        if ask is None or at is None:
            return None
        if at not in read.save:
            return ((LOSE,), plan)
        means = next((m for m in read.means if m in ask.options), "")
        if not means:
            return None
        left = list(read.means)
        left.remove(means)
        return ((means,), _plain(msgspec.structs.replace(read, means=tuple(left))))

    def outlook(self, *_: object) -> tuple[Mapping[str, int], ...]:
        """Return nothing, because losses aren't fought."""
        return ()


def cause(asked: Request) -> str:
    """Return what takes the disks, as the question names it."""
    return str(asked.said.values.get("what", ""))


def _place(asked: Request, s: State, plan: LossPlan) -> int | None:
    """Return the place in the plan of the disk asked about; None if it is no loss of the plan."""
    if asked.key != KEY or s.turn != plan.turn or cause(asked) != plan.what or not _ends(plan.coming, asked.about):
        return None
    return len(plan.coming) - len(asked.about)


def _ends(whole: Sequence[str], end: Sequence[str]) -> bool:
    return 0 < len(end) <= len(whole) and tuple(whole[-len(end) :]) == tuple(end)


def _plain(plan: LossPlan) -> dict[str, Any]:
    made: dict[str, Any] = msgspec.to_builtins(plan)
    return made
