"""The board of Culture Wars in words: row by row from the north, or one square with everything about it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from engine.core.atlas import ShapeFacts, SidePicture
from engine.core.message import SEMICOLON, list_of, strung
from engine.core.text import capital, list_parts, paginate, sentence, told_of, words
from engine.culture_wars.presentation.board import CultureBoard, coin, settlement_text, tokens
from engine.culture_wars.presentation.names import NAMES
from engine.culture_wars.presentation.said import said
from engine.culture_wars.view import CultureWarsView, SquareView

PAGE: Final = 2900
BRIEF: Final = 700
CONFLICTS: Final = "conflicts"
PHONE: Final = "phone"
MINE: Final = "mine"
BOARD: Final = CultureBoard()


class CultureAtlas:
    """The board in words."""

    shows: tuple[str, ...] = (CONFLICTS, PHONE)
    side_pictures: tuple[str, ...] = ()

    def side_picture(self, _view: CultureWarsView, name: str, _seat: str) -> SidePicture:
        """Raise KeyError: there are no pictures beside the board."""
        raise KeyError(name)

    def pictures_to_post(self, _view: CultureWarsView, _since: CultureWarsView) -> Sequence[str]:
        """Return nothing: the board shows it all."""
        return ()

    def regions(self, _view: CultureWarsView) -> Sequence[tuple[str, str]]:
        """Return nothing: there are no regions."""
        return ()

    def is_region(self, _slug: str) -> bool:
        """Return False: there are no regions."""
        return False

    def area(self, view: CultureWarsView, slug: str) -> str:
        """Return what is on a square, what it supports, its tile, its coasts, and its neighbours."""
        near = " · ".join(f"{name} {state(view, name)}".strip() for name in BOARD.near(view, slug))
        return f"**{slug}** {facts(view, slug)} {said('square.near', squares=near)}"

    def shape(self, view: CultureWarsView, shape: str) -> ShapeFacts:
        """Return the name of a square, and what is on it; of a tile, or a place for it, the name alone."""
        kind, _, slug = shape.partition(":")
        if kind == "tile":
            return ShapeFacts(words("option.tile.tile", tile=slug), "")
        if kind == "place":
            return ShapeFacts(f"{words(f'option.tile.{slug[0]}')} {slug.upper()}", "")
        return ShapeFacts(slug, capital(facts(view, slug)))

    def pages(self, view: CultureWarsView, only: Iterable[str] | None = None) -> list[str]:
        """Return a paragraph for each row with pieces; then the empty squares by number."""
        wanted = None if only is None else frozenset(only)
        rows: dict[int, list[str]] = {}
        for name, square in view.squares.items():
            if (wanted is None or name in wanted) and state(view, name):
                rows.setdefault(square.row, []).append(f"{told_of(name, state(view, name))}.")
        lines = [said("row", row=row + 1, squares=" ".join(rows[row])) for row in sorted(rows, reverse=True)]
        bare = sum(not state(view, name) for name in view.squares)
        return paginate([*lines, *([said("bare", n=bare)] if wanted is None and bare else [])], "\n", PAGE)

    def within(self, view: CultureWarsView, show: str, seats: Sequence[str]) -> list[str]:
        """Return the squares with the seats' tokens or settlements, or those in conflict; for a phone, all squares."""
        if show == PHONE:
            return list(view.squares)
        if show == CONFLICTS:
            return list(view.conflicts)
        return [name for name, square in view.squares.items() if show == MINE and _holds(square, seats)]

    def changed_areas(self, view: CultureWarsView, since: CultureWarsView) -> list[str]:
        """Return the squares that have changed."""
        return [name for name in view.squares if name not in since.squares or state(view, name) != state(since, name)]

    def changes(self, view: CultureWarsView, since: CultureWarsView) -> list[str]:
        """Return what was and what is on each square that has changed, in pages."""
        lines = [
            said("changed", square=name, before=_before(since, name), after=state(view, name) or said("square.empty"))
            for name in self.changed_areas(view, since)
        ]
        return paginate(lines, "\n", PAGE)

    def own(self, view: CultureWarsView, seat: str) -> list[str]:
        """Return nothing: the board shows it all."""
        del view, seat
        return []

    def brief(self, view: CultureWarsView) -> str:
        """Return the conflicts; without any, each culture's settlements; before there are pieces, the tiles."""
        if view.phase == "setup.tile":
            return tiles(view)
        found = [f"{name} ({state(view, name)})" for name in view.conflicts]
        if found:
            return said("conflicts", squares=list_parts(found, BRIEF))
        held = [
            told_of(NAMES.name("civ", slug), ", ".join(own.settlements) or said("none"))
            for slug, own in view.cultures.items()
        ]
        return said("settlements_of", cultures=sentence(strung(held, SEMICOLON)))


def facts(view: CultureWarsView, name: str) -> str:
    """Return what is on a square, what it supports, its coasts and its tile."""
    square = view.squares[name]
    limit = [] if square.limit is None else [said("square.limit", n=square.limit)]
    coasts = [said("square.coast", seas=", ".join(said(f"sea.{sea}") for sea in square.coasts))]
    here, tile = f"{state(view, name) or said('square.empty')}.", said("square.tile", tile=square.tile)
    return " ".join([here, *limit, *(coasts if square.coasts else []), tile])


def tiles(view: CultureWarsView) -> str:
    """Return how many tiles there are, which of them can move, and the places for the one being moved."""
    parts = [said("tiles", n=len(view.tiles), tiles=list_of(list(view.movable)), seas=len(view.seas))]
    if view.moving:
        places = ", ".join(token.upper() for token in view.moving.places)
        parts.append(said("places", tile=view.moving.tile, places=places))
    return " ".join(parts)


def state(view: CultureWarsView, name: str) -> str:
    """Return what is on a square: `settlement of Moons, 4 of 5 in support, Suns 3, in conflict`; empty for nothing."""
    square = view.squares[name]
    parts = [settlement_text(square), coin(square), *tokens(square), said("in_conflict") if square.conflict else ""]
    return ", ".join(part for part in parts if part)


def _before(since: CultureWarsView, name: str) -> str:
    return (state(since, name) if name in since.squares else "") or said("square.empty")


def _holds(square: SquareView, seats: Sequence[str]) -> bool:
    return bool(set(seats) & set(square.tokens)) or square.owner in seats
