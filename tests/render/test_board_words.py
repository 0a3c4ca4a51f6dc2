"""The board in words."""

from __future__ import annotations

import pytest

from engine.acme.catalog import AREAS, MAPS, playable
from render import acme
from render.acme.words import broken
from render.wording import fitted, listed, numeral
from tests.render.picture_views import View, position, strewn


@pytest.mark.parametrize("board", MAPS)
def test_every_area_in_play_is_told_once_on_pages_that_fit(board: str) -> None:
    pages = acme.board_text(strewn(board, 6, seed=3))
    assert all(0 < len(page) <= 1500 for page in pages)
    text = " ".join(pages)
    for area in playable(board):
        name = AREAS[area].name
        assert any(f"{mark}{name}{end}" in text for mark in (". ", "** ", ": ", ", ") for end in (": ", ",", ".")), name


def test_a_region_as_prose() -> None:
    view, _ = position("abbreviated_western")
    assert acme.region_text(view, "levant") == (
        "**Levant** Aleppo: Egypt 3 City, Hittites 2 Settlement, Contested. Ugarit: Hittites 1, Egypt 1. "
        "Judah: Egypt 2 Settlement. Tyre: Egypt 2 Settlement. Byblos: Egypt 1. Sinai: Egypt 1, Oasis. Vacant: Petra."
    )


def test_a_home_is_told_with_its_temple() -> None:
    view, _ = position("abbreviated_western")
    told = acme.area_text(view, "thebes")
    assert told.startswith(
        "**Thebes** Fertile, Egypt. Egypt 3 City, Home with temple of God of the Dead, Gold. "
        "Limit 4 until Reckoning, then 3. Next to: "
    )
    assert "Eastern Desert (Desert) vacant" in told


def test_a_desert_has_one_limit() -> None:
    view, _ = position("abbreviated_western")
    assert "Limit 2. Next to: " in acme.area_text(view, "sinai")


def test_an_area_out_of_play_is_refused() -> None:
    view, _ = position("abbreviated_western")
    with pytest.raises(ValueError, match="out of play"):
        acme.area_text(view, "bactria")
    with pytest.raises(KeyError):
        acme.region_text(view, "atlantis")


def test_one_civilization_everywhere_with_the_longest_name_still_fits() -> None:
    view: View = strewn("full", 2, seed=1)
    slug = view["order"][0]
    view["civs"][slug]["name"] = "Medes & Persians"
    view["areas"] = {a: {"disks": {slug: 2, view["order"][1]: 2}, "contested": True} for a in view["areas"]}
    assert all(len(page) <= 1500 for page in acme.board_text(view))
    assert len(acme.region_text(view, "iran")) <= 1500


def test_words_are_joined_and_cut_at_sentences() -> None:
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert listed([]) == ""
    assert fitted(["One.", "Two."], 20) == "One. Two."
    assert fitted(["One.", "Two."], 6) == "One. …"
    assert fitted(["One.", "Two."], 5) == "One."
    assert numeral(4) == "IV"
    assert broken("One. Two. Three.", 9) == ["One. Two.", "Three."]
