"""A little game in which everything happens that the kernel must bear: choices, chance, secrets, sealed windows."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.core import chance
from engine.core.ask import Ask, Flow, Option, Picks, Request, Seat
from engine.core.game import Control, Event, Outcome, Scenario, SeatPlan, SetupError
from engine.core.toml import write
from tests.core.policy import legal
from tests.facts import fact


@dataclass(slots=True)
class Toy:
    """A race: each seat walks or rolls; a step can be vetoed by secret cards."""

    seed: str
    draws: int = 0
    secrets: int = 0
    order: list[str] = field(default_factory=list)
    active: int = 0
    at: dict[str, int] = field(default_factory=dict)
    vetoes: dict[str, int] = field(default_factory=dict)
    by: dict[str, str] = field(default_factory=dict)
    persons: list[str] = field(default_factory=list)
    told: list[Event] = field(default_factory=list)


def one(key: str, asks: Sequence[Ask], *, sealed: bool = False) -> Request:
    return Request(key, fact(f"{key}?"), tuple(asks), sealed, asked=tuple(a.seat for a in asks))


async def turn(s: Toy) -> str | None:
    """The active seat walks up to three single steps, or rolls; the others may veto what it did."""
    seat, start = s.order[s.active], s.at[s.order[s.active]]
    for _ in range(3):
        picked = (await one("toy.step", [Ask(seat, ("walk", "roll", "stop"))]))[seat][0]
        if picked == "stop":
            break
        s.at[seat] += 1 if picked == "walk" else 1 + chance.draw(s, 3)
        s.told.append(Event(fact(f"{seat} is at {s.at[seat]}")))
    holders = [o for o in s.order if o != seat]
    asks = [Ask(o, ("veto", "pass") if s.vetoes[o] else ("pass",), silence=("pass",)) for o in holders]
    answers = await one("toy.veto", asks, sealed=True)
    vetoed = [o for o in holders if answers[o] == ("veto",)]
    if vetoed:
        s.vetoes[vetoed[0]] -= 1
        s.at[seat] = start
        s.told.append(Event(fact(f"{vetoed[0]} vetoes {seat}")))
    if s.at[seat] >= 9:
        return None
    s.active = (s.active + 1) % len(s.order)
    return "turn" if s.active else "peek"


async def peek(s: Toy) -> str | None:
    """Everybody bids in secret; the highest learns how many vetoes the next has."""
    answers = await one("toy.bid", [Ask(o, ("0", "1", "2")) for o in s.order])
    best = max(s.order, key=lambda o: (int(answers[o][0]), o))
    s.secrets += 1
    s.told.append(Event(fact(f"{best} peeks")))
    s.told.append(Event(fact(f"vetoes: {s.vetoes}"), to=best))
    return "turn"


def storm(s: Toy) -> None:
    """Everybody is blown back a step."""
    s.at = {name: max(0, at - 1) for name, at in s.at.items()}
    s.told.append(Event(fact("a storm", "call.storm"), key="call.storm"))


class ToyGame:
    """The rules of the little game, for the kernel."""

    name = "toy"
    title = "Toy"
    version = 2
    state_type = Toy
    view_type: type[Any] = dict[str, Any]
    steps: Mapping[str, Callable[[Toy], Flow[str | None]]] = {"turn": turn, "peek": peek}
    scenarios: Mapping[str, Scenario] = {"standard": Scenario("standard", "Standard", 2, 4)}
    upgrades: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = {1: lambda raw: {**raw, "secrets": 0}}
    presumed: Mapping[str, Picks] = {}
    calls: Mapping[str, Callable[[Toy], None]] = {"storm": storm}

    def setup(self, scenario: str, seats: Sequence[SeatPlan], options: Mapping[str, Any], seed: str) -> tuple[Toy, str]:
        if scenario != "standard" or options:
            raise SetupError("scenario", "one_of", known=["standard"])
        names = [plan.civ or f"seat_{i}" for i, plan in enumerate(seats)]
        s = Toy(seed, order=names, at=dict.fromkeys(names, 0), by={n: p.by for n, p in zip(names, seats, strict=True)})
        s.vetoes = {n: chance.draw(s, 3) for n in names}
        s.persons = [n for n in names if s.by[n] == "human"]
        return s, "turn"

    def seats(self, s: Toy) -> Sequence[Seat]:
        return s.order

    def controller(self, s: Toy, seat: Seat) -> Control:
        return "npc" if s.by[seat] == "npc" else "human"

    def secretive(self, s: Toy, seat: Seat) -> bool:
        return seat in s.persons

    def control(self, s: Toy, seat: Seat, by: Control) -> None:
        s.by[seat] = by

    def drain(self, s: Toy) -> list[Event]:
        told, s.told = s.told, []
        return told

    def barrier(self, s: Toy) -> int:
        return s.draws + s.secrets

    def chance(self, s: Toy) -> int:
        return s.draws

    def reveal_count(self, s: Toy) -> int:
        return s.secrets

    def scores(self, s: Toy) -> dict[Seat, int]:
        return {}

    def chapter(self, s: Toy) -> str:
        return f"0.{s.active}.race"

    def view(self, s: Toy, seat: Seat | None, waiting: Sequence[Seat]) -> dict[str, Any]:
        own = {"vetoes": s.vetoes[seat]} if seat else {}
        return {"at": dict(s.at), "waiting_for": list(waiting), **own}

    def describe(self, s: Toy, request: Request, ask: Ask) -> tuple[Option, ...]:
        return tuple(Option(token, token.title()) for token in ask.options)

    def why_not(self, s: Toy, seat: Seat, token: str) -> str:
        return ""

    def npc(self, s: Toy, request: Request, ask: Ask) -> Picks:
        return legal(request, ask, str(s.at))

    def outcome(self, s: Toy) -> Outcome | None:
        best = max(s.at.values())
        return Outcome(dict(s.at), tuple(n for n in s.order if s.at[n] == best), "arrived")

    def problems(self, s: Toy) -> list[str]:
        return [f"{n} has {v} vetoes" for n, v in s.vetoes.items() if v < 0]

    def dump(self, s: Toy, step: str | None) -> str:
        return write({"game": "toy", "step": step or "", "state": json.dumps(_plain(s))})

    def load(self, text: str) -> tuple[Toy, str | None]:
        raw = tomllib.loads(text)
        return Toy(**json.loads(raw["state"])), raw["step"] or None


def _plain(s: Toy) -> dict[str, Any]:
    return {k: getattr(s, k) for k in Toy.__slots__ if k != "told"}


TOY = ToyGame()
