"""Where the computer begins, and how it grows, taxes and builds (CIV §3, §5, §6, §10)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.civ.board import city_count, is_site, land, tokens
from engine.civ.building import DONE
from engine.civ.catalog import AREAS, CATALOG, NATIONS
from engine.civ.npc.decision import Decision, because, decides
from engine.civ.options import GENTLE
from engine.civ.setup import starts
from engine.civ.state import State
from engine.core import text
from engine.core.ask import Ask, Request

NEAR = 3  # steps over land that count when a start is chosen
HEMMED = 0.4  # of what a nation's record counts beside each neighbour
SPARE = 6  # tokens of stock beyond what growth needs from which tax may be raised


def within(s: State, start: str, most: int = NEAR) -> dict[str, int]:
    """Return the areas that so many steps over land reach, with the steps."""
    found, edge = {start: 0}, [start]
    for far in range(1, most + 1):
        edge = [near for here in edge for near in land(s).by_land[here] if near not in found]
        found |= dict.fromkeys(edge, far)
    return found


def promise(s: State, start: str) -> float:
    """Return the value of a start: nearby sites, weighted by distance, and the room around them."""
    found = within(s, start)
    return sum((4 - far) * is_site(s, a) + AREAS[a].limit / 4 for a, far in found.items())


@decides("setup.nation")
def nation(s: State, request: Request, ask: Ask) -> Decision:
    """Return the nation that has won most often on that board in games among computers, if these have been counted.

    One that starts next to a nation already chosen counts for less: both would need the same land.
    """
    record = {
        name: one.share * HEMMED ** neighbours(s, name)
        for name in ask.options
        if (one := CATALOG.balance.get((s.options.map, name)))
    }
    if not record:
        return promising_nation(s, request, ask)
    best = max(record, key=lambda name: record[name])
    return Decision((best,), because("record", nation=text.civ(best)))


def neighbours(s: State, name: str) -> int:
    """Return how many chosen nations have a start area that is one of this nation's or adjacent to it."""
    near = {area for start in starts(s, name) for area in within(s, start, 1)}
    return sum(not near.isdisjoint(starts(s, other)) for other in s.nations if other in NATIONS)


@decides("setup.nation", level=GENTLE)
def promising_nation(s: State, _request: Request, ask: Ask) -> Decision:
    """Return the nation with the most promising start."""
    best = max(ask.options, key=lambda name: max(promise(s, a) for a in starts(s, name)))
    return Decision((best,), because("nation", nation=text.civ(best)))


@decides("setup.start")
def start(s: State, _request: Request, ask: Ask) -> Decision:
    """Return the start area nearest to most sites."""
    best = max(ask.options, key=lambda a: promise(s, a))
    return Decision((best,), because("start", area=text.area(best)))


@decides("tax.rate")
def rate(s: State, _request: Request, ask: Ask) -> Decision:
    """Return the highest rate that leaves growth enough in stock, else the lowest (CIV §5.2)."""
    count, stock = city_count(s, ask.seat), s.nations[ask.seat].stock
    need = SPARE + 2 * sum(ask.seat in here for here in s.tokens.values())
    every = sorted(int(option) for option in ask.options)
    affordable = [n for n in every if n * count + need * (n > every[0]) <= stock] or every[:1]
    best = affordable[-1]
    return Decision((str(best),), because("rate", n=best, stock=stock))


@decides("growth.place")
def place(_s: State, _request: Request, ask: Ask) -> Decision:
    """Return areas with a free site first, then those that support most."""
    return Decision(ask.deal_out(lambda room: room[0]), because("short_growth"))


@decides("city.build")
def build(s: State, _request: Request, ask: Ask) -> Decision:
    """Return the Cities that keep support: on sites before wilderness, where tokens find little room otherwise."""
    good = ask.options[: ask.options.index(DONE)]
    if not good:
        return Decision((DONE,), because("unsupported"))
    best = min(good, key=lambda token: worth_of(s, token))
    ties = tuple((token,) for token in good if worth_of(s, token)[:-1] == worth_of(s, best)[:-1])
    return Decision((best,), because("build", area=text.area(best.partition(":")[0])), ties)


def worth_of(s: State, token: str) -> tuple[bool, bool, bool, int, str]:
    """Return reasons against building there: wilderness, cost from treasury, floods, lost room."""
    where = token.partition(":")[0]
    return not is_site(s, where), ":" in token, bool(AREAS[where].plain), AREAS[where].limit, token


@decides("city.settlers")
def settlers(s: State, _request: Request, ask: Ask) -> Decision:
    """Take settlers from where there are most."""
    left = {a: tokens(s, a, ask.seat) for a in ask.options}

    def take(room: Sequence[str]) -> str:
        best = max(room, key=lambda a: left[a])
        left[best] -= 1
        return best

    return Decision(ask.deal_out(take), because("settlers"))
