"""Where NPCs send invading Barbarians, and their other decisions about Events (Playbook, Barbarian Events; N-175)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.acme.effects.events import captors
from engine.acme.effects.invasions import bases_of, entries, spread
from engine.acme.exploration.npc_events import WORTH, away, worth
from engine.acme.facts.definitions import BARBARIANS
from engine.acme.npc.decision import Decision, decides, only
from engine.acme.npc.ranks import best_first
from engine.acme.npc.relations import kin, target, targets
from engine.acme.questions.board import by_order, disks, room
from engine.acme.state import State
from engine.core import text
from engine.core.ask import Ask, Request

NO_DEITY = "none"
Key = tuple[int, ...]


@decides("event.entry")
def entry(s: State, request: Request, ask: Ask) -> Decision:
    """Return the entry that does most harm to the civ aimed at."""
    number = int(request.about[0])
    ties = best_entries(s, ask.seat, number, ask.options)
    return Decision((ties[0],), reason(s, ask.seat, number, ties[0]), tuple((area,) for area in ties))


@decides("event.base")
def base(s: State, request: Request, ask: Ask) -> Decision:
    """Return the Mountains or the Desert from which the best entry can be reached."""
    number = int(request.about[0])
    ties = best_entries(s, ask.seat, number, entries(s, number))
    bases = list(dict.fromkeys(by_order(bases_of(s, number, area))[0] for area in ties))
    return Decision((bases[0],), reason(s, ask.seat, number, ties[0]), tuple((area,) for area in bases))


def best_entries(s: State, npc: str, number: int, offered: Iterable[str]) -> list[str]:
    """Return the entries that are equally good, in the order of Method A."""
    keys = {area: harmlessness(s, npc, number, area) for area in offered}
    least = min(keys.values())
    return best_first(s, npc, [area for area, key in keys.items() if key == least])


def harmlessness(s: State, npc: str, number: int, start: str) -> Key:
    """Sorts entries: the more areas of the civ aimed at are entered, the better; else the nearer to it.

    Of as many the one that enters more of the best kind; then the one that hits fewer disks of the NPC's own side.
    """
    victim, areas = target(s, npc), entry_areas(s, npc, number, start)
    struck = [worth(s, victim, area) for area in areas] if victim else []
    kinds = (-struck.count(kind) for kind in range(len(WORTH), 0, -1))
    far = 0 if any(struck) or not victim else away(s, victim, start)
    return (-sum(map(bool, struck)), *kinds, far, sum(own(s, npc, area) for area in areas))


def own(s: State, npc: str, area: str) -> int:
    """Return the disks there of the NPC and its side."""
    return sum(disks(s, f, area) for f in kin(s, npc))


def entry_areas(s: State, npc: str, number: int, start: str) -> list[str]:
    """Return the areas into which Barbarians would come from that entry, as far as there are black disks."""
    left, areas = s.black, []
    for area in (start, *in_order(s, npc, spread(s, number, start))):
        if left > 0 and (fits := room(s, BARBARIANS, area)):
            areas.append(area)
            left -= fits
    return areas


def in_order(s: State, npc: str, areas: Sequence[str]) -> list[str]:
    """Return the areas in which the civ aimed at has most to lose first; of equals those with fewer own disks."""
    victim = target(s, npc)
    return sorted(best_first(s, npc, areas), key=lambda area: _spreading(s, npc, victim, area))


def _spreading(s: State, npc: str, victim: str, area: str) -> Key:
    return (-worth(s, victim, area) if victim else 0, own(s, npc, area))


def reason(s: State, npc: str, number: int, start: str) -> str:
    """Return why there: for the best thing that is struck, or because it is near."""
    victim = target(s, npc)
    if not victim:
        return "event.alone"
    found = max((worth(s, victim, area) for area in entry_areas(s, npc, number, start)), default=0)
    return f"event.{WORTH[found - 1] if found else 'near'}:{text.civ(victim)}"


@decides("event.spread")
def onward(s: State, request: Request, ask: Ask) -> Decision:
    """Choose, if black disks run short, first where the targeted civ has most to lose."""
    del request
    victim, ordered = target(s, ask.seat), in_order(s, ask.seat, ask.options)
    least = _spreading(s, ask.seat, victim, ordered[0])
    ties = [area for area in ordered if _spreading(s, ask.seat, victim, area) == least]
    why = f"event.spread:{text.civ(victim)}" if victim else "event.alone"
    return Decision((ordered[0],), why, tuple((area,) for area in ties))


@decides("event.deity")
def captive(s: State, request: Request, ask: Ask) -> Decision:
    """Breath of God: return its own captured Deity; else one captured by the civ it would harm first; else none."""
    del request
    held = {deity: captor for deity, captor in captors(s).items() if deity in ask.options}
    lost = s.civs[ask.seat].deity
    if s.civs[ask.seat].deity_captured and lost in held:
        return only(ask, lost, "event.own_deity")
    found = [deity for civ in targets(s, ask.seat) for deity, captor in held.items() if captor == civ]
    if not found:
        return only(ask, NO_DEITY, "event.no_deity")
    return only(ask, found[0], f"event.freed:{text.civ(held[found[0]])}")
