"""Advanced Civilization without trading, as a game of the kernel."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.civ import ending, notation
from engine.civ.advice import CivAdviser
from engine.civ.auto_answers import CivilizationAutoAnswers
from engine.civ.describe import describe
from engine.civ.npc.decision import ReasonedPicks, decide
from engine.civ.npc.hooks import with_reasons
from engine.civ.npc.registry import QUESTIONS
from engine.civ.options import SCENARIOS, read_options
from engine.civ.problems import problems
from engine.civ.reasons import why_not
from engine.civ.setup import seat_players
from engine.civ.state import State
from engine.civ.strong.deliberation import CivDeliberation
from engine.civ.strong.review import CivReviewer
from engine.civ.turn import STEPS
from engine.civ.verbs import set_control
from engine.civ.view import TITLE, CivView, view
from engine.core.advice import Adviser
from engine.core.ask import Ask, Flow, Option, Picks, Request, Seat
from engine.core.deliberation import Deliberation
from engine.core.game import Control, CountedGame, Outcome, Scenario, SeatPlan, SetupError
from engine.core.review import Reviewer


class Civilization(CountedGame[State]):
    """Advanced Civilization in the No-Trading Variant, with the succession tracks of Mega Empires, for two to eight."""

    name = "civ"
    title = TITLE
    version = 1
    state_type = State
    view_type = CivView
    steps: Mapping[str, Callable[[State], Flow[str | None]]] = {
        name: with_reasons(step) for name, step in STEPS.items()
    }
    scenarios: Mapping[str, Scenario] = SCENARIOS
    upgrades: Mapping[int, Any] = {}
    presumed: Mapping[str, Picks] = {}
    questions = QUESTIONS
    auto_answers = CivilizationAutoAnswers()
    deliberation: Deliberation = CivDeliberation()
    adviser: Adviser = CivAdviser()
    reviewer: Reviewer = CivReviewer()

    def setup(
        self, scenario: str, seats: Sequence[SeatPlan], options: Mapping[str, Any], seed: str
    ) -> tuple[State, str]:
        """Return a new game (CIV §1, §3). Raises SetupError."""
        if scenario not in self.scenarios:
            raise SetupError("scenario", "none_of", value=scenario, known=self.scenarios)
        wanted = self.scenarios[scenario]
        if not wanted.least <= len(seats) <= wanted.most:
            raise SetupError("seats", "number", least=wanted.least, most=wanted.most, n=len(seats))
        s = State(seed=seed, scenario=scenario, options=read_options(scenario, options, len(seats)))
        seat_players(s, seats)
        return s, "setup.order"

    def seats(self, s: State) -> Sequence[Seat]:
        """Return the nations, in the order of seats."""
        return list(s.nations)

    def controller(self, s: State, seat: Seat) -> Control:
        """Return who plays the nation."""
        return "npc" if s.nations[seat].by == "npc" else "human"

    def secretive(self, s: State, seat: Seat) -> bool:
        """Return True: the values of money cards are known to their nation alone."""
        return bool(s.nations[seat].hand)

    def control(self, s: State, seat: Seat, by: Control) -> None:
        """Hand the nation over."""
        set_control(s, seat, by)

    def scores(self, s: State) -> Mapping[Seat, int]:
        """Return the points of each nation as they are counted in the end (CIV §21)."""
        return {name: ending.score(s, name) for name in s.nations}

    def chapter(self, s: State) -> str:
        """Return turn and phase."""
        return f"0.{s.turn}.{s.phase}"

    def view(self, s: State, seat: Seat | None, waiting: Sequence[Seat]) -> CivView:
        """Return what that seat, or the public, may know."""
        return view(s, seat, waiting)

    def describe(self, s: State, request: Request, ask: Ask) -> tuple[Option, ...]:
        """Return how the options are shown."""
        return describe(s, request, ask)

    def why_not(self, s: State, seat: Seat, token: str) -> str:
        """Return why that is not offered to the seat in this phase; empty if nothing is known against it."""
        return why_not(s, seat, token)

    def npc(self, s: State, request: Request, ask: Ask) -> Picks:
        """Return what the computer answers for a seat that nobody plays."""
        return ReasonedPicks(decide(s, request, ask))

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


GAME = Civilization()
