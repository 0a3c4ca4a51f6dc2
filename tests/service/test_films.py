"""Films are made once, one at a time, picture by picture among all others."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Mapping
from typing import Any

import pytest
from PIL import Image

from bot.delivery.films import Films
from bot.delivery.painter import Painter
from engine.core.game import SeatPlan
from engine.core.table import Table
from engine.core.text import speaking
from engine.games import GAMES
from render.paint.picture import Picture


def recipe(*numbers: int, each: int = 100) -> dict[str, Any]:
    return {"draw": "film", "game": "acme", "views": [{"n": n} for n in numbers], "each": each}


class Easel:
    """Draws a field of one colour; fails if it is told to."""

    def __init__(self) -> None:
        self.drawn: list[int] = []
        self.fails = False

    async def draw(self, wanted: Mapping[str, Any]) -> Picture:
        await asyncio.sleep(0)
        if self.fails:
            raise OSError("no paint")
        self.drawn.append(wanted["view"]["n"])
        out = io.BytesIO()
        Image.new("RGB", (8, 8), (wanted["view"]["n"], 0, 0)).save(out, "PNG")
        return Picture(out.getvalue(), "", 8, 8)


async def test_whoever_wants_the_same_film_gets_the_one_being_made() -> None:
    easel = Easel()
    films = Films(easel.draw)
    one, two = await asyncio.gather(films.film(recipe(1, 99)), films.film(recipe(1, 99)))
    assert one is two
    assert await films.film(recipe(1, 99)) is one
    assert easel.drawn == [1, 99]
    with speaking("de"):
        assert await films.film(recipe(1, 99)) is not one


async def test_one_film_is_made_at_a_time() -> None:
    easel = Easel()
    films = Films(easel.draw)
    await asyncio.gather(films.film(recipe(1, 2, 3)), films.film(recipe(101, 102, 103)))
    assert sorted([easel.drawn[:3], easel.drawn[3:]]) == [[1, 2, 3], [101, 102, 103]]


async def test_a_film_that_failed_is_tried_anew() -> None:
    easel = Easel()
    films = Films(easel.draw)
    easel.fails = True
    with pytest.raises(OSError, match="no paint"):
        await films.film(recipe(1, 2))
    easel.fails = False
    assert (await films.film(recipe(1, 2))).frames == 2


async def test_the_films_made_last_are_kept_and_no_more() -> None:
    easel = Easel()
    films = Films(easel.draw)
    for number in (10, 20, 30, 40, 50):
        await films.film(recipe(number, 2))
    easel.drawn.clear()
    await films.film(recipe(40, 2))
    assert easel.drawn == []
    await films.film(recipe(10, 2))
    assert easel.drawn == [10, 2]


async def test_a_film_at_another_speed_is_not_drawn_again() -> None:
    easel = Easel()
    films = Films(easel.draw)
    slow, fast = [await films.film(recipe(1, 200, each=each)) for each in (1800, 450)]
    assert slow.data != fast.data
    assert easel.drawn == [1, 200]
    with speaking("de"):
        await films.film(recipe(1, 200, each=450))
    assert easel.drawn == [1, 200, 1, 200], "its words are in another language"


@pytest.mark.soak
async def test_the_painter_draws_films_of_boards() -> None:
    land = Table.new(GAMES["culture_wars"], "standard", [SeatPlan("suns"), SeatPlan("moons")], {}, "ur").view(None)
    painter = Painter()
    try:
        made = await painter.draw({"draw": "film", "game": "culture_wars", "views": [land, land], "each": 100})
    finally:
        painter.close()
    assert made.data.startswith(b"RIFF")
    assert made.data[8:12] == b"WEBP"
