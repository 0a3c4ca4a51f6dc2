"""Matches of two kinds of computers at Advanced Civilization, mirrored: each seed is played with the seats exchanged.

Run as `python -m tools.civ_matches LEVEL AGAINST SEEDS [alone] [chosen] [seed=WORDS] [from=N]`. Two seats of four
against two play each seed twice; with `alone`, one seat against three plays it four times, once in each seat. Nations
are drawn by lot for each seed, or with `chosen` each computer takes its own. Seeds go through the boards for four and
the scenarios. Prints the share of wins with its interval over seeds, and how they played.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from statistics import mean, median
from typing import Final, TypeAlias

import msgspec

from engine.civ.catalog import MAPS, NEUTRAL
from engine.civ.game import Civilization
from engine.civ.npc.decision import decide
from engine.civ.npc.hooks import MOVE
from engine.civ.options import GENTLE, SCENARIOS, STRONG, USUAL
from engine.civ.state import State
from engine.civ.strong.deliberation import CivDeliberation
from engine.civ.turn import STEPS
from engine.core.ask import Ask, Picks, Request
from engine.core.deliberation import Vantage
from engine.core.game import Event, SeatPlan
from engine.core.record import Entry
from engine.core.runner import Runner
from tools.series import interval, mean_and_error

BOARDS: Final = ("4p-east", "4p-west", "full-main", "full-wx")
SEATS: Final = 4
SEED: Final = "match of computers"
PAIRS: Final = tuple(who for who in product((False, True), repeat=SEATS) if sum(who) == SEATS // 2)
MOST: Final = 20_000  # answers of a game


Policy: TypeAlias = Callable[["Match", Request, Ask], Picks]
MIND: Final = CivDeliberation()


def _playing(level: str) -> Policy:
    return lambda match, request, ask: decide(match.state, request, ask, level).picks


def _thinking(match: Match, request: Request, ask: Ask) -> Picks:
    """What the strong computer answers."""
    if request.key == MOVE and len(ask.options) > 1:
        return MIND.answer(match.vantage(ask.seat))
    return decide(match.state, request, ask, USUAL).picks


LEVELS: Final[dict[str, Policy]] = {USUAL: _playing(USUAL), GENTLE: _playing(GENTLE), STRONG: _thinking}


class Plain(Civilization):
    """The game without the reasons of computers."""

    steps = STEPS


@dataclass(frozen=True, slots=True)
class Fixture:
    """A game to be played: the words of its seed, board, scenario, nations (none: they are chosen), who sits where."""

    seed: str
    board: str
    scenario: str
    nations: tuple[str, ...]
    who: tuple[bool, ...]


@dataclass(slots=True)
class Played:
    """What came of it. `won`: the part of the victory that went to the first kind of computer."""

    fixture: Fixture
    nations: tuple[str, ...] = ()
    won: float = 0.0
    turns: int = 0
    winners: tuple[str, ...] = ()
    scores: Mapping[str, int] = field(default_factory=dict)
    seconds: list[list[float]] = field(default_factory=lambda: [[], []])
    taken: list[int] = field(default_factory=lambda: [0, 0])
    failed: list[int] = field(default_factory=lambda: [0, 0])
    retaken: list[int] = field(default_factory=lambda: [0, 0])
    cities: list[int] = field(default_factory=lambda: [0, 0])
    pirates: int = 0
    problems: list[str] = field(default_factory=list)

    @property
    def spent(self) -> float:
        """All seconds of the computers."""
        return sum(map(sum, self.seconds))


class Match(Runner[State]):
    """A game between computers of two kinds, from its setup to its end."""

    def __init__(self, fixture: Fixture, policies: tuple[Policy, Policy]) -> None:
        """Set it up and ask its first question."""
        self.game, self.events, self.played = Plain(), [], Played(fixture)
        self.policies, self.begun, self.since = policies, b"", list[Entry]()
        seats = [SeatPlan(civ=nation) for nation in fixture.nations or [""] * SEATS]
        self.state, step = self.game.setup(fixture.scenario, seats, {"map": fixture.board}, fixture.seed)
        self._begin(step)

    def play(self) -> Played:
        """Play it to its end."""
        for _ in range(MOST):
            if self.pending is None:
                break
            ask = next(iter(self._left.values()))
            picks = self.answer(ask.seat)
            self.since.append(Entry(self.pending.key, ask.seat, picks, auto=True))
            self._answered(ask.seat, picks)
        else:
            raise AssertionError(f"{self.played.fixture} does not end")
        return self.reckoned()

    def answer(self, seat: str) -> Picks:
        """What the computer in that seat answers; its time is taken."""
        asked, ask = self.question_to(seat), self.ask_of(seat)
        if asked is None or ask is None:
            raise AssertionError(f"{seat} is asked nothing")
        side = self.side(seat)
        begun = time.thread_time()
        picks = self.policies[side](self, asked, ask)
        self.played.seconds[side].append(time.thread_time() - begun)
        if refusal := ask.refusal(picks):
            raise AssertionError(f"{asked.key}: {refusal}")
        return picks

    def vantage(self, seat: str) -> Vantage:
        """From where the seat thinks about its movement."""
        return Vantage(self.game, self.state.phase, self.begun, tuple(self.since), self.place_of(seat))

    def _pass_boundary(self, step: str | None) -> None:
        if step == "movement":
            self.begun, self.since = msgspec.json.encode(self.state), []

    def side(self, seat: str) -> int:
        """0 for a seat of the first kind, 1 for one of the other."""
        return int(not self.played.fixture.who[self.place_of(seat)])

    def reckoned(self) -> Played:
        """What came of it."""
        played, s, end = self.played, self.state, self.game.outcome(self.state)
        if end is None:
            raise AssertionError(f"{played.fixture} has no end")
        played.nations, played.turns, played.scores = tuple(s.nations), s.turn, end.scores
        played.winners = tuple(end.winners)
        played.won = sum(self.side(one) == 0 for one in end.winners) / len(end.winners) if end.winners else 0.5
        for owner in s.cities.values():
            if owner == NEUTRAL:
                played.pirates += 1
            else:
                played.cities[self.side(owner)] += 1
        self.count_attacks(self.events)
        played.problems = self.problems()
        return played

    def count_attacks(self, events: Iterable[Event]) -> None:
        """Count attacks by nations on cities."""
        for event in events:
            kind, _, how = event.key.rpartition(".")
            if not kind.endswith("attack") or how not in {"failed", "taken"}:
                continue
            by, of = (str(event.said.values[key])[5:-1] for key in ("player", "victim"))
            if by not in self.state.nations:
                continue
            count = self.played.failed if how == "failed" else self.played.taken
            if how == "taken" and of not in self.state.nations:
                count = self.played.retaken
            count[self.side(by)] += 1


def fixtures(number: int, words: str, *, alone: bool, chosen: bool) -> list[Fixture]:
    """The games of a seed: the same nations, in the same order, with each arrangement of computers."""
    seed, lot = f"{words} {number}", random.Random(f"{words} {number}")  # noqa: S311 - a lottery, not a secret
    scenario = list(SCENARIOS)[number % len(SCENARIOS)]
    board = BOARDS[number // len(SCENARIOS) % len(BOARDS)]
    nations = () if chosen else tuple(lot.sample(MAPS[board].nations, SEATS))
    pair = lot.choice(PAIRS)
    whole = [pair, tuple(not one for one in pair)]
    seated = [tuple(i == place for i in range(SEATS)) for place in range(SEATS)] if alone else whole
    return [Fixture(seed, board, scenario, nations, who) for who in seated]


def share_line(games: Sequence[Played], seeds: int) -> str:
    """The share of wins with its interval; what two games of a seed tell counts as one."""
    share = sum(game.won for game in games) / len(games)
    low, high = interval(share, seeds)
    return f"{100 * share:.0f} of 100 ({100 * low:.0f} to {100 * high:.0f}), {len(games)} games of {seeds} seeds"


def lead_line(games: Sequence[Played], seeds: int) -> str:
    """How far the first kind's scores are ahead of the others', in parts of 100 of the mean score, and how sure."""
    each = len(games) // seeds
    leads = [mean(map(lead, games[i : i + each])) for i in range(0, len(games), each)]
    return f"scores ahead {mean_and_error(leads)} of 100 (standard error in brackets)"


def lead(game: Played) -> float:
    """The same of one game."""
    sides: tuple[list[int], list[int]] = [], []
    for score, first in zip(game.scores.values(), game.fixture.who, strict=True):
        sides[not first].append(score)
    return 100 * (mean(sides[0]) - mean(sides[1])) / max(1, mean(game.scores.values()))


def parts(games: Sequence[Played]) -> str:
    """Wins by board and by scenario."""
    won, all_ = Counter[str](), Counter[str]()
    for game in games:
        for key in (game.fixture.board, game.fixture.scenario):
            won[key] += game.won  # type: ignore[assignment]
            all_[key] += 1
    return ", ".join(f"{key} {100 * won[key] / n:.0f}" for key, n in all_.items())


def nation_shares(games: Sequence[Played], side: int) -> str:
    """How often a kind of computer won with each nation of each board, of how many games."""
    won, all_ = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for game in games:
        for nation, first in zip(game.nations, game.fixture.who, strict=True):
            if first != bool(side):
                key = game.fixture.board, nation
                all_[key] += 1
                won[key] += nation in game.winners
    return ", ".join(f"{board} {nation} {won[board, nation]}/{n}" for (board, nation), n in sorted(all_.items()))


def side_line(games: Sequence[Played], side: int, seats: int) -> str:
    """How one kind of computer played: attacks, cities at the end, and its time."""
    taken, failed, retaken, cities = (
        sum(getattr(game, name)[side] for game in games) for name in ("taken", "failed", "retaken", "cities")
    )
    times = sorted(n for game in games for n in game.seconds[side])
    return (
        f"cities of nations taken {taken}, of Pirates {retaken}, attacks that failed {failed}; "
        f"{cities / len(games) / seats:.1f} cities each at the end; "
        f"a decision {1000 * median(times):.2f} ms, the longest {1000 * times[-1]:.0f} ms; "
        f"{sum(times) / len(games) / seats:.2f} s a seat and game"
    )


def report(names: tuple[str, str], games: Sequence[Played], seeds: int, seats: int) -> str:
    """All of it."""
    turns = sum(game.turns for game in games) / len(games)
    pirates, problems = sum(game.pirates for game in games) / len(games), [p for game in games for p in game.problems]
    return "\n".join(
        [
            f"{names[0]} against {names[1]}: {share_line(games, seeds)}",
            f"  {parts(games)}; {lead_line(games, seeds)}",
            f"  {names[0]}: {side_line(games, 0, seats)}",
            f"  {names[1]}: {side_line(games, 1, SEATS - seats)}",
            f"  {turns:.1f} turns, {pirates:.1f} Pirate cities at the end; problems: {len(problems)} {problems[:2]}",
            f"  nations of {names[0]}: {nation_shares(games, 0)}",
        ]
    )


def matched(policies: tuple[Policy, Policy], plan: Iterable[Sequence[Fixture]]) -> list[Played]:
    """All games of these seeds, one after another."""
    return [Match(fixture, policies).play() for seed in plan for fixture in seed]


def main() -> None:
    """Play, and print."""
    first, other, count, *rest = sys.argv[1:]
    alone, chosen = "alone" in rest, "chosen" in rest
    said = dict(word.split("=", 1) for word in rest if "=" in word)
    begin = int(said.get("from", 0))
    numbers = range(begin, begin + int(count))
    plan = [fixtures(n, said.get("seed", SEED), alone=alone, chosen=chosen) for n in numbers]
    games = matched((LEVELS[first], LEVELS[other]), plan)
    sys.stdout.write(report((first, other), games, len(plan), 1 if alone else SEATS // 2) + "\n")


if __name__ == "__main__":
    main()
