"""Player order, the expansion of populations (CW:36-42), and movement over land and by boat, with every variant
(CW:44-55).

An answer to `movement.move` is a token such as `c4>c5:3`: three tokens of c4 go to c5. `f5~k9:2` is a move by boat.
`done` ends the player's movement.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from itertools import chain

from engine.core.ask import choose, some
from engine.core.message import list_of
from engine.culture_wars import verbs
from engine.culture_wars.board import squares_of
from engine.culture_wars.catalog import RULES
from engine.culture_wars.geography import WALK, geography, move_answers
from engine.culture_wars.state import State
from engine.culture_wars.strong.reasons import explain_move
from engine.culture_wars.turns import mover
from engine.culture_wars.verbs import player, square, tell


async def reveal_order(s: State) -> str:
    """Reveal the order of this turn by the Null coins (CW:36, CW:38)."""
    verbs.reveal_order(s)
    tell(s, "order.revealed", players=list_of([player(c) for c in s.order]))
    return verbs.go_on(s, "expansion")


async def expand(s: State) -> str:
    """Add a token to every square that has one, in player order, while there are tokens (CW:42).

    If there are too few, the owner chooses which squares grow (AMB-124).
    """
    culture = mover(s)
    squares, supply = squares_of(s, culture), s.cultures[culture].supply
    growing = await some(culture, "growth.squares", squares, supply, supply, supply=supply, squares=len(squares))
    verbs.new_action(s)
    verbs.grow(s, culture, growing)
    if growing:
        named = list_of([square(q) for q in growing])
        tell(s, "expansion.grown", focus=growing, player=player(culture), n=len(growing), squares=named)
    elif squares:
        tell(s, "expansion.none", player=player(culture))
    return verbs.next_turn(s, "movement")


DONE = "done"
SAIL = "~"


async def move(s: State) -> str:
    """Let the player move any tokens, each once, in reverse order (CW:46)."""
    culture = mover(s)
    verbs.new_action(s)
    made, ways, left = 0, Ways(s, culture), unmoved_tokens(s, culture)
    moves = {**ways.moves(), DONE: (DONE,)}
    while True:
        options = sum(moves.values(), ())
        if (token := await choose(culture, "movement.move", options, tokens=left)) == DONE:
            break
        start, way, goal, n = parse(token)
        made, left = made + 1, left - n
        verbs.move(s, culture, start, goal, n)
        moves[start] = ways.moves_from(start)
        explain_move(s, culture, goal)
        key = "movement.sailed" if way == SAIL else "movement.moved"
        tell(s, key, focus=[start, goal], player=player(culture), n=n, start=square(start), goal=square(goal))
    if not made:
        tell(s, "movement.stayed", player=player(culture))
    return verbs.next_turn(s, "conflict")


def parse(token: str) -> tuple[str, str, str, int]:
    """Start, way (`>` or `~`), goal and number of an answer to `movement.move`."""
    way = SAIL if SAIL in token else WALK
    start, rest = token.split(way)
    goal, n = rest.split(":")
    return start, way, goal, int(n)


def unmoved_at(s: State, culture: str, start: str) -> int:
    """Return how many tokens there may still move this turn."""
    here = s.tokens.get(start)
    return here.get(culture, 0) - s.moved.get(start, 0) if here else 0


def unmoved_tokens(s: State, culture: str) -> int:
    """Return how many tokens of the culture may still move this turn: neither in supply nor moved."""
    return RULES.tokens - s.cultures[culture].supply - sum(s.moved.values())


class Ways:
    """Where a culture's tokens can get from each square; constant while it moves, since no settlement changes."""

    def __init__(self, s: State, culture: str) -> None:
        self._s, self._culture, self._land = s, culture, geography(s)
        self._ports = frozenset([q for q, coin in s.coins.items() if coin.settled and coin.suit == culture])
        self._pace = (s.options.diagonal, s.options.two_spaces)
        self._walks = self._land.walks[self._pace]
        self._roads = self._ports if s.options.settlement_roads else frozenset[str]()

    def moves(self) -> dict[str, tuple[str, ...]]:
        """Return every move of one or more tokens together, by start; then by goal, all of them first."""
        return {start: self.moves_from(start) for start in squares_of(self._s, self._culture)}

    def moves_from(self, start: str) -> tuple[str, ...]:
        """Return the moves of those that are left there; where tokens have come to as many may still move as before."""
        n = unmoved_at(self._s, self._culture, start)
        if not n:
            return ()
        walks = move_answers(start, WALK, self.walks(start), n)
        return walks + move_answers(start, SAIL, self.sailings(start), n) if self._ports else walks

    def walks(self, start: str) -> tuple[str, ...]:
        """Return the squares a token reaches over land: one space, not diagonally (CW:46), unless a variant allows
        more.
        """
        return self._by_road(start) if self._roads else self._walks[start]

    def _by_road(self, start: str) -> tuple[str, ...]:
        diagonal, two_spaces = self._pace
        near, left = self._land.walks[diagonal, False], {start: 2 if two_spaces else 1}
        edge = [start]
        while edge:
            come = [(q, left[p] - 1) for p in edge if left[p] for q in near[p]]
            come += [(q, left[p]) for p in edge if p != start for q in self._leads_on(p)]
            edge = [q for q, spaces in come if spaces > left.get(q, -1) and not left.update({q: spaces})]
        return tuple([q for q in left if q != start])

    def _leads_on(self, square: str) -> tuple[str, ...]:
        """Return where a token may go on from the square: all around an own settlement (CW:54)."""
        return self._land.around[square] if square in self._roads else ()

    def sailings(self, start: str) -> tuple[str, ...]:
        """Return the squares a token reaches by boat, where it cannot walk.

        From beside or in an own coastal settlement to a coast of the same sea beside another settlement (CW:46,
        AMB-125), or to any coast of that sea with the variant (CW:55); on from an own settlement entered so (CW:54).
        """
        harbours = [q for q in (start, *self._land.near[start]) if q in self._ports] if self._ports else []
        if not harbours:
            return ()
        reached = dict.fromkeys([goal for harbour in harbours for goal in self._landings[harbour]])
        edge = list(reached)
        while edge:
            onward = [q for p in edge for q in self._leads_on(p)]
            edge = [q for q in onward if q not in reached and not reached.update({q: None})]
        nearer = {start, *self.walks(start)}
        return tuple([q for q in reached if q not in nearer])

    @cached_property
    def _landings(self) -> Mapping[str, list[str]]:
        """The coasts that boats of each own settlement reach: beside another settlement, even an inland one (N-43)."""
        s, land = self._s, self._land
        near = {port: land.near[port] for port, coin in s.coins.items() if coin.settled}
        found: dict[str, list[str]] = {}
        for harbour in self._ports:
            beside = {q for port, around in near.items() if port != harbour for q in around}
            shores = [q for sea in land.coasts[harbour] for q in land.shores[sea]]
            found[harbour] = shores if s.options.any_coast else [q for q in shores if q in beside]
        return found


def options(s: State, culture: str) -> list[str]:
    """Return every move of one or more tokens together."""
    return list(chain.from_iterable(Ways(s, culture).moves().values()))


def walks(s: State, culture: str, start: str) -> tuple[str, ...]:
    """Return the squares a token of the culture reaches over land."""
    return Ways(s, culture).walks(start)


def sailings(s: State, culture: str, start: str) -> tuple[str, ...]:
    """Return the squares a token of the culture reaches by boat, where it cannot walk."""
    return Ways(s, culture).sailings(start)
