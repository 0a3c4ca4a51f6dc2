"""One vs. Two: players of one civilization against players of two (Playbook, Multiple Civilizations per Player)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.acme.facts.catalog import CIVS
from engine.acme.questions.players import is_double, is_single
from engine.acme.state import State
from engine.core.ask import choose
from engine.core.game import SeatPlan, SetupError

BEFORE, AFTER = "before", "after"


def check_players(s: State, seats: Sequence[SeatPlan]) -> None:
    """Check that in One vs. Two everyone has one civ or two, and both occur. Raises SetupError.

    Not checked while seats may still change.
    """
    if not s.options.one_vs_two:
        return
    if any(plan.by == "npc" for plan in seats):
        raise SetupError("one_vs_two", "acme.persons_only")
    if any(plan.open for plan in seats):
        return
    held = Counter(plan.player or f"seat {i}" for i, plan in enumerate(seats, 1))
    if set(held.values()) != {1, 2}:
        raise SetupError("one_vs_two", "acme.one_and_two", held=[f"{name} {n}" for name, n in held.items()])


async def choose_turn(s: State) -> str:
    """Let each player of one civ choose it before or after the players of two, while both are still to choose."""
    for seat in [civ for civ in s.order if civ not in CIVS and is_single(s, civ)]:
        if any(civ not in CIVS and is_double(s, civ) for civ in s.order):
            s.civs[seat].picks_last = await choose(seat, "setup.pick", [BEFORE, AFTER]) == AFTER
    return "setup.civ"


def choosers(s: State, civs: Sequence[str]) -> list[str]:
    """Return the order in which civs are chosen: Turn Order, but in One vs. Two as the players of one civ want it."""
    if not s.options.one_vs_two:
        return list(civs)
    return sorted(civs, key=lambda civ: 1 if is_double(s, civ) else 2 * s.civs[civ].picks_last)
