"""Secondary victims, named by the primary one (CIV §14)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.civ.board import nations_in_play
from engine.civ.calamities.registry import Roles, figures
from engine.civ.catalog import NUMBERS, rank
from engine.civ.state import State
from engine.core.ask import some


def others(s: State, roles: Roles) -> list[str]:
    """Return the other living nations, furthest on the track first."""
    return sorted((n for n in nations_in_play(s) if n != roles.victim), key=lambda n: (-s.nations[n].space, rank(n)))


def named_by_choice(s: State, roles: Roles, *, tradable: bool) -> list[str]:
    """Return who may be named: not the trader of a tradable calamity; of another one only by option (CIV-RUL-027)."""
    spared = roles.trader if tradable or s.options.immunity_for_nontradable else ""
    return [n for n in others(s, roles) if n != spared]


def few(s: State) -> bool:
    """Return whether the table began with fewer than five (CIV-RUL-089)."""
    return s.seats < NUMBERS.few_players


async def name_others(s: State, roles: Roles, card: str, candidates: Mapping[str, int]) -> Sequence[str]:
    """Ask the victim to name as many as the mega calamity says of those who can lose something (CIV §16.2)."""
    n = 1 if few(s) else figures("mega", card)["others"]
    return await name_some(roles.victim, candidates, n)


async def name_some(victim: str, candidates: Mapping[str, int], n: int) -> Sequence[str]:
    """Ask the victim to name n of those who can lose something, or all."""
    able = [name for name, most in candidates.items() if most > 0]
    n = min(n, len(able))
    return await some(victim, "calamity.named", able, n, n, n=n)
