"""Forming settlements: CW-49 to CW-53, CW-65."""

from __future__ import annotations

from engine.core.text import words
from engine.culture_wars.game import GAME
from tests.culture_wars.story import THREE, Phase


def test_ten_tokens_become_a_settlement_with_the_ace() -> None:
    """CW-49 (CW:77), AMB-132: all tokens of the square go to supply."""
    phase = Phase("settlement", tokens={"c4": "suns 11"}).run("c4")
    assert phase.coin("c4") == "suns 1 settlement"
    assert phase.tokens("c4") == {}
    assert phase.supply("suns") == 36


def test_nine_tokens_are_not_enough_for_the_ace() -> None:
    """CW-49 (CW:77)."""
    phase = Phase("settlement", tokens={"c4": "suns 9"})
    assert GAME.why_not(phase.s, "suns", "c4") == words("why_not.culture.settlers", square="c4", n=9, needed=10)
    assert phase.run().asked == []


def test_the_ace_must_be_in_reserve() -> None:
    """CW-50 (CW:77)."""
    phase = Phase("settlement", coins={"h4": "suns 1 settlement"}, tokens={"c4": "suns 10"})
    assert GAME.why_not(phase.s, "suns", "c4") == words("why_not.culture.no_ace")
    assert phase.run().asked == []


def test_one_ace_settles_one_square() -> None:
    """CW-50 (CW:77)."""
    phase = Phase("settlement", tokens={"c4": "suns 10", "c8": "suns 10"}).run("c8")
    assert len(phase.asked) == 1
    assert phase.settlements("suns") == ["c8"]


def test_five_tokens_on_an_own_coin_become_a_settlement() -> None:
    """CW-51 (CW:79), AMB-132."""
    phase = Phase("settlement", coins={"c4": "suns 4"}, tokens={"c4": "suns 6"}).run("c4")
    assert phase.coin("c4") == "suns 4 settlement"
    assert phase.supply("suns") == 36
    assert phase.reserve("suns") == [1, 2, 3, 5]
    few = Phase("settlement", coins={"c4": "suns 4"}, tokens={"c4": "suns 4"}).run()
    assert few.asked == []


def test_forming_is_a_choice() -> None:
    """CW-51 (CW:77-79): the player may leave it."""
    phase = Phase("settlement", coins={"c4": "suns 4"}, tokens={"c4": "suns 6"}).run("pass")
    assert phase.coin("c4") == "suns 4"
    assert phase.tokens("c4") == {"suns": 6}


def test_nobody_knows_whose_coin_it_is_before_it_is_turned() -> None:
    """CW-52 (CW:79): own and foreign coins are offered alike."""
    asked = []
    for owner in ("suns", "moons"):
        phase = Phase("settlement", coins={"c4": f"{owner} 4"}, tokens={"c4": "suns 5"}).run(
            "c4", *(["ace"] if owner == "moons" else [])
        )
        request = phase.asked[0]
        asked.append((request.key, request.prompt, request.asks))
    assert asked[0] == asked[1]


def test_a_foreign_coin_goes_to_its_owner_and_one_of_the_reserve_takes_its_place() -> None:
    """CW-52 (CW:79)."""
    cultures = {"suns": {"reserve": [1, 5, 3]}, "moons": {"reserve": [1]}}
    coins = {"c4": "moons 4", "h4": "moons 2", "a8": "moons 3", "h8": "moons 5", "h1": "suns 2", "a1": "suns 4"}
    phase = Phase("settlement", cultures=cultures, coins=coins, tokens={"c4": "suns 6"}).run("c4", "coin:2")
    assert phase.asked[1].asks[0].options == ("coin:1", "coin:2", "ace")
    assert phase.coin("c4") == "suns 3 settlement"
    assert phase.reserve("moons") == [1, 4]
    assert phase.reserve("suns") == [1, 5]
    assert phase.supply("suns") == 36


def test_even_the_ace_may_take_the_place() -> None:
    """CW-52 (CW:79): and must, when it is the only coin in reserve."""
    coins = {"c4": "moons 4", "h1": "suns 2", "a1": "suns 3", "h4": "suns 4", "h8": "suns 5"}
    phase = Phase("settlement", coins=coins, tokens={"c4": "suns 6"}).run("c4")
    assert phase.coin("c4") == "suns 1 settlement"
    assert len(phase.asked) == 1


def test_without_a_coin_in_reserve_the_settlement_fails_and_the_coin_is_gone() -> None:
    """CW-53 (CW:79), AMB-139: the tokens stay, and are excess in step 6."""
    coins = {"c4": "moons 4", "h1": "suns 2", "a1": "suns 3", "h4": "suns 4", "h8": "suns 5", "a8": "suns 1 settlement"}
    phase = Phase("settlement", order=["suns", "moons"], coins=coins, tokens={"c4": "suns 6", "j1": "moons 1"})
    phase.run("c4")
    assert phase.coin("c4") == ""
    assert phase.tokens("c4") == {"suns": 6}
    assert 4 in phase.reserve("moons")
    assert phase.through("abandonment").tokens("c4") == {"suns": 2}


def test_coins_that_came_back_can_be_placed_later() -> None:
    """CW-65 (CW:79, CW:9): the Moons get their 4 back and settle with it in the same step."""
    taken = {"a8": "suns 1 settlement", "a4": "suns 2 settlement", "a1": "suns 3 settlement", "d1": "suns 4 settlement"}
    moons = {"g1": "moons 1 settlement", "j1": "moons 2 settlement", "j8": "moons 3 settlement"}
    more = {"g8": "moons 5 settlement", "c6": "moons 4", "h4": "crowns 2"}
    phase = Phase(
        "settlement",
        cultures=THREE,
        order=["suns", "moons", "crowns"],
        coins=taken | moons | more,
        tokens={"c6": "suns 5", "h4": "moons 5"},
    )
    phase.run("c6")
    assert phase.reserve("moons") == [4]
    phase.run("h4")
    assert phase.coin("h4") == "moons 4 settlement"
    assert phase.coin("c6") == "suns 5 settlement"


def test_settling_is_in_player_order_and_one_after_another() -> None:
    """N-46 (CW:77, CW:79)."""
    coins = {"c4": "suns 4", "c8": "suns 3", "h4": "moons 4"}
    tokens = {"c4": "suns 5", "c8": "suns 5", "h4": "moons 5"}
    phase = Phase("settlement", order=["moons", "suns"], coins=coins, tokens=tokens)
    phase.run("h4").run("c4", "pass")
    assert phase.settlements("suns") == ["c4"]
    assert phase.settlements("moons") == ["h4"]


def test_on_a_coin_square_the_coin_is_settled_and_not_the_ace() -> None:
    """AMB-137 (CW:77)."""
    phase = Phase("settlement", coins={"c4": "suns 4"}, tokens={"c4": "suns 10"}).run("c4")
    assert phase.coin("c4") == "suns 4 settlement"
    assert 1 in phase.reserve("suns")


def test_a_settled_square_is_not_settled_again() -> None:
    """CW-56 (CW:83)."""
    phase = Phase("settlement", coins={"c4": "suns 4 settlement"}, tokens={"c4": "suns 10"})
    assert GAME.why_not(phase.s, "suns", "c4") == words("why_not.culture.settled", square="c4")
    assert phase.run().asked == []
