"""Culture Wars told by its answers, from a notated position: the driver of its stories.

The board before tiles are moved has the columns a to j and the rows 1 to 10, with the hole at e5, f5, e6 and f6.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.core import notation
from engine.core.ask import Request
from engine.core.table import Table
from engine.core.toml import write
from engine.culture_wars.board import population, settlements
from engine.culture_wars.game import GAME
from engine.culture_wars.state import State


def position(phase: str, **tables: Any) -> str:
    """A position in notation: Suns and Moons, unless `cultures` says otherwise; the rest as in a file."""
    cultures = tables.pop("cultures", {"suns": {}, "moons": {}})
    plain = {k: v for k, v in tables.items() if not isinstance(v, Mapping)}
    rest = {k: v for k, v in tables.items() if isinstance(v, Mapping)}
    named = {name: {"by": "human", **table} for name, table in cultures.items()}
    return write({"game": "culture_wars", "phase": phase, "seed": "story", **plain, "cultures": named, **rest})


THREE: dict[str, dict[str, Any]] = {"suns": {}, "moons": {}, "crowns": {}}


class Phase:
    """One step of the rules at a time, so that what it does can be seen before the next begins."""

    def __init__(self, phase: str, **tables: Any) -> None:
        self.s, _ = GAME.load(position(phase, **tables))
        self.asked: list[Request] = []
        self.told: list[str] = []
        self.ended = False

    def run(self, *answers: str | Iterable[str]) -> Phase:
        """Run the step of the present phase; each answer is a pick, or several together."""
        picks = [(a,) if isinstance(a, str) else tuple(a) for a in answers]
        flow = GAME.steps[self.s.phase](self.s)
        self.asked = []
        said: Any = None
        try:
            while True:
                request = flow.send(said)
                self.asked.append(request)
                [ask] = request.asks
                assert picks, f"{ask.seat} is asked {request.key} beyond the answers"
                answer = picks.pop(0)
                assert ask.refusal(answer) is None, f"{request.key}: {ask.refusal(answer)} ({ask.options})"
                said = {ask.seat: answer}
        except StopIteration as end:
            self.ended = end.value is None
        assert not picks, f"nobody asked for {picks}"
        assert GAME.problems(self.s) == []
        self.told += [e.text for e in GAME.drain(self.s)]
        return self

    def through(self, phase: str) -> Phase:
        """Run steps that ask nothing until that phase begins."""
        while self.s.phase != phase:
            self.run()
        return self

    def tokens(self, square: str) -> dict[str, int]:
        return dict(sorted(self.s.tokens.get(square, {}).items()))

    def coin(self, square: str) -> str:
        """`moons 3`, `moons 3 settlement`, or nothing."""
        coin = self.s.coins.get(square)
        return f"{coin.suit} {coin.number}{' settlement' if coin.settled else ''}" if coin else ""

    def reserve(self, culture: str) -> list[int]:
        return self.s.cultures[culture].reserve

    def supply(self, culture: str) -> int:
        return self.s.cultures[culture].supply

    def settlements(self, culture: str) -> list[str]:
        return settlements(self.s, culture)

    def population(self, culture: str) -> int:
        return population(self.s, culture)

    def log(self) -> str:
        return "\n".join(self.told)


class Story:
    """A table at a notated position. Every answer is checked for problems afterwards."""

    def __init__(self, phase: str = "", **tables: Any) -> None:
        self.table: Table[State] = notation.load(GAME, position(phase, **tables))
        self._told: list[str] = []
        self.check()

    @property
    def s(self) -> State:
        return self.table.state

    @property
    def key(self) -> str:
        assert self.table.pending is not None, "the game is over"
        return self.table.pending.key

    def seat(self) -> str:
        return self.table.waiting()[0]

    def options(self) -> tuple[str, ...]:
        ask = self.table.ask_of(self.seat())
        assert ask is not None
        return ask.options

    def answer(self, *picks: str) -> Story:
        self.table.submit(self.seat(), *picks)
        return self.check()

    def all_stay(self) -> Story:
        """Nobody moves any more, nor settles, until a turn is over and movement is asked again, or the game ends."""
        turn = self.s.turn
        while self.table.pending is not None and self.s.turn == turn:
            self.answer({"movement.move": "done", "settle.form": "pass"}[self.key])
        return self

    def check(self) -> Story:
        assert self.table.problems() == []
        self._told += [e.text for e in self.table.events]
        self.table.events.clear()
        return self

    def told(self) -> str:
        return "\n".join(self._told)
