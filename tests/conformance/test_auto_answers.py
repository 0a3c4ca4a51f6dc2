"""Auto-answers of every game: they give only answers that can be given, and have names in every language."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from engine.core.ask import Ask, Picks, Request
from engine.core.auto_answers import LATE, NPC, AutoAnswer, AutoAnswerKind, PlainAutoAnswers, auto_answers_of, verdict
from engine.core.message import Message
from engine.core.table import Table
from engine.core.text import catalogue, languages, own
from engine.core.trial import Trial
from engine.games import GAMES
from tests.conformance.culture import crowded, culture_wars
from tests.conformance.in_advance import play
from tests.conformance.players import acme, civilization
from tests.translated import WHOLE

TAKING = {name: known for name, game in GAMES.items() if (known := auto_answers_of(game)) is not None}
SPOKEN = [(name, language) for name in TAKING for language in languages() if language in WHOLE]
MOST_KINDS = 6
LABEL = 45


@pytest.mark.sample(2)
@pytest.mark.parametrize("make", [acme, crowded])
@pytest.mark.parametrize("number", range(40))
def test_random_auto_answers_only_ever_give_answers_that_can_be_given(
    make: Callable[[int], Table[Any]], number: int
) -> None:
    said = list(play(make(number), random.Random(number), 150))
    assert any(one.batch for one in said)
    assert not [one for one in said if one.batch and one.why]


@pytest.mark.long
@pytest.mark.parametrize(
    ("make", "number"),
    [(make, n) for make in (acme, culture_wars, civilization) for n in range(200)],
)
def test_whole_games_with_random_auto_answers_end(make: Callable[[int], Table[Any]], number: int) -> None:
    table = make(number)
    said = list(play(table, random.Random(number), 20_000))
    assert table.pending is None
    assert not [one for one in said if one.batch and one.why]


def test_every_game_has_at_most_six_kinds_and_one_for_who_is_out_of_time() -> None:
    assert TAKING.keys() == {"acme", "civ", "culture_wars"}
    for known in TAKING.values():
        assert len(known.kinds) <= MOST_KINDS
        assert (known.kinds[LATE].questions, known.kinds[LATE].values) == ((), (NPC,))
        assert set(known.ahead) == set(known.ends)


@pytest.mark.parametrize(("name", "language"), SPOKEN)
def test_kinds_and_values_have_names_that_fit_a_phone_in_every_language(name: str, language: str) -> None:
    texts = catalogue(language)
    values = {
        own(name, f"auto.value.{kind}_{value.partition(':')[0]}")
        for kind, facts in TAKING[name].kinds.items()
        for value in facts.values
    }
    named = values | {own(name, f"auto.kind.{kind}") for kind in TAKING[name].kinds}
    assert named <= texts.keys()
    assert [key for key in named if len(texts[key]) > LABEL] == []


class Mistaken(PlainAutoAnswers):
    """Auto-answers that say what the rules do not offer."""

    def answer(self, _one: AutoAnswer, _trial: Trial, _request: Request, _ask: Ask) -> Picks | Message:
        """Nothing that could be answered."""
        return ("nowhere",)


def test_what_the_rules_do_not_offer_is_left_to_the_owner() -> None:
    """Whatever a game's auto-answers say, the table is never asked to take it."""
    table = acme(0)
    assert table.pending is not None
    known = Mistaken()
    known.kinds = {"wrong": AutoAnswerKind((table.pending.key,), ("value",))}
    said = verdict(Trial(table, table.waiting()[0]), known, None, None, [AutoAnswer("wrong", "value")])
    assert (said.batch, said.why.key) == ((), "auto.stop.rules")
