"""The guided first game of a game: an ordinary table of a known seed, with hints beside its questions.

It consists of facts (`data/<game>/guide.toml`): the rules don't know it, and what isn't suggested stays allowed. The
hints are the texts `<game>.guide.<step>`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, TypeVar

import msgspec

from data import path
from engine.core.decoding import decoder
from engine.core.game import Game, SeatPlan
from engine.core.toml import write

OVER: Final = "over"
WON: Final = "won"
LEARNER: Final = "learner"
S = TypeVar("S")


class GuideStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A hint, and when it is shown: with one of the questions `asks`, or `over` once the game has ended (which offers
    `won` if the learner has won it).

    `offers`: options, or what the question is about, of which one must be there, and `needs`, all of which must, so
    that nothing is suggested that cannot be done. `turn`: in that turn only; `begun`: only with an answer begun on the
    screen, or only without.
    """

    id: str
    asks: tuple[str, ...]
    offers: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    turn: int = 0
    begun: bool | None = None


class Guide(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A guided game: how its table is opened, and its hints, of which the first that fits is shown."""

    seed: str
    scenario: str
    civ: str
    """What the learner plays."""
    npcs: tuple[str, ...]
    """What the computers play."""
    options: dict[str, Any]
    step: tuple[GuideStep, ...]
    alone: str = ""
    """A scenario to continue with alone."""
    passes: dict[str, str] = {}
    """Questions that the learner isn't asked while hints are on, with their answers."""
    position: dict[str, Any] = {}
    """Its first position, in the game's notation, if not the usual one; `learner` stands for the learner's name."""

    def hint(self, asked: str, offered: Collection[str], turn: int, *, begun: bool) -> GuideStep | None:
        """Return the hint for that question, or None."""
        return next((step for step in self.step if _fits(step, asked, offered, turn, begun=begun)), None)

    def first(self, game: Game[S], seats: Sequence[SeatPlan]) -> tuple[S, str | None]:
        """Return its first position and step, for those who sit there. Raises SetupError."""
        if not self.position:
            return game.setup(self.scenario, seats, self.options, self.seed)
        learner = next((plan.player for plan in seats if plan.civ == self.civ), "")
        frame = {"scenario": self.scenario, "options": self.options, "seed": self.seed}
        return game.load(write({**_named(self.position, learner), **frame}))


def _named(table: Mapping[str, Any], learner: str) -> dict[str, Any]:
    """The table with the learner's name where it belongs."""
    return {
        k: _named(v, learner) if isinstance(v, Mapping) else learner if v == LEARNER else v for k, v in table.items()
    }


def _fits(step: GuideStep, asked: str, offered: Collection[str], turn: int, *, begun: bool) -> bool:
    there = set(step.needs) <= set(offered) and (not step.offers or not set(step.offers).isdisjoint(offered))
    return asked in step.asks and there and step.turn in {0, turn} and step.begun in {None, begun}


def guide_of(game: str) -> Guide:
    """Return the guided game of `data/<game>/guide.toml`. Raises msgspec.ValidationError for what is none."""
    facts = tomllib.loads(path(game, "guide.toml").read_text(encoding="utf-8"))
    return decoder(Guide).plain(facts)
