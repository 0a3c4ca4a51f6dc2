"""Positions that somebody wrote: each is refused with its key, or is whole and can be played on.

Hypothesis changes what a game has written in one or two places, and finds the smallest change that breaks something.
"""

from __future__ import annotations

import json
import random
import tomllib
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from typing import Any, TypeAlias

import pytest
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st

from engine.core import notation
from engine.core.auto_answers import AutoAnswers, auto_answers_of, read
from engine.core.game import Game, SetupError
from engine.core.protocol import Session
from engine.core.toml import write
from engine.games import GAMES
from tests.conformance.every_game import SCENARIOS, SERIES, Case
from tests.conformance.players import step

Path: TypeAlias = tuple[str | int, ...]
CASES = {str(case): case for case in (*SCENARIOS, *SERIES)}
AHEAD = 20
VALUES: tuple[Any, ...] = (
    [], {}, -1, 0, 1, 99, 10**6, 10**30, "", "x", "egypt", "done", True, 1.5, [[1]], ["x"], {"x": 1}, {"egypt": -1},
)  # fmt: skip
WRONG: list[tuple[str, str, str]] = [
    ("civ", "scenario", "scenario = []"),
    ("civ", "sailing", "sailing = -1\n[nations.egypt]\n[nations.crete]"),
    ("civ", "ships.egypt", "[nations.egypt]\n[nations.crete]\n[ships]\negypt = [[1]]"),
    ("civ", "active", 'phase = "movement"\nactive = 99\n[nations.egypt]\n[nations.crete]'),
    ("civ", "active", 'phase = "movement"\norder = ["egypt"]\nactive = 1\n[nations.egypt]\n[nations.crete]'),
    ("civ", "active", 'phase = "cards"\norder = ["egypt", "crete"]\nactive = 2\n[nations.egypt]\n[nations.crete]'),
    ("civ", "seats", "seats = []"),
    ("civ", "nations", '[nations.egypt]\n[nations.seat_2]\nby = "human"'),
    ("acme", "neutrals", "[neutrals]\nx = 1\n[civs.egypt]"),
    ("acme", "neutrals.x", "[civs.egypt]\n[neutrals]\nx = 1"),
    ("acme", "turn", f"turn = {10**30}\n[civs.egypt]"),
    ("acme", "scenario", 'scenario = "x"\n[civs.egypt]'),
    ("acme", "active", 'phase = "card"\nactive = 2\n[civs.egypt]\n[civs.hittites]'),
    ("acme", "order", 'phase = "setup"\norder = []\n[civs.egypt]'),
    ("acme", "step", 'phase = "setup"\nscenario = "cyrus"\n[civs.egypt]\n[civs.seat_2]'),
    ("acme", "exploration.frontier", 'scenario = "exploration"\n[exploration.frontier]\nx = "egypt"\n[civs.egypt]'),
    ("acme", "exploration.frontier", 'scenario = "exploration"\n[exploration.frontier]\njudah = "acme"\n[civs.egypt]'),
    ("acme", "exploration.markers", 'scenario = "exploration"\n[exploration]\nmarkers = ["x"]\n[civs.egypt]'),
    ("civ", "order", 'phase = "setup.nation"\norder = ["egypt"]\n[nations.egypt]\n[nations.seat_2]\nby = "human"'),
    (
        "civ",
        "order",
        'phase = "setup.nation"\n[nations.egypt]\n[nations.seat_2]\nby = "human"\n[areas]\nrome = "egypt 1"',
    ),
    ("acme", "civs.egypt.enemies", '[civs.egypt]\nby = "npc"\nenemies = ["hittites", "hittites"]\n[civs.hittites]'),
    ("culture_wars", "handicap", "[options]\nhandicap = [{}]\n[cultures.suns]\n[cultures.moons]"),
    ("culture_wars", "", 'phase = "movement"\nactive = 7\n[cultures.suns]\n[cultures.moons]'),
]


@pytest.mark.parametrize(("game", "key", "text"), WRONG)
def test_what_cannot_be_read_is_refused_with_its_key(game: str, key: str, text: str) -> None:
    with pytest.raises(SetupError) as refused:
        notation.load(GAMES[game], text)
    assert refused.value.at.startswith(key.partition(".")[0])
    assert str(refused.value)


def test_a_position_that_breaks_what_always_holds_is_refused() -> None:
    with pytest.raises(SetupError, match="sinai is above the limit"):
        notation.load(GAMES["acme"], '[civs.egypt]\n[civs.hittites]\n[areas]\nsinai = "egypt 3"')


def test_a_seat_without_a_civilization_has_no_disks_to_place() -> None:
    """They would stay when it chooses one, which begins with all of its own."""
    game, document = written(CASES["acme-balance_of_power-3"], 3)
    document = deepcopy(document)
    document["civs"]["seat_2"]["growth_box"] = 2
    with pytest.raises(SetupError, match=r"civs\.seat_2\.growth_box: "):
        notation.load(game, write(document))


def test_what_nests_without_end_is_refused() -> None:
    with pytest.raises(SetupError):
        notation.load(GAMES["acme"], f"order = {'[' * 5000}{']' * 5000}")


@cache
def written(case: Case, answers: int) -> tuple[Game[Any], dict[str, Any]]:
    """A game, and what it has written after so many answers."""
    table, rng = case.table(), random.Random(case.name)
    for _ in range(answers):
        if table.pending is not None:
            step(rng, table)
    return table.game, tomllib.loads(notation.dump(table))


def paths(value: Any, here: Path = ()) -> Iterator[Path]:
    """The way to everything in there."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inner:
        yield (*here, key)
        yield from paths(one, (*here, key))


def at(value: Any, path: Path) -> Any:
    """What stands at the end of that way."""
    for key in path:
        value = value[key]
    return value


def change(document: dict[str, Any], data: st.DataObject) -> None:
    """One value is replaced, taken from elsewhere, left out, or stands there twice."""
    ways = list(paths(document))
    path = data.draw(st.sampled_from(ways))
    there, key = at(document, path[:-1]), path[-1]
    how = data.draw(st.sampled_from(("replace", "copy", "drop", "again")))
    if how == "replace":
        there[key] = deepcopy(data.draw(st.sampled_from(VALUES)))
    elif how == "copy":
        there[key] = deepcopy(at(document, data.draw(st.sampled_from(ways))))
    elif how == "drop":
        del there[key]
    elif isinstance(there, dict):
        there[data.draw(st.sampled_from(("x", "egypt", "turn", "order")))] = deepcopy(there[key])
    else:
        there.append(deepcopy(there[key]))


def look(data: st.DataObject) -> None:
    """A position of any game with a change or two is refused, or can be looked at and played on."""
    case = CASES[data.draw(st.sampled_from([*CASES]))]
    game, document = written(case, data.draw(st.sampled_from((0, 3, 10, 30))))
    document = deepcopy(document)
    for _ in range(data.draw(st.integers(1, 2))):
        change(document, data)
    try:
        table = notation.load(game, write(document))
    except SetupError:
        return
    rng = random.Random(case.name)
    for _ in range(AHEAD):
        assert table.problems() == []
        table.view(None)
        if table.pending is None:
            return
        step(rng, table)


COMMON = {"deadline": None, "suppress_health_check": list(HealthCheck), "database": None}
"""Timings say nothing on a machine that does other things, and what was found is kept here as a case of its own."""


@settings(max_examples=60, derandomize=True, phases=(Phase.generate, Phase.shrink), **COMMON)  # type: ignore[arg-type]
@given(st.data())
def test_a_changed_position_is_refused_or_can_be_played(data: st.DataObject) -> None:
    look(data)


@pytest.mark.soak
@pytest.mark.timeout(600)
@settings(max_examples=2500, derandomize=True, **COMMON)  # type: ignore[arg-type]
@given(st.data())
def test_many_changed_positions_are_refused_or_can_be_played(data: st.DataObject) -> None:
    look(data)


SAID = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 10**30)
    | st.floats(allow_nan=False)
    | st.sampled_from([*GAMES, "", "x", "egypt", "human", "done"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["civ", "by", "x", "epochs"]), inner, max_size=3)
    ),
    max_leaves=6,
)
"""Any value that JSON can hold."""
KEYS = (
    "game",
    "scenario",
    "seats",
    "options",
    "seed",
    "seat",
    "picks",
    "batch",
    "by",
    "name",
    "values",
    "text",
    "record",
)
COMMAND = st.fixed_dictionaries(
    {"cmd": st.sampled_from([*Session(GAMES)._commands, "x"])}, optional=dict.fromkeys(KEYS, SAID)
)
OPENING = '{"cmd": "new", "game": "culture_wars", "seats": [{}, {}], "seed": "raw"}'


def talk(lines: list[str]) -> None:
    """Every line is answered by an object that says whether it was done, and the table can be played on."""
    session = Session(GAMES)
    for line in (OPENING, *lines):
        reply = session.reply(line)
        assert reply["ok"] in {True, False}
        assert reply["ok"] or (reply["error"] and reply["message"])
        json.dumps(reply)


@settings(max_examples=150, derandomize=True, **COMMON)  # type: ignore[arg-type]
@given(st.lists(COMMAND.map(json.dumps) | st.text(max_size=20), max_size=4))
@example(['{"cmd": "answer", "seat": "suns", "picks": [1e999]}'])
@example(['{"cmd": "new", "game": "acme", "seats": [{"civ": 3}]}'])
@example(["[" * 100_000])
@example(['{"cmd": "load", "record": {"game": "acme", "version": 1, "step": "x", "state": {}, "entries": []}}'])
@example(['{"cmd": "position", "text": "game = [1]"}'])
@example(['{"cmd": "call", "name": "time", "seat": "x", "values": ["x"]}'])
def test_any_line_of_the_protocol_is_answered(lines: list[str]) -> None:
    talk(lines)


@pytest.mark.soak
@settings(max_examples=1200, **COMMON)  # type: ignore[arg-type]
@given(st.lists(COMMAND.map(json.dumps) | st.text(), max_size=5))
def test_very_many_lines_of_the_protocol_are_answered(lines: list[str]) -> None:
    talk(lines)


TAKING = [known for game in GAMES.values() if (known := auto_answers_of(game)) is not None]


@pytest.mark.parametrize("known", TAKING)
@settings(max_examples=150, derandomize=True, **COMMON)  # type: ignore[arg-type]
@given(
    st.lists(
        st.sampled_from(("negate", "losses", "late", ": ", "save ", "rest ", ",", "never:", "7")) | st.text(max_size=5),
        max_size=12,
    ).map("".join)
)
def test_any_stored_line_is_an_auto_answer_or_none(known: AutoAnswers, line: str) -> None:
    found = read(known, line)
    assert found is None or read(known, found.line) == found
