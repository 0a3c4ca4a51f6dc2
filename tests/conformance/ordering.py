"""Random standing orders at all seats of any game that takes them, beside random answers."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from engine.core.ask import Picks
from engine.core.errors import IllegalAnswer
from engine.core.order_lines import read_order
from engine.core.orders import (
    LodgedPlan,
    OrderKind,
    Orders,
    StandingOrder,
    Verdict,
    ahead,
    concerns,
    lodged,
    orders_of,
    turn_of,
    verdict,
)
from engine.core.queue import ActionQueue, action_of, at_turn, opening, queue_verdict, queued, queued_to, queueing_of
from engine.core.table import Table
from engine.core.text import sentence
from engine.core.trial import Trial
from tests.conformance.players import answer, finish


def ordered(rng: random.Random, orders: Orders) -> list[StandingOrder]:
    """Some standing orders, of some kinds several up to different numbers."""
    return [
        StandingOrder(
            name,
            way,
            rng.choice((None, 1, 4)) if kind.limited else None,
            some_conditions(rng, kind, way),
            some_things(rng, kind),
            every=kind.otherwise and rng.random() < 0.5,
            otherwise=rng.choice(("", *kind.ways)) if kind.otherwise else "",
            unless=named_by(rng, kind.exceptions),
        )
        for name, kind in orders.kinds.items()
        for way in rng.sample(kind.ways, rng.randint(0, 2 if kind.several else 1))
    ]


def some_things(rng: random.Random, kind: OrderKind) -> tuple[tuple[str, str], ...]:
    """Something said of a few single things, classes mostly, where that can be ordered."""
    things = sorted(set(kind.things.values()), key=lambda what: (what.isdigit(), what)) if kind.verbs else []
    named = rng.sample(things, rng.randint(0, min(5, len(things))))
    said = ((rng.choice(kind.verbs), what) for what in named)
    return tuple((verb, what) for verb, what in said if kind.takes(verb, what))


def some_conditions(rng: random.Random, kind: OrderKind, way: str) -> tuple[tuple[str, str], ...]:
    """A few conditions under which that way is ordered, if it can be."""
    return named_by(rng, kind.conditions) if kind.may_depend(way) else ()


def named_by(rng: random.Random, conditions: Mapping[str, frozenset[str]]) -> tuple[tuple[str, str], ...]:
    """A few of these conditions."""
    known = [(name, what) for name, named in conditions.items() for what in sorted(named)]
    return tuple(rng.sample(known, rng.randint(0, min(2, len(known)))))


def planned(rng: random.Random, table: Table[Any], seat: str) -> LodgedPlan | None:
    """A plan of one random pick, if the seat can lodge it now."""
    there = ahead(table, seat)
    ask = there.ask_of(seat) if there is not None else None
    if there is None or ask is None:
        return None
    try:
        return lodged(there, seat, [rng.choice(ask.options)])
    except IllegalAnswer:
        return None


def queueing_some(rng: random.Random, table: Table[Any], seat: str, queue: ActionQueue | None) -> ActionQueue | None:
    """The queue with some action more, of random answers, if the seat can queue one now."""
    queueing = queueing_of(table.game)
    kinds = (
        list(queueing.open_to(table, seat)) if queueing is not None and seat in table.game.seats(table.state) else []
    )
    there = opening(table, seat, kind := rng.choice(kinds)) if kinds else None
    if there is None:
        return queue
    batch, trial = list[Picks](), Trial(there, seat)
    for _ in range(rng.randint(1, 12)):
        run = trial.reached(batch)
        if run.request is None or run.stopped or (run.presumed and rng.random() < 0.9):
            break
        batch.append(answer(rng, run.request.key, run.request.asks[0]))
    try:
        return queued(queue, table, seat, kind, [action_of(there, seat, batch)])
    except IllegalAnswer:
        return queue


def doubted(table: Table[Any], orders: Orders, standing: list[StandingOrder], seat: str) -> None:
    """Doubts about any order can be said, and change nothing. AssertionError where they cannot."""
    view = table.view(seat)
    for order in standing:
        assert all(sentence(doubt) for doubt in orders.doubts(order, view, seat))
        assert read_order(orders, orders.dated(order, view, seat).line).kind == order.kind


def play(table: Table[Any], rng: random.Random, most: int) -> Iterator[Verdict]:
    """Play on; what each order said. AssertionError where one says something that cannot be done."""
    orders = orders_of(table.game)
    assert orders is not None
    standing: dict[int, list[StandingOrder]] = defaultdict(lambda: ordered(rng, orders))
    plans = dict[int, tuple[LodgedPlan, Any]]()
    queues, queueing = dict[int, ActionQueue](), queueing_of(table.game)
    for seat in table.game.seats(table.state):
        doubted(table, orders, standing[table.place_of(seat)], seat)
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
        elif concerns(orders, asked.key, plan, standing[place]):
            said = verdict(Trial(table, seat), orders, plan, then, standing[place])
            yield said
        if plan is not None and said.by == plan.key:
            del plans[place]
        table.submit_batch(seat, said.batch or [answer(rng, asked.key, ask)])
        finish(table)
        assert table.problems() == []
