"""What is stored and asked is facts: no State, Event or Request holds a word of any language."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping

import pytest

from engine.core.ask import Request
from engine.core.game import Event
from engine.core.naming import TOKEN
from engine.core.said import AS_TOLD, Said, as_told
from tests.conformance.players import finish
from tests.golden.replay import FOLDER, opened

LETTERS = re.compile(r"[A-Za-z]")
FIGURES = re.compile(r"[IVX]+|[A-Za-z]\d+")


def wordy(value: object) -> Iterator[str]:
    """The texts in a value of a fact that hold letters outside tokens, Roman numerals and places such as N4."""
    if isinstance(value, Said):
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
    assert english(Event(Said("event.card.mina", {"civ": "{civ:egypt}", "n": "2 mina"}), key="card.mina"))
    assert english(Event(as_told("Egypt passed."), key="card.passed"))
    assert not english(Event(Said("event.card.mina", {"civ": "{civ:egypt}", "n": 2}), key="card.mina"))
