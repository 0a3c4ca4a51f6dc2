"""A process of lowest priority that works out a review, so that nobody's answers wait for it.

It lives as long as one review takes, and never outlives the bot.
"""

from __future__ import annotations

import asyncio
from typing import Final

from bot.child_process import begin_child, start_children
from bot.features.coach.reviews import Material
from engine.core.presentation import Presentation
from engine.core.review import FinishedGame, ReviewFinding, review
from engine.games import GAMES, PRESENTATIONS

KINDNESS: Final = 19


async def in_process(material: Material, place: int) -> tuple[ReviewFinding, ...]:
    """Return the findings for the seat at that place. Raises BrokenProcessPool if the process dies."""
    with start_children(1, begin_child, KINDNESS) as pool:
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
