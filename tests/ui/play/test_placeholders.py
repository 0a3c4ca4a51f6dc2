"""What fills the placeholders of texts is words and numbers: nothing that only Python writes stands in any sentence."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from bot.ui.play.all_handlers import questions
from bot.ui.play.command_runner import CommandRunner
from bot.ui.visit import Visit
from bot.values import Refused
from engine.core import text as texts
from engine.core.commands import Command
from engine.core.naming import TOKEN, WrongLine
from engine.core.said import Said
from engine.core.table import Table
from engine.core.text import languages, sentence, speaking
from engine.games import PRESENTATIONS
from tests.conformance.every_game import SCENARIOS, Case
from tests.conformance.players import step
from tests.ui.play.fake_service import FakeService

from .test_commands import text

STEPS = 60
PYTHON = re.compile(r"[{}\[\]]|'\w+':|\(\)|\('|',\)|<\w+(?:\.\w+)* ")
PLACING = ("{out}", "{out} 2", "nowhere 3", "{a} 99", "x", "{a}, {b}, ?")
MOVING = ("{a} > {out}", "{a} > {b} 99", "{a}~{b} 9", "build {a} 9")
LINES = (*PLACING, *MOVING)


def python_in(told: str) -> list[str]:
    """What of a text only Python writes, names in their tokens left out."""
    return PYTHON.findall(TOKEN.sub("x", told))


def spoken_at(table: Table[Any]) -> Iterator[str]:
    """All that the engine says at that moment: its question with the options, and what has just happened."""
    for event in table.events:
        yield sentence(event.said)
    if (request := table.pending) is None:
        return
    yield sentence(request.said)
    for seat in table.waiting():
        ask = table.ask_of(seat)
        for option in table.game.describe(table.state, request, ask) if ask is not None else ():
            yield option.label
            yield option.hint


def refused_lines(table: Table[Any]) -> list[tuple[Command, str]]:
    """Commands with lines that cannot be carried out, of areas on the board and off it."""
    presentation = PRESENTATIONS[table.game.name]
    here = list(presentation.board.stacks(table.view(None))) if presentation.board else []
    known = {thing.value: thing.name for thing in presentation.names.things("area")}
    off = [name for slug, name in known.items() if slug not in here]
    named = {
        "a": known.get(here[0], "") if here else "x",
        "b": known.get(here[-1], "") if here else "y",
        "out": (off or ["x"])[0],
    }
    lined = [c for c in presentation.commands if any(p.several for p in c.parameters)]
    return [(command, line.format_map(named)) for command in lined for line in LINES]


async def answers_to_lines(fake: FakeService, person: int) -> list[str]:
    """What is answered to lines that cannot be carried out."""
    told = []
    for command, line in refused_lines(fake.table):
        name = next(p.name for p in command.parameters if p.several)
        try:
            screen = await CommandRunner(questions(fake.service)).run(Visit(person, table="1K9"), command, {name: line})
            told.append(text(screen))
        except (Refused, WrongLine) as refused:
            told.append(str(refused.said.get("reason", "")))
    return told


@pytest.fixture(autouse=True)
def strange(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What was filled into a place of a text and is neither words nor a number: there is nothing of that kind."""
    worth = texts._worth
    found: list[str] = []

    def checked(value: object, *more: str) -> str:
        known = isinstance(value, str | int | float | Said | tuple) and not isinstance(value, bool)
        found.extend([] if known else [repr(value)])
        return worth(value, *more)

    monkeypatch.setattr(texts, "_worth", checked)
    yield found
    assert found == []


@pytest.mark.sample(20)
@pytest.mark.parametrize("case", SCENARIOS, ids=lambda case: case.name)
@pytest.mark.parametrize("language", languages())
def test_no_sentence_of_a_game_shows_how_python_writes_things(case: Case, language: str) -> None:
    table, rng = case.table(), random.Random(case.name)
    found: dict[str, list[str]] = {}
    with speaking(language):
        for _ in range(STEPS):
            found |= {told: python_in(told) for told in spoken_at(table) if python_in(told)}
            if table.pending is None:
                break
            step(rng, table)
    assert found == {}


@pytest.mark.sample(12)
@pytest.mark.parametrize("case", SCENARIOS, ids=lambda case: case.name)
async def test_no_refusal_of_a_line_shows_how_python_writes_things(case: Case) -> None:
    table, rng = case.table(), random.Random(case.name)
    found: dict[str, list[str]] = {}
    for _ in range(6):
        fake = FakeService(table, alone=True)
        told = await answers_to_lines(fake, 1)
        found |= {one: python_in(one) for one in told if python_in(one)}
        if not table.waiting():
            break
        step(rng, table)
    assert found == {}
