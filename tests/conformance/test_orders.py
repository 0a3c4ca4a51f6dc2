"""Orders of every game that takes them: they give only answers that can be given, and say nothing of others' hands."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from engine.core.ask import Ask, Picks, Request
from engine.core.order_lines import read_order, sets_of
from engine.core.orders import ALL, SET, OrderKind, StandingOrder, WordOrders, orders_of, verdict
from engine.core.said import Said
from engine.core.table import Table
from engine.core.text import catalogue, languages, own
from engine.core.trial import Trial
from engine.games import GAMES
from tests.conformance.culture import crowded, culture_wars
from tests.conformance.ordering import play
from tests.conformance.players import acme, civilization
from tests.translated import speaks

TAKING = {name: orders for name, game in GAMES.items() if (orders := orders_of(game)) is not None}


@pytest.mark.sample(2)
@pytest.mark.parametrize("make", [acme, crowded])
@pytest.mark.parametrize("number", range(40))
def test_random_orders_only_ever_give_answers_that_can_be_given(make: Callable[[int], Table[Any]], number: int) -> None:
    said = list(play(make(number), random.Random(number), 150))
    assert any(one.batch for one in said)
    assert all(bool(one.batch) is not bool(one.why) for one in said)


@pytest.mark.long
@pytest.mark.parametrize(
    ("make", "number"),
    [(make, n) for make in (acme, culture_wars, civilization) for n in range(200)],
)
def test_whole_games_with_random_orders_end(make: Callable[[int], Table[Any]], number: int) -> None:
    table = make(number)
    said = list(play(table, random.Random(number), 20_000))
    assert table.pending is None
    assert all(bool(one.batch) is not bool(one.why) for one in said)


def test_every_game_takes_orders_each_question_in_one_kind() -> None:
    assert TAKING.keys() == {"acme", "civ", "culture_wars"}
    for orders in TAKING.values():
        keys = [key for kind in orders.kinds.values() for key in kind.questions]
        assert len(keys) == len(set(keys))
        assert {key for kind in orders.kinds.values() for key in kind.besides} <= set(keys)
        assert set(orders.ahead) == set(orders.ends)


@pytest.mark.parametrize(
    ("name", "language"), [(name, language) for name in TAKING for language in languages() if speaks(language, name)]
)
def test_kinds_and_ways_have_names_in_every_language(name: str, language: str) -> None:
    texts, kinds = catalogue(language), TAKING[name].kinds
    assert {kind for kind in kinds if own(name, f"order.kind.{kind}") not in texts} == set()
    ways = {(kind, way) for kind, facts in kinds.items() for way in facts.ways}
    named = {(kind, way) for kind, way in ways if set(texts) & {f"{at}{way}" for at in places_of(name, kind)}}
    assert ways == named


def places_of(name: str, kind: str) -> tuple[str, ...]:
    """Where the name of a way of that kind may stand."""
    return f"{name}.order.way.{kind}_", f"{name}.order.way.", "order.way."


@pytest.mark.parametrize("name", TAKING)
def test_what_holds_up_to_a_number_says_of_what_in_every_language(name: str) -> None:
    orders = TAKING[name]
    assert {key for kind in orders.kinds.values() if kind.limited for key in kind.questions} == orders.units.keys()
    for language in (one for one in languages() if speaks(one, name)):
        nouns = {f"count.{noun}.{form}" for noun in orders.units.values() for form in ("one", "other")}
        assert nouns <= catalogue(language).keys()


@pytest.mark.parametrize("name", TAKING)
def test_kinds_and_ways_are_read_back(name: str) -> None:
    orders = TAKING[name]
    lines = [f"{kind}: {way}" for kind, facts in orders.kinds.items() for way in facts.ways]
    assert [read_order(orders, line).line for line in lines] == lines


@pytest.mark.parametrize(
    ("name", "language"), [(name, language) for name in TAKING for language in languages() if speaks(language, name)]
)
def test_sets_of_orders_can_be_read_and_have_names_in_every_language(name: str, language: str) -> None:
    orders = TAKING[name]
    assert orders.sets
    assert {one: [order.line for order in said] for one, said in sets_of(orders).items()} == {
        one: [*lines] for one, lines in orders.sets.items()
    }
    assert {one for one in orders.sets if own(name, f"order.set.{one}") not in catalogue(language)} == set()
    assert not {ALL, SET} & orders.kinds.keys()


class Mistaken(WordOrders):
    """Orders that say what the rules do not offer."""

    def answer(self, _order: StandingOrder, _trial: Trial, _request: Request, _ask: Ask) -> Picks | Said:
        """Nothing that could be answered."""
        return ("nowhere",)


def test_what_the_rules_do_not_offer_stops_an_order() -> None:
    """Whatever a game's orders say, the table is never asked to take it."""
    table = acme(0)
    assert table.pending is not None
    orders = Mistaken()
    orders.kinds = {"wrong": OrderKind((table.pending.key,), ("way",))}
    said = verdict(Trial(table, table.waiting()[0]), orders, None, None, [StandingOrder("wrong", "way")])
    assert (said.batch, said.why.key) == ((), "order.stop.rules")
