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
