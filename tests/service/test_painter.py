"""Pictures are drawn from the recipes that posts and screens carry."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot.delivery.painter import Painter
from engine.core.game import SeatPlan, View
from engine.core.table import Table
from engine.games import GAMES


@pytest.fixture
async def painter() -> AsyncIterator[Painter]:
    """A painter that is sent home at the end."""
    made = Painter()
    yield made
    made.close()


def view() -> View:
    """The public view of a game that has just begun."""
    plans = [SeatPlan("egypt"), SeatPlan("hittites")]
    return Table.new(GAMES["acme"], "standard", plans, {"map": "abbreviated_western"}, "seed").view(None)


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("draw", "options"),
    [
        ("board", {}),
        ("board", {"show": "mine", "civ": "hittites"}),
        ("board", {"area": "judah"}),
        ("hand", {"cards": ["42", "28"], "seat": "egypt"}),
        ("card", {"card": "42"}),
        ("legend", {}),
    ],
)
@pytest.mark.soak
async def test_every_recipe_is_drawn(painter: Painter, draw: str, options: dict[str, Any]) -> None:
    drawn = await painter.draw({"draw": draw, "game": "acme", "view": view(), "options": options})
    assert drawn.data.startswith(b"\x89PNG")
    assert 0 < len(drawn.alt) <= 1024


@pytest.mark.soak
async def test_the_same_picture_is_drawn_once(painter: Painter) -> None:
    recipe = {"draw": "legend", "game": "acme", "view": {}, "options": {}}
    assert await painter.draw(recipe) is await painter.draw(dict(recipe))


async def test_an_unknown_picture_is_an_error(painter: Painter) -> None:
    with pytest.raises(KeyError):
        await painter.draw({"draw": "mural", "game": "acme"})
