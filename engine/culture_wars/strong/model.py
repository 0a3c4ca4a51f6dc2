"""A position in numbers, from public facts: fast for trying moves, with the end of the turn by the rules.

A hidden number counts as the mean of the numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final, TypeAlias

from engine.culture_wars.catalog import RULES
from engine.culture_wars.geography import Geography
from engine.culture_wars.view import CoinView, CultureWarsView

Tokens: TypeAlias = list[list[int]]  # by culture, by square

NOBODY: Final = -1
UNKNOWN: Final = (sum(RULES.numbers) + 1) // len(RULES.numbers)
ROOM: Final = RULES.plain_limit
SUPPORT, DEFENDERS, ALL = RULES.support, RULES.defenders, RULES.tokens


@dataclass(frozen=True, slots=True)
class Terrain:
    """Squares by number, row by row: what is beside and around each, and how far a token gets in a turn."""

    names: tuple[str, ...]
    number: Mapping[str, int]
    around: tuple[tuple[int, ...], ...]
    reach: tuple[tuple[int, ...], ...]
    near: tuple[tuple[int, ...], ...]


def terrain(land: Geography, *, diagonal: bool, two_spaces: bool) -> Terrain:
    """Return the squares of a map."""
    number = {name: i for i, name in enumerate(land.land)}

    def numbered(places: Mapping[str, Sequence[str]]) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(number[q] for q in places[name]) for name in land.land)

    return Terrain(
        land.land,
        number,
        numbered(land.around),
        numbered(land.walks[diagonal, two_spaces]),
        numbered(land.near),
    )


@dataclass(slots=True)
class Imagined:
    """Coins, settlements and tokens."""

    ground: Terrain
    cultures: tuple[str, ...]
    number: list[int]
    """A coin's number by square, 0 without one; `UNKNOWN` for a settlement, whose coin shows its suit."""
    owner: list[int]
    """Whose settlement is there."""
    tokens: Tokens
    order: tuple[int, ...]
    """The order in which cultures settle."""
    aces: list[bool]
    """Who has the Ace in reserve."""
    holding: tuple[bool, ...]
    target: int
    advantage: bool
    coins: list[int] = field(default_factory=list)
    """The squares of coins and settlements."""

    def copy(self) -> Imagined:
        """Return a copy that shares nothing changeable with the original."""
        return Imagined(
            self.ground,
            self.cultures,
            self.number[:],
            self.owner[:],
            [line[:] for line in self.tokens],
            self.order,
            self.aces[:],
            self.holding,
            self.target,
            self.advantage,
            self.coins[:],
        )


def position(view: CultureWarsView, land: Terrain) -> Imagined:
    """Return the position that a view shows."""
    cultures = tuple(view.cultures)
    squares = [view.squares[name] for name in land.names]
    order = [cultures.index(c) for c in view.order] or list(range(len(cultures)))
    found = Imagined(
        land,
        cultures,
        [_number(q.coin) for q in squares],
        [cultures.index(q.settlement.owner) if q.settlement else NOBODY for q in squares],
        [[q.tokens.get(c, 0) for q in squares] for c in cultures],
        tuple(order),
        [one.ace for one in view.cultures.values()],
        tuple(c in view.victory.holding for c in cultures),
        view.victory.target,
        view.options.technological_advantage,
    )
    found.coins = [i for i, n in enumerate(found.number) if n]
    return found


def _number(coin: CoinView | None) -> int:
    return 0 if coin is None else coin.number or UNKNOWN


def close(p: Imagined) -> None:
    """Apply the end of a turn after all have moved: conflicts, settlements, excess, abandonment."""
    fight_all(p)
    for culture in p.order:
        settle_all(p, culture)
    remove_excess(p)
    abandon(p)


def fight_all(p: Imagined) -> None:
    """Fight conflicts of tokens first, then those over settlements (CW:59)."""
    everybody = range(len(p.cultures))
    rivals = [[c for c in everybody if c != owner] for owner in everybody]
    ranks = [p.owner.count(c) if p.advantage else 0 for c in everybody]
    pairs = [enumerate(zip(one, other, strict=True)) for one, other in combinations(p.tokens, 2)]
    shared = {i for pair in pairs for i, (n, m) in pair if n and m}
    entered = [i for i in p.coins if p.owner[i] >= 0 and any(p.tokens[c][i] for c in rivals[p.owner[i]])]
    for i in sorted(shared):
        if p.owner[i] == NOBODY and sum(line[i] for line in p.tokens) > (p.number[i] or ROOM):
            fight(p, i, ranks)
    for i in entered:
        defend(p, i)
        fight(p, i, ranks)


def defend(p: Imagined, i: int) -> None:
    """Turn the settlement into a coin, and bring its defenders (CW:71, CW:72)."""
    owner = p.owner[i]
    p.owner[i] = NOBODY
    supply = ALL - sum(p.tokens[owner])
    p.tokens[owner][i] += min(DEFENDERS, supply)
    _without_ace(p, i)


def fight(p: Imagined, i: int, ranks: Sequence[int]) -> None:
    """Remove tokens, the fewest first, until the square supports the rest or one culture is left (CW:63)."""
    here = {c: line[i] for c, line in enumerate(p.tokens) if line[i]}
    limit = p.number[i] or ROOM
    while len(here) > 1 and sum(here.values()) > limit:
        sizes = {c: (ranks[c], n) for c, n in here.items()}
        for size in sorted(set(sizes.values())):
            if len(here) < 2 or sum(here.values()) <= limit:
                break
            for c in [c for c in here if sizes[c] == size]:
                here[c] -= 1
                if not here[c]:
                    del here[c]
    for c, line in enumerate(p.tokens):
        line[i] = here.get(c, 0)


def settle_all(p: Imagined, culture: int) -> None:
    """Settle whatever can be settled and will be supported (CW:77, CW:79)."""
    line = p.tokens[culture]
    if max(line) < RULES.coin_settlers:
        return
    for i in [i for i, n in enumerate(line) if n >= RULES.coin_settlers and p.owner[i] == NOBODY]:
        if p.number[i]:
            if is_supported(p, culture, i):
                settle(p, culture, i)
        elif line[i] >= RULES.ace_settlers and p.aces[culture] and is_supported(p, culture, i):
            p.aces[culture] = False
            p.number[i] = RULES.ace
            p.coins.append(i)
            settle(p, culture, i)


def settle(p: Imagined, culture: int, i: int) -> None:
    """Put a settlement there; its settlers return to supply."""
    p.tokens[culture][i] = 0
    p.owner[i] = culture


def is_supported(p: Imagined, culture: int, i: int) -> bool:
    """Return whether a settlement there would be supported at the end of the turn, without costing another its
    support.
    """
    return support(p, culture, i) >= SUPPORT


def support(p: Imagined, culture: int, i: int) -> int:
    """Return the tokens around that will be left when excess has been removed."""
    line, number, owner, found = p.tokens[culture], p.number, p.owner, 0
    for q in p.ground.around[i]:
        n = line[q]
        if n and owner[q] < 0:
            limit = number[q] or ROOM
            found += min(n, limit)
    return found


def remove_excess(p: Imagined) -> None:
    """Reduce squares to what they support, settlements to nothing (CW:83)."""
    for line in p.tokens:
        for i in [i for i, n in enumerate(line) if n]:
            limit = 0 if p.owner[i] >= 0 else p.number[i] or ROOM
            if line[i] > limit:
                line[i] = limit


def abandon(p: Imagined) -> None:
    """Turn unsupported settlements into coins with tokens (CW:87)."""
    lost = [i for i in p.coins if p.owner[i] >= 0 and support(p, p.owner[i], i) < SUPPORT]
    for i in lost:
        owner = p.owner[i]
        p.owner[i] = NOBODY
        supply = ALL - sum(p.tokens[owner])
        p.tokens[owner][i] += min(p.number[i], supply)
        _without_ace(p, i)


def _without_ace(p: Imagined, i: int) -> None:
    """Remove an Ace that is no longer a settlement (CW:71, CW:87)."""
    if p.number[i] == RULES.ace:
        p.number[i] = 0
