"""Forming teams: by choice, and by lot for those who haven't chosen (Playbook, Forming Teams; PB:229)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.acme.history.facts import HISTORICAL
from engine.acme.questions.teams import teams
from engine.acme.setup.options import COLOURS, TEAM_VICTORIES
from engine.acme.state import State
from engine.acme.verbs.basic import tell
from engine.core import chance, text
from engine.core.game import SeatPlan, SetupError
from engine.core.message import Message, list_of

MEMBERS, MOST = 2, len(COLOURS)


def check_teams(s: State, seats: Sequence[SeatPlan]) -> None:
    """Check the teams: equal sizes of two or more, one civ per player, an agreed way to win. Raises SetupError.

    Seats and agreements that may still change aren't checked.
    """
    n = s.options.teams
    named = [plan.team for plan in seats if plan.team]
    if not n:
        return
    if s.options.unknown_npcs:
        raise SetupError("teams", "acme.teams_known")
    if len(seats) % n or len(seats) < MEMBERS * n:
        raise SetupError("teams", "acme.team_sizes", teams=n, seats=team_sizes(n), n=len(seats))
    if strange := [team for team in named if team not in names(s)]:
        raise SetupError("teams", "acme.no_team", team=strange[0], known=names(s))
    if any(there > len(seats) // n for there in Counter(named).values()):
        raise SetupError("teams", "acme.unequal_teams", each=len(seats) // n)
    if any(plan.open for plan in seats):
        return
    players = [plan.player for plan in seats if plan.player]
    if len(set(players)) < len(players):
        raise SetupError("teams", "acme.one_civ_each")
    if s.options.team_victory not in TEAM_VICTORIES[1:]:
        raise SetupError("team_victory", "acme.team_victory")


def team_sizes(n: int) -> list[int]:
    """Return the possible numbers of seats for that many teams; empty without teams."""
    return [n * each for each in range(MEMBERS, MOST // n + 1)] if n else []


def team_names(n: int) -> list[str]:
    """Return the names of that many teams in seats and records."""
    return [str(team + 1) for team in range(n)]


def names(s: State) -> list[str]:
    """Return the teams of the game."""
    return team_names(s.options.teams)


def first_step(s: State, usual: str = "setup.order") -> str:
    """Return the step with which setting up begins; `usual`: without teams."""
    return "setup.teams" if s.options.teams else usual


async def form_teams(s: State) -> str:
    """Deal a team by lot to each civ without one, so that all are of one size (PB:229)."""
    each = len(s.slots) // s.options.teams
    formed = teams(s)
    lots = [team for team in names(s) for _ in range(each - len(formed.get(team, ())))]
    chance.shuffle(s, lots) if len(set(lots)) > 1 else None
    for civ in [civ for civ in s.slots if not s.civs[civ].team]:
        s.civs[civ].team = lots.pop()
    for team, own in teams(s).items():
        tell(s, "setup.team", team=Message(f"team.{team}"), civs=list_of([text.civ(civ) for civ in own]))
    return "history.order" if s.scenario in HISTORICAL else "setup.order"
