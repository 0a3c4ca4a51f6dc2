"""The Draw Step (ACME §10.6, RUL-049, RUL-050, RUL-118, RUL-120, RUL-121)."""

from __future__ import annotations

from typing import Any, ClassVar

from engine.acme.facts.catalog import CARDS
from engine.acme.setup.options import EVENTS
from tests.acme.reckoning.positions import PLAIN, Civs, story

CITIES = dict.fromkeys(("hattusha", "kaska", "pala", "zab"), "hittites 3")


def named(card: int) -> str:
    return f"{CARDS[card].name} ({card})"


def test_most_cities_draw_first() -> None:
    """ACME §10.6.1, RUL-120: the new order is made before drawing."""
    t = story(None, {**CITIES, "thebes": "egypt 3"}, deck=[42, 44, 46, 48, 50, 52, 54])
    t.run_until("growth.retire")
    assert t.state.order == ["hittites", "egypt"]
    assert (t.hand("hittites"), t.hand("egypt")) == ([42, 44, 46, 48], [50, 52, 54])
    assert "New Turn Order: {civ:hittites} (4 Cities), {civ:egypt} (1 City)." in t.told()


def test_ties_keep_the_old_order() -> None:
    """ACME §10.6.1: ties keep their relative order."""
    t = story({"hittites": {}, "egypt": {"vp": 30}}, {"thebes": "egypt 3", "hattusha": "hittites 3"})
    t.run_until("growth.retire")
    assert t.state.order == ["hittites", "egypt"]


def test_whoever_came_back_stays_last() -> None:
    """RUL-120: with most Cities, but come back by Gilgamesh this turn."""
    t = story({"hittites": {"came_back": True}, "egypt": {}}, {**CITIES, "thebes": "egypt 3"})
    t.run_until("growth.retire")
    assert t.state.order == ["egypt", "hittites"]


def test_mina_are_named_before_a_card_is_seen() -> None:
    """ACME §10.6.2: each mina buys a card; the number is public, paid at once (ACME-CORE-39)."""
    t = story({"egypt": {"mina": 2}}, step="draw.begin")
    assert t.asked() == ("draw.buy", "egypt", ("0", "1", "2"))
    assert t.hand("egypt") == []
    t.answer("egypt", "2").run_until("growth.retire")
    assert (t.hand("egypt"), t.civ("egypt").mina) == ([42, 44, 46, 48, 50], 0)
    assert "{civ:egypt} bought 2 cards and drew 5." in t.told()


def test_every_four_cities_bring_a_card() -> None:
    """ACME §10.6.2: 3 + Cities div 4, Contested Cities too (RUL-099)."""
    areas = {**CITIES, "zab": "hittites 3 egypt 2", "thebes": "egypt 1"}
    t = story(None, areas, step="draw.begin")
    t.run_until("growth.retire")
    assert len(t.hand("hittites")) == 4


def test_the_hand_limit_is_six() -> None:
    """ACME §8.1, RUL-049: the owner discards the excess by choice (ACME-CORE-39)."""
    t = story({"egypt": {"hand": [70, 71, 68, 67]}}, step="draw.begin")
    key, seat, options = t.asked()
    assert (key, seat, len(options)) == ("draw.discard", "egypt", 7)
    t.answer("egypt", "70").run_until("growth.retire")
    assert t.hand("egypt") == [42, 44, 46, 67, 68, 71]
    assert 70 in t.state.discard


def test_mittani_may_hold_seven() -> None:
    """RUL-049: Diplomatic Archive (ACME-CORE-52)."""
    t = story({"mittani": {"hand": [70, 71, 68, 67]}, "egypt": {}}, {"mittani": "mittani 1"}, step="draw.begin")
    t.run_until("growth.retire")
    assert len(t.hand("mittani")) == 7


def test_sumer_draws_one_more_and_discards_one() -> None:
    """RUL-121: Cuneiform, after the look and before the hand limit."""
    t = story({"sumer": {}, "egypt": {}}, {"sumer": "sumer 1", "thebes": "egypt 1"}, step="draw.begin")
    assert t.asked() == ("draw.extra", "sumer", ("42", "44", "46", "48"))
    t.answer("sumer", "44").run_until("growth.retire")
    assert t.hand("sumer") == [42, 46, 48]


def test_chaldea_may_swap_the_two_top_cards() -> None:
    """RUL-052, RUL-121: looked at in secret, before mina are named."""
    t = story(
        {"chaldea": {}, "egypt": {}}, {"ur": "chaldea 1", "thebes": "egypt 1"}, step="draw.begin", deck=[8, *PLAIN]
    )
    assert t.asked() == ("draw.look", "chaldea", ("keep", "swap"))
    assert t.hints("chaldea") == [f"{named(8)}, then {named(42)}", f"{named(42)}, then {named(8)}"]
    assert "{card:8}" not in t.told()
    t.answer("chaldea", "swap").run_until("growth.retire")
    assert t.hand("chaldea") == [8, 42, 44]


def test_chaldea_orders_what_comes_last() -> None:
    """RUL-052: after the swap the lower card is drawn first."""
    civs: Civs = {"chaldea": {}, "egypt": {}}
    t = story(civs, {"ur": "chaldea 1", "thebes": "egypt 1"}, step="draw.begin", deck=[8, 42])
    t.answer("chaldea", "swap").run_until("growth.retire")
    assert "{card:8}" not in t.told()


def test_an_event_keeps_its_place_and_nobody_learns_it() -> None:
    """RUL-052: with an Event on top the question is put all the same, with one answer."""
    civs: Civs = {"chaldea": {}, "egypt": {}}
    t = story(civs, {"ur": "chaldea 1", "thebes": "egypt 1"}, step="draw.begin", deck=[97, *PLAIN])
    assert t.asked() == ("draw.look", "chaldea", ("keep",))


class TestEvents:
    """Cards drawn together are looked at together (RUL-050)."""

    def test_an_event_is_replaced(self) -> None:
        """ACME §8.6: the hand does not suffer."""
        t = story(step="draw.begin", turn=4, turns=4, ending=True, deck=[97, *PLAIN])
        t.run_until("growth.retire")
        assert t.hand("egypt") == [42, 44, 46]

    def test_two_events_are_resolved_in_drawn_order_before_the_replacements(self) -> None:
        """RUL-050: all Events of the batch first, then as many replacements, and those likewise."""
        t = story(step="draw.begin", turn=4, turns=4, ending=True, deck=[97, 42, 98, 99, *PLAIN[1:]])
        assert t.asked()[:2] == ("event.entry", "hittites")
        assert t.hand("egypt") == [42]
        t.answer("hittites", t.options()[0]).windows()
        assert t.asked()[0] == "event.entry"
        t.answer("hittites", t.options()[0]).run_until("growth.retire")
        assert t.hand("egypt") == [42, 44, 46]
        assert t.told().index("{card:98}") < t.told().index("{card:99}")

    def test_sumer_replaces_an_event(self) -> None:
        """Cuneiform: an Event is resolved, not discarded for the extra card."""
        civs: Civs = {"sumer": {}, "egypt": {}}
        t = story(civs, {"sumer": "sumer 1"}, step="draw.begin", turn=4, turns=4, ending=True, deck=[97, *PLAIN])
        assert t.asked() == ("draw.extra", "sumer", ("42", "44", "46", "48"))


class TestEmptyDeck:
    """The discard pile becomes the deck when a further card is needed (RUL-017, RUL-047)."""

    MONOTHEISM: ClassVar[dict[str, dict[str, Any]]] = {"egypt": {"deity": "monotheism"}}
    REST: ClassVar[list[int]] = [n for n in CARDS if n not in {42, 44, 95, *EVENTS}]

    def test_the_discards_come_back(self) -> None:
        """RUL-047: as soon as a further card is needed; when there is none a draw gives nothing (RUL-017)."""
        piles: dict[str, Any] = {"deck": [42], "discard": [44], "set_aside": self.REST, "removed": list(EVENTS)}
        t = story(self.MONOTHEISM, step="draw.begin", **piles).run_until("growth.retire")
        assert (t.hand("egypt"), t.hand("hittites")) == ([42, 44], [])

    def test_an_event_resolved_in_this_phase_does_not(self) -> None:
        """RUL-047: so that no chain of Events can run for ever."""
        piles: dict[str, Any] = {
            "deck": [97],
            "discard": [42, 44],
            "set_aside": self.REST,
            "removed": list(EVENTS[1:]),
        }
        t = story(self.MONOTHEISM, step="draw.begin", turn=3, turns=3, ending=True, **piles)
        assert t.hand("egypt") == [42, 44]
        draw_step = t.told().partition("End of Epoch.")[0]
        assert draw_step.count("{card:97} changes nothing.") == 1

    def test_mina_paid_for_nothing_is_gone(self) -> None:
        """RUL-121: drawing stops when no card can be had; mina paid is gone."""
        t = story({"egypt": {"mina": 1, "hand": list(CARDS)}}, step="draw.begin", deck=[])
        t.answer("egypt", "1")
        assert t.civ("egypt").mina == 0


class TestGodOfTheDead:
    """Deity 4 (RUL-073, RUL-118)."""

    GOD: ClassVar[dict[str, dict[str, Any]]] = {"egypt": {"deity": "god_of_the_dead"}}

    def test_one_of_three_discards_is_kept(self) -> None:
        """After drawing, before looking; the others go back."""
        t = story(self.GOD, step="draw.begin", discard=[1, 3, 5])
        key, seat, options = t.asked()
        assert (key, seat, sorted(options)) == ("draw.dead", "egypt", ["1", "3", "5"])
        assert t.hand("egypt") == []
        t.answer("egypt", "3").run_until("growth.retire")
        assert t.hand("egypt") == [3, 42, 44, 46]
        assert sorted(t.state.discard) == [1, 5]

    def test_fewer_than_three_are_all_there_is(self) -> None:
        """RUL-118: a single one is kept unasked; none: no effect."""
        t = story(self.GOD, step="draw.begin", discard=[1]).run_until("growth.retire")
        assert t.hand("egypt") == [1, 42, 44, 46]
        t = story(self.GOD, step="draw.begin").run_until("growth.retire")
        assert t.hand("egypt") == [42, 44, 46]
        assert "used" not in t.told()

    def test_an_event_among_them_is_resolved_and_cannot_be_kept(self) -> None:
        """RUL-118: kept and returned first, then the Event; it is not replaced (RUL-050)."""
        t = story(self.GOD, step="draw.begin", discard=[1, 3, 97])
        assert sorted(t.options()) == ["1", "3"]
        t.answer("egypt", "1").run_until("growth.retire")
        assert t.state.epoch == 2
        assert t.hand("egypt") == [1, 42, 44, 46]

    def test_with_only_events_nothing_is_kept(self) -> None:
        """RUL-118."""
        t = story(self.GOD, step="draw.begin", turn=4, turns=4, ending=True, discard=[97]).run_until("growth.retire")
        assert t.hand("egypt") == [42, 44, 46]

    def test_breath_of_god_does_not_shuffle_away_another_event_among_them(self) -> None:
        """RUL-045, RUL-118: all Events seen are in no pile until each is resolved, in any order."""
        t = story(self.GOD, step="draw.begin", discard=[98, 99, 103]).run_until("growth.retire")
        assert {98, 99, 103} <= {*t.state.deck, *t.state.discard}

    def test_a_sorcerer_stops_it(self) -> None:
        """Card 26, RUL-073: the window opens before the discards are shuffled."""
        t = story({**self.GOD, "hittites": {"hand": [26]}}, step="draw.begin", discard=[1, 3, 5])
        assert t.asked() == ("card.negate", "hittites", ("26", "pass"))
        t.answer("hittites", "26").run_until("growth.retire")
        assert t.hand("egypt") == [42, 44, 46]
        assert sorted(t.state.discard) == [1, 3, 5, 26]

    def test_dormant_it_does_nothing(self) -> None:
        """ACME §12.1."""
        t = story(self.GOD, {"memphis": "egypt 1"}, step="draw.begin", discard=[1, 3, 5]).run_until("growth.retire")
        assert t.hand("egypt") == [42, 44, 46]

    def test_what_is_drawn_stays_unseen(self) -> None:
        """RUL-121: the cards of the deck are looked at only after the god's."""
        t = story(self.GOD, step="draw.begin", discard=[1, 3, 5])
        assert t.state.unseen == [42, 44, 46]
        assert t.view("egypt").civs["egypt"].hand == ()
        assert not hasattr(t.view("egypt"), "unseen")

    def test_breath_of_god_takes_unseen_cards_too(self) -> None:
        """RUL-093: the whole hand, cards drawn but unseen included."""
        t = story({**self.GOD, "hittites": {"mina": 1}}, step="draw.begin", discard=[103])
        t.run_until("growth.retire", "draw.buy")
        assert len(t.hand("egypt")) == 2
        assert t.civ("hittites").mina == 0
