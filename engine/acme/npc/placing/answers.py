"""An NPC's answers in its Growth Phase, and when a card lets it place disks."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import chain

from engine.acme.effects.plans import DONE
from engine.acme.npc.decision import Decision, NpcPick, decides, only
from engine.acme.npc.placing.course import course, next_groups, resume
from engine.acme.npc.placing.prospect import DiskGroup, Prospect, prospect, together, without
from engine.acme.npc.placing.scenarios import first_among_equals
from engine.acme.npc.ranks import Key, land_first
from engine.acme.state import State
from engine.core import text
from engine.core.ask import Ask, Request


@decides("growth.retire", "growth.resettle")
def keep(s: State, request: Request, ask: Ask) -> Decision:
    """Retire and resettle nothing, as NPCs never do (Playbook, No Voluntary Removal; RUL-142)."""
    del s, request
    return only(ask, DONE, "growth.keep")


@decides("growth.granary")
def no_granary(s: State, request: Request, ask: Ask) -> Decision:
    """Trade no disks for mina, as NPCs never do (RUL-142)."""
    del s, request
    return only(ask, "no", "growth.granary")


@decides("growth.storehouse")
def all_stored(s: State, request: Request, ask: Ask) -> Decision:
    """Place all disks of its Grain Storehouses (Playbook, Card Play Clarifications)."""
    del s, request
    return only(ask, max(ask.options, key=int), "growth.storehouse")


@decides("growth.deploy")
def deploy(s: State, request: Request, ask: Ask) -> Decision:
    """Choose where its next growth disk goes (Playbook, NPC Disk Placement Priorities)."""
    start = prospect(without(s, ask.seat, request.about), ask.seat, request.left + len(request.about))
    return place(s, ask, start, request.about)


@decides("card.place")
def place_by_card(s: State, request: Request, ask: Ask) -> Decision:
    """Choose where its next disk goes among a card's areas, by the same priorities (Playbook, Cards that Place
    Disks).
    """
    areas = {*ask.options, *request.about} - {DONE}
    return place(s, ask, prospect(s, ask.seat, request.left + len(request.about), areas), request.about)


def place(s: State, ask: Ask, p: Prospect, placed: Sequence[str]) -> Decision:
    """Return the next disk, and all that follow if nothing but Method A is to decide."""
    begun = resume(p, placed)
    p.barred = frozenset(p.areas()) - {*ask.options}
    found = [begun] if begun and begun.area in ask.options else next_groups(p)
    if not found:
        return nowhere(s, ask, p)
    if s.options.npc_method == "b":
        ties = tuple((group.area,) for group in found)
        return Decision(ties[0], why(found[0]), ties, whys=tuple(why(group) for group in found))
    p.put(found[0].area, found[0].n)
    first, *rest = chain(picks(found[0]), *(picks(group) for group in course(p)))
    return Decision((first.token,), first.why, then=(*rest, *refusing_picks(p, ask.options)))


def picks(group: DiskGroup) -> list[NpcPick]:
    """Return a pick for each disk of the group."""
    return [NpcPick(group.area, why(group))] * group.n


def why(group: DiskGroup) -> str:
    """Return a text such as `place.7:{area:judah}`."""
    return f"place.{group.number}:{text.area(group.area)}"


def refusing_picks(p: Prospect, options: Collection[str]) -> list[NpcPick]:
    """Return the last pick of a plan that leaves growth disks over, if there will be something to refuse."""
    refuses = p.hand and p.areas() and p.offered is None and DONE in options
    return [NpcPick(DONE, "place.none")] if refuses else []


def nowhere(s: State, ask: Ask, p: Prospect) -> Decision:
    """Stop in Growth if no priority fits; disks of a card go where the land is best, if it may place them."""
    free = [] if p.offered is None else [area for area in ask.options if area != DONE and together(p, area)]
    if not free and DONE in ask.options:
        return only(ask, DONE, "place.none")

    def value(area: str) -> Key:
        return (*first_among_equals(s, ask.seat, area), *land_first(s, ask.seat, area))

    first = min(free or ask.options, key=value)
    return only(ask, first, f"place.must:{text.area(first)}")
