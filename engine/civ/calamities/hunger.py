"""Famine and Epidemic: points of the victim and of others (CIV §15, §15.1, §16.3)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from engine.civ import verbs
from engine.civ.board import has
from engine.civ.calamities.losses import Lost, Stake, lose, pick, pick_all, share, stake, suffer
from engine.civ.calamities.registry import Roles, apply_changes, calamity, figure, figures
from engine.civ.calamities.targets import name_others, named_by_choice
from engine.civ.catalog import CARDS, PILES
from engine.civ.state import State
from engine.civ.together import together
from engine.civ.verbs import nation, tell
from engine.core.ask import choose, some

WATER = "water"


@dataclass(slots=True)
class Starved:
    """The Water that a nation names, and what it loses all the same."""

    water: list[str] = field(default_factory=list)
    lost: Lost = field(default_factory=Lost)


@calamity("classic", "famine")
async def famine(s: State, roles: Roles) -> None:
    """Take ten points, and twenty of others, at most eight each; Water helps holders of Pottery (CIV-RUL-062)."""
    table = figures("classic", "famine")
    able = named_by_choice(s, roles, tradable=False)
    caps = {n: min(table["each"], stake(s, n).points) for n in able}
    due = {roles.victim: table["primary"], **await share(roles.victim, table["secondary"], caps)}

    async def own(trial: State, name: str) -> Starved:
        return await starve(trial, name, due[name])

    for name, starved in (await together(s, "calamity.losses", due, own)).items():
        if starved.water:
            verbs.lock(s, name, starved.water)
            tell(s, "calamity.water", player=nation(name), n=len(starved.water))
        suffer(s, name, starved.lost)


async def starve(s: State, name: str, n: int) -> Starved:
    """Ask which Water the nation names (silence: lowest values first), and what it loses beyond that."""
    saved = -figures("classic", "famine")["pottery"]
    own = [c for c in s.nations[name].hand if PILES[CARDS[c].pile - 1].id == WATER and c not in s.nations[name].locked]
    most = min(len(own), -(-n // saved)) if has(s, name, "pottery") else 0
    count = int(await choose(name, "famine.water", [str(k) for k in range(most, -1, -1)], n=n, saved=saved))
    by_value = sorted(own, key=lambda card: (CARDS[card].value, card))
    water = await some(name, "famine.cards", by_value, count, count, n=count)
    return Starved(water, await pick(name, stake(s, name), max(0, n - saved * count)))


@calamity("mega", "famine")
async def mega_famine(s: State, roles: Roles) -> None:
    """Take ten points, and five each of three others (CIV §16.3)."""
    await strike_others(s, roles, "famine", tradable=False)


@calamity("mega", "epidemic")
async def mega_epidemic(s: State, roles: Roles) -> None:
    """Take fifteen points, and ten each of two others, not of the beneficiary (CIV §16.3)."""
    await strike_others(s, roles, "epidemic", tradable=True)


async def strike_others(s: State, roles: Roles, card: str, *, tradable: bool) -> None:
    """Let the victim lose the primary figure, and everyone named the secondary one."""
    able = named_by_choice(s, roles, tradable=tradable)
    named = await name_others(s, roles, card, {n: stake(s, n).points for n in able})
    due = {roles.victim: figure(s, "mega", card, "primary", roles.victim)}
    due |= {n: figure(s, "mega", card, "secondary", n, "secondary") for n in named}
    await lose(s, {n: (stake(s, n), points) for n, points in due.items()})


@calamity("classic", "epidemic")
async def epidemic(s: State, roles: Roles) -> None:
    """Take sixteen points, and twenty-five of others, at most ten each; a token stays in each area (CIV §15.1)."""
    table = figures("classic", "epidemic")
    able = named_by_choice(s, roles, tradable=True)
    caps = {n: min(table["each"], epidemic_stake(s, n).points) for n in able}
    shares = await share(roles.victim, table["secondary"], caps)
    due = {roles.victim: figure(s, "classic", "epidemic", "primary", roles.victim)}
    due |= {n: apply_changes(s, "classic", "epidemic", points, n, "secondary") for n, points in shares.items()}
    for name, lost in (await pick_all(s, {n: (epidemic_stake(s, n), points) for n, points in due.items()})).items():
        fall_ill(s, name, lost)


def epidemic_stake(s: State, name: str) -> Stake:
    """Return what an Epidemic can take: all tokens of an area but one, and cities at four points."""
    lots = stake(s, name, city=figures("classic", "epidemic")["city"])
    return Stake({a: n - 1 for a, n in lots.tokens.items() if n > 1}, lots.cities, lots.city)


def fall_ill(s: State, name: str, lost: Lost) -> None:
    """Remove tokens; then replace each city by a token, if there is one in stock (CIV-RUL-030)."""
    for where, n in lost.tokens.items():
        verbs.take(s, name, where, n)
    left = 0
    for where in lost.cities:
        verbs.raze(s, where)
        left += verbs.put(s, name, where, 1)
    gone: dict[str, Any] = {"n": sum(lost.tokens.values()), "cities": len(lost.cities), "left": left}
    tell(s, "calamity.ill", focus=[*lost.cities, *lost.tokens], player=nation(name), **gone)
