"""A crowded position on a map, as no game has it: who has drawn it is quick with whatever comes up there."""

from __future__ import annotations

from typing import Any

from engine.acme.facts.catalog import CIVS
from render.acme.board import in_order
from render.palette import LINED, PLAYER_COLOURS

PEOPLES = 6
CONTESTED = 7  # every so many areas


def crowded(config: str) -> dict[str, Any]:
    """What a public view of it says. KeyError for an unknown map."""
    colours = [colour for colour in PLAYER_COLOURS if colour not in LINED]  # their bands are drawn when they come up
    peoples = dict(zip(list(CIVS)[:PEOPLES], colours, strict=False))
    return {
        "map": config,
        "order": list(peoples),
        "waiting_for": list(peoples)[:2],
        "civs": {slug: {"colour": colour} for slug, colour in peoples.items()},
        "areas": {area: _site(number, list(peoples)) for number, area in enumerate(in_order(config))},
    }


def _site(number: int, peoples: list[str]) -> dict[str, Any]:
    """What lies in the area of that number: stacks of each size of each colour, and sometimes of two."""
    owner, other = peoples[number % PEOPLES], peoples[(number + 1) % PEOPLES]
    disks = {owner: 1 + number // PEOPLES % 4}
    if number % CONTESTED == 0 and number < CONTESTED * PEOPLES:
        return {"disks": disks | {other: 2}, "contested": True}
    return {"disks": disks, "control": owner, "home": owner if number < PEOPLES else None}
