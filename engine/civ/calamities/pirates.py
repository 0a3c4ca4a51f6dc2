"""Piracy: coastal cities become Pirate cities (CIV §15, §16.3)."""

from __future__ import annotations

from engine.civ import verbs
from engine.civ.board import cities, tokens
from engine.civ.calamities.registry import Roles, calamity, figure, figures
from engine.civ.calamities.targets import name_others, name_some, named_by_choice
from engine.civ.catalog import AREAS, NEUTRAL
from engine.civ.state import State
from engine.civ.taxes import by_worth
from engine.civ.verbs import area, nation, tell
from engine.core.ask import some


@calamity("classic", "piracy")
async def piracy(s: State, roles: Roles) -> None:
    """Let the trader pick two coastal cities, and the victim one each of two others."""
    table = figures("classic", "piracy")
    await seize(s, roles.trader or roles.victim, roles.victim, table["primary"])
    for name in await name_some(roles.victim, targets(s, roles), table["others"]):
        await seize(s, roles.victim, name, 1)


@calamity("mega", "piracy")
async def mega_piracy(s: State, roles: Roles) -> None:
    """Let the beneficiary pick two coastal cities, more or fewer by cards, and the victim one of each other nation it
    names.

    Holders of Naval Warfare can't be named.
    """
    n = figure(s, "mega", "piracy", "primary", roles.victim)
    await seize(s, roles.trader or roles.victim, roles.victim, n)
    due = {name: figure(s, "mega", "piracy", "secondary", name, "secondary") for name in targets(s, roles)}
    raided = {name: min(most, due[name]) for name, most in targets(s, roles).items()}
    for name in await name_others(s, roles, "piracy", raided):
        await seize(s, roles.victim, name, due[name])


def targets(s: State, roles: Roles) -> dict[str, int]:
    """Return the other nations that can be raided, with the number of their coastal cities."""
    return {n: len(harbours(s, n)) for n in named_by_choice(s, roles, tradable=True)}


def harbours(s: State, name: str) -> list[str]:
    """Return the nation's coastal cities."""
    return [a for a in cities(s, name) if AREAS[a].coastal]


async def seize(s: State, chooser: str, victim: str, n: int) -> None:
    """Make that many coastal cities, or all, neutral; a token of Public Works there is destroyed."""
    there = set(harbours(s, victim))
    towns = [a for a in by_worth(s, victim) if a in there]
    n = min(n, len(towns))
    options = towns if chooser != victim else towns[::-1]
    for where in await some(chooser, "calamity.pirates", options, n, n, n=n, victim=nation(victim)):
        verbs.annex_city(s, where, NEUTRAL)
        verbs.take(s, victim, where, tokens(s, where, victim))
        tell(s, "calamity.seized", focus=[where], player=nation(victim), area=area(where))
