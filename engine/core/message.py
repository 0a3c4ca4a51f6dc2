"""Facts to be said: a key of the catalogue and the values that fill it in, made a sentence where it is shown.

Nothing here knows a language; `engine.core.text` makes the sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, TypeAlias

import msgspec

from engine.core.decoding import decoder

AND: Final = "list.and"
COMMA: Final = "list.comma"
DOT: Final = "list.dot"
SEMICOLON: Final = "list.semicolon"
SPACE: Final = "list.space"
LISTS: Final = (AND, COMMA, DOT, SEMICOLON, SPACE)
AS_TOLD: Final = "as_told"
HOUR: Final = 60
DAY: Final = 24 * HOUR

Value: TypeAlias = "str | int | Message | tuple[str | int | Message, ...]"


# `gc=False`, as of questions and answers: what cannot hold itself need not be searched for cycles
class Message(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A text of the catalogue by its key, with its values: tokens such as `{area:zab}`, slugs, numbers, others such.

    As a string it is that sentence in the language being spoken (`engine.core.text.speaking`).
    """

    key: str
    values: Mapping[str, str | int | Message | tuple[str | int | Message, ...]] = {}

    def __str__(self) -> str:
        return _spoken[0](self)

    def __format__(self, _spec: str) -> str:
        return _spoken[0](self)

    def __bool__(self) -> bool:
        """Whether it says anything: a list without members and the empty key do not."""
        return bool(self.values.get("of")) if self.key in LISTS else bool(self.key)

    def tokens(self) -> Iterator[str]:
        """Yield all texts among its values, those of what it holds included, in order."""
        yield from _texts(self.values.values())


_spoken: list[Callable[[Message], str]] = [repr]
NOTHING: Final = Message("")


def speaks(how: Callable[[Message], str]) -> None:
    """Set the function that makes sentences; called once, by the catalogue."""
    _spoken[0] = how


def _texts(values: Iterable[Any]) -> Iterator[str]:
    for value in values:
        if isinstance(value, Message):
            yield from value.tokens()
        elif isinstance(value, tuple):
            yield from _texts(value)
        elif isinstance(value, str):
            yield value


def as_told(text: str) -> Message:
    """Return a sentence that was stored as such, before facts were."""
    return Message(AS_TOLD, {"text": text})


def count_noun(n: int, what: str) -> Message:
    """Return a number with its noun, the text `count.<what>` in the form that the number wants: `1 disk`, `3 disks`."""
    return Message(f"count.{what}", {"n": n})


def duration(minutes: int) -> Message:
    """Return a length of time in the largest unit that needs no fraction: `90 minutes`, `2 hours`, `10 days`."""
    if minutes % DAY == 0:
        return count_noun(minutes // DAY, "day")
    return count_noun(minutes, "minute") if minutes % HOUR else count_noun(minutes // HOUR, "hour")


def list_of(parts: Iterable[str | int | Message]) -> Message:
    """Return `a`, `a and b`, `a, b and c`."""
    return Message(AND, {"of": tuple(parts)})


def strung(parts: Iterable[str | int | Message], by: str = COMMA) -> Message:
    """Return a list as text, `a, b, c`; with other signs between them by another of `LISTS`."""
    return Message(by, {"of": tuple(parts)})


def pair(one: str | int | Message, two: str | int | Message) -> Message:
    """Return a text such as `one two`."""
    return Message("list.pair", {"one": one, "two": two})


def to_json(said: Message) -> str:
    """Return it as JSON, for a column or a file."""
    return msgspec.json.encode(said).decode()


def from_json(raw: str) -> Message:
    """Return a message from its JSON. Raises msgspec.MsgspecError."""
    return decoder(Message).json(raw)
