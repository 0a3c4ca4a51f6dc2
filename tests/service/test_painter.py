"""Pictures are drawn from the recipes that posts and screens carry."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot.delivery.painter import Painter
from engine.core.game import SeatPlan, View
from engine.core.table import Table
from engine.core.text import speaking
from engine.games import GAMES


@pytest.fixture
async def painter() -> AsyncIterator[Painter]:
    """A painter that is sent home at the end."""
    made = Painter()
    yield made
    made.close()


def view() -> View:
    """The public view of a game that has just begun."""
    return beginning("acme", "egypt", "hittites", map="abbreviated_western")


def beginning(game: str, *seats: str, **options: str) -> View:
    """The public view of a game that has just begun."""
    return Table.new(GAMES[game], "standard", [SeatPlan(seat) for seat in seats], options, "seed").view(None)


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


@pytest.mark.soak
async def test_a_page_gets_a_board_in_parts_in_its_language_and_style(painter: Painter) -> None:
    chart = await painter.chart("acme", view())
    with speaking("de"):
        german = await painter.chart("acme", view())
    other = await painter.chart("acme", view(), since=view(), style={"palette": "high"})
    assert len({chart.base, german.base, other.base}) == 3
    assert chart.marks == other.marks
    base, names = await painter.base_map("acme", view()), await painter.names("acme", view())
    assert names is not None
    assert chart.size == (base.width, base.height) == (names.width, names.height)
    sprites = await painter.sprites("acme", {mark.sprite for mark in chart.marks})
    assert all(sprite.data.startswith(b"RIFF") for sprite in (base, names, *sprites.values()))
    assert await painter.names("culture_wars", beginning("culture_wars", "suns", "moons")) is None


async def test_what_no_board_has_is_an_error(painter: Painter) -> None:
    with pytest.raises(KeyError):
        await painter.chart("go", {})
    with pytest.raises(KeyError):
        await painter.sprites("culture_wars", ["dragon.1"])
