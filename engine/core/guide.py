"""The guided first game of a game: an ordinary table of a known seed, and what is said beside its questions.

It is all facts (`data/<game>/guide.toml`): the rules know nothing of it, and what is not suggested stays allowed. The
hints are the texts `<game>.guide.<step>`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection
from typing import Any, Final

import msgspec

from data import path
from engine.core.decoding import decoder

OVER: Final = "over"


class GuideStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A hint, and when it is shown: with one of the questions `asks`, or `over` once the game has ended.

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
    questions that the learner is spared as long as there are hints, with their answers.
    """

    seed: str
    scenario: str
    civ: str
    npcs: tuple[str, ...]
    options: dict[str, Any]
    step: tuple[GuideStep, ...]
    alone: str = ""
    passes: dict[str, str] = {}

    def hint(self, asked: str, offered: Collection[str], turn: int, *, begun: bool) -> GuideStep | None:
        """What is said with that question, or None."""
        return next((step for step in self.step if _fits(step, asked, offered, turn, begun=begun)), None)


def _fits(step: GuideStep, asked: str, offered: Collection[str], turn: int, *, begun: bool) -> bool:
    there = set(step.needs) <= set(offered) and (not step.offers or not set(step.offers).isdisjoint(offered))
    return asked in step.asks and there and step.turn in {0, turn} and step.begun in {None, begun}


def guide_of(game: str) -> Guide:
    """The guided game of `data/<game>/guide.toml`. Raises msgspec.ValidationError for what is none."""
    facts = tomllib.loads(path(game, "guide.toml").read_text(encoding="utf-8"))
    return decoder(Guide).plain(facts)
