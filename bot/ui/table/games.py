"""The herald of each game, and the one for games that have none of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.ui.names import Names
from bot.ui.table.acme import Acme
from bot.ui.table.heralds import Herald, moment_of
from bot.ui.table.terms import said
from engine.core.game import Choice, Event, View


class Plain:
    """Words for a game that has none of its own."""

    choices: Sequence[Choice] = ()

    def moment(self, view: View) -> str:
        """Epoch, turn and phase as far as the view has them."""
        return moment_of(int(view.get("epoch", 0)), int(view.get("turn", 0)), str(view.get("phase", "")))

    def standing(self, _view: View, _slug: str, _names: Names) -> str:
        """Nothing: what counts in the game is not known here."""
        return ""

    def notes(self, _view: View, _names: Names) -> Sequence[str]:
        """Nothing."""
        return ()

    def piles(self, view: View, _names: Names) -> str:
        """The deck, if its size is public."""
        return said("standing.deck", n=view["deck_count"]) if "deck_count" in view else ""

    def undone(self, _then: View, _now: View, _names: Names) -> Sequence[str]:
        """Nothing that could be put into words."""
        return ()

    def telling(self, _events: Sequence[Event]) -> bool:
        """A quiet channel waits for the next phase."""
        return False

    def order(self, view: View) -> Sequence[str]:
        """The order as the view has it."""
        return tuple(view.get("order", ()))

    def discard(self, view: View) -> Sequence[str]:
        """The discard pile, if the view has one."""
        return [str(card) for card in reversed(view.get("discard", ()))]

    def cities(self, _view: View, _slug: str) -> Sequence[str]:
        """None."""
        return ()

    def ends(self, _view: View) -> str:
        """Nothing."""
        return ""

    def length(self, _view: View) -> str:
        """Nothing."""
        return ""

    def pack(self, _options: Mapping[str, Any]) -> str:
        """Nothing."""
        return ""

    def board(self, _view: View) -> bool:
        """No."""
        return False

    def peoples(self, _options: Mapping[str, Any]) -> Sequence[str]:
        """All."""
        return ()

    def base(self, _options: Mapping[str, Any]) -> str:
        """None."""
        return ""


PLAIN: Final = Plain()
HERALDS: Final[Mapping[str, Herald]] = {"acme": Acme()}


def herald_of(game: str) -> Herald:
    """The herald of a game."""
    return HERALDS.get(game, PLAIN)
