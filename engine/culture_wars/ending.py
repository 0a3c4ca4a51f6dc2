"""The end of a turn: excess, abandonment, victory, the Null coins (CW:81-95)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.game import Outcome
from engine.core.message import list_of
from engine.culture_wars import verbs
from engine.culture_wars.board import alive, limit, population, scores, settlements, supporters, target
from engine.culture_wars.catalog import RULES
from engine.culture_wars.geography import in_rows
from engine.culture_wars.state import State
from engine.culture_wars.verbs import player, square, tell


async def remove_excess(s: State) -> str:
    """Reduce every square to the tokens it supports; settlements absorb all (CW:83)."""
    crowded = [where for where, here in s.tokens.items() if sum(here.values()) > limit(s, where)]
    for where in sorted(crowded, key=in_rows):
        for culture, n in list(s.tokens[where].items()):
            lost = verbs.take(s, culture, where, sum(s.tokens[where].values()) - limit(s, where))
            if lost > 0:
                said = {"player": player(culture), "square": square(where), "n": lost, "left": n - lost}
                tell(s, "excess.removed", focus=[where], **said)
    return verbs.go_on(s, "abandonment")


async def abandon(s: State) -> str | None:
    """Turn settlements without five own tokens around into coins with tokens (CW:87).

    All are checked before the first is abandoned, so that its tokens support no other (N-47).
    """
    settled = {where: coin.suit for where, coin in s.coins.items() if coin.settled}
    lost = [where for where, culture in settled.items() if supporters(s, where, culture) < RULES.support]
    for where in sorted(lost, key=in_rows):
        _abandon_one(s, settled[where], where)
    return _judge(s)


def _abandon_one(s: State, culture: str, where: str) -> None:
    """The coin is turned suit side down, and as many tokens as it says come; an Ace leaves the map for one token."""
    support = supporters(s, where, culture)
    coin = verbs.turn_down(s, where)
    n = verbs.put(s, culture, where, coin.number)
    said = {"player": player(culture), "square": square(where), "support": support, "coin": coin.number, "n": n}
    tell(s, "abandon.ace" if coin.number == RULES.ace else "abandon.coin", focus=[where], **said)


def _judge(s: State) -> str | None:
    """End the game, or tell who may win at the end of the next turn (CW:95, AMB-135)."""
    enough = [c for c, settled in scores(s).items() if settled >= target(s)]
    winners, reason = _verdict(s, enough)
    if reason:
        verbs.new_action(s)
        verbs.end_game(s, winners, reason)
        tell(s, f"victory.{reason}", players=list_of([player(c) for c in winners]))
        return None
    verbs.hold(s, enough)
    for culture in enough:
        tell(s, "victory.near", player=player(culture), n=len(settlements(s, culture)))
    return verbs.go_on(s, "reset")


def _verdict(s: State, enough: Sequence[str]) -> tuple[Sequence[str], str]:
    """Return who has won and why; no reason while the game goes on (N-48 for peoples that have died out)."""
    won, living = [c for c in enough if c in s.holding], alive(s)
    if won:
        return best(s, won), "held"
    if len(living) < 2:
        return living, "alone" if living else "nobody"
    if s.turn == s.options.rounds:
        return best(s, list(s.cultures)), "rounds"
    return (), ""


def ranking_key(s: State, culture: str) -> tuple[int, int]:
    """Return what decides a tie: settlements, then tokens on the map (AMB-136)."""
    return len(settlements(s, culture)), population(s, culture)


def best(s: State, cultures: Sequence[str]) -> list[str]:
    """Return the cultures with the most settlements, then the most tokens; they share the victory if equal
    (AMB-136).
    """
    most = max(ranking_key(s, c) for c in cultures)
    return [c for c in cultures if ranking_key(s, c) == most]


async def reset(s: State) -> str:
    """Turn the Null coins suit side down and mix them: the next turn begins (CW:91)."""
    verbs.hide_order(s)
    verbs.next_round(s)
    return verbs.go_on(s, "order")


def outcome(s: State) -> Outcome | None:
    """Return the result, once the game is over: settlements are the scores."""
    if not s.reason:
        return None
    order = sorted(s.cultures, key=lambda c: (c in s.winners, *ranking_key(s, c)), reverse=True)
    return Outcome(scores(s), tuple(s.winners), s.reason, tuple(order))
