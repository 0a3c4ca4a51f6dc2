"""The guided first game of a game: an ordinary table of a known seed, and what is said beside its questions.

It is all facts (`data/<game>/guide.toml`): the rules know nothing of it, and what is not suggested stays allowed. The
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
    """An ordinary game to learn by: how its table is opened, and its hints, of which the first that fits is shown.

    `civ` is what the learner plays, `npcs` what the computers do. `alone`: a scenario to go on with alone. `passes`:
    questions that the learner is spared as long as there are hints, with their answers. `position`: where it begins, in
    the notation of its game, if not at the beginning; `learner` in it stands for the learner's name.
    """

    seed: str
    scenario: str
    civ: str
    npcs: tuple[str, ...]
    options: dict[str, Any]
    step: tuple[GuideStep, ...]
    alone: str = ""
    passes: dict[str, str] = {}
    position: dict[str, Any] = {}

    def hint(self, asked: str, offered: Collection[str], turn: int, *, begun: bool) -> GuideStep | None:
        """What is said with that question, or None."""
        return next((step for step in self.step if _fits(step, asked, offered, turn, begun=begun)), None)

    def first(self, game: Game[S], seats: Sequence[SeatPlan]) -> tuple[S, str | None]:
        """Its first position and step, for those who sit there. Raises SetupError."""
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
    """The guided game of `data/<game>/guide.toml`. Raises msgspec.ValidationError for what is none."""
    facts = tomllib.loads(path(game, "guide.toml").read_text(encoding="utf-8"))
    return decoder(Guide).plain(facts)
