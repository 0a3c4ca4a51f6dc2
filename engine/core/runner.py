"""The rules running from question to question: the coroutine, what it asks, and the answers collected for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

from msgspec import structs

from engine.core.ask import Answers, Ask, Flow, Picks, Request, Seat
from engine.core.deepcopy import deep_copy
from engine.core.errors import GameOver, IllegalAnswer, NotAsked, UnknownCall, UnknownSeat
from engine.core.game import Event, Game, OwnCall

S = TypeVar("S")


class Runner(Generic[S]):
    """Runs the rules of a game on one state, and knows nothing of records."""

    game: Game[S]
    state: S
    events: list[Event]
    pending: Request | None
    _flow: Flow[str | None] | None
    _answers: dict[Seat, Picks]
    _left: dict[Seat, Ask]
    _untouched: S | None = None  # the state before flows side by side were last run; None if something else may differ

    def waiting(self) -> tuple[Seat, ...]:
        """Return the seats that have not answered yet."""
        return tuple(self._left)

    def ask_of(self, seat: Seat) -> Ask | None:
        """Return what that seat still has to answer."""
        return self._left.get(seat)

    def question_to(self, seat: Seat) -> Request | None:
        """Return the present question as that seat may know it; its own, if each seat has another."""
        if self.pending is None:
            return None
        return self.pending.to(seat) if seat in self._left else structs.replace(self.pending, asks=(), own=())

    def problems(self) -> list[str]:
        """Return the broken invariants of the present position."""
        return self.game.problems(self.state)

    def _begin(self, step: str | None) -> None:
        """Start the rules of that step and run them to their first question; None is the end of the game."""
        self._answers, self._left, self.pending = {}, {}, None
        self._flow = None if step is None else self.game.steps[step](self.state)
        self._advance(None)

    def _advance(self, answers: Answers | None) -> None:
        """Run the rules to the next question, over as many step boundaries as it takes."""
        while self._flow is not None:
            try:
                asked = self._flow.send(answers)
            except StopIteration as end:
                self._end_step(end.value)
                answers = None
                continue
            if not isinstance(asked, Request):
                raise TypeError(f"the rules awaited {asked!r}, which is no Request")
            if asked.flows == "on":
                self._refuse_changed(asked, wholly=not asked.asks)
            else:
                self._hear()
                if asked.flows:
                    self._untouched = deep_copy(self.state)
            asks, self.pending = asked.asks, asked
            self._left = {asks[0].seat: asks[0]} if len(asks) == 1 else {ask.seat: ask for ask in asks}
            self._put(asked)
            if asks:
                return
            answers = {}

    def _put(self, asked: Request) -> None:
        """Note that a question is asked; for subclasses that keep data about it."""

    def _refuse_changed(self, asked: Request, *, wholly: bool) -> None:
        """Flows side by side must leave the state as it was before they were run. Raises TypeError.

        What they tell shows at once; `wholly` looks at all else too, which is done before anything can come of it.
        """
        if self.game.drain(self.state) or (wholly and self.state != self._untouched):
            raise TypeError(f"{asked.key}: a flow beside others has changed the state")

    def _set_flows_aside(self) -> None:
        """End the present flows before something else changes the state. Raises TypeError if they have changed it."""
        if self._untouched is not None and self.pending is not None and self.pending.flows == "on":
            self._refuse_changed(self.pending, wholly=True)
        self._untouched = None

    def _end_step(self, step: str | None) -> None:
        """A step has ended: that one is next, or with None the game is over."""
        self._hear()
        self.pending, self._left = None, {}
        self._pass_boundary(step)
        self._flow = None if step is None else self.game.steps[step](self.state)

    def _pass_boundary(self, step: str | None) -> None:
        """Note the boundary between two steps; for subclasses that keep data about it."""

    def _answered(self, seat: Seat, picks: Picks) -> None:
        """Keep an answer that fits; the last one lets the rules go on, and each where every seat has its own flow."""
        self._answers[seat] = picks
        del self._left[seat]
        if self.pending is not None and self.pending.flows == "on":
            if self._untouched is None:
                self._untouched = deep_copy(self.state)
        elif self._left:
            return
        answers, self._answers = self._answers, {}
        self._advance(answers)

    def _hear(self) -> None:
        """Keep what the rules have told."""
        if told := self.game.drain(self.state):
            self.events += told
            self.heard()

    def heard(self) -> None:
        """Note that `events` has changed; for subclasses that keep data beside it."""

    def place_of(self, seat: Seat) -> int:
        """Return the seat's place in the game's fixed order, which stays when its id changes. Raises UnknownSeat."""
        try:
            return self.game.seats(self.state).index(seat)
        except ValueError:
            raise UnknownSeat(f"There is no seat {seat!r} at this table") from None

    def _asks_left(self) -> list[Ask]:
        return list(self._left.values())

    def _check(self, seat: Seat, picks: Picks) -> str:
        """The key of the question these picks answer. Raises what is wrong with them."""
        if self.pending is None:
            raise GameOver("The game is over")
        ask = self._left.get(seat)
        if ask is None:
            self.place_of(seat)
            raise NotAsked(f"{seat} is not asked now; waiting for {', '.join(self.waiting())}")
        key = self.pending.key_to(seat) if self.pending.own else self.pending.key
        if refusal := ask.refusal(picks):
            raise IllegalAnswer(f"{key}: {refusal}")
        return key

    def _check_call(self, seat: Seat, picks: Picks) -> None:
        """Raises UnknownSeat, or UnknownCall or IllegalAnswer for a call that is not possible now."""
        name, *values = picks
        if not self._knows_call(seat, picks):
            raise UnknownCall(f"{self.game.name} knows no call {name!r}")
        if seat:
            self.place_of(seat)
            if why := own_calls(self.game)[name].refusal(self.state, seat, tuple(values)):
                raise IllegalAnswer(f"{name}: {why}")

    def _knows_call(self, seat: Seat, picks: Picks) -> bool:
        return picks[0] in own_calls(self.game) if seat else {*picks} <= {*self._calls()}

    def _call(self, seat: Seat, picks: Picks) -> None:
        """Tell the game what has come about, or what the seat says unasked."""
        if seat:
            own_calls(self.game)[picks[0]].take(self.state, seat, picks[1:])
        else:
            for name in picks:
                self._calls()[name](self.state)
        self._hear()

    def _calls(self) -> Mapping[str, Callable[[S], None]]:
        calls: Mapping[str, Callable[[S], None]] = getattr(self.game, "calls", {})
        return calls


def own_calls(game: Game[Any]) -> Mapping[str, OwnCall]:
    """Return what a seat of that game can say unasked at any time, by name."""
    found: Mapping[str, OwnCall] = getattr(game, "own_calls", {})
    return found
