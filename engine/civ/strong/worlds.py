"""Positions that look alike to a nation, and how they are played on."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import TypeAlias

import msgspec

from engine.civ.catalog import CARDS
from engine.civ.state import State
from engine.civ.strong.facts import VALUES
from engine.civ.view import view
from engine.core import chance
from engine.core.ask import Ask, Picks, Request
from engine.core.deepcopy import deep_copy
from engine.core.game import Game
from engine.core.runner import Runner

Policy: TypeAlias = Callable[[State, Request, Ask], Picks]


def seed_of(s: State, name: str) -> str:
    """Return a seed that depends on nothing but what the nation sees."""
    return hashlib.blake2b(msgspec.json.encode(view(s, name, ())), digest_size=16).hexdigest()


def world(s: State, name: str, seed: str) -> State:
    """Return a copy in which that seed has dealt all that the nation can't see, and decides what chance brings."""
    found = deep_copy(s)
    deal(found, name, seed)
    return found


def deal(found: State, name: str, seed: str) -> None:
    """Deal all that the nation can't see anew by that seed, which decides from now on what chance brings."""
    found.seed, found.draws, found.told = seed, 0, []
    for one in found.nations.values():
        one.by = "human"  # so that no reasons are worked out
    found.wishes = {owner: wish for owner, wish in found.wishes.items() if owner == name}
    others = [one for other, one in found.nations.items() if other != name]
    for one in others:
        one.hand.sort(key=lambda card: CARDS[card].pile)
    for number, pile in enumerate(found.piles, start=1):
        held = [(one, i) for one in others for i, card in enumerate(one.hand) if CARDS[card].pile == number]
        unseen = sorted([*pile, *(one.hand[i] for one, i in held)])
        chance.shuffle(found, unseen)
        for one, i in held:
            one.hand[i] = unseen.pop()
        pile[:] = unseen
    for one in others:
        one.locked = one.hand[: len(one.locked)]
    found.calamities.sort()
    chance.shuffle(found, found.calamities)


class Rollout(Runner[State]):
    """The rest of a game in a world, played in the head: nothing is recorded, and no reasons are told."""

    def __init__(self, game: Game[State], s: State, step: str, ends: Callable[[str], bool]) -> None:
        """Begin with that step; stop before a step that `ends` it. `s` is changed."""
        self.game, self.state, self.events, self._ends = game, s, [], ends
        self._begin(step)

    def play(self, policy: Policy) -> State:
        """Let that policy answer to the end, or until enough answers have been given; return what has come of it."""
        left = VALUES.answers
        while self.pending is not None and left:
            ask = next(iter(self._left.values()))
            self._answered(ask.seat, policy(self.state, self.pending.to(ask.seat), ask))
            self.events.clear()
            left -= 1
        return self.state

    def _end_step(self, step: str | None) -> None:
        super()._end_step(None if step is None or self._ends(step) else step)


def given_first(answers: Sequence[str], usual: Policy) -> Policy:
    """Return a policy that gives these answers, and then what the usual one does."""
    left = list(answers)

    def policy(s: State, request: Request, ask: Ask) -> Picks:
        return (left.pop(0),) if left else usual(s, request, ask)

    return policy
