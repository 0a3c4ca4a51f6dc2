"""A language that lacks some texts, for tests of what is then said in English."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import cast

from engine.core import text
from tests.translated import by_number


@contextmanager
def lacking(language: str, *keys: str) -> Iterator[None]:
    """Take the texts of these keys, with the forms that a number wants, out of a language inside the block."""
    texts = cast("dict[str, str]", text.catalogue(language))
    taken = {key: texts[key] for key in texts if key in keys or by_number(key) in keys}
    for key in taken:
        del texts[key]
    _forget()
    try:
        yield
    finally:
        texts.update(taken)
        _forget()


def _forget() -> None:
    """Forget what was made of the texts before."""
    text._teller.cache_clear()
    text._pattern.cache_clear()
