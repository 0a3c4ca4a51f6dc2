"""Cultural conflicts: between tokens first, then over settlements (CW:57-73)."""

from __future__ import annotations

from collections import Counter

from engine.core.message import Message, list_of
from engine.culture_wars import verbs
from engine.culture_wars.board import conflict_squares, limit, scores, settlement
from engine.culture_wars.catalog import RULES
from engine.culture_wars.state import State
from engine.culture_wars.verbs import player, square, tell


async def fight_all(s: State) -> str:
    """Fight all conflicts, those over settlements last, each row by row from the north-west (CW:59, N-45).

    Technological Advantage is measured once, before the first (AMB-140).
    """
    advantage = scores(s) if s.options.technological_advantage else Counter[str]()
    for where in conflict_squares(s):
        verbs.new_action(s)
        if settlement(s, where):
            defend(s, where)
        fight(s, where, advantage)
    return verbs.go_on(s, "settlement")


def defend(s: State, where: str) -> None:
    """Turn the settlement's coin down (an Ace leaves); five tokens or as many as there are defend it (CW:71, CW:72).

    They come on top of tokens of the owner already there (AMB-129). No tokens fight each other before (AMB-128).
    """
    owner = settlement(s, where)
    coin = verbs.turn_down(s, where)
    n = verbs.put(s, owner, where, RULES.defenders)
    key = "conflict.ace_entered" if coin.number == RULES.ace else "conflict.entered"
    tell(s, key, focus=[where], owner=player(owner), square=square(where), coin=coin.number, n=n)


def fight(s: State, where: str, advantage: dict[str, int]) -> None:
    """Let cultures lose a token each in turn until the square supports the rest or one culture is left (CW:63,
    AMB-126).
    """
    before = dict(s.tokens[where])
    while _goes_on(s, where):
        for group in _groups(s.tokens[where], advantage):
            if not _goes_on(s, where):
                break
            for culture in group:
                verbs.take(s, culture, where, 1)
    after = s.tokens.get(where, {})
    said = {"before": _counts(before, before), "after": _counts(before, after), "limit": limit(s, where)}
    tell(s, "conflict.fought", focus=[where], square=square(where), **said)


def _goes_on(s: State, where: str) -> bool:
    here = s.tokens.get(where, {})
    return len(here) > 1 and sum(here.values()) > limit(s, where)


def _groups(here: dict[str, int], advantage: dict[str, int]) -> list[list[str]]:
    """Return which cultures remove a token in this round, in groups: the fewest first, ties together (AMB-127).

    With Technological Advantage, cultures with fewer settlements come before those with more (CW:65); without it nobody
    has any `advantage`.
    """
    ranks = {culture: (advantage[culture], n) for culture, n in here.items()}
    return [[c for c in here if ranks[c] == rank] for rank in sorted(set(ranks.values()))]


def _counts(cultures: dict[str, int], here: dict[str, int]) -> Message:
    return list_of([f"{player(c)} {here.get(c, 0)}" for c in cultures])
