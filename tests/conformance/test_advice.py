"""Advice tells a player nothing that their seat can't see, and comes out the same after a restart."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from bot.ui.questions.draft import follows
from engine.core.advice import Advice, advise
from engine.core.ask import Seat
from engine.core.record import Record
from engine.core.table import Table
from engine.core.trial import Trial
from engine.games import PRESENTATIONS
from tests.civ.tables import crowded as civilization
from tests.civ.test_random_play import shuffled as civ_shuffled
from tests.conformance.culture import crowded as culture
from tests.conformance.players import acme, restarted, step
from tests.conformance.test_culture_wars import shuffled as culture_shuffled
from tests.conformance.test_secrets import boundary, shuffled

Elsewhere = Callable[[Any, Seat, random.Random], Any]
GAMES: dict[str, tuple[Callable[[int], Table[Any]], Elsewhere]] = {
    "acme": (acme, shuffled),
    "culture_wars": (culture, lambda s, _, rng: culture_shuffled(s, rng)),
    "civ": (civilization, civ_shuffled),
}
ANSWERS, MOST, LEAST = 300, 12, 4


def advice(table: Table[Any], seat: Seat) -> Advice | None:
    presentation = PRESENTATIONS[table.game.name]
    return advise(Trial(table, seat), table.place_of(seat), lambda first, there: follows(presentation, first, there))


def elsewhere(table: Table[Any], seat: Seat, how: Elsewhere, rng: random.Random) -> Table[Any]:
    """The same table with all put elsewhere that the seat can't see."""
    at, raw = boundary(table)
    state = how(msgspec.json.decode(raw, type=table.game.state_type), seat, rng)
    return Table(table.game, Record(table.game.name, table.game.version, at, msgspec.Raw(msgspec.json.encode(state))))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("number", [3])
def test_it_is_the_same_whatever_the_seat_cannot_see_and_after_a_restart(name: str, number: int) -> None:
    make, how = GAMES[name]
    table, rng, dice, compared = make(number), random.Random(number), random.Random(number + 1), 0
    for _ in range(ANSWERS):
        if table.pending is None or compared >= MOST:
            break
        seat = dice.choice(table.waiting())
        if dice.random() < 0.4:
            told = advice(table, seat)
            assert told is not None
            assert told == advice(restarted(table), seat)
            twin = elsewhere(table, seat, how, dice)
            if twin.question_to(seat) == table.question_to(seat) and table.asked_at == table.answer_count():
                assert told == advice(twin, seat)
                compared += 1
        step(rng, table)
    assert compared >= LEAST
