"""How fast the engine answers and restores tables: random games, checkpoints included; times are the processor's."""

from __future__ import annotations

import gc
import random
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import Any, cast

import engine
from bench.figures import Figure
from bench.pauses import pause
from engine.core import record
from engine.core.ask import Ask, Picks
from engine.core.table import Table
from tests.conformance.culture import culture_wars
from tests.conformance.players import SHY, acme, answer, step

GAMES = 40
SHORT_GAMES = 160
LONG_GAMES = 16
TIMES = 3
TURN = 16  # games between two pauses
EVERY = 5
VERDICTS, QUESTIONS = 3, 120


def has(module: str) -> bool:
    """Whether the checkout being measured has that module: one that is installed could be found beside this bench."""
    there = Path(engine.__file__).parents[1].joinpath(*module.split("."))
    return there.is_dir() or there.with_suffix(".py").is_file()


def civ() -> list[tuple[str, Callable[[int], Table[Any]], int]]:
    """Advanced Civilization, if the checkout has it: games from the start and crowded positions in turn."""
    if not has("engine.civ"):
        return []
    tables = import_module("tests.civ.tables")
    return [("Advanced Civilization", lambda number: (tables.new, tables.crowded)[number % 2](number), LONG_GAMES)]


def four_computers() -> list[Figure]:
    """How long computers alone take for a game of Advanced Civilization, if the checkout's computer can play it."""
    if not has("engine.civ") or not has("engine.civ.npc"):
        return []
    opponents, taken = import_module("tests.civ.opponents"), list[float]()
    for scenario in ("no_trading", "basic", "expert"):
        begun = time.process_time()
        opponents.among_computers(1, scenario, 4)
        taken.append(time.process_time() - begun)
    return [Figure("Advanced Civilization, four computers, longest of three", max(taken), "s")]


def rates(name: str, opened: Callable[[int], Table[Any]], games: int) -> list[Figure]:
    """Answers a second and games a minute at tables opened by number, whose seats are all persons'.

    The same answers are given once more: then the time that the random player takes to find them does not count, and
    maps and draws of chance are known already. The series is played several times, and the shortest of each game
    counts: whoever shares the processor makes the others longer.
    """
    tried = [series(opened, games) for _ in range(TIMES)]
    answers = sum(given for given, _, _ in tried[0])
    spent = sum(min(seconds for _, seconds, _ in game) for game in zip(*tried, strict=True))
    again = sum(min(seconds for _, _, seconds in game) for game in zip(*tried, strict=True))
    return [
        Figure(f"{name}, through Table with checkpoints", answers / spent, "answers/s"),
        Figure(f"{name}, the same answers given again", answers / again, "answers/s"),
        Figure(name, games * 60 / spent, "games/min"),
    ]


def series(opened: Callable[[int], Table[Any]], games: int) -> list[tuple[int, float, float]]:
    """Of each game its answers, and the seconds to play it and to give them again; nothing is kept from before."""
    forget()
    taken: list[tuple[int, float, float]] = []
    for number in range(games):
        given, seconds = played(opened(number), random.Random(number))
        taken.append((len(given), seconds, replayed(opened(number), given)))
        if (number + 1) % TURN == 0:
            pause()
    return taken


def forget() -> None:
    """Empty what the engine keeps of positions and draws; facts of the rules, of which there are only so many, stay."""
    modules = [module for name, module in sys.modules.items() if name.startswith("engine.")]
    for thing in chain.from_iterable(vars(module).values() for module in modules):
        if hasattr(thing, "cache_parameters") and thing.cache_parameters()["maxsize"] is not None:
            thing.cache_clear()


def played(table: Table[Any], rng: random.Random) -> tuple[list[tuple[str, Picks]], float]:
    """The answers of a game at random, and the seconds that it takes."""
    given: list[tuple[str, Picks]] = []
    begun = time.process_time()
    while table.pending is not None:
        seat, picks = picked(rng, table.pending.key, table)
        table.submit(seat, *picks)
        given.append((seat, picks))
        table.events.clear()
    return given, time.process_time() - begun


def picked(rng: random.Random, key: str, table: Table[Any]) -> tuple[str, Picks]:
    """One of the seats asked and an answer of its; found in next to no time, for it is the engine that is measured."""
    seat = one_of(rng, table.waiting())
    ask = cast("Ask", table.ask_of(seat))
    if ask.least != 1 or ask.most != 1:
        return seat, answer(rng, key, ask)
    return seat, ask.options[-1:] if rng.random() < SHY.get(key, 0.08) else (one_of(rng, ask.options),)


def one_of(rng: random.Random, things: Sequence[str]) -> str:
    """Any of them."""
    return things[int(rng.random() * len(things))]


def replayed(table: Table[Any], given: list[tuple[str, Picks]]) -> float:
    """The seconds that it takes to give these answers."""
    begun = time.process_time()
    for seat, picks in given:
        table.submit(seat, *picks)
        table.events.clear()
    return time.process_time() - begun


def verdicts() -> list[float]:
    """Milliseconds of what auto-answers of every kind say to a question, in games of each title; none without them."""
    if not has("engine.core.auto_answers"):
        return []
    core, trial, taken = import_module("engine.core.auto_answers"), import_module("engine.core.trial"), list[float]()
    for number, opened in enumerate([acme, culture_wars, *(opened for _, opened, _ in civ())] * VERDICTS):
        table, rng = opened(number), random.Random(number)
        said = core.auto_answers_of(table.game)
        there = [core.AutoAnswer(name, kind.values[0]) for name, kind in said.kinds.items()] if said else []
        while table.pending is not None and len(taken) < (number + 1) * QUESTIONS and said is not None:
            begun = time.process_time()
            core.verdict(trial.Trial(table, table.waiting()[0]), said, None, None, there)
            taken.append((time.process_time() - begun) * 1000)
            step(rng, table)
    return taken


def restores() -> list[float]:
    """Milliseconds to restore a table from its stored record, at every fifth answer of the games."""
    taken: list[float] = []
    for number in range(GAMES):
        pause()
        table, rng = acme(number), random.Random(number)
        n = 0
        while table.pending is not None:
            step(rng, table)
            n += 1
            if n % EVERY == 0:
                raw = record.encode(table.record)
                taken.append(min(restore(table, raw) for _ in range(TIMES)))
    return taken


def restore(table: Table[Any], raw: bytes) -> float:
    """Milliseconds to read a record and play it up to its question."""
    begun = time.process_time()
    Table(table.game, record.decode(raw))
    return (time.process_time() - begun) * 1000


def measured() -> list[Figure]:
    """Answers and games of each title, and restores; what is loaded by then is frozen, as the bot does at its start."""
    figures: list[Figure] = []
    gc.freeze()
    for name, opened, games in (("ACME", acme, GAMES), ("Culture Wars", culture_wars, SHORT_GAMES), *civ()):
        figures += rates(name, opened, games)
    taken = sorted(restores())
    part = taken[int(len(taken) * 0.99)]
    times = {"median": statistics.median(taken), "99 % under": part, "longest": taken[-1]}
    figures += [Figure(f"restore, {which}", time, "ms") for which, time in times.items()]
    return [*figures, *four_computers(), *of_verdicts(sorted(verdicts()))]


def of_verdicts(taken: list[float]) -> list[Figure]:
    """Median and the time under which nearly all are."""
    if not taken:
        return []
    shown = {"median": statistics.median(taken), "95 % under": taken[int(len(taken) * 0.95)]}
    return [Figure(f"verdict of orders, {which}", time, "ms") for which, time in shown.items()]
