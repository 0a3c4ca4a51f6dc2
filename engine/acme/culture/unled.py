"""How NPCs advance: by a card each, once all have passed (PB:2440-2450)."""

from __future__ import annotations

from engine.acme.culture.advancing import rise
from engine.acme.culture.revealing import put_down, turn_up_card
from engine.acme.culture.tracks import highest, may_rise, on, stage
from engine.acme.facts.catalog import CARDS, TRACKS
from engine.acme.fight.openly import plays_openly
from engine.acme.npc.relations import humans
from engine.acme.state import State
from engine.acme.verbs.basic import tell
from engine.core import text
from engine.core.said import Said, listed


def draw_for(s: State) -> bool:
    """Whether anybody draws for the tracks at the end of the Card Phase."""
    return on(s) and any(plays_openly(s, civ) for civ in s.order)


async def try_to_advance(s: State, npc: str) -> None:
    """The NPC reveals a card and advances as it says; an Event is resolved after that, and not replaced."""
    card = turn_up_card(s, npc, "culture.npc_card")
    if not card:
        return
    risen = [track for track in named_by(s, npc, card) if may_rise(s, npc, track)]
    for track in risen:
        rise(s, npc, track)
    places = listed(
        Said("part.stage", {"track": text.thing("track", track), "n": stage(s, npc, track)}) for track in risen
    )
    tell(s, "culture.npc_risen" if risen else "culture.npc_stays", civ=text.civ(npc), tracks=places)
    await put_down(s, card)


def named_by(s: State, npc: str, card: int) -> list[str]:
    """The tracks on which a card lets the NPC advance, Cities apart: by the first line of the table (AMB-99)."""
    facts = CARDS[card]
    by_class = [t.id for t in TRACKS.values() if any(facts.has_class(kind) for kind in t.npc)]
    if by_class:
        return by_class[:1]
    if facts.great_person:
        return [track for track in TRACKS if stage(s, npc, track) + 1 == highest(s, track)]
    return [track for track in TRACKS if facts.is_event and stage(s, npc, track) < highest_of_persons(s, track)]


def highest_of_persons(s: State, track: str) -> int:
    """The highest stage of a civ that a person leads."""
    return max((stage(s, civ, track) for civ in humans(s)), default=0)
