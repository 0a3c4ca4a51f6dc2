"""The options of a table: what is legal, why the rest is refused, and what each does (ACME §15)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.acme.facts.catalog import CARDS
from engine.acme.setup.options import CHOICES, DEFAULT_EPOCHS, EVENTS, STANDARD_MAPS
from engine.core.game import SeatPlan, SetupError
from engine.core.toml import write
from tests.acme.cards.tables import duel, holds
from tests.acme.opening import WEST, begin, place_first, seats
from tests.acme.reckoning.positions import story
from tests.acme.story import Story

TWO = ("hittites", "greeks")


def opened(*civs: str, **options: Any) -> Story:
    return begin(*seats(*(civs or TWO)), **{"map": WEST, **options})


def test_there_are_these_options_and_no_other() -> None:
    """ACME §15."""
    assert [c.name for c in CHOICES] == [
        *("map", "epochs", "vp_target", "turns", "time", "initial_deities", "double_disks"),
        *("gilgamesh_returns", "final_epoch_event", "negate_window", "without_events", "limited_events"),
    ]
    with pytest.raises(SetupError, match=r"volcanoes: this option doesn't exist \(options: start_epoch, map, epochs"):
        opened(volcanoes=True)


@pytest.mark.parametrize(
    ("option", "value", "reason"),
    [
        ("map", "atlantis", "map: 'atlantis' isn't one of full, abbreviated_western"),
        ("map", 5, "map: '5' isn't one of"),
        ("epochs", 5, "epochs: must be a whole number from 0 to 4"),
        ("epochs", -1, "epochs: must be a whole number"),
        ("epochs", "three", "epochs: must be a whole number"),
        ("epochs", True, "epochs: must be a whole number"),
        ("vp_target", -5, "vp_target: must be a whole number from 0 to 999"),
        ("vp_target", 2.5, "vp_target: must be a whole number"),
        ("turns", 17, "turns: must be a whole number from 0 to 16"),
        ("initial_deities", "on", "initial_deities: must be true or false"),
        ("initial_deities", 1, "initial_deities: must be true or false"),
        ("double_disks", "no", "double_disks: must be true or false"),
        ("gilgamesh_returns", "never", "gilgamesh_returns: must be once, any, off or a number"),
        ("gilgamesh_returns", -1, "gilgamesh_returns: must be once"),
        ("gilgamesh_returns", [1], "gilgamesh_returns: must be once"),
        ("final_epoch_event", None, "final_epoch_event: must be true or false"),
        ("negate_window", "open", "negate_window: must be one of sealed, holders"),
        ("negate_window", ["sealed"], "negate_window: must be one of sealed, holders"),
        ("without_events", [44], "without_events: must be true or a list of numbers from these: 97, 98"),
        ("limited_events", [97], "limited_events: must be true or a list of numbers from these: 98, 99"),
        ("limited_events", [98.0], "limited_events: must be true or a list"),
        ("without_events", ["96"], "without_events: must be true or a list"),
        ("without_events", [True], "without_events: must be true or a list"),
        ("without_events", [97.0], "without_events: must be true or a list"),
    ],
)
def test_an_illegal_value_is_refused_with_its_reason(option: str, value: Any, reason: str) -> None:
    """ACME §15: the message names the option."""
    with pytest.raises(SetupError, match=f"^{reason}"):
        opened(**{option: value})


@pytest.mark.parametrize(
    ("option", "value", "kept"),
    [
        ("epochs", 1, 1),
        ("epochs", 4, 4),
        ("vp_target", 25, 25),
        ("turns", 10, 10),
        ("initial_deities", True, True),
        ("gilgamesh_returns", "once", 1),
        ("gilgamesh_returns", "any", 99),
        ("gilgamesh_returns", "off", 0),
        ("gilgamesh_returns", True, 99),
        ("gilgamesh_returns", False, 1),
        ("gilgamesh_returns", 2, 2),
        ("final_epoch_event", True, True),
        ("negate_window", "holders", "holders"),
        ("without_events", True, list(EVENTS)),
        ("without_events", False, []),
        ("without_events", [103, 98, 98], [98, 103]),
        ("without_events", ["97", "103"], [97, 103]),
        ("without_events", "97", [97]),
    ],
)
def test_a_legal_value_is_kept_with_the_game(option: str, value: Any, kept: Any) -> None:
    """ACME §15: in the position itself, so that nothing can change it once play has begun (ACME-SET-04)."""
    assert getattr(opened(**{option: value}).state.options, option) == kept


# map


@pytest.mark.parametrize("board", STANDARD_MAPS)
def test_map_is_the_board_of_the_game(board: str) -> None:
    """ACME §14."""
    assert begin(SeatPlan(), SeatPlan(), map=board).state.map == board


def test_without_an_option_the_full_map_is_played() -> None:
    """ACME §14."""
    assert begin(*seats(*TWO)).state.map == "full"


# epochs, vp_target, turns


def test_without_a_length_two_epochs_are_played() -> None:
    """ACME §15, RUL-192: Medium."""
    assert opened().state.options.epochs == DEFAULT_EPOCHS == 2
    assert opened().view().goal == {"epochs": 2}
    assert [opened(start_epoch=first).state.options.epochs for first in (2, 3, 4)] == [3, 4, 4]
    assert opened(vp_target=50).state.options.epochs == 0


def test_no_game_ends_before_the_epoch_in_which_it_begins() -> None:
    """RUL-192: a game of Epochs that are over before it begins is refused, not shortened in silence."""
    with pytest.raises(SetupError, match=r"^epochs: the game begins with Epoch 3"):
        opened(start_epoch=3, epochs=2)


def test_several_ends_may_be_agreed_and_all_are_shown() -> None:
    """ACME §11.5: whichever comes first (ACME-DIFF-12)."""
    assert opened(epochs=2, vp_target=50, turns=7).view().goal == {"vp": 50, "turns": 7, "epochs": 2}


def test_epochs_end_the_game_with_that_epoch() -> None:
    """ACME §11.5 (ACME-DIFF-12)."""
    t = story(turn=4, turns=4, options={"epochs": 1}).run_until("growth.retire", "epoch.event")
    assert t.table.outcome() is not None
    t = story(turn=4, turns=4, options={"epochs": 2}).run_until("growth.retire")
    assert (t.state.epoch, t.state.turn) == (2, 1)


def test_a_vp_target_ends_the_game_with_the_turn_in_which_it_is_met() -> None:
    """ACME §11.5, RUL-029."""
    outcome = story({"egypt": {"vp": 25}}, options={"vp_target": 25}).run_until("growth.retire").table.outcome()
    assert outcome is not None
    assert outcome.winners == ("egypt",)


def test_turns_end_the_game_after_so_many() -> None:
    """ACME §11.5, RUL-029."""
    assert story(options={"turns": 1}).run_until("growth.retire").table.outcome() is not None
    assert story(options={"turns": 2}).run_until("growth.retire").table.outcome() is None


# initial_deities


def test_initial_deities_give_everybody_one_of_the_seven() -> None:
    """ACME §12.8, RUL-027."""
    t = place_first(opened(initial_deities=True))
    assert all(c.deity for c in t.state.civs.values())
    assert not any(c.deity for c in place_first(opened()).state.civs.values())


# double_disks


def test_double_disks_give_ninety_eight() -> None:
    """ACME §15: on the full map with three civilizations at most."""
    t = begin(*seats("egypt@thebes", "hittites", "elam"), double_disks=True)
    assert {c.disks for c in t.state.civs.values()} == {98}


@pytest.mark.parametrize(
    ("civs", "board"), [(("hittites", "greeks"), WEST), (("egypt", "hittites", "elam", "urartu"), "full")]
)
def test_double_disks_are_refused_on_small_maps_and_with_four(civs: tuple[str, ...], board: str) -> None:
    """ACME §15."""
    with pytest.raises(SetupError, match="double_disks: only possible on the full map with up to three civilizations"):
        opened(*civs, map=board, double_disks=True)


# gilgamesh_returns


@pytest.mark.parametrize(("returns", "gone", "asked"), [(0, 0, False), (1, 0, True), (1, 1, False), (2, 1, True)])
def test_gilgamesh_returns_limit_how_often_a_player_may_leave(returns: int, gone: int, asked: bool) -> None:
    """ACME §10.4, RUL-123."""
    t = story({"egypt": {"gilgamesh": gone}}, turn=2, turns=2, options={"epochs": 2, "gilgamesh_returns": returns})
    t.run_until("gilgamesh.invoke", "growth.retire")
    assert (t.key == "gilgamesh.invoke" and t.asked()[1] == "egypt") == asked


# final_epoch_event


@pytest.mark.parametrize("on", [True, False])
def test_final_epoch_event_draws_one_after_the_last_epoch_too(on: bool) -> None:
    """ACME §11.2, RUL-031."""
    t = story(turn=4, turns=4, deck=[12], options={"epochs": 1, "final_epoch_event": on})
    t.run_until("growth.retire")
    assert t.table.outcome() is not None
    assert ("Golden age" in t.told()) == on


# negate_window


@pytest.mark.parametrize(("window", "waiting"), [("sealed", ("hittites",)), ("holders", ())])
def test_negate_window_says_whether_holders_alone_are_asked(window: str, waiting: tuple[str, ...]) -> None:
    """RUL-054."""
    t = duel({"zab": "hittites 3"}, egypt=holds(73), hittites={"hand": [27]}, options={"negate_window": window})
    assert t.answer("egypt", "73").view().waiting_for == waiting
    t = duel({"zab": "hittites 3"}, egypt=holds(73), hittites={"hand": [42]}, options={"negate_window": window})
    assert (t.answer("egypt", "73").key == "card.negate") == (window == "sealed")


# without_events


@pytest.mark.parametrize(("value", "gone"), [(True, set(EVENTS)), ([97, 103], {97, 103})])
def test_without_events_takes_them_out_of_the_deck(value: Any, gone: set[int]) -> None:
    """ACME §15: they are out of the game, and everybody can see which (ACME-DIFF-16)."""
    t = place_first(opened(without_events=value))
    assert set(t.view().removed) == gone
    assert not gone & set(t.state.deck)
    assert len(t.state.deck) == len(CARDS) - len(gone) - 10


def test_options_of_a_position_are_read_as_strictly() -> None:
    """The notation knows the same options."""
    frame = {"map": WEST, "phase": "growth", "civs": {"hittites": {}, "greeks": {}}}
    with pytest.raises(SetupError, match="turns: must be a whole number"):
        Story(write({**frame, "options": {"turns": 99}}))
