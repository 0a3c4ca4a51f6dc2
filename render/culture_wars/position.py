"""A public view of Culture Wars as the pictures need it: squares, cultures, and what has changed since another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from engine.core.text import words
from engine.culture_wars.view import CultureView, CultureWarsView, SquareView

Place: TypeAlias = tuple[int, int]
SIGNS = {"suns": "sun", "moons": "crescent", "crowns": "crown", "arms": "swords"}


@dataclass(frozen=True, slots=True)
class Square:
    """A land square: column and row from the south-west, its coin, settlement, tokens, and what has changed."""

    name: str
    column: int
    row: int
    coin: str
    suit: str
    owner: str
    support: int
    needed: int
    tokens: Mapping[str, int]
    limit: int | None
    conflict: bool
    change: Mapping[str, int]
    changed: bool


@dataclass(frozen=True, slots=True)
class ShownCulture:
    """A player's people."""

    slug: str
    name: str
    player: str
    by: str
    colour: str
    sign: str
    supply: int
    tokens: int
    settlements: int
    ace: bool
    hidden: int
    place: int | None
    alive: bool


@dataclass(frozen=True, slots=True)
class Position:
    """Everything a picture shows."""

    view: CultureWarsView
    squares: Mapping[str, Square]
    cultures: Mapping[str, ShownCulture]
    laid: frozenset[str] = frozenset()
    """The tiles that have been moved."""

    @property
    def order(self) -> list[str]:
        """Return the cultures in the order revealed, or by seat while it is hidden."""
        return list(self.view.order) or list(self.cultures)

    @property
    def phase(self) -> str:
        return self.view.phase

    @property
    def target(self) -> int:
        return self.view.victory.target

    @property
    def waiting(self) -> list[str]:
        return list(self.view.waiting_for)

    @property
    def holding(self) -> list[str]:
        return list(self.view.victory.holding)

    @property
    def sea(self) -> dict[Place, str]:
        """Return the water within the extent, with its sea."""
        return {place_of(name): sea for name, sea in self.view.sea.items()}

    @property
    def extent(self) -> Place:
        return self.view.extent.columns, self.view.extent.rows

    @property
    def moving_tiles(self) -> bool:
        """Return whether the land is still being shaped: tiles show their numbers then."""
        return self.phase in {"setup.order", "setup.tile"}

    @property
    def offered(self) -> dict[str, Place]:
        """Return the places for the tile being moved, by token."""
        moving = self.view.moving
        return {token: (at.column, at.row) for token, at in moving.places.items()} if moving else {}


def place_of(name: str) -> Place:
    """Return the column and row of a square's name."""
    return ord(name[0]) - ord("a"), int(name[1:]) - 1


def read(
    view: CultureWarsView, since: CultureWarsView | None = None, names: Mapping[str, str] | None = None
) -> Position:
    """Return a view with its changes; `names` are players' names by culture."""
    before = since.squares if since and since.extent == view.extent else {}
    squares = {name: square(name, s, before.get(name)) for name, s in view.squares.items()}
    cultures = {slug: culture(slug, c, (names or {}).get(slug)) for slug, c in view.cultures.items()}
    return Position(view, squares, cultures, moved_tiles(since, view) if since else frozenset())


def moved_tiles(since: CultureWarsView, view: CultureWarsView) -> frozenset[str]:
    """Return the tiles that lie elsewhere within the land's frame than they did."""
    then, now = ({number: _in_frame(v, number) for number in v.tiles} for v in (since, view))
    return frozenset(number for number, at in now.items() if then.get(number) != at)


def _in_frame(view: CultureWarsView, number: str) -> Place:
    corner, frame = view.tiles[number], view.frame
    return corner.column - frame.column, corner.row - frame.row


def square(name: str, seen: SquareView, before: SquareView | None) -> Square:
    """Return one square, with the tokens gained and lost since."""
    coin, settled, tokens = seen.coin, seen.settlement, seen.tokens
    then = before.tokens if before else tokens
    change = {c: tokens.get(c, 0) - then.get(c, 0) for c in {**tokens, **then}}
    other = before is not None and (before.coin, before.owner) != (coin, seen.owner)
    return Square(
        name=name,
        column=seen.column,
        row=seen.row,
        coin=str(coin.number or "") if coin else "",
        suit=coin.suit if coin else "",
        owner=seen.owner,
        support=settled.support if settled else 0,
        needed=settled.needed if settled else 0,
        tokens=tokens,
        limit=seen.limit,
        conflict=seen.conflict,
        change={c: n for c, n in change.items() if n},
        changed=other or any(change.values()),
    )


def culture(slug: str, seen: CultureView, player: str | None) -> ShownCulture:
    """Return one player's people."""
    return ShownCulture(
        slug=slug,
        name=words(f"culture_wars.name.{slug}"),
        player=player if player is not None else seen.player,
        by=seen.by,
        colour=seen.colour,
        sign=SIGNS[slug],
        supply=seen.supply,
        tokens=seen.tokens,
        settlements=len(seen.settlements),
        ace=seen.ace,
        hidden=seen.hidden,
        place=seen.place,
        alive=seen.alive,
    )
