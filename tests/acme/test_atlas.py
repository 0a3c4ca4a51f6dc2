"""The board in words: whose Home an area is."""

from __future__ import annotations

import pytest

from engine.acme.presentation.atlas import area_text
from engine.core.text import speaking
from tests.acme.cards.tables import duel


@pytest.mark.parametrize(
    ("language", "area", "said"),
    [
        ("en", "hattusha", ", Home of the Hittites"),
        ("de", "hattusha", ", Heimat der Hethiter"),
        ("de", "thebes", ", Heimat von Ägypten"),
    ],
)
def test_an_area_says_whose_home_it_is_without_a_second_colon(language: str, area: str, said: str) -> None:
    with speaking(language):
        told = area_text(duel().table.view(None), area)
    assert said in told
    assert f"{said}:" not in told


@pytest.mark.parametrize(
    ("language", "said"), [("en", ", Contested, Fishing Grounds."), ("de", ", umkämpft, Fischgründe.")]
)
def test_a_bonus_cube_and_a_contested_area_are_told_in_the_readers_language(language: str, said: str) -> None:
    areas = {"ugarit": "egypt 2 hittites 2 fishing_grounds"}
    with speaking(language):
        assert said in area_text(duel(areas).table.view(None), "ugarit")
