"""Counts in the texts of pictures: with the number for which the language has the singular."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.core.text import speaking
from engine.culture_wars.view import view
from render.civ.words import count_noun
from render.culture_wars.panel import reserve
from render.culture_wars.position import read
from tests.render.test_culture_wars import table


@pytest.mark.parametrize(("language", "none", "one"), [("en", "0 cities", "1 city"), ("fr", "0 ville", "1 ville")])
def test_of_no_city_and_of_one(language: str, none: str, one: str) -> None:
    """In French it was `0 villes`."""
    with speaking(language):
        assert [count_noun("city", "cities", n) for n in (0, 1)] == [none, one]


def test_of_no_coin_in_reserve() -> None:
    moons = read(view(table(), ())).cultures["moons"]
    with speaking("fr"):
        assert reserve(replace(moons, hidden=0), 999).startswith("0 pièce en")
    assert reserve(replace(moons, hidden=1), 999).startswith("1 coin in")
