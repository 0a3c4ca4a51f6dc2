"""Phase 5: movement over land and by ship (CIV §8).

An answer to `movement.tokens` is a move, as `moves.py` says how it is written, or `done`: the others stay. Tokens that
have moved do not move again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from typing import Any

from engine.civ import verbs
from engine.civ.board import areas_with_tokens, land, shared_areas, tokens
from engine.civ.effects import (
    crosses_seas,
    guarded_areas,
    may_enter,
    may_pass,
    most_entering,
    ship_load,
    ship_range,
    walks_twice,
)
from engine.civ.geography import area_of, areas_in_reach, courses, geography, harbours_in_reach, shores
from engine.civ.moves import Move, move_of
from engine.civ.state import State
from engine.civ.together import together
from engine.civ.verbs import area, nation, tell
from engine.core.ask import choose

DONE = "done"
OVERLAND = -1  # steps of no ship


async def move(s: State) -> str:
    """Let the next nation move its tokens and ships, in the order of the census (CIV §8.1)."""
    if s.options.simultaneous_moves:
        return await move_all(s)
    await moves(s, s.order[s.active])
    return verbs.next_turn_of(s, "conflict.tokens")


async def plan(s: State, name: str) -> list[str]:
    """Ask for the moves that a nation plans on a copy, without telling anyone."""
    return await moves(s, name, told=False)


async def moves(s: State, name: str, *, told: bool = True) -> list[str]:
    """Ask for the nation's moves, one by one, until it stops. Return them."""
    verbs.new_action(s)
    verbs.begin_moves(s, name)
    made, ways = list[str](), Ways(s, name)
    while (options := ways.options()) != [DONE]:
        token = await choose(name, "movement.tokens", options, left=sum(ways.movable_tokens.values()))
        if token == DONE:
            break
        done = move_of(token)
        carry_out(s, name, done)
        ways.note_move(done.start_area, done.goal_area)
        if told:
            tell_move(s, name, done)
        made.append(token)
    verbs.end_moves(s)
    if told and not made:
        tell(s, "movement.stayed", player=nation(name))
    return made


async def move_all(s: State) -> str:
    """Ask all for plans at once, and carry them out in the order of the census (CIV-RUL-052)."""
    plans = await together(s, "movement.all", s.order, plan)
    for name in s.order:
        verbs.new_action(s)
        verbs.begin_moves(s, name)
        ways = Ways(s, name)
        for token in plans[name]:
            planned = move_of(token)
            if ways.offers(token):
                carry_out(s, name, planned)
                tell_move(s, name, planned)
            else:
                tell_not_made(s, name, planned)
        land_all(s, name)
        verbs.end_moves(s)
    return verbs.go_on(s, "conflict.tokens")


def tell_not_made(s: State, name: str, move: Move) -> None:
    """Tell that a planned move is no longer possible."""
    said: dict[str, Any] = {"start": area(move.start_area), "goal": area(move.goal_area), "n": move.n}
    tell(s, "movement.not_made", player=nation(name), **said)


def land_all(s: State, name: str) -> None:
    """Land everyone still aboard because a later part of a plan was dropped."""
    for i, ship in enumerate(s.sailing):
        if ship.aboard:
            verbs.disembark(s, name, i, ship.aboard)


def unmoved_tokens(s: State, name: str, where: str) -> int:
    """Return the tokens of the mover there that can still move."""
    return tokens(s, where, name) - s.moved.get(where, 0)


class Ways:
    """The moves of a nation while it moves: what starts at a place is written once for all that it depends on.

    Others' units stay where they are meanwhile: they matter only where the nation's own have come beside them.
    """

    def __init__(self, s: State, name: str) -> None:
        self._s, self._name = s, name
        self._guarded, self._roads = guarded_areas(s, name), walks_twice(s, name)
        self._met = shared_areas(s, name) if self._roads else self._guarded
        self._range, self._load, self._seas = ship_range(s, name), ship_load(s, name), crosses_seas(s, name)
        self._kept: dict[tuple[str, int, int, tuple[int, ...]], Sequence[str]] = {}
        self._borders: dict[str, frozenset[str]] = {}
        self._by_land: dict[str, Sequence[str]] = {}  # where nothing has changed since they were written
        self._by_sea: dict[int, tuple[str, Sequence[str]]] = {}  # the same of ships, with the areas where they lie

    def options(self) -> list[str]:
        """Return every possible move. While tokens are aboard, only that ship continues: all must land (CIV §8.4)."""
        s, name = self._s, self._name
        for i, ship in enumerate(s.sailing):
            if ship.aboard:
                return [*landings(s, name, i), *self._sails(i)]
        found, written = [DONE], self._by_land
        for where, n in self.movable_tokens.items():
            if where not in written:
                written[where] = self._steps(where, n)
            found += written[where]
        ships = first_ships(s, name)
        for i, harbour in ships.items():
            if i not in self._by_sea:
                where = area_of(harbour)
                self._by_sea[i] = where, self._voyages(i, self.movable_tokens.get(where, 0))
            found += self._by_sea[i][1]
        return found if len({*ships.values()}) == len(ships) else list(dict.fromkeys(found))

    def offers(self, token: str) -> bool:
        """Return whether the move is one of the options; only what starts at the same place has to be looked at."""
        s, name = self._s, self._name
        if any(ship.aboard for ship in s.sailing):
            return token in self.options()
        if "~" not in token:
            start = token.partition(">")[0]
            return token in self._steps(start, unmoved_tokens(s, name, start))
        start = token.partition("~")[0]
        n, here = unmoved_tokens(s, name, area_of(start)), [i for i, at in first_ships(s, name).items() if at == start]
        return any(token in self._voyages(i, n) for i in here)

    @cached_property
    def movable_tokens(self) -> dict[str, int]:
        """Return where its tokens can still move, and how many, in the order of the board."""
        return {where: n for where in areas_with_tokens(self._s, self._name) if (n := self._unmoved(where))}

    def note_move(self, start: str, goal: str) -> None:
        """Note that a move has been made: fewer can still move where it began, and as many as before everywhere
        else.
        """
        if n := self._unmoved(start):
            self.movable_tokens[start] = n
        else:
            self.movable_tokens.pop(start, None)
        self._by_land.pop(start, None)
        if start in self._met or goal in self._met:
            self._by_land, self._by_sea = {}, {}
        else:
            self._by_sea = {i: voyages for i, voyages in self._by_sea.items() if voyages[0] != start}

    def _unmoved(self, where: str) -> int:
        return unmoved_tokens(self._s, self._name, where)

    def _steps(self, where: str, n: int) -> Sequence[str]:
        """Over land, of those who can still move."""
        if not n:
            return ()
        if not self._met and not self._roads:
            return free_steps(self._s.options.map, where, n)
        beside = self._beside(where)
        kept = self._kept.get((where, n, OVERLAND, beside))
        if kept is None:
            kept = self._kept[where, n, OVERLAND, beside] = self._walks(where, n)
        return kept

    def _beside(self, where: str) -> tuple[int, ...]:
        """Return how many of its tokens are where it meets others on land routes from there."""
        border = self._borders.get(where)
        if border is None:
            border = self._borders[where] = areas_in_reach(self._s.options.map, where, 1 + self._roads) & self._met
        return self._at(border) if border else ()

    def _voyages(self, ship: int, n: int) -> Sequence[str]:
        """Return the voyages of an empty ship by its place, its steps so far, and how many may go aboard."""
        s, harbour, gone = self._s, self._s.nations[self._name].ships[ship], self._s.sailing[ship].steps
        reach = s.options.map, harbour, self._range - gone, self._seas
        if not self._guarded:
            return free_voyages(*reach, min(self._load, n), 0)
        beside = self._at(shores(*reach) & self._guarded)
        kept = self._kept.get((harbour, n, gone, beside))
        if kept is None:
            kept = self._kept[harbour, n, gone, beside] = self._sails(ship)
        return kept

    def _walks(self, start: str, most: int) -> Sequence[str]:
        """One step over land, and two with roads (CIV §8.2, §8.3)."""
        s, name = self._s, self._name
        near = one_step(s, name, start, most, self._guarded)
        if not self._roads:
            return near
        found = list(near)
        for goal, most_there in second_steps(s, name, start, most).items():
            fitting = most_entering(s, name, goal, most_there) if goal in self._guarded else most_there
            found += [f"{start}>>{goal}:{n}" for n in numbers(fitting)]
        return found

    def _sails(self, ship: int) -> Sequence[str]:
        """Return where the ship can sail now, with how many: those aboard, and more from its area (CIV §8.4)."""
        s, name = self._s, self._name
        harbour, gone = s.nations[name].ships[ship], s.sailing[ship]
        most = min(self._load, gone.aboard + unmoved_tokens(s, name, area_of(harbour)))
        reach = s.options.map, harbour, self._range - gone.steps, self._seas
        if not self._guarded or self._guarded.isdisjoint(shores(*reach)):
            return free_voyages(*reach, most, gone.aboard)
        found = list[str]()
        for goal, way, goes_on in courses(*reach):
            there = most_entering(s, name, goal, most) if goal in self._guarded else most
            found += [way + n for n in loads(there, gone.aboard)[goes_on]]
        return found

    def _at(self, areas: Iterable[str]) -> tuple[int, ...]:
        """Return how many of its tokens are in each of these areas."""
        return tuple([tokens(self._s, where, self._name) for where in areas])


def one_step(s: State, name: str, start: str, most: int, barring: frozenset[str]) -> Sequence[str]:
    """Return the steps to the neighbours by land, each with as many tokens as may go there, the most first."""
    ways, goals = land(s).walks[start], land(s).by_land[start]
    if barring.isdisjoint(goals):
        return free_steps(s.options.map, start, most)
    fitting = [most_entering(s, name, goal, most) for goal in goals]
    return [way + n for way, there in zip(ways, fitting, strict=True) for n in numbers(there)]


@lru_cache(maxsize=8192)
def free_steps(map_id: str, start: str, most: int) -> tuple[str, ...]:
    """Return the steps over land if nobody keeps its tokens out."""
    return tuple([way + n for way in geography(map_id).walks[start] for n in numbers(most)])


@lru_cache(maxsize=8192)
def free_voyages(map_id: str, harbour: str, steps: int, open_sea: bool, most: int, least: int) -> tuple[str, ...]:
    """Return the voyages of a ship with that many tokens (at least those aboard) if nobody keeps them out."""
    ends, goes_on = loads(most, least)
    reached = harbours_in_reach(map_id, harbour, steps, open_sea).items()
    return tuple([f"{harbour}~{goal}{n}" for goal, far in reached for n in (goes_on if far < steps else ends)])


@cache
def numbers(most: int) -> tuple[str, ...]:
    """Return the numbers from `most` down to 1 as texts."""
    return tuple(str(n) for n in range(most, 0, -1))


def second_steps(s: State, name: str, start: str, most: int) -> Mapping[str, int]:
    """Return where a second step leads, with how many tokens at most, without what one step reaches."""
    borders, found = land(s).by_land, dict[str, int]()
    for over in borders[start]:
        n = next((k for k in range(most_entering(s, name, over, most), 0, -1) if may_pass(s, name, over, k)), 0)
        for goal in borders[over] if n else ():
            if goal != start and goal not in borders[start]:
                found[goal] = max(n, found.get(goal, 0))
    return found


def first_ships(s: State, name: str) -> dict[int, str]:
    """Return the nation's ships with their harbours; of those with the same harbour and steps only the first."""
    seen, found = set[tuple[str, int]](), dict[int, str]()
    for i, harbour in enumerate(s.nations[name].ships):
        alike = harbour, s.sailing[i].steps
        if alike not in seen:
            seen.add(alike)
            found[i] = harbour
    return found


@cache
def loads(most: int, least: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the endings of voyages with `most` to `least` tokens: if all land, and if they may also stay aboard."""
    counts = range(most, least - 1, -1)
    lands = tuple(f":{n}" for n in counts)
    return lands, (*lands, *(f"+{n}" for n in counts if n))


def landings(s: State, name: str, ship: int) -> Iterator[str]:
    """Yield how many of those aboard may land where the ship is."""
    harbour = s.nations[name].ships[ship]
    for n in range(s.sailing[ship].aboard, 0, -1):
        if may_enter(s, name, area_of(harbour), n):
            yield f"{harbour}!{n}"


def carry_out(s: State, name: str, move: Move) -> None:
    """Make one move."""
    if move.way == "~":
        voyage(s, name, move)
    elif move.way == "!":
        verbs.disembark(s, name, aboard_at(s), move.n)
    else:
        verbs.walk(s, name, move.start, move.goal, move.n)


def voyage(s: State, name: str, move: Move) -> None:
    """Sail a ship, with tokens that it lands or keeps aboard."""
    lands = not move.stays_aboard
    ship, far = ship_for(s, name, move.start, move.goal, lands=lands)
    verbs.embark(s, name, ship, move.n - s.sailing[ship].aboard)
    verbs.sail(s, name, ship, move.goal, far)
    if lands and move.n:
        verbs.disembark(s, name, ship, move.n)


def tell_move(s: State, name: str, move: Move) -> None:
    """Tell who moved or sailed from where to where, or landed."""
    start, goal, who, n = move.start_area, move.goal_area, nation(name), move.n
    if move.way == "!":
        tell(s, "movement.landed", focus=[start], player=who, n=n, area=area(start))
    else:
        key = "walked" if move.way != "~" else "sailed" if n else "empty"
        tell(s, f"movement.{key}", focus=[start, goal], player=who, n=n, start=area(start), goal=area(goal))


def ship_for(s: State, name: str, harbour: str, goal: str, *, lands: bool) -> tuple[int, int]:
    """Return the ship that sails from there, and its steps: the one with tokens aboard, else the one that has gone
    farthest.

    One that will continue with tokens aboard is the one that has gone least.
    """
    most, seas = ship_range(s, name), crosses_seas(s, name)
    here = [i for i, place in enumerate(s.nations[name].ships) if place == harbour]
    for i in sorted(here, key=lambda i: (-s.sailing[i].aboard, s.sailing[i].steps * (-1 if lands else 1))):
        reached = harbours_in_reach(s.options.map, harbour, most - s.sailing[i].steps, seas)
        if goal in reached:
            return i, reached[goal]
    raise AssertionError(f"no ship of {name} sails from {harbour} to {goal}")


def aboard_at(s: State) -> int:
    """Return the ship with tokens aboard; there is one at most."""
    return next(i for i, ship in enumerate(s.sailing) if ship.aboard)
