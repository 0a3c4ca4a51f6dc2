"""Named scenarios in pictures: neutral Factions, second colours, names, civilizations that have left."""

from __future__ import annotations

from functools import cache

import pytest
from msgspec.structs import replace

from engine.acme.game import GAME
from engine.acme.view import AcmeView
from engine.core.game import SeatPlan
from engine.core.table import Table
from render import acme
from render.acme import alt, panel, strip
from render.acme.position import read
from tests.acme.views import with_civ


@cache
def rostam() -> AcmeView:
    """Rostam as it is laid out."""
    table = Table.new(GAME, "rostam", [SeatPlan("medes_persians", player="Ana")], {}, "picture")
    seen: AcmeView = table.view(None)
    return seen


def test_neutral_factions_have_their_colours_letters_and_names() -> None:
    position = read(rostam())
    assert (position.colour("armenians"), position.letter("armenians")) == ("blue", "A")
    assert (position.colour("barbarians"), position.letter("barbarians")) == ("black", "")
    assert position.colour("nobody") == "white"
    assert "Armenians 3" in alt.area(position, "armenia")


@pytest.mark.parametrize(("width", "rows"), [(1300, 1), (540, 2), (300, 3)])
def test_the_panel_lists_neutral_factions_in_as_many_rows_as_they_need(width: int, rows: int) -> None:
    there = strip.neutral_rows(read(rostam()), width)
    assert len(there) == rows
    assert [one.name for row in there for one in row] == ["Armenians", "Steppe Tribes", "Subject Peoples"]
    assert panel.strips(read(rostam()), width) == rows * strip.ROW


@pytest.mark.soak
def test_a_game_without_them_has_no_such_strip() -> None:
    bare = replace(rostam(), neutrals={})
    assert panel.strips(read(bare), 1300) == 0
    assert acme.board(bare).png != acme.board(rostam()).png


def two_coloured() -> AcmeView:
    return with_civ(rostam(), "scythians", second_colour="yellow")


def test_a_civilization_may_have_a_second_colour() -> None:
    assert read(two_coloured()).civs["scythians"].second == "yellow"


@pytest.mark.soak
def test_a_second_colour_shows_in_the_panel() -> None:
    two = two_coloured()
    assert acme.board(two).png != acme.board(rostam()).png


def test_a_civilization_that_has_left_keeps_its_colour_and_says_so() -> None:
    gone = replace(with_civ(rostam(), "scythians", out=True), order=("medes_persians",))
    position = read(gone)
    assert position.civs["scythians"].out
    assert position.colour("scythians") == rostam().civs["scythians"].colour


@pytest.mark.soak
def test_that_a_civilization_has_left_changes_the_picture() -> None:
    gone = with_civ(rostam(), "scythians", out=True)
    assert acme.board(gone).png != acme.board(rostam()).png


def test_names_are_those_of_the_scenario() -> None:
    words = alt.board(read(rostam()))
    assert "Turanians" in words
    assert "Scythians" not in words
    assert "Gold" in alt.area(read(rostam()), "persis")
