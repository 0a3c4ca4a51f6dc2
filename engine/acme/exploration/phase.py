"""The Exploration Phase: the Exploration Step area by area, then the Cleanup Step (Playbook, Exploration Phase)."""

from __future__ import annotations

from collections.abc import Callable

from engine.acme.effects.plans import DONE
from engine.acme.exploration.finds import explore
from engine.acme.exploration.frontier import exploration_of, frontier, guide, next_group, still_open
from engine.acme.npc.relations import npcs
from engine.acme.phases.growth import open_turn
from engine.acme.setup.pool import YELLOW, put_in, take_out
from engine.acme.state import State
from engine.acme.verbs.basic import begin_phase, new_action, tell
from engine.core import chance
from engine.core.ask import Flow, choose
from engine.core.message import Message, count_noun

BEGIN, AREA, CLEANUP = "exploration.begin", "exploration.area", "exploration.cleanup"
ALL = "all"


async def begin(s: State) -> str:
    """Begin a turn and fix what is explored in it by the disks now on the map (RUL-016, RUL-171)."""
    begin_phase(s, "exploration")
    open_turn(s)
    e = exploration_of(s)
    e.frontier, e.sweep, e.created = frontier(s), "", False
    areas = list(e.frontier)
    tell(s, "exploration.frontier" if areas else "exploration.nothing", focus=areas, n=count_noun(len(areas), "area"))
    return AREA


async def explore_next(s: State) -> str:
    """Explore one area completely; areas that are no longer empty are skipped (RUL-171)."""
    e = exploration_of(s)
    e.frontier = still_open(s)
    if not e.frontier:
        return CLEANUP
    area = await next_area(s)
    new_action(s)
    await explore(s, area)
    e.frontier.pop(area)
    return AREA


async def next_area(s: State) -> str:
    """Return the next area of the group: a person chooses it, or leaves the rest to the order of Competitions.

    "The rest" is the rest of the group, or if other groups follow, of all areas.
    """
    e = exploration_of(s)
    group, areas = next_group(s)
    if len(areas) == 1 or e.sweep in {group, ALL}:
        return areas[0]
    sweeps = [DONE, ALL] if len(areas) < len(e.frontier) else [DONE]
    beside = Message(f"explore.beside.{group}")
    picked = await choose(guide(s), "explore.next", [*areas, *sweeps], left=len(areas), beside=beside)
    if picked in sweeps:
        e.sweep = ALL if picked == ALL else group
    return areas[0] if picked in sweeps else picked


async def cleanup(s: State) -> str:
    """Carry out the Cleanup Step; the Growth Phase follows."""
    new_action(s)
    clean_up(s)
    return "turn.begin"


EXPLORATION_STEPS: dict[str, Callable[[State], Flow[str | None]]] = {
    BEGIN: begin,
    AREA: explore_next,
    CLEANUP: cleanup,
}


def clean_up(s: State) -> None:
    """Remove white disks from the map, and add disks of unknown NPCs to the Pool.

    One if no NPC is active, and one if none has come this turn; if all have been created no colour stays in it.
    """
    e = exploration_of(s)
    e.markers = []
    if not e.unknown:
        for colour in [c for c in s.pool if c != YELLOW]:
            take_out(s, colour, s.pool[colour])
        return
    for _ in range((not npcs(s)) + (not e.created)):
        colour = chance.pick(s, e.unknown)
        put_in(s, colour)
        tell(s, "exploration.added", colour=Message(f"pool.{colour}"))
