"""Threads that end by themselves: a process may be born of another only once they are gone."""

from __future__ import annotations

import threading
from typing import Final

PATIENCE: Final = 60.0


def wait_for_all() -> None:
    """Wait until this process has no thread but its first."""
    for thread in threading.enumerate():
        if thread is not threading.main_thread():
            thread.join(PATIENCE)
    assert threading.enumerate() == [threading.main_thread()]
