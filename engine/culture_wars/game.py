"""Culture Wars, as the kernel wants it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.core.advice import Adviser
from engine.core.ask import Ask, Flow, Option, Picks, Request, Seat
from engine.core.deliberation import Deliberation
from engine.core.game import Control, CountedGame, Outcome, Scenario, SeatPlan, SetupError
from engine.core.message import Message
from engine.core.review import Reviewer
from engine.culture_wars import conflict, ending, movement, notation, settling
from engine.culture_wars.auto_answers import CultureAutoAnswers
from engine.culture_wars.board import is_gentle, scores
from engine.culture_wars.catalog import RULES, SUITS
from engine.culture_wars.describe import describe, why_not
from engine.culture_wars.geography import first_tiles
from engine.culture_wars.npc import answer
from engine.culture_wars.npc.gentle import gentle_answer
from engine.culture_wars.options import CHOICES, read_options
from engine.culture_wars.problems import problems
from engine.culture_wars.setup import SETUP_STEPS
from engine.culture_wars.state import Culture, State
from engine.culture_wars.strong.advice import CultureAdviser
from engine.culture_wars.strong.deliberation import CultureDeliberation
from engine.culture_wars.strong.review import CultureReviewer
from engine.culture_wars.verbs import set_control
from engine.culture_wars.view import TITLE, CultureWarsView, view

STANDARD = Scenario("standard", Message("scenario.standard"), 2, len(SUITS), CHOICES)


class CultureWars(CountedGame[State]):
    """Culture Wars, for two to four players with a piecepack and 36 tokens each."""

    name = "culture_wars"
    title = TITLE
    version = 1
    state_type = State
    view_type = CultureWarsView
    steps: Mapping[str, Callable[[State], Flow[str | None]]] = {
        **SETUP_STEPS,
        "order": movement.reveal_order,
        "expansion": movement.expand,
        "movement": movement.move,
        "conflict": conflict.fight_all,
        "settlement": settling.form,
        "excess": ending.remove_excess,
        "abandonment": ending.abandon,
        "reset": ending.reset,
    }
    scenarios: Mapping[str, Scenario] = {"standard": STANDARD}
    upgrades: Mapping[int, Any] = {}
    presumed: Mapping[str, Picks] = {}
    auto_answers = CultureAutoAnswers()
    deliberation: Deliberation = CultureDeliberation()
    adviser: Adviser = CultureAdviser()
    reviewer: Reviewer = CultureReviewer()

    def setup(
        self, scenario: str, seats: Sequence[SeatPlan], options: Mapping[str, Any], seed: str
    ) -> tuple[State, str]:
        """Return a new game (CW:5-16). A seat without a suit gets the next free one. Raises SetupError."""
        if scenario not in self.scenarios:
            raise SetupError("scenario", "none_of", value=scenario, known=self.scenarios)
        if not STANDARD.least <= len(seats) <= STANDARD.most:
            raise SetupError("seats", "number", least=STANDARD.least, most=STANDARD.most, n=len(seats))
        suits = _suits(seats)
        s = State(seed=seed, turn=0, tiles=first_tiles(), options=read_options(options, suits))
        for suit, plan in zip(suits, seats, strict=True):
            s.cultures[suit] = Culture(plan.player, plan.by, list(RULES.coins), RULES.tokens)
        return s, "setup.order"

    def seats(self, s: State) -> Sequence[Seat]:
        """Return the cultures, by suit, in the order of seats."""
        return list(s.cultures)

    def controller(self, s: State, seat: Seat) -> Control:
        """Return who plays the culture."""
        return "npc" if s.cultures[seat].by == "npc" else "human"

    def secretive(self, s: State, seat: Seat) -> bool:
        """Return False: nothing is known to one seat alone."""
        del s, seat
        return False

    def control(self, s: State, seat: Seat, by: Control) -> None:
        """Hand the culture over."""
        set_control(s, seat, by)

    def scores(self, s: State) -> Mapping[Seat, int]:
        """Return how many settlements each culture has."""
        return scores(s)

    def chapter(self, s: State) -> str:
        """Return turn and phase."""
        return f"0.{s.turn}.{s.phase}"

    def view(self, s: State, seat: Seat | None, waiting: Sequence[Seat]) -> CultureWarsView:
        """Return what the public, and so the seat, may know."""
        del seat
        return view(s, waiting)

    def describe(self, s: State, request: Request, ask: Ask) -> tuple[Option, ...]:
        """Return how the options are shown."""
        return describe(s, request, ask)

    def why_not(self, s: State, seat: Seat, token: str) -> str:
        """Return why a tile, square or move cannot be chosen now."""
        return why_not(s, seat, token)

    def npc(self, s: State, request: Request, ask: Ask) -> Picks:
        """Return what the computer opponent answers, from the public view."""
        chosen = gentle_answer if is_gentle(s, ask.seat) else answer
        return chosen(view(s, []), request, ask)

    def outcome(self, s: State) -> Outcome | None:
        """Return the result, once the game is over."""
        return ending.outcome(s)

    def problems(self, s: State) -> list[str]:
        """Return the broken invariants."""
        return problems(s)

    def dump(self, s: State, step: str | None) -> str:
        """Return the position in notation."""
        return notation.dump(s, step)

    def load(self, text: str) -> tuple[State, str | None]:
        """Return a position from notation."""
        return notation.load(text)


def _suits(seats: Sequence[SeatPlan]) -> tuple[str, ...]:
    """Return the suit of each seat: the one asked for, else the first free one (CW:10). Raises SetupError."""
    named = [plan.civ for plan in seats if plan.civ]
    for suit in named:
        if suit not in SUITS:
            raise SetupError("seats", "culture_wars.suit", suit=suit, known=SUITS)
        if named.count(suit) > 1:
            raise SetupError("seats", "twice", name=suit)
    free = iter(suit for suit in SUITS if suit not in named)
    return tuple(plan.civ or next(free) for plan in seats)


GAME = CultureWars()
