"""One plan for all removal rounds of a Competition: what is paid, what is lost first, when to stop (ACME §9.4).

The rounds are played on a copy to see whether paying helps; nobody else pays there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

import msgspec

from engine.acme.fight.stack import CUBE, DISK, WHITE
from engine.acme.state import State
from engine.core.ask import Ask, Picks
from engine.core.decoding import decoder
from engine.core.errors import IllegalAnswer
from engine.core.table import Table

KEY: Final = "competition.removal"
UNITS: Final = (WHITE, CUBE, DISK)
LOST, SHARED, WON = range(3)
ROUNDS: Final = 200


class FightPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Pay at most `pay` times with `means` in this order, each named as often as it may be used; give up units in the
    order of `lose`. `until`: stop paying once it wins, once it is at least Shared, or once it changes nothing."""

    area: str
    pay: int = 0
    means: tuple[str, ...] = ()
    lose: tuple[str, ...] = UNITS
    until: Literal["win", "share", "useless"] = "win"


PLANS: Final = decoder(FightPlan)


class FightPlans:
    """Plans for `competition.removal`: see engine.core.trial."""

    def begin(self, table: Table[State], seat: str, wishes: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return a plan for the Competition in which the seat is asked. Raises IllegalAnswer."""
        fight = table.state.fight
        if fight is None or table.pending is None or table.pending.key != KEY or table.ask_of(seat) is None:
            raise IllegalAnswer(f"{seat} is not asked to lose or pay in a Competition")
        try:
            plan = PLANS.plain({**wishes, "area": fight.area})
        except msgspec.ValidationError as error:
            raise IllegalAnswer(f"no plan for a Competition: {error}") from None
        if plan.pay < 0 or any(unit not in UNITS for unit in plan.lose):
            raise IllegalAnswer("no plan for a Competition: it pays or loses what cannot be")
        return _plain(plan)

    def holds(self, table: Table[State], plan: Mapping[str, Any]) -> bool:
        """Return whether that Competition is still being fought."""
        return table.state.fight is not None and table.state.fight.area == plan["area"]

    def follow(self, table: Table[State], seat: str, plan: Mapping[str, Any]) -> tuple[Picks, Mapping[str, Any]] | None:
        """Return what the seat gives up or pays next; None if the plan names nothing possible."""
        ask, read = table.ask_of(seat), PLANS.plain(plan)
        if ask is None or not self.holds(table, plan):
            return None
        means = _means(ask, read.means) if read.pay else ""
        if means and pays(table, seat, read):
            left = list(read.means)
            left.remove(means)
            return (means,), _plain(msgspec.structs.replace(read, pay=read.pay - 1, means=tuple(left)))
        unit = _unit(ask, read.lose)
        return ((unit,), plan) if unit else None

    def outlook(self, table: Table[State], seat: str, most: int) -> tuple[Mapping[str, int], ...]:
        """Return the stacks at the end if the seat pays 0, 1, 2 ... times and nobody else pays."""
        return tuple(final_stacks(table, seat, n, (), UNITS) for n in range(most + 1))


def pays(table: Table[State], seat: str, plan: FightPlan) -> bool:
    """Return whether the plan still wants to pay in the present position (ACME §9.4)."""
    now = result(final_stacks(table, seat, 0, (), plan.lose), seat)
    if plan.until == "share":
        return now < SHARED
    if now == WON or plan.until == "win":
        return now < WON
    return result(final_stacks(table, seat, plan.pay, plan.means, plan.lose), seat) > now


def result(stacks: Mapping[str, int], seat: str) -> int:
    """Return the seat's result: the area alone, a share, or nothing."""
    return LOST if not stacks.get(seat) else WON if len(stacks) == 1 else SHARED


def final_stacks(table: Table[State], seat: str, pay: int, means: Sequence[str], lose: Sequence[str]) -> dict[str, int]:
    """Return the stacks after all rounds, if the seat pays that often, with these means or any, and nobody else
    pays.
    """
    trial: Table[State] = Table(table.game, table.record.copy(), npcs=False)
    fight = trial.state.fight
    area = fight.area if fight else ""
    left = list(means)
    for _ in range(ROUNDS):
        if trial.pending is None or trial.state.fight is None or trial.state.fight.area != area:
            break
        if trial.pending.sealed:
            trial.close({})
            continue
        ask = trial.pending.asks[0]
        if trial.pending.key != KEY:
            break
        given = _means(ask, left if means else ask.options) if ask.seat == seat and pay else ""
        if given:
            pay -= 1
        if given in left:
            left.remove(given)
        trial.submit(ask.seat, given or _unit(ask, lose if ask.seat == seat else UNITS))
    return dict(trial.state.disks.get(area, {}))


def _means(ask: Ask, means: Sequence[str]) -> str:
    """The first of the means that can be used."""
    return next((m for m in means if m in ask.options and m not in UNITS), "")


def _unit(ask: Ask, order: Sequence[str]) -> str:
    """The unit that is given up first."""
    return next((unit for unit in (*order, *UNITS) if unit in ask.options), "")


def _plain(plan: FightPlan) -> dict[str, Any]:
    made: dict[str, Any] = msgspec.to_builtins(plan)
    return made
