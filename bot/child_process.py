"""Low-priority processes beside the bot for slow work, so that answers don't wait for it. They end with the bot."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing.connection import wait
from threading import Thread
from typing import Any


def start_children(number: int, begin: Callable[..., None], *given: object, preload: str = "") -> ProcessPoolExecutor:
    """Return so many processes, each of which starts when first needed and calls `begin` with what is given.

    `preload` is a module that they find ready where the system can do that.
    """
    ways = multiprocessing.get_all_start_methods()
    context: Any = multiprocessing.get_context("forkserver" if "forkserver" in ways else "spawn")
    if preload and "forkserver" in ways:
        context.set_forkserver_preload([preload])
    return ProcessPoolExecutor(number, mp_context=context, initializer=begin, initargs=given)


def begin_child(kindness: int) -> None:
    """Prepare such a process: it stands back by so much, ignores Ctrl+C, and ends with its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(kindness)
    Thread(target=_end_with_parent, name="parent", daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
