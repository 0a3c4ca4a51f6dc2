"""Population movement, over land and by boat, with every variant (CW:44-55).

An answer to `movement.move` is a token such as `c4>c5:3`: three tokens of c4 go to c5. `f5~k9:2` is a move by boat.
`done` ends the player's movement.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.ask import choose_or_pass
from engine.culture_wars import verbs
from engine.culture_wars.board import held, settlement, tokens
from engine.culture_wars.geography import geography
from engine.culture_wars.state import State
from engine.culture_wars.turns import mover
from engine.culture_wars.verbs import player, square, tell

DONE = "done"
WALK, SAIL = ">", "~"


async def move(s: State) -> str:
    """In reverse order: the player moves any of the tokens, each once (CW:46)."""
    culture = mover(s)
    verbs.new_action(s)
    moves = 0
    while token := await choose_or_pass(
        culture, "movement.move", list(options(s, culture)), stop=DONE, tokens=unmoved_tokens(s, culture)
    ):
        start, way, goal, n = parse(token)
        moves += 1
        verbs.move(s, culture, start, goal, n)
        key = "movement.sailed" if way == SAIL else "movement.moved"
        tell(s, key, focus=[start, goal], player=player(culture), n=n, start=square(start), goal=square(goal))
    if not moves:
        tell(s, "movement.stayed", player=player(culture))
    return verbs.next_turn(s, "conflict")


def parse(token: str) -> tuple[str, str, str, int]:
    """Start, way (`>` or `~`), goal and number of an answer to `movement.move`."""
    way = SAIL if SAIL in token else WALK
    start, rest = token.split(way)
    goal, n = rest.split(":")
    return start, way, goal, int(n)


def options(s: State, culture: str) -> Iterator[str]:
    """Every move of one or more tokens together: by start, then by goal, all of them first."""
    for start in held(s, culture):
        numbers = range(unmoved(s, culture, start), 0, -1)
        yield from (f"{start}{WALK}{goal}:{n}" for goal in walks(s, culture, start) for n in numbers)
        yield from (f"{start}{SAIL}{goal}:{n}" for goal in sailings(s, culture, start) for n in numbers)


def unmoved(s: State, culture: str, start: str) -> int:
    """How many tokens there may still move this turn."""
    return tokens(s, start, culture) - s.moved.get(start, 0)


def unmoved_tokens(s: State, culture: str) -> int:
    """How many tokens of the culture may still move this turn."""
    return sum(unmoved(s, culture, start) for start in held(s, culture))


def walks(s: State, culture: str, start: str) -> list[str]:
    """The squares a token reaches over land: one space, not diagonally (CW:46), unless a variant allows more."""
    land = geography(s)
    ways = land.around if s.options.diagonal else land.near
    reached = dict.fromkeys(ways[start])
    if s.options.two_spaces:
        reached |= dict.fromkeys(q for p in ways[start] for q in ways[p])
    if s.options.settlement_roads:
        own = [p for p in reached if settlement(s, p) == culture]
        reached |= dict.fromkeys(q for p in own for q in land.around[p])
    return [q for q in reached if q != start]


def sailings(s: State, culture: str, start: str) -> list[str]:
    """The coasts a token reaches by boat, where it cannot walk.

    From beside or in an own coastal settlement to a coast beside another settlement of the same sea (CW:46, AMB-125),
    or to any coast of that sea with the variant (CW:55).
    """
    land = geography(s)
    harbours = [q for q in (start, *land.near[start]) if settlement(s, q) == culture]
    if not harbours:
        return []
    reached = dict.fromkeys(goal for harbour in harbours for goal in _landings(s, harbour))
    nearer = {start, *walks(s, culture, start)}
    return [q for q in reached if q not in nearer]


def _landings(s: State, harbour: str) -> Iterator[str]:
    """The coasts that boats of that settlement reach."""
    land = geography(s)
    for sea in land.coasts[harbour]:
        ports = [q for q, coin in s.coins.items() if coin.settled and q != harbour and sea in land.coasts[q]]
        beside = {q for port in ports for q in land.near[port]}
        yield from (q for q in land.land if sea in land.coasts[q] and (s.options.any_coast or q in beside))
