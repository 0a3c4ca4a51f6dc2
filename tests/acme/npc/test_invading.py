"""Where NPCs send Barbarians, and what they free from them (Playbook, NPCs & Barbarians; RUL-151)."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from engine.acme.effects.invasions import entries, spread
from engine.acme.effects.losses import Hit
from engine.acme.npc.cards.judging import Judge, barbarian_area_key, freeing_rank
from engine.acme.npc.invading import best_entries, entry_areas, harmlessness, reason
from engine.acme.questions.board import land_near
from tests.acme.npc.positions import state, story
from tests.acme.story import Story

NORTH, SEA, MOUNTAINS, DESERT = 98, 100, 101, 102
FAR = {"thebes": "egypt 1"}
KINDS = {
    "gold": "egypt 1 gold",
    "deity": "egypt 1",
    "city": "egypt 3",
    "settlement": "egypt 2",
    "camp": "egypt 1",
}


def test_sol_bar_01_the_npc_with_fewest_vp_chooses_by_itself() -> None:
    """SOL-BAR-01: nobody is asked; the log says who did it."""
    areas = {"thebes": "egypt 1", "hattusha": "hittites 1"}
    t = story(areas, phase="reckoning", turn=2, turns=2, deck=[NORTH], egypt={"vp": 5}, options={"epochs": 3})
    t.run_until("growth.retire", "growth.deploy", "draw.buy", "card.play")
    assert "{civ:hittites} sent {card:98} into" in t.told()


@pytest.mark.parametrize(("facts", "victim"), [({"enemies": ["mittani"]}, "mittani"), ({}, "egypt")])
def test_sol_bar_01_against_the_primary_enemy_or_the_leader(facts: dict[str, Any], victim: str) -> None:
    """SOL-BAR-01: with an enemy at it, without one at whoever leads in VP."""
    areas = {"thebes": "egypt 1", "aleppo": "egypt 1", "mittani": "mittani 1"}
    s = state(areas, order="egypt hittites mittani", egypt={"vp": 9}, hittites=facts)
    assert f"{{civ:{victim}}}" in reason(s, "hittites", SEA, entries(s, SEA)[0])


def test_sol_bar_02_as_many_areas_as_possible() -> None:
    """SOL-BAR-02: of all Seas the one that reaches three of the target's areas."""
    s = state({})
    good = next(a for a in entries(s, SEA) if len(land_near(s, a)) > 2)
    held = land_near(s, good)[:3]
    s = state(dict.fromkeys(held, "egypt 1"))
    found = best_entries(s, "hittites", SEA, entries(s, SEA))
    struck = {e: len(set(spread(s, SEA, e)) & set(held)) for e in entries(s, SEA)}
    assert struck[found[0]] == max(struck.values()) == 3


def test_sol_bar_02_more_areas_come_before_better_ones() -> None:
    """SOL-BAR-02, SOL-BAR-03 (N-175): two Camps on the Levantine Sea before the one Gold City in Thrace."""
    s = state({"byblos": "egypt 1", "ugarit": "egypt 1", "thrace": "egypt 3 gold"})
    assert best_entries(s, "hittites", SEA, entries(s, SEA)) == ["levantine_sea"]


def test_sol_bar_03_of_as_many_areas_the_better_kinds() -> None:
    """SOL-BAR-03 (N-175): two areas either way; a Settlement and a Camp before two Camps."""
    s = state({"byblos": "egypt 1", "ugarit": "egypt 1", "lydia": "egypt 2", "ilium": "egypt 1"})
    assert best_entries(s, "hittites", SEA, entries(s, SEA)) == ["icarian_sea"]


def test_sol_bar_02_else_the_nearest_entry() -> None:
    """SOL-BAR-02: nothing can be reached from the northern edge."""
    s = state(FAR)
    found = best_entries(s, "hittites", NORTH, entries(s, NORTH))[0]
    assert reason(s, "hittites", NORTH, found).startswith("event.near")
    keys = [harmlessness(s, "hittites", NORTH, e) for e in entries(s, NORTH)]
    assert harmlessness(s, "hittites", NORTH, found) == min(keys)


@pytest.mark.parametrize(("better", "worse"), list(pairwise(KINDS)))
def test_sol_bar_03_gold_deity_city_settlement_camp(better: str, worse: str) -> None:
    """SOL-BAR-03: each kind before the next, in areas that no one entry reaches together."""
    first, second = "memphis", "thrace"
    for one, other in ((first, second), (second, first)):
        areas = {one: KINDS[better], other: KINDS[worse]}
        deity = {"deity": "sky_god"} if "deity" in (better, worse) else {}
        home = one if better == "deity" else other if worse == "deity" else "zab"
        s = state(areas, egypt={"home": home, **deity})
        found = best_entries(s, "hittites", SEA, entries(s, SEA))[0]
        reached = entry_areas(s, "hittites", SEA, found)
        assert one in reached or other not in reached
        assert reason(s, "hittites", SEA, found) == f"event.{better}:{{civ:egypt}}"


def test_rul_151_among_equals_fewer_disks_of_its_own() -> None:
    """Two entries strike one Camp each; beside one of them stands the NPC."""
    s = state({"thrace": "egypt 1"})
    ways = [e for e in entries(s, SEA) if "thrace" in entry_areas(s, "hittites", SEA, e)]
    own = next(a for a in entry_areas(s, "hittites", SEA, ways[0]) if a not in entry_areas(s, "hittites", SEA, ways[1]))
    s = state({"thrace": "egypt 1", own: "hittites 2"})
    assert ways[0] not in best_entries(s, "hittites", SEA, ways)


def test_full_areas_are_not_struck() -> None:
    """Barbarians cannot enter where four of them stand."""
    s = state({"memphis": "egypt 3 barbarians 4"})
    assert all("memphis" not in entry_areas(s, "hittites", SEA, e) for e in entries(s, SEA))


@pytest.mark.parametrize(("number", "terrain"), [(MOUNTAINS, "mountain"), (DESERT, "desert")])
def test_rul_151_the_base_leads_to_the_best_entry(number: int, terrain: str) -> None:
    """Out of Mountains and Deserts: the base first, then the entry beside it."""
    s = state({"thebes": "egypt 1"})
    target = entries(s, number)[0]
    areas = {target: "egypt 3", "hattusha": "hittites 1"}
    t = story(areas, phase="reckoning", turn=2, turns=2, deck=[number], egypt={"vp": 5}, options={"epochs": 3})
    t.run_until("growth.retire", "growth.deploy", "draw.buy", "card.play")
    assert f"{{card:{number}}} into" in t.told()
    assert "Cities of {civ:egypt} are hit before Settlements" in t.told()
    assert terrain


def test_rul_096_the_last_black_disks_go_where_most_is_lost() -> None:
    """Few black disks: the neighbour with the City is named first."""
    s = state({})
    entry = next(a for a in entries(s, SEA) if len(land_near(s, a)) > 2)
    camp, city = spread(s, SEA, entry)[:2]
    s = state({city: "egypt 3", camp: "egypt 1"})
    s.black = 6
    assert entry_areas(s, "hittites", SEA, entry) == [entry, city]


class TestBreathOfGod:
    """RUL-093: Breath of God, Event 103, led by an NPC."""

    def led(self, **civs: Any) -> str:
        """What is told when the Hittites, who are last, name the Deity."""
        areas = {"thebes": "egypt 1", "hattusha": "hittites 1", "mittani": "mittani 1"}
        facts = {"egypt": {"vp": 5, **civs.pop("egypt", {})}, "mittani": {"vp": 3, **civs.pop("mittani", {})}, **civs}
        t = story(
            areas,
            order="egypt hittites mittani",
            phase="reckoning",
            turn=2,
            turns=2,
            deck=[103],
            options={"epochs": 3},
            **facts,
        )
        return t.run_until("growth.retire", "growth.deploy", "draw.buy", "card.play").told()

    def test_its_own_deity_comes_home(self) -> None:
        """Before anybody else's."""
        egypt = {"captured": {"sky_god": "hittites", "god_of_war": "mittani"}}
        assert "{deity:sky_god} returned to {civ:hittites}." in self.led(egypt=egypt)

    def test_else_one_that_the_target_has_captured(self) -> None:
        """The leader loses what it holds."""
        assert "{deity:sky_god} returned to {civ:mittani}." in self.led(egypt={"captured": {"sky_god": "mittani"}})

    def test_never_one_that_it_holds_itself(self) -> None:
        """No Deity is sent back."""
        assert "chose not to have a Deity returned" in self.led(hittites={"captured": {"sky_god": "egypt"}})


CASES = {
    "hattusha": "hittites 1 barbarians 2",
    "tarsus": "hittites 3 gold barbarians 2",
    "mittani": "hittites 3 barbarians 2",
    "aleppo": "hittites 1 barbarians 2",
    "zab": "barbarians 2",
    "memphis": "egypt 1 barbarians 1",
    "petra": "egypt 1 barbarians 2",
}


def test_sol_bar_04_the_order_in_which_barbarians_are_removed() -> None:
    """SOL-BAR-04: home, Gold City, City, own disks, Barbarian-Controlled, single Barbarians, the rest."""
    s = state(CASES)
    ranks = [freeing_rank(s, "hittites", area) for area in CASES]
    assert ranks == sorted(set(ranks))


def test_sol_bar_04_the_nearer_first() -> None:
    """SOL-BAR-04: Barbarian-Controlled areas and single Barbarians by distance from home, others from own disks."""
    s = state({"hattusha": "hittites 1", "kumannis": "barbarians 2", "zab": "barbarians 2"})
    assert barbarian_area_key(s, "hittites", "kumannis") < barbarian_area_key(s, "hittites", "zab")


def test_sol_bar_04_a_card_of_an_npc_takes_them_in_that_order() -> None:
    """SOL-BAR-04: with nobody else to hit, its own Gold City is freed before its plain one."""
    judge = Judge(state(CASES), "hittites")
    blows = [judge.blow(Hit("barbarians", area)) for area in CASES]
    assert blows == sorted(blows)


def sent(areas: dict[str, str], **options: Any) -> Story:
    """Invaders from the Sea come up in the Sudden End test; the Hittites lead them and stay in the game."""
    frame: dict[str, Any] = {"phase": "reckoning", "turn": 2, "turns": 2, "deck": [SEA], "egypt": {"vp": 5}}
    t = story(areas, options={"epochs": 3, "gilgamesh_returns": "off", **options}, **frame)
    return t.run_until("growth.retire", "growth.deploy", "draw.buy", "card.play", "peace.offer")


@pytest.mark.parametrize(("method", "cards"), [("a", 0), ("b", 3)])
def test_rul_134_equal_entries(method: str, cards: int) -> None:
    """Three Seas lie beside Thrace: Method A takes one, Method B reveals a card for each."""
    told = sent({"thrace": "egypt 1", "hattusha": "hittites 1"}, npc_method=method).told()
    before = told.split("{civ:hittites} sent {card:100} into", 1)[0]
    assert before.count("to decide between equal choices") == cards


def test_rul_096_the_question_of_the_last_black_disks_is_answered() -> None:
    """Six black disks are left: 2 into the Sea, 4 where the City stands, none into the other two areas."""
    held = [
        "zab",
        "aleppo",
        "mittani",
        "emar",
        "judah",
        "petra",
        "kumannis",
        "carchemish",
        "lydia",
        "lukka",
        "byblos",
        "memphis",
        "tyre",
        "tarsus",
    ]
    areas = {"thrace": "egypt 3", "hattusha": "barbarians 2", **dict.fromkeys(held, "barbarians 3")}
    t = sent(areas)
    reached = {a: t.disks("barbarians", a) for a in ("thrace", "pala", "arzawa", "ilium")}
    assert reached == {"thrace": 4, "pala": 0, "arzawa": 0, "ilium": 0}
