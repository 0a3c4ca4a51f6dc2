"""Asks for confirmation before an answer gives up all of something."""

from __future__ import annotations

from typing import Final

import msgspec

from bot.ui.parts import Button, Row, Screen, Text
from bot.ui.questions.draft import DraftState
from bot.ui.questions.frame import heading, screen
from engine.core.text import words

SURE: Final = "sure"


def asked_once(stage: DraftState, title: str, what: str, label: str, verb: str) -> Screen:
    """Return the question for confirmation, with a button to do it and one back."""
    yes = Button(label, verb, SURE)
    back = Button(words("play.button.keep_on"), "seat", str(stage.sheet.seat.number), "primary", lasting=True)
    parts = (heading(stage, title), Text(what), Row((yes, back)))
    return msgspec.structs.replace(screen(stage.sheet, parts), parts=parts)
