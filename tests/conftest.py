"""Which cases are played by `make test`, and which by `make soak`; what a worker makes once; what no test leaves.

The process that hands the tests out reads this as well, before any worker begins: what only workers need is imported
where it is needed.
"""

from __future__ import annotations

import gc
import os
from collections import defaultdict
from collections.abc import Generator, Sequence
from typing import TypeVar, cast

import pytest

from tests.suite import children, folders, messages
from tests.wire.births import NURSERY

Case = TypeVar("Case")

gc.disable()  # until everything is imported and collected: nothing of that is ever thrown away


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Of a test marked `sample(n)` some n cases, evenly spread, are for `make test`; the others are soaked in.

    What may take longest begins first, so that no worker waits for another at the end.
    """
    cases: defaultdict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if marked(item, "sample"):
            cases[item.nodeid.partition("[")[0]].append(item)
    for found in cases.values():
        sample = found[0].get_closest_marker("sample")
        assert sample is not None
        for item in further(found, sample.args[0]):
            item.add_marker(pytest.mark.soak)
    items.sort(key=folders.folder_of)
    items.sort(key=patience, reverse=True)


def patience(item: pytest.Item) -> float:
    """The seconds that a test says it may take. If it says nothing: those of any test if it is long, or else 0."""
    marker = marked(item, "timeout")
    if marker:
        return float(marker.args[0])
    return float(item.config.getini("timeout")) if marked(item, "long") else 0.0


def marked(item: pytest.Item, name: str) -> pytest.Mark | None:
    """As `get_closest_marker`, which takes long to say that there is none."""
    return item.get_closest_marker(name) if name in item.keywords else None


def further(cases: Sequence[Case], most: int) -> list[Case]:
    """The cases beyond the first of each of `most` equal parts."""
    kept = {i * len(cases) // most for i in range(most)}
    return [case for i, case in enumerate(cases) if i not in kept]


def pytest_collection_finish() -> None:
    """What is there by now stays: the collector need not look at it, neither now nor again and again."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
    gc.enable()


@pytest.fixture(scope="session", autouse=True)
def shared(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Generator[None, None, None]:
    """Statements are compiled once a worker and executed at once, nobody waits for the disk; base maps are drawn once
    as long as nothing that they show has changed."""
    from render.board.base_store import STORE
    from tests.suite import filled, statements

    filled.watch()
    cache: pytest.Cache | None = getattr(request.config, "cache", None)
    statements.compile_once()
    statements.wait_for_no_disk()
    statements.execute_at_once()
    kept = cache.mkdir("bases") if cache is not None else tmp_path_factory.mktemp("bases")
    STORE.open(kept)
    os.environ["NISABA_BASES"], os.environ["NISABA_TEST_PICTURES"] = str(kept), str(tmp_path_factory.mktemp("pictures"))
    yield
    NURSERY.close()


def pytest_configure(config: pytest.Config) -> None:
    """Processes are watched from the start."""
    children.watch()
    folders.read_apart(config)
    messages.tell_less(config)
    os.environ["NISABA_DRAWERS"] = "0"  # a bot draws by itself, but where processes that draw are looked at
    os.environ["LC_ALL"] = "C.UTF-8"  # the bot speaks to its host as the shell does


def pytest_runtest_setup(item: pytest.Item) -> None:
    """A test that changes code begins with nothing that others have played."""
    from tests.service import beginnings

    beginnings.PATCHED[0] = "monkeypatch" in getattr(item, "fixturenames", ())


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None, None, None]:
    """A test that leaves a process running has failed, and the process is killed; so has one in which something that
    only Python writes was filled into a text.
    """
    from tests.suite import filled

    yield
    left = [*children.killed(), *["a bot"] * NURSERY.left()]
    assert not left, f"{item.name} left running: {'; '.join(left)}"
    found = filled.taken()
    strange = [] if "tests/core/" in item.nodeid else found  # the toys there tell their states as they are
    assert not strange, f"{item.name} filled into texts: {'; '.join(strange[:5])}"


@pytest.fixture
def fair_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The questions of the fair in words, which stand in no file."""
    from engine.core.text import catalogue
    from tests.core.fair import TEXTS

    for key, text in TEXTS.items():
        monkeypatch.setitem(cast("dict[str, str]", catalogue()), f"ask.{key}", text)
