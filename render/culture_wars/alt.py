"""Alternative texts of the pictures of Culture Wars."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from engine.core.message import SEMICOLON, list_of, strung
from engine.core.text import is_single, sentence, told_of
from render.culture_wars.panel import turn, words
from render.culture_wars.position import Position, Square
from render.paint.picture import ALT_LIMIT
from render.paint.wording import fit_sentences


def board(position: Position, before: Position | None = None) -> str:
    """Return the state of the game, everyone's strength, conflicts, weak settlements, changes, coins."""
    said = words()["alt"]
    step = words()["steps"].get(position.phase, position.phase)
    sentences = [said["head"].format(turn=turn(position), step=step, order=order(position))]
    sentences += [said["strength"].format(list=apart(strength(position, slug) for slug in position.order))]
    sentences += holding_lines(position) + fights(position) + weak(position)
    if position.moving_tiles:
        sentences += tiles(position)
    if before:
        sentences += changes(position)
    return fit_sentences([*sentences, *population_lines(position), *coins(position)], ALT_LIMIT)


def around(position: Position, name: str, reach: int) -> str:
    """Return a square and its surroundings in words."""
    centre = position.squares[name]
    near = [
        q
        for q in position.squares.values()
        if abs(q.column - centre.column) <= reach
        and abs(q.row - centre.row) <= reach
        and (q.tokens or q.coin or q.owner)
    ]
    said = words()["alt"]
    return fit_sentences(
        [said["around"].format(square=name), *(f"{describe_square(position, q)}." for q in near)], ALT_LIMIT
    )


def order(position: Position) -> str:
    """Return the cultures in order, or that it is hidden."""
    revealed = position.view.order
    return str(list_of([position.cultures[c].name for c in revealed])) if revealed else words()["alt"]["hidden"]


def strength(position: Position, slug: str) -> str:
    """Return a text such as 'Suns: 1 settlement, 12 tokens'."""
    c = position.cultures[slug]
    return told_of(c.name, f"{how_many('settlement', c.settlements)}, {how_many('token', c.tokens)}")


def how_many(what: str, n: int) -> str:
    """Return a text such as '1 settlement', '12 settlements'."""
    said = words()["alt"]
    return str(said[what if is_single(f"culture_wars_pictures.alt.{what}", n) else f"{what}s"].format(n=n))


def apart(told: Iterable[str]) -> str:
    """Return a text such as 'a1: Moons 2; c3: Suns 4'."""
    return sentence(strung(told, SEMICOLON))


def holding_lines(position: Position) -> list[str]:
    """Return who wins if nothing changes."""
    found = [position.cultures[c].name for c in position.holding]
    return [words()["alt"]["holding"].format(list=list_of(found), n=position.target)] if found else []


def fights(position: Position) -> list[str]:
    """Return the squares in conflict."""
    found = [describe_square(position, position.squares[name]) for name in position.view.conflicts]
    return [words()["alt"]["conflicts"].format(list=apart(found))] if found else []


def weak(position: Position) -> list[str]:
    """Return the settlements with too little support."""
    found = [q for q in position.squares.values() if q.owner and q.support < q.needed]
    said = words()["alt"]
    named = [
        said["supported"].format(
            square=q.name, name=position.cultures[q.owner].name, support=q.support, needed=q.needed
        )
        for q in found
    ]
    return [said["weak"].format(list=apart(named))] if found else []


def tiles(position: Position) -> list[str]:
    """Return which tiles may be moved, and where the lifted one may go."""
    said, movable = words()["alt"], [] if position.offered else list(position.view.movable)
    found = [said["movable"].format(list=list_of(movable))] if movable else []
    counted = Counter(token[0].upper() for token in position.offered)
    places = list_of([f"{side}1" if n == 1 else said["from_to"].format(side=side, n=n) for side, n in counted.items()])
    return [*found, *([said["places"].format(list=places)] if places else [])]


def changes(position: Position) -> list[str]:
    """Return how squares have changed."""
    parts = [
        f"{q.name} {position.cultures[c].name} {n:+d}".replace("-", "−")
        for q in position.squares.values()
        for c, n in q.change.items()
    ]
    return [words()["alt"]["changes"].format(list=", ".join(parts))] if parts else []


def population_lines(position: Position) -> list[str]:
    """Return where each culture's tokens are."""
    said = words()["alt"]
    found = []
    for slug in position.order:
        held = [f"{q.name} {q.tokens[slug]}" for q in position.squares.values() if slug in q.tokens]
        if held:
            found.append(said["lives"].format(name=position.cultures[slug].name, list=", ".join(held)))
    return found


def coins(position: Position) -> list[str]:
    """Return where coins are number side up."""
    found = [f"{q.name} {q.coin}" for q in position.squares.values() if q.coin]
    return [words()["alt"]["coins"].format(list=", ".join(found))] if found else []


def describe_square(position: Position, square: Square) -> str:
    """Return 'e2: Moons 3, Suns 1, limit 2', or 'e2: coin 3' for a square without tokens."""
    said = words()["alt"]
    parts: Iterable[str] = [f"{position.cultures[c].name} {n}" for c, n in square.tokens.items()]
    owner = [said["settled"].format(name=position.cultures[square.owner].name)] if square.owner else []
    limit = [said["limit" if square.tokens else "coin"].format(n=square.limit)] if square.limit else []
    return told_of(square.name, ", ".join([*owner, *parts, *limit]))
