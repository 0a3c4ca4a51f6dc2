"""What people are shown of rules that are a scenario's own."""

from __future__ import annotations

from engine.acme.presentation.scenarios import about
from engine.core.game import SeatPlan
from engine.core.table import Table
from engine.core.text import speaking
from engine.games import GAMES, PRESENTATIONS
from tests.acme.history.playing import begun
from tests.acme.history.romans import PARTHIA, ROME, position

SUMMARY = PRESENTATIONS["acme"].summary


def test_hist_darius_06_who_is_in_exile() -> None:
    seats = [SeatPlan(civ=civ, player=civ) for civ in ("medes_persians", "egypt", "greeks", "hittites")]
    view = begun("darius", seats).view(None)
    assert "no effect until Persis is taken" in SUMMARY.standing(view, "medes_persians")
    assert "Persis" not in SUMMARY.standing(view, "egypt")


def test_rvp_07_where_the_border_runs() -> None:
    legend = SUMMARY.legend(begun("rome_vs_parthia", [SeatPlan(civ=ROME, player="ana")]).view(None))
    assert any("border" in line and "Kaska" in line and "Midian" in line for line in legend)


def test_mith_20_own_cards_that_lie_face_down() -> None:
    view = position("rome_vs_parthia", {"aleppo": "assyria 3"}, assyria={"hand": [], "aside": [31]}).view(None)
    assert "Armored Infantry face down" in SUMMARY.standing(view, ROME)
    assert "face down" not in SUMMARY.standing(view, PARTHIA)


def test_a_neutral_faction_and_an_empire_are_named_in_the_readers_language() -> None:
    """Troy, which nobody plays, and the four parts of the Persian Empire together."""
    with speaking("de"):
        troy = begun("agamemnon", [SeatPlan(civ="greeks", player="ana")]).view(None)
        assert "Troja 4" in SUMMARY.piles(troy)
        persia = ("hittites", "egypt", "sea_peoples", "medes_persians")
        seats = [SeatPlan(civ="greeks", player="Ana"), *(SeatPlan(civ=civ, player="Ben") for civ in persia)]
        assert [name for name, _ in SUMMARY.totals(begun("alexander", seats).view(None))] == ["Perserreich"]


def test_the_two_colours_of_a_civilization_are_told_in_the_readers_language() -> None:
    seats = [SeatPlan(civ=civ) for civ in ("egypt", "hittites")]
    table = Table.new(GAMES["acme"], "standard", seats, {"map": "full", "double_disks": True}, "two colours")
    with speaking("de"):
        legend = SUMMARY.legend(table.view(None))
    assert [line.partition(":")[0] for line in legend[1:]] == ["Ägypten", "Hethiter"]


def test_a_german_period_ends_with_one_full_stop() -> None:
    with speaking("de"):
        assert about("alexander")[0].startswith("*333–323 v. Chr.* Ein junger König")


def test_a_standing_tells_the_name_that_pictures_use_in_this_epoch() -> None:
    """AMB-35: one Display with a label for each Epoch; a scenario that names it itself says nothing more."""
    seats = [SeatPlan(civ=civ) for civ in ("indus_valley", "elam")]
    view = Table.new(GAMES["acme"], "standard", seats, {"map": "eastern"}, "labels").view(None)
    assert SUMMARY.standing(view, "indus_valley").endswith(" · called Dravidians in this Epoch")
    assert "Epoch" not in SUMMARY.standing(view, "elam")
    fire = begun("fire_in_the_east", [SeatPlan(civ=civ, player=civ) for civ in ("indus_valley", "elam", "scythians")])
    assert "Epoch" not in SUMMARY.standing(fire.view(None), "indus_valley")
