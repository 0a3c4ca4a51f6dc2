"""What is measured: a name, a number and its unit; and how two checkouts compare."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import median
from typing import NamedTuple

RATES = ("/s", "/min")


class Figure(NamedTuple):
    """One measured number."""

    name: str
    value: float
    unit: str


def middle(rounds: Sequence[Sequence[Figure]]) -> list[Figure]:
    """The middle of what several rounds measured, figure by figure, in the order of the first round."""
    values: dict[tuple[str, str], list[float]] = {}
    for figures in rounds:
        for name, value, unit in figures:
            values.setdefault((name, unit), []).append(value)
    return [Figure(name, median(all_of_it), unit) for (name, unit), all_of_it in values.items()]


def ratio(now: Figure, before: Figure) -> str:
    """How the two compare: how many times as fast where a rate or a time is measured, else now as a share of before."""
    if not now.value or not before.value:
        return ""
    if now.unit.endswith(RATES):
        return f"{now.value / before.value:.2f} times as fast"
    if now.unit in {"s", "ms"}:
        return f"{before.value / now.value:.2f} times as fast"
    return f"{now.value / before.value:.1%} of before"


def lines(now: Iterable[Figure], before: Iterable[Figure] = ()) -> list[str]:
    """The figures in words, a line each; with those of before, where there are any, and their ratio."""
    known = {(figure.name, figure.unit): figure for figure in before}
    return [_line(figure, known.get((figure.name, figure.unit))) for figure in now]


def _line(now: Figure, before: Figure | None) -> str:
    words = f"  {now.name}: {number(now)}"
    return words if before is None else f"{words}; before {number(before)}; {ratio(now, before)}".rstrip("; ")


def number(figure: Figure) -> str:
    """A number with its unit, with as many places as say something."""
    places = 0 if figure.value >= 100 or figure.value == int(figure.value) else 1 if figure.value >= 10 else 2
    return f"{figure.value:,.{places}f} {figure.unit}".rstrip()
