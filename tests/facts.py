"""Facts for tests, written as the sentence that they make."""

from __future__ import annotations

import re

from engine.core.message import Message, as_told
from engine.core.text import ENGLISH, TextError, pattern


def fact(text: str, key: str = "") -> Message:
    """What an event of that key says if its sentence is `text`; without a key that sentence, as it was told."""
    try:
        places = pattern(f"event.{key}", ENGLISH, 2) if key else ()
    except TextError:
        places = ()
    shape = "".join(
        re.escape(place.letters) + (f"(?P<{place.field}_{i}>.+?)" if place.field else "")
        for i, place in enumerate(places)
    )
    found = re.fullmatch(shape, text) if places else None
    if found is None:
        return as_told(text)
    return Message(
        f"event.{key}", {name.rpartition("_")[0]: _worth(value) for name, value in found.groupdict().items()}
    )


def _worth(value: str) -> str | int:
    return int(value) if value.isdigit() else value
