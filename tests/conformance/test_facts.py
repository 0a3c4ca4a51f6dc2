"""What is stored and asked is facts: no State, Event or Request holds a word of any language."""

from __future__ import annotations

import ast
import json
import pickle
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pytest

from engine.core.ask import Request
from engine.core.game import Event, SetupError
from engine.core.message import AS_TOLD, Message, as_told
from engine.core.naming import TOKEN
from engine.core.text import ENGLISH, pattern, speaking
from tests.conformance.players import finish
from tests.golden.replay import FOLDER, opened
from tests.suite.trees import parts

LETTERS = re.compile(r"[A-Za-z]")
ENGINE = Path(__file__).parents[2] / "engine"
FIGURES = re.compile(r"[IVX]+|[A-Za-z]\d+")


def wordy(value: object) -> Iterator[str]:
    """The texts in a value of a fact that hold letters outside tokens, Roman numerals and places such as N4."""
    if isinstance(value, Message):
        if value.key == AS_TOLD:
            yield str(value)
        yield from wordy(value.values)
    elif isinstance(value, str):
        rest = TOKEN.sub("", value)
        if LETTERS.search(rest) and not FIGURES.fullmatch(rest):
            yield value
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from wordy(one)
    elif isinstance(value, Iterable):
        for one in value:
            yield from wordy(one)


def english(told: Event | Request) -> list[str]:
    """What of an event or a question is written in words."""
    return [f"{told.key}: {found}" for found in wordy(told.said)]


def texts(value: object) -> Iterator[str]:
    """All texts of a stored position but its seed and the names of players."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, one in value.items():
            yield from () if key in {"seed", "player", "players", "rng"} else texts(one)
    elif isinstance(value, list):
        for one in value:
            yield from texts(one)


@pytest.mark.parametrize("name", ["alone", "explorers", "cultures"])
def test_no_word_of_any_language_is_in_an_event_a_question_or_a_position(name: str) -> None:
    recording = json.loads((FOLDER / f"{name}.json").read_text())
    table = opened(recording["setup"])
    found: set[str] = set()
    for seat, *picks in recording["answers"]:
        found.update(word for event in table.events for word in english(event))
        table.events.clear()
        found.update(english(table.pending) if table.pending else ())
        table.submit(seat, *picks)
        finish(table)
    assert found == set()
    assert [text for text in texts(json.loads(bytes(table.record.state))) if " " in text] == []


def test_a_sentence_among_the_values_would_be_found() -> None:
    assert english(Event(Message("event.card.mina", {"civ": "{civ:egypt}", "n": "2 mina"}), key="card.mina"))
    assert english(Event(as_told("Egypt passed."), key="card.passed"))
    assert not english(Event(Message("event.card.mina", {"civ": "{civ:egypt}", "n": 2}), key="card.mina"))


def refusals(source: str) -> Iterator[ast.Call]:
    """Every making of a SetupError in a module."""
    for node in parts(ast.parse(source)) if "SetupError(" in source else ():
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "SetupError":
            yield node


def unsayable(call: ast.Call) -> str:
    """What is wrong with a refusal: no place and key of the catalogue, or values that its text does not want."""
    key = call.args[1].value if len(call.args) == 2 and isinstance(call.args[1], ast.Constant) else None
    if not isinstance(key, str):
        return f"{ast.unparse(call)}: a place and a key are wanted"
    fields = {place.field for place in pattern(f"wrong.{key}", ENGLISH, 2) if place.field}
    return "" if fields == {word.arg for word in call.keywords} else f"{ast.unparse(call)}: {fields}"


def test_no_refusal_of_a_setup_or_a_position_is_a_sentence() -> None:
    calls = [call for file in sorted(ENGINE.rglob("*.py")) for call in refusals(file.read_text(encoding="utf-8"))]
    assert len(calls) > 100
    assert [found for call in calls if (found := unsayable(call))] == []


def test_a_sentence_in_a_refusal_would_be_found() -> None:
    wrong = (
        'SetupError("seats: none are left")',
        'SetupError("seats", f"{n} are left")',
        'SetupError("rounds", "whole", low=0)',
    )
    assert all(unsayable(call) for source in wrong for call in refusals(source))
    assert not any(map(unsayable, refusals('SetupError("rounds", "whole", low=0, high=n)')))


def test_a_refusal_is_said_in_the_language_of_who_reads_it_wherever_it_was_made() -> None:
    error = pickle.loads(pickle.dumps(SetupError("rounds", "whole", low=0, high=99)))
    assert str(error) == "rounds: must be a whole number from 0 to 99"
    with speaking("de"):
        assert str(error) == "rounds: muss eine ganze Zahl von 0 bis 99 sein"
