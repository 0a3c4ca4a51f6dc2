"""The option `--game` of pytest: which games are tested, if not all that are installed."""

from __future__ import annotations

import pytest

pytest.register_assert_rewrite("nisaba.conformance.checks", "nisaba.conformance.players")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option."""
    parser.addoption("--game", action="append", default=[], help="test this game of nisaba.conformance, not all")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run each test of the suite for every scenario, with the fewest and the most seats."""
    if metafunc.module.__name__.startswith("nisaba.conformance."):
        from nisaba.conformance.cases import games, playable  # noqa: PLC0415 - not before pytest rewrites assertions

        cases = [case for game in games(metafunc.config.getoption("--game")) for case in playable(game)]
        metafunc.parametrize("case", cases, ids=str)
