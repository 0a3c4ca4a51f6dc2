"""The board as it was at the end of an earlier turn."""

from __future__ import annotations

from collections.abc import Iterable

from bot.match import read
from bot.ui.lookup.logs import chapter_name, numbers
from bot.values import CheckpointInfo
from engine.core.naming import Named


def ends(points: Iterable[CheckpointInfo]) -> dict[str, CheckpointInfo]:
    """The last point of each turn by the chapter it lies in, newest first."""
    found: dict[str, CheckpointInfo] = {}
    for point in sorted(points, key=lambda p: -p.no):
        found.setdefault(point.chapter.rpartition(".")[0], point)
    return {point.chapter: point for point in found.values()}


def named(game: str, points: Iterable[CheckpointInfo]) -> tuple[Named, ...]:
    """Those turns as one may type them: `2` or `turn 2` is the newest of that number."""
    several = enumerate(ends(points))
    return tuple(Named(key, chapter_name(game, key), numbers(key), rank=i) for i, key in several)


def meant(typed: str, game: str, points: Iterable[CheckpointInfo]) -> CheckpointInfo | None:
    """The point that a text means, the newest of several; None if it means none."""
    there = tuple(points)
    fitting = read(typed, named(game, there)).found
    return ends(there)[fitting[0].value] if fitting else None
