"""Exploration Phases from notated positions, with the disks that come out of the Pool chosen beforehand."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import count
from typing import Any

from engine.acme.game import GAME
from engine.core import chance
from engine.core.toml import write
from tests.acme.story import Story

BASE = {"white": 6, "black": 4}
NPCS = ("purple", "green", "blue")
EGYPT = {
    **dict.fromkeys(("memphis", "nile_delta", "amarna"), "egypt 2"),
    **dict.fromkeys(
        ("western_desert", "eastern_desert", "abydos", "reed_sea", "egyptian_sea", "red_sea"),
        "egypt 1",
    ),
}
"""Egypt with its first twelve disks in nine areas."""
AFTER = {"gandhara": "barbarians", "sacans": "barbarians"}
"""Two areas far away that are explored last, so that the story stops before them."""

Fate = str | tuple[int, int]


def fated(draws: int, pool: Mapping[str, int], fates: Collection[Fate]) -> str:
    """A seed with which the next draws of chance come out so.

    A fate is the colour of a disk of the Pool, or which of so many equal things is chosen: (number, place). The disk
    of a civilization's colour stays out of the Pool.
    """
    wanted: list[tuple[int, range]] = []
    left = {**BASE, **pool}
    for fate in fates:
        if isinstance(fate, tuple):
            wanted.append((fate[0], range(fate[1], fate[1] + 1)))
            continue
        before = sum(n for colour, n in left.items() if list(left).index(colour) < list(left).index(fate))
        wanted.append((sum(left.values()), range(before, before + left[fate])))
        left[fate] -= fate in NPCS
    seeds = (f"fate{n}" for n in count())
    return next(
        seed
        for seed in seeds
        if all(chance.value(seed, draws + i, below) in found for i, (below, found) in enumerate(wanted))
    )


def expedition(
    frontier: Mapping[str, str],
    *fates: Fate,
    areas: Mapping[str, str] | None = None,
    unknown: Collection[str] = NPCS,
    pool: Mapping[str, int] | None = None,
    **more: Any,
) -> Story:
    """Egypt with these areas still to explore; keywords that name a civ are its facts, others keys of the position."""
    mixed = {"yellow": 1, **dict.fromkeys(unknown, 1)} if pool is None else dict(pool)
    top = {"map": "full", "phase": "exploration", "step": "exploration.area", "scenario": "exploration", **more}
    names = top.pop("order", "egypt").split()
    civs = {
        name: {**({"home": "memphis", "colour": "red"} if name == "egypt" else {}), **top.pop(name, {})}
        for name in names
    }
    found = {"unknown": list(unknown), "frontier": dict(frontier), **top.pop("exploration", {})}
    if not frontier:
        top["step"] = more.get("step", "exploration.begin")
        found.pop("frontier")
    tables = {"pool": mixed, "exploration": found, "civs": civs, "areas": EGYPT if areas is None else areas}
    top |= {"order": names, "seed": "", **tables}
    draws = GAME.load(write(top))[0].draws
    return Story(write({**top, "seed": fated(draws, mixed, fates)}))


def told(story: Story, word: str) -> list[str]:
    """The lines of the story in which the word is."""
    return [line for line in story.told().splitlines() if word in line]


def stacks(story: Story, faction: str) -> dict[str, int]:
    """Where the disks of a Faction are."""
    return {a: here[faction] for a, here in sorted(story.state.disks.items()) if faction in here}
