"""A class name means one thing: it stands once in the product, but for what games share among themselves."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

from engine.games import GAMES

ROOT = Path(__file__).parents[2]
OF_A_GAME = re.compile(r"(?:engine|render|bot/games)/(\w+)/")
CLASS = re.compile(r"^[ \t]*class (\w+)", re.MULTILINE)
ELSEWHERE = ""


def game_of(file: Path) -> str:
    """The game that a module belongs to; empty for what all games share."""
    found = OF_A_GAME.match(str(file.relative_to(ROOT)))
    return found[1] if found and found[1] in GAMES else ELSEWHERE


def classes() -> dict[str, dict[str, list[str]]]:
    """By name of a class, and by the game it belongs to, the modules that define it."""
    found: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for file in sorted(
        file for top in ("bot", "engine", "render", "data", "nisaba") for file in (ROOT / top).rglob("*.py")
    ):
        for name in CLASS.findall(file.read_text(encoding="utf-8")):
            found[name][game_of(file)].append(str(file.relative_to(ROOT)))
    return found


def test_a_class_name_stands_once_in_each_game_and_once_outside_of_them() -> None:
    found = classes()
    assert {game for places in found.values() for game in places} >= set(GAMES)
    twice = {name: places for name, places in found.items() if any(len(files) > 1 for files in places.values())}
    assert twice == {}
    both = {name: places for name, places in found.items() if ELSEWHERE in places and len(places) > 1}
    assert both == {}
