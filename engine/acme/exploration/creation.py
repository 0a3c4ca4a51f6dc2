"""A new NPC (Playbook, Civilization Creation Sequence; RUL-174, RUL-175)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.acme.culture.lordship import lay_start
from engine.acme.effects.plans import tell_placed
from engine.acme.exploration.deployment import deploy
from engine.acme.exploration.frontier import exploration_of, explorer
from engine.acme.exploration.places import first_sites, identity, open_to_all, sites
from engine.acme.exploration.tables import CREATION
from engine.acme.facts.catalog import CARDS, RULES
from engine.acme.questions.board import disks
from engine.acme.setup.pool import draw, take_out
from engine.acme.setup.scenarios import free_colours, usual_disks
from engine.acme.setup.setup import draw_deity, give_letters, new_seat
from engine.acme.state import State
from engine.acme.verbs.basic import gain_vp, place, tell, top_card
from engine.acme.verbs.replacement import bring_monotheism
from engine.acme.verbs.sequence import to_first_place
from engine.core import chance, text
from engine.core.said import Said, listed


async def create(s: State, area: str, colour: str) -> bool:
    """A people of that colour in and around the explored area. False, and nothing done, if there can be none."""
    if not open_to_all(s, [area]) or not first_sites(s, area):
        return False
    held = sites(s, area)
    found = identity(s, held)
    if found is None:
        return False
    civ, home = found
    e = exploration_of(s)
    e.unknown.remove(colour)
    e.created = True
    take_out(s, colour)
    enter(s, civ, home, colour)
    place_first(s, civ, held)
    await deploy(s, civ, size(s, civ))
    take_rank(s, civ, explorer(s, area))
    take_deity(s, civ)
    take_cards(s, civ)
    lay_start(s, civ)
    return True


def enter(s: State, civ: str, home: str, colour: str) -> None:
    """The civ has a seat, its Display and its Home Area."""
    each = usual_disks(s)
    s.civs[civ] = new_seat(civ, home, "npc", "", colour, each)
    s.civs[civ].npc = True
    spare = [other for other in free_colours(s) if other not in exploration_of(s).unknown]
    s.civs[civ].second_colour = next(iter(spare), "") if each > RULES.usable_disks else ""
    s.slots.append(civ)
    s.order.append(civ)
    give_letters(s)
    tell(
        s, "exploration.created", focus=(home,), civ=text.civ(civ), area=text.area(home), colour=Said(f"pool.{colour}")
    )


def place_first(s: State, civ: str, held: Sequence[str]) -> None:
    """A disk in each area of the first disks, and as many at home as belong there."""
    home = s.civs[civ].home
    placed = [area for area in held if place(s, civ, area)]
    more = place(s, civ, home, CREATION.home_disks - disks(s, civ, home))
    tell_placed(s, civ, [*placed, *[home] * more])


def size(s: State, civ: str) -> int:
    """How many disks it places around its home: by a disk of the Pool and the turns of the Epoch that are over."""
    colour = draw(s, 1)[0]
    n = CREATION.size(colour, s.turn)
    tell(s, "exploration.size", civ=text.civ(civ), colour=Said(f"pool.{colour}"), n=n)
    return n


def take_rank(s: State, civ: str, guide: str) -> None:
    """First in Turn Order, with as many VP as the explorer."""
    to_first_place(s, civ)
    gain_vp(s, civ, s.civs[guide].vp, "rank")
    tell(s, "exploration.rank_of", civ=text.civ(civ), vp=s.civs[civ].vp, other=text.civ(guide))


def take_deity(s: State, civ: str) -> None:
    """The Israelites bring Monotheism; with the option any other draws an Available Deity (RUL-175)."""
    bring_monotheism(s, civ)
    if s.options.npc_deity and not s.civs[civ].deity and s.available:
        draw_deity(s, civ)


def take_cards(s: State, civ: str) -> None:
    """Its first cards, turned up from the deck; Events among them are shuffled back unresolved."""
    hand: list[int] = []
    events: list[int] = []
    while len(hand) < CREATION.cards and (card := top_card(s)) is not None:
        (events if CARDS[card].is_event else hand).append(card)
    s.civs[civ].hand = hand
    if events:
        s.deck += events
        chance.shuffle(s, s.deck)
    tell(s, "exploration.hand", civ=text.civ(civ), cards=listed([text.card(n) for n in hand]))
