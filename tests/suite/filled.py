"""What is filled into the places of texts, watched in every test: words and numbers, nothing of Python's."""

from __future__ import annotations

import re
from os import PathLike
from typing import Any, Final

from engine.core import text
from engine.core.message import Message

PYTHON: Final = re.compile(r"[{\[]'|<\w+(?:\.\w+)* (?:object|at) ")
_FOUND: Final[list[str]] = []


def watch() -> None:
    """From now on each value is looked at on its way into a sentence."""
    worth = text._worth

    def checked(value: Any, language: str, form: str = "") -> str:
        if not is_fit(value):
            _FOUND.append(repr(value)[:200])
        return worth(value, language, form)

    text._worth = checked


def is_fit(value: object) -> bool:
    """Whether a value is words or a number as people write them; the bot's owner also reads paths and the system's
    errors.
    """
    if isinstance(value, str):
        return PYTHON.search(value) is None
    return isinstance(value, int | float | Message | tuple | OSError | PathLike) and not isinstance(value, bool)


def taken() -> list[str]:
    """What was filled in since the last time and is neither."""
    found = list(_FOUND)
    _FOUND.clear()
    return found
