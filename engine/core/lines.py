"""What can be wrong with a typed line: a code, what fills in its text, the words meant, and what could be meant."""

from __future__ import annotations

from typing import Any

from engine.core.naming import Named


class WrongLine(Exception):
    """A line that cannot be carried out. `words` stands in the line; `instead` are things that could stand there."""

    def __init__(self, code: str, words: str = "", instead: tuple[Named, ...] = (), **said: Any) -> None:
        super().__init__(code, words)
        self.code = code
        self.words = words
        self.instead = instead
        self.said = said
