"""Who is on whose side in a game of teams, and what is forbidden against team-mates (Playbook, Team Play; PB:223-253).

A civ without a team has no team-mates, and nothing here affects it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.acme.state import Civ, State


def mates(s: State, civ: str) -> list[str]:
    """Return the other civs in play of its team, in Turn Order; empty for other Factions."""
    team = s.civs[civ].team if s.options.teams and civ in s.civs else ""
    return [other for other in s.order if team and other != civ and s.civs[other].team == team]


def are_mates(s: State, one: str, other: str) -> bool:
    """Return whether the two are different civs of one team."""
    if not s.options.teams or one == other or one not in s.civs or other not in s.civs:
        return False
    return bool(s.civs[one].team) and s.civs[one].team == s.civs[other].team


def without_mates(s: State, civ: str, factions: Iterable[str]) -> list[str]:
    """Return the Factions that aren't its team-mates, and so may be harmed alone (PB:236)."""
    return [f for f in factions if not are_mates(s, civ, f)]


def teams(s: State) -> dict[str, list[str]]:
    """Return each team with its civs in the order of the seats, whether they are still in play or not."""
    found: dict[str, list[str]] = {}
    for civ in s.slots:
        if s.civs[civ].team:
            found.setdefault(s.civs[civ].team, []).append(civ)
    return {team: found[team] for team in sorted(found)}


def room_beside_mates(s: State, civ: str, area: str, n: int) -> int:
    """Return how many of n disks the civ may place in the area because of its team-mates (PB:240-241).

    None in a team-mate's Home Area; beside a team-mate's disk none that makes the area Contested, so two Camps may
    share it. An area that is already Contested isn't restricted.
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
    """Return whether a card that costs the Factions this harms no team-mate more than a Faction outside the team.

    Barbarians count as outside; what it costs the civ itself counts for neither (PB:236-238).
    """
    own = mates(s, civ)
    worst = max((harm.get(mate, 0) for mate in own), default=0)
    return not worst or worst <= max((n for f, n in harm.items() if f != civ and f not in own), default=0)


def shown_to(c: Civ, mate: str) -> list[int]:
    """Return the cards of its hand that a civ shows to a team-mate, as far as it still holds them (PB:235)."""
    return [card for card in sorted(c.hand) if card in c.shows.get(mate, ())]
