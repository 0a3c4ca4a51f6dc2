"""Who plays which civs, and a player's VP; a player may have several civs (Playbook, Multiple Civilizations)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from engine.acme.questions.teams import teams
from engine.acme.special import special
from engine.acme.state import State


def players(s: State) -> list[list[str]]:
    """Return the civs of each player in Turn Order; a civ without a player's name is on its own."""
    found: dict[tuple[str, str], list[str]] = {}
    for civ in s.order:
        name = s.civs[civ].player
        found.setdefault((name, "" if name else civ), []).append(civ)
    return list(found.values())


def sides(s: State) -> list[list[str]]:
    """Return who wins together, in Turn Order: the civs of a player, or of an empire or team, whoever plays them."""
    if s.options.teams:
        return [own for team in teams(s).values() if (own := [civ for civ in s.order if civ in team])]
    found: dict[tuple[str, str, str], list[str]] = {}
    for civ in s.order:
        empire, player = special(s).empire(s, civ), s.civs[civ].player
        found.setdefault((empire, "" if empire else player, "" if empire or player else civ), []).append(civ)
    return list(found.values())


def fallen_of(s: State, team: Sequence[str]) -> list[str]:
    """Return the civs of the same empire or team that are out of the game; their VP still count for it."""
    if s.options.teams:
        return [civ for civ in s.civs if civ not in s.order and s.civs[civ].team == s.civs[team[0]].team]
    empire = special(s).empire(s, team[0])
    return [civ for civ in s.civs if empire and civ not in s.order and special(s).empire(s, civ) == empire]


def players_by_seat(s: State) -> dict[str, str]:
    """Return every seat's player, empty for an NPC; a person without a name is on its own."""
    return {name: "" if c.npc else c.player or name for name, c in s.civs.items()}


def persons(s: State) -> int:
    """Return how many persons play."""
    return len(set(players_by_seat(s).values()) - {""})


def team_of(s: State, civ: str) -> list[str]:
    """Return all civs of the player who has this one."""
    return next((team for team in players(s) if civ in team), [civ])


def is_single(s: State, civ: str) -> bool:
    """Return whether in One vs. Two the civ is the only one of its player."""
    return s.options.one_vs_two and len(team_of(s, civ)) == 1


def is_double(s: State, civ: str) -> bool:
    """Return whether in One vs. Two the civ is one of two of its player."""
    return s.options.one_vs_two and len(team_of(s, civ)) > 1


def current_vp(s: State, team: Sequence[str]) -> Fraction:
    """Return the VP of a player with these civs: their sum, in One vs. Two that of two civs divided, and never
    rounded.
    """
    divided = s.options.one_vs_two and len(team) > 1
    return Fraction(sum(s.civs[civ].vp for civ in team), s.options.divisor if divided else 1)


def spelled_vp(vp: Fraction) -> str:
    """Return VP with two decimals at most: `6`, `5.5`, `4.33`."""
    return f"{float(vp):.2f}".rstrip("0").rstrip(".")
