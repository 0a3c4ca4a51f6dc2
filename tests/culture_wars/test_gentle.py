"""The gentle computer of Culture Wars enters nobody's squares, and moves its tokens singly."""

from __future__ import annotations

from typing import Final

import pytest

from engine.core.game import SeatPlan
from engine.core.table import Table
from engine.core.text import languages, speaking
from engine.culture_wars.game import GAME
from engine.culture_wars.movement import DONE, parse
from engine.culture_wars.npc.gentle import MOST, MOVE, gentle_answer
from engine.culture_wars.view import view
from engine.games import PRESENTATIONS
from tests.culture_wars.story import position
from tools.culture_levels import pair

BESIDE: Final[dict[str, object]] = {
    "cultures": {"suns": {"by": "human"}, "moons": {"by": "npc"}},
    "tokens": {"c4": "suns 1", "c5": "moons 3"},
}
"""A token of a person beside three of the computer."""


def test_it_enters_nobodys_squares_and_moves_its_tokens_singly() -> None:
    table = Table.new(GAME, "standard", [SeatPlan(), SeatPlan()], {"rounds": 12}, "gentle")
    moved = 0
    while table.waiting():
        seat = table.waiting()[0]
        ask, asked, now = table.ask_of(seat), table.question_to(seat), view(table.state, ())
        assert ask is not None
        assert asked is not None
        picks = gentle_answer(now, asked, ask)
        if asked.key == MOVE and picks != (DONE,):
            _, _, goal, n = parse(picks[0])
            there = now.squares[goal]
            assert n <= MOST
            assert set(there.tokens) <= {seat}
            assert there.settlement is None or there.settlement.owner == seat
            moved += 1
        table.submit(seat, *picks)
    assert moved > 50


def test_it_plays_where_it_is_chosen_and_a_person_is_never_held_back() -> None:
    s, step = GAME.load(position("movement", options={"npc": "gentle"}, order=["moons", "suns"], **BESIDE))
    table = Table.start(GAME, s, step)
    ask, asked = table.ask_of("suns"), table.question_to("suns")
    assert ask is not None
    assert asked is not None
    assert any(option.startswith("c4>c5") for option in ask.options)
    table.submit("suns", DONE)
    assert set(table.state.tokens["c4"]) == {"suns"}, "the gentle computer keeps away"


def test_the_usual_computer_beats_it() -> None:
    assert sum(pair(number, "a few").won for number in range(3)) >= 4


@pytest.mark.parametrize("language", languages())
def test_the_lobby_says_that_it_plays(language: str) -> None:
    lobby = PRESENTATIONS["culture_wars"].lobby
    with speaking(language):
        plain, gentle = (lobby.changed_options({"npc": level}) for level in ("usual", "gentle"))
    assert not plain
    assert len(gentle or ()) == 1
