"""Questions to the position. Nothing here changes it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.acme.catalog import AREAS, CIVS, RULES, land_neighbours, neighbours, playable, sea_neighbours
from engine.acme.definitions import BARBARIANS, Ability
from engine.acme.state import Civ, State

NOBODY: dict[str, int] = {}


def disks(s: State, faction: str, area: str) -> int:
    """How many disks the Faction has in the area."""
    return s.disks.get(area, NOBODY).get(faction, 0)


def factions(s: State, area: str) -> list[str]:
    """The Factions with disks in the area: civs in Turn Order, then the Barbarians (RUL-002)."""
    here = s.disks.get(area, NOBODY)
    return [f for f in (*s.order, BARBARIANS) if f in here] if here else []


def occupied(s: State, faction: str) -> list[str]:
    """The areas in which the Faction has a disk, by name (ACME §1)."""
    return sorted(a for a, here in s.disks.items() if faction in here)


def controls(s: State, faction: str, area: str) -> bool:
    """Whether the Faction is the only one in the area (ACME §1)."""
    here = s.disks.get(area)
    return here is not None and len(here) == 1 and faction in here


def controller(s: State, area: str) -> str | None:
    """The Faction that Controls the area, if any."""
    here = s.disks.get(area, NOBODY)
    return next(iter(here)) if len(here) == 1 else None


def controlled(s: State, faction: str) -> list[str]:
    """The areas the Faction Controls, by name."""
    return [a for a in occupied(s, faction) if len(s.disks[a]) == 1]


def is_contested(s: State, area: str) -> bool:
    """Two Factions or more, and one of them with two disks or more (ACME §1)."""
    here = s.disks.get(area, NOBODY)
    return len(here) > 1 and max(here.values()) > 1


def contested(s: State) -> list[str]:
    """The Contested areas in the order of Competitions, north-east to south-west (ACME §9.2, RUL-021)."""
    return sorted((a for a in s.disks if is_contested(s, a)), key=lambda a: AREAS[a].order)


def by_order(areas: Iterable[str]) -> list[str]:
    """The areas in the order of Competitions (RUL-008)."""
    return sorted(areas, key=lambda a: AREAS[a].order)


def is_city(s: State, faction: str, area: str) -> bool:
    """Three disks or more in Plains, Fertile or Mountain (ACME §1, RUL-004)."""
    return disks(s, faction, area) >= 3 and AREAS[area].holds_cities


def is_settlement(s: State, faction: str, area: str) -> bool:
    """Exactly two disks (ACME §1)."""
    return disks(s, faction, area) == 2


def is_camp(s: State, faction: str, area: str) -> bool:
    """Exactly one disk (ACME §1)."""
    return disks(s, faction, area) == 1


def cities(s: State, faction: str) -> list[str]:
    """The areas with a City of the Faction, by name."""
    return [a for a in occupied(s, faction) if is_city(s, faction, a)]


def on_map(s: State, faction: str) -> int:
    """All disks of the Faction on the map."""
    return sum(here.get(faction, 0) for here in s.disks.values())


def cap(area: str) -> int:
    """How many disks of one Faction may be placed in the area: 4 in Land, 2 in Desert and Sea (ACME §3.1)."""
    return AREAS[area].cap


def room(s: State, faction: str, area: str) -> int:
    """How many more disks of the Faction may be placed in the area (RUL-013)."""
    return max(0, cap(area) - disks(s, faction, area))


def with_room(s: State, faction: str, areas: Iterable[str]) -> list[str]:
    """Those of the areas that can take a disk of the Faction."""
    return [a for a in areas if room(s, faction, a) > 0]


def supply(s: State, faction: str) -> int:
    """Disks left to place: a civ's own Supply, or the black ones (ACME §2)."""
    return s.black if faction == BARBARIANS else s.civs[faction].supply


def vacant(s: State, area: str) -> bool:
    """No disk of any Faction (ACME §1)."""
    return area not in s.disks


def in_play(s: State) -> frozenset[str]:
    """The areas of the map in play (ACME §14)."""
    return playable(s.map)


def near(s: State, area: str) -> tuple[str, ...]:
    """The playable areas adjacent to the area."""
    return neighbours(s.map, area)


def land_near(s: State, area: str) -> tuple[str, ...]:
    """The playable Land areas adjacent to the area."""
    return land_neighbours(s.map, area)


def sea_near(s: State, area: str) -> tuple[str, ...]:
    """The playable Sea areas adjacent to the area."""
    return sea_neighbours(s.map, area)


def of_terrain(areas: Iterable[str], *terrains: str) -> list[str]:
    """Those of the areas with one of these terrains."""
    return [a for a in areas if AREAS[a].terrain in terrains]


def land(areas: Iterable[str]) -> list[str]:
    """The Land areas among them, Deserts and islands included (RUL-005)."""
    return [a for a in areas if AREAS[a].is_land]


def fertile_or_plain(areas: Iterable[str]) -> list[str]:
    """The Land areas among them that are no Desert."""
    return [a for a in areas if AREAS[a].is_land and not AREAS[a].is_desert]


def seas(areas: Iterable[str]) -> list[str]:
    """The Sea areas among them."""
    return [a for a in areas if AREAS[a].is_sea]


def others(s: State, civ: str) -> list[str]:
    """The other civs, in Turn Order beginning after this one (ACME §8.5); for an outsider from space 1."""
    if civ not in s.order:
        return list(s.order)
    i = s.order.index(civ)
    return [*s.order[i + 1 :], *s.order[:i]]


def opponents(s: State, civ: str, area: str) -> list[str]:
    """The other Factions in the area (RUL-003)."""
    return [f for f in factions(s, area) if f != civ]


def rival_civs(s: State, civ: str, area: str) -> list[str]:
    """The other civs in the area."""
    return [f for f in opponents(s, civ, area) if f != BARBARIANS]


def homes_in_play(s: State) -> dict[str, str]:
    """Home Area -> the active civ whose home it is."""
    return {c.home: name for name, c in s.civs.items() if c.home}


def is_home_of_another(s: State, civ: str, area: str) -> bool:
    """Whether the area is the Home Area of another active civ."""
    return any(c.home == area for name, c in s.civs.items() if name != civ)


def has_deity(c: Civ) -> bool:
    """Whether the civ owns a Deity whose block lies on its temple: Active, Dormant or silenced (ACME §12.1)."""
    return bool(c.deity) and not c.deity_lost and not c.deity_captured


def deity_state(s: State, civ: str) -> str | None:
    """active, dormant, silenced, lost, captured, or None without a Deity (ACME §12.1, RUL-178)."""
    c = s.civs[civ]
    if not c.deity:
        return None
    if c.deity_lost or c.deity_captured:
        return "lost" if c.deity_lost else "captured"
    if c.silenced_until >= s.turns:
        return "silenced"
    return "active" if disks(s, civ, c.home) else "dormant"


def is_active(s: State, civ: str, deity: str = "") -> bool:
    """Whether the civ has an Active Deity, or that very one (ACME §12.1, RUL-116)."""
    return deity_state(s, civ) == "active" and deity in {"", s.civs[civ].deity}


def has_power(s: State, civ: str, deity: str) -> bool:
    """Whether the civ may use the power of that Deity now: Active, and not blocked this turn (RUL-073)."""
    return is_active(s, civ, deity) and not s.civs[civ].blocked


def abilities(s: State, civ: str, kind: str) -> list[Ability]:
    """What the civ's Displays show of that kind in this Epoch (RUL-022, RUL-129)."""
    shown = (a for display in s.civs[civ].displays for a in CIVS[display].abilities)
    return [a for a in shown if a.kind == kind and a.works_in(s.epoch)]


def has_ability(s: State, civ: str, kind: str) -> bool:
    """Whether one of the civ's Displays shows an ability of that kind."""
    return bool(abilities(s, civ, kind))


def used(s: State, civ: str, power: str) -> int:
    """How often the civ has used a once-a-turn power this turn (RUL-016)."""
    return s.civs[civ].used.get(power, 0)


def holders_of(s: State, civ: str) -> Iterator[str]:
    """The civs that hold a captured Deity of this one."""
    return (name for name, c in s.civs.items() if civ in c.captured.values())


def meets(s: State, civ: str, *, sharing: bool = True) -> set[str]:
    """The other civs with a disk next to, or with `sharing` in, an area held by this one (ACME §6.3, RUL-036)."""
    met: set[str] = set()
    for area, here in s.disks.items():
        if civ in here:
            if sharing:
                met.update(here)
            for other in near(s, area):
                met.update(s.disks.get(other, NOBODY))
    return met - {civ, BARBARIANS}


def fewest_vp(s: State) -> str:
    """Who directs Barbarian events: fewest VP, then fewest Cities, then later in Turn Order (ACME §13.4, RUL-091)."""
    players: dict[str, list[str]] = {}
    for name in reversed(s.order):
        players.setdefault(s.civs[name].player or name, []).append(name)
    last = min(players.values(), key=lambda own: _standing(s, own))
    return min(last, key=lambda name: s.civs[name].vp)


def _standing(s: State, own: list[str]) -> list[int]:
    """What decides which player is last, summed over his civs; who comes later in Turn Order is looked at first."""
    vp = sum(s.civs[name].vp for name in own)
    return [vp, *(sum(len(cities(s, name)) for name in own) for tie in RULES.fewest_vp_tie if tie == "cities")]


def hand_limit(s: State, civ: str) -> int:
    """How many cards the civ may keep: 6, Mittani 7 (ACME §8.1, RUL-049)."""
    return RULES.hand_max + sum(a.numbers["cards"] for a in abilities(s, civ, "hand_limit"))


def is_last_epoch(s: State) -> bool:
    """Whether this Epoch is the last of the game (RUL-029)."""
    return s.epoch >= (s.options.epochs or 4)


def returning(s: State) -> list[int]:
    """The discards that would make the next deck: not those that may not come back in this phase (RUL-047)."""
    kept = {*s.resolved, *(s.fresh if s.phase == "card" else ())}
    return [card for card in s.discard if card not in kept]


def can_draw(s: State) -> bool:
    """Whether a card can be had at all (RUL-017)."""
    return bool(s.deck or returning(s))
