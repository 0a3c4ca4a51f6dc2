"""A computer for any game: it tries answers in games played at random to the end (flat Monte Carlo)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final, TypeVar

import msgspec

from engine.core.ask import Ask, Picks, Request, Seat
from engine.core.chance import Luck, draw, pick, shuffle, take
from engine.core.deliberation import Rehearsal, Vantage
from engine.core.game import Game

S = TypeVar("S")
CANDIDATES: Final = 12  # answers tried at most
WORLDS: Final = 60  # games tried with each at most
MOST: Final = 300  # answers in one such game, after which it counts as it stands
BUDGET: Final = 6_000  # answers in all of them together: about a tenth of a second


def random_answer(ask: Ask, luck: Luck) -> Picks:
    """Return any legal answer."""
    if ask.caps:
        return ask.deal_out(lambda options: pick(luck, options))
    if ask.least == ask.most == 1:
        return (pick(luck, ask.options),)
    return tuple(take(luck, [*ask.options], ask.least + draw(luck, ask.most - ask.least + 1)))


def best_answer(game: Game[S], world: Callable[[], S | None], asked: Request, ask: Ask, luck: Luck) -> Picks:
    """Return the answer after which the seat is most points ahead of the best other, over games played at random.

    `world` deals a position at the beginning of the step that asks, or None; all candidates are tried in the same ones.
    Where there is none, or no step asks that question there, any legal answer is returned.
    """
    candidates = _candidates(ask, luck)
    ahead, left = dict.fromkeys(candidates, 0), BUDGET
    for number in range(WORLDS):
        dealt = world()
        state = b"" if dealt is None else msgspec.json.encode(dealt)
        step = _step_that_asks(game, state, asked, ask)
        if step is None:
            break
        for picks in candidates:
            trial: Playout[S] = Playout(Vantage(game, step, state, (), 0))
            left -= trial.finish(ask.seat, picks, Luck(f"{luck.seed} {number}"))
            ahead[picks] += _lead(game.scores(trial.state), ask.seat)
        if left <= 0:
            break
    return max(candidates, key=lambda picks: ahead[picks])


class Playout(Rehearsal[S]):
    """The rest of a game, played at random."""

    def finish(self, seat: Seat, picks: Picks, luck: Luck) -> int:
        """Give that seat's answer, and any answers to all other questions. Return how many were given."""
        self._answered(seat, picks)
        given = 1
        while self.pending is not None and given < MOST:
            ask = next(iter(self._left.values()))
            self._answered(ask.seat, random_answer(ask, luck))
            self.events.clear()
            given += 1
        return given

    def asks(self, asked: Request, ask: Ask) -> bool:
        """Return whether that very question is asked here."""
        return self.pending is not None and self.pending.key_to(ask.seat) == asked.key and self.ask_of(ask.seat) == ask


def _step_that_asks(game: Game[S], state: bytes, asked: Request, ask: Ask) -> str | None:
    """Return the step that begins with that question in this position; None if there is none.

    A step that doesn't fit the position may raise anything.
    """
    for step in game.steps if state else ():
        with suppress(Exception):
            if Playout(Vantage(game, step, state, (), 0)).asks(asked, ask):
                return step
    return None


def _candidates(ask: Ask, luck: Luck) -> list[Picks]:
    """Return different legal answers in any order, up to `CANDIDATES`: of a plain choice its options."""
    if ask.least == ask.most == 1 and not ask.caps:
        options = [*ask.options]
        shuffle(luck, options)
        return [(option,) for option in options[:CANDIDATES]]
    return list(dict.fromkeys(random_answer(ask, luck) for _ in range(CANDIDATES)))


def _lead(scores: Mapping[Seat, int], seat: Seat) -> int:
    return scores[seat] - max((n for other, n in scores.items() if other != seat), default=0)
