"""Which ships the computer keeps and builds (CIV §7): the usual one those that its plan of movement uses.

It plans all of them from the position before the phase, which stays as it is until all have answered. So the plan is
the same at each of its questions.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from engine.civ.catalog import AREAS, NUMBERS
from engine.civ.effects import ship_range
from engine.civ.geography import area_of, harbours_in_reach
from engine.civ.npc.campaign import new_voyages, orders
from engine.civ.npc.decision import Decision, because, decides
from engine.civ.npc.ferrying import fleet, roaming
from engine.civ.npc.prospect import FAR, Prospect, prospect
from engine.civ.options import GENTLE
from engine.civ.ships import DONE, DROP, TREASURY
from engine.civ.state import State
from engine.core import text
from engine.core.ask import Ask, Request

FLEET = 2  # ships of a nation that go to empty land
CROWD = 2  # tokens without room for which a ship is built
KEPT_FOR_CITY = "keep_ship_for_city"


@dataclass(slots=True)
class Outfit:
    """The harbours of the ships that movement will use, each with the reason for it."""

    kept: dict[str, str] = field(default_factory=dict)
    built: dict[str, str] = field(default_factory=dict)

    def money_left(self, s: State, name: str) -> int:
        """Return what the treasury has left beyond them."""
        return s.nations[name].treasury - NUMBERS.ship_keep * len(self.kept) - NUMBERS.ship_build * len(self.built)


def outfit(s: State, name: str) -> Outfit:
    """Return the ships that the plan of movement uses: for cities, then for those who find no room by land."""
    p, found = prospect(s, name), for_cities(s, name)
    old, far = fleet(p), ship_range(s, name)
    planned = orders(p, old | dict.fromkeys(found.built, far))
    used = {voyage.harbour for voyage in planned.voyages}
    walked = {(step.start, step.goal) for step in planned.steps}
    found.built = {h: why for h, why in found.built.items() if h in used}
    found.kept = {h: KEPT_FOR_CITY for h in old if h in used}
    idle = {h: n for h, n in old.items() if h not in used}
    found.kept |= dict.fromkeys([voyage.harbour for voyage in roaming(p, idle, walked)], "keep_ship")
    found.built |= dict.fromkeys(for_land(p, found, walked), "ship")
    return found


def for_cities(s: State, name: str) -> Outfit:
    """Return the ships that bring what cities lack: those it has, then new ones as far as the treasury goes."""
    p, found = prospect(s, name), Outfit()
    old = fleet(p)
    new = dict.fromkeys([h for h in coasts(p) if h not in old], ship_range(s, name))
    found.kept = dict.fromkeys([voyage.harbour for voyage in orders(p, dict(old)).voyages], KEPT_FOR_CITY)
    most = min(found.money_left(s, name) // NUMBERS.ship_build, NUMBERS.ships - len(found.kept))
    voyages = new_voyages(prospect(s, name), new, most)
    found.built = dict.fromkeys([voyage.harbour for voyage in voyages], "ship_for_city")
    return found


def for_land(p: Prospect, found: Outfit, walked: Collection[tuple[str, str]]) -> list[str]:
    """Return the harbours of new ships for tokens that are still crowded; one may be paid for with tokens."""
    money = found.money_left(p.s, p.name)
    levied = max(0, NUMBERS.ship_build - money)
    crowded = [h for h in coasts(p) if h not in {*found.kept, *found.built} and is_crowded(p, area_of(h), levied)]
    most = min(max(1, money // NUMBERS.ship_build), FLEET - len(found.kept) - len(found.built))
    voyages = roaming(p, dict.fromkeys(crowded, ship_range(p.s, p.name)), walked)
    return [voyage.harbour for _, voyage in zip(range(most), voyages, strict=False)]


def coasts(p: Prospect) -> list[str]:
    """Return the harbours where it has tokens."""
    return [harbour for area in sorted(p.mine) if p.mine[area] for harbour in p.land.harbours.get(area, ())]


def is_crowded(p: Prospect, area: str, levied: int) -> bool:
    """Return whether tokens of the area find no room by land, even if so many of them pay for a ship."""
    return p.spare(area) - levied >= CROWD and p.far.get(area, FAR) > 1


@decides("ships.keep")
def keep(s: State, request: Request, ask: Ask) -> Decision:
    """Keep a ship from treasury if the plan of movement uses it."""
    why = outfit(s, ask.seat).kept.get(str(request.about[0])) if TREASURY in ask.options else None
    return Decision((TREASURY,), because(why)) if why else Decision((DROP,), because("drop_ship"))


@decides("ships.build")
def build(s: State, request: Request, ask: Ask) -> Decision:
    """Build the next ship that the plan of movement uses, from treasury as far as it goes."""
    planned = outfit(s, ask.seat)
    done = int(str(request.said.values["ships"])) - sum(h in planned.kept for h in s.nations[ask.seat].ships)
    harbour = next(iter([*planned.built][max(0, done) :]), "")
    option = next((one for one in ask.options if harbour and one.rpartition(":")[0] == harbour), "")
    if not option:
        return Decision((DONE,), because("no_ship"))
    return Decision((option,), because(planned.built[harbour], area=text.area(area_of(harbour))))


@decides("ships.keep", level=GENTLE)
def keep_gently(s: State, request: Request, ask: Ask) -> Decision:
    """Keep a ship from treasury while it has somewhere to go."""
    useful = TREASURY in ask.options and has_goal(s, str(request.about[0]))
    return Decision((TREASURY if useful else DROP,), because("keep_ship" if useful else "drop_ship"))


@decides("ships.build", level=GENTLE)
def launch(s: State, request: Request, ask: Ask) -> Decision:
    """Build a ship where tokens find no room by land; the way paid mostly from treasury is offered first."""
    number, p = int(str(request.said.values["ships"])), prospect(s, ask.seat)
    for option in ask.options[1:] if number < FLEET else ():
        harbour, _, levied = option.rpartition(":")
        if is_crowded(p, area_of(harbour), int(levied)) and has_goal(s, harbour):
            return Decision((option,), because("ship", area=text.area(area_of(harbour))))
    return Decision((DONE,), because("no_ship"))


def has_goal(s: State, harbour: str) -> bool:
    """Return whether a ship from there reaches empty land."""
    reached = (area_of(goal) for goal in harbours_in_reach(s.options.map, harbour, 4, open_sea=False))
    return any(AREAS[a].limit > 1 and a not in s.tokens and a not in s.cities for a in reached)
