"""A game with little code: what `StandardGame` does for its author, who adds the state, the steps and the view."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar

import msgspec

from engine.core.ask import Ask, Flow, Option, Picks, Request, Seat
from engine.core.chance import SPAN, Luck, draw
from engine.core.decoding import decoder
from engine.core.deliberation import Rehearsal, Vantage
from engine.core.game import (
    Control,
    CountedGame,
    Event,
    Outcome,
    Scenario,
    SeatPlan,
    SetupError,
    View,
    read_options,
)
from engine.core.message import Message
from engine.core.monte_carlo import best_answer
from engine.core.naming import spell_out
from engine.core.notation import read, table_of
from engine.core.text import has_text, words
from engine.core.toml import write

AS_JSON: Final = "json:"


class StandardState(msgspec.Struct):
    """The state of such a game; its own fields are added in a subclass, each with a default.

    `by` has the seats in order, with who plays each. The rules count `turn`, from 1, and `secrets` where they reveal
    something hidden; `draws` and `told` count and grow by themselves.
    """

    seed: str = ""
    by: dict[Seat, Control] = {}
    turn: int = 0
    draws: int = 0
    secrets: int = 0
    told: list[Event] = []


P = TypeVar("P", bound=StandardState)


def tell(s: StandardState, key: str, /, *, to: Seat | None = None, **values: Any) -> None:
    """Tell everyone, or one seat alone, the text `event.<key>` with these values."""
    s.told.append(Event(Message(f"event.{key}", values), to, key=key))


class StandardGame(CountedGame[P]):
    """All of `Game` but what makes a game its own: `name`, `title`, `state_type`, `view_type`, `steps`, `scenarios`,
    `begin`, `view` and `scores`. A game overrides what doesn't fit.
    """

    name: str
    title: str
    version: int = 1
    state_type: type[P]
    steps: Mapping[str, Callable[[P], Flow[str | None]]]
    scenarios: Mapping[str, Scenario]
    upgrades: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}
    presumed: Mapping[str, Picks] = {}

    def begin(self, s: P, options: Mapping[str, Any]) -> str:
        """Set up a new game whose seats are known. Return its first step. Raises SetupError."""
        raise NotImplementedError

    def view(self, s: P, seat: Seat | None, waiting: Sequence[Seat]) -> View:
        """Return what that seat, or with None the public, may know, as a `view_type`."""
        raise NotImplementedError

    def scores(self, s: P) -> Mapping[Seat, int]:
        """Return how many points each seat has."""
        raise NotImplementedError

    def deal(self, view: View, seat: Seat, luck: Luck) -> P | None:
        """Return a position in which that seat would see this view, at the beginning of the step that asks it; None if
        the game can't say.

        What the seat can't see is made up with `luck`. The computer tries its answers in such positions.
        """
        del view, seat, luck
        return None

    def setup(self, scenario: str, seats: Sequence[SeatPlan], options: Mapping[str, Any], seed: str) -> tuple[P, str]:
        """Return a new game and its first step. A seat without a name gets a number. Raises SetupError."""
        known = self.scenarios.get(scenario)
        if known is None:
            raise SetupError("scenario", "none_of", value=scenario, known=self.scenarios)
        if len(seats) not in known.players:
            raise SetupError("seats", "number", least=known.least, most=known.most, n=len(seats))
        chosen = {**{choice.name: choice.default for choice in known.options}, **read_options(known.options, options)}
        s = self.state_type(seed=seed, by={plan.civ or f"seat_{n}": plan.by for n, plan in enumerate(seats, 1)})
        if len(s.by) != len(seats):
            raise SetupError("seats", "twice", name=", ".join(s.by))
        return s, self.begin(s, chosen)

    def seats(self, s: P) -> Sequence[Seat]:
        """Return the seats in order."""
        return list(s.by)

    def controller(self, s: P, seat: Seat) -> Control:
        """Return who plays the seat."""
        return s.by[seat]

    def control(self, s: P, seat: Seat, by: Control) -> None:
        """Hand the seat over."""
        s.by[seat] = by

    def secretive(self, s: P, seat: Seat) -> bool:
        """Return whether the seat sees something that the public doesn't."""
        return bool(self.view(s, seat, ()) != self.view(s, None, ()))

    def chapter(self, s: P) -> str:
        """Return the turn; empty before the first."""
        return f"0.{s.turn}.play" if s.turn else ""

    def describe(self, s: P, request: Request, ask: Ask) -> tuple[Option, ...]:
        """Return each option under its text, `option.<question>.<token>` or `option.<token>`; else the token as
        words.
        """
        del s
        return tuple(Option(token, _label(request.key, token), rank=n) for n, token in enumerate(ask.options))

    def why_not(self, s: P, seat: Seat, token: str) -> str:
        """Return nothing: the rules give no reasons."""
        del s, seat, token
        return ""

    def npc(self, s: P, request: Request, ask: Ask) -> Picks:
        """Return the computer's answer: what did best in games played at random from positions that its seat could be
        in (`deal`), else any legal answer. It depends on what the seat sees alone.
        """
        seen = self.view(s, ask.seat, request.asked)
        luck = Luck(_digest(seen, request.key))
        return best_answer(self, lambda: self._world(s, seen, ask.seat, luck), request, ask, luck)

    def _world(self, s: P, seen: View, seat: Seat, luck: Luck) -> P | None:
        """Return a position that the seat could be in, with the same players in the same turn, and another seed."""
        world = self.deal(seen, seat, luck)
        if world is not None:
            world.by, world.turn, world.seed = dict.fromkeys(s.by, "human"), s.turn, f"{luck.seed} {draw(luck, SPAN)}"
        return world

    def outcome(self, s: P) -> Outcome | None:
        """Return the end: most points win, and share the victory where they are equal."""
        scores = dict(self.scores(s))
        best = max(scores.values())
        return Outcome(scores, tuple(seat for seat in s.by if scores[seat] == best), Message("over.most_points"))

    def problems(self, s: P) -> list[str]:
        """Return nothing: the game checks no invariants."""
        del s
        return []

    def dump(self, s: P, step: str | None) -> str:
        """Return the state as TOML, fields with their defaults left out."""
        own, new = _plain(s), _plain(self.state_type())
        fields = {key: _stated(value) for key, value in own.items() if key != "told" and value != new[key]}
        return write({"game": self.name, "step": step or "", "state": fields})

    def load(self, text: str) -> tuple[P, str | None]:
        """Return a position and its step. Raises SetupError that names what is wrong."""
        raw = read(text, {"game", "step", "state", "answers"})
        step = raw.get("step", "")
        if raw.get("game", self.name) != self.name:
            raise SetupError("game", "other_game", game=raw["game"], wanted=self.name)
        if step and step not in self.steps:
            raise SetupError("step", "none_of", value=step, known=self.steps)
        s = self._read(table_of(raw, "state"))
        if not s.by:
            raise SetupError(
                "state.by", "number", least=1, most=max(known.most for known in self.scenarios.values()), n=0
            )
        self._try(s, step or None)
        return s, step or None

    def _try(self, s: P, step: str | None) -> None:
        """Raise SetupError if the rules or the views can make nothing of a position, whatever they raise then."""
        try:
            Rehearsal(Vantage(self, step, msgspec.json.encode(s), (), 0))
            for seat in (None, *s.by):
                self.view(s, seat, ())
        except Exception as error:  # noqa: BLE001
            raise SetupError("state", "detail", detail=f"{type(error).__name__}: {error}") from None

    def _read(self, fields: Mapping[str, Any]) -> P:
        unknown = sorted(set(fields) - {field.encode_name for field in msgspec.structs.fields(self.state_type)})
        if unknown:
            raise SetupError(f"state.{unknown[0]}", "key")
        try:
            return decoder(self.state_type).json(json.dumps({key: _unstated(one) for key, one in fields.items()}))
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            raise SetupError("state", "detail", detail=error) from None


def _label(key: str, token: str) -> str:
    own = (f"option.{key}.{token}", f"option.{token}")
    return next((words(text) for text in own if has_text(text)), spell_out(token))


def _digest(seen: View, key: str) -> str:
    """Return a text that depends on what a seat sees and is asked, and on nothing else."""
    return hashlib.blake2b(msgspec.json.encode((seen, key))).hexdigest()


def _plain(s: StandardState) -> Mapping[str, Any]:
    """Return the fields as JSON has them: keys are strings."""
    fields: Mapping[str, Any] = json.loads(msgspec.json.encode(s))
    return fields


def _stated(value: Any) -> Any:
    """Return a value as TOML can say it: one with nothing in it somewhere as JSON."""
    plain = not _has_nothing(value) and not (isinstance(value, str) and value.startswith(AS_JSON))
    return value if plain else AS_JSON + json.dumps(value, ensure_ascii=False)


def _unstated(value: Any) -> Any:
    return json.loads(value.removeprefix(AS_JSON)) if isinstance(value, str) and value.startswith(AS_JSON) else value


def _has_nothing(value: Any) -> bool:
    if isinstance(value, Mapping):
        return any(map(_has_nothing, value.values()))
    return any(map(_has_nothing, value)) if isinstance(value, list) else value is None
