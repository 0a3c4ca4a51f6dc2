"""A crowded position on a map, as no game has it: who has drawn it is quick with whatever comes up there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.acme.facts.catalog import CIVS, DEITIES
from render.acme.board import in_order
from render.acme.position import BARBARIANS
from render.paint.palette import LINED, PLAYER_COLOURS

CONTESTED, COMPETITIONS = 7, 6  # every so many areas, and how many of them


def crowded(config: str) -> dict[str, Any]:
    """What a public view of it says. KeyError for an unknown map."""
    peoples, areas = dict(zip(CIVS, PLAYER_COLOURS, strict=False)), in_order(config)
    return {
        "map": config,
        "order": list(peoples),
        "waiting_for": list(peoples)[:2],
        "civs": _settled(peoples, areas),
        "areas": {area: _site(number, peoples) for number, area in enumerate(areas)},
    }


def _settled(peoples: Mapping[str, str], areas: Sequence[str]) -> dict[str, Any]:
    """Each with its colour, a home, and the temple of a Deity elsewhere."""
    homes, temples = areas[: len(peoples)], areas[len(peoples) :]
    found = zip(peoples.items(), DEITIES, homes, temples, strict=False)
    return {
        slug: {"colour": colour, "deity": deity, "home": home, "temple": temple}
        for (slug, colour), deity, home, temple in found
    }


def _site(number: int, peoples: Mapping[str, str]) -> dict[str, Any]:
    """What lies in the area of that number: stacks of each size of each colour, and sometimes of two.

    Nobody controls an area whose band would have a line: each of them is drawn when it comes up.
    """
    names = [*peoples, BARBARIANS]
    most = len(names)
    owner, other = names[number % most], names[(number + 1) % most]
    disks = {owner: 1 + number // most % 4}
    if number % CONTESTED == 0 and number < CONTESTED * COMPETITIONS:
        return {"disks": disks | {other: 2}, "contested": True}
    return {"disks": disks, "control": None if peoples.get(owner) in (None, *LINED) else owner}
