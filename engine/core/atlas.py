"""The board of a game in words, and what can be looked at of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from engine.core.game import View
from engine.core.naming import Named


@dataclass(frozen=True, slots=True)
class SidePicture:
    """A picture beside the board: what it shows in words, and what its drawing is told, `seat` if it is of one seat."""

    lines: Sequence[str]
    options: Mapping[str, Any] = field(default_factory=dict)


class Atlas(Protocol):
    """The board in words. `shows` are looks of the game's own beside the whole board, changes, one's own, regions."""

    @property
    def shows(self) -> tuple[str, ...]:
        """Their names; texts `map.<name>` say what they are."""

    @property
    def side_pictures(self) -> tuple[str, ...]:
        """Pictures beside the board, by the names of their drawings; texts `map.<name>` say what they are."""

    def side_picture(self, view: View, name: str, seat: str) -> SidePicture:
        """One of them, of that seat if it is of one. KeyError for another name."""

    def regions(self, view: View) -> Sequence[tuple[str, str]]:
        """The regions with areas in play and their names, in the order of the board; none for a board without."""

    def is_region(self, slug: str) -> bool:
        """Whether there is such a region on any board of the game."""

    def area(self, view: View, slug: str) -> str:
        """One area with everything about it."""

    def pages(self, view: View, only: Iterable[str] | None = None) -> list[str]:
        """The board, or those areas of it, in as few pages as it takes."""

    def within(self, view: View, show: str, seats: Sequence[str]) -> list[str]:
        """The areas of a look: `region:<slug>`, `mine` (where those seats are), or one of `shows`."""

    def changed(self, view: View, since: View) -> list[str]:
        """The areas that differ from an earlier view."""

    def changes(self, view: View, since: View) -> list[str]:
        """What has changed in each of them, in pages."""

    def brief(self, view: View) -> str:
        """What the board shows, in one or two sentences."""


@dataclass(frozen=True, slots=True)
class RuleEntry:
    """What the rules say of a topic, and the topics it leads to."""

    text: str
    links: tuple[str, ...] = ()


class Rulebook(Protocol):
    """Everything of a game that can be looked up, by topics such as `card:73` or `rule:6.3`."""

    @property
    def title(self) -> str:
        """The game's short name."""

    @property
    def lists(self) -> Mapping[str, str]:
        """Kinds of which all are listed on a screen of their own, with its title."""

    def topics(self) -> tuple[Named, ...]:
        """All topics."""

    def sections(self) -> Sequence[tuple[str, str]]:
        """The sections of the rules for a menu: topic and title."""

    def counts(self) -> str:
        """How many things of each kind there are, in a sentence."""

    def kind(self, topic: str) -> str:
        """What kind of thing a topic is, as a word."""

    def entry(self, topic: str) -> RuleEntry | None:
        """The entry of a topic; None if there is no such topic."""

    def hint(self, topic: str) -> str:
        """A few words about a topic in a list."""

    def named_in(self, text: str) -> list[str]:
        """The topics that a text names, in the order of their names' appearance."""

    def shortly(self, topic: str) -> str:
        """A topic in a line or two; empty for those that have no short form."""
