"""Reads a line of moves: the tokens left to move, where ships have sailed to, and the next item."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engine.civ.effects import crosses_seas_with, ship_load_with, ship_range_with, walks_twice_with
from engine.civ.geography import Geography, area_of, geography, harbours_in_reach
from engine.civ.moves import Move, move_in, move_of
from engine.civ.presentation.board import areas, areas_of, nation
from engine.civ.presentation.names import NAMES
from engine.civ.view import CivView
from engine.core.naming import WrongLine
from engine.core.presentation import Scene


@dataclass(slots=True)
class LineShip:
    """A ship during the reading of a line: where it is now, and the steps that it has made."""

    harbour: str
    steps: int = 0


@dataclass(frozen=True, slots=True)
class Leg:
    """One move as it is typed; no number means all tokens there."""

    start: str
    goal: str
    via: str
    n: int | None
    item: str


@dataclass(slots=True)
class MoveLine:
    """What a line of moves has read so far."""

    scene: Scene[CivView]
    left: Counter[str]
    """the tokens left to move, by area"""
    ships: list[LineShip]
    """the ships with their positions"""
    aboard: int = 0
    come: Counter[str] = field(default_factory=Counter)
    """the tokens that have come, by area"""
    going: Counter[str] = field(default_factory=Counter)
    """how many have left the area where they began; those aboard count once, wherever their ship sails"""
    moves: list[str] = field(default_factory=list)
    """the moves read so far"""

    @classmethod
    def from_plan(cls, scene: Scene[CivView]) -> MoveLine:
        """Return the start of a line: after the moves that are planned already."""
        own = nation(scene.before, scene.seat)
        ships = [LineShip(harbour) for harbour in own.ships]
        march = cls(scene, Counter(unmoved_tokens(scene)), ships, own.aboard)
        for move in filter(None, map(move_in, scene.plan)):
            march.follow(move)
            ship = next((s for s in march.ships if s.harbour == move.start), None) if move.way == "~" else None
            if ship:
                march.voyage(ship, move.goal)
        return march

    def follow(self, move: Move) -> None:
        """Count who goes and who has come; those aboard have gone before."""
        gone = 0 if move.way == "!" else max(0, move.n - self.aboard)
        self.left[move.start_area] -= gone
        self.going[move.start_area] += gone
        self.come[move.goal_area] += 0 if move.stays_aboard else move.n
        self.aboard = move.n if move.stays_aboard else self.aboard - move.n if move.way == "!" else 0

    def add(self, move: Move) -> None:
        """Add one move."""
        self.moves.append(move.as_text)
        self.follow(move)

    @property
    def land(self) -> Geography:
        """Return the map in play."""
        return geography(self.scene.before.map.id)

    @property
    def advances(self) -> Sequence[str]:
        """Return the advances of the nation that moves."""
        held: Sequence[str] = nation(self.scene.before, self.scene.seat).advances
        return held

    @property
    def range(self) -> int:
        """Return how many steps a ship may go (CIV §8.4)."""
        return ship_range_with(self.advances)

    @property
    def load(self) -> int:
        """Return how many tokens a ship carries (CIV §8.4)."""
        return ship_load_with(self.advances)

    def reach(self, ship: LineShip) -> Mapping[str, int]:
        """Return the harbours that the ship can still reach, with the steps to each."""
        return harbours_in_reach(self.land.id, ship.harbour, self.range - ship.steps, crosses_seas_with(self.advances))

    def voyage(self, ship: LineShip, goal: str) -> None:
        """Move the ship to that harbour."""
        ship.steps += self.reach(ship).get(goal, 0)
        ship.harbour = goal

    def add_walk(self, start: str, goal: str, n: int, sign: str = ">") -> None:
        """Add one move over land."""
        self.add(Move(sign, start, goal, n))

    def add_voyage(self, ship: LineShip, goal: str, n: int, *, stays: bool = False) -> None:
        """Add one move by ship."""
        self.add(Move("~", ship.harbour, goal, n, stays))
        self.voyage(ship, goal)

    def add_landing(self, harbour: str, n: int) -> None:
        """Land `n` of the tokens aboard."""
        self.add(Move("!", harbour, harbour, n))

    def offers(self, start: str, goal: str, n: int, sign: str = ">") -> bool:
        """Return whether so many tokens may go there now."""
        return f"{start}{sign}{goal}:{n}" in self.scene.offered


def walk(march: MoveLine, leg: Leg, *, far: bool) -> None:
    """Move tokens one or two steps over land. Raises WrongLine."""
    there = march.left[leg.start]
    start, goal = NAMES.name("area", leg.start), NAMES.name("area", leg.goal)
    if not there:
        raise WrongLine("no_tokens", leg.item, start=start)
    if (leg.n or 0) > there:
        raise WrongLine("too_few_tokens", leg.item, start=start, n=leg.n, there=there)
    if far and not walks_twice_with(march.advances):
        raise WrongLine("no_roads", leg.item, start=start, goal=goal)
    sign, near = (">>" if far else ">"), march.land.by_land
    if leg.via and (leg.via not in near[leg.start] or leg.goal not in near[leg.via]):
        raise WrongLine("no_via", leg.item, start=start, goal=goal, via=NAMES.name("area", leg.via))
    most = next((k for k in range(leg.n or there, 0, -1) if march.offers(leg.start, leg.goal, k, sign)), 0)
    if not most or (leg.n and most < leg.n):
        water = not far and leg.goal in march.land.by_water[leg.start] and leg.goal not in near[leg.start]
        raise WrongLine("over_water" if water else "no_way", leg.item, start=start, goal=goal)
    march.add_walk(leg.start, leg.goal, most, sign)


def sail(march: MoveLine, leg: Leg, *, stays: bool = False) -> int:
    """Sail a ship, with tokens that land or stay aboard, and return how many go. Raises WrongLine."""
    ship = _ship_at(march, leg)
    there = march.left[leg.start] + march.aboard
    n = min(march.load, there) if leg.n is None else leg.n
    if n > march.load:
        raise WrongLine("ship_load", leg.item, n=n, most=march.load)
    if n > there:
        raise WrongLine("too_few_tokens", leg.item, start=NAMES.name("area", leg.start), n=n, there=there)
    march.add_voyage(ship, _harbour(march, ship, leg), n, stays=stays)
    return n


def sail_on(march: MoveLine, leg: Leg, onward: Leg) -> None:
    """Sail a ship to one area, land the tokens that do not go on, and sail to the next area. Raises WrongLine."""
    n = sail(march, leg, stays=True)
    further = min(onward.n or 1, n)
    ship = next(s for s in march.ships if s.harbour == move_of(march.moves[-1]).goal)
    if n > further:
        march.add_landing(ship.harbour, n - further)
    march.add_voyage(ship, _harbour(march, ship, onward), further)


def _ship_at(march: MoveLine, leg: Leg) -> LineShip:
    """A ship of the start, or one that has sailed in this line and comes back for more. Raises WrongLine."""
    here = [ship for ship in march.ships if area_of(ship.harbour) == leg.start]
    if here:
        return max(here, key=lambda ship: max(march.range - ship.steps, 0))
    for ship in march.ships:
        back = next((h for h in march.reach(ship) if area_of(h) == leg.start), "") if ship.steps else ""
        if back:
            march.add_voyage(ship, back, 0)
            return ship
    if away := next((ship for ship in march.ships if ship.steps), None):
        start, goal = NAMES.name("area", area_of(away.harbour)), NAMES.name("area", leg.start)
        raise WrongLine("ship_far", leg.item, start=start, goal=goal, gone=away.steps, most=march.range)
    raise WrongLine("no_ship", leg.item, start=NAMES.name("area", leg.start))


def _harbour(march: MoveLine, ship: LineShip, leg: Leg) -> str:
    """The harbour of the goal that the ship comes to, by the area named on the way. Raises WrongLine."""
    start, goal = NAMES.name("area", area_of(ship.harbour)), NAMES.name("area", leg.goal)
    far = {h: n for h, n in march.reach(ship).items() if area_of(h) == leg.goal}
    if leg.via:
        legs = [LineShip(h, ship.steps + n) for h, n in march.reach(ship).items() if area_of(h) == leg.via]
        far = {h: n for one in legs for h, n in march.reach(one).items() if area_of(h) == leg.goal}
    if not far:
        raise WrongLine("ship_far", leg.item, start=start, goal=goal, gone=ship.steps, most=march.range)
    return min(far, key=lambda harbour: far[harbour])


def unmoved_tokens(scene: Scene[CivView]) -> dict[str, int]:
    """Return the tokens that can still move, by area, on the real board."""
    there = areas(scene.before)
    return {a: there[a].tokens[scene.seat] - there[a].moved for a in areas_of(scene.before, scene.seat)}
