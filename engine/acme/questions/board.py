"""Questions to the position. Nothing here changes it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import filterfalse

from engine.acme.facts.catalog import AREAS, CIVS, RULES, land_neighbours, neighbours, playable, sea_neighbours
from engine.acme.facts.definitions import BARBARIANS, Ability
from engine.acme.questions.players import current_vp, is_double, is_single, players
from engine.acme.questions.teams import room_beside_mates
from engine.acme.special import special
from engine.acme.state import Civ, State

NOBODY: dict[str, int] = {}
CAPS = {area.id: area.cap for area in AREAS.values()}
TERRAIN = {area.id: area.terrain for area in AREAS.values()}
ORDER = {area.id: area.order for area in AREAS.values()}
CITY_SITES = frozenset(area.id for area in AREAS.values() if area.holds_cities)
SEA = frozenset(area.id for area in AREAS.values() if area.is_sea)


def disks(s: State, faction: str, area: str) -> int:
    """Return how many disks the Faction has in the area."""
    return s.disks.get(area, NOBODY).get(faction, 0)


def factions(s: State, area: str) -> list[str]:
    """Return the Factions with disks in the area: civs in Turn Order, others, then the Barbarians (RUL-002)."""
    here = s.disks.get(area, NOBODY)
    if len(here) < 2:
        return list(here)
    found = [f for f in (*s.order, BARBARIANS) if f in here]
    return found if len(found) == len(here) else [*(f for f in s.order if f in here), *_besides(s, here)]


def _besides(s: State, here: Mapping[str, int]) -> list[str]:
    """Return the Factions there without a place in Turn Order: civs, neutral ones, the Barbarians."""
    return sorted((f for f in here if f not in s.order), key=lambda f: (f == BARBARIANS, f not in s.civs, f))


def everybody(s: State) -> list[str]:
    """Return all Factions in the order in which losses are borne: civs in Turn Order, others, neutral ones,
    Barbarians.
    """
    return [*s.order, *leaderless(s), BARBARIANS]


def leaderless(s: State) -> list[str]:
    """Return Factions that nobody plays: civs out of the game, whose disks may remain, and neutral ones."""
    return [*(civ for civ in s.civs if civ not in s.order), *s.neutrals]


def side_of(s: State, faction: str) -> str:
    """Return the civ with which a neutral Faction fights as one, else the Faction itself."""
    return special(s).friends.get(faction, faction)


def are_friends(s: State, one: str, other: str) -> bool:
    """Return whether the two fight as one, or are one."""
    friends = special(s).friends
    return one == other or (bool(friends) and friends.get(one, one) == friends.get(other, other))


def members(s: State, faction: str, area: str) -> list[str]:
    """Return the Factions of its stack in the area, in the order in which they lose disks."""
    if not special(s).friends:
        return [faction] if disks(s, faction, area) else []
    return [f for f in factions(s, area) if are_friends(s, f, faction)]


def head_of(s: State, faction: str, area: str) -> str:
    """Return the Faction that represents its stack in the area, and loses disks before its friends."""
    return next(iter(members(s, faction, area)), faction)


def stacks(s: State, area: str) -> Mapping[str, int]:
    """Return the stacks in the area with their disks, by the Faction that represents each."""
    here = s.disks.get(area, NOBODY)
    if len(here) < 2:
        return here
    if not special(s).friends:
        return {f: here[f] for f in factions(s, area)}
    heads = dict.fromkeys(head_of(s, f, area) for f in factions(s, area))
    return {head: sum(here[f] for f in members(s, head, area)) for head in heads}


def heaps(s: State, area: str) -> Mapping[str, int]:
    """Return the same stacks unordered, for questions that only count them."""
    here: Mapping[str, int] = s.disks.get(area, NOBODY)
    return stacks(s, area) if len(here) > 1 and special(s).friends else here


def occupied_areas(s: State, faction: str) -> list[str]:
    """Return the areas in which the Faction has a disk, by name (ACME §1)."""
    return list(s.holdings.of(faction))


def controls(s: State, faction: str, area: str) -> bool:
    """Return whether the Faction is the only one in the area (ACME §1)."""
    here = s.disks.get(area)
    return here is not None and len(here) == 1 and faction in here


def controller(s: State, area: str) -> str | None:
    """Return the Faction that Controls the area, if any."""
    here = s.disks.get(area, NOBODY)
    return next(iter(here)) if len(here) == 1 else None


def controlled_areas(s: State, faction: str) -> list[str]:
    """Return the areas the Faction Controls, by name."""
    shared = s.holdings.shared
    return [a for a in s.holdings.of(faction) if a not in shared]


def is_contested(s: State, area: str) -> bool:
    """Return whether two or more Factions are there, one of them with two or more disks (ACME §1); friends count as
    one.
    """
    if len(s.disks.get(area, NOBODY)) < 2:
        return False
    here = heaps(s, area)
    return len(here) > 1 and max(here.values()) > 1


def contested_areas(s: State) -> list[str]:
    """Return the Contested areas in the order of Competitions, north-east to south-west (ACME §9.2, RUL-021)."""
    return list(s.holdings.contested(lambda shared: by_order([a for a in shared if is_contested(s, a)])))


def by_order(areas: Iterable[str]) -> list[str]:
    """Return the areas in the order of Competitions (RUL-008)."""
    return sorted(areas, key=ORDER.__getitem__)


def is_city(s: State, faction: str, area: str) -> bool:
    """Return whether a stack is a City: three disks or more in Plains, Fertile or Mountain (ACME §1, RUL-004)."""
    return area in CITY_SITES and disks(s, faction, area) >= 3


def is_settlement(s: State, faction: str, area: str) -> bool:
    """Return whether a stack is a Settlement: exactly two disks (ACME §1)."""
    return disks(s, faction, area) == 2


def is_camp(s: State, faction: str, area: str) -> bool:
    """Return whether a stack is a Camp: exactly one disk (ACME §1)."""
    return disks(s, faction, area) == 1


def cities(s: State, faction: str) -> list[str]:
    """Return the areas with a City of the Faction, by name."""
    lying = s.disks
    return [a for a in s.holdings.of(faction) if lying[a][faction] >= 3 and a in CITY_SITES]


def on_map(s: State, faction: str) -> int:
    """Return all disks of the Faction on the map."""
    lying = s.disks
    return sum([lying[area][faction] for area in s.holdings.of(faction)])


def with_cities(s: State) -> list[str]:
    """Return the areas in which any Faction has a City."""
    return [a for a, here in s.disks.items() if a in CITY_SITES and max(here.values()) >= 3]


def cap(area: str) -> int:
    """Return how many disks of one Faction may be placed in the area: 4 in Land, 2 in Desert and Sea (ACME §3.1)."""
    return CAPS[area]


def room(s: State, faction: str, area: str) -> int:
    """Return how many more disks of the Faction may be placed in the area (RUL-013).

    Fewer if a scenario says so, and where its team-mates are (PB:240-241).
    """
    n = max(0, CAPS[area] - s.disks.get(area, NOBODY).get(faction, 0))
    limit = special(s).room
    if n and s.options.teams:
        n = room_beside_mates(s, faction, area, n)
    return n if limit is None or not n else limit(s, faction, area, n)


def walls_of(s: State, area: str) -> Mapping[str, int]:
    """Return the white disks that the scenario gives to Factions in a Competition for the area."""
    walls = special(s).walls
    return walls(s, area) if walls else NOBODY


def with_room(s: State, faction: str, areas: Iterable[str]) -> list[str]:
    """Return the areas that can take a disk of the Faction."""
    full = {a for a in s.holdings.of(faction) if s.disks[a][faction] >= CAPS[a]}
    open_to_it = list(filterfalse(full.__contains__, areas))
    plain = special(s).room is None and not s.options.teams
    return open_to_it if plain else [a for a in open_to_it if room(s, faction, a) > 0]


def supply(s: State, faction: str) -> int:
    """Return the disks left to place: a Faction's own Supply, or the black ones (ACME §2)."""
    if faction == BARBARIANS:
        return s.black
    return s.civs[faction].supply if faction in s.civs else s.neutrals[faction].supply


def vacant(s: State, area: str) -> bool:
    """Return whether no Faction has a disk there (ACME §1)."""
    return area not in s.disks


def in_play(s: State) -> frozenset[str]:
    """Return the areas of the map in play (ACME §14)."""
    return playable(s.map)


def near(s: State, area: str) -> tuple[str, ...]:
    """Return the playable areas adjacent to the area."""
    return neighbours(s.map, area)


def reach_of(s: State, civ: str) -> set[str]:
    """Return the areas it occupies, and those next to them."""
    held = s.holdings.of(civ)
    return set(held).union(*[near(s, a) for a in held])


def land_near(s: State, area: str) -> tuple[str, ...]:
    """Return the playable Land areas adjacent to the area."""
    return land_neighbours(s.map, area)


def sea_near(s: State, area: str) -> tuple[str, ...]:
    """Return the playable Sea areas adjacent to the area."""
    return sea_neighbours(s.map, area)


def of_terrain(areas: Iterable[str], *terrains: str) -> list[str]:
    """Return the areas with one of these terrains."""
    return [a for a in areas if TERRAIN[a] in terrains]


def land(areas: Iterable[str]) -> list[str]:
    """Return the Land areas among them, Deserts and islands included (RUL-005)."""
    return [a for a in areas if a not in SEA]


def fertile_or_plain(areas: Iterable[str]) -> list[str]:
    """Return the Land areas that aren't Desert."""
    return [a for a in areas if AREAS[a].is_land and not AREAS[a].is_desert]


def seas(areas: Iterable[str]) -> list[str]:
    """Return the Sea areas among them."""
    return [a for a in areas if a in SEA]


def others(s: State, civ: str) -> list[str]:
    """Return the other civs, in Turn Order beginning after this one (ACME §8.5); for an outsider from space 1."""
    if civ not in s.order:
        return list(s.order)
    i = s.order.index(civ)
    return [*s.order[i + 1 :], *s.order[:i]]


def opponents(s: State, civ: str, area: str) -> list[str]:
    """Return the other Factions in the area that do not fight on its side (RUL-003)."""
    return [f for f in factions(s, area) if not are_friends(s, f, civ)]


def rival_civs(s: State, civ: str, area: str) -> list[str]:
    """Return the other civs in the area."""
    return [f for f in opponents(s, civ, area) if f in s.order]


def homes_in_play(s: State) -> dict[str, str]:
    """Return the active civ whose home it is, for each Home Area."""
    return {c.home: name for name, c in s.civs.items() if c.home}


def is_home_of_another(s: State, civ: str, area: str) -> bool:
    """Return whether the area is the Home Area of another active civ."""
    return area in [c.home for name, c in s.civs.items() if name != civ]


def has_deity(c: Civ) -> bool:
    """Return whether the civ owns a Deity whose block is on its temple: Active, Dormant or silenced (ACME §12.1)."""
    return bool(c.deity) and not (c.deity_lost or c.deity_captured or c.deity_away)


def temple_of(c: Civ) -> str:
    """Return the area of the civ's temple: its Home Area, unless a scenario has placed the block elsewhere."""
    return c.temple or c.home


def deity_state(s: State, civ: str) -> str | None:
    """active, dormant, silenced, lost, captured, away, or None without a Deity (ACME §12.1, RUL-178)."""
    c = s.civs[civ]
    if not c.deity:
        return None
    if not has_deity(c):
        return "lost" if c.deity_lost else "captured" if c.deity_captured else "away"
    if c.silenced_until >= s.turns:
        return "silenced"
    return "active" if disks(s, civ, temple_of(c)) and not c.exiled else "dormant"


def is_active(s: State, civ: str, deity: str = "") -> bool:
    """Return whether the civ has an Active Deity, or that very one (ACME §12.1, RUL-116)."""
    return deity in {"", s.civs[civ].deity} and deity_state(s, civ) == "active"


def has_power(s: State, civ: str, deity: str) -> bool:
    """Return whether the civ may use the power of that Deity now: Active, and not blocked this turn (RUL-073)."""
    return is_active(s, civ, deity) and not s.civs[civ].blocked


def abilities(s: State, civ: str, kind: str) -> tuple[Ability, ...]:
    """Return the abilities of that kind on the civ's Displays in this Epoch; none in exile (RUL-022, RUL-129)."""
    c = s.civs[civ]
    return () if c.exiled else _shown(tuple(c.displays), kind, s.epoch)


@cache
def _shown(displays: tuple[str, ...], kind: str, epoch: int) -> tuple[Ability, ...]:
    """The abilities of that kind on these Displays in an Epoch."""
    return tuple([a for display in displays for a in CIVS[display].abilities if a.kind == kind and a.works_in(epoch)])


def has_ability(s: State, civ: str, kind: str) -> bool:
    """Return whether one of the civ's Displays shows an ability of that kind."""
    return bool(abilities(s, civ, kind))


def used(s: State, civ: str, power: str) -> int:
    """Return how often the civ has used a once-a-turn power this turn (RUL-016)."""
    return s.civs[civ].used.get(power, 0)


def holders_of(s: State, civ: str) -> Iterator[str]:
    """Return the civs that hold a captured Deity of this one."""
    return (name for name, c in s.civs.items() if civ in c.captured.values())


def meets(s: State, civ: str, *, sharing: bool = True) -> set[str]:
    """Return the other civs with a disk next to, or with `sharing` in, an area held by this one (ACME §6.3,
    RUL-036).
    """
    held = s.holdings.of(civ)
    there = set(held if sharing else ()).union(*[near(s, area) for area in held])
    return {other for other in s.order if other != civ and not there.isdisjoint(s.holdings.of(other))}


def fewest_vp(s: State) -> str:
    """Return who directs Barbarian events: fewest VP, then fewest Cities, then later in Turn Order (ACME §13.4,
    RUL-091).
    """
    by_last_civ = sorted(players(s), key=lambda own: -s.order.index(own[-1]))
    last = min(by_last_civ, key=lambda own: _standing(s, own))
    return min(reversed(last), key=lambda name: s.civs[name].vp)


def _standing(s: State, own: list[str]) -> list[Fraction | int]:
    """Return the sort key for the last player, summed over his civs; One vs. Two's single civ wins any tie."""
    towns = [sum(len(cities(s, name)) for name in own) for tie in RULES.fewest_vp_tie if tie == "cities"]
    return [current_vp(s, own), not is_single(s, own[0]), *towns]


def loose(s: State, civ: str) -> list[int]:
    """Return the cards of the hand that can be discarded or taken: not those that a scenario keeps in it for good."""
    c = s.civs[civ]
    return [n for n in c.hand if n not in c.safe] if special(s).keeps_safe else list(c.hand)


def hand_limit(s: State, civ: str) -> int:
    """Return how many cards the civ may keep: 6, Mittani 7; less for two civs in One vs. Two (ACME §8.1, RUL-049)."""
    most = RULES.two_hand_max if is_double(s, civ) else RULES.hand_max
    return most + sum(a.numbers["cards"] for a in abilities(s, civ, "hand_limit"))


def limited_card_count(s: State, civ: str) -> int:
    """Return how many cards the civ holds that count against its limit."""
    beside = special(s).uncounted(s, civ)
    return sum(card not in beside for card in s.civs[civ].hand)


def is_last_epoch(s: State) -> bool:
    """Return whether this Epoch is the last of the game (RUL-029)."""
    return s.epoch >= (s.options.epochs or 4)


def next_deck(s: State) -> list[int]:
    """Return the discards that would make the next deck: not those that may not come back in this phase (RUL-047)."""
    kept = {*s.resolved, *(s.fresh if s.phase == "card" else ())}
    return [card for card in s.discard if card not in kept]


def can_draw(s: State) -> bool:
    """Return whether any card can be drawn (RUL-017)."""
    return bool(s.deck or next_deck(s))
