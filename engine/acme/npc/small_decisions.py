"""Short NPC decisions: how it enters the map (RUL-152), loot, Gilgamesh.

And how it plays a person's civ for a while: it makes no treaties, and explores in the order of the map.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from engine.acme.effects.plans import DONE
from engine.acme.facts.catalog import AREAS, CARDS
from engine.acme.fight.sack import CAPTIVES, MINA
from engine.acme.npc import entry
from engine.acme.npc.decision import Decision, decides, only, second_thought
from engine.acme.npc.distances import FAR, steps
from engine.acme.npc.ranks import land_first, terrain_key, victim
from engine.acme.phases.gilgamesh import STAY
from engine.acme.questions.board import land_near, others, vacant
from engine.acme.setup.one_vs_two import BEFORE
from engine.acme.setup.setup import free_homes
from engine.acme.state import State
from engine.core import chance, text
from engine.core.ask import Ask, Request

T = TypeVar("T", bound=tuple[int, ...])
AWAY: Final = (FAR, 0)
NONE = "none"


@decides("setup.pick")
def turn_to_choose(s: State, request: Request, ask: Ask) -> Decision:
    """Choose before the others, while all civilizations are free (One vs. Two, in a person's place)."""
    del s, request
    return only(ask, BEFORE, "setup.first")


@decides("setup.civ")
def civilization(s: State, request: Request, ask: Ask) -> Decision:
    """Choose the civilization whose Home Area is nearest to the leading person's; last those with another home by
    scenario.
    """
    del request
    return best(
        ask, lambda civ: min((to_victim(s, ask.seat, home) for home in free_homes(s, civ)), default=AWAY), "setup.near"
    )


@decides("setup.home")
def home(s: State, request: Request, ask: Ask) -> Decision:
    """Choose the Home Area nearest to the leading person's."""
    del request
    return best(ask, lambda area: to_victim(s, ask.seat, area), "setup.near")


@decides("setup.deploy", "setup.pair", "gilgamesh.deploy")
def first_disks(s: State, request: Request, ask: Ask) -> Decision:
    """Return the sort key by terrain: Fertile, Mountain, Plains, Desert, Sea, then Method A."""
    del request
    ordered = sorted(ask.options, key=lambda area: land_first(s, ask.seat, area))
    equal = [area for area in ordered if terrain_key(s, area) == terrain_key(s, ordered[0])]
    whys = [f"setup.terrain:{text.area(area)}" for area in equal]
    return Decision((equal[0],), whys[0], tuple((area,) for area in equal), whys=tuple(whys))


def to_victim(s: State, npc: str, area: str) -> tuple[int, int]:
    """Return the steps to the leading person's Home Area, then the order of Competitions."""
    other = victim(s, npc)
    return steps(s, area, s.civs[other].home) if other else 0, AREAS[area].order


def best(ask: Ask, key: Callable[[str], T], why: str) -> Decision:
    """Return the option with the least key."""
    return Decision((min(ask.options, key=key),), why)


@decides("epoch.gird")
def gird(s: State, request: Request, ask: Ask) -> Decision:
    """Gird for battle if another civ has, or has more VP (Playbook, Sargon I: Solitaire Adjustments)."""
    del request
    rivals = [s.civs[civ] for civ in others(s, ask.seat)]
    if any(len(c.displays) > 1 for c in rivals):
        return only(ask, "yes", "gird.answer")
    behind = any(c.vp > s.civs[ask.seat].vp for c in rivals)
    return only(ask, "yes", "gird.behind") if behind else only(ask, "no", "gird.no")


@decides("draw.regain")
def regain(s: State, request: Request, ask: Ask) -> Decision:
    """Take all the cards that are its own by its scenario, as an NPC must (Playbook, Alexander)."""
    del s, request
    return Decision(ask.options[: ask.most], "draw.regain")


@decides("peace.offer")
def offer_peace(s: State, request: Request, ask: Ask) -> Decision:
    """Make no offer: the NPC can't decide that for a person."""
    del s, request
    return only(ask, DONE, "no_treaty")


@decides("peace.gift")
def give(s: State, request: Request, ask: Ask) -> Decision:
    """Give nothing."""
    del s, request
    return only(ask, NONE, "no_gift")


@decides("explore.next")
def next_area(s: State, request: Request, ask: Ask) -> Decision:
    """Explore in the order of the map (RUL-171)."""
    del s, request
    return only(ask, DONE, "explore.next")


@decides("explore.keep")
def kept_card(s: State, request: Request, ask: Ask) -> Decision:
    """Keep a Negate, then a Competition card, then the card that it would play first (RUL-173)."""
    del s, request
    card = min(ask.options, key=lambda token: card_rank(int(token)))
    return only(ask, card, f"explore.keep:{text.card(card)}")


def card_rank(card: int) -> tuple[bool, bool, int, int]:
    """Return the order in which cards are kept, the best first."""
    facts = CARDS[card]
    return not facts.has_class("N"), not facts.has_class("C"), facts.npc_priority, card


@decides("loot.choose")
def loot(s: State, request: Request, ask: Ask) -> Decision:
    """Take mina; captives if it must (Playbook, Gold City Sacking; RUL-142, RUL-150)."""
    del s, request
    return only(ask, MINA, "loot.mina") if MINA in ask.options else only(ask, CAPTIVES, "loot.captives")


@decides("loot.deity")
def release(s: State, request: Request, ask: Ask) -> Decision:
    """Give no captured Deity back."""
    del s, request
    return only(ask, NONE, "loot.deity")


@decides("gilgamesh.invoke")
def invoke(s: State, request: Request, ask: Ask) -> Decision:
    """Keep the civilization; only a person gives one up (ACME §10.4)."""
    del s, request
    return only(ask, STAY, "gilgamesh.stay")


@decides("gilgamesh.civ")
def people(s: State, request: Request, ask: Ask) -> Decision:
    """Return the people around whose Home Area most Land is vacant."""
    del request
    open_land = {civ: max(_vacant(s, home) for home in entry.free_homes(s, ask.seat, civ)) for civ in ask.options}
    ties = [civ for civ in ask.options if open_land[civ] == max(open_land.values())]
    whys = tuple(f"gilgamesh.civ:{text.civ(civ)}" for civ in ties)
    return Decision((ties[0],), whys[0], tuple((civ,) for civ in ties), whys=whys)


@decides("gilgamesh.home")
def any_home(s: State, request: Request, ask: Ask) -> Decision:
    """Return any Home Area as the decision: `home_by_chance` draws the real one."""
    del s, request
    return Decision((ask.options[0],), f"gilgamesh.home:{text.area(ask.options[0])}", tuple((a,) for a in ask.options))


@second_thought("gilgamesh.home")
async def home_by_chance(s: State, request: Request, ask: Ask, found: Decision) -> Decision:
    """Return a Home Area at random (Playbook, NPCs & The Gilgamesh Rule)."""
    del request, ask
    picked = chance.pick(s, found.ties)
    return Decision(picked, f"gilgamesh.home:{text.area(picked[0])}")


def _vacant(s: State, home: str) -> int:
    return sum(vacant(s, area) for area in (home, *land_near(s, home)))
