"""Lines of Culture Wars: `c4-c5 3`, `c4 n 3, d2 e`, `all e`, `f5~k9 2`, `c4-c6 2`, lists of squares; and commands."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from engine.core.commands import CONFIRM, Command, Parameter
from engine.core.naming import WrongLine, fold
from engine.core.presentation import Scene
from engine.culture_wars.geography import AROUND, WALK, name_of
from engine.culture_wars.movement import DONE, SAIL
from engine.culture_wars.presentation.board import squares_of, step
from engine.culture_wars.view import CultureWarsView

SEPARATORS: Final = re.compile(r"[,;\n]")
ALL: Final = re.compile(r"all\s+(?P<way>[a-z]+)", re.IGNORECASE)
STEP: Final = re.compile(r"(?P<start>[a-z]\d+)\s+(?P<way>[a-z]+)(?:\s+(?P<n>\d{1,3}))?", re.IGNORECASE)
ROUTE: Final = re.compile(
    r"(?P<start>[a-z]\d+)\s*(?P<sign>[-\u2011–>~])\s*(?:[a-z]\d+\s*[-\u2011–>]\s*)*(?P<goal>[a-z]\d+)(?:\s+(?P<n>\d{1,3}))?",
    re.IGNORECASE,
)
SQUARES: Final = re.compile(r"(?P<name>[a-z]\d+)(?:\s+(?:x\s*)?(?P<n>\d{1,3}))?", re.IGNORECASE)
WAYS: Final = {
    "north": "n",
    "east": "e",
    "south": "s",
    "west": "w",
    "northeast": "ne",
    "southeast": "se",
    "southwest": "sw",
    "northwest": "nw",
    "up": "n",
    "right": "e",
    "down": "s",
    "left": "w",
}
MOST: Final = 500
STOPS: Final = ("done", "keep", "stay")
MOVE: Final = re.compile(r"(?P<start>[a-z]\d+)(?P<way>[>~])(?P<goal>[a-z]\d+):(?P<n>\d+)")


@dataclass(slots=True)
class March:
    """What a line of moves has read so far."""

    scene: Scene[CultureWarsView]
    left: Counter[str]
    """the tokens left to move, by square"""
    moves: list[str] = field(default_factory=list)
    """the moves read so far"""

    def add(self, start: str, goal: str, n: int | None, words: str, sign: str = "") -> None:
        """Add one move; without a number, all tokens left there. Raises WrongLine."""
        there = self.left[start]
        if not there:
            raise WrongLine("no_tokens", words, start=start)
        if n is not None and not 1 <= n <= there:
            raise WrongLine("too_few_tokens", words, start=start, n=n, there=there)
        ways = (SAIL,) if sign == SAIL else (WALK, SAIL)
        token = next((t for w in ways if (t := f"{start}{w}{goal}:{n or there}") in self.scene.offered), "")
        if not token:
            raise WrongLine("no_way", words, start=start, goal=goal)
        self.moves.append(token)
        self.left[start] -= n or there


def moves(line: str, scene: Scene[CultureWarsView]) -> tuple[str, ...]:
    """Return the moves that a line asks for, in order, with `done` at the end if it says so. Raises WrongLine."""
    march = March(scene, Counter(unmoved_tokens(scene)))
    items = [" ".join(item.split()) for item in SEPARATORS.split(line) if item.strip()]
    for i, item in enumerate(items):
        if fold(item) in STOPS and i == len(items) - 1:
            return (*march.moves, DONE)
        _read(march, item)
    return tuple(march.moves)


def _read(march: March, item: str) -> None:
    """One item of a line. Raises WrongLine."""
    route, direct, everything = ROUTE.fullmatch(item), STEP.fullmatch(item), ALL.fullmatch(item)
    if route:
        start, goal = _square(march.scene, route["start"]), _square(march.scene, route["goal"])
        march.add(start, goal, _number(route["n"]), item, route["sign"])
    elif everything:
        _everybody(march, _way(everything["way"], item), item)
    elif direct:
        start = _square(march.scene, direct["start"])
        march.add(start, _beside(march.scene, start, _way(direct["way"], item)), _number(direct["n"]), item)
    else:
        raise WrongLine("bad_line", item)


def _everybody(march: March, way: str, item: str) -> None:
    """Every token a step that way, where that is possible; the others stay. Raises WrongLine if none can."""
    before = len(march.moves)
    for start in [name for name, n in march.left.items() if n]:
        goal = _beside(march.scene, start, way)
        if f"{start}{WALK}{goal}:{march.left[start]}" in march.scene.offered:
            march.add(start, goal, None, item)
    if len(march.moves) == before:
        raise WrongLine("nobody", item)


def unmoved_tokens(scene: Scene[CultureWarsView]) -> dict[str, int]:
    """Return the tokens that can still move, by square, on the real board."""
    there = scene.before.squares
    return {
        name: there[name].tokens[scene.seat] - there[name].moved.get(scene.seat, 0)
        for name in squares_of(scene.before, scene.seat)
    }


def _square(scene: Scene[CultureWarsView], name: str) -> str:
    """A square of land. Raises WrongLine."""
    if name.casefold() in scene.before.squares:
        return name.casefold()
    raise WrongLine("no_land", name, typed=name)


def _beside(scene: Scene[CultureWarsView], start: str, way: str) -> str:
    """Return the square a step that way, whatever is there."""
    return name_of(step(scene.before.squares[start], AROUND[way]))


def _way(text: str, item: str) -> str:
    """A direction. Raises WrongLine."""
    way = WAYS.get(fold(text), fold(text))
    if way not in AROUND:
        raise WrongLine("bad_line", item)
    return way


def _number(text: str | None) -> int | None:
    return int(text) if text else None


def places(line: str, scene: Scene[CultureWarsView]) -> tuple[str, ...]:
    """Return a list of squares, each as often as it is meant. Raises WrongLine."""
    found: list[str] = []
    for item in (" ".join(part.split()) for part in SEPARATORS.split(line) if part.strip()):
        pieces = [item] if SQUARES.fullmatch(item) else item.split(" ")
        for piece in pieces:
            match = SQUARES.fullmatch(piece)
            if match is None:
                raise WrongLine("bad_line", piece)
            found += [_square(scene, match["name"])] * int(match["n"] or 1)
            if len(found) > MOST:
                raise WrongLine("bad_line", piece)
    return tuple(found)


def move_text(token: str) -> str:
    """Return a move as it is typed: `c4-c5 3`; empty for what is no move."""
    match = MOVE.fullmatch(token)
    if match is None:
        return ""
    return f"{match['start']}{'~' if match['way'] == SAIL else '-'}{match['goal']} {match['n']}"


def departures(plan: Sequence[str]) -> Counter[str]:
    """Return how many tokens a plan moves away from each square."""
    going: Counter[str] = Counter()
    for match in filter(None, map(MOVE.fullmatch, plan)):
        going[match["start"]] += int(match["n"])
    return going


def tokens_moved(plan: Sequence[str]) -> int:
    """Return how many tokens a plan moves."""
    return departures(plan).total()


def figures(scene: Scene[CultureWarsView]) -> dict[str, object]:
    """Return the numbers for the words of a plan: the seat's tokens and squares, those that move, those that stay."""
    own, going = scene.before.cultures.get(scene.seat), tokens_moved(scene.plan)
    there, squares = (own.tokens, len(own.squares)) if own else (0, 0)
    return {"tokens": there, "squares": squares, "going": going, "staying": there - going}


NAMED: Final = Parameter("squares", required=True, several=True)
MOVES: Final = {"movement.move": ("plan",)}

COMMANDS: Final[tuple[Command, ...]] = (
    Command(
        "tile",
        (Parameter("tile", required=True), Parameter("to", required=True)),
        {"tile.move": ("tile",), "tile.place": ("to",)},
    ),
    Command("coin", (Parameter("square", required=True),), {"coin.place": ("square",)}),
    Command("start", (NAMED,), {"token.start": ("squares",)}),
    Command("grow", (NAMED,), {"growth.squares": ("squares",)}),
    Command(
        "move",
        (
            Parameter("plan", several=True),
            Parameter("from"),
            Parameter("to"),
            Parameter("count", "number", low=1, high=36),
            Parameter(CONFIRM, "flag"),
        ),
        MOVES,
        lines=("{from}-{to} {count}", "{from}-{to}"),
    ),
    Command(
        "settle",
        (Parameter("squares", several=True), Parameter("choice")),
        {"settle.form": ("squares",), "settle.coin": ("choice",)},
    ),
    Command("preview", (Parameter("plan", required=True, several=True),), MOVES, way="preview"),
    Command("pass", way="decline"),
)
