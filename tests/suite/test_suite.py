"""What the tests themselves rest on: samples, shared things, and that nothing is left running."""

from __future__ import annotations

import sys
from asyncio import create_subprocess_exec
from pathlib import Path
from types import SimpleNamespace
from typing import Literal

import pytest

from tests.conftest import further, patience
from tests.service.beginnings import once
from tests.service.tables import ANA, HERE, Room, opened_room
from tests.suite import children
from tests.suite.asserting import unable_to_fail
from tests.suite.folders import turned
from tests.suite.messages import Terse

ROOMS = ("bot", "render", "engine", "data", "nisaba", "bench", "tools", "tests")
MOST_LINES = 500
ROOT = Path(__file__).parents[2]
SLEEPER = (sys.executable, "-c", "import time; time.sleep(600)")


async def test_a_process_that_a_test_leaves_running_is_killed_and_named() -> None:
    child = await create_subprocess_exec(*SLEEPER)
    (named,) = children.killed()
    assert "time.sleep(600)" in named
    assert await child.wait() != 0
    assert children.killed() == []


async def test_a_process_that_has_ended_is_not_named() -> None:
    child = await create_subprocess_exec(sys.executable, "-c", "pass")
    await child.wait()
    assert children.killed() == []


def test_a_sample_is_spread_over_all_cases_and_begins_with_the_first() -> None:
    cases = list(range(10))
    assert [case for case in cases if case not in further(cases, 3)] == [0, 3, 6]
    assert further(cases, 10) == further(cases, 12) == []


def test_every_worker_reads_all_folders_and_begins_behind_its_share_of_them() -> None:
    sizes = {"acme": 50, "civ": 10, "service": 30, "wire": 10}
    assert turned(sizes, 0.0) == ["acme", "civ", "service", "wire"]
    assert turned(sizes, 0.5) == ["civ", "service", "wire", "acme"]
    assert turned(sizes, 0.55) == ["service", "wire", "acme", "civ"]
    assert turned(sizes, 0.99) == ["acme", "civ", "service", "wire"]


@pytest.mark.timeout(77)
def test_what_may_take_longest_begins_first(request: pytest.FixtureRequest) -> None:
    waits = [patience(item) for item in request.session.items]
    assert patience(request.node) == 77
    assert waits == sorted(waits, reverse=True)


async def test_databases_of_tests_share_what_was_compiled(tmp_path: Path) -> None:
    async with opened_room(tmp_path / "a.db") as one, opened_room(tmp_path / "b.db") as other:
        engines = [made.database.engine.sync_engine for made in (one, other)]
    assert engines[0]._compiled_cache is engines[1]._compiled_cache
    assert engines[0].dialect == engines[1].dialect


async def test_a_database_that_is_opened_while_its_beginning_is_played_is_not_written_over(tmp_path: Path) -> None:
    async with opened_room(tmp_path / "a.db") as made:
        rooms = []

        async def play(room: Room) -> str:
            rooms.append(room)
            await made.posts()
            return (await room.service.open_table(ANA, HERE, "walk")).id

        table = await once(made, ("opened meanwhile",), play, opened_room)
        assert [room is made for room in rooms] == [False, True]
        assert (await made.service.info(table)).id == table


@pytest.mark.soak
def test_every_test_asserts_something_however_it_runs() -> None:
    assert unable_to_fail(Path(__file__).parents[1]) == []


LOOPS = """
from tests.help import checked
def test_in_a_loop():
    for thing in things():
        assert thing
def test_only_if():
    if lucky():
        assert 1
def test_by_a_helper():
    checked(1)
def test_of_a_constant():
    for thing in THINGS.values():
        assert thing
def test_said_to_be_there():
    assert things()
    for thing in things():
        assert thing
def test_by_a_helper_that_only_helps_types():
    typed(1)
def test_raised():
    with pytest.raises(KeyError):
        things()
def typed(thing):
    assert thing is not None
"""


def test_a_test_that_asserts_only_in_a_loop_or_a_branch_is_found(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_loops.py").write_text(LOOPS)
    (tmp_path / "tests" / "help.py").write_text("def checked(thing):\n    assert thing == 1\n")
    assert unable_to_fail(tmp_path / "tests") == [
        "test_loops.py::test_in_a_loop",
        "test_loops.py::test_only_if",
        "test_loops.py::test_by_a_helper_that_only_helps_types",
    ]


def test_no_module_is_longer_than_five_hundred_lines() -> None:
    modules = [file for room in ROOMS for file in (ROOT / room).rglob("*.py")]
    assert len(modules) > 1000
    assert [file.name for file in modules if file.read_text(encoding="utf-8").count("\n") >= MOST_LINES] == []


def report(
    when: Literal["setup", "call", "teardown"], outcome: Literal["passed", "failed", "skipped"]
) -> pytest.TestReport:
    return pytest.TestReport("tests/a.py::test_a", ("tests/a.py", 1, "test_a"), {}, outcome, None, when)


@pytest.mark.parametrize("when", ["setup", "teardown"])
def test_a_worker_keeps_back_what_went_well_around_a_test_and_nothing_else(when: Literal["setup", "teardown"]) -> None:
    told: list[pytest.TestReport] = []
    terse = Terse(SimpleNamespace(pytest_runtest_logreport=told.append))
    passed, failed, skipped = (report(when, outcome) for outcome in ("passed", "failed", "skipped"))
    called = [report("call", outcome) for outcome in ("passed", "failed", "skipped")]
    for one in (passed, failed, skipped, *called):
        terse.pytest_runtest_logreport(one)
    assert told == [failed, skipped, *called]
