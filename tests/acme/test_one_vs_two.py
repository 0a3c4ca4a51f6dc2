"""One vs. Two: one civilization against two of one player (Playbook, Multiple Civilizations; ACME-1V2-01 to 14)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from engine.acme.questions.board import fewest_vp, hand_limit
from engine.acme.questions.players import current_vp, spelled_vp
from engine.acme.view import PlayerView
from engine.core.game import SeatPlan, SetupError
from tests.acme.opening import begin, place_first, table
from tests.acme.reckoning.positions import PLAIN, Civs, story
from tests.acme.story import Story

ON: dict[str, Any] = {"one_vs_two": True}
AREAS = {"thebes": "egypt 1", "hattusha": "hittites 1", "babylon": "babylon 1"}


def seats(*civs: str) -> list[SeatPlan]:
    """Ana with the first of them, Ben with the others."""
    return [SeatPlan(civ, player="Ben" if i else "Ana") for i, civ in enumerate(civs)]


def duel(areas: dict[str, str] | None = None, options: dict[str, Any] | None = None, **top: Any) -> Story:
    """Ana plays Egypt, Ben the Hittites and Babylon. Keywords that name a civ are its facts."""
    owners = {"egypt": "Ana", "hittites": "Ben", "babylon": "Ben"}
    civs: Civs = {name: {"player": owner, **top.pop(name, {})} for name, owner in owners.items()}
    return story(civs, areas or AREAS, options={**ON, **(options or {})}, **top)


def refused(*plans: SeatPlan, **options: Any) -> str:
    with pytest.raises(SetupError) as error:
        table(*plans, **{**ON, **options})
    return str(error.value)


class TestWhoMayPlayIt:
    def test_1v2_01_only_as_an_option(self) -> None:
        """ACME-1V2-01: without it players of one and of two civs play by the usual rules."""
        t = begin(*seats("egypt", "hittites", "babylon"))
        assert (t.state.options.one_vs_two, t.state.options.epochs) == (False, 2)
        assert begin(*seats("egypt", "hittites", "babylon"), **ON).state.options.one_vs_two

    def test_1v2_01_there_must_be_one_and_two(self) -> None:
        """ACME-1V2-01: the refusal tells who has how many."""
        one = [SeatPlan("egypt", player="Ana"), SeatPlan("hittites", player="Ben")]
        rule = "some players must have one civilization and some must have two"
        assert f"{rule}; now they have: Ana 1, Ben 1" in refused(*one)
        two = [SeatPlan(player=name) for name in ("Ana", "Ana", "Ben", "Ben")]
        assert "now they have: Ana 2, Ben 2" in refused(*two)
        three = [SeatPlan(player=name) for name in ("Ana", "Ben", "Ben", "Ben")]
        assert "now they have: Ana 1, Ben 3" in refused(*three)
        assert "seat 1 1, seat 2 1" in refused(SeatPlan(), SeatPlan())

    def test_1v2_01_several_may_play_one_and_several_two(self) -> None:
        """ACME-1V2-01: one or more players with one civ, one or more with two."""
        names = ("Ana", "Ben", "Ben", "Cho", "Dee", "Dee")
        assert len(begin(*(SeatPlan(player=name) for name in names), **ON).state.slots) == 6

    def test_1v2_01_npcs_take_no_part(self) -> None:
        """ACME-1V2-01: it is agreed on among persons."""
        npc = SeatPlan("sumer", "npc")
        assert "only for players" in refused(*seats("egypt", "hittites", "babylon"), npc)

    def test_1v2_01_a_trial_does_not_ask_who_will_sit_where(self) -> None:
        """ACME-1V2-01: as long as the lobby is open anything may still come."""
        opened = [SeatPlan(open=True), SeatPlan(open=True)]
        assert table(*opened, **ON).state.options.one_vs_two
        assert "only for players" in refused(*opened, SeatPlan(by="npc"))


class TestOptions:
    def test_1v2_09_two_epochs_at_most(self) -> None:
        """ACME-1V2-09: two unless fewer were agreed on; other ends come before that, never after."""
        plans = seats("egypt", "hittites", "babylon")
        assert begin(*plans, **ON).view().goal == {"epochs": 2}
        assert begin(*plans, **ON, epochs=1).view().goal == {"epochs": 1}
        assert begin(*plans, **ON, vp_target=50).view().goal == {"vp": 50, "epochs": 2}
        assert refused(*plans, epochs=3) == "epochs: One vs. Two lasts up to 2 Epochs"

    def test_1v2_09_the_game_ends_after_epoch_two(self) -> None:
        """ACME-1V2-09."""
        assert duel(epoch=2, turn=4, turns=8).run_until("growth.retire").table.outcome() is not None
        assert duel(epoch=1, turn=4, turns=4).run_until("growth.retire").state.epoch == 2

    def test_1v2_10_time_marches_on_is_left_out(self) -> None:
        """ACME-1V2-10: unless the table has agreed otherwise; other Events may be left out besides."""
        plans = seats("hittites", "elam", "urartu")
        t = place_first(begin(*plans, **ON))
        assert t.view().removed == (97,)
        assert 97 not in t.state.deck
        assert begin(*plans, **ON, without_events=[103]).state.options.without_events == [97, 103]

    def test_1v2_10_or_its_text_is_ignored(self) -> None:
        """ACME-1V2-10: it is drawn, changes nothing and is replaced; nobody has to answer it."""
        t = duel(options={"time_marches_on": "ignored"}, step="draw.begin", deck=[97, *PLAIN], hittites={"hand": [94]})
        t.run_until("growth.retire")
        assert "{card:97} changes nothing." in t.told()
        assert (t.state.epoch, t.state.turn) == (1, 2)
        plain = story({"egypt": {}, "hittites": {}}, step="draw.begin", deck=[97, *PLAIN]).run_until("growth.retire")
        assert plain.state.epoch == 2
        kept = place_first(begin(*seats("hittites", "elam", "urartu"), **ON, time_marches_on="ignored"))
        assert 97 in kept.state.deck

    @pytest.mark.parametrize("name", ["divisor", "time_marches_on", "one_vs_two"])
    def test_1v2_13_nonsense_is_refused(self, name: str) -> None:
        """ACME-1V2-13."""
        assert refused(*seats("egypt", "hittites", "babylon"), **{name: 7}).startswith(f"{name}: must be")


class TestChoosing:
    def opened(self, seed: str, *names: str) -> Story:
        return begin(*(SeatPlan(player=name) for name in names), seed=seed, map="full", **ON)

    @pytest.mark.parametrize("seed", ["a", "b", "c", "d"])
    @pytest.mark.parametrize("when", ["before", "after"])
    def test_1v2_02_the_player_of_one_chooses_when(self, seed: str, when: str) -> None:
        """ACME-1V2-02: before or after both civs of the other, wherever in Turn Order; which stays as it was drawn."""
        t = self.opened(seed, "Ana", "Ben", "Ben")
        order = list(t.state.order)
        assert t.asked() == ("setup.pick", "seat_1", ("before", "after"))
        t.answer("seat_1", when)
        asked = []
        while t.key == "setup.civ":
            _, seat, options = t.asked()
            asked.append(seat)
            t.answer(seat, next(civ for civ in options if civ in ("elam", "kassites", "mycenae", "urartu", "sumer")))
            t.run_until("setup.civ", "setup.deploy")
        twice = [seat for seat in order if seat != "seat_1"]
        assert asked == (["seat_1", *twice] if when == "before" else [*twice, "seat_1"])
        place = {plan: i for i, plan in enumerate(t.state.slots)}
        assert [f"seat_{1 + place[civ]}" for civ in t.state.order] == order

    def test_1v2_02_each_of_several_players_of_one_is_asked(self) -> None:
        """ACME-1V2-02: one before, another after."""
        t = self.opened("x", "Ana", "Ben", "Ben", "Cho")
        singles = [seat for seat in t.state.order if seat in {"seat_1", "seat_4"}]
        assert t.asked()[1] == singles[0]
        t.answer(singles[0], "after")
        assert t.asked()[:2] == ("setup.pick", singles[1])
        t.answer(singles[1], "before")
        assert t.asked()[:2] == ("setup.civ", singles[1])

    def test_1v2_02_nobody_is_asked_if_all_is_settled(self) -> None:
        """ACME-1V2-02: with the civs of either side named before the start there is nothing to choose."""
        named = [SeatPlan("egypt", player="Ana"), SeatPlan(player="Ben"), SeatPlan(player="Ben")]
        assert begin(*named, **ON).key == "setup.home"
        named = [SeatPlan(player="Ana"), SeatPlan("sumer", player="Ben"), SeatPlan("elam", player="Ben")]
        t = begin(*named, **ON)
        assert t.asked()[:2] == ("setup.civ", "seat_1")

    def test_1v2_02_the_npc_may_answer_in_its_place(self) -> None:
        """ACME-1V2-02: a seat handed to the NPC chooses first."""
        t = self.opened("x", "Ana", "Ben", "Ben")
        t.table.control("seat_1", "npc")
        assert t.check().key == "setup.civ"
        assert t.asked()[1] != "seat_1"
        assert t.state.slots[0] != "seat_1"


class TestTheOneAndTheTwo:
    def test_1v2_03_sixteen_first_disks(self) -> None:
        """ACME-1V2-03: 16 for the one, 12 for each of the two."""
        t = begin(*seats("hittites", "elam", "urartu"), **ON)
        t = place_first(t)
        on_map = {civ: sum(here.get(civ, 0) for here in t.state.disks.values()) for civ in t.state.civs}
        assert on_map == {"hittites": 16, "elam": 12, "urartu": 12}

    def test_1v2_04_growth_of_six_at_least(self) -> None:
        """ACME-1V2-04: 6 for the one, 3 for each of the two, as the view says too."""
        t = duel(phase="growth").run_until("growth.deploy")
        assert (t.asked()[1], t.civ("egypt").box) == ("egypt", 6)
        assert sum((t.view("egypt").growth or {}).values()) == 6
        t.answer("egypt", "done").run_until("growth.deploy")
        assert (t.asked()[1], t.civ("hittites").box) == ("hittites", 3)

    def test_1v2_05_four_cards_a_turn(self) -> None:
        """ACME-1V2-05: 4 for the one, 3 for each of the two."""
        t = duel(step="draw.begin")
        assert [t.view(civ).draws for civ in ("egypt", "hittites", "babylon")] == [4, 3, 3]
        t.run_until("growth.retire")
        assert [len(t.hand(civ)) for civ in ("egypt", "hittites", "babylon")] == [4, 3, 3]

    def test_1v2_06_gilgamesh_brings_half_as_many_more(self) -> None:
        """ACME-1V2-06: 18 instead of 12."""
        t = duel(turn=2, turns=2, deck=[70, *PLAIN])
        assert t.asked() == ("gilgamesh.invoke", "egypt", ("stay", "leave"))
        assert [t.view(civ).returns for civ in ("egypt", "hittites")] == [18, 12]
        t.play("egypt", "leave", "elam").run_until("gilgamesh.invoke")
        assert sum(here.get("elam", 0) for here in t.state.disks.values()) == 18
        assert t.asked()[1] == "hittites"
        t.play("hittites", "leave", "urartu").run_until("gilgamesh.invoke")
        assert sum(here.get("urartu", 0) for here in t.state.disks.values()) == 12

    def test_1v2_06_even_in_the_last_epoch(self) -> None:
        """ACME-1V2-06: the one alone, and not in the first turn of the game."""
        t = duel(epoch=2, turn=2, turns=6, deck=[70, *PLAIN])
        assert t.asked()[:2] == ("gilgamesh.invoke", "egypt")
        assert t.answer("egypt", "stay").run_until("gilgamesh.invoke", "growth.retire").key == "growth.retire"
        assert duel(turn=1, turns=1).key != "gilgamesh.invoke"

    def test_1v2_08_four_cards_to_begin_with(self) -> None:
        """ACME-1V2-08: 4 for each of the two, 5 for the one."""
        t = place_first(begin(*seats("hittites", "elam", "urartu"), **ON))
        assert [len(t.hand(civ)) for civ in ("hittites", "elam", "urartu")] == [5, 4, 4]

    def test_1v2_08_four_cards_to_keep(self) -> None:
        """ACME-1V2-08: tested at the end of its own Draw Step."""
        t = duel(step="draw.begin", egypt={"hand": [1]}, hittites={"hand": [3, 5]}).run_until("draw.discard")
        assert (t.asked()[1], len(t.hand("egypt"))) == ("hittites", 5)
        t.run_until("growth.retire")
        assert len(t.hand("hittites")) == 4

    def test_1v2_08_the_display_of_mittani_adds_one(self) -> None:
        """ACME-1V2-08, RUL-049: five for Mittani."""
        civs: Civs = {"egypt": {"player": "Ana"}, "mittani": {"player": "Ben"}, "hittites": {"player": "Ben"}}
        t = story(civs, {"thebes": "egypt 1"}, options=ON)
        assert [hand_limit(t.state, civ) for civ in civs] == [6, 5, 4]


class TestScore:
    @pytest.mark.parametrize(
        ("divisor", "vp", "shown"),
        [(4, (10, 14), "6"), (4, (10, 12), "5.5"), (4, (4, 9), "3.25"), (3, (5, 7), "4"), (5, (5, 7), "2.4")],
    )
    def test_1v2_11_13_the_sum_is_divided(self, divisor: int, vp: tuple[int, int], shown: str) -> None:
        """ACME-1V2-11, ACME-1V2-13, ACME-1V2-14, ACME-SOL-KNOB-10: exact, and shown beside the VP of each civ."""
        own, other = {"vp": vp[0]}, {"vp": vp[1]}
        t = duel(options={"divisor": divisor}, egypt={"vp": 7}, hittites=own, babylon=other)
        players = t.view().players
        assert players == (
            PlayerView("Ana", ("egypt",), str(t.civ("egypt").vp)),
            PlayerView("Ben", ("hittites", "babylon"), players[1].score, divisor),
        )
        before = duel(options={"divisor": divisor}, step="draw.begin", hittites=own, babylon=other)
        assert before.view().players[1].score == shown
        assert [before.view().civs[civ].vp for civ in ("hittites", "babylon")] == list(vp)

    def test_1v2_11_nothing_is_rounded(self) -> None:
        """AMB-151: a third is a third, shown with two decimals."""
        t = duel(options={"divisor": 3}, step="draw.begin", hittites={"vp": 10}, egypt={"vp": 3})
        assert current_vp(t.state, ["hittites", "babylon"]) == Fraction(10, 3)
        assert spelled_vp(Fraction(10, 3)) == "3.33"
        assert fewest_vp(t.state) == "egypt"

    def test_1v2_12_the_divided_score_directs_invasions(self) -> None:
        """ACME-1V2-12: 24 / 4 = 6 is less than 7; the civ with fewer VP of the two is asked."""
        deck: dict[str, Any] = {"step": "draw.begin", "deck": [99, *PLAIN]}
        assert duel(egypt={"vp": 7}, hittites={"vp": 14}, babylon={"vp": 10}, **deck).asked()[1] == "babylon"
        assert duel(egypt={"vp": 5}, hittites={"vp": 14}, babylon={"vp": 10}, **deck).asked()[1] == "egypt"

    def test_1v2_12_it_decides_who_sends_deities_home(self) -> None:
        """ACME-1V2-12: Event 103."""
        held = {"captured": {"sky_god": "egypt"}}
        lost = {"deity": "sky_god", "deity_state": "captured"}
        deck: dict[str, Any] = {"step": "draw.begin", "deck": [103, *PLAIN]}
        t = duel(egypt={"vp": 7, **lost}, hittites={"vp": 14, **held}, babylon={"vp": 10}, **deck)
        assert t.asked()[:2] == ("event.deity", "babylon")

    def test_1v2_07_12_the_one_wins_the_tie_for_fewest_too(self) -> None:
        """ACME-1V2-07, ACME-1V2-12: whoever has one civ wins any tie, and so directs."""
        t = duel({**AREAS, "memphis": "egypt 3"}, step="draw.begin", deck=[99, *PLAIN])
        t_order = duel({**AREAS}, step="draw.begin", deck=[99, *PLAIN], order=["hittites", "babylon", "egypt"])
        assert (t.asked()[1], t_order.asked()[1]) == ("egypt", "egypt")

    def finished(self, egypt: int, hittites: int, babylon: int) -> Story:
        """The end of the last turn, with no VP to come."""
        vp: dict[str, Any] = {"egypt": {"vp": egypt}, "hittites": {"vp": hittites}, "babylon": {"vp": babylon}}
        t = duel({"nile_delta": "egypt 1"}, phase="epoch", epoch=2, turn=4, turns=8, **vp)
        return t.run_until("growth.retire")

    def test_1v2_11_the_divided_score_decides_who_wins(self) -> None:
        """ACME-1V2-11: 10 is more than 39 / 4; places are those of players."""
        outcome = self.finished(10, 30, 9).table.outcome()
        assert outcome is not None
        assert (outcome.winners, outcome.order) == (("egypt",), ("egypt", "hittites", "babylon"))
        assert [outcome.place(civ) for civ in outcome.order] == [1, 2, 2]
        t = self.finished(10, 30, 12)
        outcome = t.table.outcome()
        assert outcome is not None
        assert outcome.winners == ("hittites", "babylon")
        assert [outcome.place(civ) for civ in outcome.order] == [1, 1, 2]
        assert "{civ:hittites} and {civ:babylon} won with 10.5 VP" in t.told()

    def test_1v2_07_the_one_wins_the_tie(self) -> None:
        """ACME-1V2-07: before Cities, mina and cards are compared."""
        vp: dict[str, Any] = {"egypt": {"vp": 10}, "hittites": {"vp": 30, "hand": [1, 3]}, "babylon": {"vp": 10}}
        t = duel({"hattusha": "hittites 2"}, phase="epoch", epoch=2, turn=4, turns=8, **vp).run_until("growth.retire")
        outcome = t.table.outcome()
        assert outcome is not None
        assert outcome.winners == ("egypt",)
        assert "had the same VP. Tie-break: one civilization against two." in t.told()
