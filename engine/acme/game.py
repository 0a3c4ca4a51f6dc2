"""ACME as the kernel sees it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.acme import notation
from engine.acme.cardphase import CARD_STEPS
from engine.acme.catalog import CIVS, RULES
from engine.acme.competition import COMPETITION_STEPS
from engine.acme.describe import describe, why_not
from engine.acme.ending import outcome
from engine.acme.fight.plan import KEY, FightPlans
from engine.acme.growth import GROWTH_STEPS
from engine.acme.npc.decision import Mind
from engine.acme.npc.minds import QUESTIONS
from engine.acme.npc.thinking import answer, thoughtful
from engine.acme.options import CHOICES, COLOURS, STANDARD_MAPS, read_options
from engine.acme.problems import problems
from engine.acme.reckoning import RECKONING_STEPS
from engine.acme.setup import SETUP_STEPS, free_homes, new_seat
from engine.acme.state import State
from engine.acme.verbs import set_control
from engine.acme.view import view
from engine.core.ask import Ask, Flow, Option, Picks, Request, Seat
from engine.core.continuation import Continuation
from engine.core.game import Control, Event, Outcome, Scenario, SeatPlan, SetupError

STANDARD = Scenario("standard", "Standard game", 2, 6, CHOICES)


class Acme:
    """Ancient Civilizations of the Middle East."""

    name = "acme"
    title = "Ancient Civilizations of the Middle East"
    version = 1
    state_type = State
    steps: Mapping[str, Callable[[State], Flow[str | None]]] = {
        name: thoughtful(step)
        for steps in (SETUP_STEPS, GROWTH_STEPS, CARD_STEPS, COMPETITION_STEPS, RECKONING_STEPS)
        for name, step in steps.items()
    }
    scenarios: Mapping[str, Scenario] = {"standard": STANDARD}
    upgrades: Mapping[int, Any] = {}
    minds: Mapping[str, Mind] = QUESTIONS
    presumed: Mapping[str, Picks] = {"loss.buy_off": ("lose",), "competition.commit": ("done",)}
    continuations: Mapping[str, Continuation] = {KEY: FightPlans()}
    screens: Mapping[str, tuple[str, ...]] = {
        "growth": ("growth.retire", "growth.granary", "growth.resettle", "growth.storehouse", "growth.deploy")
    }

    def setup(
        self, scenario: str, seats: Sequence[SeatPlan], options: Mapping[str, Any], seed: str
    ) -> tuple[State, str]:
        """A new game (ACME §4). Raises SetupError that names what to change."""
        if scenario not in self.scenarios:
            raise SetupError(f"scenario: {scenario!r} is none of {', '.join(self.scenarios)}")
        if not STANDARD.least <= len(seats) <= STANDARD.most:
            raise SetupError(f"seats: {STANDARD.least} to {STANDARD.most} are needed, not {len(seats)}")
        chosen = str(options.get("map", "full"))
        if chosen not in STANDARD_MAPS:
            raise SetupError(f"map: {chosen!r} is none of {', '.join(STANDARD_MAPS)}")
        s = State(seed=seed, map=chosen, options=read_options(options, chosen, len(seats)))
        for i, plan in enumerate(seats):
            take_seat(s, i, plan)
        return s, "setup.order"

    def seats(self, s: State) -> Sequence[Seat]:
        """The civs by seat; before it has chosen, a seat is called `seat_1` and so on."""
        return s.slots

    def controller(self, s: State, seat: Seat) -> Control:
        """Who plays the civ."""
        return "npc" if s.civs[seat].by == "npc" else "human"

    def control(self, s: State, seat: Seat, by: Control) -> None:
        """Hand the civ over."""
        set_control(s, seat, by)

    def drain(self, s: State) -> list[Event]:
        """What has been told since the last call."""
        told, s.told = s.told, []
        return told

    def barrier(self, s: State) -> int:
        """Draws of chance and secrets that have come out."""
        return s.draws + s.secrets

    def view(self, s: State, seat: Seat | None, waiting: Sequence[Seat]) -> dict[str, Any]:
        """What the seat may know."""
        return view(s, seat, waiting)

    def describe(self, s: State, request: Request, ask: Ask) -> tuple[Option, ...]:
        """How the options are shown."""
        return describe(s, request, ask)

    def why_not(self, s: State, seat: Seat, token: str) -> str:
        """Why a card cannot be played now."""
        return why_not(s, seat, token)

    def npc(self, s: State, request: Request, ask: Ask) -> Picks:
        """What the Playbook's NPC answers, from what lies open and its own hand (ACME §16, RUL-133)."""
        return answer(s, request, ask)

    def outcome(self, s: State) -> Outcome | None:
        """The result, once the game is over."""
        return outcome(s)

    def problems(self, s: State) -> list[str]:
        """Broken invariants."""
        return problems(s)

    def dump(self, s: State, step: str | None) -> str:
        """The position in notation."""
        return notation.dump(s, step)

    def load(self, text: str) -> tuple[State, str | None]:
        """A position from notation."""
        s, step = notation.load(text)
        if step is not None and step not in self.steps:
            raise SetupError(f"step: {step!r} is none of {', '.join(self.steps)}")
        return s, step


def take_seat(s: State, i: int, plan: SeatPlan) -> None:
    """Put a seat into the game, with its civilization and Home Area if they are named. Raises SetupError."""
    name = plan.civ or f"seat_{i + 1}"
    if plan.civ and plan.civ not in CIVS:
        raise SetupError(f"seats: {plan.civ!r} is no civilization; there are {', '.join(CIVS)}")
    if name in s.civs:
        raise SetupError(f"seats: {name} is named twice")
    if plan.home and not plan.civ:
        raise SetupError(f"seats: {name} has a Home Area but no civilization")
    possible = free_homes(s, plan.civ) if plan.civ else []
    if plan.civ and not possible:
        raise SetupError(f"seats: {plan.civ} has no Home Area on this map")
    if plan.home and plan.home not in possible:
        raise SetupError(f"seats: {plan.home!r} is no free Home Area of {name}; possible: {', '.join(possible)}")
    each = RULES.usable_disks_double if s.options.double_disks else RULES.usable_disks
    s.civs[name] = new_seat(plan.civ, plan.home, plan.by, plan.player, COLOURS[i], each)
    s.slots.append(name)


GAME = Acme()
