"""The setup of a historical scenario: Turn Order, civilizations, disks, Deities, hands (Playbook, Historical)."""

from __future__ import annotations

from collections.abc import Callable

from engine.acme.culture.lordship import start_all
from engine.acme.effects.plans import tell_placed
from engine.acme.facts.catalog import CARDS, CIVS, DEITIES
from engine.acme.facts.definitions import BARBARIANS
from engine.acme.history.casting import possible
from engine.acme.history.facts import HISTORICAL, RANDOM, Historical, SideFacts, disks_of
from engine.acme.history.stances import take_stances
from engine.acme.npc.relations import humans, npcs
from engine.acme.questions.players import persons, players_by_seat
from engine.acme.setup.handicaps import give_first_mina
from engine.acme.setup.setup import (
    choose_home,
    deal_hands,
    draw_deity,
    draw_first_deities,
    give_letters,
    initial_placement,
    take_civ,
)
from engine.acme.special import special
from engine.acme.state import Neutral, State
from engine.acme.verbs.basic import lay_gold, new_action, place, place_cube, tell, to_hand
from engine.acme.verbs.deity_verbs import MONOTHEISM, MONOTHEISM_CARD, set_deity
from engine.acme.verbs.sequence import first_step, reorder
from engine.core import chance, text
from engine.core.ask import Flow, choose


def history(s: State) -> Historical:
    """Return the scenario being played."""
    return HISTORICAL[s.scenario]


async def draw_order(s: State) -> str:
    """Draw the order in which civs are chosen (ACME §4.2)."""
    s.order = list(s.slots)
    chance.shuffle(s, s.order)
    s.active = 0
    return "history.civ"


async def choose_civ(s: State) -> str:
    """Let each seat take one of the civs that leave a legal cast: persons first, NPCs the rest."""
    h, seat = history(s), [*humans(s), *npcs(s)][s.active]
    if seat not in CIVS:
        civ = await choose_side(s, h, seat)
        take_civ(s, seat, civ)
        seat = civ
    enter(s, h.sides[seat])
    if not s.civs[seat].home:
        s.civs[seat].home = await choose_home(s, seat, "setup.home")
    tell(s, "setup.civ", civ=text.civ(seat), area=text.area(s.civs[seat].home), focus=(s.civs[seat].home,))
    give_known_letters(s)
    s.active += 1
    return "history.civ" if s.active < len(s.order) else "history.board"


def give_known_letters(s: State) -> None:
    """Give letters to all once the players are known, so that a position always reads the same."""
    if all(name in CIVS for name in s.civs):
        for name, c in s.civs.items():
            c.letter = history(s).sides[name].letter or c.letter
        give_letters(s)


async def choose_side(s: State, h: Historical, seat: str) -> str:
    """Return the civ of a seat; an NPC's follows from what persons have left."""
    players = players_by_seat(s)
    found = possible(h, seat, {name: name for name in s.civs if name in h.sides}, players)
    if s.civs[seat].npc:
        return found[0]
    return await choose(seat, "setup.civ", found, about=(str(s.order.index(seat) + 1),))


def enter(s: State, side: SideFacts) -> None:
    """Set the civ's Display, name, Home Area, colours and growth from the scenario."""
    c = s.civs[side.civ]
    c.displays, c.name = list(side.displays) or [side.civ], side.label
    c.home = c.home or side.home
    c.colour, c.second_colour = side.colour or c.colour, side.second_colour
    c.disks = c.supply = disks_of(side)
    c.least_growth, c.invader, c.exiled = side.least_growth, side.invader and c.npc, side.exiled


async def lay_board(s: State) -> str:
    """Set the scenario's Turn Order, then place what is on the map before the civs set up."""
    h = history(s)
    reorder(s, first_order(s, h))
    new_action(s)
    for neutral in h.neutral:
        s.neutrals[neutral.id] = Neutral(neutral.colour, neutral.letter, neutral.disks, neutral.disks)
        lay_stacks(s, neutral.id, neutral.stacks, neutral.strongholds)
    if not h.barbarians_last:
        lay_stacks(s, BARBARIANS, h.barbarians)
    give_handicap(s, h)
    s.active = 0
    return "history.deploy"


def give_handicap(s: State, h: Historical) -> None:
    """Set the NPCs' VP in each Victory Tally against one person with certain civs, unless the table has set more."""
    n = max((h.npc_vp.get(civ, 0) for civ in humans(s)), default=0) if is_solitaire(s) else 0
    if n > s.options.npc_bonus_vp:
        s.options.npc_bonus_vp = n
        tell(s, "history.handicap", n=n)


def first_order(s: State, h: Historical) -> list[str]:
    """Return the Turn Order as drawn, with the civs whose space is fixed in it."""
    fixed = {h.sides[civ].place: civ for civ in s.order if h.sides[civ].place}
    drawn = [civ for civ in s.order if civ not in fixed.values()]
    return [fixed.get(space) or drawn.pop(0) for space in range(1, len(s.order) + 1)]


def lay_stacks(s: State, faction: str, stacks: dict[str, int], cubes: tuple[str, ...] = ()) -> None:
    """Place disks where the scenario names them, ignoring limits, and Stronghold cubes."""
    placed = [a for a, n in stacks.items() for _ in range(place(s, faction, a, n, capped=False))]
    if placed:
        tell_placed(s, faction, placed)
    for area in cubes:
        place_cube(s, faction, area)


def setup_order(s: State, h: Historical) -> list[str]:
    """Return the order in which the civs set up: Turn Order, except those named first or last."""
    named = (*h.first_in_setup, *h.last_in_setup)
    return [*h.first_in_setup, *(civ for civ in s.order if civ not in named), *h.last_in_setup]


async def deploy(s: State) -> str:
    """Let one civ after another place its first disks."""
    h = history(s)
    civ = setup_order(s, h)[s.active]
    new_action(s)
    await lay_out(s, h, h.sides[civ])
    s.active += 1
    if s.active < len(s.order):
        return "history.deploy"
    s.active = 0
    if h.barbarians_last:
        new_action(s)
        lay_stacks(s, BARBARIANS, h.barbarians)
    return special(s).prepares or "history.deal"


async def lay_out(s: State, h: Historical, side: SideFacts) -> None:
    """Place the disks of one civ, its Strongholds, and its Gold if Gold is used."""
    lay_stacks(s, side.civ, side.stacks, side.strongholds)
    left = side.disks - sum(side.stacks.values())
    if left and (deploys := special(s).deploys):
        await deploys(s, side.civ, left)
    elif left:
        await initial_placement(s, side.civ, left, "setup.deploy", side.home_disks)
    if h.gold == "always" or (h.gold == "solo" and is_solitaire(s)):
        for area in side.gold:
            lay_gold(s, area, side.civ)


def is_solitaire(s: State) -> bool:
    """Return whether one person plays against NPCs."""
    return persons(s) == 1 and bool(npcs(s))


async def deal(s: State) -> str:
    """Deal Deities, then hands from a deck without Events and given cards; set the relations of NPCs."""
    h = history(s)
    s.available = [d for d in DEITIES if d != MONOTHEISM]
    if dealt := special(s).first_deities:
        await dealt(s)
    given = [n for side in h.side for n in side.cards]
    s.deck = [n for n in CARDS if n not in s.options.without_events and n not in given]
    s.removed = list(s.options.without_events)
    place_deities(s, h)
    draw_first_deities(s)
    deal_hands(s)
    for side in h.side:
        to_hand(s, side.civ, side.cards)
        s.civs[side.civ].safe = list(side.cards) if side.safe else []
    give_first_mina(s)
    start_all(s)
    take_stances(s, h)
    s.by_category = is_solitaire(s)
    return first_step(s)


def place_deities(s: State, h: Historical) -> None:
    """Place the Deities that the scenario gives: those named first, then random ones in Turn Order."""
    for civ in s.order:
        if h.sides[civ].deity == MONOTHEISM:
            s.deck.remove(MONOTHEISM_CARD)
        if h.sides[civ].deity not in {"", RANDOM}:
            set_deity(s, civ, h.sides[civ].deity)
            tell(s, "setup.deity", civ=text.civ(civ), deity=text.thing("deity", h.sides[civ].deity))
    for civ in s.order:
        if h.sides[civ].deity == RANDOM:
            draw_deity(s, civ)


HISTORY_STEPS: dict[str, Callable[[State], Flow[str | None]]] = {
    "history.order": draw_order,
    "history.civ": choose_civ,
    "history.board": lay_board,
    "history.deploy": deploy,
    "history.deal": deal,
}
