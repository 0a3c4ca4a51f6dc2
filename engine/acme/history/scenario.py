"""The historical scenarios as something to play: seats, and what a table may choose."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from engine.acme.history import agamemnon, darius, layout, lion_of_judah, rome, rostam, sargon, successors
from engine.acme.history.alexander import rules as alexander
from engine.acme.history.casting import advice, castings
from engine.acme.history.facts import HISTORICAL, Historical
from engine.acme.history.rules import by_facts
from engine.acme.questions.players import persons, players_by_seat
from engine.acme.setup.options import (
    CHOICES,
    CULTURE_CHOICES,
    INVADER_CHOICES,
    NPC_CHOICES,
    TEAM_CHOICES,
    read_options,
)
from engine.acme.setup.scenarios import STARTS, Start, take_seat
from engine.acme.setup.teams import MEMBERS, check_teams, first_step
from engine.acme.special import SPECIAL
from engine.acme.state import State
from engine.core.ask import Flow
from engine.core.game import Choice, Scenario, SeatPlan, SetupError
from engine.core.text import area, civ

HISTORY_STEPS: Final[dict[str, Callable[[State], Flow[str | None]]]] = {
    **layout.HISTORY_STEPS,
    **successors.STEPS,
    **rome.STEPS,
    **sargon.STEPS,
}
SETTLED: Final = ("map", "epochs", "vp_target", "turns", "time", "double_disks", "hostility", "final_epoch_event")


def options_of(h: Historical) -> tuple[Choice, ...]:
    """Return the options of the table; map, end and enemies are fixed by the scenario."""
    settled = {*SETTLED, *(() if h.returns else ("gilgamesh_returns",)), *(() if h.deities else ("initial_deities",))}
    invaders = INVADER_CHOICES if any(side.invader for side in h.side) else ()
    teams = TEAM_CHOICES if may_team(h) else ()
    offered = (*CHOICES, *CULTURE_CHOICES, *teams, *NPC_CHOICES, *invaders)
    found = (choice for choice in offered if choice.name not in settled)
    return tuple(
        replace(choice, text=h.deities_text) if h.deities_text and choice.name == "initial_deities" else choice
        for choice in found
    )


def may_team(h: Historical) -> bool:
    """Return whether its civs can form teams of the same size: four and more, none of them in an empire (PB:229)."""
    return len(h.side) >= 2 * MEMBERS and len(h.side) % MEMBERS == 0 and not any(side.empire for side in h.side)


def refuse_teams(s: State, h: Historical, seats: Sequence[SeatPlan]) -> None:
    """Refuse teams with NPCs or too few seats, because the scenario sets the enemies of NPCs. Raises SetupError."""
    if not s.options.teams:
        return
    if len(seats) < len(h.side) or any(plan.by == "npc" for plan in seats):
        raise SetupError("teams", "acme.teams_of_persons", n=len(h.side))
    check_teams(s, seats)


def begin_history(
    scenario: Scenario, seats: Sequence[SeatPlan], options: Mapping[str, Any], seed: str
) -> tuple[State, str]:
    """Return the start with seats for persons and NPCs; the remaining civs become NPCs. Raises SetupError."""
    h = HISTORICAL[scenario.name]
    read = read_options(options, h.map, len(h.side), scenario.options)
    read.epochs, read.hostility = h.last_epoch, False
    read.gilgamesh_returns = read.gilgamesh_returns if h.returns else 0
    s = State(seed=seed, scenario=h.id, map=h.map, epoch=h.epoch, turn=h.turn, options=read)
    for plan in (*seats, *[SeatPlan(by="npc")] * (len(h.side) - len(seats))):
        refuse_strangers(h, plan)
        take_seat(s, plan, [h.sides[plan.civ].home] if plan.civ and h.sides[plan.civ].home else ())
    refuse_teams(s, h, seats)
    if not any(plan.open for plan in seats):
        refuse_cast(s, h)
    layout.give_known_letters(s)
    return s, first_step(s, "history.order")


def refuse_strangers(h: Historical, plan: SeatPlan) -> None:
    """Refuse civs and Home Areas that aren't the scenario's. Raises SetupError."""
    side = h.sides.get(plan.civ)
    if plan.civ and side is None:
        raise SetupError("seats", "acme.stranger", civ=civ(plan.civ), title=h.title, known=map(civ, h.sides))
    if side is not None and side.home and plan.home not in {"", side.home}:
        raise SetupError("seats", "acme.settled_home", civ=civ(plan.civ), home=area(side.home))


def refuse_cast(s: State, h: Historical) -> None:
    """Refuse seats that the scenario can't cast with that many persons. Raises SetupError that says how."""
    players = players_by_seat(s)
    if next(castings(h, {name: name for name in s.civs if name in h.sides}, players), None) is None:
        raise SetupError("seats", "acme.cast", advice=advice(h, persons(s)))


def seat_counts(h: Historical) -> tuple[int, ...]:
    """Return how many civs persons may have together; one person may always have them all."""
    return tuple(sorted({len(h.side), *(len(h.side) - n for cast in h.cast for n in cast.npcs)}))


def register() -> None:
    """Register every historical scenario with the rules that follow from its facts."""
    for h in HISTORICAL.values():
        settled = {"map": h.map, "epochs": h.last_epoch}
        terms: dict[str, Any] = {"fills": True, "settled": settled, "numbers": seat_counts(h)}
        offered = Scenario(h.id, h.title, 1, len(h.side), options_of(h), **terms)
        STARTS[h.id] = Start(offered, begin_history)
        SPECIAL[h.id] = by_facts(h.id)
    successors.register()
    alexander.register()
    agamemnon.register()
    darius.register()
    sargon.register()
    lion_of_judah.register()
    rostam.register()
    rome.register()


register()
