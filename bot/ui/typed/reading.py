"""A plan line against a position: which area gets how many disks, in which order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from bot.ui.typed.grammar import Amount, Item, Lexicon, Placement, PlanChain, PlanLine, Rest, parse
from bot.ui.typed.match import Index, nearest
from engine.core.naming import Named, WrongLine

MOST: Final = 500


@dataclass(frozen=True)
class Ground:
    """A position as a line needs it: areas in play, all areas there are, own stacks, limits, and words for groups."""

    in_play: tuple[Named, ...]
    known: tuple[Named, ...]
    own: Mapping[str, int]
    limit: Callable[[str], int]
    group: Callable[[str], tuple[str, ...] | None]
    left: int | None = None

    @property
    def lexicon(self) -> Lexicon:
        """Return what names mean here."""
        return Lexicon(self.area, self.group)

    @cached_property
    def _here(self) -> Index:
        return Index(self.in_play)

    @cached_property
    def _anywhere(self) -> Index:
        return Index(self.known)

    def area(self, typed: str) -> str:
        """Return the area of that name, alias, code or beginning. Raises WrongLine: unknown, ambiguous, or out of play.

        It doesn't suggest names, since a line is tried in many ways; see `parse_line`.
        """
        found, beyond = self._here.find(typed), self._anywhere.find(typed)
        if self._anywhere.is_called(typed) and not self._here.is_called(typed):
            found = ()  # the whole name of an area that is not here is not the beginning of one that is
        if len(found) == 1:
            return found[0].value
        if found:
            raise WrongLine("ambiguous_area", typed, found, typed=typed)
        if len(beyond) == 1:
            raise WrongLine("area_out_of_play", typed, area=beyond[0].name)
        raise WrongLine("unknown_area", typed, typed=typed)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a line asks for: one area a disk, in order; `rest` takes all that is left; `texts` has each item as
    typed.
    """

    areas: tuple[str, ...]
    rest: str = ""
    stop: str = ""
    texts: Mapping[str, str] = field(default_factory=dict)


def parse_line(line: str, ground: Ground) -> Wanted:
    """Return what the line asks for in this position. Raises WrongLine for the first unknown area, with the nearest."""
    try:
        plan = parse(line, ground.lexicon)
    except WrongLine as wrong:
        if wrong.code == "unknown_area":
            wrong.instead = tuple(nearest(str(wrong.said["typed"]), ground.in_play))
        raise
    return Wanted(tuple(_areas(plan, ground)), _rest(plan), plan.stop, _texts(plan))


def _areas(plan: PlanLine, ground: Ground) -> list[str]:
    stacks = Counter(dict(ground.own))
    areas: list[str] = []
    for item in plan.items:
        new = (
            []
            if isinstance(item, Rest)
            else _of_chain(item)
            if isinstance(item, PlanChain)
            else _of(item, stacks, ground)
        )
        stacks.update(new)
        areas += new
        if len(areas) > MOST:
            raise _absurd(item, len(areas), ground)
    return areas


def _absurd(item: Item, n: int, ground: Ground) -> WrongLine:
    """Return the error for more pieces than any seat has, before placing them."""
    if ground.left is None:
        return WrongLine("bad_line", item.text)
    return WrongLine("too_many", item.text, n=n, left=ground.left)


def _of_chain(item: PlanChain) -> list[str]:
    return list(item.areas)


def _of(item: Placement, stacks: Mapping[str, int], ground: Ground) -> list[str]:
    """The disks of an item; a group leaves out areas that are full."""
    open_ = [a for a in item.areas if not item.group or stacks.get(a, 0) < ground.limit(a)]
    return [a for a in open_ for _ in range(_number(item.amount, stacks.get(a, 0)))]


def _number(amount: Amount, there: int) -> int:
    return amount.n if amount.sign == "+" else max(0, amount.n - there)


def _rest(plan: PlanLine) -> str:
    return next((item.area for item in plan.items if isinstance(item, Rest)), "")


def _texts(plan: PlanLine) -> dict[str, str]:
    texts: dict[str, str] = {}
    for item in plan.items:
        areas = (item.area,) if isinstance(item, Rest) else item.areas
        texts.update({a: item.text for a in areas if a not in texts})
    return texts


def line_of(areas: tuple[str, ...], things: Mapping[str, Named]) -> str:
    """Return a line in names that means the same, to show a plan made with menus."""
    counts = Counter(areas)
    names = {a: things[a].name if a in things else a for a in counts}
    return ", ".join(f"{names[a]} {n}" if n > 1 else names[a] for a, n in counts.items())
