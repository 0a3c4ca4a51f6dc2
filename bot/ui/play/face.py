"""What the screens of one game need to know of it, as data: names, the board, which questions belong together.

Nothing here says what is legal: that is the engine's list of options and its dry runs alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, TypeAlias

from bot.match import Named
from bot.ui.names import Names
from bot.ui.parts import Screen
from engine.core.ask import Picks
from engine.core.game import View

if TYPE_CHECKING:
    from bot.ui.play.commands import Command
    from bot.ui.play.stage import Stage

Stacks: TypeAlias = Mapping[str, Mapping[str, int]]
Maker: TypeAlias = Callable[["Stage"], Screen]


class Board(Protocol):
    """How a view of the game is read."""

    def stacks(self, view: View) -> Stacks:
        """Disks of each Faction in each area of the map in play, vacant areas included."""

    def limit(self, view: View, area: str) -> int:
        """The most disks of one Faction that the area takes now."""

    def group(self, view: View, seat: str, name: str) -> tuple[str, ...] | None:
        """The areas a word such as `camps` or a region stands for, in alphabetical order; None for no such word."""

    def near(self, view: View, area: str) -> tuple[str, ...]:
        """The areas next to it."""

    def known(self) -> tuple[Named, ...]:
        """All areas of all maps, so that one out of play is told from one that does not exist."""

    def worth(self, view: View, seat: str, area: str) -> str:
        """What the stack of that seat in the area is, in a word; empty if nothing special."""

    def hand(self, view: View, seat: str) -> tuple[str, ...]:
        """The cards of that seat as the view shows them."""

    def means(self, view: View, seat: str, token: str) -> int:
        """How often that way of paying can be used at most."""

    def precious(self, view: View, seat: str) -> frozenset[str]:
        """The areas a seat saves first: Cities and its Home Area."""

    def facts(self, view: View, seat: str) -> str:
        """One line about the seat: cards, mina, Supply, Deity, what lies on the table."""

    def means_of(self, view: View, seat: str, *, whole: bool) -> Mapping[str, str]:
        """What a seat holds beside its stacks, by name: cards, mina, VP; with `whole` what lies in Supply too."""

    def purse(self, view: View, seat: str) -> str:
        """What that seat could pay with, as everybody may know it: `2 mina, 4 cards`."""

    def card_text(self, card: str) -> str:
        """What a card does, in a sentence or two."""

    def card_hint(self, card: str) -> str:
        """The same in a few words."""


@dataclass(frozen=True, slots=True)
class Face:
    """What a game declares for its screens.

    `composites`: for the key of a question the keys of those that may follow it on the same screen, sent together.
    `plans`: questions asked again and again, with the token that stops them. `makers`: screens made for one key.
    `defaults`: answers to questions that a composite begins with and that are only shown on request. `losses`: keys
    of questions that ask disk by disk what is saved. `fights`: keys of those that one plan answers round by round.
    `reasons`: keys whose screen says why a card cannot be played.
    `counted`: keys of plans whose questions say how many picks are left; `growing`: those that put a disk down with
    each pick; `below`: questions whose facts are about what is chosen in the menu and stand below it.
    `regions`: the groups of long lists in the order in which they are offered. `silent`: events that a preview leaves
    out. `subject` names what a sealed question is about, `saves` says whether those hit by an action may save what they
    lose, `placed` what a plan makes of the seat. `explain` gives the facts that a question turns on, in a few lines.
    """

    names: Names
    board: Board | None = None
    composites: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    plans: Mapping[str, str] = field(default_factory=dict)
    makers: Mapping[str, Maker] = field(default_factory=dict)
    defaults: Mapping[str, Picks] = field(default_factory=dict)
    group: str = ""
    commands: tuple[Command, ...] = ()
    losses: frozenset[str] = frozenset()
    fights: frozenset[str] = frozenset()
    reasons: frozenset[str] = frozenset()
    counted: frozenset[str] = frozenset()
    growing: frozenset[str] = frozenset()
    below: frozenset[str] = frozenset()
    regions: tuple[str, ...] = ()
    silent: tuple[str, ...] = ()
    subject: Callable[[Stage], str] | None = None
    saves: Callable[[Stage], bool] | None = None
    placed: Callable[[Stage], str] | None = None
    explain: Callable[[Stage], str] | None = None
