"""A position as a seat may imagine it: what it does not see is dealt anew, and so is chance."""

from __future__ import annotations

from dataclasses import dataclass

from engine.acme.facts.catalog import CARDS
from engine.acme.fight.openly import plays_openly
from engine.acme.state import State
from engine.core.chance import shuffle


@dataclass(slots=True)
class Source:
    """A source of chance of one's own."""

    seed: str
    draws: int = 0


def imagine(s: State, civ: str, seed: str) -> None:
    """Make of the position one that looks the same to the civ: hidden cards are dealt, and chance drawn, by that seed.

    NPCs of the game stay what they are, and everybody else is in nobody's hands: whoever rehearses answers for them.
    """
    hidden, source = [name for name in s.civs if name != civ and not plays_openly(s, name)], Source(seed)
    pool = _gathered(s, civ, hidden)
    shuffle(source, pool)
    _deal(s, civ, hidden, pool)
    s.seed = f"{seed} chance"
    for name, c in s.civs.items():
        c.by, c.strong, c.decided = "npc" if plays_openly(s, name) else "human", False, []
        if name != civ:
            c.planned = []
        if name in hidden:
            c.pledged = ""


def _gathered(s: State, civ: str, hidden: list[str]) -> list[int]:
    """All cards that the civ does not see, by number."""
    hands = [card for name in hidden for card in s.civs[name].hand]
    return sorted([*s.deck, *s.unseen, *hands, *(card for name in _secret(s, civ) for card in _committed(s, name))])


def _secret(s: State, civ: str) -> list[str]:
    """Who else has committed cards that nobody has seen yet."""
    fight = s.fight
    return [] if fight is None or fight.revealed else [name for name in s.order if name != civ and _committed(s, name)]


def _committed(s: State, civ: str) -> list[int]:
    return s.fight.committed.get(civ, []) if s.fight is not None else []


def _deal(s: State, civ: str, hidden: list[str], pool: list[int]) -> None:
    """To each as many as it has: Competition cards where such have been committed, then hands, and the deck last."""
    for name in _secret(s, civ):
        fitting = [card for card in pool if CARDS[card].has_class("C")][: len(_committed(s, name))]
        pool[:] = [card for card in pool if card not in fitting]
        _committed(s, name)[:] = fitting
    for held in [*(s.civs[name].hand for name in hidden), s.unseen]:
        held[:] = [pool.pop() for _ in range(min(len(held), len(pool)))]
    s.deck[:] = pool
