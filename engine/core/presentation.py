"""What the screens of one game need to know of it, as data: names, the board, which questions belong together.

Nothing here says what is legal: that is the engine's list of options and its dry runs alone.
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
    """A question being answered, as its facts are told: who answers, what is set, the game's own view before and after.

    `key` is the question really asked, `about` what it is about; `step` the one that the answers set have come to, or
    the plan they have completed, `request` the same as a whole. `whole` counts the picks of a plan, `offered` are the
    tokens offered before anything was set, `options` those offered now, `latest` the last lines told to everybody.
    """

    seat: str
    key: str
    step: str
    before: V
    view: V
    asked: Request | None = None
    request: Request | None = None
    answers: tuple[Picks, ...] = ()
    plan: tuple[str, ...] = ()
    picks: tuple[str, ...] = ()
    offered: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    whole: int | None = None
    latest: Sequence[Event] = ()


class Board:
    """How a view of a game is read: the base of all games' own, for one of which nothing is known."""

    def stacks(self, _view: View) -> Stacks:
        """Pieces of each Faction in each area of the map in play, vacant areas included."""
        return {}

    def limit(self, _view: View, _area: str) -> int:
        """The most pieces of one Faction that the area takes now."""
        return 0

    def group(self, _view: View, _seat: str, _name: str) -> tuple[str, ...] | None:
        """The areas a word such as `coast` or a region stands for, in alphabetical order; None for no such word."""
        return None

    def near(self, _view: View, _area: str) -> tuple[str, ...]:
        """The areas next to it."""
        return ()

    def known(self) -> tuple[Named, ...]:
        """All areas of all maps, so that one out of play is told from one that does not exist."""
        return ()

    def worth(self, _view: View, _seat: str, _area: str) -> str:
        """What the stack of that seat in the area is, in a word; empty if nothing special."""
        return ""

    def hand(self, _view: View, _seat: str) -> tuple[str, ...]:
        """The cards of that seat as the view shows them."""
        return ()

    def facts(self, _view: View, _seat: str) -> str:
        """One line about the seat: what it holds and what lies before it."""
        return ""

    def means_of(self, _view: View, _seat: str, *, whole: bool) -> Mapping[str, str]:
        """What a seat holds beside its stacks, by name; with `whole` what lies in its supply too."""
        del whole
        return {}

    def purse(self, _view: View, _seat: str) -> str:
        """What that seat could pay with, as everybody may know it; empty where nothing is paid for."""
        return ""

    def contested(self, _before: View | None, _after: View) -> Sequence[str]:
        """The areas that are fought over in the later view, and were not in the earlier, if there is one."""
        return ()

    def card_hint(self, _card: str) -> str:
        """What a card does, in a few words; empty where its name says all."""
        return ""


@dataclass(frozen=True, slots=True)
class QuestionTraits:
    """How some questions of a game differ from plain ones; no game needs all of it, and most need nothing.

    `defaults`: answers to questions that a composite begins with and that are only shown on request. `paired`:
    questions whose answers a button gives together with that of the question they lead to. `card_actions`: questions
    that play a card of the hand; `forecast`: those one plan answers, whose end is told beforehand. `decline`: the
    option that says no to a whole composite. `apart`: options that leave the choice to the game, each a button beside a
    menu. `last`: questions that end a composite, whose buttons say what is done and do it. `veiled`: those asked with a
    single answer too, so that nobody learns what a hand holds. `regions`: the groups of long lists in the order in
    which they are offered. `below`: questions whose facts are about what is chosen in the menu and stand below it.
    `pictured`: questions showing the board. `named`: composites whose facts name all that was chosen. `about`: what a
    token such as `card:42` is about, by its first part. `subject` names what a sealed question is about, `saves` says
    whether those hit by an action may save what they lose. `worded`: questions about cards, whose buttons say what a
    press does (`play.do.<key>`). `shareable`: questions whose choice is public anyway, so that a draft of it may be
    shown to the table before it is sent.
    """

    defaults: Mapping[str, Picks] = field(default_factory=dict)
    paired: Mapping[str, str] = field(default_factory=dict)
    card_actions: frozenset[str] = frozenset()
    forecast: frozenset[str] = frozenset()
    decline: str = ""
    apart: tuple[str, ...] = ()
    regions: tuple[str, ...] = ()
    last: frozenset[str] = frozenset()
    veiled: frozenset[str] = frozenset()
    below: frozenset[str] = frozenset()
    pictured: frozenset[str] = frozenset()
    named: frozenset[str] = frozenset()
    about: Mapping[str, str] = field(default_factory=dict)
    subject: Callable[[Scene[View]], str] | None = None
    saves: Callable[[Scene[View]], bool] | None = None
    worded: frozenset[str] = frozenset()
    shareable: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class PlanTraits:
    """How plans of a game are counted, written and told, where that is not as one expects.

    `counted`: keys of plans whose questions say how many picks are left; `growing`: those that put a piece down with
    each pick; `fill`: the word for areas that a button fills in them; `readers`: plans whose lines have a grammar of
    their own; `harmless`: those whose end gives nothing up. `spell`: how a token that names no thing is written,
    `figures`: numbers that the texts of a plan may use, `placed` what a plan makes of the seat.
    """

    counted: frozenset[str] = frozenset()
    growing: frozenset[str] = frozenset()
    fill: str = ""
    readers: Mapping[str, Reader] = field(default_factory=dict)
    harmless: frozenset[str] = frozenset()
    spell: Callable[[str], str] = lambda _token: ""
    figures: Callable[[Scene[View]], Mapping[str, object]] = lambda _scene: {}
    placed: Callable[[Scene[View]], str] | None = None


@dataclass(frozen=True, slots=True)
class Presentation:
    """What a game declares for its screens.

    `composites`: for the key of a question the keys of those that may follow it on the same screen, sent together.
    `plans`: questions asked again and again, with the token that stops them. `questions` and `lines`: how these differ
    from plain ones. `npc_topic`: the topic of the rules about what NPCs do. `silent`: events that a preview leaves out.
    `hands`: whether seats hold cards. `colours`: the paints of seats, if not those of their places. `explain` gives the
    facts that a question turns on. `named_in` gives the names that a scenario uses, `painted_in` the paints of its
    seats where it settles them. `guide`: the guided first game. `figures`: what is counted of its log.
    """

    names: Names
    board: Board | None = None
    summary: Summary = field(default_factory=PlainSummary)
    lobby: Lobby = field(default_factory=Lobby)
    atlas: Atlas | None = None
    rules: Rulebook | None = None
    composites: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    plans: Mapping[str, str] = field(default_factory=dict)
    questions: QuestionTraits = field(default_factory=QuestionTraits)
    lines: PlanTraits = field(default_factory=PlanTraits)
    group: str = ""
    commands: tuple[Command, ...] = ()
    npc_topic: str = ""
    silent: tuple[str, ...] = ()
    colours: Mapping[str, str] = field(default_factory=dict)
    hands: bool = False
    explain: Callable[[Scene[View]], str] | None = None
    named_in: Callable[[str], Names] | None = None
    painted_in: Callable[[str], Mapping[str, str]] | None = None
    guide: Guide | None = None
    figures: Figures = field(default_factory=Figures)

    def of(self, scenario: str) -> Presentation:
        """The presentation with the names and paints of that scenario."""
        names = self.names if self.named_in is None else self.named_in(scenario)
        colours = self.colours if self.painted_in is None else {**self.colours, **self.painted_in(scenario)}
        return replace(self, names=names, colours=colours)
