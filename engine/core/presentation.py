"""What the screens of one game need to know of it, as data: names, the board, which questions belong together.

Nothing here says what is legal: only the engine's list of options and its dry runs do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Generic, TypeAlias, TypeVar

from engine.core.ask import Picks, Request
from engine.core.atlas import Atlas, Rulebook
from engine.core.commands import Command
from engine.core.figures import Figures
from engine.core.game import Event, View
from engine.core.guide import Guide
from engine.core.lobby import Lobby
from engine.core.naming import Named, Names
from engine.core.summary import PlainSummary, Summary

Stacks: TypeAlias = Mapping[str, Mapping[str, int]]
V = TypeVar("V")
Reader: TypeAlias = "Callable[[str, Scene[View]], tuple[str, ...]]"


@dataclass(frozen=True, slots=True)
class Scene(Generic[V]):
    """A question being answered: who answers, what is set, and the game's view before and after."""

    seat: str
    key: str
    """The question really asked."""
    step: str
    """The question that the answers set have come to, or the plan they have completed."""
    before: V
    view: V
    asked: Request | None = None
    request: Request | None = None
    """The same as a whole request."""
    answers: tuple[Picks, ...] = ()
    plan: tuple[str, ...] = ()
    picks: tuple[str, ...] = ()
    offered: tuple[str, ...] = ()
    """The tokens offered before anything was set."""
    options: tuple[str, ...] = ()
    """The options offered now."""
    whole: int | None = None
    """How many picks the plan has."""
    latest: Sequence[Event] = ()
    """The latest public lines."""


class Board:
    """How a view of a game is read. This base class knows nothing; games override it."""

    def stacks(self, _view: View) -> Stacks:
        """Return the pieces of each Faction in each area of the map in play, vacant areas included."""
        return {}

    def limit(self, _view: View, _area: str) -> int:
        """Return the most pieces of one Faction that the area takes now."""
        return 0

    def group(self, _view: View, _seat: str, _name: str) -> tuple[str, ...] | None:
        """Return the areas of a word such as `coast` or a region, in alphabetical order; None for an unknown word."""
        return None

    def near(self, _view: View, _area: str) -> tuple[str, ...]:
        """Return the areas next to it."""
        return ()

    def all_areas(self) -> tuple[Named, ...]:
        """Return all areas of all maps, to tell an area out of play from one that doesn't exist."""
        return ()

    def worth(self, _view: View, _seat: str, _area: str) -> str:
        """Return what is special about the seat's stack in the area, in a word; else empty."""
        return ""

    def hand(self, _view: View, _seat: str) -> tuple[str, ...]:
        """Return the cards of that seat as the view shows them."""
        return ()

    def facts(self, _view: View, _seat: str) -> str:
        """Return one line about the seat: its holdings, and what comes next."""
        return ""

    def means_of(self, _view: View, _seat: str, *, whole: bool) -> Mapping[str, str]:
        """Return what a seat has besides its stacks, by name; with `whole`, its supply too."""
        del whole
        return {}

    def purse(self, _view: View, _seat: str) -> str:
        """Return what that seat could pay with, as the public may know; empty if nothing is paid for."""
        return ""

    def newly_contested(self, _before: View | None, _after: View) -> Sequence[str]:
        """Return the areas that are fought over in the later view, and were not in the earlier, if there is one."""
        return ()

    def card_hint(self, _card: str) -> str:
        """Return what a card does, in a few words; empty if its name says all."""
        return ""


@dataclass(frozen=True, slots=True)
class QuestionTraits:
    """How some questions of a game differ from plain ones. Most games need only a few of these."""

    defaults: Mapping[str, Picks] = field(default_factory=dict)
    """Answers to questions at the start of a composite that are shown only on request."""
    paired: Mapping[str, str] = field(default_factory=dict)
    """Questions whose answers one button gives together with that of the next question."""
    planned_with: Mapping[str, str] = field(default_factory=dict)
    """Questions on whose screen a later plan is made too, which the draft notes under its key."""
    card_actions: frozenset[str] = frozenset()
    """Questions that play a card of the hand."""
    forecast: frozenset[str] = frozenset()
    """Questions answered by one plan, whose outcome is told beforehand."""
    decline: str = ""
    """The option that declines a whole composite."""
    apart: tuple[str, ...] = ()
    """Options that leave the choice to the game, each a button beside a menu."""
    regions: tuple[str, ...] = ()
    """The groups of long lists, in the order offered."""
    last: frozenset[str] = frozenset()
    """Questions that end a composite; their buttons say what is done and do it."""
    veiled: frozenset[str] = frozenset()
    """Questions with a single answer, asked so that nobody learns what a hand holds."""
    below: frozenset[str] = frozenset()
    """Questions whose facts are about the choice in the menu and are shown below it."""
    pictured: frozenset[str] = frozenset()
    """Questions that show the board."""
    named: frozenset[str] = frozenset()
    """Composites whose facts name all choices."""
    about: Mapping[str, str] = field(default_factory=dict)
    """What a token such as `card:42` is about, by its first part."""
    subject: Callable[[Scene[View]], str] | None = None
    """Returns what a secret question is about."""
    saves: Callable[[Scene[View]], bool] | None = None
    """Returns whether those hit by an action may save what they lose."""
    worded: frozenset[str] = frozenset()
    """Questions about cards, whose buttons say what a press does (`play.do.<key>`)."""
    shareable: frozenset[str] = frozenset()
    """Questions with public choices, so that a draft may be shown to the table."""


@dataclass(frozen=True, slots=True)
class PlanTraits:
    """How plans of a game are counted, written and told, if that is unusual."""

    counted: frozenset[str] = frozenset()
    """Keys of plans whose questions say how many picks are left."""
    growing: frozenset[str] = frozenset()
    """Plans that add a piece with each pick."""
    fill: str = ""
    """The word for areas that a button fills in."""
    readers: Mapping[str, Reader] = field(default_factory=dict)
    """Plans whose lines have their own grammar."""
    harmless: frozenset[str] = frozenset()
    """Plans that can end without giving anything up."""
    spell: Callable[[str], str] = lambda _token: ""
    """Returns how a token without a name is written."""
    figures: Callable[[Scene[View]], Mapping[str, object]] = lambda _scene: {}
    """Returns numbers for the texts of a plan."""
    placed: Callable[[Scene[View]], str] | None = None
    """Returns what a plan makes of the seat."""


@dataclass(frozen=True, slots=True)
class Presentation:
    """What a game declares for its screens."""

    names: Names
    board: Board | None = None
    summary: Summary = field(default_factory=PlainSummary)
    lobby: Lobby = field(default_factory=Lobby)
    atlas: Atlas | None = None
    rules: Rulebook | None = None
    composites: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By the key of a question, the keys that may follow on the same screen, sent together."""
    plans: Mapping[str, str] = field(default_factory=dict)
    """Questions asked repeatedly, with the token that stops them."""
    questions: QuestionTraits = field(default_factory=QuestionTraits)
    """How questions differ from plain ones."""
    lines: PlanTraits = field(default_factory=PlanTraits)
    """How plans differ from plain ones."""
    group: str = ""
    commands: tuple[Command, ...] = ()
    npc_topic: str = ""
    """The topic of the rules about NPCs."""
    silent: tuple[str, ...] = ()
    """Events that a preview leaves out."""
    colours: Mapping[str, str] = field(default_factory=dict)
    """The paints of seats, if not those of their places."""
    hands: bool = False
    """Whether seats hold cards."""
    explain: Callable[[Scene[View]], str] | None = None
    """Returns the facts behind a question."""
    named_in: Callable[[str], Names] | None = None
    """Returns the names that a scenario uses."""
    painted_in: Callable[[str], Mapping[str, str]] | None = None
    """Returns the paints of a scenario's seats, if settled."""
    guide: Guide | None = None
    """The guided first game."""
    figures: Figures = field(default_factory=Figures)
    """What is counted from its log."""

    @property
    def has_board(self) -> bool:
        """Return whether there is a board to look at."""
        return self.atlas is not None

    def of(self, scenario: str) -> Presentation:
        """Return the presentation with the names and paints of that scenario."""
        names = self.names if self.named_in is None else self.named_in(scenario)
        colours = self.colours if self.painted_in is None else {**self.colours, **self.painted_in(scenario)}
        return replace(self, names=names, colours=colours)
