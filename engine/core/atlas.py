"""The board of a game in words, and what can be looked at of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from engine.core.game import View
from engine.core.naming import Named


@dataclass(frozen=True, slots=True)
class SidePicture:
    """A picture beside the board."""

    lines: Sequence[str]
    """What it shows, in words."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """What its drawing is given; `seat` if it is of one seat."""
    drawn: bool = True
    """Whether there is a drawing at all."""


class ShapeFacts(NamedTuple):
    """The name of a part of the board, and what there is to know about it, both as plain text."""

    name: str
    text: str


class Atlas(Protocol):
    """The board in words. `shows` are the game's own views beside the whole board, changes, one's own, regions."""

    @property
    def shows(self) -> tuple[str, ...]:
        """Return their names; texts `map.<name>` say what they are."""

    @property
    def side_pictures(self) -> tuple[str, ...]:
        """Return the pictures beside the board, by the names of their drawings; texts `map.<name>` say what they
        are.
        """

    def side_picture(self, view: View, name: str, seat: str) -> SidePicture:
        """Return one of them, of that seat if it is of one. Raises KeyError for another name."""

    def pictures_to_post(self, view: View, since: View) -> Sequence[str]:
        """Return those views that are posted with the board at the start of a phase, for what has changed since."""

    def regions(self, view: View) -> Sequence[tuple[str, str]]:
        """Return the regions with areas in play and their names, in the order of the board; none for a board
        without.
        """

    def is_region(self, slug: str) -> bool:
        """Return whether there is such a region on any board of the game."""

    def area(self, view: View, slug: str) -> str:
        """Return one area with everything about it."""

    def shape(self, view: View, shape: str) -> ShapeFacts:
        """Return what can be read of a shape of the board, named as in `Option.on`, such as `area:babylon`.

        KeyError for one that the board of that view has not.
        """

    def pages(self, view: View, only: Iterable[str] | None = None) -> list[str]:
        """Return the board, or those areas of it, in as few pages as it takes."""

    def within(self, view: View, show: str, seats: Sequence[str]) -> list[str]:
        """Return the areas of a look: `region:<slug>`, `mine` (where those seats are), or one of `shows`."""

    def changed_areas(self, view: View, since: View) -> list[str]:
        """Return the areas that differ from an earlier view."""

    def changes(self, view: View, since: View) -> list[str]:
        """Return what has changed in each of them, in pages."""

    def own(self, view: View, seat: str) -> list[str]:
        """Return what concerns one seat, put before the board in words; empty in most games."""

    def brief(self, view: View) -> str:
        """Return what the board shows, in one or two sentences."""


@dataclass(frozen=True, slots=True)
class RuleEntry:
    """What the rules say about a topic, and related topics. `ours`: part of it is our reconstruction."""

    text: str
    links: tuple[str, ...] = ()
    ours: bool = False


class Rulebook:
    """What can be looked up, by topics such as `card:73` or `rule:6.3`. This base class has none."""

    @property
    def title(self) -> str:
        """Return the game's short name."""
        return ""

    @property
    def lists(self) -> Mapping[str, str]:
        """Return the kinds that are listed on a screen of their own, with its title."""
        return {}

    def topics(self) -> tuple[Named, ...]:
        """Return all topics with the words under which one may look for them."""
        return ()

    def sections(self) -> Sequence[tuple[str, str]]:
        """Return the sections of the rules for a menu: topic and title."""
        return [(topic.value, topic.name) for topic in self.topics()]

    def counts(self) -> str:
        """Return how many things of each kind there are, in a sentence."""
        return ""

    def kind(self, _topic: str) -> str:
        """Return the kind of a topic as a word."""
        return ""

    def entry(self, _topic: str) -> RuleEntry | None:
        """Return the entry of a topic; None if there is no such topic."""
        return None

    def hint(self, _topic: str) -> str:
        """Return a few words about a topic in a list; empty where the names say enough."""
        return ""

    def named_in(self, _text: str) -> list[str]:
        """Return the topics that a text names, in the order of their names' appearance."""
        return []

    def shortly(self, topic: str) -> str:
        """Return a topic in a line or two: the first sentence of its entry; empty for those that have no short form."""
        entry = self.entry(topic)
        title, _, text = (entry.text if entry else "").partition("\n")
        return f"**{title.removeprefix('### ')}** {text.partition('. ')[0].rstrip('.')}."
