"""How the options of a question are shown, and why something that isn't offered is impossible."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.core.ask import PASS, Ask, Option, Request
from engine.core.message import list_of
from engine.core.text import words
from engine.culture_wars.board import PLACING, is_contested, limit, settlement, supporters, tokens
from engine.culture_wars.catalog import RULES
from engine.culture_wars.geography import AROUND, WALK, geography, place_of
from engine.culture_wars.movement import DONE, SAIL, parse, sailings, unmoved_at, walks
from engine.culture_wars.settling import ACE, settlers
from engine.culture_wars.state import State
from engine.culture_wars.tiles import goals, hole, movable, side_of, tiles_beside

WAYS = {step: name for name, step in AROUND.items()}
STOPS = {"movement.move": DONE, "settle.form": PASS}


def describe(s: State, request: Request, ask: Ask) -> tuple[Option, ...]:
    """Return every option of an ask as it is shown to its seat; options of one group belong together on a screen."""
    shown, stop = SHOWN[request.key], STOPS.get(request.key)
    return tuple(_stop(request.key, token) if token == stop else shown(s, ask.seat, token) for token in ask.options)


def _stop(key: str, token: str) -> Option:
    return Option(token, words(f"option.{key}.{token}"), group="other", rank=90)


def tile_option(s: State, seat: str, token: str) -> Option:
    """Return a tile by its number, with the side of the hole on which it is."""
    del seat
    side = words("option.tile.of_hole", side=_side_of_hole(s, token))
    return Option(token, words("option.tile.tile", tile=token), side, on=(f"tile:{token}",))


def _side_of_hole(s: State, tile: str) -> str:
    """Return the tile's direction from the middle of the hole: `north`, `south-west`."""
    inside = hole(s)
    x, y = (sum(p[i] for p in inside) / len(inside) for i in range(2))
    middle = [corner + (RULES.tile_side - 1) / 2 for corner in s.tiles[tile]]
    across, up = middle[0] - x, middle[1] - y
    way = ("n" if up > 0 else "s") if 2 * abs(up) >= abs(across) else ""
    way += ("e" if across > 0 else "w") if 2 * abs(across) >= abs(up) else ""
    return words(f"option.movement.way.{way}")


def place_option(s: State, seat: str, token: str) -> Option:
    """Return a place for a tile, grouped by side; the hint names the tiles beside it."""
    del seat
    at = goals(s, s.lifted)[token]
    side = words(f"option.tile.{side_of(s, at)}")
    there = tiles_beside({**s.tiles, s.lifted: at}, s.lifted)
    key = "option.tile.beside" if len(there) == 1 else "option.tile.beside_several"
    hint = words(key, side=side, tiles=list_of(there))
    return Option(token, token.upper(), hint, side, on=(f"place:{token}",))


def square_option(s: State, seat: str, token: str) -> Option:
    """Return a square, grouped by row."""
    place = geography(s).places[token]
    row = words("option.square.row", row=place[1] + 1)
    return Option(token, token, square_hint(s, seat, token), row, on=on_squares(token))


def on_squares(*squares: str) -> tuple[str, ...]:
    """Return the shapes of these squares."""
    return tuple(f"square:{square}" for square in squares)


def square_hint(s: State, seat: str, where: str) -> str:
    """Return what is on the square, as far as public: `coin 4 · yours 3 · Suns 1 · coast`."""
    here = s.tokens.get(where)
    if not here:
        return " · ".join(_ground(s, where))
    parts = [
        *_ground(s, where),
        *(f"{words(f'culture_wars.name.{c}')} {here[c]}" for c in s.cultures if c in here and c != seat),
    ]
    own = [words("option.square.yours", n=here[seat])] if seat in here else []
    return " · ".join([*own, *parts])


def _ground(s: State, where: str) -> list[str]:
    """Settlement, coin or limit, and coast."""
    coast = [words("option.square.coast")] if geography(s).coasts[where] else []
    if owner := settlement(s, where):
        return [words("option.square.settlement", owner=words(f"culture_wars.name.{owner}")), *coast]
    if where in s.coins and s.phase not in PLACING:
        return [words("option.square.coin", coin=limit(s, where)), *coast]
    return coast


def move_option(s: State, seat: str, token: str) -> Option:
    """Return a move, grouped by the square it starts from; all tokens of the square together come first."""
    start, way, goal, n = parse(token)
    left = unmoved_at(s, seat, start)
    key = "option.movement.move.all" if n == left else "option.movement.move.some"
    label = words(key, start=start, goal=goal, way=_way(s, start, way, goal), n=n)
    hint = square_hint(s, seat, goal)
    if is_contested_after(s, seat, goal, n):
        hint = f"{hint} · {words('option.square.conflict')}"
    return Option(token, label, hint.removeprefix(" · "), start, left - n, on_squares(start, goal), n)


def is_contested_after(s: State, seat: str, goal: str, n: int) -> bool:
    """Return whether n more tokens of the seat there make, or keep, a conflict."""
    here = s.tokens.get(goal, {})
    if owner := settlement(s, goal):
        return owner != seat or is_contested(s, goal)
    others = sum([m for culture, m in here.items() if culture != seat])
    return bool(others) and others + tokens(s, goal, seat) + n > limit(s, goal)


def _way(s: State, start: str, way: str, goal: str) -> str:
    """`north`, `by boat`, or `over land` for more than one step."""
    if way == SAIL:
        return words("option.movement.way.boat")
    (a, b), (c, d) = geography(s).places[start], geography(s).places[goal]
    return words(f"option.movement.way.{WAYS.get((c - a, d - b), 'far')}")


def site_option(s: State, seat: str, token: str) -> Option:
    """Return a place for a settlement, with the tokens it takes and those that would support it (CW:87)."""
    n, around = tokens(s, token, seat), supporters(s, token, seat)
    support = words("option.settle.form.support", n=around, needed=RULES.support)
    hint = f"{square_hint(s, seat, token)} · {support}"
    return Option(token, words("option.settle.form.site", square=token, n=n), hint, on=on_squares(token))


def coin_option(s: State, seat: str, token: str) -> Option:
    """Return a coin of the reserve by its visible side."""
    del s, seat
    if token == ACE:
        return Option(token, words("option.settle.coin.ace"), rank=1)
    return Option(token, words(f"option.settle.coin.hidden_{token.partition(':')[2]}"))


SHOWN: Mapping[str, Callable[[State, str, str], Option]] = {
    "tile.move": tile_option,
    "tile.place": place_option,
    "coin.place": square_option,
    "token.start": square_option,
    "growth.squares": square_option,
    "movement.move": move_option,
    "settle.form": site_option,
    "settle.coin": coin_option,
}


def why_not(s: State, seat: str, token: str) -> str:
    """Return why that tile, square or move cannot be chosen by the seat in this phase; empty if nothing is
    against it.
    """
    reason = REASONS.get(s.phase)
    return reason(s, seat, token) if reason and seat in s.cultures else ""


def _tile(s: State, seat: str, token: str) -> str:
    del seat
    stuck = token in s.tiles and not s.lifted and token not in movable(s)
    return words("why_not.culture.tile", tile=token) if stuck else ""


def _coin(s: State, seat: str, token: str) -> str:
    """Coins keep their distance (CW:20)."""
    del seat
    land = geography(s)
    if token not in land.places:
        return _land(s, "", token)
    near = [coin for coin in s.coins if land.distance(coin, token) <= RULES.spacing]
    return words("why_not.culture.spacing", square=token, coin=near[0]) if near else ""


def _land(s: State, seat: str, token: str) -> str:
    del seat
    water = place_of(token) is not None and token not in geography(s).places
    return words("why_not.culture.sea", square=token) if water else ""


def _move(s: State, seat: str, token: str) -> str:
    """A move written as an answer to `movement.move` is (CW:46)."""
    parts = token.replace(SAIL, WALK).replace(":", WALK).split(WALK)
    if len(parts) != 3 or not parts[2].isdecimal() or not all(place_of(part) for part in parts[:2]):
        return ""
    start, way, goal, n = parse(token)
    if start not in geography(s).places or goal not in geography(s).places:
        return _land(s, seat, start) or _land(s, seat, goal)
    left = unmoved_at(s, seat, start)
    if not 1 <= n <= left:
        return words("why_not.culture.too_many" if left else "why_not.culture.no_tokens", start=start, n=left)
    reached = sailings(s, seat, start) if way == SAIL else walks(s, seat, start)
    return "" if goal in reached else words("why_not.culture.too_far", start=start, goal=goal)


def _site(s: State, seat: str, token: str) -> str:
    """A settlement needs tokens, and a coin there or the Ace (CW:77, CW:79)."""
    if token not in geography(s).places:
        return _land(s, seat, token)
    if settlement(s, token):
        return words("why_not.culture.settled", square=token)
    n, needed = tokens(s, token, seat), settlers(s, seat, token)
    if needed > RULES.tokens:
        return words("why_not.culture.no_ace")
    return words("why_not.culture.settlers", square=token, n=n, needed=needed) if n < needed else ""


REASONS: Mapping[str, Callable[[State, str, str], str]] = {
    "setup.tile": _tile,
    "setup.coin": _coin,
    "setup.token": _land,
    "movement": _move,
    "settlement": _site,
}
