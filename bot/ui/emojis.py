"""Emojis of the application beside the names of what they show, put in last, where a message goes out.

Screens and posts know names only. A label or a name in bold gets the emoji of its thing if the application has one, and
as long as a message has room for it. Without emojis the same words say everything.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import structlog
from msgspec.structs import replace
from sqlalchemy.exc import SQLAlchemyError

from bot.contract.plain_words import CODE
from bot.contract.tables import Refused
from bot.tables.work.unit_of_work import Deps
from bot.ui.doors import doors
from bot.ui.parts import DISCORD, Button, Menu, MenuChoice, Part, Row, Screen, Section, Text, raw_text
from bot.ui.words.presentations import names_of
from engine.core.text import current_language, has, words
from render.emojis import PIECE, emojis, key_of

log = structlog.get_logger(__name__)
FRESH: Final = 5.0
"""Seconds for which it isn't asked again which emojis there are."""
AREAS: Final = ("area", "region")
SHOWN: Final = re.compile(r"^(?P<heading>#{1,3} .*)$|\*\*(?P<bold>[^*\n]{2,60})\*\*", re.MULTILINE)
WRITTEN: Final = re.compile(r"<a?:\w{2,32}:\d{1,20}> ?")
COUNTING: Final = re.compile(r" \(|: ")
NUMBER: Final = re.compile(r" \d")
BESIDE: Final = 6
"""The most characters that a name in bold has with it: an article, or a number."""


@dataclass(frozen=True, slots=True)
class EmojiNames:
    """The emojis of a game's things as they are written, by what the things are called in a language.

    `doubtful`: names of areas too. `counted` finds a number with what it counts.
    """

    written: Mapping[str, str]
    doubtful: frozenset[str]
    name: re.Pattern[str]
    counted: re.Pattern[str]

    def of_label(self, label: str, *, sure: bool) -> str:
        """Return the emoji for a label: of the first thing that it names, else of what it counts; empty for none.

        `sure`: a name that is an area's too isn't meant as an area.
        """
        for found in self.name.finditer(label):
            if sure or found[0] not in self.doubtful:
                return self.written[found[0]]
        counted = self.counted.search(label)
        return self.written.get(counted[1], "") if counted else ""

    def in_bold(self, phrase: str, after: str) -> str:
        """Return the emoji for words in bold that are hardly more than a name; empty for none. `after` is what follows:
        who is there with how many tells that an area is meant.
        """
        found = self.name.search(phrase)
        if found is None or len(phrase) - len(found[0]) > BESIDE or (found[0] in self.doubtful and self._counts(after)):
            return ""
        return self.written[found[0]]

    def _counts(self, after: str) -> bool:
        begun = COUNTING.match(after)
        there = self.name.match(after, begun.end()) if begun else None
        return there is not None and NUMBER.match(after, there.end()) is not None

    def in_heading(self, line: str) -> tuple[str, int]:
        """Return the emoji for a part of a heading that is a name, else for the first thing that it surely names; and
        where the name begins.
        """
        there = list(self.name.finditer(line))
        apart = [one for one in there if f" · {line} · ".find(f" · {one[0]} · ", one.start()) == one.start()]
        found = next(iter(apart or [one for one in there if one[0] not in self.doubtful]), None)
        return (self.written[found[0]], found.start()) if found else ("", 0)

    def names_all(self, labels: Sequence[str]) -> bool:
        """Return whether each label is a name of a thing with an emoji, and not each an area's too."""
        return all(label in self.written for label in labels) and not self.doubtful.issuperset(labels)


@dataclass(frozen=True, slots=True, eq=False)
class KnownEmojis:
    """The emojis that the application has at a time, as they are written, by their keys."""

    written: Mapping[str, str]

    def names(self, game: str, scenario: str) -> EmojiNames | None:
        """Return them by the names of a game in the current language; None without game or emojis."""
        return _names(self, game, scenario, current_language()) if game and self.written else None


NONE: Final = KnownEmojis({})


class Emojis:
    """Knows which emojis the application has, by asking the feature that keeps them now and then."""

    def __init__(self, deps: Deps, now: Callable[[], float] = time.monotonic) -> None:
        self._deps, self._now = deps, now
        self._known, self._until = NONE, float("-inf")

    async def known(self) -> KnownEmojis:
        """Return them. If they can't be read now, those of before."""
        if self._now() >= self._until:
            self._until = self._now() + FRESH
            try:
                await self._read()
            except (SQLAlchemyError, Refused, OSError) as error:
                log.warning("emojis.unread", reason=str(error))
        return self._known

    async def _read(self) -> None:
        written: dict[str, str] = {}
        for in_use in doors(self._deps, lambda one: one.emojis):
            written |= await in_use(self._deps)
        if written != self._known.written:
            self._known = KnownEmojis(written)


@lru_cache(maxsize=128)
def _names(known: KnownEmojis, game: str, scenario: str, _language: str) -> EmojiNames:
    names = names_of(game, scenario)
    written = {called: known.written[key] for called, key in _called(game, scenario) if key in known.written}
    counted = {form: known.written[key] for form, key in _counted(game) if key in known.written}
    areas = {thing.name for kind in AREAS for thing in names.things(kind)}
    number = re.compile(rf"(?<![\w.,])\d+ ({_any(counted)})(?!\w)")
    return EmojiNames(
        {**counted, **written},
        frozenset(areas & written.keys()),
        re.compile(rf"(?<!\w)(?:{_any(written)})(?!\w)"),
        number,
    )


def _any(called: Sequence[str] | Mapping[str, str]) -> str:
    return "|".join(re.escape(one) for one in sorted(called, key=len, reverse=True)) or r"(?!)"


def _called(game: str, scenario: str) -> Iterator[tuple[str, str]]:
    """Yield what each thing with an emoji is called, and its key; copies of a card share one."""
    names, told = names_of(game, scenario), set[str]()
    for kind in dict.fromkeys(one.kind for one in emojis().values() if one.game == game and one.kind != PIECE):
        for thing in names.things(kind):
            key = key_of(game, kind, thing.value) or key_of(game, kind, thing.value.rpartition("_")[0])
            if key and thing.name not in told:
                told.add(thing.name)
                yield thing.name, key


def _counted(game: str) -> Iterator[tuple[str, str]]:
    """Yield what pieces are called behind a number, and their keys."""
    for one in emojis().values():
        text = f"{game}.emoji.{one.slug}"
        if one.game == game and one.kind == PIECE and has(text):
            for form in words(text).split("|"):
                yield form, one.key


def without_emojis(text: str) -> str:
    """Return a text that was shown without the emojis in it."""
    return WRITTEN.sub("", text)


def with_emojis(screens: Sequence[Screen], names: Sequence[EmojiNames | None]) -> list[Screen]:
    """Return the screens of one message with emojis beside what they name, as many as it has room for."""
    room = DISCORD.text - sum(map(raw_text, screens))
    made = []
    for screen, known in zip(screens, names, strict=True):
        shown = _with_emojis(screen, known, room) if known is not None else screen
        room -= raw_text(shown) - raw_text(screen)
        made.append(shown)
    return made


def _with_emojis(screen: Screen, names: EmojiNames, room: int) -> Screen:
    parts: list[Part] = []
    for part in screen.parts:
        shown = _shown(part, names, room)
        room -= _text_of(shown) - _text_of(part)
        parts.append(shown)
    return replace(screen, parts=tuple(parts))


def _text_of(part: Part) -> int:
    return len(part.text) if isinstance(part, Text | Section) else 0


def _shown(part: Part, names: EmojiNames, room: int) -> Part:
    if isinstance(part, Text):
        return Text(_in_text(part.text, names, room))
    if isinstance(part, Section):
        text = _in_text(part.text, names, room)
        return replace(part, text=text, button=_in_button(part.button, names, sure=False))
    if isinstance(part, Row):
        sure = names.names_all([button.label for button in part.buttons])
        return replace(part, buttons=tuple(_in_button(button, names, sure=sure) for button in part.buttons))
    if isinstance(part, Menu):
        sure = names.names_all([choice.label for choice in part.choices])
        return replace(part, choices=tuple(_in_choice(choice, names, sure=sure) for choice in part.choices))
    return part


def _in_button(button: Button, names: EmojiNames, *, sure: bool) -> Button:
    return replace(button, emoji=names.of_label(button.label, sure=sure))


def _in_choice(choice: MenuChoice, names: EmojiNames, *, sure: bool) -> MenuChoice:
    return replace(choice, emoji=names.of_label(choice.label, sure=sure))


def _in_text(text: str, names: EmojiNames, room: int) -> str:
    """Put the emoji in front of each name in bold or in a heading, as long as there is room; text between backticks
    stays as it is.
    """

    def marked(found: re.Match[str]) -> str:
        nonlocal room
        sign, at = names.in_heading(found[0]) if found["heading"] else ("", 0)
        if found["bold"]:
            sign = names.in_bold(found["bold"], found.string[found.end() :])
        if not sign or len(sign) + 1 > room:
            return found[0]
        room -= len(sign) + 1
        return f"{found[0][:at]}{sign} {found[0][at:]}"

    pieces = CODE.split(text)
    return "".join(piece if i % 2 else SHOWN.sub(marked, piece) for i, piece in enumerate(pieces))
