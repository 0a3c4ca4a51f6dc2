"""A small game with everything the bot must bear: plans, sealed windows, chains, secret bids, chance, private news.

Walkers: each turn a seat takes up to three steps, rolls, or plays a card that others may veto; after each round all
bid in secret, the highest bidder looks at a hand, and everybody draws.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from engine.core import chance
from engine.core.ask import PASS, Ask, Flow, Option, Picks, Request, Seat
from engine.core.game import Choice, Control, Event, Outcome, Scenario, SeatPlan, SetupError, View
from tests.facts import fact

VETO = 7
STEPS = 3
GOAL = 12


@dataclass(slots=True)
class Walk:
    """A race. Cards from 7 on are vetoes, the others carry two places forward."""

    seed: str
    draws: int = 0
    secrets: int = 0
    goal: int = GOAL
    epoch: int = 1
    turn: int = 1
    phase: str = "walk"
    order: list[str] = field(default_factory=list)
    active: int = 0
    at: dict[str, int] = field(default_factory=dict)
    hands: dict[str, list[int]] = field(default_factory=dict)
    by: dict[str, str] = field(default_factory=dict)
    action: int = 0
    told: list[Event] = field(default_factory=list)


def tell(s: Walk, text: str, to: str | None = None, focus: tuple[str, ...] = ()) -> None:
    """Tell everybody, or one seat."""
    s.told.append(Event(fact(text), to, focus, s.action, "walk"))


def deal(s: Walk, seat: str) -> None:
    """One card from 1 to 9, seen by its owner alone."""
    card = 1 + chance.draw(s, 9)
    s.hands[seat].append(card)
    tell(s, f"You draw {{card:{card}}}", to=seat)


async def deal_all(s: Walk) -> str | None:
    """Three cards each."""
    for seat in s.order:
        for _ in range(3):
            deal(s, seat)
    tell(s, "All are dealt three cards")
    return "walk"


async def walk(s: Walk) -> str | None:
    """One seat's turn."""
    s.phase, seat, start = "walk", s.order[s.active], s.at[s.order[s.active]]
    s.action += 1
    for _ in range(STEPS):
        picked = await act(s, seat)
        if picked == "done":
            break
        if picked == "roll":
            s.at[seat] += 1 + chance.draw(s, 3)
        elif picked == "walk":
            s.at[seat] += 1
        else:
            await play(s, seat, int(picked))
            break
    tell(s, f"{{civ:{seat}}} walks from {start} to {s.at[seat]}", focus=(seat,))
    if s.at[seat] >= s.goal:
        return None
    s.active = (s.active + 1) % len(s.order)
    return "walk" if s.active else "bid"


async def act(s: Walk, seat: str) -> str:
    """What the seat does next."""
    cards = [str(card) for card in sorted(set(s.hands[seat]))]
    ask = Ask(seat, ("walk", "roll", *cards, "done"))
    request = Request("walk.act", fact("What do you do?"), (ask,), about=(seat,), asked=(seat,))
    return (await request)[seat][0]


async def play(s: Walk, seat: str, card: int) -> None:
    """Two places forward, unless somebody vetoes it."""
    s.hands[seat].remove(card)
    tell(s, f"{{civ:{seat}}} plays {{card:{card}}}")
    if await vetoed(s, seat):
        tell(s, f"{{card:{card}}} is vetoed")
    else:
        s.at[seat] += 2


async def vetoed(s: Walk, actor: str) -> bool:
    """A window for everybody else with cards; a veto can be vetoed."""
    asked = [o for o in s.order if o != actor and s.hands[o]]
    if not asked:
        return False
    asks = tuple(Ask(o, (*_vetoes(s, o), PASS), silence=(PASS,)) for o in asked)
    window = Request(
        "walk.veto", fact(f"{{civ:{actor}}} plays a card"), asks, sealed=True, harm=True, asked=tuple(asked)
    )
    answers = await window
    first = next((o for o in asked if answers[o] != (PASS,)), None)
    if first is None:
        return False
    s.hands[first].remove(int(answers[first][0]))
    tell(s, f"{{civ:{first}}} vetoes")
    return not await vetoed(s, first)


def _vetoes(s: Walk, seat: str) -> list[str]:
    return [str(card) for card in sorted(set(s.hands[seat])) if card >= VETO]


async def bid(s: Walk) -> str | None:
    """All bid in secret; the highest looks at the next hand; everybody draws a card."""
    s.phase = "bid"
    asks = tuple(Ask(o, ("0", "1", "2")) for o in s.order)
    answers = await Request("walk.bid", fact("How much do you bid?"), asks, asked=tuple(s.order))
    best = max(s.order, key=lambda o: (int(answers[o][0]), o))
    other = s.order[(s.order.index(best) + 1) % len(s.order)]
    s.secrets += 1
    tell(s, f"{{civ:{best}}} bids most and looks at a hand")
    tell(s, f"{{civ:{other}}} holds {len(_vetoes(s, other))} vetoes", to=best)
    for seat in s.order:
        deal(s, seat)
    s.turn += 1
    return "walk"


class WalkGame:
    """The rules, for the kernel."""

    name = "walk"
    title = "Walkers"
    version = 1
    state_type = Walk
    view_type: type[Any] = dict[str, Any]
    steps: Mapping[str, Callable[[Walk], Flow[str | None]]] = {"deal": deal_all, "walk": walk, "bid": bid}
    scenarios: Mapping[str, Scenario] = {
        "standard": Scenario(
            "standard",
            "Standard walk",
            2,
            4,
            (
                Choice("goal", "integer", GOAL, "How far to walk", (12, 20, 99), most=999),
                Choice("gait", "choice", "slow", "How to walk", ("slow", "fast")),
                Choice("night", "boolean", default=False, text="Walk by night"),
            ),
        )
    }
    upgrades: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}
    presumed: Mapping[str, Picks] = {}

    def setup(
        self, scenario: str, seats: Sequence[SeatPlan], options: Mapping[str, Any], seed: str
    ) -> tuple[Walk, str]:
        if scenario not in self.scenarios:
            raise SetupError("scenario", "one_of", known=["standard"])
        if options.get("goal", GOAL) < STEPS:
            raise SetupError("goal", "one_of", known=["farther"])
        names = [plan.civ or f"seat_{i}" for i, plan in enumerate(seats, 1)]
        s = Walk(seed, goal=options.get("goal", GOAL), order=names, at=dict.fromkeys(names, 0))
        s.by = {name: plan.by for name, plan in zip(names, seats, strict=True)}
        s.hands = {name: [] for name in names}
        return s, "deal"

    def seats(self, s: Walk) -> Sequence[Seat]:
        return s.order

    def controller(self, s: Walk, seat: Seat) -> Control:
        return "npc" if s.by[seat] == "npc" else "human"

    def secretive(self, s: Walk, seat: Seat) -> bool:
        return False

    def control(self, s: Walk, seat: Seat, by: Control) -> None:
        s.by[seat] = by

    def drain(self, s: Walk) -> list[Event]:
        told, s.told = s.told, []
        return told

    def barrier(self, s: Walk) -> int:
        return s.draws + s.secrets

    def chance(self, s: Walk) -> int:
        return s.draws

    def reveal_count(self, s: Walk) -> int:
        return 0

    def scores(self, s: Walk) -> dict[Seat, int]:
        return {}

    def chapter(self, s: Walk) -> str:
        return f"0.{s.turn}.{s.phase}"

    def view(self, s: Walk, seat: Seat | None, waiting: Sequence[Seat]) -> View:
        civs: dict[str, Any] = {}
        for name in s.order:
            civs[name] = {"at": s.at[name], "hand_count": len(s.hands[name]), "by": s.by[name]}
            if name == seat or s.by[name] == "npc":
                civs[name]["hand"] = sorted(s.hands[name])
        return {
            "game": "walk",
            "epoch": s.epoch,
            "turn": s.turn,
            "phase": s.phase,
            "waiting_for": list(waiting),
            "civs": civs,
        }

    def describe(self, s: Walk, request: Request, ask: Ask) -> tuple[Option, ...]:
        return tuple(Option(token, token.title(), rank=i) for i, token in enumerate(ask.options))

    def why_not(self, s: Walk, seat: Seat, token: str) -> str:
        return "" if token in {"walk", "roll"} else f"You do not hold {token}"

    def npc(self, s: Walk, request: Request, ask: Ask) -> Picks:
        return ("0",) if request.key == "walk.bid" else (PASS,) if PASS in ask.options else ("done",)

    def outcome(self, s: Walk) -> Outcome | None:
        best = max(s.at.values())
        return Outcome(dict(s.at), tuple(n for n in s.order if s.at[n] == best), "arrived")

    def problems(self, s: Walk) -> list[str]:
        return []

    def dump(self, s: Walk, step: str | None) -> str:
        return msgspec.json.encode([step, s]).decode()

    def load(self, text: str) -> tuple[Walk, str | None]:
        raw = msgspec.json.decode(text, type=tuple[str | None, Walk])
        return raw[1], raw[0]


WALK = WalkGame()
