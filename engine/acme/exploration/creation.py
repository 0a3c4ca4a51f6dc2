"""A new NPC, and how it spreads from its Home Area (RUL-174, RUL-175).

See the Playbook, Civilization Creation Sequence and New Civilization Deployment.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.acme.culture.lordship import lay_start
from engine.acme.effects.plans import tell_placed
from engine.acme.exploration.frontier import exploration_of, explorer
from engine.acme.exploration.places import (
    farthest,
    first_sites,
    identity,
    may_live,
    new_home_disks,
    open_to_all,
    pick,
    sites,
)
from engine.acme.exploration.tables import CREATION
from engine.acme.facts.catalog import AREAS, CARDS, CIVS, RULES
from engine.acme.questions.board import disks, is_home_of_another, near, occupied_areas
from engine.acme.setup.pool import draw, take_out
from engine.acme.setup.scenarios import free_colours, usual_disks
from engine.acme.setup.setup import (
    draw_deity,
    first_disks,
    give_letters,
    is_field,
    new_seat,
    place_one,
    place_ring,
    take_civ,
)
from engine.acme.state import State
from engine.acme.verbs.basic import gain_vp, place, tell, to_box, top_card
from engine.acme.verbs.replacement import bring_monotheism
from engine.acme.verbs.sequence import to_first_place
from engine.acme.verbs.stacks import recolour
from engine.core import chance, text
from engine.core.message import Message, count_noun, list_of

SEAT = "seat_"
KEY = "setup.deploy"


async def create(s: State, area: str, colour: str) -> bool:
    """Create a civilization of that colour in and around the explored area. Return False, and do nothing, if
    impossible.
    """
    if not open_to_all(s, [area]) or not first_sites(s, area):
        return False
    held = sites(s, area)
    if not may_live(s, held):
        return False
    e = exploration_of(s)
    e.unknown.remove(colour)
    e.created = True
    take_out(s, colour)
    civ = await at_home(s, held, colour) if new_home_disks(s, held) else await far_from_home(s, held, colour)
    take_rank(s, civ, explorer(s, area))
    take_deity(s, civ)
    take_cards(s, civ)
    lay_start(s, civ)
    return True


async def at_home(s: State, held: Sequence[str], colour: str) -> str:
    """Create a civilization in an unused Home Area with one of its first disks, and spread it from there; return it."""
    civ, home = pick(s, new_home_disks(s, held)).split()
    enter(s, civ, home, colour)
    tell_created(s, civ, colour)
    placed = [area for area in held if place(s, civ, area)]
    tell_placed(s, civ, [*placed, *settle(s, civ)])
    drawn, n = size(s)
    tell_size(s, civ, drawn, n)
    tell_spread(s, civ, n, await spread(s, civ, n, home))
    return civ


async def far_from_home(s: State, held: Sequence[str], colour: str) -> str:
    """Create a civilization that spreads from its last disk; its home and identity are settled once all disks are
    placed (RUL-174).
    """
    seat = f"{SEAT}{len(s.slots) + 1}"
    enter(s, seat, held[-1], colour)
    placed = [area for area in held if place(s, seat, area)]
    drawn, n = size(s)
    spread_to = await spread(s, seat, n, held[-1])
    civ, home = identity(s, occupied_areas(s, seat))
    take_civ(s, seat, civ)
    recolour(s, seat, civ)
    s.civs[civ].home = home
    give_letters(s)
    tell_created(s, civ, colour)
    tell_placed(s, civ, placed)
    tell_size(s, civ, drawn, n)
    tell_spread(s, civ, n, spread_to)
    if more := settle(s, civ):
        tell_placed(s, civ, more)
    return civ


def enter(s: State, civ: str, home: str, colour: str) -> None:
    """Add a seat with its disks, and its Display if its civilization is known."""
    each = usual_disks(s)
    s.civs[civ] = new_seat(civ, home, "npc", "", colour, each)
    s.civs[civ].npc = True
    spare = [other for other in free_colours(s) if other not in exploration_of(s).unknown]
    s.civs[civ].second_colour = next(iter(spare), "") if each > RULES.usable_disks else ""
    s.slots.append(civ)
    s.order.append(civ)
    if civ in CIVS:
        give_letters(s)


def settle(s: State, civ: str) -> list[str]:
    """Place the disks that belong in its Home Area; return the areas."""
    home = s.civs[civ].home
    return [home] * place(s, civ, home, CREATION.home_disks - disks(s, civ, home))


def size(s: State) -> tuple[str, int]:
    """Draw from the Pool; return the disk's colour, and how many disks the NPC spreads by that and the turns played."""
    colour = draw(s, 1)[0]
    return colour, CREATION.size(colour, s.turn)


def tell_created(s: State, civ: str, colour: str) -> None:
    """Tell which civilization was found, and its Home Area."""
    home, drawn = s.civs[civ].home, Message(f"pool.{colour}")
    tell(s, "exploration.created", focus=(home,), civ=text.civ(civ), area=text.area(home), colour=drawn)


def tell_size(s: State, civ: str, colour: str, n: int) -> None:
    """Tell how many disks it spreads."""
    tell(s, "exploration.size", civ=text.civ(civ), colour=Message(f"pool.{colour}"), n=n)


def take_rank(s: State, civ: str, guide: str) -> None:
    """Make it first in Turn Order, with as many VP as the explorer."""
    to_first_place(s, civ)
    gain_vp(s, civ, s.civs[guide].vp, "rank")
    tell(s, "exploration.rank_of", civ=text.civ(civ), vp=s.civs[civ].vp, other=text.civ(guide))


def take_deity(s: State, civ: str) -> None:
    """Give the new NPC a Deity: the Israelites bring Monotheism; with the option any other draws an Available one
    (RUL-175).
    """
    bring_monotheism(s, civ)
    if s.options.npc_deity and not s.civs[civ].deity and s.available:
        draw_deity(s, civ)


def take_cards(s: State, civ: str) -> None:
    """Deal its first cards from the deck; Events among them are shuffled back unresolved."""
    hand: list[int] = []
    events: list[int] = []
    while len(hand) < CREATION.cards and (card := top_card(s)) is not None:
        (events if CARDS[card].is_event else hand).append(card)
    s.civs[civ].hand = hand
    if events:
        s.deck += events
        chance.shuffle(s, s.deck)
    tell(s, "exploration.hand", civ=text.civ(civ), cards=list_of([text.card(n) for n in hand]))


async def spread(s: State, civ: str, n: int, start: str) -> list[str]:
    """Place disks in Land next to the start, Deserts and Seas there, then outwards, then Cities; return where."""
    placed: list[str] = []
    for land in (True, False):
        ring = {a: free for a in near(s, start) if is_field(a) is land and (free := space(s, civ, a))}
        placed += await place_ring(s, civ, ring, n - len(placed), KEY)
    while (left := n - len(placed)) > 0 and (free_areas := within_reach(s, civ)):
        placed += await place_one(s, civ, free_areas, left, KEY)
    while (left := n - len(placed)) > 0 and (towns := settlements(s, civ)):
        placed += await place_one(s, civ, towns, left, KEY)
    return placed


def tell_spread(s: State, civ: str, n: int, placed: Sequence[str]) -> None:
    """Tell where its disks are; the rest of `n` goes to the Growth Box."""
    tell_placed(s, civ, placed)
    left = to_box(s, civ, n - len(placed))
    if left:
        tell(s, "setup.left", civ=text.civ(civ), n=count_noun(left, "disk"))


def space(s: State, civ: str, area: str) -> int:
    """Return how many more first disks the area takes: none if another Faction is there or at home there."""
    others = set(s.disks.get(area, {})) - {civ}
    if others or is_home_of_another(s, civ, area):
        return 0
    return max(0, first_disks(area) - disks(s, civ, area))


def within_reach(s: State, civ: str) -> list[str]:
    """Return areas held or next to these that still take a disk."""
    held = occupied_areas(s, civ)
    return sorted(a for a in {*held, *(b for a in held for b in near(s, a))} if space(s, civ, a))


def settlements(s: State, civ: str) -> list[str]:
    """Return its Settlements that can become Cities and are farthest from persons' disks."""
    towns = [a for a in occupied_areas(s, civ) if disks(s, civ, a) == RULES.settlement_disks and AREAS[a].holds_cities]
    return farthest(s, towns)
