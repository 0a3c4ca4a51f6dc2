"""Iconoclasm and Heresy: cities of the victim and of others (CIV §15, §16.3, §16.4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.civ import verbs
from engine.civ.board import cities, city_count, has
from engine.civ.calamities.losses import reduce_all, share
from engine.civ.calamities.registry import Roles, calamity, figure, figures
from engine.civ.calamities.targets import name_others, named_by_choice
from engine.civ.catalog import CARDS
from engine.civ.state import State
from engine.civ.support import cheapest, reduce_city
from engine.civ.together import together
from engine.civ.verbs import nation, tell
from engine.core.ask import choose, some

PRICE = 2
NO, YES = "no", "yes"


@dataclass(slots=True)
class Answered:
    """Cards that Theocracy discards, or cities to be reduced."""

    cards: list[str] = field(default_factory=list)
    cities: list[str] = field(default_factory=list)


@calamity("classic", "iconoclasm_and_heresy")
async def iconoclasm(s: State, roles: Roles) -> None:
    """Reduce four cities, and two of others as the victim divides them: Philosophy at most one, Theology none."""
    table = figures("classic", "iconoclasm_and_heresy")
    able = named_by_choice(s, roles, tradable=True)
    caps = {n: min(city_count(s, n), bearable(s, n)) for n in able}
    due = {roles.victim: figure(s, "classic", "iconoclasm_and_heresy", "primary", roles.victim)}
    due |= await share(roles.victim, table["secondary"], caps)
    await reduce_all(s, due, lambda name: cities(s, name))


def bearable(s: State, name: str) -> int:
    """Return how many cities the nation may lose by another's heresy."""
    table = figures("classic", "iconoclasm_and_heresy")
    saved = [table[f"{card}_each"] for card in ("philosophy", "theology") if has(s, name, card)]
    return min([table["secondary"], *saved])


@calamity("mega", "iconoclasm_and_heresy")
async def mega_iconoclasm(s: State, roles: Roles) -> None:
    """Reduce four cities, and one each of two others; Theocracy may discard two money cards instead (CIV §16.4)."""
    card = "iconoclasm_and_heresy"
    able = named_by_choice(s, roles, tradable=True)
    named = await name_others(s, roles, card, {n: city_count(s, n) for n in able})
    due = {roles.victim: figure(s, "mega", card, "primary", roles.victim)}
    due |= {n: figure(s, "mega", card, "secondary", n, "secondary") for n in named}
    await answer(s, {n: count for n, count in due.items() if count and cities(s, n)})


async def answer(s: State, due: Mapping[str, int]) -> None:
    """Ask everyone at once what they lose, cards or cities, then carry it out."""

    async def own(trial: State, name: str) -> Answered:
        return await discard_or_lose(trial, name, due[name])

    for name, said in (await together(s, "calamity.losses", due, own)).items():
        if said.cards:
            tell(s, "calamity.theocracy", player=nation(name), cards=verbs.money(said.cards))
            verbs.spend(s, name, said.cards)
        for where in said.cities:
            reduce_city(s, name, where)


async def discard_or_lose(s: State, name: str, n: int) -> Answered:
    """Ask a holder of Theocracy with two money cards whether it hands them in; else which cities it loses."""
    hand = sorted(s.nations[name].hand, key=lambda card: (CARDS[card].value, card))
    options = [NO, YES] if has(s, name, "theocracy") and len(hand) >= PRICE else [NO]
    if await choose(name, "mega.escape", options, n=n, price=PRICE) == YES:
        return Answered(cards=await some(name, "mega.discard", hand, PRICE, PRICE, n=PRICE))
    towns = cheapest(s, cities(s, name))
    n = min(n, len(towns))
    return Answered(cities=await some(name, "calamity.cities", towns, n, n, n=n, victim=nation(name)))
