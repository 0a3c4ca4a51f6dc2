"""The computer opponent's answers, from the public view of its seat."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from engine.core.ask import PASS, Ask, Picks, Request
from engine.culture_wars.movement import DONE
from engine.culture_wars.npc.moving import best, moves
from engine.culture_wars.npc.outlook import HORIZON, Outlook, fruitless, outlook
from engine.culture_wars.tiles import HOLE
from engine.culture_wars.view import CultureWarsView

SPREAD: Final = 7  # so that tiles with neighbouring numbers do not go side by side
Answer: TypeAlias = Callable[[CultureWarsView, Request, Ask], Picks]


def answer(view: CultureWarsView, request: Request, ask: Ask) -> Picks:
    """Return a legal answer to a question of the rules: the same whenever the view is. KeyError for an unknown
    question.
    """
    return ANSWERS[request.key](view, request, ask)


def tile(view: CultureWarsView, _request: Request, ask: Ask) -> Picks:
    """Choose the tile with most land beside it, so that the middle stays a sea; another for each move."""
    land = {(q.column, q.row) for q in view.squares.values()}
    at = {token: (view.tiles[token].column, view.tiles[token].row) for token in ask.options}
    edges = {token: sum(q in land for q in rim(at[token])) for token in ask.options}
    deep = [token for token in ask.options if edges[token] == max(edges.values())]
    return (deep[SPREAD * len(view.movable) % len(deep)],)


def place(view: CultureWarsView, _request: Request, ask: Ask) -> Picks:
    """On a coast rather than in the hole, with as many edges to land as possible; another one for each tile."""
    land = {(q.column, q.row) for q in view.squares.values()}
    if view.moving is None:
        raise AssertionError("no tile is being moved")
    at = {token: (p.column, p.row) for token, p in view.moving.places.items()}
    outside = [token for token in ask.options if not token.startswith(HOLE)] or ask.options
    edges = {token: sum(q in land for q in rim(at[token])) for token in outside}
    snug = [token for token in outside if edges[token] == max(edges.values())]
    return (snug[SPREAD * int(view.moving.tile) % len(snug)],)


def rim(corner: tuple[int, int]) -> list[tuple[int, int]]:
    """Return the eight squares beside a tile."""
    x, y = corner
    return [(x + i, y + j) for i in range(-1, 3) for j in range(-1, 3) if (i in {0, 1}) != (j in {0, 1})]


def coin(view: CultureWarsView, _request: Request, ask: Ask) -> Picks:
    """Choose a square with much land around, so that a settlement is supported, near one's other coins."""
    o = outlook(view, ask.seat)
    known = [name for name, q in view.squares.items() if q.coin and q.coin.suit == ask.seat]
    return (min(ask.options, key=lambda q: (-len(o.around[q]), _apart(view, q, known), q)),)


def _apart(view: CultureWarsView, square: str, others: list[str]) -> int:
    """Squares between this and the nearest of the others."""
    at, squares = view.squares[square], view.squares
    reach = [max(abs(at.column - squares[q].column), abs(at.row - squares[q].row)) for q in others]
    return min(reach, default=0)


def first_tokens(view: CultureWarsView, request: Request, ask: Ask) -> Picks:
    """Choose squares without tokens beside the coin with the highest number and the most land."""
    o = outlook(view, ask.seat)
    crowd = {q: sum(rest.values()) for q, rest in o.others.items()}

    def rank(square: str) -> tuple[float, str]:
        coins = [q for q in (square, *o.around[square]) if q in o.coins]
        prospects = max((o.coins[q] + len(o.around[q]) - 2 * _crowded(o, crowd, q) for q in coins), default=0)
        return (-prospects + 4 * (square in request.about or square in o.mine) + 9 * crowd.get(square, 0), square)

    return (min(ask.options, key=rank),)


def _crowded(o: Outlook, crowd: Mapping[str, int], square: str) -> int:
    return sum(crowd.get(q, 0) for q in (square, *o.around[square]))


def choose_growth(view: CultureWarsView, _request: Request, ask: Ask) -> Picks:
    """Choose squares where tokens are nearest to their goals; among those first on coins, then where they are
    fewest.
    """
    o = outlook(view, ask.seat)
    ranked = sorted(ask.options, key=lambda q: (o.far.get(q, HORIZON), q not in o.coins, o.mine.get(q, 0), q))
    return tuple(ranked[: ask.least])


def gives_up(view: CultureWarsView, culture: str) -> bool:
    """Return whether nothing will come of it, and another is the strongest."""
    cultures = view.cultures
    strongest = max(cultures, key=lambda c: (len(cultures[c].settlements), -cultures[c].supply, c))
    return fruitless(view) and culture != strongest


def choose_withdrawal(view: CultureWarsView, ask: Ask) -> str:
    """Return a move off a coin, which it leaves to the other, or towards its largest crowd, most of which is lost
    there.

    Empty if there is none.
    """
    own = {name: q.tokens.get(ask.seat, 0) for name, q in view.squares.items()}
    coins = {name for name, q in view.squares.items() if q.coin}
    joining = [
        one
        for one in moves(ask.options)
        if one.goal not in coins and (one.start in coins or own[one.goal] >= own[one.start])
    ]
    return max(joining, key=lambda one: (one.start in coins, own[one.goal], one.n, one.token)).token if joining else ""


def move(view: CultureWarsView, _request: Request, ask: Ask) -> Picks:
    """Choose a move that leads to a settlement, else the one that improves the position most, else stop."""
    if gives_up(view, ask.seat):
        return (choose_withdrawal(view, ask) or DONE,)
    token = best(outlook(view, ask.seat), ask.options, ace=view.cultures[ask.seat].ace)
    return (token or DONE,)


def form(view: CultureWarsView, _request: Request, ask: Ask) -> Picks:
    """Settle where the settlement will be fed, and starves no other; elsewhere tokens are worth more."""
    if gives_up(view, ask.seat):
        return (PASS,)
    o = outlook(view, ask.seat)
    fed = [q for q in ask.options if q != PASS and _support(o, q) >= o.needed and not _starved(o, q)]
    return (max(fed, key=lambda q: (q in o.coins, _support(o, q))) if fed else PASS,)


def _starved(o: Outlook, square: str) -> list[str]:
    """Own settlements beside it that would have too few tokens without those there."""
    own = [q for q in o.around[square] if o.owners.get(q) == o.culture]
    return [q for q in own if 0 <= _support(o, q) - o.needed < o.tokens_left(square, o.culture)]


def _support(o: Outlook, square: str) -> int:
    return o.support(square, o.culture)


def replacement(_view: CultureWarsView, _request: Request, ask: Ask) -> Picks:
    """Return a coin with its number hidden before the Ace."""
    return (ask.options[0],)


ANSWERS: Final[Mapping[str, Answer]] = {
    "tile.move": tile,
    "tile.place": place,
    "coin.place": coin,
    "token.start": first_tokens,
    "growth.squares": choose_growth,
    "movement.move": move,
    "settle.form": form,
    "settle.coin": replacement,
}
