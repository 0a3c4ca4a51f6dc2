"""ACME as the kernel sees it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.acme import notation
from engine.acme.auto_answers.kinds import AcmeAutoAnswers
from engine.acme.effects.loss_plan import KEY as LOSSES
from engine.acme.effects.loss_plan import LossPlans
from engine.acme.exploration.scenario import EXPLORATION_STEPS
from engine.acme.facts.catalog import CARDS
from engine.acme.fight.openly import plays_openly
from engine.acme.fight.plan import KEY, FightPlans
from engine.acme.history.scenario import HISTORY_STEPS
from engine.acme.npc.decision import Decider
from engine.acme.npc.hooks import answer, thoughtful
from engine.acme.npc.registry import QUESTIONS
from engine.acme.phases.card_phase import CARD_STEPS
from engine.acme.phases.competition import COMPETITION_STEPS
from engine.acme.phases.game_end import outcome, time_is_up
from engine.acme.phases.growth import GROWTH_STEPS
from engine.acme.phases.reckoning import RECKONING_STEPS
from engine.acme.questions.describe import describe, why_not
from engine.acme.questions.problems import problems
from engine.acme.questions.teams import teams
from engine.acme.sandbox.scenario import SITUATION_STARTS
from engine.acme.setup.scenarios import STARTS, begin
from engine.acme.setup.setup import SETUP_STEPS
from engine.acme.setup.teams import team_names
from engine.acme.state import State
from engine.acme.strong.advice import AcmeAdviser
from engine.acme.strong.deliberation import AcmeDeliberation
from engine.acme.strong.review import AcmeReviewer
from engine.acme.verbs.basic import set_control
from engine.acme.verbs.showing import SHOW
from engine.acme.view import AcmeView, view
from engine.core.advice import Adviser
from engine.core.ask import Ask, Flow, Option, Picks, Request, Seat
from engine.core.deliberation import Deliberation
from engine.core.game import Control, CountedGame, Outcome, OwnCall, Scenario, SeatPlan, SetupError
from engine.core.review import Reviewer
from engine.core.trial import Continuation


class Acme(CountedGame[State]):
    """Ancient Civilizations of the Middle East."""

    name = "acme"
    title = "Ancient Civilizations of the Middle East"
    version = 1
    state_type = State
    view_type = AcmeView
    steps: Mapping[str, Callable[[State], Flow[str | None]]] = {
        name: thoughtful(step)
        for steps in (
            SETUP_STEPS,
            HISTORY_STEPS,
            EXPLORATION_STEPS,
            GROWTH_STEPS,
            CARD_STEPS,
            COMPETITION_STEPS,
            RECKONING_STEPS,
        )
        for name, step in steps.items()
    }
    scenarios: Mapping[str, Scenario] = {name: start.scenario for name, start in {**STARTS, **SITUATION_STARTS}.items()}
    upgrades: Mapping[int, Any] = {}
    minds: Mapping[str, Decider] = QUESTIONS
    counts = frozenset({"earned", "spent"})
    presumed: Mapping[str, Picks] = {"loss.buy_off": ("lose",), "competition.commit": ("done",)}
    auto_answers = AcmeAutoAnswers()
    calls: Mapping[str, Callable[[State], None]] = {"time": time_is_up}
    own_calls: Mapping[str, OwnCall] = {"show": SHOW}
    deliberation: Deliberation = AcmeDeliberation()
    adviser: Adviser = AcmeAdviser()
    reviewer: Reviewer = AcmeReviewer()
    continuations: Mapping[str, Continuation] = {KEY: FightPlans(), LOSSES: LossPlans()}
    screens: Mapping[str, tuple[str, ...]] = {
        "growth": ("growth.retire", "growth.granary", "growth.resettle", "growth.storehouse", "growth.deploy")
    }

    def setup(
        self, scenario: str, seats: Sequence[SeatPlan], options: Mapping[str, Any], seed: str
    ) -> tuple[State, str]:
        """Return a new game (ACME §4). Raises SetupError that names what to change."""
        return begin(scenario, seats, options, seed)

    def teams(self, options: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the teams that seats can choose (Playbook, Team Play)."""
        return tuple(team_names(int(options.get("teams", 0))))

    def sides(self, s: State) -> Sequence[Sequence[Seat]]:
        """Return the civs of each team (Playbook, Team Play)."""
        return list(teams(s).values()) if s.options.teams else []

    def seats(self, s: State) -> Sequence[Seat]:
        """Return the civs by seat; before it has chosen, a seat is called `seat_1` and so on."""
        return s.slots

    def controller(self, s: State, seat: Seat) -> Control:
        """Return who plays the civ."""
        return "npc" if s.civs[seat].by == "npc" else "human"

    def secretive(self, s: State, seat: Seat) -> bool:
        """Return whether its hand is secret: only that of an NPC of the game is open."""
        return not plays_openly(s, seat)

    def control(self, s: State, seat: Seat, by: Control) -> None:
        """Hand the civ over."""
        set_control(s, seat, by)

    def reveal_count(self, s: State) -> int:
        """Return how many cards aren't in the deck."""
        return len(CARDS) - len(s.deck)

    def scores(self, s: State) -> Mapping[Seat, int]:
        """Return the VP of each civilization."""
        return {name: c.vp for name, c in s.civs.items() if not c.out}

    def chapter(self, s: State) -> str:
        """Return Epoch, turn and phase."""
        return f"{s.epoch}.{s.turn}.{s.phase}"

    def view(self, s: State, seat: Seat | None, waiting: Sequence[Seat]) -> AcmeView:
        """Return what the seat may know."""
        return view(s, seat, waiting)

    def describe(self, s: State, request: Request, ask: Ask) -> tuple[Option, ...]:
        """Return how the options are shown."""
        return describe(s, request, ask)

    def why_not(self, s: State, seat: Seat, token: str) -> str:
        """Return why a card cannot be played now."""
        return why_not(s, seat, token)

    def npc(self, s: State, request: Request, ask: Ask) -> Picks:
        """Return what the Playbook's NPC answers, from public facts and its own hand (ACME §16, RUL-133)."""
        return answer(s, request, ask)

    def outcome(self, s: State) -> Outcome | None:
        """Return the result, once the game is over."""
        return outcome(s)

    def problems(self, s: State) -> list[str]:
        """Return the broken invariants."""
        return problems(s)

    def dump(self, s: State, step: str | None) -> str:
        """Return the position in notation."""
        return notation.dump(s, step)

    def load(self, text: str) -> tuple[State, str | None]:
        """Return a position from notation."""
        s, step = notation.load(text)
        if s.scenario not in self.scenarios:
            raise SetupError("scenario", "none_of", value=s.scenario, known=self.scenarios)
        if step is not None and step not in self.steps:
            raise SetupError("step", "none_of", value=step, known=self.steps)
        return s, step


GAME = Acme()
