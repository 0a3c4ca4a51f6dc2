"""In every game and scenario: what several seats were asked at once is decided for good once it has closed."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from engine.core import record as records
from engine.core.errors import NothingToUndo
from engine.core.game import Game, SeatPlan, SetupError
from engine.core.table import Table
from engine.core.trial import Trial
from engine.games import GAMES
from tests.conformance.players import step
from tests.core.fair import FAIR

PLAYED: dict[str, Game[Any]] = {**GAMES, "fair": FAIR}
SCENARIOS = [(game.name, name) for game in GAMES.values() for name in game.scenarios]
pytestmark = pytest.mark.usefixtures("fair_texts")
ANSWERS = 350


def begun(game: Game[Any], scenario: str) -> Table[Any]:
    """A table of that scenario at which two persons play at least, with as many seats of persons as it allows."""
    most = game.scenarios[scenario].most
    for persons in range(most, 0, -1):
        try:
            table = Table.new(game, scenario, [SeatPlan()] * persons, {}, f"closing {scenario}")
        except SetupError:
            continue
        npcs = [seat for seat in game.seats(table.state) if game.controller(table.state, seat) == "npc"]
        if persons == 1 and npcs:
            table.control(npcs[0], "human")
        return table
    raise AssertionError(f"{scenario} does not begin")


def everybody_is_barred(table: Table[Any]) -> bool:
    """Whether no seat can take anything back."""
    for seat in table.game.seats(table.state):
        with pytest.raises(NothingToUndo):
            table.undo(seat)
    return True


def taken_back_unnoticed(table: Table[Any], seat: str) -> bool:
    """Whether the seat's secret answer can be taken back, with nothing else changed; it is given again."""
    asked, before = table.waiting(), [e for e in table.record.entries if e.seat != seat]
    entry = table.undo(seat)
    assert [e for e in table.record.entries if e.seat != seat] == before
    assert set(table.waiting()) == {*asked, seat}
    table.submit(seat, *entry.picks)
    return table.waiting() == asked


@pytest.mark.sample(4)
@pytest.mark.parametrize(("game", "scenario"), [*SCENARIOS, ("fair", "standard")])
def test_no_answer_is_taken_back_once_the_question_it_was_given_to_has_closed(game: str, scenario: str) -> None:
    table, rng = begun(PLAYED[game], scenario), random.Random(scenario)
    closed = 0
    for n in range(ANSWERS):
        if table.pending is None:
            break
        shared, asked_at = table.pending.is_shared, table.asked_at
        seat, _ = step(rng, table)
        if shared and table.has_answered(seat):
            assert taken_back_unnoticed(table, seat)
        elif shared and table.asked_at != asked_at:
            closed += 1
            assert everybody_is_barred(table)
        table.events.clear()
        if n % 40 == 39:
            table = Table(table.game, records.decode(records.encode(table.record)))
    assert closed > 0 or game == "culture_wars"


@pytest.mark.parametrize("number", range(3))
def test_a_dry_run_knows_nothing_of_what_others_have_answered_secretly(number: int) -> None:
    """Two tables that differ in nothing but the secret answers of others tell a seat the same."""
    table, rng = begun(GAMES["acme"], "standard"), random.Random(number)
    compared = 0
    for _ in range(ANSWERS):
        if table.pending is None:
            break
        if table.pending.is_shared and len(table.waiting()) == len(table.pending.asks) > 1:
            seat = rng.choice(table.waiting())
            quiet = Table(table.game, table.record.copy())
            for ask in table.pending.asks:
                if ask.seat != seat:
                    table.submit(ask.seat, rng.choice(ask.options))
            own = quiet.ask_of(seat)
            assert own is not None
            picks = (rng.choice(own.options),)
            assert msgspec.json.encode(Trial(table, seat).run([picks])) == msgspec.json.encode(
                Trial(quiet, seat).run([picks])
            )
            compared += 1
        step(rng, table)
        table.events.clear()
    assert compared > 3
