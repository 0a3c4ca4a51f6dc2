"""No module of the bot, of the kernel or common to all pictures knows a game: only the registries name them."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import cast

import pytest

import data
from bot.games import GAME_SCREENS, screens_of
from bot.service.game_service import GameService
from bot.ui.play.all_handlers import questions
from bot.ui.play.hand_screens import HandHandlers
from bot.ui.play.plan_handlers import PlanHandlers
from engine.core.naming import Plain
from engine.core.presentation import Presentation
from engine.core.text import flat
from engine.games import GAMES, PRESENTATIONS

ROOT = Path(data.__file__).parent.parent
REGISTRIES = ("engine/games.py", "render/__init__.py", "bot/games/__init__.py")
OWN = re.compile(r"bot/games/\w+/")
SHARED = [
    *(ROOT / "bot").rglob("*.py"),
    *(ROOT / "render").glob("*.py"),
    *(ROOT / "engine" / "core").rglob("*.py"),
    *(ROOT / "engine").glob("*.py"),
]
NAMED = {path: str(path.relative_to(ROOT)) for path in SHARED}
FILES = [path for path, name in NAMED.items() if name not in REGISTRIES and not OWN.match(name)]
WORDS = re.compile(
    r"acme|culture.?wars|egypt|hittite|barbarian|gilgamesh|deit(?:y|ies)|negate|competition\.|epochs?\b(?! of)"
    r"|\bmina\b|\bsuns\b|\bmoons\b",
    re.IGNORECASE,
)


def things() -> frozenset[str]:
    """The slugs of all things that have names in some game, but those that are ordinary words of programs."""
    named = [
        t.value
        for presentation in PRESENTATIONS.values()
        for kind in presentation.names.kinds
        for t in presentation.names.things(kind)
    ]
    return frozenset(slug for slug in named if "_" in slug)


def imported(tree: ast.AST) -> Iterator[str]:
    """The modules that a file imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{name.name}" for name in node.names)
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_module_knows_no_game(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert [line for line in text.splitlines() if WORDS.search(line)] == []
    assert [
        m for m in imported(ast.parse(text)) if re.match(rf"(engine|render|bot\.games)\.({'|'.join(GAMES)})\b", m)
    ] == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_module_names_nothing_of_a_game(path: Path) -> None:
    strings = {n.value for n in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(n, ast.Constant)}
    assert sorted(things() & {s for s in strings if isinstance(s, str)}) == []


@pytest.mark.parametrize("path", sorted((ROOT / "data" / "text").glob("*/bot/*.toml")), ids=lambda path: path.name)
def test_a_text_common_to_all_games_names_none(path: Path) -> None:
    texts = dict(flat(tomllib.loads(path.read_text(encoding="utf-8"))))
    assert {key: text for key, text in texts.items() if WORDS.search(text) or WORDS.search(key)} == {}


def test_every_game_declares_its_presentation() -> None:
    assert set(PRESENTATIONS) == set(GAMES)


def test_a_presentation_declares_what_every_game_has() -> None:
    """What one game alone needs stands among the traits of questions and plans, or in its own screens.

    Names and paints of scenarios or seats, rules of computer opponents, and hands are what a whole game has or not.
    """
    bare, alone = Presentation(Plain()), {"named_in", "painted_in", "colours", "npc_topic", "hands"}
    declared = {
        field.name: [game for game, p in PRESENTATIONS.items() if getattr(p, field.name) != getattr(bare, field.name)]
        for field in fields(Presentation)
    }
    assert {name for name, games in declared.items() if len(games) < 2} <= alone


def test_what_a_game_adds_to_the_screens_is_registered_under_its_name() -> None:
    folders = {path.name for path in (ROOT / "bot" / "games").iterdir() if (path / "__init__.py").exists()}
    assert folders == set(GAME_SCREENS) <= set(GAMES)


def test_a_game_reads_nothing_of_another_games_screens() -> None:
    owned = [path for path, name in NAMED.items() if OWN.match(name)]
    assert owned
    for path in owned:
        own, others = path.relative_to(ROOT).parts[2], "|".join(sorted(set(GAMES)))
        named = list(imported(ast.parse(path.read_text(encoding="utf-8"))))
        found = {m[2] for name in named if (m := re.match(rf"(engine|render|bot\.games)\.({others})\b", name))}
        assert found <= {own}, path


def test_every_way_that_a_command_names_is_carried_out() -> None:
    common = {"", "answer", "preview", "note", "decline"}
    for game, presentation in PRESENTATIONS.items():
        ways = {command.way for command in presentation.commands}
        assert ways - common <= set(screens_of(game).ways), game


def test_no_two_games_answer_the_same_verb() -> None:
    play = questions(cast("GameService", None))
    verbs = [verb for own in GAME_SCREENS.values() for verb in own.handlers(play)]
    assert len(verbs) == len(set(verbs))
    generic = (play, PlanHandlers(play), HandHandlers(play))
    assert not set(verbs) & {verb for part in generic for verb in part.handlers()}


def test_topics_of_all_games_differ() -> None:
    topics = [
        t.value for presentation in PRESENTATIONS.values() if presentation.rules for t in presentation.rules.topics()
    ]
    assert len(topics) == len(set(topics))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_module_reads_nothing_of_a_state_by_its_name(path: Path) -> None:
    """Games name the parts of their states as they like; what the bot needs is a member of the game."""
    calls = [n for n in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(n, ast.Call)]
    read = [ast.unparse(n) for n in calls if isinstance(n.func, ast.Name) and n.func.id == "getattr"]
    assert [call for call in read if re.search(r"\bstate\b|\.state\b", call.partition(",")[0])] == []
