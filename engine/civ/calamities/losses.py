"""Losses of unit points, shares of several victims, cities to be reduced (CIV §2.9, §14.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.civ import verbs
from engine.civ.board import areas_with_tokens, cities, tokens
from engine.civ.catalog import AREAS, NUMBERS
from engine.civ.state import State
from engine.civ.support import cheapest, reduce_city
from engine.civ.together import together
from engine.civ.verbs import nation, tell
from engine.core.ask import choose, divide, some


@dataclass(slots=True)
class Stake:
    """What a nation can lose: tokens by area, and cities, each worth that many points."""

    tokens: dict[str, int] = field(default_factory=dict)
    cities: list[str] = field(default_factory=list)
    city: int = NUMBERS.city_points

    @property
    def points(self) -> int:
        """Return all that can be lost."""
        return sum(self.tokens.values()) + self.city * len(self.cities)

    def due(self, n: int) -> int:
        """Return the points that are lost for n: exactly, else as little more as can be, or all there is (CIV §2.9)."""
        fitting = [
            self.city * k + min(max(0, n - self.city * k), sum(self.tokens.values()))
            for k in range(len(self.cities) + 1)
        ]
        return min((total for total in fitting if total >= n), default=self.points)


@dataclass(slots=True)
class Lost:
    """What a nation has picked: cities, and tokens by area."""

    cities: list[str] = field(default_factory=list)
    tokens: dict[str, int] = field(default_factory=dict)


def stake(s: State, name: str, among: Iterable[str] | None = None, city: int = NUMBERS.city_points) -> Stake:
    """Return what the nation has in these areas, or everywhere, cheapest to lose first.

    Tokens above an area's support come first, then those in areas that support few.
    """
    inside = None if among is None else set(among)
    areas = [a for a in areas_with_tokens(s, name) if inside is None or a in inside]
    areas.sort(key=lambda a: (tokens(s, a, name) <= AREAS[a].limit, AREAS[a].limit, a))
    towns = [a for a in cities(s, name) if inside is None or a in inside]
    return Stake({a: tokens(s, a, name) for a in areas}, cheapest(s, towns), city)


def dearest(lots: Stake) -> Stake:
    """Return the same, most valuable first, for picking another's units."""
    return Stake(dict(reversed(lots.tokens.items())), lots.cities[::-1], lots.city)


def without(lots: Stake, part: Lost) -> Stake:
    """Return what is left after that part is picked."""
    tokens = {a: n - part.tokens.get(a, 0) for a, n in lots.tokens.items()}
    return Stake({a: n for a, n in tokens.items() if n}, [a for a in lots.cities if a not in part.cities], lots.city)


async def pick(name: str, lots: Stake, n: int, key: str = "calamity.lose") -> Lost:
    """Ask the nation what makes n points: first which cities, then tokens area by area (CIV §2.9)."""
    due = lots.due(n)
    least, most = _bounds(lots, due)
    chosen = await some(name, f"{key}_cities", lots.cities, least, most, n=due, points=lots.city)
    return Lost(chosen, await divide(name, key, lots.tokens, due - lots.city * len(chosen)))


async def pick_dearest(name: str, lots: Stake, n: int, key: str, victim: str = "") -> Lost:
    """Ask for a part when units are gained: the number of cities comes first, since silence takes all it can.

    `victim`: the owner, if another seat picks.
    """
    whose: dict[str, Any] = {"victim": nation(victim)} if victim else {}
    lots, due = dearest(lots), lots.due(n)
    least, most = _bounds(lots, due)
    options = [str(k) for k in range(most, least - 1, -1)]
    count = int(await choose(name, f"{key}_count", options, n=due, points=lots.city, **whose))
    chosen = await some(name, f"{key}_cities", lots.cities, count, count, n=count, **whose)
    return Lost(chosen, await divide(name, key, lots.tokens, due - lots.city * count, **whose))


def _bounds(lots: Stake, due: int) -> tuple[int, int]:
    """Return the fewest and the most cities that can be among those points."""
    least = max(0, -((sum(lots.tokens.values()) - due) // lots.city))
    return least, min(len(lots.cities), due // lots.city)


async def pick_all(s: State, due: Mapping[str, tuple[Stake, int]]) -> Mapping[str, Lost]:
    """Ask everyone at once, in secret, which losses they pick (CIV §14.1, CIV-RUL-050)."""

    async def own(_: State, name: str) -> Lost:
        return await pick(name, *due[name])

    concerned = [n for n, (lots, points) in due.items() if lots.points and points > 0]
    return await together(s, "calamity.losses", concerned, own)


def suffer(s: State, name: str, lost: Lost) -> None:
    """Take off what has been picked; cities are destroyed."""
    for where, n in lost.tokens.items():
        verbs.take(s, name, where, n)
    for where in lost.cities:
        destroy(s, where)
    gone: dict[str, Any] = {"n": sum(lost.tokens.values()), "cities": len(lost.cities)}
    tell(s, "calamity.lost", focus=[*lost.cities, *lost.tokens], player=nation(name), **gone)


def destroy(s: State, where: str) -> None:
    """Destroy the city there, and a token of Public Works beside it (CIV-RUL-059)."""
    owner = verbs.raze(s, where)
    verbs.take(s, owner, where, tokens(s, where, owner))


async def lose(s: State, due: Mapping[str, tuple[Stake, int]]) -> None:
    """Let everyone in `due` lose that many points of what they have."""
    for name, lost in (await pick_all(s, due)).items():
        suffer(s, name, lost)


async def share(victim: str, total: int, caps: Mapping[str, int]) -> dict[str, int]:
    """Ask the primary victim to divide the total among others, none above its cap, as much as possible
    (CIV-RUL-071).
    """
    return await divide(victim, "calamity.victims", caps, total)


async def reduce_some(s: State, name: str, n: int, chooser: str = "") -> Sequence[str]:
    """Reduce that many cities of the nation, or all; it picks freely, new ones or old (CIV-RUL-070)."""
    own = cheapest(s, cities(s, name))
    n = min(n, len(own))
    chosen = await some(chooser or name, "calamity.cities", own, n, n, n=n, victim=nation(name))
    for where in chosen:
        reduce_city(s, name, where)
    return chosen


async def reduce_all(s: State, due: Mapping[str, int], among: Callable[[str], Sequence[str]]) -> None:
    """Ask everyone in `due` at once, in secret, which of these cities they lose, then reduce them in that order."""

    async def own(trial: State, name: str) -> list[str]:
        towns = cheapest(trial, among(name))
        n = min(due[name], len(towns))
        return await some(name, "calamity.cities", towns, n, n, n=n, victim=nation(name))

    concerned = [n for n in due if due[n] > 0 and among(n)]
    for name, areas in (await together(s, "calamity.losses", concerned, own)).items():
        for where in areas:
            reduce_city(s, name, where)
