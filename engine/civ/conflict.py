"""Phase 6, first part: tokens fight (CIV §9.1-9.3, §9.8).

An answer to `conflict.lose` is a list of what goes instead of tokens of the area, in that order: `ship:1` for an own
ship there (Naval Warfare), `latium:2` for a second token of a land neighbour (Advanced Military).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.civ import verbs
from engine.civ.board import conflict_limit, has, in_board_order, is_conflict, land, mega, tokens
from engine.civ.effects import loses_late
from engine.civ.geography import area_of
from engine.civ.state import State
from engine.civ.together import together
from engine.civ.verbs import area, nation, tell
from engine.core.ask import some
from engine.core.message import Message, list_of

SHIP = "ship"
AFTER = {"conflict.tokens": "conflict.cities", "unrest.tokens": "unrest.cities"}


@dataclass(slots=True)
class Reserves:
    """What owners lose instead of tokens of the area, in the order they named (CIV-RUL-068)."""

    named: dict[str, list[str]] = field(default_factory=dict)

    def take(self, s: State, owner: str, where: str) -> bool:
        """Lose the next thing named that is still there. Return whether there was any."""
        while self.named.get(owner):
            place = self.named[owner].pop(0).rpartition(":")[0]
            harbour = next((h for h in ships_in(s, owner, where)), "") if place == SHIP else ""
            if harbour:
                verbs.scrap(s, owner, harbour)
                return True
            if place != SHIP and verbs.take(s, owner, place, 1):
                return True
        return False


async def fight_tokens(s: State) -> str:
    """Fight all conflicts of tokens before any attack on a city (CIV §9.2); Advanced Military is settled last."""
    where = next(iter(battlefields(s)), "")
    if not where:
        return verbs.go_on(s, AFTER[s.phase])
    verbs.new_action(s)
    await fight(s, where, conflict_limit(s, where))
    return s.phase


def battlefields(s: State) -> list[str]:
    """Return areas where tokens of several owners fight: above the limit, or at another's city (CIV §9.3, §9.5)."""
    found = in_board_order(s, [a for a, here in s.tokens.items() if len(here) > 1 and is_conflict(s, a)])
    return sorted(found, key=lambda a: any(has(s, n, "advanced_military") for n in s.tokens[a]))


async def fight(s: State, where: str, limit: int) -> None:
    """Fight in rounds: owners remove a token each, the fewest first, until one is left or the limit holds (CIV
    §9.3).
    """
    before = dict(s.tokens[where])
    reserves = Reserves(await named_losses(s, where))
    while goes_on(s, where, limit):
        for group in groups(s, s.tokens[where]):
            if not goes_on(s, where, limit):
                break
            for owner in group:
                if not reserves.take(s, owner, where):
                    verbs.take(s, owner, where, 1)
    after = s.tokens.get(where, {})
    said: dict[str, Any] = {"before": counts(before, before), "after": counts(before, after), "limit": limit}
    tell(s, "conflict.fought", focus=[where], area=area(where), **said)


def goes_on(s: State, where: str, limit: int) -> bool:
    """Return whether several owners are left, with more tokens than may be there."""
    return _fights(s.tokens.get(where, {}), limit)


def _fights(here: Mapping[str, int], limit: int) -> bool:
    return len(here) > 1 and sum(here.values()) > limit


def survivors(s: State, here: Mapping[str, int], limit: int) -> dict[str, int]:
    """Return what a fight between these tokens would leave, if nobody gives up ships or other tokens instead (CIV
    §9.3).
    """
    left = dict(here)
    while _fights(left, limit):
        for group in groups(s, left):
            if not _fights(left, limit):
                break
            left = {owner: m for owner, n in left.items() if (m := n - (owner in group))}
    return left


def groups(s: State, here: Mapping[str, int]) -> list[list[str]]:
    """Return which of these owners removes a token when in this round: the fewest first, equal ones together,
    Metalworking last.

    The order is computed anew each round (CIV-RUL-012).
    """
    ranks = {owner: (loses_late(s, owner), n) for owner, n in here.items()}
    return [[owner for owner in here if ranks[owner] == rank] for rank in sorted(set(ranks.values()))]


def counts(owners: Mapping[str, int], here: Mapping[str, int]) -> Message:
    """Return the numbers for a text: `Egypt 3 and Crete 2`."""
    return list_of([f"{nation(one)} {here.get(one, 0)}" for one in owners])


async def named_losses(s: State, where: str) -> dict[str, list[str]]:
    """Ask holders of Naval Warfare and Advanced Military what they lose instead, once before the first removal."""
    if not mega(s):
        return {}
    concerned = [n for n in s.tokens[where] if n in s.nations and not s.nations[n].inert and spares(s, n, where)]

    async def name_them(trial: State, name: str) -> list[str]:
        options = spares(trial, name, where)
        return await some(name, "conflict.lose", options, 0, len(options), about=[where], area=area(where))

    return dict(await together(s, "conflict.spares", concerned, name_them, about=[where], area=area(where)))


def spares(s: State, name: str, where: str) -> list[str]:
    """Return what the nation may lose instead of a token there."""
    found = list[str]()
    if has(s, name, "naval_warfare"):
        found += [f"{SHIP}:{i}" for i, _ in enumerate(ships_in(s, name, where), start=1)]
    if has(s, name, "advanced_military"):
        found += [f"{a}:{i}" for a in land(s).by_land[where] for i in range(1, tokens(s, a, name) + 1)]
    return found


def ships_in(s: State, name: str, where: str) -> list[str]:
    """Return the harbour of each of the nation's ships in the area."""
    return [h for h in s.nations[name].ships if area_of(h) == where] if name in s.nations else []
