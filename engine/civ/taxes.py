"""Phase 1: taxes, and the revolts of cities that cannot pay (CIV §5)."""

from __future__ import annotations

from engine.civ import verbs
from engine.civ.board import (
    cities,
    cities_left,
    city_count,
    in_ast_order,
    is_site,
    most_in_stock,
    nations_in_play,
    tokens,
)
from engine.civ.catalog import AREAS
from engine.civ.effects import never_revolts, tax_rates
from engine.civ.state import State
from engine.civ.verbs import nation, tell
from engine.core.ask import each, some


async def pay_taxes(s: State) -> str:
    """Ask everyone with a choice for a rate, then pay for every city from stock, in A.S.T. order (CIV §5.1-5.3)."""
    payers = [n for n in nations_in_play(s) if city_count(s, n)]
    for n, rate in (await each("tax.rate", {n: rates(s, n) for n in payers if len(tax_rates(s, n)) > 1})).items():
        verbs.set_rate(s, n, int(rate))
    unpaid = {n: due for n in payers if (due := pay_for_cities(s, n)) and not never_revolts(s, n)}
    verbs.owe(s, unpaid)
    return verbs.go_on(s, "revolt")


def rates(s: State, name: str) -> list[str]:
    """Return the rates a nation may name, that of last turn first: silence keeps it (CIV §5.2)."""
    every = tax_rates(s, name)
    last = min(max(s.nations[name].rate, every[0]), every[-1])
    return [str(rate) for rate in sorted(every, key=lambda rate: (rate != last, rate))]


def pay_for_cities(s: State, name: str) -> int:
    """Pay in full for as many cities as possible; the rest stays in stock (CIV-RUL-006). Return how many are unpaid."""
    every = tax_rates(s, name)
    rate, count = min(max(s.nations[name].rate, every[0]), every[-1]), city_count(s, name)
    paid = min(count, s.nations[name].stock // rate)
    verbs.tax(s, name, paid * rate)
    tell(s, "tax.paid", player=nation(name), n=paid * rate, cities=paid)
    if paid < count:
        tell(s, "tax.unpaid", player=nation(name), n=count - paid)
    return count - paid


async def revolt(s: State) -> str:
    """Move the unpaid cities of the next victim in A.S.T. order to the beneficiary, or remove them (CIV §5.4)."""
    victim = next((n for n in in_ast_order(s) if s.unpaid.get(n)), None)
    if victim is None:
        return verbs.go_on(s, "growth")
    verbs.new_action(s)
    heir = beneficiary(s)
    if heir:
        await change_sides(s, victim, heir)
    else:
        await lose_cities(s, victim)
    return "revolt"


def beneficiary(s: State) -> str:
    """Return the nation with the most stock and a city available, among those who aren't victims this turn
    (CIV-RUL-007, CIV-RUL-065).
    """
    return most_in_stock(s, [n for n in nations_in_play(s) if n not in s.unpaid and cities_left(s, n)])


async def change_sides(s: State, victim: str, heir: str) -> None:
    """Let the beneficiary pick as many unpaid cities as it has in stock, and replace them (CIV §5.4, §5.5)."""
    n = min(s.unpaid[victim], cities_left(s, heir))
    picked = await some(heir, "revolt.cities", by_worth(s, victim), n, n, n=n, victim=nation(victim))
    for where in picked:
        verbs.annex_city(s, where, heir)
        verbs.take(s, victim, where, tokens(s, where, victim))
    verbs.settle_debt(s, victim, n)
    tell(s, "revolt.gained", focus=picked, player=nation(heir), victim=nation(victim), areas=verbs.areas(picked))


async def lose_cities(s: State, victim: str) -> None:
    """Let the owner choose which cities are eliminated, because nobody can take them over (CIV §5.4)."""
    n = s.unpaid[victim]
    picked = await some(victim, "revolt.lost", by_worth(s, victim)[::-1], n, n, n=n)
    for where in picked:
        verbs.raze(s, where)
    verbs.settle_debt(s, victim, n)
    tell(s, "revolt.lost", focus=picked, victim=nation(victim), areas=verbs.areas(picked))


def by_worth(s: State, owner: str) -> list[str]:
    """Return Cities, the most valuable first: on a site, on a coast, out of the reach of floods."""
    return sorted(cities(s, owner), key=lambda a: (not is_site(s, a), not AREAS[a].coastal, bool(AREAS[a].plain), a))
