"""Setting up a game: seats, civilizations, first disks, first hands (ACME §4, RUL-022 to RUL-027)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.acme.culture.lordship import start_all
from engine.acme.effects.plans import tell_placed
from engine.acme.facts.catalog import AREAS, CARDS, CIVS, DEITIES, RULES, homes
from engine.acme.npc.relations import humans, npcs, rename
from engine.acme.questions.board import disks, is_home_of_another, near, occupied_areas, room, vacant
from engine.acme.setup.handicaps import first_cards, give_first_mina, start_disks
from engine.acme.setup.one_vs_two import choose_turn, choosers
from engine.acme.setup.teams import form_teams
from engine.acme.special import special
from engine.acme.state import Civ, State
from engine.acme.verbs.basic import new_action, place, tell, to_box
from engine.acme.verbs.deity_verbs import MONOTHEISM, MONOTHEISM_CARD, set_deity
from engine.acme.verbs.sequence import first_step
from engine.core import chance, text
from engine.core.ask import Flow, choose
from engine.core.message import count_noun, list_of


async def draw_order(s: State) -> str:
    """Draw the first Turn Order (ACME §4.2)."""
    s.order = list(s.slots)
    chance.shuffle(s, s.order)
    s.active = 0
    return "setup.pick" if s.options.one_vs_two else "setup.civ"


async def choose_civ(s: State) -> str:
    """Let each seat choose its civilization and Home Area in Turn Order, before anyone deploys (ACME §4.2).

    Persons come first; NPCs draw from the rest (Playbook, Player and NPC Civilizations).
    """
    seat = [*special(s).choosers(s, choosers(s, humans(s))), *npcs(s)][s.active]
    if seat not in CIVS:
        civ = await choose_people(s, seat)
        take_civ(s, seat, civ)
        seat = civ
    if not s.civs[seat].home:
        s.civs[seat].home = await choose_home(s, seat, "setup.home")
    tell(s, "setup.civ", civ=text.civ(seat), area=text.area(s.civs[seat].home), focus=(s.civs[seat].home,))
    s.active += 1
    if s.active < len(s.order):
        return "setup.civ"
    s.active = 0
    give_letters(s)
    return "setup.deploy"


async def choose_people(s: State, seat: str) -> str:
    """Return the civilization of the seat; an NPC's is drawn at random, from those not set aside if possible."""
    free = special(s).civs(s, seat, free_civs(s))
    if s.civs[seat].npc and s.civs[seat].by == "npc":
        wanted = [civ for civ in free if civ not in s.options.without_civs]
        return chance.pick(s, wanted or free)
    return await choose(seat, "setup.civ", free, about=(str(s.order.index(seat) + 1),))


def free_civs(s: State) -> list[str]:
    """Return the civilizations that nobody plays and that have a free Home Area on this map, by name."""
    return [c for c in sorted(CIVS) if c not in s.civs and free_homes(s, c)]


def free_homes(s: State, civ: str) -> list[str]:
    """Return the civ's Home Areas in this Epoch on this map that are not another's (ACME §10.4, RUL-022)."""
    return [h for h in homes(civ, s.map, s.epoch) if not is_home_of_another(s, civ, h)]


async def choose_home(s: State, civ: str, key: str) -> str:
    """Choose the Home Area; an NPC's is drawn at random if its Display leaves a choice (RUL-025)."""
    offered = free_homes(s, civ)
    c = s.civs[civ]
    if c.by == "npc" and not c.strong and len(offered) > 1:
        return chance.pick(s, offered)
    return await choose(civ, key, offered, civ=text.civ(civ))


def take_civ(s: State, seat: str, civ: str) -> None:
    """Make the seat that civ, in the same place everywhere."""
    s.civs[seat].displays = [civ]
    s.slots = [civ if slot == seat else slot for slot in s.slots]
    s.order = [civ if slot == seat else slot for slot in s.order]
    s.civs = {civ if name == seat else name: c for name, c in s.civs.items()}
    s.gold = {area: civ if owner == seat else owner for area, owner in s.gold.items()}
    rename(s, seat, civ)


def give_letters(s: State) -> None:
    """Give each civilization a letter that is unique in the game, preferably the first of its name in the scenario."""
    taken: dict[str, str] = {name: c.letter for name, c in s.civs.items() if c.letter}
    for name in sorted(s.civs):
        if name not in taken:
            spare = s.civs[name].name[:1].upper() + CIVS[name].letters + name.upper() + "XZQW"
            taken[name] = next(letter for letter in spare if letter.isalpha() and letter not in taken.values())
            s.civs[name].letter = taken[name]


async def deploy_first(s: State) -> str:
    """Let each civ place its first disks in Turn Order (ACME §4.3)."""
    civ = s.order[s.active]
    new_action(s)
    await initial_placement(s, civ, start_disks(s, civ), "setup.deploy")
    s.active += 1
    return "setup.deploy" if s.active < len(s.order) else "setup.deal"


async def initial_placement(s: State, civ: str, n: int, key: str, at_home: int = RULES.setup_home_disks) -> None:
    """Place Home 2; neighbours 2 and 1; then outwards; then once more in occupied areas; the rest to the Growth Box
    (RUL-023).
    """
    home = s.civs[civ].home
    placed = _place_each(s, civ, {home: min(n, at_home)})
    around = {a: first_disks(a) for a in near(s, home) if may_set_up(s, civ, a)}
    fields = {a: each for a, each in around.items() if is_field(a)}
    placed += await place_ring(s, civ, fields, n - len(placed), key)
    rest = {a: each for a, each in around.items() if a not in fields}
    placed += await place_ring(s, civ, rest, n - len(placed), key)
    placed += await _spread(s, civ, n - len(placed), key)
    placed += await _top_up(s, civ, n - len(placed), key)
    tell_placed(s, civ, placed)
    left = to_box(s, civ, n - len(placed))
    if left:
        tell(s, "setup.left", civ=text.civ(civ), n=count_noun(left, "disk"))


def may_set_up(s: State, civ: str, area: str) -> bool:
    """Return whether the civ may place there before the game: never in the Home Area of another active civ (ACME
    §4.3).
    """
    return not is_home_of_another(s, civ, area) and room(s, civ, area) > 0


def is_field(area: str) -> bool:
    """Return whether the area is Land and no Desert."""
    return AREAS[area].is_land and not AREAS[area].is_desert


def first_disks(area: str) -> int:
    """Return how many of the first disks go into a neighbour of the Home Area, or into an empty area beyond."""
    if is_field(area):
        return RULES.setup_land_disks
    return RULES.setup_desert_disks if AREAS[area].is_desert else RULES.setup_sea_disks


def _place_each(s: State, civ: str, wanted: Mapping[str, int]) -> list[str]:
    return [a for a, each in wanted.items() for _ in range(place(s, civ, a, each))]


async def place_ring(s: State, civ: str, wanted: Mapping[str, int], left: int, key: str) -> list[str]:
    """Place that many disks in each area; if they run short the owner picks, disk by disk."""
    if sum(wanted.values()) <= left:
        return _place_each(s, civ, wanted)
    placed: list[str] = []
    while len(placed) < left and (
        free := [a for a, each in wanted.items() if placed.count(a) < each and room(s, civ, a)]
    ):
        placed += await place_one(s, civ, free, left - len(placed), key)
    return placed


async def place_one(s: State, civ: str, free: list[str], left: int, key: str) -> list[str]:
    """Place a disk in the one of these areas that its owner picks; return it."""
    area = await choose(civ, key, free, left=left)
    return [area] * place(s, civ, area)


async def _spread(s: State, civ: str, left: int, key: str) -> list[str]:
    """Ask for disks in vacant areas next to own disks: up to 2 in Land, 1 in Desert or Sea."""
    placed: list[str] = []
    while len(placed) < left and (free := _open_areas(s, civ, placed)):
        placed += await place_one(s, civ, free, left - len(placed), key)
    return placed


def _open_areas(s: State, civ: str, placed: list[str]) -> list[str]:
    """Return vacant areas in reach that are no foreign home, and those just entered with room for a second disk."""
    reach = {b for a in occupied_areas(s, civ) for b in near(s, a) if vacant(s, b) and may_set_up(s, civ, b)}
    return sorted(reach | {a for a in placed if placed.count(a) < first_disks(a) and room(s, civ, a)})


async def _top_up(s: State, civ: str, left: int, key: str) -> list[str]:
    """Only if nothing else is possible: 1 more in areas held, once each, never above 3 in Land, 2 elsewhere."""
    placed: list[str] = []
    held = occupied_areas(s, civ)
    while len(placed) < left:
        free = [a for a in held if a not in placed and disks(s, civ, a) < AREAS[a].rest_cap and room(s, civ, a)]
        if not free:
            break
        placed += await place_one(s, civ, free, left - len(placed), key)
    return placed


async def deal(s: State) -> str:
    """Deal Deities and first hands without Events, then shuffle the Events back (ACME §4.4, §4.5)."""
    s.available = [d for d in DEITIES if d != MONOTHEISM]
    s.deck = [n for n in CARDS if n not in s.options.without_events]
    s.removed = list(s.options.without_events)
    for civ in s.order:
        if any(a.kind == "start_deity" for a in CIVS[civ].abilities):
            s.deck.remove(MONOTHEISM_CARD)
            set_deity(s, civ, MONOTHEISM)
    draw_first_deities(s)
    deal_hands(s)
    give_first_mina(s)
    start_all(s)
    return first_step(s)


def draw_first_deities(s: State) -> None:
    """With the option, draw an Available Deity at random for every civ without one, in Turn Order (RUL-027)."""
    if not s.options.initial_deities:
        return
    for civ in s.order:
        if not s.civs[civ].deity and s.available and special(s).worships(s, civ):
            draw_deity(s, civ)


def draw_deity(s: State, civ: str) -> None:
    """Put a random Available Deity on the civ's temple."""
    deity = chance.pick(s, s.available)
    set_deity(s, civ, deity)
    tell(s, "setup.deity", civ=text.civ(civ), deity=text.thing("deity", deity))


def deal_hands(s: State) -> None:
    """Deal first cards to each civ from the deck without its Events; then shuffle the Events in (ACME §4.5)."""
    events = [n for n in s.deck if CARDS[n].is_event]
    s.deck = [n for n in s.deck if not CARDS[n].is_event]
    chance.shuffle(s, s.deck)
    for civ in s.order:
        hand = [s.deck.pop(0) for _ in range(first_cards(s, civ))]
        s.civs[civ].hand = hand
        tell(s, "draw.yours", to=civ, cards=list_of([text.card(n) for n in hand]))
    shuffle_events(s, events, special(s).events_among or len(s.deck))


def shuffle_events(s: State, events: list[int], n: int) -> None:
    """Shuffle the Events among the n top cards of the deck."""
    top, below = s.deck[:n] + events, s.deck[n:]
    chance.shuffle(s, top)
    s.deck = top + below


def new_seat(civ: str, home: str, by: str, player: str, colour: str, disks_each: int) -> Civ:
    """Return a seat before the game, with its Display if the civilization is already named."""
    shown = [civ] if civ else []
    return Civ(player=player, by=by, colour=colour, displays=shown, home=home, disks=disks_each, supply=disks_each)


SETUP_STEPS: dict[str, Callable[[State], Flow[str | None]]] = {
    "setup.teams": form_teams,
    "setup.order": draw_order,
    "setup.pick": choose_turn,
    "setup.civ": choose_civ,
    "setup.deploy": deploy_first,
    "setup.deal": deal,
}
