"""End of Epoch: bonus VP, Epoch Event, change of Epoch (ACME §11.1 to §11.3, RUL-125, RUL-126, RUL-048)."""

from __future__ import annotations

from typing import Any

from engine.acme.facts.catalog import CARDS
from tests.acme.reckoning.positions import PLAIN, story
from tests.acme.story import Story

ROMAN_ONE: dict[str, Any] = {"phase": "epoch", "turn": 4, "turns": 4}


def ended(card: int, civs: dict[str, dict[str, Any]] | None = None, areas: dict[str, str] | None = None) -> Story:
    """The Epoch Event with that card on top."""
    return story(civs, areas, **ROMAN_ONE, deck=[card, *PLAIN])


class TestBonus:
    """ACME §11.1."""

    def test_sole_leaders_gain_two_each(self) -> None:
        """Most Cities, most mina, most Seas: 2 VP to a sole leader."""
        areas = {"thebes": "egypt 3", "sinai_sea": "hittites 1", "egyptian_sea": "hittites 1", "kaska": "hittites 1"}
        t = ended(63, {"egypt": {"mina": 3}, "hittites": {"mina": 1}}, areas).run_until("growth.retire")
        assert (t.civ("egypt").vp, t.civ("hittites").vp) == (4, 2)

    def test_tied_leaders_gain_one_and_nobody_at_zero(self) -> None:
        """RUL-125: at zero nobody scores; a Contested City counts (RUL-099)."""
        t = ended(63, None, {"thebes": "egypt 3 hittites 2", "kaska": "hittites 3"}).run_until("growth.retire")
        assert (t.civ("egypt").vp, t.civ("hittites").vp) == (1, 1)
        assert "Most Cities (1)" in t.told()
        assert "Most mina" not in t.told()


class TestEvent:
    """The table of ACME §11.2."""

    def test_the_card_is_discarded_and_no_event_of_the_table_is_negated(self) -> None:
        """RUL-126: nobody can respond; the deck is made anew at the change of Epoch."""
        t = ended(14, {"egypt": {"deity": "sky_god"}, "hittites": {"hand": [27]}}, {"thebes": "egypt 1"})
        assert t.key != "card.negate"
        assert 14 in t.state.deck

    def test_golden_age(self) -> None:
        """1 to 14: 1 VP for every Active Deity."""
        t = ended(14, {"egypt": {"deity": "sky_god"}, "hittites": {"deity": "god_of_war"}}, {"thebes": "egypt 1"})
        t.run_until("growth.retire")
        assert (t.civ("egypt").vp, t.civ("hittites").vp) == (1, 0)

    def test_drought(self) -> None:
        """15 to 30: 1 disk of each City in a Fertile area."""
        areas = {"thebes": "egypt 3", "memphis": "egypt 3", "judah": "egypt 3", "abydos": "egypt 2"}
        t = ended(15, None, areas).run_until("growth.retire")
        assert [t.disks("egypt", a) for a in areas] == [2, 2, 3, 2]

    def test_losses_are_bought_off_with_mina_and_cards(self) -> None:
        """RUL-060, RUL-126: each disk for 1 mina or 1 card; neither Deity 1 nor Investments help."""
        egypt = {"mina": 1, "hand": [70], "deity": "father_of_the_gods", "investments": {"24": 2, "60": 2, "19": 2}}
        t = ended(30, {"egypt": egypt}, {"thebes": "egypt 3", "memphis": "egypt 3"})
        assert t.asked() == ("loss.buy_off", "egypt", ("lose", "mina", "card:70"))
        t.play("egypt", "mina", "card:70").run_until("growth.retire")
        assert (t.disks("egypt", "thebes"), t.disks("egypt", "memphis")) == (3, 3)
        assert (t.civ("egypt").mina, t.hand("egypt")) == (0, [])

    def test_the_walls_of_hattusha_count(self) -> None:
        """RUL-061: Epoch Events count as a card: 1 disk and never the last of a protected area."""
        areas = {"hattusha": "hittites 3", "kaska": "hittites 3", "thebes": "egypt 1"}
        t = ended(79, None, areas).run_until("growth.retire")
        assert (t.disks("hittites", "hattusha"), t.disks("hittites", "kaska")) == (2, 2)

    def test_earthquake(self) -> None:
        """31 to 46: for every three Cities 1 disk of one, its owner's choice, different Cities."""
        names = ("abydos", "amarna", "judah", "memphis", "petra", "thebes", "tyre")
        t = ended(31, None, dict.fromkeys(names, "egypt 3"))
        assert t.asked() == ("epoch.cities", "egypt", names)
        t.answer("egypt", "petra", "abydos").run_until("growth.retire")
        assert {a for a in names if t.disks("egypt", a) == 2} == {"petra", "abydos"}

    def test_collapse_of_the_mighty(self) -> None:
        """47 to 62: all tied for most VP reduce half their Cities, rounded down, to Settlements."""
        own = {"abydos": "egypt 3", "amarna": "egypt 4", "thebes": "egypt 3"}
        other = {"kaska": "hittites 3", "pala": "hittites 3", "zab": "hittites 3"}
        t = ended(61, {"egypt": {"vp": 9, "mina": 1}, "hittites": {"vp": 5, "mina": 3}}, {**own, **other})
        t.answer("egypt", "amarna")
        assert t.asked() == ("loss.buy_off", "egypt", ("lose", "mina"))
        t.answer("egypt", "lose").answer("egypt", "lose").run_until("growth.retire")
        assert (t.disks("egypt", "amarna"), t.disks("hittites", "kaska")) == (2, 3)

    def test_wandering_peoples(self) -> None:
        """63 to 78: 2 black disks in every vacant Fertile area, by the order of Competitions (RUL-126)."""
        t = ended(78, None, {"thebes": "egypt 1", "hattusha": "hittites 1"}).run_until("growth.retire")
        assert (t.disks("barbarians", "memphis"), t.disks("barbarians", "nineveh")) == (2, 2)
        assert (t.disks("barbarians", "thebes"), t.disks("barbarians", "judah")) == (0, 0)

    def test_wandering_peoples_short_of_disks(self) -> None:
        """RUL-096, RUL-126: as far as black disks go, north-east to south-west."""
        far = ("gandhara", "bactria", "aria", "sogdiana", "margiana", "parthia", "hyrcania", "chorasmia", "persis")
        areas = {
            **dict.fromkeys((*far, "utiana", "medes"), "barbarians 4"),
            "thebes": "egypt 1",
            "hattusha": "hittites 1",
        }
        t = ended(63, None, areas).run_until("growth.retire")
        assert [t.disks("barbarians", a) for a in ("nineveh", "elam", "samarra", "assur")] == [2, 2, 2, 0]

    def test_plague(self) -> None:
        """79 to 90: 1 disk of every stack of 3 or more, of civs."""
        t = ended(90, None, {"thebes": "egypt 3", "judah": "egypt 2", "kaska": "barbarians 4"})
        t.run_until("growth.retire")
        assert (t.disks("egypt", "thebes"), t.disks("egypt", "judah"), t.disks("barbarians", "kaska")) == (2, 2, 4)

    def test_crisis_of_faith_by_mina_card_or_loss(self) -> None:
        """91 to 96: 1 mina or 1 card, or the Deity is Lost; Monotheism too (RUL-126)."""
        civs = {
            "egypt": {"deity": "monotheism", "mina": 2, "hand": [70]},
            "hittites": {"deity": "god_of_war", "mina": 1},
        }
        t = ended(91, civs)
        assert t.asked() == ("epoch.faith", "egypt", ("mina", "card:70", "lose"))
        t.answer("egypt", "card:70").answer("hittites", "lose").run_until("growth.retire")
        assert (t.civ("egypt").deity_lost, t.hand("egypt"), t.civ("egypt").mina) == (False, [], 2)
        assert t.civ("hittites").deity_lost

    def test_crisis_without_means_loses_the_deity(self) -> None:
        """No mina, no card: the Deity is Lost; a Dormant one is not asked."""
        t = ended(96, {"egypt": {"deity": "sky_god"}, "hittites": {"deity": "god_of_war"}}, {"thebes": "egypt 1"})
        t.run_until("growth.retire")
        assert (t.civ("egypt").deity_lost, t.civ("hittites").deity_lost) == (True, False)

    def test_an_event_card_is_resolved_in_its_place(self) -> None:
        """97 to 103: the Event itself, with its window for card 94 (RUL-126)."""
        t = ended(99, {"egypt": {"deity": "sky_god", "hand": [94]}})
        assert t.asked()[:2] == ("event.entry", "hittites")
        t.answer("hittites", "gandhara")
        assert t.asked() == ("card.negate", "egypt", ("94", "pass"))
        t.answer("egypt", "pass").run_until("growth.retire")
        assert t.disks("barbarians", "gandhara") == 4


class TestChange:
    """ACME §11.3, RUL-048."""

    def test_one_new_deck_of_all_but_what_is_held(self) -> None:
        """Deck, discards and set-aside cards together; hands, Investments, mina, disks, Deities stay."""
        egypt = {"hand": [1, 2], "mina": 3, "investments": {"20": 3}, "deity": "sky_god"}
        t = story({"egypt": egypt}, **ROMAN_ONE, deck=[63, *PLAIN], discard=[8, 10], set_aside=[72, 73])
        t.run_until("growth.retire")
        assert (t.state.discard, t.state.set_aside) == ([], [])
        assert sorted(t.state.deck) == [n for n in CARDS if n not in {1, 2, 20}]
        assert (t.hand("egypt"), t.civ("egypt").investments, t.civ("egypt").mina) == ([1, 2], {"20": 3}, 5 - 2)

    def test_removed_cards_stay_out(self) -> None:
        """Events left out by the table's choice do not come in."""
        t = story(**ROMAN_ONE, deck=[63, *PLAIN], removed=[98, 99], options={"without_events": [98, 99]})
        t.run_until("growth.retire")
        assert not {98, 99} & set(t.state.deck)

    def test_markers_and_order(self) -> None:
        """Epoch II, turn 1; Turn Order carries over."""
        t = story({"hittites": {}, "egypt": {}}, **ROMAN_ONE, deck=[63, *PLAIN]).run_until("growth.retire")
        assert (t.state.epoch, t.state.turn, t.state.turns) == (2, 1, 5)
        assert t.state.order == ["hittites", "egypt"]
        assert "Epoch II begins." in t.told()
