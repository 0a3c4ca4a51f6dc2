"""A process of lowest priority that works out a review, so that nobody's answers wait for it.

It lives as long as one review takes, and never outlives the bot.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
from concurrent.futures import ProcessPoolExecutor
from multiprocessing.connection import wait
from threading import Thread
from typing import Any, Final

from bot.features.coach.reviews import Material
from engine.core.presentation import Presentation
from engine.core.review import FinishedGame, ReviewFinding, review
from engine.games import GAMES, PRESENTATIONS

KINDNESS: Final = 19


async def in_process(material: Material, place: int) -> tuple[ReviewFinding, ...]:
    """Return the findings for the seat at that place. Raises BrokenProcessPool if the process dies."""
    ways = multiprocessing.get_all_start_methods()
    context: Any = multiprocessing.get_context("forkserver" if "forkserver" in ways else "spawn")
    with ProcessPoolExecutor(1, mp_context=context, initializer=_begin) as pool:
        return await asyncio.wrap_future(pool.submit(work_out, material, place))


def work_out(material: Material, place: int) -> tuple[ReviewFinding, ...]:
    """Return the findings for the seat at that place, worked out here and now."""
    presentation = PRESENTATIONS[material.game]
    played = FinishedGame(GAMES[material.game], material.points, material.entries)
    return review(played, place, lambda first, key: belongs(presentation, first, key))


def belongs(presentation: Presentation, first: str, key: str) -> bool:
    """Return whether a question belongs to the decision that began with the first: the screens ask it in one go."""
    again = key == first and (first in presentation.plans or first in presentation.questions.defaults)
    return again or key in presentation.composites.get(first, ())


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(KINDNESS)
    Thread(target=_end_with_parent, name="parent", daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
