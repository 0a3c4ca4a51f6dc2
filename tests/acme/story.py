"""A game told by its answers, from a notated position: the driver of all stories."""

from __future__ import annotations

from collections.abc import Mapping

from engine.acme.game import GAME
from engine.acme.questions.board import disks
from engine.acme.state import Civ, State
from engine.acme.verbs.stacks import change_stack
from engine.acme.view import AcmeView, CompetitionView, ExplorationView
from engine.core import notation
from engine.core.ask import PASS, Ask
from engine.core.table import Table

STOPS = (PASS, "done", "none", "nothing", "stay", "keep", "lose", "no")


def lie(s: State, area: str, stacks: Mapping[str, int]) -> None:
    """From now on these disks lie in the area and no others, wherever they come from."""
    for faction in list(s.disks.get(area, {})):
        change_stack(s, faction, area, -disks(s, faction, area))
    for faction, n in stacks.items():
        change_stack(s, faction, area, n)


class Story:
    """A table at a notated position. Every answer is checked for problems afterwards."""

    def __init__(self, position: str) -> None:
        self.table: Table[State] = notation.load(GAME, position)
        self._told: list[str] = []
        self.check()

    @property
    def state(self) -> State:
        return self.table.state

    @property
    def key(self) -> str:
        assert self.table.pending is not None, "the game is over"
        return self.table.pending.key

    def ask(self, seat: str = "") -> Ask:
        """What that seat, or the first one waited for, is asked."""
        found = self.table.ask_of(seat or self.table.waiting()[0])
        assert found is not None, f"{seat} is not asked; {self.table.waiting()} are ({self.key})"
        return found

    def asked(self) -> tuple[str, str, tuple[str, ...]]:
        """Key, seat and options of the first ask."""
        ask = self.ask()
        return self.key, ask.seat, ask.options

    def options(self, seat: str = "") -> tuple[str, ...]:
        return self.ask(seat).options

    def hints(self, seat: str) -> list[str]:
        """What stands beside each option of that seat."""
        assert self.table.pending is not None, "the game is over"
        return [option.hint for option in self.table.game.describe(self.state, self.table.pending, self.ask(seat))]

    def answer(self, seat: str, *picks: str) -> Story:
        """Answer once; fails if the seat is not asked or the option not offered."""
        self.table.submit(seat, *picks)
        return self.check()

    def play(self, seat: str, *answers: str) -> Story:
        """Answer several questions of the seat in a row, one pick each; windows in between pass in silence."""
        for pick in answers:
            while seat not in self.table.waiting() or (self.is_window() and pick not in self.options(seat)):
                assert self.is_window(), f"{self.table.waiting()} are asked {self.key}, not {seat} ({pick})"
                self.silence()
            self.answer(seat, pick)
        return self

    def is_window(self) -> bool:
        return self.table.pending is not None and self.table.pending.sealed

    def silence(self) -> Story:
        """Close the sealed window without an answer."""
        assert self.is_window(), f"{self.key} is no sealed window"
        self.table.close({})
        return self.check()

    def windows(self) -> Story:
        """Close all windows that follow one another, without an answer."""
        while self.is_window():
            self.silence()
        return self

    def run_until(self, *keys: str, most: int = 3000) -> Story:
        """Answer with silence, a refusal or the first option until one of the keys is asked, or the game is over."""
        for _ in range(most):
            if self.table.pending is None or self.key in keys:
                return self
            if self.is_window():
                self.silence()
                continue
            ask = self.ask()
            stop = [o for o in STOPS if o in ask.options]
            self.answer(ask.seat, *(stop[:1] or ask.options[: max(1, ask.least)]))
        raise AssertionError(f"none of {keys} was asked")

    def check(self) -> Story:
        assert self.table.problems() == []
        self._told += [e.text for e in self.table.events if e.to is None]
        self.table.events.clear()
        return self

    def told(self) -> str:
        """All that everybody has been told since the beginning."""
        return "\n".join(self._told)

    def view(self, seat: str | None = None) -> AcmeView:
        seen: AcmeView = self.table.view(seat)
        return seen

    def competition(self, seat: str | None = None) -> CompetitionView:
        """The Competition that is being resolved, as that seat sees it."""
        there = self.view(seat).competition
        assert there is not None
        return there

    def exploration(self) -> ExplorationView:
        """The Exploration, as everybody sees it."""
        there = self.view().exploration
        assert there is not None
        return there

    def disks(self, faction: str, area: str) -> int:
        return self.state.disks.get(area, {}).get(faction, 0)

    def civ(self, name: str) -> Civ:
        return self.state.civs[name]

    def hand(self, name: str) -> list[int]:
        return sorted(self.state.civs[name].hand)
