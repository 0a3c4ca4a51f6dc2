"""What the pictures need of a game, read from its public view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from engine.civ.catalog import NATIONS, NEUTRAL
from engine.civ.view import AreaView, CivView, NationView
from render.paint.wording import texts


@dataclass(frozen=True, slots=True)
class ShownNation:
    """A nation's public facts; `seen` is its entry in the view."""

    slug: str
    name: str
    player: str
    npc: bool
    colour: str
    letter: str
    seen: NationView

    @property
    def hand(self) -> int:
        """Return the money cards in hand."""
        return sum(self.seen.hand.values())

    @property
    def advances(self) -> tuple[str, ...]:
        return self.seen.advances

    @property
    def cities(self) -> int:
        return len(self.seen.cities)


@dataclass(frozen=True, slots=True)
class AreaState:
    """What is in an area, and what is printed there."""

    limit: int
    site: str
    tokens: Mapping[str, int] = field(default_factory=dict)
    city: str = ""
    ships: Mapping[str, int] = field(default_factory=dict)
    conflict: bool = False


@dataclass(frozen=True, slots=True)
class AreaChange:
    """The difference from an earlier view: tokens by owner, owners of a new city and of a lost one."""

    tokens: Mapping[str, int]
    built: str = ""
    lost: str = ""

    def __bool__(self) -> bool:
        return bool(self.tokens or self.built or self.lost)


@dataclass(frozen=True)
class Position:
    """A public view, and an earlier one where changes are to be marked."""

    view: CivView
    map: str
    turn: int
    phase: str
    number: str
    nations: Mapping[str, ShownNation]
    areas: Mapping[str, AreaState]
    before: Mapping[str, AreaState]

    @property
    def mega(self) -> bool:
        return self.view.options.deck == "mega"

    @property
    def track(self) -> str:
        return self.view.options.track

    @property
    def ranking(self) -> list[str]:
        """Return seats in the order of the A.S.T.; those without a nation last."""
        known = [name for name in self.view.ranking if name in self.nations]
        return [*known, *(name for name in self.nations if name not in known)]

    @property
    def waiting(self) -> frozenset[str]:
        return frozenset(self.view.waiting_for)

    @property
    def scores(self) -> Mapping[str, int]:
        """Return the points of each nation once the game is over, the best placed first; none before."""
        result = self.view.result
        return {name: result.scores[name] for name in result.ranking if name in self.nations} if result else {}

    @property
    def winners(self) -> list[str]:
        """Return the winners; empty before the game is over."""
        return [name for name in self.view.result.winners if name in self.nations] if self.view.result else []

    def colour(self, owner: str) -> str:
        """Return the paint of an owner: black for the neutral one."""
        return NATIONS[owner].paint if owner in NATIONS else "black" if owner == NEUTRAL else "white"

    def letter(self, owner: str) -> str:
        return NATIONS[owner].letter if owner in NATIONS else ""

    def name(self, owner: str) -> str:
        return self.nations[owner].name if owner in self.nations else owner

    @cached_property
    def conflicts(self) -> list[str]:
        return [area for area, ground in self.areas.items() if ground.conflict]

    @cached_property
    def harbours(self) -> Mapping[str, Mapping[str, int]]:
        """Return the ships by harbour and owner."""
        counted = Counter((port, name) for name, one in self.nations.items() for port in one.seen.ships)
        found: dict[str, dict[str, int]] = {}
        for (port, name), n in counted.items():
            found.setdefault(port, {})[name] = n
        return found

    @cached_property
    def changed(self) -> list[str]:
        """Return areas that differ from the earlier view."""
        return [area for area in self.areas if self.change(area)]

    def change(self, area: str) -> AreaChange:
        """Return what has changed in an area since the earlier view; nothing without one."""
        if area not in self.before:
            return AreaChange({})
        now, old = self.areas[area], self.before[area]
        owners = [*now.tokens, *(owner for owner in old.tokens if owner not in now.tokens)]
        tokens = {o: now.tokens.get(o, 0) - old.tokens.get(o, 0) for o in owners}
        moved = now.city != old.city
        steps = {owner: n for owner, n in tokens.items() if n}
        return AreaChange(steps, now.city if moved else "", old.city if moved else "")

    def holder(self, area: str) -> str:
        """Return the holder of an area: the city's owner, or the only one with tokens."""
        ground = self.areas[area]
        if ground.city:
            return ground.city
        return next(iter(ground.tokens)) if len(ground.tokens) == 1 else ""


def read(view: CivView, since: CivView | None = None, names: Mapping[str, str] | None = None) -> Position:
    """Return the public view as a position; `names` gives players' names by nation."""
    nations = {slug: read_nation(slug, raw, names or {}) for slug, raw in view.nations.items()}
    return Position(
        view=view,
        map=view.map.id,
        turn=view.turn,
        phase=view.phase,
        number=view.number,
        nations=nations,
        areas=read_areas(view),
        before=read_areas(since) if since else {},
    )


def read_areas(view: CivView) -> dict[str, AreaState]:
    return {area: read_ground(raw) for area, raw in view.areas.items()}


def read_ground(seen: AreaView) -> AreaState:
    tokens = {owner: n for owner, n in seen.tokens.items() if n}
    return AreaState(seen.limit, seen.site, tokens, seen.city or "", seen.ships, seen.conflict)


def seat_name(slug: str) -> str:
    """Return a text such as `Seat 2` for a seat that has not chosen a nation yet."""
    return str(texts("civ_pictures")["civ_pictures"]["panel"]["seat"].format(n=slug.rpartition("_")[2]))


def read_nation(slug: str, seen: NationView, names: Mapping[str, str]) -> ShownNation:
    known = NATIONS.get(slug)
    return ShownNation(
        slug=slug,
        name=known.name if known else seat_name(slug),
        player=names.get(slug) or seen.player,
        npc=seen.by == "npc",
        colour=known.paint if known else "white",
        letter=known.letter if known else "",
        seen=seen,
    )
