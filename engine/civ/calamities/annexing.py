"""Units that change hands: Treachery, Tyranny, the Civil War of the mega deck (CIV §2.8, §16.3)."""

from __future__ import annotations

from engine.civ import verbs
from engine.civ.board import cities, cities_left, tokens
from engine.civ.calamities.losses import Lost, destroy, pick_dearest, reduce_some, stake, suffer, without
from engine.civ.calamities.registry import Roles, calamity, figure
from engine.civ.state import State
from engine.civ.support import cheapest
from engine.civ.taxes import by_worth
from engine.civ.verbs import nation, tell
from engine.core.ask import divide, some


async def annex(s: State, heir: str, victim: str, part: Lost) -> Lost:
    """Replace units of the victim by those of the heir, in the order it likes. Return what it has no pieces for.

    A token of Public Works beside an annexed city is destroyed (CIV-RUL-059).
    """
    k = min(len(part.cities), cities_left(s, heir))
    taken = await some(heir, "annex.cities", cheapest(s, part.cities)[::-1], k, k, n=k, victim=nation(victim))
    for where in taken:
        verbs.annex_city(s, where, heir)
        verbs.take(s, victim, where, tokens(s, where, victim))
    crowd = {a: min(n, tokens(s, a, victim)) for a, n in part.tokens.items()}
    moved = await divide(heir, "annex.tokens", crowd, s.nations[heir].stock, victim=nation(victim))
    for where, n in moved.items():
        verbs.annex_tokens(s, where, victim, heir, n)
    said = {"player": nation(heir), "victim": nation(victim)}
    tell(s, "calamity.annexed", focus=[*taken, *moved], cities=len(taken), n=sum(moved.values()), **said)
    left = {a: n - moved.get(a, 0) for a, n in crowd.items()}
    return Lost([a for a in part.cities if a not in taken], {a: n for a, n in left.items() if n})


async def annex_or_destroy(s: State, roles: Roles, part: Lost) -> None:
    """Let the beneficiary annex; what it has no pieces for is destroyed (CIV-RUL-086)."""
    left = await annex(s, roles.trader, roles.victim, part)
    if left.cities or left.tokens:
        suffer(s, roles.victim, left)


@calamity("classic", "treachery")
async def treachery(s: State, roles: Roles) -> None:
    """Let the trader replace a city it picks, or eliminate it; untraded, the victim reduces one."""
    await betray(s, roles, 1)


@calamity("mega", "treachery")
async def mega_treachery(s: State, roles: Roles) -> None:
    """Let the beneficiary annex a city, two of a holder of Diplomacy."""
    await betray(s, roles, figure(s, "mega", "treachery", "cities", roles.victim))


async def betray(s: State, roles: Roles, n: int) -> None:
    """Give that many cities to the trader, of its choice; without a trader reduce them (CIV-RUL-076)."""
    if not roles.trader:
        await reduce_some(s, roles.victim, n)
        return
    own = by_worth(s, roles.victim)
    n = min(n, len(own))
    picked = await some(roles.trader, "annex.betrayed", own, n, n, n=n, victim=nation(roles.victim))
    for where in picked[: cities_left(s, roles.trader)]:
        verbs.annex_city(s, where, roles.trader)
        verbs.take(s, roles.victim, where, tokens(s, where, roles.victim))
        said = {"player": nation(roles.trader), "victim": nation(roles.victim)}
        tell(s, "calamity.betrayed", focus=[where], area=verbs.area(where), **said)
    for where in [a for a in picked if a in cities(s, roles.victim)]:
        destroy(s, where)
        tell(s, "calamity.destroyed", focus=[where], player=nation(roles.victim), area=verbs.area(where))


@calamity("mega", "tyranny")
async def tyranny(s: State, roles: Roles) -> None:
    """Let the beneficiary annex fifteen points of its choice; nothing happens without one."""
    n = figure(s, "mega", "tyranny", "points", roles.victim)
    if roles.trader and n:
        part = await pick_dearest(roles.trader, stake(s, roles.victim), n, "mega.pick", roles.victim)
        await annex_or_destroy(s, roles, part)


@calamity("mega", "civil_war")
async def mega_civil_war(s: State, roles: Roles) -> None:
    """Let the victim pick what it keeps and the beneficiary annex the rest; nothing happens without one."""
    if not roles.trader:
        return
    lots = stake(s, roles.victim)
    kept = await pick_dearest(roles.victim, lots, figure(s, "mega", "civil_war", "kept", roles.victim), "mega.keep")
    rest = without(lots, kept)
    if rest.points:
        await annex_or_destroy(s, roles, Lost(rest.cities, rest.tokens))
