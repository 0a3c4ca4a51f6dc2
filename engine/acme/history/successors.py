"""Successors: Seleucus sets up first and again after the others, and is last in turn 1 (Playbook, Successors)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from engine.acme.effects.plans import tell_placed
from engine.acme.history.rules import by_facts
from engine.acme.questions.board import near, occupied_areas, vacant, with_room
from engine.acme.setup.setup import may_set_up, place_one
from engine.acme.special import SPECIAL
from engine.acme.state import State
from engine.acme.verbs.basic import new_action, tell
from engine.acme.verbs.sequence import to_last_place
from engine.core import text
from engine.core.ask import Flow

SUCCESSORS, SELEUCUS, MORE = "successors", "medes_persians", 6
SELEUCUS_AGAIN = "history.seleucus"


async def seleucus_again(s: State) -> str:
    """Place six more disks of Seleucus once all others have set up; then the others move up before it (AMB-33)."""
    new_action(s)
    placed: list[str] = []
    while len(placed) < MORE and (free := areas_to_reinforce(s)):
        placed += await place_one(s, SELEUCUS, free, MORE - len(placed), "setup.deploy")
    tell_placed(s, SELEUCUS, placed)
    to_last_place(s, SELEUCUS)
    tell(s, "successors.last", civ=text.civ(SELEUCUS))
    return "history.deal"


def areas_to_reinforce(s: State) -> list[str]:
    """Return areas that Seleucus holds, and vacant ones next to them; areas just entered count at once, as in
    Deployment.
    """
    own = occupied_areas(s, SELEUCUS)
    beside = {b for a in own for b in near(s, a) if vacant(s, b) and may_set_up(s, SELEUCUS, b)}
    return with_room(s, SELEUCUS, sorted({*own, *beside}))


STEPS: Final[dict[str, Callable[[State], Flow[str | None]]]] = {SELEUCUS_AGAIN: seleucus_again}


def register() -> None:
    """Register the step between the first disks and the deal."""
    SPECIAL[SUCCESSORS] = replace(by_facts(SUCCESSORS), prepares=SELEUCUS_AGAIN)
