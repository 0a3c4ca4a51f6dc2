"""What the bot relies on holds for every game, scenario and number of seats: restarts, undo, notation, dry runs, views.

A game that is registered is tested here by that alone. What only one game has stands in a file of its own.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from engine.core import notation, record
from engine.core.decoding import decoder
from engine.core.errors import NothingToUndo
from engine.core.protocol import Session
from engine.core.table import Table
from engine.core.trial import Trial
from engine.games import GAMES, PRESENTATIONS
from tests.conformance.every_game import SCENARIOS, SERIES, Case
from tests.conformance.players import answer, step

CASES = (*SCENARIOS, *SERIES)
every = pytest.mark.parametrize("case", CASES, ids=str)
EACH = 7


def asked(case: Case) -> Iterator[tuple[Table[Any], random.Random]]:
    """The table of a case at one question after the other, answered at random in between."""
    table, rng = case.table(), random.Random(case.name)
    for _ in range(case.most):
        if table.pending is None:
            return
        yield table, rng
        if table.pending is not None:
            step(rng, table)


def frozen(table: Table[Any]) -> bytes:
    """The state as it would be stored."""
    return msgspec.json.encode(table.state)


@pytest.mark.parametrize("game", GAMES)
def test_every_scenario_of_every_game_is_played_here(game: str) -> None:
    there = {case.name.rpartition("-")[0] for case in SCENARIOS}
    assert {f"{game}-{scenario}" for scenario in GAMES[game].scenarios} <= there


def test_every_game_is_listed_with_its_options_in_words() -> None:
    listed = json.loads(json.dumps(Session(GAMES).reply('{"cmd": "games"}')))["games"]
    assert [game["name"] for game in listed] == [*GAMES]
    options = [option for game in listed for scenario in game["scenarios"] for option in scenario["options"]]
    assert {option["name"] for option in options} >= {"rounds", "epochs", "deck", "variant"}
    assert [option for option in options if not option["text"].endswith(".")] == []


@pytest.mark.sample(4)
@every
def test_a_restart_between_any_two_answers_changes_nothing(case: Case) -> None:
    table, rng, looked = case.table(), random.Random(case.name), 0
    while table.pending is not None and looked < case.most:
        again = Table(table.game, record.decode(record.encode(table.record)))
        assert frozen(again) == frozen(table)
        assert again.pending == table.pending
        table, looked = again, looked + 1
        step(rng, table)
        assert table.problems() == []
    assert looked


@pytest.mark.sample(4)
@every
def test_undo_gives_the_same_bytes_and_the_same_question_back(case: Case) -> None:
    undone = 0
    for table, rng in asked(case):
        state, before = frozen(table), table.pending
        seats = list(table.game.seats(table.state))
        alone = len(table.waiting()) == 1
        seat, _ = step(rng, table)
        now = list(table.game.seats(table.state))
        if not alone or len(now) != len(seats):
            continue
        try:
            table.undo(now[seats.index(seat)])
        except NothingToUndo:
            continue
        undone += 1
        assert frozen(table) == state
        assert table.pending == before
        if table.pending is not None:
            step(rng, table)
    assert undone


@pytest.mark.sample(4)
@every
def test_the_notation_of_any_position_reads_back_to_the_same_text(case: Case) -> None:
    looked = 0
    for n, (table, _) in enumerate(asked(case)):
        if n % EACH:
            continue
        looked += 1
        text = notation.dump(table)
        again = notation.load(table.game, text)
        assert notation.dump(again) == text
        assert again.pending == table.pending
        assert again.view(None) == table.view(None)
    assert looked
    text = notation.dump(table)
    assert notation.dump(notation.load(table.game, text)) == text


@pytest.mark.sample(4)
@every
def test_a_dry_run_changes_nothing_and_tells_what_the_answer_will_do(case: Case) -> None:
    tried = 0
    for table, rng in asked(case):
        if len(table.waiting()) != 1:
            continue
        seat, before = table.waiting()[0], frozen(table)
        ask, question = table.ask_of(seat), table.question_to(seat)
        assert ask is not None
        assert question is not None
        picks = answer(rng, question.key, ask)
        run = Trial(table, seat).run([picks])
        assert frozen(table) == before
        assert run.taken == 1
        again = Trial(table, seat).run([picks])
        assert (again.view, again.events, again.request) == (run.view, run.events, run.request)
        tried += 1
    assert tried


@pytest.mark.sample(4)
@every
def test_all_that_is_offered_is_described_and_views_come_back_from_their_json(case: Case) -> None:
    looked = 0
    for n, (table, _) in enumerate(asked(case)):
        if n % EACH:
            continue
        looked += 1
        pending, before = table.pending, frozen(table)
        assert pending is not None
        for ask in pending.asks:
            described = table.game.describe(table.state, pending, ask)
            assert {option.token for option in described} >= set(ask.options)
            assert all(option.label for option in described)
        for seat in (None, *table.game.seats(table.state)):
            view = table.view(seat)
            assert decoder(table.game.view_type).json(msgspec.json.encode(view)) == view
        assert frozen(table) == before
    assert looked


@pytest.mark.sample(4)
@every
def test_what_a_game_declares_for_people_can_tell_every_position(case: Case) -> None:
    looked = 0
    for n, (table, _) in enumerate(asked(case)):
        if n % EACH:
            continue
        looked += 1
        shown, view = PRESENTATIONS[table.game.name], table.view(None)
        assert shown.summary.moment(view)
        assert shown.summary.piles(view) is not None
        seats = list(table.game.seats(table.state))
        assert set(shown.summary.order(view)) <= set(seats)
        for seat in seats:
            assert isinstance(shown.summary.standing(view, seat), str)
            assert shown.names.name("civ", seat)
        assert isinstance(table.game.chapter(table.state), str)
    assert looked
