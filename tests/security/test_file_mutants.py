"""Files of games with anything changed in them: each is taken, or refused with a sentence, and nothing else happens."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from bot.contract.tables import Refused
from bot.features.files import export_import
from bot.features.files.export_import import admit_file
from bot.features.files.file_format import Saved
from bot.features.files.verification import check
from bot.ui.lookup import errors
from tests.bot.fake_game import WalkGame
from tests.security.test_imported_files import HOUSE, file_of, forged
from tests.service.tables import Hand, opened_room

Key: TypeAlias = str | int
GAMES: dict[str, Any] = {"walk": WalkGame()}
USUAL = settings(database=None, deadline=None, derandomize=True, suppress_health_check=[*HealthCheck])
FEW, MANY = settings(USUAL, max_examples=60), settings(USUAL, max_examples=1500)


def made() -> dict[str, Any]:
    """A finished game as a file holds it, with letters."""

    async def play() -> dict[str, Any]:
        with TemporaryDirectory() as folder:
            async with opened_room(Path(folder) / "a.db") as room:
                return await file_of(room, over=True)

    table = asyncio.run(play())
    table["settings"]["letters"] = "sealed"
    table["letters"] = [{"by": 1, "to": 2, "text": "Hello", "at": table["over_at"]}]
    table["record"] = json.loads(table["record"])
    return table


@pytest.fixture(scope="module")
def whole() -> dict[str, Any]:
    return made()


def places(there: Any, path: tuple[Key, ...] = ()) -> Iterator[tuple[Key, ...]]:
    """The ways to all that a file holds, itself left out."""
    inside = there.items() if isinstance(there, dict) else enumerate(there) if isinstance(there, list) else ()
    for key, value in inside:
        yield (*path, key)
        yield from places(value, (*path, key))


VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**70), 2**70),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=20),
    st.sampled_from(
        ["", "npc", "human", "seat_1", "walk", "over", "running", "0.0.", "{civ:seat_1}", "\x00", "\ud800"]
    ),
    st.lists(st.integers(-2, 2), max_size=3),
    st.just({}),
    st.recursive(st.just([]), lambda inner: st.lists(inner, max_size=2), max_leaves=9),
)


def changed(whole: dict[str, Any], seeds: list[tuple[int | tuple[Key, ...], str, Any]]) -> dict[str, Any]:
    """The file after these changes, each at a place that is there: dropped, replaced, doubled, or given another's."""
    table = deepcopy(whole)
    for number, how, value in seeds:
        ways = list(places(table))
        if not ways:
            break
        *way, key = ways[number % len(ways)] if isinstance(number, int) else number
        there: Any = table
        for one in way:
            there = there[one]
        if how == "drop":
            del there[key]
        elif how == "double" and isinstance(there, list):
            there.insert(int(key), deepcopy(there[int(key)]))
        else:
            there[key] = value
    return table


def raw_of(table: dict[str, Any]) -> bytes:
    """The bytes of that file, with a checksum that fits wherever one can be computed."""
    inside = table.get("record")
    try:
        return forged({**table, "record": json.dumps(inside) if isinstance(inside, dict) else inside})
    except (UnicodeEncodeError, RecursionError, OverflowError):
        return json.dumps({"nisaba": 4, "table": table}).encode(errors="replace")


def taken(raw: bytes) -> Saved | str:
    """What the file holds, or why it is refused."""
    try:
        return admit_file(raw, HOUSE, GAMES, Hand()())
    except Refused as refusal:
        return errors.text(refusal)


def require_taken_or_refused(raw: bytes) -> None:
    """It becomes rows and can be verified; or there is a sentence that says why not."""
    saved = taken(raw)
    assert isinstance(saved, Saved) or 10 < len(saved) < 600
    if isinstance(saved, Saved):
        export_import.of(saved)
        check(GAMES["walk"], saved)


CHANGES = st.lists(
    st.tuples(st.integers(0, 10**6), st.sampled_from(["drop", "replace", "double"]), VALUES), min_size=1, max_size=3
)


@FEW
@given(seeds=CHANGES)
@example(seeds=[(("options", "goal"), "replace", None)])
def test_a_file_in_which_something_was_changed_is_taken_or_refused(whole: dict[str, Any], seeds: Any) -> None:
    require_taken_or_refused(raw_of(changed(whole, seeds)))


@pytest.mark.soak
@pytest.mark.timeout(300)
@MANY
@given(seeds=CHANGES)
def test_many_files_in_which_something_was_changed_are_taken_or_refused(whole: dict[str, Any], seeds: Any) -> None:
    require_taken_or_refused(raw_of(changed(whole, seeds)))


@FEW
@given(raw=st.binary(max_size=200))
@example(raw=b"")
@example(raw=b"\xef\xbb\xbf")
@example(raw=b"\xff\xfe{\x00}\x00")
def test_any_bytes_are_taken_or_refused(raw: bytes) -> None:
    require_taken_or_refused(raw)


@FEW
@given(at=st.integers(0, 10**6), put=st.binary(max_size=4), cut=st.integers(0, 8))
def test_a_file_with_some_bytes_cut_out_or_put_in_is_taken_or_refused(
    whole: dict[str, Any], at: int, put: bytes, cut: int
) -> None:
    raw = raw_of(whole)
    at %= len(raw)
    require_taken_or_refused(raw[:at] + put + raw[at + cut :])
