"""Random standing orders at all seats of any game that takes them, beside random answers."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from engine.core.orders import LodgedPlan, Orders, StandingOrder, Verdict, ahead, concerns, lodged, orders_of, verdict
from engine.core.table import Table
from engine.core.trial import Trial
from tests.conformance.players import answer, finish


def ordered(rng: random.Random, orders: Orders) -> list[StandingOrder]:
    """Some standing orders, of some kinds several up to different numbers."""
    return [
        StandingOrder(name, way, rng.choice((None, 1, 4)) if kind.limited else None)
        for name, kind in orders.kinds.items()
        for way in rng.sample(kind.ways, rng.randint(0, 2 if kind.several else 1))
    ]


def planned(rng: random.Random, table: Table[Any], seat: str) -> LodgedPlan | None:
    """A plan of one random pick, if the seat can lodge one now."""
    there = ahead(table, seat)
    ask = there.ask_of(seat) if there is not None else None
    return lodged(there, seat, [rng.choice(ask.options)]) if there is not None and ask is not None else None


def play(table: Table[Any], rng: random.Random, most: int) -> Iterator[Verdict]:
    """Play on; what each order said. AssertionError where one says something that cannot be done."""
    orders = orders_of(table.game)
    assert orders is not None
    standing: dict[int, list[StandingOrder]] = defaultdict(lambda: ordered(rng, orders))
    plans = dict[int, tuple[LodgedPlan, Any]]()
    for _ in range(most):
        if table.pending is None:
            return
        for other in table.game.seats(table.state) if rng.random() < 0.1 else ():
            if plan := planned(rng, table, other):
                plans[table.place_of(other)] = plan, table.view(other)
        seat = rng.choice(table.waiting())
        place, ask, asked = table.place_of(seat), table.ask_of(seat), table.question_to(seat)
        assert ask is not None
        assert asked is not None
        plan, then = plans.get(place, (None, None))
        said = Verdict()
        if concerns(orders, asked.key, plan, standing[place]):
            said = verdict(Trial(table, seat), orders, plan, then, standing[place])
            yield said
        if plan is not None and said.by == plan.key:
            del plans[place]
        table.submit_batch(seat, said.batch or [answer(rng, asked.key, ask)])
        finish(table)
        assert table.problems() == []
