"""A little game of flows side by side: all plan their stalls at once, in several questions, and then the day is run.

Each merchant knows how many coins it has; what it earns is drawn after all have planned.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.core import chance
from engine.core.ask import Ask, Flow, Option, Picks, Request, Seat, choose, confirm, divide, each_flow, some
from engine.core.game import Control, Event, Outcome, Scenario, SeatPlan, SetupError
from engine.core.toml import write
from tests.core.policy import legal
from tests.facts import fact

GOODS = ("cedar", "copper", "wool")
STALLS = ("north", "east", "south")
DAYS = 3
TEXTS = {
    "fair.open": "Open the fair?",
    "fair.plan": "All plan day {day}",
    "fair.good": "Which good do you buy?",
    "fair.sure": "Are you sure?",
    "fair.coins": "Divide {total} coins among the stalls.",
    "fair.helpers": "Where do helpers work?",
}


@dataclass(slots=True)
class Fair:
    """A fair of some days. `coins` are secret; `open` says whose lie open, `opening` who opens the day."""

    seed: str
    draws: int = 0
    day: int = 1
    order: list[str] = field(default_factory=list)
    coins: dict[str, int] = field(default_factory=dict)
    earned: dict[str, int] = field(default_factory=dict)
    stalls: dict[str, list[str]] = field(default_factory=dict)
    by: dict[str, str] = field(default_factory=dict)
    lent: list[str] = field(default_factory=list)
    told: list[Event] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Plan:
    """What a merchant will do: the good it buys, its coins by stall, and what it leaves to helpers."""

    good: str
    coins: Mapping[str, int]
    helpers: tuple[str, ...] = ()


async def opening(s: Fair) -> str | None:
    """The first merchant opens the day, or closes the fair."""
    host = s.order[(s.day - 1) % len(s.order)]
    how = await choose(host, "fair.open", ("open", "close"))
    s.told.append(Event(fact(f"{host} says: {how}")))
    return "plan" if how == "open" else None


async def planning(s: Fair) -> str | None:
    """All plan at once; then chance decides what each stall brings, in order."""
    plans = await each_flow("fair.plan", {seat: plan(seat, s.coins[seat]) for seat in s.order}, day=s.day)
    for seat, wanted in plans.items():
        carry_out(s, seat, wanted)
    s.day += 1
    return "open" if s.day <= DAYS else None


async def plan(seat: Seat, coins: int) -> Plan:
    """Three questions at most; the later ones follow from the earlier ones and from the merchant's own coins."""
    good = await choose(seat, "fair.good", GOODS)
    if good == "wool" and not await confirm(seat, "fair.sure"):
        return Plan("nothing", {})
    stalls = await divide(seat, "fair.coins", dict.fromkeys(STALLS, 2 if good == "cedar" else coins), coins)
    helpers = await some(seat, "fair.helpers", tuple(stalls), 0, 2)
    return Plan(good, stalls, tuple(helpers))


def carry_out(s: Fair, seat: Seat, wanted: Plan) -> None:
    """Pay and earn, as chance has it."""
    for stall, n in wanted.coins.items():
        s.coins[seat] -= n
        s.earned[seat] += chance.draw(s, 4) * n
        s.stalls.setdefault(stall, []).append(seat)
    s.coins[seat] += 2 + len(wanted.helpers)
    s.told.append(Event(fact(f"{seat} sells {wanted.good}")))
    s.told.append(Event(fact(f"{s.coins[seat]} coins"), to=seat))


class FairGame:
    """The rules of the fair, for the kernel."""

    name = "fair"
    title = "Fair"
    version = 1
    state_type = Fair
    view_type: type[Any] = dict[str, Any]
    steps: Mapping[str, Callable[[Fair], Flow[str | None]]] = {"open": opening, "plan": planning}
    scenarios: Mapping[str, Scenario] = {"standard": Scenario("standard", "Standard", 1, 6)}
    upgrades: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}
    presumed: Mapping[str, Picks] = {}

    def setup(
        self, scenario: str, seats: Sequence[SeatPlan], options: Mapping[str, Any], seed: str
    ) -> tuple[Fair, str]:
        if scenario not in self.scenarios or options:
            raise SetupError("scenario", "one_of", known=["standard"])
        names = [plan.civ or f"seat_{i}" for i, plan in enumerate(seats, 1)]
        by: dict[str, str] = {name: plan.by for name, plan in zip(names, seats, strict=True)}
        s = Fair(seed, order=names, by=by, earned=dict.fromkeys(names, 0))
        s.coins = {name: 3 + chance.draw(s, 4) for name in names}
        s.lent = [name for name in names if by[name] == "human"]
        return s, "open"

    def seats(self, s: Fair) -> Sequence[Seat]:
        return s.order

    def controller(self, s: Fair, seat: Seat) -> Control:
        return "npc" if s.by[seat] == "npc" else "human"

    def secretive(self, s: Fair, seat: Seat) -> bool:
        return seat in s.lent

    def control(self, s: Fair, seat: Seat, by: Control) -> None:
        s.by[seat] = by

    def drain(self, s: Fair) -> list[Event]:
        told, s.told = s.told, []
        return told

    def barrier(self, s: Fair) -> int:
        return s.draws

    def chance(self, s: Fair) -> int:
        return s.draws

    def reveal_count(self, s: Fair) -> int:
        return 0

    def scores(self, s: Fair) -> dict[Seat, int]:
        return {}

    def chapter(self, s: Fair) -> str:
        return f"0.{s.day}.fair"

    def view(self, s: Fair, seat: Seat | None, waiting: Sequence[Seat]) -> dict[str, Any]:
        stalls = {stall: list(there) for stall, there in s.stalls.items()}
        civs = {name: {"earned": s.earned[name], "by": s.by[name]} for name in s.order}
        own = {"coins": s.coins[seat]} if seat else {}
        return {"game": "fair", "day": s.day, "civs": civs, "stalls": stalls, "waiting_for": list(waiting), **own}

    def describe(self, s: Fair, request: Request, ask: Ask) -> tuple[Option, ...]:
        return tuple(Option(token, token.title(), rank=i) for i, token in enumerate(ask.options))

    def why_not(self, s: Fair, seat: Seat, token: str) -> str:
        return ""

    def npc(self, s: Fair, request: Request, ask: Ask) -> Picks:
        return ("open",) if request.key == "fair.open" else legal(request, ask, f"{s.day}")

    def outcome(self, s: Fair) -> Outcome | None:
        best = max(s.earned.values())
        return Outcome(dict(s.earned), tuple(n for n in s.order if s.earned[n] == best), "over")

    def problems(self, s: Fair) -> list[str]:
        return [f"{name} has {n} coins" for name, n in s.coins.items() if n < 0]

    def dump(self, s: Fair, step: str | None) -> str:
        state = {name: getattr(s, name) for name in Fair.__slots__ if name != "told"}
        return write({"game": "fair", "step": step or "", "state": json.dumps(state)})

    def load(self, text: str) -> tuple[Fair, str | None]:
        raw = tomllib.loads(text)
        return Fair(**json.loads(raw["state"])), raw["step"] or None


FAIR = FairGame()
