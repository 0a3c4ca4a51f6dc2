"""What fills the placeholders of texts is words and numbers: nothing that only Python writes stands in any sentence."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.contract.tables import Refused
from bot.games.questions import questions
from bot.ui.questions.command_runner import CommandRunner
from bot.ui.visit import Visit
from engine.core.commands import Command
from engine.core.naming import TOKEN, WrongLine
from engine.core.table import Table
from engine.core.text import catalogue, languages, own, pattern, sentence, speaking, teller
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
LEAST = 4  # letters of a key that are written in the code, where others come from elsewhere
ALWAYS = {"nearest", "candidates", "map", "words", "typed"}  # what is given with each line that is refused
LEFT = re.compile(r"(?:\w+\.)?(?P<kind>error|ask)\.(?P<code>.+?)(?:\.one|\.other|\._)?")


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


def wrong_lines() -> Iterator[tuple[str, str, set[str]]]:
    """Each place of the code that says what is wrong with a line: where, the code it gives, and the values with it."""
    for folder in ("engine", "bot"):
        for path in Path(folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "WrongLine":
                    given = {keyword.arg for keyword in node.keywords if keyword.arg}
                    codes = {one.value for one in ast.walk(node.args[0]) if isinstance(one, ast.Constant)}
                    yield from ((f"{path}:{node.lineno}", code, given) for code in codes if isinstance(code, str))


@pytest.mark.parametrize("language", languages())
def test_every_place_that_refuses_a_line_gives_all_that_its_text_names(language: str) -> None:
    """In the words of each game that has its own."""
    lacking = []
    with speaking(language):
        for where, code, given in wrong_lines():
            here = [game for game in PRESENTATIONS if f"/{game}/" in where] or list(PRESENTATIONS)
            for key in {own(game, f"error.{code}") for game in here}:
                wanted = {field.field for field in pattern(key, teller(key), 2) if field.field}
                lacking += [(where, key, name) for name in wanted - given - ALWAYS]
    assert lacking == []


def literals() -> tuple[set[str], list[re.Pattern[str]]]:
    """All that the code writes as words, and as words with places in them."""
    whole, patterns = set[str](), list[re.Pattern[str]]()
    for folder in ("engine", "bot", "render"):
        for path in Path(folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    whole.add(node.value)
                if isinstance(node, ast.JoinedStr):
                    parts = [p.value if isinstance(p, ast.Constant) else "" for p in node.values]
                    words = [re.escape(str(part)) if part else "[a-z_]+" for part in parts]
                    patterns += [re.compile("".join(words))] if sum(len(str(part)) for part in parts) > LEAST else []
    return whole, patterns


def test_no_text_of_an_error_or_a_question_is_left_over() -> None:
    """Each is named somewhere in the code, whole or made of parts such as `games_{what}_{whose}`."""
    whole, patterns = literals()
    left = []
    for key in catalogue():
        found = LEFT.fullmatch(key)
        if found is None:
            continue
        code = found["code"]
        if not {code, key, f"{found['kind']}.{code}"} & whole and not any(one.fullmatch(code) for one in patterns):
            left.append(key)
    assert left == []
