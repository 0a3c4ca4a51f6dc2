"""What workers tell the one who counts: how a test went, and nothing of what went well before and after it.

Each message costs both sides as much as many a story takes.
"""

from __future__ import annotations

import os
from typing import Any, Final, Protocol, cast

import pytest

TELLING: Final = "pytest_runtest_logreport"


class Worker(Protocol):
    """Xdist's side of a worker, which tells whatever it hears."""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Tell how a part of a test went."""


class Terse:
    """What stands before it: parts of tests that say nothing of their own are kept back."""

    def __init__(self, worker: Worker) -> None:
        self._worker = worker

    @pytest.hookimpl
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Hand on whatever somebody might want to know."""
        if is_news(report):
            self._worker.pytest_runtest_logreport(report)


def is_news(report: pytest.TestReport) -> bool:
    """Whether it is the test itself, or something around it that has not gone well."""
    return report.when == "call" or not report.passed


def tell_less(config: pytest.Config) -> None:
    """Let this worker keep back what nobody has asked for; where each part is timed or listed all is told."""
    asked = config.option
    if "PYTEST_XDIST_WORKER" not in os.environ or asked.durations is not None or asked.xmlpath or asked.verbose > 0:
        return
    manager = config.pluginmanager
    worker: Any = next(one for one in manager.get_plugins() if type(one).__name__ == "WorkerInteractor")
    for hook in (TELLING, "pytest_runtest_logstart"):
        getattr(manager.hook, hook)._remove_plugin(worker)
    manager.register(Terse(cast("Worker", worker)), "terse")
