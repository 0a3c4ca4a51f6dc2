"""The order of a turn, expansion and movement: CW-21 to CW-34, CW-66, CW-69, CW-70."""

from __future__ import annotations

import pytest

from engine.core.errors import IllegalAnswer
from engine.core.text import words
from engine.core.trial import Trial
from engine.culture_wars.game import GAME
from engine.culture_wars.movement import options, sailings, walks
from tests.culture_wars.story import THREE, Phase, Story

STEPS = ("order", "expansion", "movement", "conflict", "settlement", "excess", "abandonment", "reset")


def goals(phase: Phase, start: str, culture: str = "suns") -> set[str]:
    """Where one token of the culture may go."""
    return {
        o.split(way)[1].split(":")[0] for o in options(phase.s, culture) for way in ">~" if o.startswith(start + way)
    }


def test_a_turn_has_eight_steps_in_order() -> None:
    """CW-21 (CW:27-34)."""
    story = Story("reset", turn=1, tokens={"a1": "suns 1", "j1": "moons 1"}).all_stay()
    lines = [story.told().find(words(f"event.phase.{step}")) for step in STEPS]
    assert lines == sorted(lines)
    assert -1 not in lines
    assert Phase("reset").run().run().s.phase == "expansion"


def test_the_order_is_a_permutation_drawn_from_the_seed() -> None:
    """CW-22 (CW:38)."""
    orders = {tuple(Phase("order", cultures=THREE, seed=str(n)).run().s.order) for n in range(40)}
    assert len(orders) == 6


def test_each_square_with_tokens_gets_one_more() -> None:
    """CW-23 (CW:42)."""
    phase = Phase("expansion", tokens={"a1": "suns 1", "c4": "suns 3", "j1": "suns 2 moons 1"}).run()
    assert [phase.tokens(q)["suns"] for q in ("a1", "c4", "j1")] == [2, 4, 3]
    assert phase.supply("suns") == 36 - 9


def test_expansion_stops_at_36_tokens_and_the_owner_chooses_where() -> None:
    """CW-24 (CW:42), AMB-124."""
    phase = Phase("expansion", tokens={"a1": "suns 30", "c4": "suns 3", "j1": "suns 2"}).run("c4")
    [request] = phase.asked
    assert (request.key, request.asks[0].least, request.asks[0].most) == ("growth.squares", 1, 1)
    assert phase.tokens("c4") == {"suns": 4}
    assert phase.population("suns") == 36


def test_nothing_grows_without_supply() -> None:
    """CW-24 (CW:42)."""
    phase = Phase("expansion", tokens={"a1": "suns 36"}).run()
    assert phase.asked == []
    assert phase.tokens("a1") == {"suns": 36}


def test_expansion_is_in_player_order_and_movement_in_reverse() -> None:
    """CW-25 (CW:28), CW-26 (CW:29)."""
    tokens = {"a1": "suns 1", "c1": "moons 1", "e1": "crowns 1"}
    story = Story("expansion", cultures=THREE, order=["crowns", "suns", "moons"], tokens=tokens)
    grown = [story.told().find(f"{{civ:{c}}} grew") for c in ("crowns", "suns", "moons")]
    assert grown == sorted(grown)
    assert -1 not in grown
    asked = []
    while story.s.turn == 1:
        asked.append(story.seat())
        story.answer("done")
    assert asked == ["moons", "suns", "crowns"]


def test_a_token_moves_one_space_and_not_diagonally() -> None:
    """CW-27 (CW:46)."""
    phase = Phase("movement", order=["moons", "suns"], tokens={"c4": "suns 2"})
    assert goals(phase, "c4") == {"c5", "c3", "b4", "d4"}
    story = Story("movement", order=["moons", "suns"], tokens={"c4": "suns 2"})
    for token in ("c4>d5:1", "c4>c6:1"):
        with pytest.raises(IllegalAnswer):
            story.answer(token)
        assert "you can't reach" in GAME.why_not(story.s, "suns", token)


def test_each_token_moves_once() -> None:
    """CW-27 (CW:46): tokens that came cannot go on, those that stood there can."""
    phase = Phase("movement", order=["moons", "suns"], tokens={"c4": "suns 3", "c5": "suns 1"})
    phase.run("c4>c5:2", "c5>c6:1", "done")
    assert "c5>c6:2" not in phase.asked[1].asks[0].options
    assert [phase.tokens(q).get("suns") for q in ("c4", "c5", "c6")] == [1, 2, 1]


HARBOURS = {"a5": "suns 3 settlement", "j5": "moons 4 settlement"}


def test_a_boat_goes_from_beside_a_coastal_settlement_to_the_coast_beside_another() -> None:
    """CW-28 (CW:46): the other may be an opponent's; the boat is the token's whole move."""
    phase = Phase("movement", order=["moons", "suns"], coins=HARBOURS, tokens={"b5": "suns 2"})
    assert set(sailings(phase.s, "suns", "b5")) == {"j4", "j6"}
    phase.run("b5~j6:2")
    assert phase.tokens("j6") == {"suns": 2}
    assert "by boat" in phase.log()


def test_no_boat_without_a_friendly_settlement_beside_or_another_to_go_to() -> None:
    """CW-28 (CW:46), AMB-125: beside is not diagonally."""
    phase = Phase("movement", order=["moons", "suns"], coins=HARBOURS, tokens={"b6": "suns 1", "j6": "suns 1"})
    assert sailings(phase.s, "suns", "b6") == ()
    assert sailings(phase.s, "suns", "j6") == ()
    alone = Phase("movement", order=["moons", "suns"], coins={"a5": "suns 3 settlement"}, tokens={"a6": "suns 1"})
    assert sailings(alone.s, "suns", "a6") == ()


def test_a_boat_lands_beside_an_inland_settlement_on_the_coast_of_its_sea() -> None:
    """CW-28 (CW:46), N-43: i5 is no coast, j5 beside it is."""
    coins = {"a5": "suns 3 settlement", "i5": "moons 4 settlement"}
    phase = Phase("movement", order=["moons", "suns"], coins=coins, tokens={"b5": "suns 2"})
    assert sailings(phase.s, "suns", "b5") == ("j5",)
    assert phase.run("b5~j5:2").tokens("j5") == {"suns": 2}
    deep = Phase("movement", order=["moons", "suns"], coins={**coins, "i5": "moons 4"}, tokens={"b5": "suns 2"})
    assert sailings(deep.s, "suns", "b5") == ()


def test_the_inner_and_the_outer_sea_are_two_until_tiles_join_them() -> None:
    """CW-29 (CW:46, CW:19)."""
    coins = {"a5": "suns 3 settlement", "d5": "moons 4 settlement"}
    apart = Phase("movement", order=["moons", "suns"], coins=coins, tokens={"a6": "suns 1"})
    assert sailings(apart.s, "suns", "a6") == ()
    tiles = {"8": "a11", "3": "c11"}
    joined = Phase("movement", order=["moons", "suns"], coins=coins, tokens={"a6": "suns 1"}, tiles=tiles)
    assert set(sailings(joined.s, "suns", "a6")) == {"d6"}


def test_tokens_share_and_enter_squares_freely() -> None:
    """CW-30 (CW:48)."""
    phase = Phase("movement", order=["moons", "suns"], tokens={"c4": "suns 5", "c5": "moons 3"})
    phase.run("c4>c5:5")
    assert phase.tokens("c5") == {"moons": 3, "suns": 5}


@pytest.mark.parametrize("allowed", [True, False])
def test_variant_diagonal_moves(allowed: bool) -> None:
    """CW-31 (CW:52)."""
    phase = Phase("movement", order=["moons", "suns"], tokens={"c4": "suns 1"}, options={"diagonal": allowed})
    assert ({"b3", "b5", "d3", "d5"} <= goals(phase, "c4")) is allowed
    assert len(goals(phase, "c4")) == (8 if allowed else 4)


@pytest.mark.parametrize("allowed", [True, False])
def test_variant_two_spaces(allowed: bool) -> None:
    """CW-32 (CW:53): over land only."""
    phase = Phase("movement", order=["moons", "suns"], tokens={"d5": "suns 1"}, options={"two_spaces": allowed})
    assert ({"d7", "b5", "c6"} <= goals(phase, "d5")) is allowed
    assert "f5" not in goals(phase, "d5")


@pytest.mark.parametrize("allowed", [True, False])
def test_variant_settlement_roads(allowed: bool) -> None:
    """CW-33 (CW:54): on from an own settlement to any square around it, not from another's."""
    coins = {"c5": "suns 3 settlement", "b4": "moons 3 settlement"}
    phase = Phase(
        "movement", order=["moons", "suns"], tokens={"c4": "suns 1"}, coins=coins, options={"settlement_roads": allowed}
    )
    assert ({"b6", "c6", "d6", "b5", "d5"} <= goals(phase, "c4")) is allowed
    assert "a4" not in goals(phase, "c4")


def test_a_road_leads_on_at_the_second_space_and_leaves_the_second_after_the_first() -> None:
    """CW:53, CW:54, N-44: c5 is entered first, and two spaces reach d6 or from d6 one further; f4 only by c5's road."""
    coins = {"c5": "suns 3 settlement"}
    both = {"settlement_roads": True, "two_spaces": True}
    phase = Phase(
        "movement", order=["moons", "suns"], tokens={"c4": "suns 1", "a5": "suns 1"}, coins=coins, options=both
    )
    assert {"b6", "d6", "c7", "d7", "b7", "a6"} <= goals(phase, "c4")
    assert "c8" not in goals(phase, "c4")
    assert {"d4", "d6", "c6"} <= goals(phase, "a5")
    assert not {"d7", "c7"} & goals(phase, "a5")


def test_a_road_into_another_own_settlement_leads_on_from_there() -> None:
    """CW:54, N-44; back to where the token stood is no entering."""
    coins = {"c5": "suns 3 settlement", "d6": "suns 4 settlement", "b8": "moons 2 settlement"}
    roads = {"settlement_roads": True}
    phase = Phase(
        "movement", order=["moons", "suns"], tokens={"c4": "suns 1", "c5": "suns 1"}, coins=coins, options=roads
    )
    assert {"d6", "d7", "c7"} <= goals(phase, "c4")
    assert goals(phase, "c5") == {"c6", "b5", "d5", "c4"}
    plain = Phase("movement", order=["moons", "suns"], tokens={"c4": "suns 1"}, coins=coins)
    assert "d6" not in goals(plain, "c4")


@pytest.mark.parametrize("allowed", [True, False])
def test_a_boat_that_lands_in_an_own_settlement_goes_on_by_its_road_and_no_further(allowed: bool) -> None:
    """CW:54, CW:55, N-44: no space is left after a boat."""
    coins = {"a5": "suns 3 settlement", "j5": "suns 4 settlement"}
    more = {"any_coast": True, "two_spaces": True, "settlement_roads": allowed}
    phase = Phase("movement", order=["moons", "suns"], tokens={"b5": "suns 1"}, coins=coins, options=more)
    assert "j5" in goals(phase, "b5")
    assert ({"i4", "i5", "i6"} <= set(sailings(phase.s, "suns", "b5"))) is allowed
    assert "h5" not in goals(phase, "b5")
    if allowed:
        assert phase.run("b5~i6:1").tokens("i6") == {"suns": 1}


@pytest.mark.parametrize("allowed", [True, False])
def test_variant_boats_land_on_any_coast(allowed: bool) -> None:
    """CW-34 (CW:55): of the same sea."""
    phase = Phase(
        "movement", order=["moons", "suns"], tokens={"b5": "suns 1"}, coins=HARBOURS, options={"any_coast": allowed}
    )
    assert ({"a1", "j10", "e1"} <= set(sailings(phase.s, "suns", "b5"))) is allowed
    assert not {"d5", "e4"} & set(sailings(phase.s, "suns", "b5"))


def test_the_order_changes_from_turn_to_turn() -> None:
    """CW-66 (CW:36, CW:91)."""
    changed = 0
    for n in range(20):
        tokens = {"a1": "suns 1", "j1": "moons 1"}
        story = Story("order", seed=f"{n}", tokens=tokens)
        first = list(story.s.order)
        changed += story.all_stay().s.order != first
    assert changed


def test_tokens_may_stay_and_cannot_enter_the_sea() -> None:
    """CW-69 (CW:46)."""
    phase = Phase("movement", order=["moons", "suns"], tokens={"d5": "suns 2"})
    assert "e5" not in walks(phase.s, "suns", "d5")
    assert GAME.why_not(phase.s, "suns", "d5>e5:1") == "e5 isn't land"
    assert phase.run("done").tokens("d5") == {"suns": 2}


def test_settlements_do_not_grow() -> None:
    """CW-70 (CW:42, CW:77-79)."""
    phase = Phase("expansion", coins={"c4": "suns 3 settlement"}, tokens={"j1": "suns 1"}).run()
    assert phase.tokens("c4") == {}
    assert phase.population("suns") == 2


def test_movement_is_over_by_itself_when_every_token_has_moved() -> None:
    """CW-27 (CW:46)."""
    phase = Phase("movement", order=["moons", "suns"], tokens={"c4": "suns 2"}).run("c4>c5:2")
    assert len(phase.asked) == 1


def test_a_whole_plan_is_previewed_and_made_at_once() -> None:
    """Movement is a batch of answers, all or none; the preview shows the position after it."""
    story = Story("movement", order=["moons", "suns"], tokens={"c4": "suns 4", "j1": "moons 1"})
    plan = [("c4>c5:2",), ("c4>d4:1",), ("done",)]
    trial = Trial(story.table, "suns").run(plan)
    assert (trial.taken, trial.stopped) == (3, "seat")
    assert trial.view.squares["c5"].tokens == {"suns": 2}
    assert story.s.tokens["c4"] == {"suns": 4}
    with pytest.raises(IllegalAnswer):
        story.table.submit_batch("suns", [("c4>c5:2",), ("c4>d4:3",)])
    assert story.s.tokens["c4"] == {"suns": 4}
    story.table.submit_batch("suns", plan)
    assert story.seat() == "moons"
    assert story.s.tokens["d4"] == {"suns": 1}
