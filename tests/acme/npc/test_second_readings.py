"""Second readings of the Playbook on cards, competitions and Gilgamesh: what the first stories left open."""

from __future__ import annotations

from typing import Any

import pytest

from engine.acme.effects.announce import Gone
from engine.acme.npc.decision import AFTERTHOUGHTS, Decision
from engine.acme.phases.card_phase import carry_out, play_card
from engine.core.ask import Ask, Flow, request
from tests.acme.npc.fighting import arena, over
from tests.acme.npc.hands import CALM, PIOUS, asked, bare, hand, picked, table
from tests.acme.npc.positions import state

PLAIN = "aleppo"
LATER = {"nabatea": "hittites 2 barbarians 1"}
BREATH = 103


def value(flow: Flow[Any]) -> Any:
    """What a flow comes to that asks nothing."""
    try:
        flow.send(None)
    except StopIteration as end:
        return end.value
    raise AssertionError("something was asked")


class TestAllIn:
    """SOL-COMP-11, RUL-163: where a person's City stands it goes on using all, unless more Competitions wait."""

    def test_sol_comp_11_all_is_used_in_its_last_competition(self) -> None:
        """Chariots and 31 would leave 3 disks, if Egypt did not pay; 35 and 21 follow."""
        t = over(arena("egypt 3 hittites 4", area=PLAIN, egypt={"mina": 4}, hittites={"hand": [35, 21, 31]}))
        assert not {35, 21, 31} & set(t.hand("hittites"))
        assert "spent everything that helps" in t.told()

    def test_sol_comp_13_with_another_competition_to_come_it_stops_at_three(self) -> None:
        """The same with a fight in Nabatea after it."""
        t = over(arena("egypt 3 hittites 4", LATER, area=PLAIN, egypt={"mina": 0}, hittites={"hand": [35, 21]}))
        assert {35, 21} <= set(t.hand("hittites"))

    def test_sol_comp_14_not_one_mina_more(self) -> None:
        """Cards 15 and 40, which cost mina, are not played beyond what is needed."""
        t = over(arena("egypt 3 hittites 4", area=PLAIN, hittites={"hand": [15, 40, 31], "mina": 3}))
        assert {15, 40} <= set(t.hand("hittites"))
        assert 31 not in t.hand("hittites")

    def test_sol_comp_12_hopeless_is_hopeless_in_an_all_in_area_too(self) -> None:
        """Nothing is used if all of it neither wins nor ties."""
        t = over(arena("egypt 9 hittites 1", area=PLAIN, hittites={"hand": [31, 36]}))
        assert {31, 36} <= set(t.hand("hittites"))

    def test_rul_070_two_disks_of_breeder_of_stallions_in_one_competition(self) -> None:
        """The card brings two; those left on it stay there."""
        t = over(arena("egypt 4 hittites 3", area=PLAIN, hittites={"hand": [18]}))
        assert t.civ("hittites").investments == {"18": 2}


class TestDisks:
    """Which disks go and which stay."""

    def test_sol_dei_02_the_last_disk_over_its_gold_is_not_spent(self) -> None:
        """An area with its Gold brings the NPC something; without the Gold the same Camp pays."""
        lost: dict[str, Any] = {"deity": "god_of_war", "deity_state": "lost", "mina": 1}
        areas = {"hattusha": "hittites 3", "kaska": "hittites 1 gold"}
        assert table(areas, hittites=hand(**lost)).civ("hittites").deity_lost
        assert not table({**areas, "kaska": "hittites 1"}, hittites=hand(**lost)).civ("hittites").deity_lost

    def test_sol_bar_04_the_sky_god_frees_what_matters_first(self) -> None:
        """With no civ to strike: Barbarians in its City before those it has a Camp beside."""
        areas = {"zab": "hittites 3 barbarians 1", "kaska": "hittites 1 barbarians 2", "kumannis": "barbarians 1"}
        s = bare(areas, order="hittites", hittites={"deity": "sky_god"})
        options = ("kumannis:barbarians", "kaska:barbarians", "zab:barbarians", "none")
        assert picked(s, "deity.power", *options) == "zab:barbarians"
        assert picked(s, "deity.power", *options[:2], "none") == "kaska:barbarians"

    def test_sol_bar_04_what_barbarians_control_goes_before_single_ones_far_away(self) -> None:
        """4 before 5 and 6: Barbarian-Controlled areas by their distance from home."""
        s = bare({"kumannis": "barbarians 2", "petra": "barbarians 1"}, order="hittites", hittites={"deity": "sky_god"})
        assert picked(s, "deity.power", "petra:barbarians", "kumannis:barbarians", "none") == "kumannis:barbarians"


class TestNegates:
    """SOL-NEG-01 to SOL-NEG-03."""

    @pytest.mark.parametrize(("struck", "cancelled"), [(["hittites"], True), (["egypt"], False)])
    def test_sol_neg_03_only_invasions_that_come_to_its_own_disks(self, struck: list[str], *, cancelled: bool) -> None:
        """Hand Writing on the Wall is kept if the Barbarians come to others."""
        s = bare(hittites=hand(94))
        s.announced.append(_event(struck))
        assert (picked(s, "card.negate", "94", "pass") == "94") is cancelled

    def test_sol_neg_01_a_card_aimed_at_others_is_let_be(self) -> None:
        """Famine in a City of the Mittani is no business of the Hittites."""
        areas = {"mittani": "mittani 3"}
        t = table(areas, order="egypt hittites mittani", hittites=hand(27), egypt={"hand": [72]}).play("egypt", "72")
        assert 27 in t.windows().hand("hittites")


def _event(struck: list[str]) -> Any:
    from engine.acme.state import Announced

    return Announced("event", "", 98, "", struck, struck)


class TestEventsMetByMethodB:
    """Playbook, Equal Chances: an Event that comes up is played at once; what it took is not there any more (N-56)."""

    def test_a_card_that_has_nothing_left_to_do_stays_in_hand(self) -> None:
        """The Eyes of the King, when the last card of the others has gone."""
        s = bare(hittites=hand(12), egypt={"hand": []})
        value(play_card(s, "hittites", 12))
        assert s.civs["hittites"].hand == [12]
        assert [e.key for e in s.told] == ["card.gone"]
        with pytest.raises(Gone):
            value(carry_out(s, "hittites", 12))

    @pytest.mark.parametrize("card", [10, 11])
    def test_cards_seen_of_another_hand_are_no_equal_chances(self, card: int) -> None:
        """RUL-133: between two equal cards of a hidden hand no card is turned up; that would tell what it holds."""
        t = table(options={"npc_method": "b"}, deck=[BREATH, 60], hittites=hand(card), egypt={"hand": [31, 33]})
        told = t.windows().told().split("looked at", 1)[1].split("Competition Phase", 1)[0]
        assert "turned up" not in told


class TestGilgamesh:
    """SOL-GIL-05."""

    def test_sol_gil_05_one_of_several_home_areas_at_random(self) -> None:
        """Thebes or Memphis: seeds differ, and no person's position decides."""
        found = set()
        for seed in range(12):
            s = state({"hattusha": "hittites 1"}, order="hittites", seed=f"home {seed}")
            question = request("gilgamesh.home", [Ask("hittites", ("memphis", "thebes"))], civ="egypt")
            first = asked(s, "gilgamesh.home", "memphis", "thebes")
            last: Decision = value(AFTERTHOUGHTS["gilgamesh.home"](s, question, question.asks[0], first))
            assert last.picks[0] in last.why
            found.add(last.picks)
        assert found == {("memphis",), ("thebes",)}


def test_positions_used_here_are_calm() -> None:
    """The usual homes and the usual Deity of these stories."""
    assert set(CALM) == {"thebes", "hattusha"}
    assert PIOUS["deity"] == "goddess_of_peace"
