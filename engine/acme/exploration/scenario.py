"""The scenario in which NPCs are found on the way (Playbook, Solitaire Scenario Crafting and Exploration Phase)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.acme.exploration.phase import EXPLORATION_STEPS
from engine.acme.exploration.tables import POOL
from engine.acme.facts.catalog import RULES
from engine.acme.setup.options import (
    BEGINNING,
    CHOICES,
    CRAFTED,
    CULTURE_CHOICES,
    EXPLORATION_CHOICES,
    MOST_DOUBLE,
    NPC_CHOICES,
)
from engine.acme.setup.pool import YELLOW
from engine.acme.setup.scenarios import free_colours, laid_out, last_whole_game, starts, tell_challenge
from engine.acme.state import Exploration, State
from engine.core.game import Choice, Scenario, SeatPlan, SetupError
from engine.core.message import Message

__all__ = ["EXPLORATION_STEPS", "set_up"]

BONUS_VP = "npc_bonus_vp"
EXPLORATION_BONUS_VP = 1


def exploration_options() -> tuple[Choice, ...]:
    """Return all options; by default a game has all Epochs, and each NPC gains 1 VP in a Victory Tally."""
    defaults = {BONUS_VP: EXPLORATION_BONUS_VP, "epochs": RULES.epochs}
    choices = (*BEGINNING, *CHOICES, *CULTURE_CHOICES, *EXPLORATION_CHOICES, *NPC_CHOICES)
    return tuple(replace(choice, default=defaults.get(choice.name, choice.default)) for choice in choices)


@starts("exploration", Message("scenario.exploration"), 1, CRAFTED["exploration"], exploration_options())
def set_up(scenario: Scenario, seats: Sequence[SeatPlan], options: Mapping[str, Any], seed: str) -> tuple[State, str]:
    """Set up a game of persons, known NPCs if there are seats for them, and unknown NPCs. Return its state and step."""
    if all(plan.by == "npc" for plan in seats):
        raise SetupError("seats", "acme.explorer")
    s = laid_out(scenario, seats, {BONUS_VP: EXPLORATION_BONUS_VP, **options}, seed)
    last_whole_game(s, options)
    hide_npcs(s, s.options.unknown_npcs or suggested_npcs(s))
    tell_challenge(s)
    return s, "setup.order"


def suggested_npcs(s: State) -> int:
    """Return the suggested number of NPCs on this map, limited by the free colours."""
    wanted = POOL.npcs_full_map if s.map == "full" else POOL.npcs_smaller_map
    return min(wanted, len(hidden_colours(s)))


def hidden_colours(s: State) -> list[str]:
    """Return the colours that nobody plays, without yellow, which the Pool needs."""
    return [colour for colour in free_colours(s) if colour != YELLOW]


def hide_npcs(s: State, n: int) -> None:
    """Put a disk of each unknown NPC and the yellow one into the Pool. Raises SetupError if there are too many."""
    free = hidden_colours(s)
    if n > len(free):
        raise SetupError("unknown_npcs", "acme.colours", n=len(free))
    if s.options.double_disks and len(s.slots) + n > MOST_DOUBLE:
        raise SetupError("double_disks", "acme.double_unknown", most=MOST_DOUBLE)
    s.exploration = Exploration(unknown=free[:n])
    s.pool = {YELLOW: POOL.yellow, **dict.fromkeys(free[:n], 1)}
