"""The scenarios, and how each game begins (ACME §4, Playbook: Solitaire Scenario Crafting)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.acme.culture.lordship import is_short
from engine.acme.facts.catalog import CIVS, CULTURE, RULES
from engine.acme.setup.one_vs_two import check_players
from engine.acme.setup.options import (
    BEGINNING,
    CHOICES,
    COLOURS,
    CRAFTED,
    CULTURE_CHOICES,
    GENTLE,
    NPC_CHOICES,
    ONE_VS_TWO_CHOICES,
    PLAYBOOK,
    STANDARD_MAPS,
    STRONG,
    STRONG_CHOICES,
    TEAM_CHOICES,
    read_options,
)
from engine.acme.setup.setup import free_homes, new_seat
from engine.acme.setup.teams import check_teams, first_step
from engine.acme.state import State
from engine.acme.verbs.basic import tell
from engine.core.game import Choice, Scenario, SeatPlan, SetupError
from engine.core.message import Message, count_noun

LIMITS = ("epochs", "vp_target", "turns", "time")
LEVELS = ("", "easy", "solid", "hard")

Begin = Callable[[Scenario, Sequence[SeatPlan], Mapping[str, Any], str], tuple[State, str]]


@dataclass(frozen=True, slots=True)
class Start:
    """A scenario, and what makes a game and its first step out of seats, options and seed. It may raise SetupError."""

    scenario: Scenario
    begin: Begin


STARTS: dict[str, Start] = {}


def starts(name: str, title: Message, least: int, most: int, choices: tuple[Choice, ...]) -> Callable[[Begin], Begin]:
    """Register how a scenario begins. `least` and `most`: how many seats it is given."""

    def register(begin: Begin) -> Begin:
        STARTS[name] = Start(Scenario(name, title, least, most, choices), begin)
        return begin

    return register


def begin(name: str, seats: Sequence[SeatPlan], options: Mapping[str, Any], seed: str) -> tuple[State, str]:
    """Return a new game and its first step. Raises SetupError that names what to change."""
    if name not in STARTS:
        raise SetupError("scenario", "none_of", value=name, known=STARTS)
    scenario = STARTS[name].scenario
    if not scenario.least <= len(seats) <= scenario.most:
        raise SetupError("seats", "number", least=scenario.least, most=scenario.most, n=len(seats))
    s, step = STARTS[name].begin(scenario, seats, options, seed)
    if s.options.culture_start and not is_short(s):
        raise SetupError("culture_start", "acme.culture_start", most=CULTURE.short_epochs)
    return s, step


@starts(
    "standard",
    Message("scenario.standard"),
    2,
    CRAFTED["standard"],
    (*BEGINNING, *CHOICES, *STRONG_CHOICES, *CULTURE_CHOICES, *ONE_VS_TWO_CHOICES, *TEAM_CHOICES, *NPC_CHOICES),
)
def standard(scenario: Scenario, seats: Sequence[SeatPlan], options: Mapping[str, Any], seed: str) -> tuple[State, str]:
    """Set up a game of persons, or a crafted solitaire game with known NPCs, named or drawn (ACME §4, Playbook
    p. 50).
    """
    s = laid_out(scenario, seats, options, seed)
    check_players(s, seats)
    check_teams(s, seats)
    if any(c.npc for c in s.civs.values()):
        last_whole_game(s, options)
    tell_challenge(s)
    return s, first_step(s)


def last_whole_game(s: State, options: Mapping[str, Any]) -> None:
    """Give a crafted solitaire game all Epochs, unless a limit was agreed on (Playbook, Sudden Death)."""
    if not any(options.get(limit) for limit in LIMITS):
        s.options.epochs = RULES.epochs


def laid_out(scenario: Scenario, seats: Sequence[SeatPlan], options: Mapping[str, Any], seed: str) -> State:
    """Return the table before the first step: options read and every seat taken. Raises SetupError."""
    chosen = str(options.get("map", "full"))
    if chosen not in STANDARD_MAPS:
        raise SetupError("map", "none_of", value=chosen, known=STANDARD_MAPS)
    read = read_options(options, chosen, len(seats), scenario.options)
    s = State(seed=seed, scenario=scenario.name, map=chosen, options=read)
    s.epoch = read.start_epoch
    for plan in seats:
        take_seat(s, plan)
    return s


def take_seat(s: State, plan: SeatPlan, homes: Sequence[str] = (), disks: int = 0, *, paired: bool = True) -> None:
    """Put a seat into the game, with its civilization and Home Area if they are named. Raises SetupError.

    `homes`: the Home Areas that a scenario leaves to it. `disks`: how many a scenario gives it; those beyond one colour
    are of the next free colour, unless one must do.
    """
    name = plan.civ or f"seat_{len(s.slots) + 1}"
    if plan.civ and plan.civ not in CIVS:
        raise SetupError("seats", "acme.civ", civ=plan.civ, known=CIVS)
    if name in s.civs:
        raise SetupError("seats", "twice", name=name)
    if plan.home and not plan.civ:
        raise SetupError("seats", "acme.home_alone", name=name)
    possible = (homes or free_homes(s, plan.civ)) if plan.civ else []
    if plan.civ and not possible:
        raise SetupError("seats", "acme.no_home", civ=plan.civ)
    if plan.home and plan.home not in possible:
        raise SetupError("seats", "acme.home", home=plan.home, civ=name, known=possible)
    each, free = disks or usual_disks(s), free_colours(s)
    s.civs[name] = new_seat(plan.civ, plan.home, plan.by, plan.player, free[0], each)
    s.civs[name].second_colour = next(iter(free[1:]), "") if paired and each > RULES.usable_disks else ""
    s.civs[name].npc = plan.by == "npc" and s.options.npc == PLAYBOOK
    s.civs[name].strong = plan.by == "npc" and s.options.npc == STRONG
    s.civs[name].gentle = plan.by == "npc" and s.options.npc == GENTLE
    s.civs[name].team = plan.team if s.options.teams else ""
    s.slots.append(name)


def usual_disks(s: State) -> int:
    """Return how many disks a civ has for the game, as agreed (Playbook, Double Disk Option)."""
    return RULES.usable_disks_double if s.options.double_disks else RULES.usable_disks


def free_colours(s: State) -> list[str]:
    """Return the colours of no civ, in their order."""
    taken = {colour for c in s.civs.values() for colour in (c.colour, c.second_colour)}
    return [colour for colour in COLOURS if colour not in taken]


def tell_challenge(s: State) -> None:
    """Tell how hard that many NPCs make it, and whether the map is small for them (Playbook p. 50)."""
    n = len([c for c in s.civs.values() if c.npc]) + len(s.exploration.unknown if s.exploration else ())
    if not n:
        return
    level = LEVELS[min(n, len(LEVELS) - 1)]
    suggested = RULES.npcs_full_map if s.map == "full" else RULES.npcs_smaller_map
    tell(s, f"npc.challenge.{level}", n=count_noun(n, "npc"))
    if n > suggested:
        tell(s, "npc.many", n=count_noun(suggested, "npc"))
