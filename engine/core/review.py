"""Which decisions of a finished game another answer would have bettered, judged by what their player knew.

Each answer is tried in worlds: the same position with everything dealt anew that the player could not see, played on by
the usual computers, to the end of the game or for some turns. All answers to a question are tried in the same worlds,
and what the decks really held plays no part. The number of worlds is fixed, so that a review comes out the same
whenever it is made.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeAlias, TypeVar

import msgspec

from engine.core.advice import advise, is_over
from engine.core.ask import Ask, Picks, Request, Seat
from engine.core.deliberation import Rehearsal, Vantage
from engine.core.errors import TableError
from engine.core.game import Game
from engine.core.record import Checkpoint, Entry, Record
from engine.core.table import Table
from engine.core.trial import Reached, Trial

STRIDE: Final = 7  # decisions are looked at in leaps, so that those looked at are spread over the game
SHOWN: Final = 5
SURE: Final = 2.0  # standard errors
FEWEST: Final = 2.0  # VP
ENDLESS: Final = 30_000  # answers, more than any game has
MADE_UP: Final = (AssertionError, IndexError, KeyError, TableError, TypeError, ValueError)
"""What the rules may raise in a position that was made up."""
Belongs: TypeAlias = Callable[[str, str], bool]
Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class ReviewEffort:
    """How much a review tries."""

    rough: int = 8
    """Worlds in which each decision is played to the end of its turn."""
    judged: int = 6
    """Decisions with the largest differences there."""
    worlds: int = 20
    """Worlds in which these are played on."""
    turns: int = 0
    """For how many turns; 0: to the end of the game."""
    sieving: int = 30_000
    """How many answers may be tried before no further decision is looked at."""
    judging: int = 110_000
    """How many answers may be tried before no further decision is played on."""


class Reviewer(Protocol):
    """What a review needs to know of a game."""

    questions: frozenset[str]
    """The first questions of the decisions that are reviewed."""
    unit: str
    """The unit of the score: `vp`, `points` or `settlements`. Its text is `coach.unit.<unit>`."""
    effort: ReviewEffort

    def can_judge(self, s: Any, seat: Seat) -> bool:
        """Return whether all that the seat can't see there can be dealt anew."""

    def deal(self, s: Any, seat: Seat, seed: str) -> None:
        """Deal all that the seat can't see anew, by that seed, which takes the place of the game's own."""

    def turn(self, s: Any) -> int:
        """Return the number of the turn."""

    def promise(self, s: Any, seat: Seat) -> float:
        """Return roughly how many points the seat is ahead of the others, with what the position still promises."""

    def ahead(self, s: Any, seat: Seat) -> float:
        """Return how many points the seat is ahead of the others."""

    def least(self, s: Any, /) -> float:
        """Return by how many points an answer has to be better to be shown."""

    def usual(self, s: Any, request: Request, ask: Ask) -> Picks:
        """Return what the usual computer answers."""


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A finished game: its boundaries in order, and all answers."""

    game: Game[Any]
    points: Sequence[Checkpoint]
    entries: Sequence[Entry]


@dataclass(frozen=True, slots=True)
class ReviewedDecision:
    """What a seat has answered in a row, and what the computer would have, from the same vantage."""

    vantage: Vantage
    key: str
    chapter: str
    own: tuple[tuple[str, Picks], ...]
    other: tuple[tuple[str, Picks], ...]


class ReviewFinding(msgspec.Struct, frozen=True):
    """A decision that the computer's answer would have bettered: by how many points about, at least and at most."""

    key: str
    chapter: str
    own: tuple[tuple[str, Picks], ...]
    other: tuple[tuple[str, Picks], ...]
    better: float
    low: float
    high: float
    worlds: int


def reviewer_of(game: object) -> Reviewer | None:
    """Return what reviews the decisions of a game; None for a game without reviews."""
    found: Reviewer | None = getattr(game, "reviewer", None)
    return found


def review(played: FinishedGame, place: int, belongs: Belongs) -> tuple[ReviewFinding, ...]:
    """Return the mistakes of the seat at that place that are beyond doubt, the largest first.

    `belongs` tells whether the answer to the second question belongs to the decision that began with the first.
    """
    how = reviewer_of(played.game)
    if how is None:
        return ()
    judge = ReviewJudge(how)
    found = judge.judged(judge.sieved(decisions(played, place, how, belongs)))
    return tuple(sorted(found, key=lambda one: -one.better)[:SHOWN])


def spread(found: Sequence[Found]) -> list[Found]:
    """Return all decisions in leaps over the game."""
    return [one for first in range(STRIDE) for one in found[first::STRIDE]]


class ReviewJudge:
    """Tries answers in worlds, and counts what that takes: `answers` given by anyone in any of them."""

    def __init__(self, how: Reviewer) -> None:
        self.how, self.effort, self.answers = how, how.effort, 0

    def sieved(self, found: Iterable[ReviewedDecision]) -> list[ReviewedDecision]:
        """Return the decisions that may have cost most, judged to the end of their turn."""
        rough = list[tuple[float, int, ReviewedDecision]]()
        for n, one in enumerate(found):
            rough.append((_mean(self._differences(one, range(self.effort.rough), turns=1)), -n, one))
            if self.answers > self.effort.sieving:
                break
        best = sorted((one for one in rough if one[0] > 0), key=lambda one: one[:2], reverse=True)
        return [one for _, _, one in best[: self.effort.judged]]

    def judged(self, found: Iterable[ReviewedDecision]) -> list[ReviewFinding]:
        """Return those decisions for which the computer's answer was better beyond doubt after all those turns."""
        self.answers, kept = 0, list[ReviewFinding]()
        for one in found:
            if self.answers > self.effort.judging:
                break
            kept += self._judged(one)
        return kept

    def _judged(self, decision: ReviewedDecision) -> list[ReviewFinding]:
        rough, worlds = self.effort.rough, self.effort.worlds
        found = self._differences(decision, range(rough, rough + worlds), turns=self.effort.turns)
        mean, error = _mean(found), _error(found)
        low, high = mean - SURE * error, mean + SURE * error
        fewest = self.how.least(Rehearsal(decision.vantage).state)
        if len(found) < worlds // 2 or low <= 0 or mean < fewest:
            return []
        own, other = decision.own, decision.other
        return [ReviewFinding(decision.key, decision.chapter, own, other, mean, low, high, len(found))]

    def _differences(self, decision: ReviewedDecision, worlds: Iterable[int], *, turns: int) -> list[float]:
        """Return by how many points the computer's answer was better in each of these worlds that holds together."""
        found = list[float]()
        for number in worlds:
            try:
                own, other = (self._outcome(decision, way, number, turns=turns) for way in _both(decision))
            except MADE_UP:
                continue
            found.append(other - own)
        return found

    def _outcome(self, decision: ReviewedDecision, answers: list[Picks], number: int, *, turns: int) -> float:
        """Return how far ahead the seat is in a world, with these answers and the usual computer's after them."""
        world = DealtWorld(decision.vantage, self.how, number)
        self.answers += world.play_on(answers, turns)
        return self.how.promise(world.state, world.seat) if turns == 1 else self.how.ahead(world.state, world.seat)


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers) if numbers else 0.0


def _error(numbers: Sequence[float]) -> float:
    """Return the standard error of the mean."""
    mean, n = _mean(numbers), len(numbers)
    return (sum((x - mean) ** 2 for x in numbers) / (n - 1) / n) ** 0.5 if n > 1 else float("inf")


def decisions(played: FinishedGame, place: int, how: Reviewer, belongs: Belongs) -> Iterator[ReviewedDecision]:
    """Yield the decisions of that seat for which the computer has another answer, in leaps over the game."""
    for point, before, own in spread(list(_asked(played, how.questions, belongs))):
        found = _decision(played.game, point, before, own, place, how, belongs)
        if found is not None:
            yield found


def _asked(
    played: FinishedGame, questions: frozenset[str], belongs: Belongs
) -> Iterator[tuple[Checkpoint, Sequence[Entry], list[Entry]]]:
    """Yield each decision of a person as the boundary before it, the answers between, and its own answers."""
    ends = [*(point.first for point in played.points[1:]), len(played.entries)]
    for point, until in zip(played.points, ends, strict=False):
        since = played.entries[point.first : until]
        if any(entry.key in questions for entry in since):
            yield from ((point, since[:n], own) for n, own in _runs(since, questions, belongs))


def _runs(since: Sequence[Entry], questions: frozenset[str], belongs: Belongs) -> Iterator[tuple[int, list[Entry]]]:
    """Yield where each decision of a person begins in these answers, and its answers."""
    n = 0
    while n < len(since):
        first = since[n]
        if first.key not in questions or first.auto:
            n += 1
            continue
        own = [first]
        for entry in since[n + 1 :]:
            other = entry.seat != first.seat or not belongs(first.key, entry.key)
            if other or is_over(first.key, own[-1].key, own[-1].picks, entry.key):
                break
            own.append(entry)
        yield n, own
        n += len(own)


def _decision(
    game: Game[Any],
    point: Checkpoint,
    before: Sequence[Entry],
    own: Sequence[Entry],
    place: int,
    how: Reviewer,
    belongs: Belongs,
) -> ReviewedDecision | None:
    """Return the decision, if it is that seat's and the computer would have answered otherwise."""
    record = Record(game.name, game.version, point.step, msgspec.Raw(bytes(point.state)), list(before), point.first)
    try:
        table = Table(game, record.copy(), npcs=False)
    except TableError:
        return None
    seat = game.seats(table.state)[place]
    if own[0].seat != seat or seat not in table.waiting() or not how.can_judge(table.state, seat):
        return None
    trial = Trial(table, seat)
    advice = advise(trial, place, lambda first, there: _goes_on(first, there, belongs))
    given = tuple((entry.key, entry.picks) for entry in own)
    reached = trial.after([picks for _, picks in given])
    if advice is None or Counter(given[: reached.taken]) == Counter(advice.answers):
        return None
    vantage = Vantage(game, point.step, bytes(point.state), tuple(before), place)
    return ReviewedDecision(vantage, own[0].key, game.chapter(table.state), given, advice.answers)


def _goes_on(first: str, there: Reached, belongs: Belongs) -> bool:
    return there.request is not None and belongs(first, there.request.key)


def _both(decision: ReviewedDecision) -> Iterator[list[Picks]]:
    yield [picks for _, picks in decision.own]
    yield [picks for _, picks in decision.other]


class DealtWorld(Rehearsal[Any]):
    """A position with everything dealt anew that the thinking seat can't see."""

    def __init__(self, vantage: Vantage, how: Reviewer, number: int) -> None:
        super().__init__(vantage)
        self._how, self._place = how, vantage.place
        view = msgspec.json.encode(self.game.view(self.state, self.seat, (self.seat,)))
        how.deal(self.state, self.seat, f"{hashlib.blake2b(view, digest_size=16).hexdigest()}.{number}")

    @property
    def seat(self) -> Seat:
        """Return the thinking seat, as it is called by now."""
        return self.game.seats(self.state)[self._place]

    def play_on(self, answers: list[Picks], turns: int) -> int:
        """Give the seat's answers while they fit, then the usual computer's, for so many turns, or with 0 to the end of
        the game. Return how many answers that took.
        """
        last = self._how.turn(self.state) + turns
        for n in range(ENDLESS):
            if self.pending is None or (turns and self._how.turn(self.state) >= last):
                return n
            ask = next(iter(self._left.values()))
            if answers and ask.seat == self.seat and ask.refusal(answers[0]) is None:
                picks = answers.pop(0)
            else:
                answers = answers if ask.seat != self.seat else []
                picks = self._how.usual(self.state, self.pending.to(ask.seat), ask)
            self._answered(ask.seat, picks)
            self.events.clear()
        raise ValueError("this world has no end")
