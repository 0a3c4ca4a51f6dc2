"""What a civ acquires: disks by terrain and Commerce, and from Displays, cubes and Deities (ACME §6.3, §16)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.acme.facts.catalog import AREAS, RULES
from engine.acme.facts.definitions import Ability
from engine.acme.questions.board import (
    abilities,
    cities,
    controlled_areas,
    controls,
    disks,
    is_city,
    meets,
    occupied_areas,
    of_terrain,
    seas,
)
from engine.acme.setup.handicaps import least_growth
from engine.acme.special import special
from engine.acme.state import State

BONUS_MINA = 1


def growth_disks(s: State, civ: str) -> int:
    """Return the disks that count toward the minimum: terrain, Commerce and Display (RUL-034)."""
    return sum(counted_sources(s, civ).values())


def counted_sources(s: State, civ: str) -> dict[str, int]:
    """Return the same by source."""
    held = occupied_areas(s, civ)
    settled = [a for a in held if s.disks[a][civ] == RULES.settlement_disks]
    shown = sum([_disks_of(s, civ, a) for a in abilities(s, civ, "growth_disks")])
    return {
        "plains": plains(settled),
        "fertile": fertile(s, civ, held, settled),
        "mountain": mountains(s, civ, settled),
        "sea": by_sea(s, civ, held),
        "commerce": commerce(s, civ),
        "display": shown,
    }


def sources(s: State, civ: str) -> dict[str, int]:
    """Return the sources of the next Acquisition's disks on the present board; `least` fills up to the minimum."""
    return filled_up(s, civ, counted_sources(s, civ))


def filled_up(s: State, civ: str, counted: Mapping[str, int]) -> dict[str, int]:
    """Return those sources with the minimum's and the scenario's share, without zeros."""
    each = dict(counted)
    each["least"] = max(0, least_growth(s, civ) - sum(each.values()))
    by_rule = sum(each.values())
    each["scenario"] = special(s).growth(s, civ, by_rule) - by_rule
    return {source: n for source, n in each.items() if n}


def plains(settled: list[str]) -> int:
    """Return 1 for each Plains Settlement, whoever else is there (RUL-035)."""
    return len(of_terrain(settled, "plains"))


def fertile(s: State, civ: str, held: list[str], settled: list[str]) -> int:
    """Return 1 for each Fertile area Controlled, and for each Settlement where others are too."""
    return len([a for a in of_terrain(held, "fertile") if a in settled or controls(s, civ, a)])


def mountains(s: State, civ: str, settled: list[str]) -> int:
    """Return 1 for every two Mountain Settlements; for Urartu 1 each (RUL-038)."""
    n = len(of_terrain(settled, "mountain"))
    special = abilities(s, civ, "mountain_growth")
    return n * special[0].numbers["disks"] if special else n // RULES.settlements_per_mountain_disk


def by_sea(s: State, civ: str, held: list[str]) -> int:
    """Return 1 for every two Seas occupied; the Cimmerians' own Seas give 1 each and are not halved (RUL-038)."""
    waters = seas(held)
    special = abilities(s, civ, "sea_growth")
    own = [a for a in waters if special and a in special[0].areas]
    each = special[0].numbers["disks"] if special else 0
    return len(own) * each + (len(waters) - len(own)) // RULES.seas_per_disk


def commerce(s: State, civ: str) -> int:
    """Return 1 if a disk is in or next to an area with another civ's disk; Tongue of the Land adds 1 (RUL-036)."""
    met = len(meets(s, civ, sharing=RULES.commerce_same_area_counts))
    if not met:
        return 0
    flat = RULES.commerce_disks if RULES.commerce_mode == "flat" else met
    return flat + sum(a.numbers["disks"] for a in abilities(s, civ, "commerce_disks") if met >= a.numbers["civs"])


def _disks_of(s: State, civ: str, ability: Ability) -> int:
    """Return the disks that a Display ability gives: so many for every `per` counted things, at most `most`."""
    n = COUNTED[ability.needs](s, civ, ability) // ability.numbers.get("per", 1) * ability.numbers["disks"]
    return min(n, ability.numbers.get("most", n))


def _controlled_terrain(s: State, civ: str, ability: Ability) -> int:
    return len(of_terrain(controlled_areas(s, civ), *ability.terrain))


def _city_alone_at_home(s: State, civ: str, ability: Ability) -> int:
    del ability
    home = s.civs[civ].home
    return int(is_city(s, civ, home) and controls(s, civ, home))


def _occupies_any(s: State, civ: str, ability: Ability) -> int:
    return int(any(disks(s, civ, a) for a in ability.areas))


def _cities(s: State, civ: str, ability: Ability) -> int:
    return len([a for a in cities(s, civ) if not ability.terrain or AREAS[a].terrain in ability.terrain])


def _controlled_camps(s: State, civ: str, ability: Ability) -> int:
    return sum(disks(s, civ, a) == 1 for a in of_terrain(controlled_areas(s, civ), *ability.terrain))


COUNTED: dict[str, Callable[[State, str, Ability], int]] = {
    "": _controlled_terrain,
    "controlled_city_in_home": _city_alone_at_home,
    "occupies_any": _occupies_any,
    "cities": _cities,
    "controlled_camps": _controlled_camps,
}


def growth_mina(s: State, civ: str) -> int:
    """Return the mina of the Display and of bonus cubes the civ Controls (RUL-037, RUL-130)."""
    shown = sum(a.numbers["mina"] for a in abilities(s, civ, "growth_mina") if _earns(s, civ, a))
    by_rule = shown + sum(BONUS_MINA for area in s.bonus.values() if controls(s, civ, area))
    return special(s).mina(s, civ, by_rule)


def _earns(s: State, civ: str, ability: Ability) -> bool:
    home = s.civs[civ].home
    if ability.needs == "city_in_home":
        return is_city(s, civ, home)
    if ability.needs == "city_in_any":
        return any(is_city(s, civ, a) for a in (*ability.areas, home))
    return ability.needs != "cities" or _cities(s, civ, ability) >= ability.numbers["cities"]
