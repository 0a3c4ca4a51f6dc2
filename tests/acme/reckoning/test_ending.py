"""The end of the game (ACME §11.5, RUL-029 to RUL-031, RUL-127)."""

from __future__ import annotations

from typing import Any, ClassVar

from engine.core.game import Outcome
from tests.acme.reckoning.positions import PLAIN, Civs, story
from tests.acme.story import Story

SPREAD = {
    "thebes": "egypt 3",
    "memphis": "egypt 3",
    "judah": "egypt 1",
    "hattusha": "hittites 3",
    "kaska": "hittites 4",
}


def result(t: Story) -> Outcome:
    """The outcome of a game that is over."""
    found = t.table.outcome()
    assert found is not None
    return found


def test_a_game_goes_on_without_an_outcome() -> None:
    """There is none before the end."""
    assert story().table.outcome() is None


def test_the_last_epoch_ends_the_game_without_draw_step_and_event() -> None:
    """RUL-031: no Draw Step, bonus VP, no Epoch Event, final count."""
    t = story({"egypt": {"vp": 5}}, SPREAD, epoch=3, turn=4, turns=12)
    assert t.table.pending is None
    assert t.state.phase == "over"
    assert t.civ("egypt").vp == 5 + 2 + 1
    assert t.hand("egypt") == []
    told = t.told()
    assert "Most Cities" in told
    assert "Epoch Event" not in told
    assert "{civ:egypt} won with 8 VP. Epoch III was the last." in told


def test_the_final_epoch_event_is_an_option() -> None:
    """ACME §11.2, §15: with it the Event is drawn after the last Epoch too."""
    t = story(
        None, SPREAD, epoch=1, turn=4, turns=4, options={"epochs": 1, "final_epoch_event": True}, deck=[79, *PLAIN]
    )
    assert t.table.pending is None
    assert t.disks("egypt", "thebes") == 2


def test_four_epochs_are_the_most() -> None:
    """RUL-029: a game to a VP mark ends with Epoch IV all the same."""
    t = story(None, SPREAD, epoch=4, turn=4, turns=16, options={"vp_target": 100})
    assert (t.table.pending, t.state.reason) == (None, "epochs")


def test_a_vp_mark_ends_the_game_before_the_draw_step() -> None:
    """RUL-029: tested after the Sudden End Step; no Draw Step, and no Epoch VP unless the Epoch ended too."""
    t = story({"egypt": {"vp": 23}}, SPREAD, options={"vp_target": 25})
    assert (t.table.pending, t.state.reason, t.civ("egypt").vp) == (None, "vp", 25)
    assert "Most Cities" not in t.told()
    assert "The target of 25 VP was reached." in t.told()


def test_a_vp_mark_reached_as_the_epoch_ends() -> None:
    """RUL-029: then the bonus VP are given too."""
    t = story({"egypt": {"vp": 23}}, SPREAD, turn=4, turns=4, options={"vp_target": 25, "gilgamesh_returns": "off"})
    assert (t.table.pending, t.state.reason, t.civ("egypt").vp) == (None, "vp", 26)


def test_the_sudden_end_test_comes_before_the_vp_mark() -> None:
    """RUL-029: an odd card ends the Epoch first, so that its bonus VP count."""
    options = {"vp_target": 25, "gilgamesh_returns": "off"}
    t = story({"egypt": {"vp": 23}}, SPREAD, turn=2, turns=2, options=options, deck=[71, *PLAIN])
    assert (t.table.pending, t.civ("egypt").vp) == (None, 26)


def test_below_the_mark_the_game_goes_on() -> None:
    """RUL-029: VP are compared civ by civ, not by player."""
    civs: Civs = {"egypt": {"vp": 22, "player": "Ana"}, "hittites": {"vp": 20, "player": "Ana"}}
    t = story(civs, SPREAD, options={"vp_target": 25}).run_until("growth.retire")
    assert t.state.phase == "growth"


def test_a_number_of_turns() -> None:
    """RUL-029: this turn is the last: tested at the same place."""
    t = story(None, SPREAD, turn=3, turns=3, options={"turns": 3, "gilgamesh_returns": "off"}, deck=[70, *PLAIN])
    assert (t.table.pending, t.state.reason) == (None, "turns")
    assert "The agreed 3 turns have been played." in t.told()


class TestTies:
    """ACME §11.5: most VP, then Cities, mina, cards, earlier in Turn Order."""

    TOP: ClassVar[dict[str, Any]] = {"epoch": 3, "turn": 4, "turns": 12}

    def test_cities(self) -> None:
        """A City more; its owner has given up a VP for it here."""
        t = story({"egypt": {"vp": 5}, "hittites": {"vp": 8}}, SPREAD, **self.TOP)
        assert [t.civ(c).vp for c in ("egypt", "hittites")] == [8, 11]
        assert result(t).winners == ("hittites",)

    def test_more_cities_decide(self) -> None:
        """Same VP: the owner of more Cities wins."""
        areas = {**SPREAD, "tyre": "egypt 3"}
        t = story({"egypt": {"vp": 0}, "hittites": {"vp": 3}}, areas, **self.TOP)
        assert (t.civ("egypt").vp, t.civ("hittites").vp) == (5, 5)
        assert result(t).winners == ("egypt",)
        assert "{civ:egypt} and {civ:hittites} had the same VP. Tie-break: more Cities." in t.told()

    def test_more_mina_decide(self) -> None:
        """Same VP and Cities."""
        t = story({"egypt": {"mina": 1, "vp": 2}, "hittites": {"mina": 2}}, SPREAD, **self.TOP)
        assert t.civ("egypt").vp == t.civ("hittites").vp
        assert result(t).winners == ("hittites",)

    def test_more_cards_decide(self) -> None:
        """Same VP, Cities and mina."""
        t = story({"egypt": {}, "hittites": {"hand": [1]}}, SPREAD, **self.TOP)
        assert result(t).winners == ("hittites",)
        assert "Tie-break: more cards in hand" in t.told()

    def test_the_earlier_in_turn_order_decides_last(self) -> None:
        """Everything the same; order and scores are told for all."""
        t = story(None, SPREAD, **self.TOP)
        assert result(t).winners == ("egypt",)
        assert result(t).order == ("egypt", "hittites")
        assert result(t).scores == {"egypt": 3, "hittites": 3}
        assert str(result(t).reason) == "Epoch III was the last."

    def test_players_with_several_civs_add_up(self) -> None:
        """RUL-001, RUL-127: their VP, Cities, mina and cards are summed; they share the victory."""
        civs: Civs = {"egypt": {"vp": 9}, "hittites": {"vp": 6, "player": "Ana"}, "babylon": {"vp": 6, "player": "Ana"}}
        areas = {"thebes": "egypt 1", "hattusha": "hittites 1", "babylon": "babylon 1"}
        t = story(civs, areas, **self.TOP)
        assert result(t).winners == ("hittites", "babylon")
        assert result(t).order == ("hittites", "babylon", "egypt")
