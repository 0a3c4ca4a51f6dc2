"""What a second reading of Rostam has found (Playbook, Rostam)."""

from __future__ import annotations

import pytest

from engine.acme.cards.disasters import FLOOD, VOLCANO
from engine.acme.cards.migrations import CONFEDERATION, MIGRATION
from engine.acme.facts.definitions import BARBARIANS
from engine.acme.npc.cards.effects import effects
from engine.acme.npc.cards.hordes import invasion_areas
from engine.acme.npc.cards.judging import Judge
from engine.acme.npc.cards.ravages import worthwhile
from engine.acme.npc.invading import in_order
from engine.acme.npc.placing.course import course, next_groups
from engine.acme.npc.placing.prospect import prospect
from engine.acme.npc.relations import kin, targets
from engine.acme.questions.board import controls, disks, room, stacks
from engine.acme.state import State
from tests.acme.competition.arena import finish
from tests.acme.history.persia import PERSIANS, TURANIANS, position, still

NEUTRAL = {"armenians", "steppe_tribes", "subject_peoples"}
BY_NPC = {"by": "npc"}


def led_by_npc(areas: dict[str, str], card: int) -> State:
    """The NPC stands in for the person who plays the Persians, and holds that card."""
    return still(areas, persia={**BY_NPC, "hand": [card]})


class TestSides:
    """Independents look to Persia for protection: whoever leads the Persians does nothing against them."""

    def test_who_is_on_whose_side(self) -> None:
        s = still({})
        assert set(kin(s, PERSIANS)) == {PERSIANS, *NEUTRAL}
        assert kin(s, TURANIANS) == (TURANIANS,)

    @pytest.mark.parametrize(
        ("card", "areas"),
        [
            (MIGRATION, {"akkad": "barbarians 2", "babylon": "subject_peoples 3", "samarra": "subject_peoples 3"}),
            (CONFEDERATION, {"akkad": "barbarians 2", "elam": "subject_peoples 1 barbarians 1"}),
        ],
    )
    def test_a_stand_in_brings_no_barbarians_upon_them(self, card: int, areas: dict[str, str]) -> None:
        s = led_by_npc(areas, card)
        found = invasion_areas(Judge(s, PERSIANS), card)
        assert found
        assert not [a for a in found if NEUTRAL & s.disks.get(a, {}).keys()]

    @pytest.mark.parametrize(("card", "area"), [(VOLCANO, "armenia"), (FLOOD, "elam")])
    def test_a_stand_in_spares_them_disasters(self, card: int, area: str) -> None:
        """One Turanian is not worth two Independents; three are, as far as the disaster takes them."""
        neutral = "armenians" if area == "armenia" else "subject_peoples"
        s = led_by_npc({area: f"{neutral} 3 scythians 1"}, card)
        assert effects(s, PERSIANS, card) == {}
        s = led_by_npc({area: f"{neutral} 1 scythians 4"}, card)
        assert worthwhile(s, PERSIANS, card)
        assert effects(s, PERSIANS, card)

    def test_barbarians_that_it_leads_go_to_turan_before_them(self) -> None:
        s = led_by_npc({"aria": "scythians 1", "elam": "subject_peoples 3", "susa": ""}, 16)
        assert in_order(s, PERSIANS, ["elam", "susa", "aria"]) == ["aria", "susa", "elam"]

    def test_turan_harms_them_with_the_rest(self) -> None:
        s = still({"elam": "subject_peoples 3"})
        assert targets(s, TURANIANS)[:2] == [PERSIANS, BARBARIANS]
        assert set(targets(s, TURANIANS)[2:]) == NEUTRAL


class TestOneStack:
    def test_rost_20_the_example_of_elam(self) -> None:
        """Three Barbarians, one Independent: three Persians may come, and no fourth."""
        s = still({"elam": "subject_peoples 1 barbarians 3", "susa": "medes_persians 2"})
        assert room(s, PERSIANS, "elam") == 3
        s = still({"elam": "subject_peoples 1 barbarians 3 medes_persians 3", "susa": "medes_persians 2"})
        assert (room(s, PERSIANS, "elam"), room(s, TURANIANS, "elam")) == (0, 4)
        assert stacks(s, "elam") == {PERSIANS: 4, BARBARIANS: 3}

    def test_rost_20_at_sea_and_in_deserts_the_limit_is_two(self) -> None:
        s = still({"w_caspian": "steppe_tribes 1 barbarians 2", "e_caspian": "steppe_tribes 2 barbarians 2"})
        assert [room(s, PERSIANS, area) for area in ("w_caspian", "e_caspian")] == [1, 0]

    def test_rost_21_the_traitor_wins_over_the_persians_only(self) -> None:
        areas = {"elam": "subject_peoples 1 medes_persians 3 scythians 4", "susa": "medes_persians 2"}
        t = position(areas, "competition", turan={"hand": [22]}, persia={"hand": [36], "mina": 0})
        t.run_until("competition.removal", "growth.deploy", "competition.commit")
        assert "{civ:scythians} played {card:22}" in t.told()
        assert t.disks(PERSIANS, "elam") == 0

    def test_rost_22_what_withdraws_may_go_back_only_while_they_are_threatened(self) -> None:
        """Deployed in the same Growth (AMB-81): to Elam where Barbarians are left, not to Ur."""
        areas = {
            "elam": "subject_peoples 1 medes_persians 1 barbarians 1",
            "ur": "subject_peoples 1 medes_persians 2",
            "susa": "medes_persians 2",
            "borsippa": "subject_peoples 1",
        }
        t = position(areas, "growth", npc=False).run_until("growth.deploy")
        while t.ask().seat != PERSIANS:
            t.answer(TURANIANS, "done").run_until("growth.deploy")
        assert (t.disks(PERSIANS, "elam"), t.disks(PERSIANS, "ur")) == (0, 0)
        assert "elam" in t.options(PERSIANS)
        assert "ur" not in t.options(PERSIANS)


class TestGold:
    def test_rost_24_a_person_of_turan_sacks_no_gold(self) -> None:
        """Gold City Sacking is for NPCs and Barbarians: taken back, the area counts again."""
        areas = {"persis": "medes_persians 0 gold scythians 4", "medes": "medes_persians 3 gold"}
        t = finish(position(areas, "competition", npc=False))
        assert t.state.gold["persis"] == PERSIANS
        assert t.state.phase != "over"

    def test_rost_12_gold_that_stays_is_no_help_without_control(self) -> None:
        gone = dict.fromkeys(("parthia", "persis"), "medes_persians 0 gold scythians 3")
        t = finish(position(gone, "competition", npc=False))
        assert (t.state.reason, t.state.victors) == ("no_gold", [TURANIANS])

    def test_rost_12_shared_control_is_none(self) -> None:
        """One disk of each side in the last area with Gold: there has been no Competition, and nobody Controls it."""
        t = finish(position({"parthia": "medes_persians 1 gold scythians 1"}, "competition", npc=False))
        assert not controls(t.state, PERSIANS, "parthia")
        assert t.state.reason == "no_gold"


class TestInvasion:
    def test_rost_15_turan_marches_on_parthia(self) -> None:
        """With its own land safe: by way of Margiana, next to Gold, into the area of the God of War."""
        areas = {
            "massagetans": "scythians 2",
            "north_sakans": "scythians 3",
            "south_sakans": "scythians 3",
            "sogdiana": "scythians 3",
            "bactria": "scythians 3 stronghold",
            "kharesmeians": "scythians 3",
        }
        s = still(areas, persia={"vp": 0})
        found = [(g.number, g.area, g.n) for g in course(prospect(s, TURANIANS, 5))]
        assert found == [(13, "margiana", 1), (11, "parthia", 4)]

    def test_turan_comes_upon_independents_on_its_way(self) -> None:
        """They are enemies where it places: its special area Elam has four of its disks, one more than they are."""
        areas = {"elam": "subject_peoples 3", "susa": "scythians 2", "sacans": "scythians 3"}
        s = still(areas)
        assert disks(s, "subject_peoples", "elam") == 3
        group = next_groups(prospect(s, TURANIANS, 6))[0]
        assert (group.number, group.area, group.n) == (4, "elam", 4)
