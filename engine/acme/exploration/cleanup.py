"""The Cleanup Step of the Exploration Phase."""

from __future__ import annotations

from engine.acme.exploration.frontier import exploration_of
from engine.acme.npc.relations import npcs
from engine.acme.setup.pool import YELLOW, put_in, take_out
from engine.acme.state import State
from engine.acme.verbs.basic import tell
from engine.core import chance
from engine.core.said import Said


def clean_up(s: State) -> None:
    """White disks leave the map; the Pool gets disks of NPCs that are still unknown.

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
        tell(s, "exploration.added", colour=Said(f"pool.{colour}"))
