"""Phase 13, the end and the scores (CIV §19, §21)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.civ.catalog import ADVANCES
from engine.civ.ending import ranking_key, score
from engine.civ.game import GAME
from tests.civ.story import Phase

TOWNS = ("thebes", "buhen", "tanis", "jerusalem", "damascus", "tyre", "sidon", "cyrene", "memphis")
MEGA, CLASSIC = ADVANCES["mega"], ADVANCES["classic"]
LOW = [c.id for c in MEGA.values() if c.vp == 1]
MID = [c.id for c in MEGA.values() if c.vp == 3]
HIGH = [c.id for c in MEGA.values() if c.vp == 6]


def tracked(
    space: int,
    cities: int,
    advances: list[str] | None = None,
    *,
    scenario: str = "basic",
    options: Any = None,
    **one: Any,
) -> Phase:
    """Egypt's marker on that space, with so many cities and these advances, before phase 13."""
    nations: dict[str, dict[str, Any]] = {"egypt": {"space": space, "advances": advances or [], **one}, "babylon": {}}
    areas = dict.fromkeys(TOWNS[:cities], "egypt city")
    return Phase("track", scenario=scenario, nations=nations, areas=areas, options=options or {})


def moved(*said: Any, **more: Any) -> int:
    """By how much the marker moves."""
    phase = tracked(*said, **more)
    before = phase.s.nations["egypt"].space
    return phase.run().s.nations["egypt"].space - before


def test_the_stone_age_asks_nothing() -> None:
    """AST-05, AST-12, demand:classic, demand:basic, demand:expert."""
    assert [moved(2, 0, scenario=one) for one in ("no_trading", "basic", "expert")] == [1, 1, 1]


BASIC = [
    (4, 1, [], 0),
    (4, 2, [], 1),
    (7, 3, LOW[:2], 0),
    (7, 3, LOW[:3], 1),
    (7, 2, LOW[:3], 0),
    (10, 3, [*MID[:2], LOW[-1]], 0),
    (10, 3, MID[:3], 1),
    (13, 4, [HIGH[0], *MID], 0),
    (13, 4, HIGH[:2], 1),
    (13, 3, HIGH[:2], 0),
    (14, 5, HIGH[:2], 0),
    (14, 5, HIGH[:3], 1),
    (14, 4, HIGH[:3], 0),
]


@pytest.mark.parametrize(("space", "cities", "advances", "step"), BASIC)
def test_basic_asks_its_demands(space: int, cities: int, advances: list[str], step: int) -> None:
    """AST-06 to AST-10, AST-23, AST-24; AMB-106, demand:basic."""
    assert moved(space, cities, advances) == step


@pytest.mark.parametrize(("second", "step"), [("democracy", 1), ("mining", 0)])
def test_an_advance_for_200_counts_among_those_of_200_or_more(second: str, step: int) -> None:
    """AST-09, demand:basic: with the classic deck Democracy costs 200 and Mining 180; Early Iron asks for two."""
    assert (CLASSIC["democracy"].price, CLASSIC["mining"].price) == (200, 180)
    assert moved(13, 4, ["philosophy", second], options={"deck": "classic"}) == step


EXPERT = [
    (4, 2, [], 0),
    (4, 3, [], 1),
    (7, 3, LOW[:4], 0),
    (7, 3, LOW[:5], 1),
    (10, 4, LOW[:11], 0),
    (10, 4, LOW[:12], 1),
    (10, 3, LOW[:12], 0),
    (13, 5, [*LOW[:9], *HIGH[:5]], 0),
    (13, 5, [*LOW[:10], *HIGH[:4], *MID[:1]], 0),
    (13, 5, [*LOW[:10], *HIGH[:4], *MID[:2]], 1),
    (14, 6, [*LOW[:16], *HIGH[:7]], 0),
    (14, 6, [*LOW, *HIGH[:6]], 0),
    (14, 6, [*LOW, *HIGH[:6], MID[0]], 1),
    (14, 5, [*LOW, *HIGH[:6], MID[0]], 0),
]


@pytest.mark.parametrize(("space", "cities", "advances", "step"), EXPERT)
def test_expert_asks_more(space: int, cities: int, advances: list[str], step: int) -> None:
    """AST-11, AST-13 to AST-17, AMB-107, demand:expert."""
    assert moved(space, cities, advances, scenario="expert") == step


def test_the_cost_rule_turns_under_100_into_100_or_more() -> None:
    """CIV-206, demand:expert."""
    dear = [*MID[:10], *HIGH[:2]]
    assert moved(13, 5, dear, scenario="expert") == 0
    assert moved(13, 5, dear, scenario="expert", options={"expert_cost_rule": "at_least_100"}) == 1


def test_expert_with_the_classic_deck_asks_the_scaled_figures() -> None:
    """CIV-247, demand:expert: six advances and four cities for Late Bronze."""
    six = list(CLASSIC)[:6]
    options = {"deck": "classic"}
    assert moved(10, 4, six, scenario="expert", options=options) == 1
    assert moved(10, 4, six[:5], scenario="expert", options=options) == 0


def test_basic_and_expert_ask_all_demands_inside_an_epoch_too() -> None:
    """CIV-205, AST-18, demand:basic: the third city is lost."""
    assert moved(8, 3, LOW[:3]) == 1
    assert moved(8, 2, LOW[:3]) == 0


THREE_GROUPS = ["pottery", "astronomy", "music"]


def test_the_classic_track_asks_all_on_entering_and_cities_inside() -> None:
    """CIV-201, demand:classic: Egypt enters Late Bronze on 7."""
    assert moved(6, 3, THREE_GROUPS, scenario="no_trading") == 1
    assert moved(6, 3, THREE_GROUPS[:2], scenario="no_trading") == 0
    assert moved(7, 3, [], scenario="no_trading") == 1
    assert moved(7, 2, THREE_GROUPS, scenario="no_trading") == 0


def test_late_iron_asks_points_in_printed_prices() -> None:
    """CIV-202, demand:classic: 1300 for Egypt's space 13; 1250 stays."""
    cards = ["theology", "philosophy", "mathematics", "monotheism", "democracy"]
    rest = {"mining": 180, "military": 180, "law": 170}
    assert sum(CLASSIC[c].price for c in cards) + 180 == 1320
    assert moved(12, 5, [*cards, "mining"], scenario="no_trading") == 1
    assert moved(12, 5, [*cards, "engineering"], scenario="no_trading") == 0
    assert rest["law"] == CLASSIC["law"].price


def test_the_last_space_of_the_classic_track_asks_five_cities() -> None:
    """CIV-RUL-036."""
    assert moved(15, 4, scenario="no_trading") == 0
    assert moved(15, 5, scenario="no_trading") == 1


def test_without_a_city_the_marker_goes_back_but_not_in_the_stone_age() -> None:
    """CIV-203, CIV-204, AST-25: on Basic never."""
    assert [moved(6, 0, scenario=one) for one in ("no_trading", "expert", "basic")] == [-1, -1, 0]
    assert [moved(1, 0, scenario=one) for one in ("no_trading", "expert", "basic")] == [1, 1, 1]


def test_the_wonder_counts_for_the_demands_but_is_no_city_on_the_board() -> None:
    """CIV-246, CIV-RUL-020, CIV-RUL-079, mega:wonder_of_the_world."""
    wonder = ["wonder_of_the_world", *LOW[:3]]
    assert moved(8, 2, wonder) == 1
    assert moved(8, 0, wonder, scenario="expert") == -1


def test_the_wonder_is_no_city_in_the_score() -> None:
    """CIV-211, CIV-RUL-020, mega:wonder_of_the_world: two cities, an advance of six, a space."""
    assert score(tracked(1, 2, ["wonder_of_the_world"]).s, "egypt") == 2 + 6 + 5


def test_markers_move_in_the_order_of_the_track() -> None:
    """AST-32, CIV-028."""
    nations: dict[str, dict[str, Any]] = {"egypt": {}, "africa": {}, "crete": {}}
    phase = Phase("track", nations=nations).run()
    movers = [line[5:].partition("}")[0] for line in phase.told if "moves to" in line]
    assert movers == ["africa", "crete", "egypt"]


def test_the_five_steps_are_told_in_order() -> None:
    """CIV-207, CIV-RUL-041, AST-03, AST-20 to AST-22, AST-26, AST-28."""
    phase = tracked(1, 0)
    phase.s.spent.append(phase.s.piles[0].pop())
    phase.run().run()
    heads = ("The markers", "Turn", "Cards returned", "The bot checks whether", "Piles")
    steps = [line for line in phase.told if line.startswith(heads)]
    assert [line[:3] for line in steps] == [head[:3] for head in heads]
    assert "Cards returned to their piles: 1." in steps
    assert phase.s.turn == 1
    assert phase.run().s.turn == 2


def test_only_piles_that_got_cards_are_shuffled() -> None:
    """CIV-198, NTV-29."""
    phase = Phase("end")
    before = [list(pile) for pile in phase.s.piles]
    phase.s.spent += [phase.s.piles[3].pop() for _ in range(3)]
    phase.run()
    assert phase.s.piles[:3] + phase.s.piles[4:] == before[:3] + before[4:]
    assert sorted(phase.s.piles[3]) == sorted(before[3])
    assert phase.s.piles[3] != before[3]


def test_the_game_that_is_over_shuffles_nothing() -> None:
    """CIV-RUL-083, CIV-207."""
    phase = Phase("end", scenario="basic", nations={"egypt": {"space": 15}, "babylon": {}}).run()
    assert phase.ended
    assert "Piles of money cards shuffled" not in phase.log()
    assert "wins. Scores: " in phase.log()


def test_basic_ends_when_the_last_space_is_entered() -> None:
    """CIV-208, AST-27, AST-31."""
    phase = tracked(14, 5, HIGH[:3]).run().run()
    assert phase.ended
    assert GAME.outcome(phase.s) is not None


def test_classic_ends_on_space_16() -> None:
    """CIV §21.1."""
    assert not tracked(14, 5, list(CLASSIC), scenario="no_trading").run().run().ended
    assert tracked(15, 5, scenario="no_trading").run().run().ended


def test_expert_plays_one_more_turn_even_if_all_fall_back() -> None:
    """CIV-208, AST-29, AST-30, CIV-RUL-046."""
    phase = Phase("end", scenario="expert", turn=9, nations={"egypt": {"space": 15}, "babylon": {}}).run()
    assert (phase.ended, phase.s.last_turn) == (False, 10)
    last = Phase("end", scenario="expert", turn=10, last_turn=10, nations={"egypt": {"space": 14}, "babylon": {}})
    assert last.run().ended


def test_the_turn_limit_and_the_cap_of_60_end_the_game() -> None:
    """CIV-209, CIV-RUL-046."""
    limited = Phase("end", turn=12, options={"turn_limit": 12}).run()
    assert (limited.ended, limited.s.reason) == (True, "limit")
    assert not Phase("end", turn=59).run().ended
    assert Phase("end", turn=60).run().s.reason == "cap"


def test_the_cap_is_told_at_the_start_and_at_55() -> None:
    """CIV-RUL-046."""
    assert "after turn 60 at the latest" in Phase("begin", turn=0).run().log()
    assert "after turn 60 at the latest" in Phase("begin", turn=54).run().log()
    assert "at the latest" not in Phase("begin", turn=30).run().log()


def test_the_classic_score_adds_prices_cards_treasury_spaces_and_cities() -> None:
    """CIV-210, CIV-RUL-018: two Ore of 3 and 4 are worth 7."""
    one = {"hand": ["ore_3a", "ore_4a"], "treasury": 5}
    phase = tracked(3, 2, ["music", "law"], scenario="no_trading", **one)
    assert score(phase.s, "egypt") == 60 + 170 + 7 + 5 + 300 + 100


def test_basic_and_expert_score_cities_advances_and_spaces() -> None:
    """CIV-211: 1 a city, 1, 3 or 6 an advance, 5 a space."""
    phase = tracked(3, 2, [LOW[0], MID[0], HIGH[0]], treasury=9)
    assert score(phase.s, "egypt") == 2 + 10 + 15


def test_the_track_decides_the_score_of_the_classic_deck() -> None:
    """CIV-RUL-040: 24 cards are 71."""
    phase = tracked(0, 0, list(CLASSIC), options={"deck": "classic"})
    assert score(phase.s, "egypt") == 71


def test_who_is_alone_in_late_iron_when_it_is_first_reached_gets_five_on_expert() -> None:
    """CIV-211, CIV-RUL-039: two together: nobody."""
    cards = [*LOW, *HIGH[:6], MID[0]]
    alone = tracked(14, 6, cards, scenario="expert").run()
    assert alone.s.bonus == "egypt"
    assert score(alone.s, "egypt") == 6 + (17 + 36 + 3) + 75 + 5
    nations: dict[str, dict[str, Any]] = {n: {"space": 14, "advances": cards} for n in ("egypt", "babylon")}
    areas = {**dict.fromkeys(TOWNS[:6], "egypt city")}
    areas |= dict.fromkeys(("babylon", "susa", "ur", "charax", "nineveh", "aleppo"), "babylon city")
    both = Phase("track", scenario="expert", nations=nations, areas=areas).run()
    assert both.s.bonus == ""
    assert [one.space for one in both.s.nations.values()] == [15, 15]


def placed(egypt: dict[str, Any], babylon: dict[str, Any], scenario: str = "basic", **areas: str) -> list[str]:
    """The ranking of two at the end."""
    nations = {"egypt": egypt, "babylon": babylon}
    return Phase("end", scenario=scenario, turn=60, nations=nations, areas=areas).run().s.ranking


def test_ties_of_the_classic_score_go_by_the_marker_then_the_order_of_the_track() -> None:
    """CIV-210, CIV-RUL-045."""
    assert placed({"space": 1}, {"treasury": 50, "space": 0}, "no_trading", ur="babylon city") == ["egypt", "babylon"]
    assert placed({"space": 1}, {"space": 1}, "no_trading") == ["babylon", "egypt"]


def test_ties_of_the_other_scores_go_by_eight_steps() -> None:
    """CIV-211: each step decides where all before it are equal."""
    phase = tracked(2, 1, [HIGH[0], MID[0]])
    steps = ranking_key(phase.s, "egypt", {"egypt": 16})
    price = MEGA[HIGH[0]].price + MEGA[MID[0]].price
    assert steps[:5] == [16, 2, 1, 1, price]
    assert steps[5] <= steps[6]
    assert steps[7:] == [1, 0]
    six_threes = placed({"advances": [HIGH[0]]}, {"advances": MID[:2]})
    assert six_threes == ["egypt", "babylon"]
    dearer = placed({"advances": ["wonder_of_the_world"]}, {"advances": ["anatomy"]})
    assert dearer == ["egypt", "babylon"]
    more_tokens = placed({}, {}, nubia="egypt 1")
    assert more_tokens == ["egypt", "babylon"]
    assert placed({}, {}) == ["babylon", "egypt"]
