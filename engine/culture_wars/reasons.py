"""Why something cannot be done: what a player typed and no option says."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.core.text import words
from engine.culture_wars.board import settlement, tokens
from engine.culture_wars.catalog import RULES
from engine.culture_wars.geography import WALK, geography, place_of
from engine.culture_wars.movement import SAIL, parse, sailings, unmoved, walks
from engine.culture_wars.settling import settlers
from engine.culture_wars.state import State
from engine.culture_wars.tiles import movable


def why_not(s: State, seat: str, token: str) -> str:
    """Why that tile, square or move cannot be chosen by the seat in this phase; empty if nothing is against it."""
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
    left = unmoved(s, seat, start)
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
