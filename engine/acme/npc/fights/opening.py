"""What NPCs play before the first Competition: Traitor and the Goddess of Peace (Playbook; RUL-165)."""

from __future__ import annotations

from engine.acme.fight.captain import CAPTAIN
from engine.acme.fight.category import in_order
from engine.acme.fight.opening import NOTHING, TRAITOR
from engine.acme.npc.decision import Decision, decides, only
from engine.acme.npc.fights.means import could_have
from engine.acme.npc.fights.outlook import LOST, WON, Arena, Stack, arena_of, outlook
from engine.acme.npc.fights.scene import largest
from engine.acme.npc.ranks import best_first, removal_rank
from engine.acme.npc.relations import is_enemy
from engine.acme.questions.board import disks, members
from engine.acme.special import special
from engine.acme.state import State
from engine.core import text
from engine.core.ask import Ask, Request

PEACE = "peace"


@decides("competition.before")
def before(s: State, request: Request, ask: Ask) -> Decision:
    """Play Traitor where it wins what would otherwise be lost; else Peace where all would be lost.

    Else Great Captain where the scenario sends him; else nothing.
    """
    del request
    return betrayal(s, ask) or appeasement(s, ask) or captaincy(s, ask) or only(ask, NOTHING, idle(ask))


def captaincy(s: State, ask: Ask) -> Decision | None:
    """Return the first of the areas that the scenario names, unless that is pledged already."""
    named = special(s).captaincy
    wanted = next(iter(named(s, ask.seat)), "") if named else ""
    token = f"{CAPTAIN}:{wanted}"
    return only(ask, token, f"fight.captain_goes:{text.area(wanted)}") if token in ask.options else None


def idle(ask: Ask) -> str:
    """Return why nothing is played, if anything could be."""
    return "fight.nothing" if len(ask.options) > 1 else ""


def betrayal(s: State, ask: Ask) -> Decision | None:
    """Return the first area with an enemy Faction that the NPC would not win without spending: its largest enemy stack
    goes.

    Only if with that it wins or ties, by the Caveat.
    """
    named = [option.split(":")[1:] for option in ask.options if option.startswith(f"{TRAITOR}:")]
    for area in in_order(s, [a for a, _ in named]):
        hostile = [f for a, f in named if a == area and is_enemy(s, ask.seat, f)]
        arena = arena_of(s, area)
        faction = largest(s, ask.seat, arena, hostile)
        if not faction or outlook(arena, ask.seat).result == WON:
            continue
        betray(s, arena, faction)
        if outlook(arena, ask.seat).result > LOST:
            return only(ask, f"{TRAITOR}:{area}:{faction}", f"fight.traitor:{text.area(area)}")
    return None


def betray(s: State, arena: Arena, faction: str) -> None:
    """Remove the Faction's disks; friends in its stack remain."""
    left = [f for f in members(s, faction, arena.area) if f != faction]
    del arena.stacks[faction]
    if left:
        arena.stacks[left[0]] = Stack(sum(disks(s, f, arena.area) for f in left))


def appeasement(s: State, ask: Ask) -> Decision | None:
    """Return the area of best rank among those that would be lost even with all means."""
    offered = [option.split(":")[1] for option in ask.options if option.startswith(f"{PEACE}:")]
    lost = [area for area in offered if could_have(s, ask.seat, area).result == LOST]
    if not lost:
        return None
    ranks = {area: removal_rank(s, ask.seat, area) for area in lost}
    ties = best_first(s, ask.seat, [area for area in lost if ranks[area] == min(ranks.values())])
    whys = tuple(f"fight.peace:{text.area(area)}" for area in ties)
    return Decision((f"{PEACE}:{ties[0]}",), whys[0], tuple((f"{PEACE}:{area}",) for area in ties), whys=whys)
