"""Reads an action to be queued from a line: `biblical plague hattusha; else copper mines; else pass`.

Each answer is one or more words, or separated by commas. A name is looked up among the options at that point, in a dry
run.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.contract.snapshot import QueueWish
from bot.contract.tables import Batch, Refused
from bot.ui.parts import number
from bot.ui.questions.draft import DraftState
from bot.ui.questions.plan_context import plan_key
from bot.ui.questions.plan_line import set_line
from bot.ui.questions.resolve import Offered
from bot.ui.typed.grammar import items
from engine.core.ask import Picks
from engine.core.errors import TableError
from engine.core.naming import WrongLine
from engine.core.queue import MOST_WAYS
from engine.core.text import words

PARTS: Final = re.compile(r"[;\n]")
STOPS: Final = ("done",)
MOST_WORDS: Final = 8
MOST_PARTS: Final = 12
MOST_TIMES: Final = 9
MOST_SHOWN: Final = 80
JOINT: Final = ", "
MISREAD: Final = "queue_misread"
HALF: Final = "queue_half"


@dataclass(frozen=True, slots=True)
class ActionReading:
    """How far a line has been read: the answers found, and the state that asks for the next one unless it is
    `whole`.
    """

    batch: tuple[Picks, ...]
    stage: DraftState
    whole: bool

    @property
    def path(self) -> str:
        """Return the answers as a line that is read so again."""
        return JOINT.join(pick for picks in self.batch for pick in picks)


def read_actions(stage: DraftState, kind: str, line: str) -> tuple[QueueWish, ...]:
    """Return what to queue, in order: the parts of a line separated by `;`. A part with `else` is used if the one
    before doesn't fit.

    `stage` is where the first is asked. Raises WrongLine.
    """
    wishes = list[QueueWish]()
    parts = [part.strip() for part in PARTS.split(line) if part.strip()]
    if not parts or len(parts) > MOST_PARTS:
        raise WrongLine(MISREAD, line[:MOST_SHOWN])
    for part in parts:
        rest = _without(part, "else")
        batch = plan_of(stage, part) if plan_key(stage) else whole_action(stage, rest)
        if wishes and rest != part:
            ways = (*wishes[-1].ways, (rest, batch))
            if len(ways) > MOST_WAYS:
                raise WrongLine(MISREAD, part[:MOST_SHOWN])
            wishes[-1] = replace(wishes[-1], ways=ways)
        else:
            wishes.append(QueueWish(kind, ((_without(rest, "then"), batch),)))
    return tuple(wishes)


def _without(part: str, word: str) -> str:
    """The part without the word that joins it to the one before."""
    for joint in (word, words(f"queue.word.{word}")):
        if part.casefold().startswith(f"{joint} "):
            return part[len(joint) :].strip()
    return part


def plan_of(stage: DraftState, line: str) -> Batch:
    """Return the answers of a line in the grammar of plans. Raises WrongLine."""
    work = set_line(stage, line)
    if not work.plan and not work.whole:
        raise WrongLine(MISREAD, line[:MOST_SHOWN])
    return work.whole


def whole_action(stage: DraftState, line: str) -> Batch:
    """Return the answers of one action. Raises WrongLine where something is missing or not understood."""
    found = read_action(stage, _without(line, "then"))
    if not found.whole:
        raise WrongLine(HALF, line[:MOST_SHOWN])
    return found.batch


def read_action(stage: DraftState, line: str, *, ends: bool = True) -> ActionReading:
    """Read the line as far as it goes; with `ends`, an action that may end there does.

    Raises WrongLine naming the word that isn't understood.
    """
    batch, first = list[Picks](), stage.request.key if stage.request else ""
    here = stage
    for item in items(line):
        left = item.split()
        while left:
            if here.request is None:
                raise WrongLine(MISREAD, " ".join(left)[:MOST_SHOWN])
            picks, left = _picked(here, batch[-1:], left)
            batch.append(picks)
            here = at(stage, batch, first)
    while here.request is not None and batch and (forced := _forced(here, ends=ends)):
        batch.append(forced)
        here = at(stage, batch, first)
    return ActionReading(tuple(batch), here, bool(batch) and here.request is None)


def at(stage: DraftState, batch: Sequence[Picks], first: str) -> DraftState:
    """Return the stage after these answers; without a question where the action is whole. Raises WrongLine."""
    try:
        run = stage.there.trial.run(batch)
    except TableError:
        run = None
    if run is None or run.taken < len(batch):
        raise WrongLine(MISREAD, JOINT.join(pick for picks in batch[-1:] for pick in picks))
    asked = run.request
    if asked is None or run.stopped or run.presumed or asked.key == first:
        return replace(stage, run=run, request=None, ask=None, options=())
    return replace(stage, run=run, request=asked, ask=asked.asks[0], options=run.options)


def _forced(stage: DraftState, *, ends: bool) -> Picks:
    """Return the only possible answer; with `ends`, the end of the question if it may end here."""
    ask = stage.ask
    if ask is None:
        return ()
    stop = next((token for token in STOPS if ends and token in ask.options), "")
    return (stop,) if stop else ask.options if len(ask.options) == ask.least == 1 else ()


def _picked(stage: DraftState, last: Sequence[Picks], left: Sequence[str]) -> tuple[Picks, list[str]]:
    """The option that most of the first words name, and the words behind them; `lukka 3` is Lukka and twice more.

    Raises WrongLine.
    """
    offered = Offered.of(stage)
    for n in range(min(len(left), MOST_WORDS), 0, -1):
        try:
            return (offered.resolve([" ".join(left[:n])]),), list(left[n:])
        except Refused:
            continue
    n, again = number(left[0]) or 0, next(iter(last), ())
    if not 1 < n <= MOST_TIMES or stage.ask is None or stage.ask.refusal(again):
        raise WrongLine(MISREAD, " ".join(left)[:MOST_SHOWN])
    return again, [*([str(n - 1)] if n > 2 else []), *left[1:]]
