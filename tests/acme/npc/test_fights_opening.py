"""Traitor, Peace, spoils and Negates of NPCs in the Competition Phase (RUL-145, RUL-150, RUL-165)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.acme.npc.fighting import arena, fought, over
from tests.acme.npc.positions import state

PLAIN = "aleppo"


class TestTraitor:
    """SOL-COMP-09."""

    def test_sol_comp_09_where_it_would_not_win_otherwise(self) -> None:
        """Of two areas the one that it would not win; there the largest enemy stack goes."""
        areas = {"zab": "hittites 4 barbarians 1"}
        told = fought("hittites 2 barbarians 4", areas, area=PLAIN, hittites={"hand": [22]})
        assert "{civ:barbarians} lost 4 in {area:aleppo} to the Traitor." in told

    def test_sol_comp_09_not_where_it_wins_anyway(self) -> None:
        """The card stays in hand."""
        t = over(arena("hittites 4 barbarians 1", area=PLAIN, hittites={"hand": [22]}))
        assert 22 in t.hand("hittites")

    def test_sol_comp_09_not_against_those_it_is_no_enemy_to(self) -> None:
        """Egypt is none of its enemies."""
        assert "Traitor." not in fought("hittites 2 egypt 4", area=PLAIN, hittites={"hand": [22]})

    def test_sol_comp_09_against_an_enemy(self) -> None:
        """Egypt is."""
        told = fought("hittites 2 egypt 4", area=PLAIN, hittites={"hand": [22], "enemies": ["egypt"]})
        assert "{civ:egypt} lost 4 in {area:aleppo} to the Traitor." in told

    def test_sol_comp_09_not_if_it_would_still_lose(self) -> None:
        """By the Caveat: with the Barbarians gone there would be Egypt's four."""
        told = fought("hittites 1 barbarians 4 egypt 4", area=PLAIN, hittites={"hand": [22]})
        assert "Traitor." not in told

    @pytest.mark.parametrize(("by_category", "first"), [(True, "hattusha"), (False, "zab")])
    def test_sol_comp_09_the_first_area_in_the_order_of_competitions(self, by_category: bool, first: str) -> None:
        """With the order of historical scenarios its own home comes before the north-east."""
        areas = {"zab": "hittites 1 barbarians 2", "hattusha": "hittites 1 barbarians 2"}
        told = fought("egypt 1", areas, area=PLAIN, hittites={"hand": [22]}, by_category=by_category)
        assert f"in {{area:{first}}} to the Traitor." in told


class TestPeace:
    """RUL-165: the Goddess of Peace."""

    def test_rul_165_peace_for_what_would_be_lost(self) -> None:
        """Of two lost areas the one of better rank: its City before a Camp."""
        areas = {"zab": "hittites 1 barbarians 4"}
        deity = {"deity": "goddess_of_peace", "displays": ["akkad"]}
        told = fought("hittites 3 egypt 4 barbarians 4", areas, area=PLAIN, hittites=deity)
        assert "Peace in {area:aleppo}" in told

    def test_rul_165_no_peace_where_its_means_would_do(self) -> None:
        """With the cards in its hand the City is not lost."""
        t = over(arena("hittites 3 barbarians 4", area=PLAIN, hittites={"deity": "goddess_of_peace", "hand": [21]}))
        assert "Peace in" not in t.told()


class TestSpoils:
    """RUL-142, RUL-150: loot."""

    def test_rul_150_mina_as_loot(self) -> None:
        """1 mina for the City."""
        assert "{civ:hittites} took 1 mina as loot." in fought("hittites 4 egypt 3", area=PLAIN)

    def test_rul_142_no_clemency_and_no_deity_given_back(self) -> None:
        """Tolerance is used for nothing."""
        facts = {"displays": ["medes_persians"], "captured": {"sky_god": "egypt"}}
        told = fought("hittites 4 egypt 3", area=PLAIN, hittites=facts, epoch=3)
        assert "{civ:hittites} took 1 mina as loot." in told
        assert "} returned {deity" not in told


class TestNegates:
    """RUL-145 at the reveal: only what costs units."""

    def test_rul_145_a_card_that_strikes_is_cancelled(self) -> None:
        """Composite Bow of the person, whose hand is empty then: no card is looked at."""
        t = arena("egypt 3 hittites 3", area=PLAIN, egypt={"hand": [35]}, hittites={"hand": [9]}).windows()
        t.play("egypt", "card:35", "done")
        told = over(t).told()
        assert "cancelled a card that would have cost it units: {card:35}" in told
        assert "{civ:hittites} responded to {card:35} with {card:9}." in told
        assert "{civ:egypt} played {card:35}, but it was Negated." in told

    def test_rul_145_white_disks_are_not(self) -> None:
        """An NPC never cancels what only gains something for others."""
        t = arena("egypt 3 hittites 3", area=PLAIN, egypt={"hand": [33]}, hittites={"hand": [9]}).windows()
        t.play("egypt", "card:33", "done")
        assert "cancelled a card that would have cost it units" not in over(t).told()

    @pytest.mark.parametrize(("top", "cancelled"), [(44, True), (45, False)])
    def test_sol_neg_02_with_more_cards_a_card_decides(self, top: int, cancelled: bool) -> None:
        """The person holds another card: an even number cancels now, an odd one waits."""
        facts: dict[str, Any] = {"egypt": {"hand": [35, 50]}, "hittites": {"hand": [9]}}
        t = arena("egypt 3 hittites 3", area=PLAIN, deck=[top], **facts).windows()
        t.play("egypt", "card:35", "done")
        assert ("cancelled a card that would have cost it units: {card:35}" in over(t).told()) == cancelled

    def test_the_means_are_used_once_each(self) -> None:
        """Two cards that strike, one Negate: the greater loss is cancelled."""
        t = arena("egypt 3 hittites 3", area=PLAIN, egypt={"hand": [32, 35]}, hittites={"hand": [9]}).windows()
        t.play("egypt", "card:32", "card:35", "done").answer("egypt", "32", "35")
        assert "cancelled a card that would have cost it units: {card:35} (Negate Cards)." in over(t).told()

    def test_one_means_is_used_against_each_card(self) -> None:
        """One card that strikes, two Negates: the narrower one cancels it, the other is not named for it too."""
        t = arena("egypt 3 hittites 3", area=PLAIN, egypt={"hand": [35]}, hittites={"hand": [9, 27]}).windows()
        told = over(t.play("egypt", "card:35", "done")).told()
        assert "cancelled a card that would have cost it units: {card:35} (Negate Cards)." in told
        assert "{civ:hittites} responded to {card:35} with {card:9}." in told
        assert "with {card:27}" not in told.split("was Negated")[0]


def test_positions_keep_the_order_of_historical_scenarios() -> None:
    """RUL-164: a key of the position."""
    assert state({}, by_category=True).by_category
