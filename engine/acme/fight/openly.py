"""NPCs commit after the people, one NPC after another, and openly (Playbook, Solitaire Competition; RUL-161)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.acme.fight.allies import STALLIONS
from engine.acme.fight.commit import (
    DONE,
    MOVES,
    Pledge,
    ask_one,
    call_god,
    commitments,
    march,
    name_one,
    ride,
    source_of,
)
from engine.acme.fight.resolve import resolve_cards, reveal
from engine.acme.fight.stack import drop_out, sides, takes_part
from engine.acme.state import State
from engine.acme.verbs.basic import tell
from engine.core import text
from engine.core.message import count_noun


def plays_openly(s: State, civ: str) -> bool:
    """Return whether it is an NPC of the game that plays itself, so that its hand is open."""
    c = s.civs[civ]
    return c.npc and c.by == "npc"


async def commit_openly(s: State, npcs: Sequence[str]) -> None:
    """Let each NPC in the Competition commit; everything is carried out before the next one's turn."""
    for civ in npcs:
        if takes_part(s, civ):
            march(s, civ)
            await commit_one_by_one(s, civ)


async def commit_one_by_one(s: State, civ: str) -> None:
    """Carry out one means after another, each before the next is chosen, while there is an opponent."""
    pledge = Pledge()
    while takes_part(s, civ) and len(sides(s)) > 1 and commitments(s, civ, pledge):
        picked = await ask_one(s, civ, pledge)
        if picked == DONE:
            return
        await bring(s, civ, picked, pledge)
        drop_out(s)


async def bring(s: State, civ: str, picked: str, pledge: Pledge) -> None:
    """Carry out what has been named, cards with their answers."""
    kind, _, what = picked.partition(":")
    name_one(s, civ, picked, pledge)
    if kind == "card":
        await reveal(s)
        await resolve_cards(s)
        pledge.stallions = MOVES if int(what) == STALLIONS else pledge.stallions
    elif kind == "white":
        tell(s, "competition.white", civ=text.civ(civ), what=source_of(what), n=count_noun(1, "white_disk"))
    elif kind == "war":
        pledge.war = 0
        await call_god(s, civ, 1)
    else:
        pledge.ridden += 1
        await ride(s, civ, 1)
