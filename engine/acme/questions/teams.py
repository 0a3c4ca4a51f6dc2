"""Who is on whose side in a game of teams, and what one may not do to a team-mate (Playbook, Team Play; PB:223-253).

A civ without a team is nobody's team-mate: nothing here then changes anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.acme.state import Civ, State


def mates(s: State, civ: str) -> list[str]:
    """The other civs in play of its team, in Turn Order; none for whoever is no civ."""
    team = s.civs[civ].team if s.options.teams and civ in s.civs else ""
    return [other for other in s.order if team and other != civ and s.civs[other].team == team]


def are_mates(s: State, one: str, other: str) -> bool:
    """Whether the two are different civs of one team."""
    if not s.options.teams or one == other or one not in s.civs or other not in s.civs:
        return False
    return bool(s.civs[one].team) and s.civs[one].team == s.civs[other].team


def without_mates(s: State, civ: str, factions: Iterable[str]) -> list[str]:
    """Those of the Factions that are not its team-mates: whom it may harm alone (PB:236)."""
    return [f for f in factions if not are_mates(s, civ, f)]


def teams(s: State) -> dict[str, list[str]]:
    """Each team with its civs in the order of the seats, whether they are still in play or not."""
    found: dict[str, list[str]] = {}
    for civ in s.slots:
        if s.civs[civ].team:
            found.setdefault(s.civs[civ].team, []).append(civ)
    return {team: found[team] for team in sorted(found)}


def room_beside_mates(s: State, civ: str, area: str, n: int) -> int:
    """How many of n disks the civ may place in the area for all its team-mates mind (PB:240-241).

    None in a team-mate's Home Area; beside a team-mate's disk none by which the area becomes Contested, so that two
    Camps may lie together. What is Contested already does not become so.
    """
    own = mates(s, civ)
    if any(s.civs[mate].home == area for mate in own):
        return 0
    here: Mapping[str, int] = s.disks.get(area, {})
    if not any(mate in here for mate in own) or (len(here) > 1 and max(here.values()) > 1):
        return n
    calm = all(there == 1 for f, there in here.items() if f != civ)
    return min(n, max(0, 1 - here.get(civ, 0))) if calm else 0


def is_fair(s: State, civ: str, harm: Mapping[str, int]) -> bool:
    """Whether a card of the civ that costs each Faction so much harms no team-mate more than it harms somebody else.

    Somebody else is any Faction outside the team, the Barbarians too; what it costs the civ itself counts for neither
    (PB:236-238).
    """
    own = mates(s, civ)
    worst = max((harm.get(mate, 0) for mate in own), default=0)
    return not worst or worst <= max((n for f, n in harm.items() if f != civ and f not in own), default=0)


def shown_to(c: Civ, mate: str) -> list[int]:
    """The cards of its hand that a civ shows to a team-mate, as far as it still holds them (PB:235)."""
    return [card for card in sorted(c.hand) if card in c.shows.get(mate, ())]
