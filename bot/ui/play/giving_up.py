"""What gives up all of something asks once before it does."""

from __future__ import annotations

from typing import Final

from bot.ui.parts import Button, Row, Screen, Text
from bot.ui.play.draft import DraftState
from bot.ui.play.frame import heading, screen
from engine.core.text import words

SURE: Final = "sure"


def asked_once(stage: DraftState, what: str, label: str, verb: str) -> Screen:
    """Whether that is meant: the button that does it all the same, and the way back."""
    yes = Button(label, verb, SURE)
    back = Button(words("play.button.keep_on"), "seat", str(stage.sheet.seat.number), "primary", lasting=True)
    return screen(stage.sheet, [heading(stage), Text(what), Row((yes, back))])
