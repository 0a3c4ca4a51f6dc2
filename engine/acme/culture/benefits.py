"""What stages give: in Growth, at the start of Competition, in the Victory Tally (PB:2365-2371, 2414-2418)."""

from __future__ import annotations

from typing import Final

from engine.acme.culture.tracks import leads_alone, on, stage, stages
from engine.acme.effects.plans import DONE
from engine.acme.facts.catalog import CULTURE, TRACKS
from engine.acme.fight.stack import add_white, area_of
from engine.acme.questions.board import contested_areas, disks
from engine.acme.state import State
from engine.acme.verbs.basic import gain_mina, tell, to_box, use
from engine.acme.verbs.culture_verbs import array, call_up
from engine.core import text
from engine.core.ask import choose_or_pass
from engine.core.message import count_noun, list_of

WHITE: Final = "culture.white"
GROWN: Final = "culture"


def total_benefit(s: State, civ: str, what: str) -> int:
    """Return how much of that benefit all tracks give the civ together (PB:2414)."""
    return sum(getattr(TRACKS[track], what)[n - 1] for track, n in stages(s, civ).items() if n)


def growth_due(s: State, civ: str) -> int:
    """Return the growth disks that the tracks still give the civ this turn."""
    return total_benefit(s, civ, "growth_disks") if on(s) and GROWN not in s.civs[civ].used else 0


def begin_growth(s: State, civ: str) -> None:
    """At the start of Growth, move a disk from Supply to the Growth Box, and gain mina (PB:2369, 2371)."""
    disk, mina = growth_due(s, civ), total_benefit(s, civ, "mina") if on(s) else 0
    if not disk and not mina:
        return
    use(s, civ, GROWN)
    moved = to_box(s, civ, disk)
    gain_mina(s, civ, mina)
    parts = [count_noun(n, what) for n, what in ((moved, "growth_disk"), (mina, "mina")) if n]
    if parts:
        tell(s, "culture.growth", civ=text.civ(civ), parts=list_of(parts))


async def array_whites(s: State, civ: str) -> None:
    """At the start of Competition, place white disks for Competitions in which the civ is involved (PB:2367)."""
    total, in_one = total_benefit(s, civ, "white_disks"), total_benefit(s, civ, "in_one")
    chosen: list[str] = []
    while len(chosen) < total:
        area = await choose_or_pass(
            civ, WHITE, where(s, civ, chosen, in_one), stop=DONE, about=chosen, left=total - len(chosen)
        )
        if area is None:
            break
        array(s, civ, area)
        chosen.append(area)
    if chosen:
        n, areas = count_noun(len(chosen), "white_disk"), list_of([text.area(a) for a in dict.fromkeys(chosen)])
        tell(s, "culture.arrayed", focus=tuple(dict.fromkeys(chosen)), civ=text.civ(civ), n=n, areas=areas)


def where(s: State, civ: str, chosen: list[str], in_one: int) -> list[str]:
    """Return the Contested areas with the civ that can take one more: so many in one, or one in each (PB:2367)."""
    full = in_one if len(set(chosen)) < 2 else 1
    return [a for a in contested_areas(s) if disks(s, civ, a) and chosen.count(a) < full]


def bring_whites(s: State) -> None:
    """Add the white disks that were placed for the Competition that begins."""
    area = area_of(s)
    for civ in s.order:
        n = call_up(s, civ, area)
        if n and add_white(s, civ, n):
            tell(s, "culture.whites", focus=(area,), civ=text.civ(civ), n=count_noun(n, "white_disk"))


def tally_vp(s: State, civ: str) -> int:
    """Return VP of the Victory Tally: for each track where the civ leads alone, or is in the last stage (PB:2418)."""
    return sum(track_vp(s, civ, track) for track in TRACKS) if on(s) else 0


def track_vp(s: State, civ: str, track: str) -> int:
    """Return the VP of the civ's place on the track; the last stage counts instead of the lead (AMB-97)."""
    if stage(s, civ, track) == CULTURE.stages:
        return CULTURE.last_stage_vp
    return CULTURE.lead_vp if leads_alone(s, civ, track) else 0
