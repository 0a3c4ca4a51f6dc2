"""Cultural conflicts: CW-35 to CW-48, CW-67, CW-71."""

from __future__ import annotations

from engine.culture_wars.board import conflict_squares, is_contested
from tests.culture_wars.story import THREE, Phase, Story

ADVANTAGE = {"technological_advantage": True}


def test_rivals_beyond_the_limit_are_in_conflict() -> None:
    """CW-35 (CW:59), CW-67 (CW:59, CW:83): within the limit they stay together."""
    phase = Phase("conflict", tokens={"c4": "suns 2 moons 1", "h4": "suns 1 moons 1"})
    assert is_contested(phase.s, "c4")
    assert not is_contested(phase.s, "h4")
    assert phase.run().tokens("h4") == {"moons": 1, "suns": 1}


def test_a_culture_alone_is_in_no_conflict_however_many_tokens_it_has_there() -> None:
    """CW-35 (CW:59): its excess waits for step 6 (CW:83)."""
    phase = Phase("conflict", tokens={"c4": "suns 5", "h4": "suns 2 moons 1"})
    assert conflict_squares(phase.s) == ["h4"]
    assert phase.run().tokens("c4") == {"suns": 5}
    assert "c4" not in phase.log()


def test_a_single_token_in_a_rival_settlement_is_in_conflict() -> None:
    """CW-36 (CW:59); the owner's own tokens there are not."""
    coins = {"c4": "suns 3 settlement", "h4": "moons 3 settlement"}
    phase = Phase("conflict", coins=coins, tokens={"c4": "moons 1", "h4": "moons 3"})
    assert conflict_squares(phase.s) == ["c4"]


def test_conflicts_of_tokens_come_before_those_over_settlements() -> None:
    """CW-37 (CW:59)."""
    tokens = {"c9": "moons 1", "c2": "suns 2 moons 2", "h2": "suns 3 moons 1"}
    phase = Phase("conflict", coins={"c9": "suns 3 settlement"}, tokens=tokens).run()
    lines = [line for line in phase.told if "Then" in line or "entered" in line]
    assert [line[6:8] for line in lines] == ["c2", "h2", "c9", "c9"]


def test_any_number_of_players_fight_together() -> None:
    """CW-38 (CW:59)."""
    phase = Phase("conflict", cultures=THREE, tokens={"c4": "suns 3 moons 3 crowns 4"}).run()
    assert phase.tokens("c4") == {"crowns": 2}
    assert sum("Then" in line for line in phase.told) == 1


def test_the_fewest_lose_first_until_one_culture_is_left() -> None:
    """CW-39 (CW:63), AMB-126: 2 against 5, limit 2, leaves 4, which step 6 cuts to 2."""
    phase = Phase("conflict", tokens={"c4": "suns 2 moons 5"}).run()
    assert phase.tokens("c4") == {"moons": 4}
    assert phase.run().run().run().tokens("c4") == {"moons": 2}


def test_of_a_conflict_it_is_told_who_has_nobody_left() -> None:
    """CW:63: two Suns against five Moons."""
    told = Phase("conflict", tokens={"c4": "suns 2 moons 5"}).run().log()
    assert "{civ:suns} 2 and {civ:moons} 5" in told
    assert "{civ:suns} 0 and {civ:moons} 4" in told


def test_equal_numbers_lose_together() -> None:
    """CW-40 (CW:63)."""
    assert Phase("conflict", tokens={"c4": "suns 3 moons 3"}).run().tokens("c4") == {"moons": 1, "suns": 1}
    assert Phase("conflict", coins={"c4": "suns 3"}, tokens={"c4": "suns 2 moons 2"}).run().tokens("c4") == {
        "moons": 1,
        "suns": 1,
    }


def test_of_three_the_fewest_lose_first_and_every_round_is_counted_anew() -> None:
    """CW-41 (CW:63), AMB-127: 1, 2 and 4 on limit 3; then on limit 4, where the fight ends in the second round."""
    three = Phase("conflict", cultures=THREE, coins={"c4": "suns 3"}, tokens={"c4": "suns 1 moons 2 crowns 4"})
    assert three.run().tokens("c4") == {"crowns": 3}
    five = Phase("conflict", cultures=THREE, coins={"c4": "suns 5"}, tokens={"c4": "suns 1 moons 2 crowns 4"})
    assert five.run().tokens("c4") == {"crowns": 4, "moons": 1}


def test_with_technological_advantage_fewer_settlements_lose_first() -> None:
    """CW-42 (CW:65): 5 with one settlement against 2 with two."""
    coins = {"a1": "suns 2 settlement", "d1": "suns 3 settlement", "g1": "moons 2 settlement", "c4": "moons 5"}
    phase = Phase("conflict", coins=coins, tokens={"c4": "suns 2 moons 5"}, options=ADVANTAGE).run()
    assert phase.tokens("c4") == {"moons": 4, "suns": 1}
    fewest = Phase("conflict", coins=coins, tokens={"c4": "suns 2 moons 4"}, options=ADVANTAGE).run()
    assert fewest.tokens("c4") == {"moons": 3, "suns": 2}
    without = Phase("conflict", coins=coins, tokens={"c4": "suns 2 moons 4"}).run()
    assert without.tokens("c4") == {"moons": 4, "suns": 1}


def test_with_equal_settlements_the_advantage_changes_nothing() -> None:
    """CW-43 (CW:65)."""
    coins = {"a1": "suns 2 settlement", "g1": "moons 2 settlement"}
    for options in (ADVANTAGE, {}):
        phase = Phase("conflict", coins=coins, tokens={"c4": "suns 2 moons 5"}, options=options).run()
        assert phase.tokens("c4") == {"moons": 4}


def test_the_advantage_decides_who_begins_and_not_who_loses() -> None:
    """CW:65, N-190: 4 against 4 on limit 2 would lose together; the Moons begin, and the Suns lose their share."""
    coins = {"a1": "suns 2 settlement"}
    phase = Phase("conflict", coins=coins, tokens={"c4": "suns 4 moons 4"}, options=ADVANTAGE).run()
    assert phase.tokens("c4") == {"moons": 1, "suns": 1}
    odd = Phase("conflict", coins={**coins, "c4": "moons 3"}, tokens={"c4": "suns 4 moons 4"}, options=ADVANTAGE).run()
    assert odd.tokens("c4") == {"moons": 1, "suns": 2}
    plain = Phase("conflict", coins={**coins, "c4": "moons 3"}, tokens={"c4": "suns 4 moons 4"}).run()
    assert plain.tokens("c4") == {"moons": 1, "suns": 1}


def test_of_three_with_the_advantage_fewer_settlements_come_first_then_fewer_tokens() -> None:
    """CW:65, N-190: Moons and Crowns have no settlement; the Crowns have fewer tokens of the two and begin."""
    coins = {"a1": "suns 2 settlement", "c4": "suns 5"}
    tokens = {"c4": "suns 1 moons 3 crowns 2"}
    phase = Phase("conflict", cultures=THREE, coins=coins, tokens=tokens, options=ADVANTAGE).run()
    assert phase.tokens("c4") == {"crowns": 1, "moons": 3, "suns": 1}
    seven = Phase("conflict", cultures=THREE, coins=coins, tokens={"c4": "suns 1 moons 3 crowns 3"}, options=ADVANTAGE)
    assert seven.run().tokens("c4") == {"crowns": 2, "moons": 2, "suns": 1}


def test_an_entered_settlement_is_turned_down_and_an_ace_goes_back() -> None:
    """CW-44 (CW:71), AMB-130: without a coin the square supports two."""
    phase = Phase("conflict", coins={"c4": "suns 1 settlement"}, tokens={"c4": "moons 4"}).run()
    assert phase.coin("c4") == ""
    assert 1 in phase.reserve("suns")
    assert phase.tokens("c4") == {"suns": 2}
    other = Phase("conflict", coins={"c4": "suns 4 settlement"}, tokens={"c4": "moons 4"}).run()
    assert other.coin("c4") == "suns 4"


def test_five_tokens_defend_or_as_many_as_there_are() -> None:
    """CW-45 (CW:72)."""
    coins = {"c4": "suns 5 settlement"}
    for supply, left in ((3, {"suns": 2, "moons": 2}), (0, {"moons": 3})):
        tokens = {"c4": "moons 3", "a1": f"suns {36 - supply}"}
        phase = Phase("conflict", coins=coins, tokens=tokens).run()
        assert f"Defending tokens: {supply}" in phase.log()
        assert phase.tokens("c4") == ({"moons": 2, "suns": 2} if supply == 3 else left)


def test_defenders_come_on_top_of_the_owners_tokens_there() -> None:
    """CW-45 (CW:72), AMB-129."""
    phase = Phase("conflict", coins={"c4": "suns 5 settlement"}, tokens={"c4": "suns 2 moons 3"}).run()
    assert "{civ:suns} 7" in phase.log()


def test_several_attackers_fight_together_with_the_defenders() -> None:
    """CW-38 (CW:59), AMB-128: no fight among attackers first."""
    phase = Phase(
        "conflict", cultures=THREE, coins={"c4": "suns 5 settlement"}, tokens={"c4": "moons 4 crowns 4"}
    ).run()
    assert sum("Then" in line for line in phase.told) == 1
    assert phase.tokens("c4") == {"crowns": 1, "moons": 1, "suns": 3}


def test_with_the_advantage_the_entered_square_still_counts() -> None:
    """CW-46 (CW:72), AMB-140: two settlements each, one of them entered: nobody is superior."""
    coins = {
        "c4": "suns 3 settlement",
        "a1": "suns 2 settlement",
        "g1": "moons 2 settlement",
        "j1": "moons 3 settlement",
    }
    phase = Phase("conflict", coins=coins, tokens={"c4": "moons 4"}, options=ADVANTAGE).run()
    assert phase.tokens("c4") == {"moons": 1, "suns": 2}


def test_the_fight_for_a_settlement_ends_at_the_number_of_its_coin() -> None:
    """CW-47 (CW:73): 4 against 5 on a 3: 3/4, 2/3, 1/2."""
    phase = Phase("conflict", coins={"c4": "suns 3 settlement"}, tokens={"c4": "moons 4"}).run()
    assert phase.tokens("c4") == {"moons": 1, "suns": 2}


def test_five_defenders_left_form_the_settlement_again() -> None:
    """CW-48 (CW:61-73), AMB-131."""
    phase = Phase("conflict", coins={"c4": "suns 3 settlement"}, tokens={"c4": "moons 1"}).run()
    assert phase.tokens("c4") == {"suns": 5}
    assert phase.run("c4").settlements("suns") == ["c4"]


def test_with_fewer_defenders_left_the_settlement_is_lost() -> None:
    """CW-48 (CW:61-73)."""
    phase = Phase("conflict", coins={"c4": "suns 3 settlement"}, tokens={"c4": "moons 2"}).run()
    assert phase.tokens("c4") == {"suns": 4}
    assert phase.run().asked == []
    assert phase.settlements("suns") == []


def test_shared_squares_stay_shared_within_the_limit() -> None:
    """CW-67 (CW:59, CW:83)."""
    story = Story("conflict", tokens={"c4": "suns 1 moons 1", "a1": "suns 1", "j1": "moons 1"})
    assert story.s.tokens["c4"] == {"suns": 2, "moons": 2}
    assert "Then" not in story.told()


def test_one_culture_alone_has_no_conflict_however_many_tokens() -> None:
    """CW-71 (CW:59-83): six on a coin settle before anything is cut."""
    phase = Phase("conflict", coins={"c4": "suns 3"}, tokens={"c4": "suns 6"}).run()
    assert phase.tokens("c4") == {"suns": 6}
    assert phase.run("c4").settlements("suns") == ["c4"]
