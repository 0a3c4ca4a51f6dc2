"""Random auto-answers, planned moves and queues at all seats of any game, beside random answers."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from engine.core.ask import Picks
from engine.core.auto_answers import (
    AutoAnswer,
    AutoAnswers,
    LodgedPlan,
    Verdict,
    ahead,
    auto_answers_of,
    concerns,
    lodge_plan,
    read,
    turn_of,
    verdict,
)
from engine.core.errors import IllegalAnswer
from engine.core.queue import (
    ActionQueue,
    action_of,
    at_turn,
    enqueue,
    position_ahead,
    queue_verdict,
    queued_to,
    queueing_of,
)
from engine.core.table import Table
from engine.core.trial import Trial
from tests.conformance.players import answer, finish


def some(rng: random.Random, known: AutoAnswers, table: Table[Any], seat: str) -> list[AutoAnswer]:
    """Some auto-answers out of what the seat is offered, each read back from how it is stored."""
    found, view = list[AutoAnswer](), table.view(seat)
    for name, kind in known.kinds.items():
        values = list(known.offered_values(name, view, seat))
        value = ",".join(
            rng.sample(values, rng.randint(1, min(5, len(values)))) if kind.several else [rng.choice(values)]
        )
        one = read(known, AutoAnswer(name, value).line)
        assert one == AutoAnswer(name, value)
        found += [one] if rng.random() < 0.7 else []
    return found


def planned(rng: random.Random, table: Table[Any], seat: str) -> LodgedPlan | None:
    """A plan of one random pick, if the seat can lodge it now."""
    there = ahead(table, seat)
    ask = there.ask_of(seat) if there is not None else None
    if there is None or ask is None:
        return None
    try:
        return lodge_plan(there, seat, [rng.choice(ask.options)])
    except IllegalAnswer:
        return None


def queueing_some(rng: random.Random, table: Table[Any], seat: str, queue: ActionQueue | None) -> ActionQueue | None:
    """The queue with some action more, of random answers, if the seat can queue one now."""
    queueing = queueing_of(table.game)
    kinds = (
        list(queueing.open_to(table, seat)) if queueing is not None and seat in table.game.seats(table.state) else []
    )
    there = position_ahead(table, seat, kind := rng.choice(kinds)) if kinds else None
    if there is None:
        return queue
    batch, trial = list[Picks](), Trial(there, seat)
    for _ in range(rng.randint(1, 12)):
        run = trial.after(batch)
        if run.request is None or run.stopped or (run.presumed and rng.random() < 0.9):
            break
        batch.append(answer(rng, run.request.key, run.request.asks[0]))
    try:
        return enqueue(queue, table, seat, kind, [action_of(there, seat, batch)])
    except IllegalAnswer:
        return queue


def play(table: Table[Any], rng: random.Random, most: int) -> Iterator[Verdict]:
    """Play on; what each said. AssertionError where one says something that cannot be done."""
    known = auto_answers_of(table.game)
    assert known is not None
    there = dict[int, list[AutoAnswer]]()
    plans = dict[int, tuple[LodgedPlan, Any]]()
    queues, queueing = dict[int, ActionQueue](), queueing_of(table.game)
    for seat in table.game.seats(table.state):
        there[table.place_of(seat)] = some(rng, known, table, seat)
    for _ in range(most):
        if table.pending is None:
            return
        for other in table.game.seats(table.state) if rng.random() < 0.1 else ():
            if plan := planned(rng, table, other):
                plans[table.place_of(other)] = plan, table.view(other)
            queue = queues.get(table.place_of(other))
            if rng.random() < 0.3 and (queue := queueing_some(rng, table, other, queue)):
                queues[table.place_of(other)] = queue
        seat = rng.choice(table.waiting())
        place, ask, asked = table.place_of(seat), table.ask_of(seat), table.question_to(seat)
        assert ask is not None
        assert asked is not None
        plan, then = plans.get(place, (None, None))
        said = Verdict()
        queue = at_turn(queues.get(place, ActionQueue()), turn_of(table))
        if queueing is not None and queued_to(queueing, queue, asked.key):
            said, left = queue_verdict(Trial(table, seat), seat, queueing, queue)
            queues[place] = left if said.batch else ActionQueue()
            yield said
        elif concerns(known, asked.key, plan, there.setdefault(place, some(rng, known, table, seat))):
            said = verdict(Trial(table, seat), known, plan, then, there[place])
            yield said
        if plan is not None and said.by == plan.key:
            del plans[place]
        table.submit_batch(seat, said.batch or [answer(rng, asked.key, ask)])
        finish(table)
        assert table.problems() == []
