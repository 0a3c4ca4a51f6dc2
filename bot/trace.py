"""The trace of an interaction, or of an alarm that rings: four characters in every line of the log that it brings about
and in the report of what fails, and told to the person if something goes wrong.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

import structlog

NAME: Final = "trace"
SPELLED: Final = re.compile(r"[0-9A-F]{4}")
_CHANGED: Final[ContextVar[list[None]]] = ContextVar("changed")


@contextmanager
def traced() -> Iterator[str]:
    """Whatever is done within, also in tasks and threads that begin there, has one new trace."""
    made, before = _new(), _CHANGED.set([])
    try:
        with structlog.contextvars.bound_contextvars(**{NAME: made}):
            yield made
    finally:
        _CHANGED.reset(before)


def note_change() -> None:
    """Something that was asked for here has been committed: what fails from now on undoes nothing of it."""
    if (noted := _CHANGED.get(None)) is not None:
        noted.append(None)


def has_changed() -> bool:
    """Whether anything has been committed within the trace of here."""
    return bool(_CHANGED.get(None))


def trace() -> str:
    """That of the interaction being answered or the alarm being rung here; a new one where none is."""
    return str(structlog.contextvars.get_contextvars().get(NAME) or _new())


def is_trace(text: str) -> bool:
    """Whether the text could be one."""
    return SPELLED.fullmatch(text) is not None


def _new() -> str:
    return secrets.token_hex(2).upper()
