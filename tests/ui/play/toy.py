"""A small game that asks questions of every shape, for tests of screens."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from engine.core.ask import Ask, Flow, Option, Picks, Request, Seat
from engine.core.chance import draw
from engine.core.game import Control, Event, Outcome, Scenario, SeatPlan, View
from tests.facts import fact

LONG = "Massagetans of the Eastern Caspian and the Northern Zagros Mountains, and whatever else stands on the map"


@dataclass(slots=True)
class ToyState:
    """Everything of a game."""

    seed: str = "toy"
    draws: int = 0
    round: int = 0
    rounds: int = 2
    seats: list[str] = field(default_factory=list)
    by: dict[str, str] = field(default_factory=dict)
    placed: dict[str, int] = field(default_factory=dict)
    told: list[Event] = field(default_factory=list)


def put(seat: Seat, key: str, options: Sequence[str], least: int = 1, most: int = 1) -> Request:
    """A question to one seat, with a prompt of its own."""
    return Request(
        key, fact(f"A question of the kind {key}."), (Ask(seat, tuple(options), least, most),), asked=(seat,)
    )


def areas(n: int) -> list[str]:
    """Many slugs."""
    return [f"area_{i}" for i in range(n)]


QUESTIONS: list[tuple[str, Callable[[Seat], Request]]] = [
    ("few", lambda s: put(s, "few", ["red", "green", "blue"])),
    ("four", lambda s: put(s, "four", ["red", "green", "blue", "gold"])),
    ("confirm", lambda s: put(s, "confirm", ["yes", "no"])),
    ("list", lambda s: put(s, "list", areas(12))),
    ("single", lambda s: put(s, "single", ["pass"])),
    ("full", lambda s: put(s, "full", areas(25))),
    ("long", lambda s: put(s, "long", areas(65))),
    ("plainlong", lambda s: put(s, "plainlong", areas(60))),
    ("several", lambda s: put(s, "several", areas(10), 2, 4)),
    ("some", lambda s: put(s, "some", areas(40), 0, 6)),
    ("small", lambda s: put(s, "small", ["0", "1", "2"])),
    ("number", lambda s: put(s, "number", [str(n) for n in range(101)])),
    ("order", lambda s: put(s, "order", ["a", "b", "c"], 3, 3)),
    ("sixes", lambda s: put(s, "sixes", ["a", "b", "c", "d", "e", "f"], 6, 6)),
]


async def turn(s: ToyState) -> str | None:
    """Ask everything of everybody, then a window, then draw."""
    for seat in s.seats:
        for _, make in QUESTIONS:
            answers = await make(seat)
            s.told.append(Event(fact(f"{seat} said {', '.join(answers[seat])}."), action=s.round))
        await _act(s, seat)
        await _place(s, seat, 5)
        await _look_up(s)
        draw(s, 6)
    s.round += 1
    return "turn" if s.round < s.rounds else None


async def _act(s: ToyState, seat: Seat) -> None:
    """A card with its target, and a window for the others."""
    card = (await put(seat, "act", ["strike", "rest", "pass"]))[seat][0]
    if card != "strike":
        return
    target = (await put(seat, "act.target", areas(8)))[seat][0]
    others = [o for o in s.seats if o != seat]
    asks = tuple(Ask(o, ("shield", "pass"), silence=("pass",)) for o in others)
    answers = await Request(
        "window", fact("Shield?"), asks, sealed=True, harm=True, about=(target,), asked=tuple(others)
    )
    shielded = any(a == ("shield",) for a in answers.values())
    s.told.append(Event(fact(f"{seat} struck {target}{', in vain' if shielded else ''}.")))


async def _look_up(s: ToyState) -> None:
    """A window in which nobody has anything to choose."""
    asks = tuple(Ask(seat, ("pass",), silence=("pass",)) for seat in s.seats)
    await Request("lonely", fact("Anything?"), asks, sealed=True, asked=tuple(s.seats))


async def _place(s: ToyState, seat: Seat, n: int) -> None:
    for _ in range(n):
        open_ = [a for a in areas(6) if s.placed.get(a, 0) < 4]
        area = (await put(seat, "place", [*open_, "done"]))[seat][0]
        if area == "done":
            return
        s.placed[area] = s.placed.get(area, 0) + 1


class Toy:
    """The game."""

    name = "toy"
    title = "Toy"
    version = 1
    state_type = ToyState
    view_type: type[Any] = dict[str, Any]
    steps: Mapping[str, Callable[[ToyState], Flow[str | None]]] = MappingProxyType({"turn": turn})
    scenarios: Mapping[str, Scenario] = MappingProxyType({"standard": Scenario("standard", "Toy", 1, 4)})
    upgrades: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = MappingProxyType({})
    presumed: Mapping[str, Picks] = MappingProxyType({})

    def setup(
        self, scenario: str, seats: Sequence[SeatPlan], options: Mapping[str, Any], seed: str
    ) -> tuple[ToyState, str]:
        """A new game."""
        names = [plan.civ for plan in seats]
        return ToyState(seed, rounds=options.get("rounds", 2), seats=names, by=dict.fromkeys(names, "human")), "turn"

    def seats(self, s: ToyState) -> Sequence[Seat]:
        """Every seat."""
        return s.seats

    def controller(self, s: ToyState, seat: Seat) -> Control:
        """Who plays it."""
        return "npc" if s.by[seat] == "npc" else "human"

    def secretive(self, s: ToyState, seat: Seat) -> bool:
        """Everything is public."""
        return False

    def control(self, s: ToyState, seat: Seat, by: Control) -> None:
        """Change hands."""
        s.by[seat] = by

    def drain(self, s: ToyState) -> list[Event]:
        """What was told."""
        told, s.told = s.told, []
        return told

    def barrier(self, s: ToyState) -> int:
        """Chance."""
        return s.draws

    def chance(self, s: ToyState) -> int:
        """Draws."""
        return s.draws

    def reveal_count(self, s: ToyState) -> int:
        """Nothing is dealt."""
        return 0

    def scores(self, s: ToyState) -> dict[Seat, int]:
        """There are no points."""
        return {}

    def chapter(self, s: ToyState) -> str:
        """There are no chapters."""
        return ""

    def view(self, s: ToyState, seat: Seat | None, waiting: Sequence[Seat]) -> View:
        """Everything is public."""
        return {"placed": dict(s.placed), "round": s.round, "waiting_for": list(waiting)}

    def describe(self, s: ToyState, request: Request, ask: Ask) -> tuple[Option, ...]:
        """The longest words there are."""
        long = request.key in {"long", "list", "several", "some", "full"}
        return tuple(self._option(request.key, token, i, long=long) for i, token in enumerate(ask.options))

    def _option(self, key: str, token: str, i: int, *, long: bool) -> Option:
        group = f"Region {i // 9} of {LONG}"[:60] if key in {"long", "some"} else ""
        return Option(token, f"{token} {LONG}"[:100] if long else token, LONG[:100] if long else "", group, i)

    def why_not(self, s: ToyState, seat: Seat, token: str) -> str:
        """Nothing is against anything."""
        return ""

    def npc(self, s: ToyState, request: Request, ask: Ask) -> Picks:
        """The first options."""
        return ask.options[: max(1, ask.least)]

    def outcome(self, s: ToyState) -> Outcome | None:
        """The first seat wins."""
        return Outcome({}, (s.seats[0],), "rounds")

    def problems(self, s: ToyState) -> list[str]:
        """None."""
        return []

    def dump(self, s: ToyState, step: str | None) -> str:
        """No notation."""
        return ""

    def load(self, text: str) -> tuple[ToyState, str | None]:
        """No notation."""
        return ToyState(), None
