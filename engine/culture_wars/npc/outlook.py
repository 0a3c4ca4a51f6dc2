"""A position as the computer opponent judges it: what survives this turn, and what each square is worth to a culture.

It is made from the public view alone. Worth is counted in tokens: a surviving token is worth about one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeAlias
from zlib import crc32

from engine.culture_wars.catalog import RULES
from engine.culture_wars.geography import AROUND, STEPS, beside
from engine.culture_wars.pieces import Place
from engine.culture_wars.view import CultureWarsView

Near: TypeAlias = Mapping[str, tuple[str, ...]]

TOKEN, HOME = 1.0, 2.2  # a surviving token; a square that will grow
SUPPORTED, FED, SPARE = 60.0, 5.0, 0.6  # a supported settlement; each token it needs; each beyond that
SETTLERS, RING = 2.6, 1.6  # a token on a coin to be settled; one beside it
SECURE, GUARD = 3.0, 2.6  # a token beside a settlement that makes up for losses; one in it against those who enter
READY = 40.0  # a settlement that can be formed this turn and lasts to its end
THREAT, LEADER, LAST = 22.0, 45.0, 150.0  # a rival's settlement; of a rival near to winning; of one who wins now
SURPLUS = (-0.3, -0.4, 0.08)  # a token, a square and a step that only drain the supply
MARGIN = 1  # tokens in supply beyond those who defend a settlement
ASIDE = 0.4  # of what the coin to be settled next counts for, what any other does
PLENTY = 8  # tokens in supply from which all coins are worth going to
PATIENCE = 12  # rounds after which a siege has not paid
STANDSTILL, SPELL = 24, 3  # rounds after which nothing will come of itself; how many of them one side then attacks
LONGEST = 80  # rounds after which all but the strongest of computers alone give up
BOLD = 12.0  # rounds after which a rival's settlement weighs twice for the side that attacks, thrice after two such
CROWD, SHUNNED = 0.7, 4.0  # what a rival token near takes from the prospects of a coin; when patience is at its end
WAY, HORIZON = 0.25, 8  # a step nearer to the nearest coin, for those who are no further away than that
ENOUGH = 7  # tokens beside a settlement beyond which more are of no use


@dataclass(slots=True)
class Outlook:
    """The squares and what is on them."""

    culture: str
    around: Near
    beside: Near
    coins: dict[str, int]
    owners: dict[str, str]
    mine: dict[str, int]
    """Own tokens; it changes as moves are tried."""
    others: dict[str, dict[str, int]]
    """Others' tokens; it changes as moves are tried."""
    stakes: dict[str, float]
    supply: int
    supplies: dict[str, int]
    later: frozenset[str]
    restless: bool = False
    """Whether the game has lasted so long that the culture leaves stalled lines for free land."""
    bold: float = 0.0
    """How much more a rival's settlement counts, after a still longer game, for the culture whose turn it is to attack;
    0 for others.
    """
    lavish: bool = False
    """Whether all others have given up, so that it keeps no tokens back; only at times, or the same moves repeat."""
    needed: int = RULES.support
    wanted: dict[str, int] = field(default_factory=dict)
    guards: dict[str, int] = field(default_factory=dict)
    far: dict[str, int] = field(default_factory=dict)
    focus: str = ""
    token: float = 1.0
    home: float = 1.0
    way: float = WAY
    kept: dict[tuple[str, str], int] = field(default_factory=dict)

    def weigh(self) -> None:
        """Set what tokens and squares are worth now: less, the fewer tokens are left to grow with; nothing where the
        next growth would leave too few in supply to defend a settlement.
        """
        left = {square: self.tokens_left(square, self.culture) for square in self.mine}
        grown = self.supply + sum(self.mine.values()) - sum(left.values()) - sum(map(bool, left.values()))
        settled = self.culture in self.owners.values()
        if settled and not self.lavish and grown < self.needed + MARGIN:
            self.token, self.home, self.way = SURPLUS
        else:
            self.way = WAY
            self.token, self.home = TOKEN, HOME * min(1.0, self.supply / max(1, len(self.mine)))

    def limit(self, square: str) -> int:
        """Return how many tokens the square supports."""
        return 0 if square in self.owners else self.coins.get(square, RULES.plain_limit)

    def here(self, square: str) -> dict[str, int]:
        """Return the tokens by culture; a rival's settlement counts with its defenders."""
        found = dict(self.others.get(square, {}))
        owner = self.owners.get(square, "")
        if owner and owner != self.culture and self.mine.get(square):
            found[owner] = found.get(owner, 0) + min(self.needed, self.supplies[owner])
        if self.mine.get(square):
            found[self.culture] = self.mine[square]
        return found

    def after_fight(self, square: str) -> dict[str, int]:
        """Return what is left after a conflict there."""
        limit = RULES.plain_limit if square in self.owners else self.limit(square)
        return tokens_after_fight(self.here(square), limit)

    def tokens_left(self, square: str, culture: str) -> int:
        """Return how many tokens of the culture are left there at the end of the turn, if it doesn't settle; cached."""
        found = self.kept.get((square, culture))
        if found is None:
            found = self.kept[square, culture] = self._left(square, culture)
        return found

    def _left(self, square: str, culture: str) -> int:
        if not (self.mine.get(square) or square in self.others):
            return 0
        alone = square in self.owners and self.owners[square] == culture
        return 0 if alone else min(self.after_fight(square).get(culture, 0), max(self.limit(square), 2))

    def support(self, square: str, culture: str) -> int:
        """Return the tokens beside the square at the end of the turn."""
        found, kept = 0, self.kept
        for other in self.around[square]:
            left = kept.get((other, culture))
            found += self.tokens_left(other, culture) if left is None else left
        return found

    def worth(self, square: str) -> float:
        """Return what the square itself is worth: tokens that survive and will grow, and the way to the nearest
        coin.
        """
        n = self.tokens_left(square, self.culture)
        coin = square in self.coins and square not in self.owners
        own = self.token * n + self.home * bool(n) + self.way * max(0, HORIZON - self.far.get(square, HORIZON)) * n
        return own + (SETTLERS * self.stress(square) * min(n, self.needed) if coin else 0)

    def stress(self, square: str) -> float:
        """Return how much the coin counts: one at a time is prepared for a settlement."""
        return 1.0 if square == self.focus else ASIDE

    def ring_worth(self, square: str) -> float:
        """Return what a coin or settlement is worth by the tokens around it."""
        owner = self.owners.get(square, "")
        if not owner:
            n = self.support(square, self.culture)
            ready = n >= self.needed <= self.mine.get(square, 0) and square not in self.others
            return RING * self.stress(square) * min(n, ENOUGH) + READY * ready
        n = self.support(square, owner)
        if owner == self.culture:
            return self.own_worth(square, n)
        stands = bool(n >= self.needed and not self._taken(square))
        return -self.stakes[owner] * (self.bold or 1.0) * stands

    def own_worth(self, square: str, n: int) -> float:
        """Return an own settlement with so many tokens beside it, and those that guard it."""
        guards = min(self.mine.get(square, 0), self.guards[square])
        if self.bold:
            return SUPPORTED * (n >= self.needed) + FED * min(n, self.needed)
        safe = SECURE * min(n, self.wanted[square]) + SPARE * min(n, ENOUGH) + GUARD * guards
        return SUPPORTED * (n >= self.needed) + FED * min(n, self.needed) + safe

    def _taken(self, square: str) -> bool:
        """Return whether a rival's settlement falls to the tokens that enter it."""
        return bool(self.mine.get(square)) and self.after_fight(square).get(self.owners[square], 0) < self.needed

    def squares_touched(self, *squares: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the squares whose worth, and the coins whose ring, changes with these squares; always in the same
        order.
        """
        near = dict.fromkeys(q for square in squares for q in (square, *self.around[square]))
        return tuple(dict.fromkeys(squares)), tuple(q for q in near if q in self.coins or q in self.owners)

    def total(self, squares: Iterable[str], rings: Iterable[str]) -> float:
        """Return the worth of some squares and rings together, added up in their order: a sum of fractions depends on
        it.
        """
        return sum(map(self.worth, squares)) + sum(map(self.ring_worth, rings))

    def gain(self, start: str, goal: str, n: int) -> float:
        """Return how much a move improves the position."""
        return self.gains(start, goal, (n,))[0]

    def gains(self, start: str, goal: str, numbers: Iterable[int]) -> list[float]:
        """Return how much a move of each of these numbers of tokens improves the position."""
        squares, rings = self.squares_touched(start, goal)
        before = self.total(squares, rings)
        found: list[float] = []
        for n in numbers:
            self.shift(start, goal, n)
            found.append(self.total(squares, rings) - before)
            self.shift(goal, start, n)
        return found

    def shift(self, start: str, goal: str, n: int) -> None:
        """Carry own tokens from square to square."""
        self.mine[start] = self.mine.get(start, 0) - n
        self.mine[goal] = self.mine.get(goal, 0) + n
        for square in (start, goal):
            for culture in (self.culture, *self.others.get(square, {}), self.owners.get(square, "")):
                self.kept.pop((square, culture), None)


def tokens_after_fight(here: dict[str, int], limit: int) -> dict[str, int]:
    """Return what is left when cultures lose a token each, the fewest first, until the square supports the rest
    (CW:63).
    """
    left = dict(here)
    while len(left) > 1 and sum(left.values()) > limit:
        for losers in _ranks(left):
            if len(left) < 2 or sum(left.values()) <= limit:
                break
            left = {c: n - (c in losers) for c, n in left.items() if n > 1 or c not in losers}
    return left


def _ranks(here: Mapping[str, int]) -> list[list[str]]:
    """The cultures by how many tokens they have, the fewest first."""
    return [[c for c, n in here.items() if n == size] for size in sorted(set(here.values()))]


def outlook(view: CultureWarsView, culture: str) -> Outlook:
    """Return the position of a view as that culture judges it."""
    squares, bold = view.squares, _bold(view, culture)
    near, around = _neighbours(tuple((name, q.column, q.row) for name, q in squares.items()))
    found = Outlook(
        culture=culture,
        around=around,
        beside=near,
        coins={name: q.coin.number for name, q in squares.items() if q.coin and q.coin.number},
        owners={name: q.settlement.owner for name, q in squares.items() if q.settlement},
        mine={name: q.tokens[culture] for name, q in squares.items() if culture in q.tokens},
        others={name: rest for name, q in squares.items() if (rest := _rest(q.tokens, culture))},
        stakes=_stakes(view, culture),
        supply=view.cultures[culture].supply,
        supplies={c: one.supply for c, one in view.cultures.items()},
        later=_later(view, culture),
        restless=view.turn > PATIENCE and not bold,
        bold=bold,
        lavish=fruitless(view) and bool(view.turn // SPELL % 2),
    )
    for square, owner in found.owners.items():
        if owner == culture:
            found.wanted[square], found.guards[square] = _wanted(found, square), _guards(found, square)
    found.focus = _focus(found)
    found.far = _far(found)
    found.weigh()
    return found


@lru_cache(maxsize=64)
def _neighbours(land: tuple[tuple[str, int, int], ...]) -> tuple[Near, Near]:
    """The land squares beside each, and those around it, diagonals included."""
    names = {(x, y): name for name, x, y in land}

    def reached(steps: Mapping[str, Place]) -> Near:
        return {name: tuple(names[p] for p in beside((x, y), steps.values()) if p in names) for name, x, y in land}

    return reached(STEPS), reached(AROUND)


def _bold(view: CultureWarsView, culture: str) -> float:
    """Return how much more rivals' settlements count if the game stands still and the culture is to attack, else 0.

    One attacks at a time, or both would only swap places; which one follows no pattern, or all would come again.
    """
    late, cultures = view.turn - STANDSTILL, list(view.cultures)
    attacker = cultures[crc32(f"{late // SPELL} standstill".encode()) % len(cultures)]
    return 1.0 + late / BOLD if late > 0 and attacker == culture else 0.0


def fruitless(view: CultureWarsView) -> bool:
    """Return whether computers alone have played too long to get anywhere; then only the strongest continues."""
    return view.turn > LONGEST and all(one.by == "npc" for one in view.cultures.values())


def _rest(tokens: Mapping[str, int], culture: str) -> dict[str, int]:
    return {c: n for c, n in tokens.items() if c != culture}


def _stakes(view: CultureWarsView, culture: str) -> dict[str, float]:
    """Return the weight of a settlement of each rival: highest if the rival wins at the end of this turn."""
    goal, holding = view.victory.target, view.victory.holding
    held = {c: len(one.settlements) for c, one in view.cultures.items() if c != culture}
    return {c: LAST if c in holding else LEADER if n >= goal - 1 else THREAT for c, n in held.items()}


def _later(view: CultureWarsView, culture: str) -> frozenset[str]:
    """The rivals who move after the culture: those before it in the order, which movement reverses (CW:29)."""
    order = list(view.order)
    return frozenset(order[: order.index(culture)]) if culture in order else frozenset()


def _comers(o: Outlook, square: str) -> int:
    """Return how many tokens the strongest rival can have in the square when all have moved."""
    strength = dict(o.others.get(square, {}))
    for near in o.beside[square]:
        for culture, n in o.others.get(near, {}).items():
            if culture in o.later:
                strength[culture] = strength.get(culture, 0) + n
    return max(strength.values(), default=0)


def _guards(o: Outlook, square: str) -> int:
    """Own tokens in the settlement that, with those of the supply, leave it five however many come."""
    comers = _comers(o, square)
    return comers - 1 + o.needed - min(o.needed, o.supply) if comers else 0


def _wanted(o: Outlook, square: str) -> int:
    """Tokens beside the settlement that leave it five when rivals near have fought some of them."""
    danger = sum(min(2, _comers(o, near)) for near in o.around[square])
    return o.needed + min(4, (danger + 1) // 2)


def _focus(o: Outlook) -> str:
    """Return the coin to settle next: with many own tokens near, much land around, few rivals.

    A restless culture goes for a free coin, however many tokens are by a coin that is fought over.
    """
    open_coins = [q for q in o.coins if q not in o.owners]
    crowd = SHUNNED if o.restless else CROWD

    def strength(square: str) -> tuple[float, str]:
        ring = {square, *o.around[square]}
        further = {q for p in ring for q in o.around[p]} - ring
        near = sum(o.mine.get(q, 0) for q in ring) + 0.4 * sum(o.mine.get(q, 0) for q in further)
        enemies = sum(sum(o.others.get(q, {}).values()) for q in ring)
        return (near - crowd * enemies + 0.5 * len(o.around[square]) + 0.3 * o.coins[square], square)

    return max(open_coins, key=strength, default="")


def _far(o: Outlook) -> dict[str, int]:
    """Return the steps over land from each square to a goal.

    Goals are coins to settle, own settlements short of support, and rivals' settlements; the last not for a restless
    culture, since a siege settles nothing.
    """
    hungry = [q for q, owner in o.owners.items() if owner == o.culture and o.support(q, owner) < o.needed]
    wanted = [q for q in o.coins if q not in o.owners] if o.supply > PLENTY else [o.focus] if o.focus else []
    feared = [q for q, owner in o.owners.items() if owner != o.culture and not o.restless]
    goals = [*wanted, *hungry, *feared]
    found, edge, steps = dict.fromkeys(goals, 0), goals, 0
    while edge:
        steps += 1
        edge = [q for p in edge for q in o.beside[p] if q not in found and not found.update({q: steps})]
    return found
