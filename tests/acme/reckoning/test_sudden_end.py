"""The Sudden End of Epoch Step and Time Marches On (ACME §10.5, §11.4, RUL-030, RUL-092, RUL-094)."""

from __future__ import annotations

import pytest

from engine.acme.facts.catalog import CARDS
from tests.acme.reckoning.positions import PLAIN, story

AREAS = {
    "thebes": "egypt 3",
    "memphis": "egypt 3",
    "karahuyuk": "egypt 1",
    "hattusha": "hittites 3",
    "kaska": "hittites 4",
}


def test_no_test_on_turn_one() -> None:
    """ACME §10.5: turn 1 is skipped, whatever lies on top (ACME-CORE-38)."""
    t = story(None, AREAS, deck=[71, *PLAIN])
    t.run_until("growth.retire")
    assert (t.state.epoch, t.state.turn) == (1, 2)
    assert "Sudden End" not in t.told()


@pytest.mark.parametrize("turn", [2, 3])
def test_an_even_card_lets_the_epoch_go_on(turn: int) -> None:
    """ACME §10.5: on turns 2 and 3 one card; even goes on; the card is discarded."""
    t = story(None, AREAS, step="reckoning.sudden", turn=turn, turns=turn, deck=[70, *PLAIN])
    t.run_until("growth.retire")
    assert (t.state.epoch, t.state.turn, t.state.turns) == (1, turn + 1, turn + 1)
    assert 70 in t.state.discard


@pytest.mark.parametrize("turn", [2, 3])
def test_an_odd_card_ends_the_epoch_after_the_draw_step(turn: int) -> None:
    """ACME §10.5, §10.6: odd ends; the Draw Step is carried out first, then End of Epoch (RUL-031) (ACME-CORE-38)."""
    t = story(None, AREAS, step="reckoning.sudden", turn=turn, turns=turn, deck=[71, 42, 44, 46, 48, 50, 52, 8])
    t.run_until("growth.retire")
    assert (t.state.epoch, t.state.turn, t.state.turns) == (2, 1, turn + 1)
    assert t.told().index("{civ:egypt} drew") < t.told().index("End of Epoch.")


def test_turn_four_ends_the_epoch_without_a_test() -> None:
    """ACME §10.5: turn 4 always ends it; no card is drawn for it (ACME-CORE-38)."""
    t = story(None, AREAS, step="reckoning.sudden", turn=4, turns=4, deck=[42, 44, 46, 48, 50, 52, 8])
    t.run_until("growth.retire")
    assert (t.state.epoch, t.state.turn) == (2, 1)
    assert "Sudden End" not in t.told()
    assert t.hand("egypt") == [42, 44, 46]


def test_the_last_epoch_of_a_game_by_epochs_has_no_test() -> None:
    """RUL-030: with two Epochs agreed on, no Sudden End test in the second."""
    t = story(None, AREAS, epoch=2, step="reckoning.sudden", turn=2, turns=5, options={"epochs": 2}, deck=[71, *PLAIN])
    t.run_until("growth.retire")
    assert (t.state.epoch, t.state.turn) == (2, 3)
    assert "Sudden End" not in t.told()


def test_a_game_to_a_vp_mark_keeps_testing_in_epoch_four() -> None:
    """RUL-030: only games that end by Epochs skip the test in the last one."""
    t = story(
        None, AREAS, epoch=4, step="reckoning.sudden", turn=2, turns=13, options={"vp_target": 75}, deck=[71, *PLAIN]
    )
    t.run_until("growth.retire")
    assert t.table.pending is None
    assert t.state.reason == "epochs"


def test_an_event_is_resolved_and_its_number_counts() -> None:
    """RUL-094: 99 is odd: the Event is resolved first, is not replaced, and the Epoch ends."""
    t = story(None, AREAS, step="reckoning.sudden", turn=2, turns=2, deck=[99, 42, 44, 46, 48, 50, 52, 8])
    assert t.asked()[:2] == ("event.entry", "hittites")
    t.answer("hittites", "sacans").run_until("growth.retire")
    assert (t.state.epoch, t.disks("barbarians", "sacans")) == (2, 4)
    assert t.hand("egypt") == [42, 44, 46]
    assert "Sudden End test: {card:99} (99). The number is odd, so the Epoch ends." in t.told()


def test_an_even_event_lets_the_epoch_go_on() -> None:
    """RUL-094: 98 is even."""
    t = story(None, AREAS, step="reckoning.sudden", turn=2, turns=2, deck=[98, *PLAIN])
    t.answer("hittites", t.options()[0])
    t.run_until("growth.retire")
    assert (t.state.epoch, t.state.turn) == (1, 3)


def test_a_negated_event_still_counts_by_its_number() -> None:
    """RUL-094: Hand Writing on the Wall cancels the invasion, the number still ends the Epoch."""
    egypt, deck = {"deity": "sky_god", "hand": [94]}, [99, 42, 44, 46, 48, 50, 52, 8]
    t = story({"egypt": egypt}, AREAS, step="reckoning.sudden", turn=2, turns=2, deck=deck)
    t.answer("hittites", "sacans").answer("egypt", "94").windows().run_until("growth.retire")
    assert t.state.epoch == 2
    assert t.disks("barbarians", "sacans") == 0


def test_without_any_card_the_epoch_goes_on() -> None:
    """RUL-017: no card can be had: the Epoch goes on, and nobody draws."""
    t = story({"egypt": {"hand": list(CARDS)}}, AREAS, step="reckoning.sudden", turn=2, turns=2, deck=[], discard=[])
    assert t.key == "draw.discard"
    assert (t.state.ending, t.hand("hittites")) == (False, [])


class TestTimeMarchesOn:
    """Card 97 in each situation (RUL-092)."""

    def test_pending_it_skips_the_test(self) -> None:
        """Drawn before the Draw Step: this turn is the last of the Epoch, no test."""
        t = story(None, AREAS, step="reckoning.sudden", turn=2, turns=2, ending=True, deck=[42, 44, 46, 48, 50, 52, 8])
        t.run_until("growth.retire")
        assert (t.state.epoch, t.state.ending) == (2, False)
        assert "There is no Sudden End test" in t.told()

    def test_pending_on_turn_one_it_ends_the_epoch(self) -> None:
        """Even the first turn of an Epoch may so be its last."""
        t = story(None, AREAS, ending=True, deck=[42, 44, 46, 48, 50, 52, 8])
        assert t.run_until("growth.retire").state.epoch == 2

    def test_in_the_sudden_end_test_it_ends_the_epoch(self) -> None:
        """It is odd, and an Event: resolved, not replaced."""
        t = story(None, AREAS, step="reckoning.sudden", turn=2, turns=2, deck=[97, 42, 44, 46, 48, 50, 52, 8])
        t.run_until("growth.retire")
        assert t.state.epoch == 2
        assert t.hand("egypt") == [42, 44, 46]

    def test_in_the_draw_step_the_step_is_finished_first(self) -> None:
        """The other civs draw, then the Epoch ends; the card is replaced (ACME §11.4, RUL-050)."""
        t = story(None, AREAS, deck=[97, 42, 44, 46, 48, 50, 52, 8])
        t.run_until("growth.retire")
        assert t.state.epoch == 2
        assert (t.hand("egypt"), t.hand("hittites")) == ([42, 44, 46], [48, 50, 52])
        assert "the Epoch ends when everyone has drawn" in t.told()

    def test_in_the_draw_step_of_turn_four_it_does_nothing(self) -> None:
        """The Epoch is ending already; the card is replaced."""
        t = story(None, AREAS, step="reckoning.sudden", turn=4, turns=4, deck=[97, 42, 44, 46, 48, 50, 52, 8])
        t.run_until("growth.retire")
        assert (t.state.epoch, t.hand("egypt")) == (2, [42, 44, 46])
        assert "{card:97} changes nothing." in t.told()

    def test_drawn_for_the_epoch_event_it_does_nothing(self) -> None:
        """The Epoch is ending already (RUL-126)."""
        t = story(None, AREAS, phase="epoch", turn=3, turns=3, deck=[97, *PLAIN])
        t.run_until("growth.retire")
        assert (t.state.epoch, t.state.turn) == (2, 1)
        assert t.told().count("{card:97} changes nothing.") == 1

    @pytest.mark.parametrize("turn", [1, 2, 3])
    def test_it_does_nothing_in_the_epoch_with_which_the_game_ends(self, turn: int) -> None:
        """Playbook, Sudden Death (N-171): no window opens, the card is replaced, and all four turns are played."""
        egypt = {"deity": "sky_god", "hand": [94]}
        t = story({"egypt": egypt}, AREAS, epoch=3, turn=turn, turns=8 + turn, deck=[97, *PLAIN])
        t.run_until("growth.retire")
        assert "{card:97} changes nothing." in t.told()
        assert (t.state.epoch, t.state.turn, t.state.ending) == (3, turn + 1, False)
        assert t.hand("egypt") == [42, 44, 46, 94]

    def test_drawn_between_the_steps_it_does_nothing_there_either(self) -> None:
        """An Epoch and a mark of VP agreed on: Grand Astrologer draws it in the Card Phase of the last Epoch."""
        egypt, limits = {"hand": [5]}, {"epochs": 2, "vp_target": 75}
        t = story({"egypt": egypt}, AREAS, epoch=2, turns=5, phase="card", deck=[97, *PLAIN], options=limits)
        t.play("egypt", "5").run_until("growth.retire")
        assert "{card:97} changes nothing." in t.told()
        assert (t.state.epoch, t.state.turn) == (2, 2)

    def test_it_ends_the_last_epoch_of_a_game_to_a_vp_mark(self) -> None:
        """N-1: no number of Epochs was agreed on, so Epoch IV ends like any other, and the game with it."""
        t = story(None, AREAS, epoch=4, turns=13, deck=[97, *PLAIN], options={"epochs": 0, "vp_target": 75})
        t.run_until("growth.retire")
        assert t.table.pending is None
        assert t.state.reason == "epochs"
        assert len(t.hand("hittites")) == 3

    def test_it_can_be_cancelled(self) -> None:
        """Card 94 against any Event; the card is replaced as drawn (RUL-095)."""
        t = story({"egypt": {"deity": "sky_god", "hand": [94]}}, AREAS, deck=[97, *PLAIN])
        t.answer("egypt", "94").run_until("growth.retire")
        assert (t.state.epoch, t.state.turn) == (1, 2)
        assert t.hand("egypt") == [42, 44, 46]
        assert {94, 97} <= set(t.state.discard)
