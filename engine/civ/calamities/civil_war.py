"""The Civil War of the classic deck: two factions, of which the victim keeps one (CIV §15.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.civ.board import has, land, most_in_stock, nations_in_play
from engine.civ.calamities.annexing import annex
from engine.civ.calamities.losses import Lost, Stake, pick, pick_dearest, stake, suffer, without
from engine.civ.calamities.registry import Roles, calamity, figures
from engine.civ.state import State
from engine.civ.together import together
from engine.civ.verbs import area, tell
from engine.core.ask import choose
from engine.core.message import Message, strung

FIRST, SECOND = "first", "second"


@calamity("classic", "civil_war")
async def civil_war(s: State, roles: Roles) -> None:
    """Split the victim: factions are picked, the Military takes its toll, the victim keeps one faction and the other
    changes hands.
    """
    if not roles.trader:
        return
    lots = stake(s, roles.victim)
    first = await faction(s, roles, lots)
    rest = without(lots, first)
    if not rest.points:
        tell(s, "calamity.united")
        return
    factions = {FIRST: without(lots, Lost(rest.cities, rest.tokens)), SECOND: rest}
    if has(s, roles.victim, "military"):
        factions = await decimate(s, roles, factions)
    sides = sorted(factions, key=lambda side: -factions[side].points)
    kept = await keep(roles.victim, sides, factions)
    lost = factions[SECOND if kept == FIRST else FIRST]
    await change_hands(s, roles, Lost(lost.cities, lost.tokens))


async def keep(victim: str, sides: Sequence[str], factions: Mapping[str, Stake]) -> str:
    """Ask which faction the victim keeps; the question names the points of both, and the units."""
    said: dict[str, Any] = {side: factions[side].points for side in sides}
    said |= {f"{side}_units": units_of(factions[side]) for side in sides}
    return await choose(victim, "war.keep", sides, **said)


def units_of(part: Stake) -> Message:
    """Return a text such as `city in Rome, Etruria 3`, as a fact."""
    named = [Message("option.stake.city", {"area": area(a)}) for a in part.cities]
    named += [Message("option.stake.tokens", {"area": area(a), "n": n}) for a, n in part.tokens.items() if n]
    return strung(named)


async def faction(s: State, roles: Roles, lots: Stake) -> Lost:
    """Ask for the first faction: the victim's points, then the beneficiary's; with Philosophy the beneficiary's
    alone.
    """
    table, victim = figures("classic", "civil_war"), roles.victim
    if has(s, victim, "philosophy"):
        return await pick_dearest(roles.trader, lots, table["philosophy"], "war.pick", victim)
    n = table["victim"] + sum(table[c] for c in ("music", "drama_and_poetry", "democracy") if has(s, victim, c))
    own = await pick(victim, lots, n, "war.faction")
    more = await pick_dearest(roles.trader, without(lots, own), table["beneficiary"], "war.pick", victim)
    both = {a: own.tokens.get(a, 0) + more.tokens.get(a, 0) for a in (*own.tokens, *more.tokens)}
    return Lost([*own.cities, *more.cities], both)


async def decimate(s: State, roles: Roles, factions: dict[str, Stake]) -> dict[str, Stake]:
    """Take five points of each faction, as far as possible from next to the other: victim and beneficiary pick
    at once.
    """
    n = figures("classic", "civil_war")["military"]
    sides = {roles.victim: (FIRST, SECOND), roles.trader: (SECOND, FIRST)}

    async def thin(trial: State, seat: str) -> Lost:
        own, other = sides[seat]
        return await ask_faction(trial, seat, factions[own], factions[other], n)

    lost = await together(s, "calamity.losses", sides, thin)
    for one in lost.values():
        suffer(s, roles.victim, one)
    return {side: without(factions[side], lost[seat]) for seat, (side, _) in sides.items()}


async def ask_faction(s: State, seat: str, own: Stake, other: Stake, n: int) -> Lost:
    """Ask what the seat picks of that faction, first in areas adjacent to the other's or shared with it."""
    meeting = {*other.tokens, *other.cities}
    meeting |= {near for a in meeting for near in land(s).by_land[a]}
    front = Stake(
        {a: k for a, k in own.tokens.items() if a in meeting}, [a for a in own.cities if a in meeting], own.city
    )
    if front.points >= n:
        return await pick(seat, front, n, "war.loss")
    first = Lost(front.cities, front.tokens)
    more = await pick(seat, without(own, first), n - front.points, "war.loss")
    return Lost([*first.cities, *more.cities], first.tokens | more.tokens)


async def change_hands(s: State, roles: Roles, part: Lost) -> None:
    """Let the beneficiary annex; if its pieces run out, the nation with the most stock continues, and the rest
    is lost.
    """
    heir, tried = roles.trader, {roles.victim}
    while heir and (part.cities or part.tokens):
        part = await annex(s, heir, roles.victim, part)
        tried.add(heir)
        heir = most_in_stock(s, [n for n in nations_in_play(s) if n not in tried])
    if part.cities or part.tokens:
        suffer(s, roles.victim, part)
