"""What the bot relies on in every game: restarts, undo, notation, dry runs, views, words. Each check returns how often
it could look.
"""

from __future__ import annotations

import random
import re
from typing import Any, Final

import msgspec

from engine.core import notation, record
from engine.core.chance import Luck
from engine.core.decoding import decoder
from engine.core.errors import NothingToUndo
from engine.core.naming import name_tokens
from engine.core.table import Table
from engine.core.trial import Trial
from engine.games import PRESENTATIONS
from nisaba.conformance.cases import Case
from nisaba.conformance.players import finish, restarted, switched, to_the_end

EACH: Final = 7
MOST: Final = 20_000
CHAPTER: Final = re.compile(r"(\d+\.\d+\.[a-z_.]+)?")


def frozen(table: Table[Any]) -> bytes:
    """Return the state as it would be stored."""
    return msgspec.json.encode(table.state)


def restarts(case: Case) -> int:
    """A restart between any two answers changes nothing."""
    table, rng, looked = case.table(), random.Random(case.name), 0
    while table.pending is not None and looked < case.most:
        again = restarted(table)
        assert again.pending == table.pending
        table, looked = again, looked + 1
        case.step(rng, table)
        assert table.problems() == []
    return looked


def undoes(case: Case) -> int:
    """Undo gives the same bytes and the same question back."""
    undone = 0
    for table, rng in case.asked():
        state, before = frozen(table), table.pending
        seats = list(table.game.seats(table.state))
        last_of_several = before is not None and before.is_shared and len(table.waiting()) == 1
        seat, _ = case.step(rng, table)
        now = list(table.game.seats(table.state))
        if last_of_several or len(now) != len(seats):
            continue
        try:
            table.undo(now[seats.index(seat)])
        except NothingToUndo:
            continue
        undone += 1
        assert frozen(table) == state
        assert table.pending == before
        if table.pending is not None:
            case.step(rng, table)
    return undone


def notes(case: Case) -> int:
    """The notation of any position reads back to the same text, the end of the game included."""
    looked = 0
    for n, (table, _) in enumerate(case.asked()):
        if n % EACH == 0:
            looked += 1
            _read_back(table)
    _read_back(table)
    return looked


def _read_back(table: Table[Any]) -> None:
    text = notation.dump(table)
    again = notation.load(table.game, text)
    assert notation.dump(again) == text
    assert again.pending == table.pending
    assert again.view(None) == table.view(None)


def tries(case: Case) -> int:
    """A dry run changes nothing and tells what the answer will do."""
    tried = 0
    for table, rng in case.asked():
        if len(table.waiting()) != 1:
            continue
        seat, before = table.waiting()[0], frozen(table)
        ask, question = table.ask_of(seat), table.question_to(seat)
        assert ask is not None
        assert question is not None
        picks = case.answers(rng, question.key, ask)
        run = Trial(table, seat).run([picks])
        assert frozen(table) == before
        assert run.taken == 1
        again = Trial(table, seat).run([picks])
        assert (again.view, again.events, again.request) == (run.view, run.events, run.request)
        tried += 1
    return tried


def describes(case: Case) -> int:
    """All that is offered is described, questions and events have their texts, and views come back from their JSON."""
    looked = 0
    for n, (table, _) in enumerate(case.asked()):
        assert [event.text for event in table.events if not event.text.strip()] == []
        table.events.clear()
        pending, before = table.pending, frozen(table)
        assert pending is not None
        if n % EACH:
            continue
        looked += 1
        for ask in pending.asks:
            assert pending.sealed or pending.to(ask.seat).prompt
            described = table.game.describe(table.state, pending, ask)
            assert {option.token for option in described} >= set(ask.options)
            assert all(option.label for option in described)
        for seat in (None, *table.game.seats(table.state)):
            view = table.view(seat)
            assert decoder(table.game.view_type).json(msgspec.json.encode(view)) == view
        assert frozen(table) == before
    return looked


def views_stay(case: Case) -> int:
    """A view doesn't change when the game goes on: it shares nothing with the state."""
    looked = 0
    for table, rng in case.asked():
        views = [table.view(seat) for seat in (None, *table.game.seats(table.state))]
        shown = [msgspec.json.encode(view) for view in views]
        case.step(rng, table)
        assert [msgspec.json.encode(view) for view in views] == shown
        looked += 1
    return looked


def deals(case: Case) -> int:
    """In a position that a game deals for a seat, this seat sees and is offered the same: nothing else leaks."""
    dealt = 0
    for table, _ in case.asked():
        deal, pending = getattr(table.game, "deal", None), table.pending
        if deal is None or pending is None:
            continue
        for ask in pending.asks:
            seen = table.view(ask.seat)
            world = deal(seen, ask.seat, Luck(f"{case.name} {dealt}"))
            if world is None:
                continue
            world.by, world.turn = table.state.by, table.state.turn
            assert table.game.view(world, ask.seat, pending.asked) == seen
            assert table.game.describe(world, pending, ask) == table.game.describe(table.state, pending, ask)
            dealt += 1
    return dealt


def tells(case: Case) -> int:
    """What a game declares for people can tell every position, and its chapters are written as they must be."""
    looked = 0
    for n, (table, _) in enumerate(case.asked()):
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
            assert name_tokens(f"{{civ:{seat}}}", shown.names)
        assert CHAPTER.fullmatch(table.game.chapter(table.state))
    return looked


def ends(case: Case) -> int:
    """Random play ends without a problem, and so does play in which seats change hands, and play of computers alone."""
    table, answers = to_the_end(case.table(), random.Random(case.name), case.name, answers=case.answers)
    outcome = table.outcome()
    assert outcome is not None
    assert {*outcome.scores, *outcome.winners} <= {*table.game.seats(table.state)}
    switched(random.Random(case.name), case.table(), MOST, case.answers)
    return answers


def computers(case: Case) -> int:
    """Computers alone play to the end, and decide the same a second time."""
    played = [_watched(case), _watched(case)]
    assert played[0] == played[1]
    return len(played[0])


def _watched(case: Case) -> bytes:
    table = case.make()
    for seat in list(table.game.seats(table.state)):
        if seat in table.game.seats(table.state):
            table.control(seat, "npc")
    finish(table)
    assert table.pending is None
    return record.encode(table.record)
