"""NPCs and the Gilgamesh Rule (Playbook, NPCs & The Gilgamesh Rule; RUL-166, RUL-167)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.acme.game import GAME
from engine.acme.npc.distances import steps
from engine.acme.npc.entry import driver, foe_of, latest_enemy, map_edge, near_foe, nearest_civs, open_edge, row_of
from engine.acme.npc.gilgamesh import draw_equal_chance
from engine.acme.questions.board import occupied_areas, on_map
from engine.acme.verbs.replacement import open_civs
from engine.core.game import SeatPlan
from engine.core.table import Table
from tests.acme.npc.hands import bare, picked
from tests.acme.npc.positions import HUMAN, state, story
from tests.acme.reckoning.positions import PLAIN
from tests.acme.story import Story, lie

LARGE = dict.fromkeys(("thebes", "memphis", "amarna", "tyre"), "egypt 3")
WEAK = {**LARGE, "hattusha": "hittites 3", "kumannis": "hittites 3"}


def weak(areas: dict[str, str] | None = None, *, cards: tuple[int, ...] = (7,), **more: Any) -> Story:
    """The Reckoning of turn 2: the Hittites have six disks. After it the next question to a person."""
    options = {"epochs": 3, "hostility": False, **more.pop("options", {})}
    frame: dict[str, Any] = {
        "phase": "reckoning",
        "turn": 2,
        "turns": 2,
        "deck": [*cards, *(c for c in PLAIN if c not in cards)],
    }
    frame["options"] = options
    t = story(WEAK if areas is None else areas, **{**frame, **more})
    return t.run_until("growth.retire", "growth.deploy", "draw.buy", "card.play", "peace.offer")


def left(t: Story) -> bool:
    """Whether the Hittites have gone."""
    return "hittites" not in t.state.civs


class TestTrigger:
    """SOL-GIL-01, SOL-GIL-02."""

    def test_sol_gil_01_few_disks_and_the_fewest_vp(self) -> None:
        """Six disks and last: no card is needed."""
        t = weak(egypt={"vp": 5})
        assert left(t)
        assert "{civ:hittites} (NPC) had 6 disks on the map and the fewest VP" in t.told()

    def test_rul_148_fewest_with_others(self) -> None:
        """A tie counts."""
        assert left(weak(egypt={"vp": 0}, hittites={"vp": 1}))

    def test_sol_gil_01_seven_disks_stay(self) -> None:
        """One disk more."""
        assert not left(weak({**WEAK, "zab": "hittites 1"}, egypt={"vp": 5}))

    @pytest.mark.parametrize(("card", "gone"), [(20, True), (21, False)])
    def test_sol_gil_02_a_card_decides_for_the_others(self, card: int, gone: bool) -> None:
        """Not last: an even number invokes; the card is discarded either way."""
        t = weak(hittites={"vp": 50}, cards=(card, 8))
        assert left(t) == gone
        assert card in t.state.discard

    def test_sol_gil_02_an_event_is_played(self) -> None:
        """Event 98 comes up: it is resolved, and its number is even."""
        t = weak(hittites={"vp": 50}, cards=(98, 7))
        assert left(t)
        assert "{card:98} into" in t.told()

    @pytest.mark.parametrize(
        "frame", [{"turn": 1, "turns": 1}, {"options": {"epochs": 1}}, {"options": {"gilgamesh_returns": "off"}}]
    )
    def test_rul_167_when_nothing_is_tested(self, frame: dict[str, Any]) -> None:
        """Not in the first turn played nor in the last Epoch, nor in a game without the rule (RUL-123)."""
        options = {"epochs": 3, **frame.get("options", {})}
        turn = {"turn": 2, "turns": 2, **{k: v for k, v in frame.items() if k != "options"}}
        t = story(WEAK, phase="reckoning", deck=PLAIN, egypt={"vp": 5}, options=options, **turn)
        t.run_until("growth.retire", "growth.deploy", "draw.buy", "card.play", "peace.offer")
        assert not left(t)

    def test_sol_gil_01_whoever_moves_into_the_place_of_one_that_has_gone_is_tested_too(self) -> None:
        """RUL-124: two NPCs with few disks and the fewest VP; the first to leave is last in Turn Order then."""
        t = weak({**WEAK, "mittani": "mittani 3"}, order="hittites mittani egypt", egypt={"vp": 5}, mittani={"vp": 1})
        assert left(t)
        assert "mittani" not in t.state.civs

    def test_a_stand_in_gives_no_people_up(self) -> None:
        """A person's civ that the NPC plays stays."""
        t = weak(egypt={"vp": 5}, hittites={**HUMAN, "by": "npc"})
        assert not left(t)

    @pytest.mark.parametrize(
        ("full", "people"),
        [((), "israelites"), (("judah", "aleppo", "byblos", "emar", "nabatea", "petra", "tyre"), "greeks")],
    )
    def test_a_stand_in_for_who_has_left_takes_the_people_with_most_vacant_land(
        self, full: tuple[str, ...], people: str
    ) -> None:
        """RUL-124: Judah and the six Land areas around it are more than Thrace alone, unless they are all held."""
        areas = dict.fromkeys(full, "egypt 1")
        assert picked(bare(areas), "gilgamesh.civ", "greeks", "israelites") == people

    def test_an_npc_taken_over_by_a_person_is_asked(self) -> None:
        """Who plays it decides."""
        frame: dict[str, Any] = {"phase": "reckoning", "turn": 2, "turns": 2, "deck": PLAIN, "options": {"epochs": 3}}
        t = story(WEAK, hittites={"by": "human"}, **frame).run_until("gilgamesh.invoke")
        assert t.asked()[:2] == ("gilgamesh.invoke", "hittites")


class TestReturn:
    """SOL-GIL-05 to SOL-GIL-09."""

    def test_sol_gil_05_another_people_in_the_same_seat(self) -> None:
        """Old disks gone, last in Turn Order, twelve disks around a home, a Deity; VP, mina and hand stay."""
        t = weak(egypt={"vp": 5}, hittites={"vp": 1, "mina": 2, "hand": [43]})
        new = t.state.slots[1]
        c = t.civ(new)
        assert (c.npc, c.by, c.gilgamesh, t.state.order[-1]) == (True, "npc", 1, new)
        assert c.vp >= 1
        assert 43 in c.hand
        assert c.deity
        assert f"{{civ:{new}}} started with {{deity:{c.deity}}}." in t.told()
        assert "{civ:hittites}" not in str(t.state.disks)

    def test_rul_124_twelve_disks(self) -> None:
        """As at set-up."""
        t = weak(egypt={"vp": 5}, options={"epochs": 3})
        new = t.state.slots[1]
        assert on_map(t.state, new) + t.civ(new).box >= 12
        assert t.civ(new).home in occupied_areas(t.state, new)

    def test_sol_gil_06_the_incoming_npc_is_enemy_to_no_one(self) -> None:
        """Cards up to 20."""
        t = weak(egypt={"vp": 5}, hittites={"enemies": ["egypt"]}, cards=(7,))
        told = t.told()
        c = t.civ(t.state.slots[1])
        assert "(NPC) became an enemy" not in told.split("replaced", 1)[1].split("Turn Order", 1)[0]
        assert c.former == ["egypt"]

    @pytest.mark.parametrize("card", [21, 50, 51, 80, 81, 96])
    def test_sol_gil_07_to_09_with_one_person_he_is_the_enemy(self, card: int) -> None:
        """Leader, and for want of others latest enemy and driver too."""
        t = weak(egypt={"vp": 5}, cards=(card,))
        new = t.state.slots[1]
        assert f"{{civ:{new}}} (NPC) became an enemy of {{civ:egypt}}." in t.told()

    def test_sol_gil_09_the_number_of_an_event_counts(self) -> None:
        """AMB-145: the Event is resolved, then read as 81 or more."""
        t = weak(egypt={"vp": 5}, cards=(100,))
        assert "{card:100} (100) decides which civilization replaces {civ:hittites}." in t.told()
        assert "{card:100} into" in t.told()
        assert left(t)

    def test_the_gold_of_a_people_goes_with_it(self) -> None:
        """It belongs to nobody any more."""
        t = weak({**WEAK, "hattusha": "hittites 3 gold"}, egypt={"vp": 5})
        assert t.state.gold == {}

    def test_others_stay_hostile_to_the_player(self) -> None:
        """The disk beneath an NPC's is still the same."""
        areas = {**WEAK, "mittani": "mittani 3", "aleppo": "mittani 3", "carchemish": "mittani 3"}
        mittani = {"enemies": ["hittites"], "vp": 9}
        t = weak(areas, order="egypt hittites mittani", egypt={"vp": 5}, mittani=mittani)
        assert t.civ("mittani").enemies == [t.state.slots[1]]

    def test_the_israelites_bring_monotheism(self) -> None:
        """RUL-026: no other Deity is drawn for them."""
        frame: dict[str, Any] = {"epoch": 3, "turns": 9, "options": {"epochs": 4}}
        t = weak({**LARGE, "aleppo": "hittites 3", "emar": "hittites 3"}, egypt={"vp": 5}, **frame)
        assert t.civ("israelites").deity == "monotheism"


class TestEntry:
    """The table of entry locations."""

    @pytest.mark.parametrize(
        ("card", "row"),
        [
            (0, "open"),
            (20, "open"),
            (21, "leader"),
            (50, "leader"),
            (51, "enemy"),
            (80, "enemy"),
            (81, "driver"),
            (103, "driver"),
        ],
    )
    def test_rows(self, card: int, row: str) -> None:
        """SOL-GIL-06 to SOL-GIL-09."""
        s = state(WEAK, hittites={"enemies": ["egypt"]})
        assert row_of(s, "hittites", card) == row

    def test_sol_gil_08_without_any_enemy_the_leader_counts(self) -> None:
        """51 to 80 are treated as 21 to 50."""
        assert row_of(state(WEAK), "hittites", 60) == "leader"

    def test_sol_gil_06_the_vacant_edge_with_most_vacant_land_then_seas(self) -> None:
        """Land counts first, then Sea."""
        s = state(WEAK)
        found = open_edge(s)
        assert set(found) <= set(map_edge(s))
        assert not [a for a in found if a in s.disks]

    def test_sol_gil_06_occupied_neighbours_do_not_count(self) -> None:
        """A disk next to the best edge area makes another one better."""
        s = state(WEAK)
        best = open_edge(s)[0]
        for area in [a for a in map_edge(s) if a != best and a not in s.disks]:
            lie(s, area, {"barbarians": 1})
        assert open_edge(s) == [best]

    def test_sol_gil_06_what_is_equal_is_settled_by_the_highest_card(self) -> None:
        """With Method A too a card is revealed for each."""
        n = len(open_edge(state(LARGE)))
        t = weak(egypt={"vp": 5}, cards=(7, *range(44, 44 + 2 * n, 2)))
        assert t.told().count("to decide between equal choices") == (n if n > 1 else 0)

    def test_rul_134_with_method_b_cards_settle_between_two_equal_areas(self) -> None:
        """RUL-134: one card is turned up; with Method A the best of them comes first, and nothing is revealed."""
        for method, shown in (("a", 0), ("b", 1)):
            t = story(LARGE, phase="reckoning", deck=PLAIN, options={"npc_method": method})
            begun = len(t.state.deck)
            flow = draw_equal_chance(t.state, "hittites", ["sinai", "petra"])
            with pytest.raises(StopIteration) as ended:
                flow.send(None)
            assert ended.value.value in {"sinai", "petra"}
            assert begun - len(t.state.deck) == shown

    def test_sol_gil_07_edge_or_fertile_home_nearest_to_the_leader(self) -> None:
        """Fertile homes of open civs count for this row only."""
        s = state(WEAK, egypt={"vp": 5})
        civs = open_civs(s, "hittites")
        near = near_foe(s, "hittites", "leader", "egypt", civs)
        edge = near_foe(s, "hittites", "driver", "egypt", civs)
        assert set(edge) <= set(map_edge(s))
        assert min(steps(s, a, "thebes") for a in near) <= min(steps(s, a, "thebes") for a in edge)

    def test_sol_gil_08_the_latest_enemy(self) -> None:
        """Primary first, else whoever became one last, else the last of the former ones."""
        order = "egypt hittites mittani greeks"
        facts: dict[str, Any] = {"enemies": ["egypt", "mittani"], "former": ["greeks"]}
        assert latest_enemy(state(WEAK, order=order, hittites=facts), "hittites") == "mittani"
        assert latest_enemy(state(WEAK, order=order, hittites={**facts, "primary": "egypt"}), "hittites") == "egypt"
        assert latest_enemy(state(WEAK, order=order, hittites={"former": ["egypt", "greeks"]}), "hittites") == "greeks"
        assert latest_enemy(state(WEAK, order=order), "hittites") == ""

    def test_sol_gil_09_who_drove_it_out(self) -> None:
        """Most of its disks; if two are equal that is unclear, and the leader counts."""
        order = "egypt hittites mittani"
        s = state(WEAK, order=order, egypt={"vp": 5}, hittites={"driven_by": {"mittani": 2, "egypt": 1}})
        assert (driver(s, "hittites"), foe_of(s, "hittites", "driver")) == ("mittani", "mittani")
        s.civs["hittites"].driven_by["egypt"] = 2
        assert (driver(s, "hittites"), foe_of(s, "hittites", "driver")) == ("", "egypt")

    def test_rul_166_the_nearest_open_civ(self) -> None:
        """By the distance of its free Home Area from the entry."""
        s = state(WEAK)
        found = nearest_civs(s, "hittites", "thrace", open_civs(s, "hittites"))
        assert found
        assert not {"egypt", "hittites"} & set(found)


HELD = {"deity": "sky_god", "captured": {"god_of_war": "egypt"}}
LEAVING: dict[str, Any] = {"gilgamesh": 1, "vp": 3, "mina": 2, "hand": [43], **HELD}


class TestOut:
    """SOL-GIL-03, SOL-GIL-04, RUL-167."""

    def test_sol_gil_03_the_second_time_it_is_out(self) -> None:
        """Everything goes; its place in Turn Order closes, its seat stays."""
        areas = {**WEAK, "mittani": "mittani 3", "aleppo": "mittani 3", "carchemish": "mittani 3"}
        mittani = {"enemies": ["hittites"], "vp": 9}
        t = weak(areas, order="egypt hittites mittani", egypt={"vp": 5}, hittites=LEAVING, mittani=mittani)
        c = t.civ("hittites")
        assert (c.out, c.vp, c.mina, c.hand, c.home, c.deity, c.captured) == (True, 0, 0, [], "", "", {})
        assert sorted(t.state.order) == ["egypt", "mittani"]
        assert t.state.slots == ["egypt", "hittites", "mittani"]
        assert "hittites" not in t.civ("mittani").enemies
        assert {"sky_god", "god_of_war"} <= set(t.state.available)
        assert "{civ:hittites} is out of the game, with 7 VP." in t.told()

    def test_the_game_goes_on_without_it(self) -> None:
        """Whole turns, and the notation keeps it."""
        areas = {**WEAK, "mittani": "mittani 3", "aleppo": "mittani 3", "carchemish": "mittani 3"}
        t = weak(areas, order="egypt hittites mittani", egypt={"vp": 5}, hittites=LEAVING, mittani={"vp": 9})
        t.run_until("nothing", most=400)
        game = t.table.game
        again, _ = game.load(game.dump(t.state, t.table.step))
        assert again.civs["hittites"].out
        outcome = t.table.outcome()
        assert outcome is not None
        assert outcome.scores["hittites"] == 0
        assert outcome.order[-1] == "hittites"

    @pytest.mark.parametrize("returns", ["any"])
    def test_sol_gil_03_the_option_lifts_it(self, returns: str) -> None:
        """More than one return."""
        t = weak(egypt={"vp": 5}, hittites={"gilgamesh": 1}, options={"gilgamesh_returns": returns})
        assert left(t)

    def test_sol_gil_03_a_card_may_spare_it(self) -> None:
        """Not last and an odd number: it stays."""
        t = weak(egypt={"vp": 0}, hittites={**LEAVING, "vp": 50}, cards=(21,))
        assert not t.civ("hittites").out

    def test_sol_gil_04_with_all_npcs_out_the_only_person_wins(self) -> None:
        """At once, and whatever the VP."""
        t = weak(egypt={"vp": 5}, hittites=LEAVING)
        outcome = t.table.outcome()
        assert outcome is not None
        assert outcome.winners == ("egypt",)
        assert str(outcome.reason) == "All NPCs are out of the game."

    def test_sol_gil_04_with_two_persons_the_game_goes_on(self) -> None:
        """There is another human."""
        areas = {**WEAK, "mittani": "mittani 3", "aleppo": "mittani 3", "carchemish": "mittani 3"}
        facts: dict[str, Any] = {"hittites": LEAVING, "mittani": {**HUMAN, "vp": 9}, "egypt": {"vp": 5}}
        t = weak(areas, order="egypt hittites mittani", **facts)
        assert t.civ("hittites").out
        assert t.table.outcome() is None


@pytest.mark.sample(1)
@pytest.mark.parametrize("number", [2, 3, 8, 9])
def test_crowded_games_of_npcs_alone_come_to_their_end(number: int) -> None:
    """Five peoples on a small map: some come back as others, some are out; disks, cards and Deities are all kept."""
    seats = [SeatPlan(by="npc") for _ in range(5)]
    options = {"map": "fertile_crescent", "epochs": 4, "npc_method": "ab"[number % 2]}
    table = Table.new(GAME, "standard", seats, options, f"crowded {number}")
    while table.is_unfinished:
        table.go_on()
    assert table.problems() == []
    assert table.outcome() is not None
    assert set(table.state.order) == {name for name, c in table.state.civs.items() if not c.out}
