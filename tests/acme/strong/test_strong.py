"""The strong computer: a person's rules, a hand of its own, the same answer wherever it sees the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import msgspec
import pytest

from engine.acme.game import GAME
from engine.acme.presentation.lobby import AcmeLobby
from engine.acme.state import State
from engine.acme.strong.advice import PLACING
from engine.acme.strong.deliberation import CIV, THINKING, AcmeDeliberation
from engine.core.chance import shuffle
from engine.core.deliberation import Thought, Vantage, mark
from engine.core.game import SeatPlan
from engine.core.record import encode
from engine.core.table import Table
from engine.core.text import catalogue
from tests.conformance.strong_games import UNTRIED, match, opened

TURNS = 2


def game(**options: object) -> Table[State]:
    """A short game of one person and two strong computers."""
    seats = [SeatPlan(by="human"), SeatPlan(by="npc"), SeatPlan(by="npc")]
    return Table.new(GAME, "standard", seats, {"npc": "strong", "turns": TURNS, **options}, "strong")


@pytest.mark.parametrize("npc", ["strong", "playbook"])
def test_a_game_ends_with_the_epoch_that_its_lobby_names(npc: str) -> None:
    """The lobby promised four Epochs with strong computers, which play as persons do; the game had three."""
    options = {"map": "western", "npc": npc}
    seats = [SeatPlan(by="human"), SeatPlan(by="npc")]
    played = GAME.setup("standard", seats, options, "ends")[0].options.epochs
    assert AcmeLobby().effective(options, "standard", npcs=1)["epochs"] == played


def usual(table: Table[State]) -> Thought | None:
    """What a stand-in would answer where the strong computer has to think."""
    asked, ask = table.pending, table.ask_of(str(table.thinker))
    return (
        None
        if asked is None or ask is None
        else Thought(mark(table.record), ask.seat, GAME.npc(table.state, asked, ask))
    )


def thinking(number: int, most: int) -> Iterator[Table[State]]:
    """A game in which one of the computers is strong, wherever it has to think at the start of a step."""
    table, seen = opened(number, turns=1), 0
    while table.is_unfinished and seen < most:
        seat, thought = table.thinker, usual(table)
        if seat is not None and not table._vantage(seat).entries and table.pending and table.pending.key != CIV:
            seen += 1
            yield table
        table.go_on([thought] if thought else None)


def redealt(vantage: Vantage, seed: str) -> Vantage:
    """The same position with all dealt anew that the seat does not see: deck, other hands, the chance to come."""
    s: State = msgspec.json.decode(vantage.state, type=State)
    others = [c for name, c in s.civs.items() if name != s.slots[vantage.place]]
    pool = [*s.deck, *(card for c in others for card in c.hand)]
    s.seed = seed
    shuffle(s, pool)
    for held in (*(c.hand for c in others), s.deck):
        held[:] = [pool.pop() for _ in held]
    return replace(vantage, state=msgspec.json.encode(s))


def test_an_npc_seat_of_such_a_table_plays_by_the_rules_of_a_person() -> None:
    s = game().state
    assert [(c.by, c.npc, c.strong) for c in s.civs.values()] == [("human", False, False), *[("npc", False, True)] * 2]
    playbook = Table.new(GAME, "standard", [SeatPlan(), SeatPlan(by="npc")], {}, "strong").state
    assert [(c.npc, c.strong) for c in playbook.civs.values()] == [(False, False), (True, False)]


def test_its_hand_is_hidden_from_others() -> None:
    t = game()
    others = [name for name, c in t.state.civs.items() if c.strong]
    seen = t.view(t.state.slots[0]).civs
    assert all(seen[name].hand is None and seen[name].strong for name in others)


def test_two_games_that_differ_in_hidden_cards_and_chance_alone_get_the_same_decision() -> None:
    mind, compared = AcmeDeliberation(), 0
    for table in thinking(1, 4):
        vantage = table._vantage(str(table.thinker))
        expected = mind.answer(vantage)
        other = redealt(vantage, "elsewhere")
        assert other.state != vantage.state
        assert mind.answer(other) == expected
        compared += 1
    assert compared > 1


def test_a_restart_before_a_decision_decides_the_same() -> None:
    table = next(thinking(3, 1))
    again = Table.restore(GAME, table.record.copy())[0]
    assert again.thinker == table.thinker
    assert again.think() == table.think()


def test_it_thinks_about_nothing_that_others_answer_with_it() -> None:
    table = next(thinking(1, 1))
    assert table.pending is not None
    assert table.pending.key in THINKING
    assert not table.pending.is_shared


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("key", sorted({*THINKING} - {PLACING}))
def test_it_can_say_why_it_advises_each_answer(key: str, language: str) -> None:
    """Its own Home Area was advised without a word."""
    assert f"advice.acme.{key.replace('.', '_')}" in catalogue(language)


def test_its_reasons_are_told_to_its_own_seat_alone() -> None:
    table = next(thinking(1, 1))
    thought = table.think()
    assert thought is not None
    table.begin()
    table.go_on([thought])
    reasons = [e for e in table.events if e.is_reason]
    assert [(e.key, e.to, e.text) for e in reasons if e.to is None] == []
    assert all(e.text and not e.text.startswith("why") for e in reasons)


@pytest.mark.soak
def test_a_whole_game_ends_with_nothing_broken_and_the_same_again() -> None:
    found = []
    for _ in range(2):
        table = opened(4, turns=1, boards=UNTRIED)
        while table.is_unfinished:
            table.go_on([thought] if (thought := table.think()) else None)
            assert GAME.problems(table.state) == []
        assert table.outcome() is not None
        found.append(encode(table.record))
    assert found[0] == found[1]


@pytest.mark.soak
def test_it_does_better_than_a_stand_in_in_its_place() -> None:
    """A thrifty guard of its strength: four games, VP ahead of the others compared with those of a stand-in."""
    numbers = range(4)
    strong = sum(match(n).ahead for n in numbers)
    usual = sum(match(n, strong=False).ahead for n in numbers)
    assert strong > usual


@pytest.mark.soak
@pytest.mark.parametrize(("seats", "teams", "victory"), [(4, 2, "combined"), (6, 3, "individual")])
def test_strong_computers_play_in_teams(seats: int, teams: int, victory: str) -> None:
    """Whole short games of them end with nothing broken, with Culture Tracks as well (ACME-TEAM-01)."""
    options = {"npc": "strong", "teams": teams, "team_victory": victory, "culture": seats > 4, "turns": TURNS}
    table = Table.new(GAME, "standard", [SeatPlan(by="npc") for _ in range(seats)], options, "strong teams")
    while table.is_unfinished:
        table.go_on([thought] if (thought := table.think()) else None)
        assert GAME.problems(table.state) == []
    assert {c.team for c in table.state.civs.values()} == {str(team + 1) for team in range(teams)}
    assert table.outcome() is not None
