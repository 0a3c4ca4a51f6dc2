"""Phase 6, second part: attacks on cities, loot and pillage (CIV §9.4-9.7)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.civ import verbs
from engine.civ.board import has, in_ast_order, land, tokens
from engine.civ.catalog import AREAS, CARDS, NEUTRAL, NUMBERS
from engine.civ.conflict import fight, goes_on, ships_in
from engine.civ.effects import attackers_needed, defenders_due
from engine.civ.state import State
from engine.civ.verbs import area, nation, tell
from engine.core import chance
from engine.core.ask import choose

AFTER = {"conflict.cities": "cities", "unrest.cities": "unrest.support"}


async def attack_cities(s: State) -> str:
    """Settle the next attack on a city: Pirate cities first, then by defenders in A.S.T. order (CIV §9.6)."""
    found = attacks(s)
    if not found:
        return verbs.go_on(s, AFTER[s.phase])
    verbs.new_action(s)
    areas = due(s, found)
    defender = s.cities[areas[0]]
    where = areas[0]
    if len(areas) > 1 and is_short(s, defender, found):
        where = await choose(defender, "conflict.order", areas, about=areas)
    await attack(s, where, found[where])
    return s.phase


def attacks(s: State) -> dict[str, str]:
    """Return areas whose city others' tokens have reached, with the owner of these."""
    return {a: one for a in land(s).areas if a in s.cities for one in s.tokens.get(a, ()) if one != s.cities[a]}


def due(s: State, found: dict[str, str]) -> list[str]:
    """Return the attacks to be settled next: on Pirate cities, then on the first defender (CIV-RUL-013)."""
    pirates = [a for a in found if s.cities[a] == NEUTRAL]
    if pirates:
        return pirates[:1]
    defenders = [n for n in in_ast_order(s) if n in {s.cities[a] for a in found}]
    return _before(s, found, [a for a in found if s.cities[a] == defenders[0]], {defenders[0]})


def _before(s: State, found: dict[str, str], areas: list[str], seen: set[str]) -> list[str]:
    """These attacks, or those that their defender, short of stock, makes itself: they go first (CIV-RUL-067)."""
    defender = s.cities[areas[0]]
    if not is_short(s, defender, found):
        return areas
    for other in in_ast_order(s):
        own = [a for a, attacker in found.items() if attacker == defender and s.cities[a] == other]
        if own and other not in seen:
            return _before(s, found, own, {*seen, other})
    return areas


def is_short(s: State, defender: str, found: dict[str, str]) -> bool:
    """Return whether the stock does not suffice for all cities of the defender that will be taken."""
    taken = [by for a, by in found.items() if s.cities[a] == defender and succeeds(s, a, by)]
    return s.nations[defender].stock < sum(defenders_due(s, by, defender) for by in taken)


def succeeds(s: State, where: str, attacker: str) -> bool:
    """Return whether so many tokens take the city there (CIV §9.4)."""
    return tokens(s, where, attacker) >= attackers_needed(s, attacker, s.cities[where])


async def attack(s: State, where: str, attacker: str) -> None:
    """Carry out an attack: too few are all removed; enough destroy the city, and tokens defend the area (CIV §9.4)."""
    defender = s.cities[where]
    said = {"area": area(where), "player": nation(attacker), "victim": nation(defender)}
    if not succeeds(s, where, attacker):
        n = verbs.take(s, attacker, where, tokens(s, where, attacker))
        lost = lose_fleet(s, attacker, where)
        tell(s, "attack.failed", focus=[where], n=n, ships=lost, **said)
        return
    verbs.raze(s, where)
    n = verbs.put(s, defender, where, defenders_due(s, attacker, defender))
    tell(s, "attack.taken", focus=[where], n=n, **said)
    await sack(s, attacker, defender)
    if goes_on(s, where, AREAS[where].limit):
        await fight(s, where, AREAS[where].limit)
    if defender == NEUTRAL:
        verbs.take(s, NEUTRAL, where, n)


def lose_fleet(s: State, attacker: str, where: str) -> int:
    """Destroy the ships there of a holder of Naval Warfare whose attack failed (CIV §9.8). Return how many."""
    fleet = ships_in(s, attacker, where) if has(s, attacker, "naval_warfare") else []
    for harbour in fleet:
        verbs.scrap(s, attacker, harbour)
    return len(fleet)


async def sack(s: State, attacker: str, defender: str) -> None:
    """Take a random card of the victim, and move up to three tokens from stock to treasury (CIV §9.7, CIV-RUL-015)."""
    if attacker == NEUTRAL:
        return
    if defender != NEUTRAL:
        loot(s, attacker, defender)
    one = s.nations[attacker]
    most = min(NUMBERS.pillage, one.stock)
    if most and not one.inert:
        n = int(await choose(attacker, "conflict.pillage", numbers_down(most), victim=nation(defender)))
        verbs.tax(s, attacker, n)
        tell(s, "attack.pillaged" if n else "attack.pillaged_nothing", player=nation(attacker), n=n)


def numbers_down(most: int) -> Sequence[str]:
    """Return the numbers from `most` to 0: silence takes most (CIV-RUL-049)."""
    return [str(n) for n in range(most, -1, -1)]


def loot(s: State, attacker: str, victim: str) -> None:
    """Take a card of the victim; all learn its type, the two of them its value."""
    if not s.nations[victim].hand:
        return
    card = chance.pick(s, s.nations[victim].hand)
    verbs.give_card(s, victim, attacker, card)
    said = {"player": nation(attacker), "victim": nation(victim)}
    tell(s, "attack.looted", pile=verbs.pile(CARDS[card].pile), **said)
    for one in (attacker, victim):
        tell(s, "attack.looted_value", to=one, card=verbs.money([card]), **said)
