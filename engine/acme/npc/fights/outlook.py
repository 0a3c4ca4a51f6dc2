"""The outcome of a Competition: the removal rounds computed on numbers alone (RUL-162)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from engine.acme.facts.catalog import AREAS
from engine.acme.fight.stack import strength
from engine.acme.questions.board import members, stacks, walls_of
from engine.acme.state import State

LOST, SHARED, WON = range(3)
WANTED: Final = 3


class FightOutlook(NamedTuple):
    """A Faction's outcome; `left`: its own disks, limited to the reckoning stack."""

    result: int
    left: int


@dataclass(slots=True)
class Stack:
    """The units of a Faction: own disks, white disks, and losses that its Stronghold still bears."""

    own: int
    white: int = 0
    cube: int = 0

    @property
    def units(self) -> int:
        """Return all of them."""
        return self.own + self.white + self.cube

    def bear(self, units: int, *, white: bool = True) -> None:
        """Lose units: white disks first, then own ones. Without `white` only own ones go."""
        spared = min(units, self.white) if white else 0
        self.white -= spared
        self.own = max(0, self.own - (units - spared))

    def give_up_one(self) -> None:
        """Give up one unit in a round: a white disk, else the Stronghold, else a disk."""
        if self.white:
            self.white -= 1
        elif self.cube:
            self.cube -= 1
        else:
            self.own -= 1


@dataclass(slots=True)
class Arena:
    """A Competition on numbers: the stacks in the order of removals, and how often each Faction will pay.

    `turn`: whose turn it is in a round that has begun; those with fewer units have had theirs.
    """

    area: str
    stacks: dict[str, Stack]
    payments: dict[str, int] = field(default_factory=dict)
    turn: str = ""

    def copy(self) -> Arena:
        """Return a copy to try something on."""
        stacks = {f: Stack(stack.own, stack.white, stack.cube) for f, stack in self.stacks.items()}
        return Arena(self.area, stacks, dict(self.payments), self.turn)

    def is_settled(self) -> bool:
        """Return whether one Faction is left, or each has exactly one unit."""
        return len(self.stacks) < 2 or all(stack.units == 1 for stack in self.stacks.values())

    def drop_out(self) -> None:
        """Remove Factions without a disk of their own, with their white disks and Stronghold."""
        self.stacks = {f: stack for f, stack in self.stacks.items() if stack.own > 0}


def arena_of(s: State, area: str) -> Arena:
    """Return the present Competition for the area, or the one that would begin."""
    return Arena(area, {f: _stack(s, f, area, n) for f, n in stacks(s, area).items()})


def _stack(s: State, faction: str, area: str, disks: int) -> Stack:
    fight = s.fight if s.fight is not None and s.fight.area == area else None
    white = fight.white.get(faction, 0) if fight else walls_of(s, area).get(faction, 0)
    cube, owner = 0, s.cubes.get(area, "")
    if owner in members(s, faction, area):
        cube = strength(s, owner) - (fight.chipped.count(owner) if fight else 0)
    return Stack(disks, white, cube)


def fight_out(arena: Arena) -> dict[str, int]:
    """Return the own disks each Faction has after all rounds. A payment is made as soon as it can be (ACME §9.4)."""
    trial = arena.copy()
    trial.drop_out()
    while not trial.is_settled():
        for faction in _round(trial):
            if trial.is_settled():
                break
            _give_up_one(trial, faction)
        trial.turn = ""
    return {f: stack.own for f, stack in trial.stacks.items()}


def _round(arena: Arena) -> list[str]:
    """Return who still has to lose something in this round, in order."""
    order = sorted(arena.stacks, key=lambda f: arena.stacks[f].units)
    return order[order.index(arena.turn) :] if arena.turn in order else order


def _give_up_one(arena: Arena, faction: str) -> None:
    if arena.payments.get(faction, 0) > 0:
        arena.payments[faction] -= 1
    else:
        arena.stacks[faction].give_up_one()
        arena.drop_out()


def outlook(arena: Arena, faction: str) -> FightOutlook:
    """Return the Faction's outcome if nothing else is done."""
    return judge_outcome(fight_out(arena), faction, arena.area)


def judge_outcome(ended: Mapping[str, int], faction: str, area: str) -> FightOutlook:
    """Return the end of a Competition as one Faction sees it."""
    left = ended.get(faction, 0)
    result = LOST if not left else WON if len(ended) == 1 else SHARED
    return FightOutlook(result, min(left, AREAS[area].rest_cap))


def enough(area: str, found: FightOutlook) -> bool:
    """Return whether an NPC wants no more: 3 own disks left, or as many as the area keeps (Playbook, Competition
    Caveat).
    """
    return found.result == WON and found.left >= min(WANTED, AREAS[area].rest_cap)


def best_of(area: str, prospects: list[FightOutlook], *, spare_nothing: bool = False) -> int:
    """Return how many of the means are taken; prospect i uses the first i of them (RUL-163).

    As few as leave 3 disks; failing that as few as win, else as few as tie; 0 if none wins or ties. `spare_nothing`: as
    few as leave the most disks.
    """
    most = max(prospects)
    if most.result == LOST:
        return 0
    fitting = (i for i, found in enumerate(prospects) if enough(area, found))
    first = next(fitting, None)
    if first is not None:
        return first
    if spare_nothing:
        return prospects.index(most)
    return next(i for i, found in enumerate(prospects) if found.result == most.result)
