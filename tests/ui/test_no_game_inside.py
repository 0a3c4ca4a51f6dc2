"""No module of the bot, of the kernel or common to all pictures knows a game: only the registries name them."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from itertools import chain
from pathlib import Path
from types import SimpleNamespace
from typing import TypeAlias, cast

import pytest

import data
from bot.games import GAME_SCREENS, screens_of
from bot.games.questions import questions
from bot.tables.game_service import GameService
from bot.ui.questions.hand import HandHandlers
from bot.ui.questions.plan_handlers import PlanHandlers
from engine.core.naming import Plain
from engine.core.presentation import Presentation
from engine.core.text import flat
from engine.games import GAMES, PRESENTATIONS
from tests.suite.trees import parts, parts_of

ROOT = Path(data.__file__).parent.parent
REGISTRIES = ("engine/games.py", "render/__init__.py", "bot/games/__init__.py")
OWN = re.compile(r"bot/games/\w+/")
Sources: TypeAlias = Mapping[str, tuple[str, Sequence[ast.AST]]]
WORDS = re.compile(
    r"acme|culture.?wars|egypt|hittite|barbarian|gilgamesh|deit(?:y|ies)|negate|competition\.|epochs?\b(?! of)"
    r"|\bmina\b|\bsuns\b|\bmoons\b"
)


def shared() -> dict[str, Path]:
    """The modules that may belong to all games, by their names."""
    drawing = (path for path in (ROOT / "render").rglob("*.py") if path.relative_to(ROOT).parts[1] not in GAMES)
    rooms = (ROOT / "bot").rglob("*.py"), drawing, (ROOT / "engine" / "core").rglob("*.py")
    return {str(path.relative_to(ROOT)): path for path in chain(*rooms, (ROOT / "engine").glob("*.py"))}


@pytest.fixture(scope="module")
def sources() -> Sources:
    """The modules that know no game, but for the registries, as text and as what is in it."""
    files = {name: path for name, path in shared().items() if name not in REGISTRIES and not OWN.match(name)}
    assert len(files) > 300
    texts = {name: path.read_text(encoding="utf-8") for name, path in files.items()}
    return {name: (text, [*parts(ast.parse(text))]) for name, text in texts.items()}


def things() -> frozenset[str]:
    """The slugs of all things that have names in some game, but those that are ordinary words of programs."""
    named = [
        t.value
        for presentation in PRESENTATIONS.values()
        for kind in presentation.names.kinds
        for t in presentation.names.things(kind)
    ]
    return frozenset(slug for slug in named if "_" in slug)


def imported(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """The modules that a file imports."""
    for node in nodes:
        if isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{name.name}" for name in node.names)
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)


@pytest.mark.soak
def test_no_module_knows_a_game(sources: Sources) -> None:
    others = re.compile(rf"(engine|render|bot\.games)\.({'|'.join(GAMES)})\b")
    said = [
        (name, line) for name, (text, _) in sources.items() for line in text.lower().splitlines() if WORDS.search(line)
    ]
    named = [(name, m) for name, (_, nodes) in sources.items() for m in imported(nodes) if others.match(m)]
    assert (said, named) == ([], [])


@pytest.mark.soak
def test_no_module_names_anything_of_a_game(sources: Sources) -> None:
    known = things()
    assert known
    found = [(name, n.value) for name, (_, nodes) in sources.items() for n in nodes if isinstance(n, ast.Constant)]
    assert [(name, said) for name, said in found if isinstance(said, str) and said in known] == []


def test_no_text_common_to_all_games_names_one() -> None:
    paths = sorted((ROOT / "data" / "text").glob("*/bot/*.toml"))
    texts = [(p, key, text) for p in paths for key, text in flat(tomllib.loads(p.read_text(encoding="utf-8")))]
    assert {path.parent.parent.name for path, *_ in texts} >= {"en", "de", "fr"}
    assert [found for found in texts if WORDS.search(f"{found[1]}\n{found[2]}".lower())] == []


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
    owned = [path for name, path in shared().items() if OWN.match(name)]
    assert owned
    for path in owned:
        own, others = path.relative_to(ROOT).parts[2], "|".join(sorted(set(GAMES)))
        named = list(imported(parts_of(path)))
        found = {m[2] for name in named if (m := re.match(rf"(engine|render|bot\.games)\.({others})\b", name))}
        assert found <= {own}, path


def test_every_way_that_a_command_names_is_carried_out() -> None:
    common = {"", "answer", "preview", "note", "decline"}
    for game, presentation in PRESENTATIONS.items():
        ways = {command.way for command in presentation.commands}
        assert ways - common <= set(screens_of(game).ways), game


def test_no_two_games_answer_the_same_verb() -> None:
    play = questions(cast("GameService", SimpleNamespace(deps=SimpleNamespace(features=(), left_out=frozenset()))))
    verbs = [verb for own in GAME_SCREENS.values() for verb in own.handlers(play)]
    assert len(verbs) == len(set(verbs))
    generic = (play, PlanHandlers(play), HandHandlers(play))
    assert not set(verbs) & {verb for part in generic for verb in part.handlers()}


def test_topics_of_all_games_differ() -> None:
    topics = [
        t.value for presentation in PRESENTATIONS.values() if presentation.rules for t in presentation.rules.topics()
    ]
    assert len(topics) == len(set(topics))


@pytest.mark.soak
def test_no_module_reads_anything_of_a_state_by_its_name(sources: Sources) -> None:
    """Games name the parts of their states as they like; what the bot needs is a member of the game."""
    calls = [(name, n) for name, (_, nodes) in sources.items() for n in nodes if isinstance(n, ast.Call)]
    read = [(name, ast.unparse(n)) for name, n in calls if isinstance(n.func, ast.Name) and n.func.id == "getattr"]
    assert read
    assert [found for found in read if re.search(r"\bstate\b|\.state\b", found[1].partition(",")[0])] == []
