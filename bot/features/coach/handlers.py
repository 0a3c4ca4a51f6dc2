"""The verbs of the coach."""

from __future__ import annotations

from collections.abc import Mapping

from bot.features.coach.hints import AdviceHandlers
from bot.features.coach.review_screens import ReviewHandlers
from bot.ui.commands.handlers import Handlers
from bot.ui.router import Handler


def handlers(at: Handlers) -> Mapping[str, Handler]:
    """Return the verbs of advice and of reviews."""
    return {**AdviceHandlers(at.play).handlers(), **ReviewHandlers(at.play).handlers()}
