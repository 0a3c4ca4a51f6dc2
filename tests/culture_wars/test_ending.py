"""Excess, abandonment and victory: CW-54 to CW-64."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine.core.game import Event, SetupError
from engine.core.message import Message
from engine.core.text import speaking
from engine.culture_wars.game import GAME
from engine.games import PRESENTATIONS
from tests.culture_wars.story import THREE, Phase, Story, position


def test_a_coin_supports_as_many_tokens_as_it_says() -> None:
    """CW-54 (CW:83)."""
    phase = Phase("excess", coins={"c4": "moons 4"}, tokens={"c4": "suns 5"}).run()
    assert phase.tokens("c4") == {"suns": 4}


def test_an_empty_square_supports_two() -> None:
    """CW-55 (CW:83)."""
    assert Phase("excess", tokens={"c4": "suns 3"}).run().tokens("c4") == {"suns": 2}


def test_a_settlement_absorbs_all_tokens() -> None:
    """CW-56 (CW:83)."""
    phase = Phase("excess", coins={"c4": "suns 5 settlement"}, tokens={"c4": "suns 3"}).run()
    assert phase.tokens("c4") == {}
    assert phase.supply("suns") == 36


def test_excess_goes_back_to_supply() -> None:
    """CW-57 (CW:83)."""
    phase = Phase("excess", tokens={"c4": "suns 7"})
    assert phase.supply("suns") == 29
    assert phase.run().supply("suns") == 34


@pytest.mark.parametrize(("around", "stands"), [("suns 1", True), ("moons 1", False)])
def test_a_settlement_needs_five_own_tokens_around(around: str, stands: bool) -> None:
    """CW-58 (CW:87): diagonals count, tokens of others do not."""
    tokens = {"b3": "suns 2", "c5": "suns 2", "d4": around, "f1": "suns 2", "j1": "moons 1"}
    phase = Phase("abandonment", coins={"c4": "suns 3 settlement"}, tokens=tokens).run()
    assert (phase.settlements("suns") == ["c4"]) is stands


def test_a_token_may_support_two_settlements() -> None:
    """CW-58 (CW:87), AMB-133."""
    coins = {"b4": "suns 3 settlement", "d4": "suns 1 settlement"}
    tokens = {"c3": "suns 2", "c4": "suns 1", "c5": "suns 2", "j1": "moons 1"}
    assert Phase("abandonment", coins=coins, tokens=tokens).run().settlements("suns") == ["b4", "d4"]


def test_an_abandoned_settlement_becomes_a_coin_with_tokens() -> None:
    """CW-59 (CW:87), AMB-134."""
    tokens = {"c3": "suns 2", "c5": "suns 2", "j1": "moons 1"}
    phase = Phase("abandonment", coins={"c4": "suns 3 settlement"}, tokens=tokens).run()
    assert phase.coin("c4") == "suns 3"
    assert phase.tokens("c4") == {"suns": 3}


def test_an_abandoned_ace_goes_back_for_one_token() -> None:
    """CW-60 (CW:87)."""
    phase = Phase("abandonment", coins={"c4": "suns 1 settlement"}, tokens={"c3": "suns 2", "j1": "moons 1"}).run()
    assert phase.coin("c4") == ""
    assert 1 in phase.reserve("suns")
    assert phase.tokens("c4") == {"suns": 1}


def test_an_abandoned_settlement_gives_no_more_tokens_than_there_are() -> None:
    """CW-59 (CW:87)."""
    tokens = {"a1": "suns 34", "j1": "moons 1"}
    phase = Phase("abandonment", coins={"c4": "suns 5 settlement"}, tokens=tokens).run()
    assert phase.tokens("c4") == {"suns": 2}


def test_tokens_of_one_abandoned_settlement_support_no_other() -> None:
    """N-47 (CW:87): all are looked at first."""
    coins = {"b4": "suns 5 settlement", "c4": "suns 1 settlement"}
    phase = Phase("abandonment", coins=coins, tokens={"d4": "suns 2", "j1": "moons 1"}).run()
    assert phase.settlements("suns") == []


def test_excess_is_removed_before_support_is_counted() -> None:
    """CW-61 (CW:33): five on one square become two, and the settlement is lost."""
    coins = {"c4": "suns 3 settlement"}
    phase = Phase("excess", coins=coins, tokens={"c5": "suns 5", "j1": "moons 1"}).run().run()
    assert phase.settlements("suns") == []


def town(number: int, middle: str, owner: str = "suns") -> tuple[dict[str, str], dict[str, str]]:
    """A settlement with its five supporters."""
    letter, row = middle[0], int(middle[1:])
    west, east = chr(ord(letter) - 1), chr(ord(letter) + 1)
    around = {f"{letter}{row + 1}": f"{owner} 2", f"{west}{row}": f"{owner} 2", f"{east}{row}": f"{owner} 1"}
    return {middle: f"{owner} {number} settlement"}, around


def towns(*places: tuple[int, str], owner: str = "suns") -> dict[str, Any]:
    """Coins and tokens of several towns of one owner."""
    coins: dict[str, str] = {}
    tokens: dict[str, str] = {}
    for number, middle in places:
        coin, around = town(number, middle, owner)
        coins |= coin
        tokens |= around
    return {"coins": coins, "tokens": tokens}


TWO = towns((2, "b2"), (3, "b8"))
THREE_TOWNS = towns((2, "b2"), (3, "b8"), (4, "h2"))
FOUR_TOWNS = towns((2, "b2"), (3, "b8"), (4, "h2"), (5, "h7"))


def with_rivals(tables: dict[str, Any], **tokens: str) -> dict[str, Any]:
    return {"coins": tables["coins"], "tokens": tables["tokens"] | tokens}


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "**Victory** Suns hold 1 settlement. They win if they have 3 again at the end of round {n}."),
        ("de", "**Sieg** Sonnen halten 1 Siedlung: Sie gewinnen, wenn es am Ende von Runde {n} wieder 3 sind."),
        (
            "fr",
            "**Victoire** Soleils\u00a0: 1 colonie\u00a0; victoire si c’est de nouveau 3 à la fin de la manche {n}.",
        ),
    ],
)
def test_who_has_lost_settlements_since_is_said_to_need_them_again(language: str, said: str) -> None:
    """AMB-135: in the middle of the round it was said that one settlement wins if it is still one."""
    story = Story("abandonment", cultures=THREE, **with_rivals(THREE_TOWNS, j10="moons 2", f9="crowns 2"))
    seen = story.table.view(None)
    suns = replace(seen.cultures["suns"], settlements=seen.cultures["suns"].settlements[:1])
    there = replace(seen, cultures={**seen.cultures, "suns": suns})
    with speaking(language):
        [line] = PRESENTATIONS["culture_wars"].summary.notes(there)
    assert line == said.format(n=there.turn)


def test_all_who_are_about_to_win_are_told_in_one_line() -> None:
    """Each had a line of its own, and the story said it again."""
    story = Story("abandonment", cultures=THREE, **with_rivals(THREE_TOWNS, j10="moons 2", f9="crowns 2"))
    seen = story.table.view(None)
    moons = replace(seen.cultures["moons"], settlements=seen.cultures["suns"].settlements)
    both = replace(seen.victory, holding=("suns", "moons"))
    there = replace(seen, cultures={**seen.cultures, "moons": moons}, victory=both)
    summary = PRESENTATIONS["culture_wars"].summary
    [line] = summary.notes(there)
    assert line.startswith("**Victory** Suns hold 3 settlements and Moons hold 3 settlements. They win if")
    assert summary.condense([Event(Message("event.victory.near"), key="victory.near")]) == []


def test_with_three_players_three_settlements_held_for_a_turn_win() -> None:
    """CW-62 (CW:95), AMB-135: first warned, then won."""
    story = Story("abandonment", cultures=THREE, **with_rivals(THREE_TOWNS, j10="moons 2", f9="crowns 2"))
    assert story.s.holding == ["suns"]
    assert story.table.view(None).victory.holding == ("suns",)
    story.all_stay()
    assert story.table.pending is None
    outcome = story.table.outcome()
    assert outcome is not None
    assert (outcome.winners, outcome.reason, outcome.scores["suns"]) == (("suns",), "held", 3)


def test_a_target_that_is_lost_in_between_does_not_win() -> None:
    """CW-62 (CW:95), AMB-135."""
    rivals = {"j10": "moons 2", "f9": "crowns 2"}
    phase = Phase("abandonment", cultures=THREE, holding=["suns"], **with_rivals(TWO, **rivals)).run()
    assert not phase.ended
    assert phase.s.holding == []
    again = Phase("abandonment", cultures=THREE, **with_rivals(THREE_TOWNS, **rivals)).run()
    assert not again.ended
    assert again.s.holding == ["suns"]


def test_with_two_players_it_takes_four() -> None:
    """CW-63 (CW:95)."""
    three = Phase("abandonment", holding=["suns"], **with_rivals(THREE_TOWNS, j10="moons 2")).run()
    assert not three.ended
    four = Phase("abandonment", holding=["suns"], **with_rivals(FOUR_TOWNS, j10="moons 2")).run()
    assert four.ended
    assert four.s.winners == ["suns"]


def both(extra: dict[str, str]) -> Phase:
    """Suns and Moons have held three settlements each for a turn."""
    suns = towns((2, "b2"), (3, "b6"), (4, "b9"))
    moons = towns((2, "h2"), (3, "h6"), (4, "h9"), owner="moons")
    coins, tokens = suns["coins"] | moons["coins"], suns["tokens"] | moons["tokens"] | {"e1": "crowns 1"} | extra
    return Phase("abandonment", cultures=THREE, holding=["suns", "moons"], coins=coins, tokens=tokens).run()


def test_of_two_that_win_at_once_tokens_decide_and_otherwise_they_share() -> None:
    """CW-64 (CW:95), AMB-136."""
    assert both({"d4": "moons 1"}).s.winners == ["moons"]
    assert both({}).s.winners == ["suns", "moons"]


def test_of_two_that_win_at_once_more_settlements_decide() -> None:
    """CW-64 (CW:95), AMB-136."""
    moons = towns((2, "f2"), (3, "h6"), (4, "h9"), (5, "i2"), owner="moons")
    suns = towns((2, "b2"), (3, "b6"), (4, "b9"))
    tokens = suns["tokens"] | moons["tokens"] | {"e9": "suns 9", "e1": "crowns 1"}
    phase = Phase(
        "abandonment", cultures=THREE, holding=["suns", "moons"], coins=suns["coins"] | moons["coins"], tokens=tokens
    )
    assert phase.run().s.winners == ["moons"]


def test_with_a_round_limit_settlements_then_tokens_decide() -> None:
    """The table option `rounds`."""
    phase = Phase("abandonment", turn=5, options={"rounds": 5}, **with_rivals(TWO, j10="moons 2")).run()
    assert (phase.ended, phase.s.reason, phase.s.winners) == (True, "rounds", ["suns"])
    tokens = {"c4": "suns 1", "j10": "moons 2"}
    more = Phase("abandonment", turn=5, options={"rounds": 5}, tokens=tokens).run()
    assert more.s.winners == ["moons"]
    assert not Phase("abandonment", turn=4, options={"rounds": 5}, tokens=tokens).run().ended


def test_the_last_culture_left_wins_and_nobody_if_none_is() -> None:
    """N-48."""
    alone = Phase("abandonment", tokens={"c4": "suns 1"}).run()
    assert (alone.s.reason, alone.s.winners) == ("alone", ["suns"])
    none = Phase("abandonment").run()
    assert (none.s.reason, none.s.winners) == ("nobody", [])
    outcome = GAME.outcome(none.s)
    assert outcome is not None
    assert outcome.winners == ()


def test_a_position_with_37_tokens_is_refused() -> None:
    """CW-01 (CW:1-3)."""
    with pytest.raises(SetupError, match="36"):
        GAME.load(position("movement", tokens={"a1": "suns 37"}))
