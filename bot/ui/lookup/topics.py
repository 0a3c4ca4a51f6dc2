"""What is common to all tables, to look up beside the rules of a game: undo, windows, plan lines, quiet hours ..."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Final

from engine.core.atlas import RuleEntry
from engine.core.naming import Named
from engine.core.text import speaking, spoken, words

KIND: Final = "how"
TOPICS: Final[Mapping[str, tuple[str, ...]]] = {
    "seat": ("draft", "undo", "commands"),
    "commands": ("plan", "seat"),
    "plan": ("commands", "draft"),
    "draft": ("undo",),
    "undo": ("back", "sealed"),
    "back": ("undo", "shuffle"),
    "window": ("sealed", "pace", "quiet"),
    "sealed": ("window",),
    "pace": ("window", "quiet"),
    "quiet": ("notices", "pace"),
    "notices": ("quiet", "hand"),
    "hand": ("notices",),
    "log": ("map",),
    "map": ("log",),
    "export": ("shuffle",),
    "shuffle": ("export",),
    "npc": ("leaving",),
    "leaving": ("npc", "host"),
    "host": ("back", "leaving"),
    "data": ("export",),
}


class TableBook:
    """How one plays at a table, whatever is played: topics such as `how:undo`."""

    npc_topic: str = "how:npc"

    @property
    def title(self) -> str:
        """What these topics are about."""
        return words("topics.title")

    @property
    def lists(self) -> Mapping[str, str]:
        """None."""
        return {}

    def topics(self) -> tuple[Named, ...]:
        """All topics with the words under which one may look for them."""
        return _topics(spoken())

    def sections(self) -> Sequence[tuple[str, str]]:
        """All topics for a menu."""
        return [(topic.value, topic.name) for topic in _topics(spoken())]

    def counts(self) -> str:
        """Nothing is counted."""
        return ""

    def kind(self, _topic: str) -> str:
        """`how to play`."""
        return words("topics.kind")

    def entry(self, topic: str) -> RuleEntry | None:
        """The entry of a topic."""
        kind, _, slug = topic.partition(":")
        if kind != KIND or slug not in TOPICS:
            return None
        text = f"### {words(f'topics.{slug}.name')}\n{words(f'topics.{slug}.text').strip()}"
        return RuleEntry(text, tuple(f"{KIND}:{other}" for other in TOPICS[slug]))

    def hint(self, _topic: str) -> str:
        """The names say enough."""
        return ""

    def named_in(self, _text: str) -> list[str]:
        """Posts are explained by the rules of their game."""
        return []

    def shortly(self, _topic: str) -> str:
        """There is no short form."""
        return ""


def things(slugs: Iterable[str]) -> tuple[Named, ...]:
    """Those topics with their names and aliases."""
    return tuple(
        Named(f"{KIND}:{slug}", words(f"topics.{slug}.name"), tuple(words(f"topics.{slug}.also").split(", ")), rank=1)
        for slug in slugs
    )


@cache
def _topics(language: str) -> tuple[Named, ...]:
    with speaking(language):
        return things(TOPICS)
