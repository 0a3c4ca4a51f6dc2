"""A table as text: the position at its last step boundary, and the answers given since."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final, TypeVar

import msgspec

from engine.core.decoding import decoder
from engine.core.errors import ReplayMismatch
from engine.core.game import Game, SetupError
from engine.core.record import Entry, Record
from engine.core.table import Table
from engine.core.toml import write

S = TypeVar("S")
ANSWERS: Final = decoder(list[Entry])
LARGEST: Final = 1_000_000
"""No number of a game is larger: who is to count so far would never come to an end."""


def dump(table: Table[S]) -> str:
    """Return the table in the notation of its game; `load` gives the same table, with the same answers open to undo."""
    state = decoder(table.game.state_type).json(table.record.state)
    position = table.game.dump(state, table.record.step)
    answers = [msgspec.to_builtins(e) for e in table.record.entries]
    return (write({"answers": answers}) if answers else "") + position


def load(game: Game[S], text: str) -> Table[S]:
    """Return a table from notation. Raises SetupError that names what is wrong."""
    state, step = game.load(text)
    if wrong := game.problems(state):
        raise SetupError("", "detail", detail=wrong[0])
    answers = _answers(text)
    if not answers:
        return Table.start(game, state, step)
    game.drain(state)
    raw = msgspec.Raw(msgspec.json.encode(state))
    try:
        return Table(game, Record(game.name, game.version, step, raw, answers))
    except ReplayMismatch as error:
        raise SetupError("answers", "detail", detail=error) from None


def read(text: str, known: Collection[str]) -> dict[str, Any]:
    """Return a position as it is written: its keys are known ones, its numbers none that nothing can have.

    Raises SetupError that names the key.
    """
    try:
        raw = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise SetupError("", "toml", detail=error) from None
    unknown = sorted(set(raw) - set(known))
    if unknown:
        raise SetupError(unknown[0], "key")
    for key, value in raw.items():
        if any(abs(number) > LARGEST for number in numbers(value)):
            raise SetupError(key, "large", most=LARGEST)
    return raw


def numbers(value: Any) -> Iterator[float]:
    """Yield every number in there."""
    if isinstance(value, dict):
        value = [*value.values()]
    if isinstance(value, list):
        for one in value:
            yield from numbers(one)
    elif isinstance(value, int | float):
        yield value


def part(fields: Any, kind: type[Any], where: str) -> Any:
    """Return the part of a position at `where` as a value of that kind. Raises SetupError, naming the place."""
    try:
        return decoder(kind).plain(fields)
    except msgspec.ValidationError as error:
        raise SetupError(where, "detail", detail=error) from None


def table_of(raw: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    """Return the table of that name in a position, empty if there is none. Raises SetupError if it is something
    else.
    """
    table = raw.get(key, {})
    if not isinstance(table, dict):
        raise SetupError(key, "table")
    return table


def _answers(text: str) -> list[Entry]:
    if "answers" not in text and "\\" not in text:  # it would be named, if only by escapes: no need to read all again
        return []
    raw: Any = tomllib.loads(text).get("answers", [])
    try:
        return ANSWERS.plain(raw)
    except msgspec.ValidationError as error:
        raise SetupError("answers", "detail", detail=error) from None


def named_game(text: str) -> str:
    """Return the name of the game a position is of. Raises SetupError."""
    try:
        return str(tomllib.loads(text)["game"])
    except tomllib.TOMLDecodeError as error:
        raise SetupError("", "toml", detail=error) from None
    except KeyError:
        raise SetupError("game", "no_game") from None
