"""The civilization game told by its answers, from a notated position: the driver of its stories.

A seat without an answer of its own is silent, which takes the first options (CIV §4.4).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Self, TypeAlias

from engine.civ.board import cities, population
from engine.civ.game import GAME
from engine.civ.silence import silent
from engine.civ.state import State
from engine.core.ask import Ask, Picks, Request
from engine.core.toml import write
from tests.conformance.shapes import placed

Message: TypeAlias = str | Sequence[str]


def position(phase: str, **tables: Any) -> str:
    """A position in notation; Egypt and Babylon on the whole board, unless `nations` and `options` say otherwise."""
    nations = tables.pop("nations", {"egypt": {}, "babylon": {}})
    options = {"map": "full-main", **tables.pop("options", {})}
    plain = {k: v for k, v in tables.items() if not isinstance(v, Mapping)}
    rest = {k: v for k, v in tables.items() if isinstance(v, Mapping)}
    named = {name: {"by": "human", **table} for name, table in nations.items()}
    return write(
        {"game": "civ", "phase": phase, "seed": "story", **plain, "options": options, "nations": named, **rest}
    )


class Phase:
    """One step of the rules at a time, so that what it does can be seen before the next begins."""

    def __init__(self, phase: str, **tables: Any) -> None:
        self.s: State = GAME.load(position(phase, **tables))[0]
        self.asked: list[tuple[str, str, tuple[str, ...]]] = []
        self.asks: list[tuple[str, Ask]] = []
        self.told: list[str] = []
        self.private: dict[str, list[str]] = {}
        self.ended = False
        self.placed: set[str] = set()
        """The questions some of whose options were on the board."""

    def run(self, **answers: Iterable[Message] | str) -> Self:
        """Run the present step; each seat gives its answers in turn, then it is silent."""
        self.asked, self.asks = [], []
        script = {seat: deque([said] if isinstance(said, str) else said) for seat, said in answers.items()}
        flow = self.flow()
        said: Any = None
        try:
            while True:
                said = self._answers(flow.send(said), script)
        except StopIteration as end:
            self.ended = end.value is None
        unheard = {seat: list(left) for seat, left in script.items() if left}
        assert not unheard, f"nobody asked for {unheard}; asked were {[(k, s) for k, s, _ in self.asked]}"
        assert GAME.problems(self.s) == []
        self._hear()
        return self

    def flow(self) -> Any:
        """The present step of the rules."""
        return GAME.steps[self.s.phase](self.s)

    def _answers(self, request: Request, script: dict[str, deque[Message]]) -> dict[str, Picks]:
        given = dict[str, Picks]()
        for ask in request.asks:
            question = request.to(ask.seat)
            [own] = question.asks
            self.asked.append((question.key, own.seat, own.options))
            self.asks.append((question.key, own))
            self.placed |= {question.key for option in placed(GAME, self.s, question, own) if option.on}
            given[own.seat] = self._picks(question.key, own, script)
        return given

    def _picks(self, key: str, ask: Ask, script: dict[str, deque[Message]]) -> Picks:
        said = script[ask.seat].popleft() if script.get(ask.seat) else silent(ask, key)
        picks = (said,) if isinstance(said, str) else tuple(said)
        assert ask.refusal(picks) is None, f"{ask.seat}, {key}: {ask.refusal(picks)} ({ask.options})"
        return picks

    def _hear(self) -> None:
        for event in GAME.drain(self.s):
            if event.to is None:
                self.told.append(event.text)
            else:
                self.private.setdefault(event.to, []).append(event.text)

    def through(self, phase: str) -> Self:
        """Run steps in silence until that phase begins."""
        while self.s.phase != phase:
            self.run()
        return self

    def options(self, key: str, seat: str = "") -> tuple[str, ...]:
        """What was offered when that question was first asked in the last step; nothing if it was not."""
        return next((o for k, who, o in self.asked if k == key and seat in {"", who}), ())

    def questions(self) -> list[str]:
        """The questions asked in the last step."""
        return [key for key, _, _ in self.asked]

    def at(self, area: str) -> str:
        """`egypt 2 crete city`: tokens, then the city, as in notation."""
        tokens = [f"{owner} {n}" for owner, n in self.s.tokens.get(area, {}).items()]
        return " ".join([*tokens, *([f"{self.s.cities[area]} city"] if area in self.s.cities else [])])

    def stock(self, name: str) -> int:
        return self.s.nations[name].stock

    def treasury(self, name: str) -> int:
        return self.s.nations[name].treasury

    def cities(self, name: str) -> list[str]:
        return cities(self.s, name)

    def tokens(self, name: str) -> int:
        return population(self.s, name)

    def log(self) -> str:
        return "\n".join(self.told)


def refused(phase: Phase, seat: str, key: str, *picks: str) -> bool:
    """Whether such an answer is none, where that question is asked first in the present step."""
    phase.run()
    ask = next(ask for asked, ask in phase.asks if (asked, ask.seat) == (key, seat))
    return ask.refusal(picks) is not None
