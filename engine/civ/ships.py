"""Phase 4: ships are kept, given up and built (CIV §7).

An answer to `ships.build` is a harbour and how many tokens of its area are levied: `rome:1`; the rest is paid from
treasury.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from engine.civ import verbs
from engine.civ.board import areas_of, land, tokens
from engine.civ.catalog import NUMBERS
from engine.civ.geography import area_of
from engine.civ.state import State
from engine.civ.together import together
from engine.civ.verbs import nation, tell
from engine.core.ask import choose
from engine.core.message import list_of

DONE, DROP, TREASURY, LEVY = "done", "drop", "treasury", "levy"


async def fit_out(s: State) -> str:
    """Ask everyone at once; ships are kept, returned and built in the order of the census (CIV §7.1, CIV-RUL-005)."""
    concerned = [n for n in s.order if s.nations[n].ships or launches(s, n)]
    plans = await together(s, "ships.all", concerned, plan)
    for n in s.order:
        for deed in plans.get(n, []):
            carry_out(s, n, deed)
        tell_ships(s, n)
    return verbs.go_on(s, "movement")


def tell_ships(s: State, name: str) -> None:
    """Tell where the nation's ships are."""
    ships = s.nations[name].ships
    if ships:
        counted = Counter(verbs.area(area_of(harbour)) for harbour in ships)
        where = list_of([f"{area} {n}" if n > 1 else area for area, n in counted.items()])
        tell(s, "ships.lie", player=nation(name), n=len(ships), areas=where)


async def plan(s: State, name: str) -> list[str]:
    """Plan on a copy what one nation does: first every old ship, then new ones. Return its deeds."""
    deeds = list[str]()
    for harbour in list(s.nations[name].ships):
        way = await choose(
            name, "ships.keep", upkeep(s, name, harbour), about=[harbour], area=verbs.area(area_of(harbour))
        )
        deeds.append(f"{way}:{harbour}")
        carry_out(s, name, deeds[-1])
    while options := launches(s, name):
        said: dict[str, Any] = {"ships": len(s.nations[name].ships), "treasury": s.nations[name].treasury}
        picked = await choose(name, "ships.build", [DONE, *options], **said)
        if picked == DONE:
            break
        deeds.append(f"build:{picked}")
        carry_out(s, name, deeds[-1])
    return deeds


def upkeep(s: State, name: str, harbour: str) -> list[str]:
    """Return how a ship can be paid for; silence pays from treasury, or gives it up (CIV §7.1)."""
    rich, there = s.nations[name].treasury >= NUMBERS.ship_keep, tokens(s, area_of(harbour), name)
    return [TREASURY] * rich + [DROP] + [LEVY] * (there >= NUMBERS.ship_keep)


def launches(s: State, name: str) -> list[str]:
    """Return the ships that can be built: from treasury wherever the nation has a unit on a coast, else with its tokens
    there.
    """
    one = s.nations[name]
    if len(one.ships) >= NUMBERS.ships:
        return []
    found, coasts, least = list[str](), land(s).harbours, max(0, NUMBERS.ship_build - one.treasury)
    for where in areas_of(s, name):
        if coasts[where]:
            levied = range(least, min(NUMBERS.ship_build, tokens(s, where, name)) + 1)
            found += [f"{harbour}:{n}" for harbour in coasts[where] for n in levied]
    return found


def carry_out(s: State, name: str, deed: str) -> None:
    """Do one deed of a plan: `treasury:rome`, `levy:rome`, `drop:rome`, `build:rome:1`."""
    way, _, rest = deed.partition(":")
    if way == "build":
        harbour, _, n = rest.rpartition(":")
        verbs.levy(s, name, area_of(harbour), int(n))
        verbs.pay(s, name, NUMBERS.ship_build - int(n))
        verbs.launch(s, name, harbour)
    elif way == DROP:
        verbs.scrap(s, name, rest)
    elif way == LEVY:
        verbs.levy(s, name, area_of(rest), NUMBERS.ship_keep)
    else:
        verbs.pay(s, name, NUMBERS.ship_keep)
