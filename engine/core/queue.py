"""Queued actions: whole answers to future questions, used one after another.

A queue is plain data of one seat, outside the record like its auto-answers. Each action was tried at a position in
which the seat is asked the later question; when the time comes it is tried again, and given only if every answer still
fits. Otherwise its owner is asked and told why.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Protocol

import msgspec
from msgspec.structs import replace

from engine.core.ask import Ask, Picks, Request, Seat
from engine.core.auto_answers import Verdict, auto_answers_of, stop, turn_of
from engine.core.errors import IllegalAnswer
from engine.core.game import Event, Game, View
from engine.core.message import NOTHING, Message
from engine.core.table import Table
from engine.core.trial import Reached, Trial, try_answers

QUEUE: Final = "queue"
MOST_ENTRIES: Final = 6
MOST_WAYS: Final = 4
MOST_ANSWERS: Final = 60
TOO_FAR: Final = "what chance or others bring has to be seen before the next answer"


class QueuedAction(msgspec.Struct, frozen=True):
    """One action: what is answered to which questions in turn. `line`: as it is typed.

    `visible_state`: what its owner saw when he queued it, as numbers by what they count.
    """

    answers: tuple[tuple[str, Picks], ...]
    line: str = ""
    known: Mapping[str, int] = {}


class QueueEntry(msgspec.Struct, frozen=True):
    """A queued action: the first of several alternatives that fits."""

    kind: str
    """The question that it is about."""
    ways: tuple[QueuedAction, ...]
    turn: str = ""
    """The turn of the game in which it was queued."""
    later: bool = False
    """Whether it is meant for the turn after that."""

    @property
    def line(self) -> str:
        """Return the action as it is typed."""
        return "; else ".join(way.line for way in self.ways)


class ActionQueue(msgspec.Struct, frozen=True):
    """All that a seat has queued, in order."""

    entries: tuple[QueueEntry, ...] = ()
    stops: tuple[str, ...] = ()
    """What its owner wants to be asked about."""
    begun: bool = False
    """Whether any of it has been used."""
    failed: str = ""
    """What has failed since, as the game calls it."""

    def of(self, kind: str) -> tuple[QueueEntry, ...]:
        """Return what is queued of that kind."""
        return tuple(entry for entry in self.entries if entry.kind == kind)


class Queueing(Protocol):
    """What can be queued in a game."""

    kinds: Mapping[str, tuple[str, ...]]
    """By the question of an action, all questions with which it can begin."""
    parts: Mapping[str, tuple[str, ...]]
    """How the keys of all questions begin that an action can meet."""
    filled: frozenset[str]
    """Questions asked repeatedly, of which an action may have too many answers or too few."""
    stops: tuple[str, ...]
    """What owners may want to be asked about."""
    usual: tuple[str, ...]
    """What they are asked about by default."""

    def open_to(self, table: Table[Any], seat: Seat) -> Mapping[str, bool]:
        """Return the kinds that the seat can queue now; whether they are meant for the turn to come."""

    def position(self, table: Table[Any], seat: Seat, kind: str) -> Table[Any] | None:
        """Return the present game with the seat being asked that; None if it wouldn't be."""

    def next_up(self, table: Table[Any]) -> tuple[Seat, str] | None:
        """Return who is asked next after the present responses, as far as is public, and for what kind of action."""

    def visible_state(self, seat: Seat, view: View, answers: Iterable[tuple[str, Picks]]) -> Mapping[str, int]:
        """Return what the seat sees of the things that the answers use."""

    def why_stop(self, seat: Seat, action: QueuedAction, view: View, stops: Sequence[str]) -> Message:
        """Return why the owner wants to be asked, from what has changed since; empty if nothing has."""

    def misfit(self, trial: Trial, request: Request, ask: Ask, picks: Picks) -> Message:
        """Return why that answer is not possible."""

    def answer_unplanned(self, request: Request, ask: Ask) -> Picks | None:
        """Return the answer to a question on the way for which nothing is queued; None if its owner must be asked."""

    def failed_card(self, event: Event, seat: Seat) -> str:
        """Return what of the seat's has failed, if the event says so."""

    def failure(self, failed: str) -> Message:
        """Return why what is queued behind that is not done."""


def queueing_of(game: Game[Any]) -> Queueing | None:
    """Return what can be queued in the game; None if nothing can."""
    found: Queueing | None = getattr(auto_answers_of(game), "queueing", None)
    return found


def next_up(table: Table[Any]) -> tuple[Seat, str] | None:
    """Return who is next during a time to respond, as far as is public, and for what; None without responses or a
    queue.
    """
    queueing, asked = queueing_of(table.game), table.pending
    if queueing is None or asked is None or not asked.sealed or table.is_unfinished:
        return None
    return queueing.next_up(table)


def position_ahead(table: Table[Any], seat: Seat, kind: str) -> Table[Any] | None:
    """Return the position in which the seat is asked for what it can queue; None if it can't queue that kind."""
    queueing = queueing_of(table.game)
    if queueing is None or table.pending is None or table.is_unfinished or kind not in queueing.open_to(table, seat):
        return None
    found = queueing.position(table, seat, kind)
    return found if found is not None and found.ask_of(seat) is not None else None


def action_of(position: Table[Any], seat: Seat, batch: Sequence[Sequence[str]], line: str = "") -> QueuedAction:
    """Return an action from its answers, at the position from `position_ahead`. Raises IllegalAnswer if it is none."""
    queueing = queueing_of(position.game)
    if queueing is None or not batch or len(batch) > MOST_ANSWERS:
        raise IllegalAnswer("such an action cannot be queued")
    trial, answers = Trial(position, seat), list[tuple[str, Picks]]()
    begins = {key for keys in queueing.kinds.values() if queueing.filled & set(keys) for key in keys}
    for n, picks in enumerate(tuple(map(tuple, batch))):
        run = try_answers(trial, batch[:n])
        if run is None or run.request is None or run.stopped or run.taken < n:
            raise IllegalAnswer(TOO_FAR)
        if run.presumed and run.request.key not in begins:
            raise IllegalAnswer(TOO_FAR)
        if refused := run.request.asks[0].refusal(picks):
            raise IllegalAnswer(refused)
        answers.append((run.request.key, picks))
    rest = try_answers(trial, batch)
    if rest is None or (rest.request is not None and not rest.stopped and _goes_on(queueing, answers, rest)):
        raise IllegalAnswer("the action is not whole")
    known = {**_left(queueing, trial, batch, answers), **queueing.visible_state(seat, position.view(seat), answers)}
    return QueuedAction(tuple(answers), line, known)


def _goes_on(queueing: Queueing, answers: Sequence[tuple[str, Picks]], run: Reached) -> bool:
    """Return whether questions of the action are still open."""
    asked = run.request
    kind = next((kind for kind, keys in queueing.kinds.items() if answers[0][0] in keys), "")
    return asked is not None and _is_part(queueing, kind, asked.key, run)


def _is_part(queueing: Queueing, kind: str, key: str, run: Reached) -> bool:
    """Return whether the present question still belongs to the action."""
    ends = run.stopped or run.presumed or key in queueing.filled or key in queueing.kinds[kind][:1]
    return not ends and key.startswith(queueing.parts[kind])


def _left(
    queueing: Queueing, trial: Trial, batch: Sequence[Sequence[str]], answers: Sequence[tuple[str, Picks]]
) -> Mapping[str, int]:
    """Return how much there was to fill in."""
    first = next((n for n, (key, _) in enumerate(answers) if key in queueing.filled), None)
    asked = None if first is None else trial.after(batch[:first]).request
    return {"left": asked.left} if asked is not None else {}


def at_turn(queue: ActionQueue, turn: str) -> ActionQueue:
    """Return what of the queue still counts in that turn of the game."""
    kept = [
        replace(entry, turn=turn, later=False) if entry.later and entry.turn != turn else entry
        for entry in queue.entries
        if entry.later or entry.turn == turn
    ]
    return queue if tuple(kept) == queue.entries else replace(queue, entries=tuple(kept))


def queued_to(queueing: Queueing | None, queue: ActionQueue | None, key: str) -> QueueEntry | None:
    """Return what is queued for a question of that key."""
    entries = queue.entries if queue is not None and queueing is not None else ()
    return next((one for one in entries if not one.later and queueing and key in _begins(queueing, one)), None)


def _begins(queueing: Queueing, entry: QueueEntry) -> set[str]:
    return {*queueing.kinds[entry.kind], *(way.answers[0][0] for way in entry.ways)}


def queue_verdict(trial: Trial, seat: Seat, queueing: Queueing, queue: ActionQueue) -> tuple[Verdict, ActionQueue]:
    """Return what the queue says to the seat's present question, and what is left of it afterwards."""
    asked = trial.after(()).request
    entry = queued_to(queueing, queue, asked.key) if asked is not None else None
    if entry is None:
        return Verdict(), queue
    why, view = queueing.failure(queue.failed) if queue.failed else NOTHING, trial.run(()).view
    for way in () if why else entry.ways:
        why = queueing.why_stop(seat, way, view, queue.stops)
        if why:
            break
        found = _carried_out(trial, queueing, entry.kind, way, queue.stops)
        if isinstance(found, Message):
            why = why or found
            continue
        batch, rest = found
        left = (replace(entry, ways=(replace(way, answers=rest),)),) if rest else ()
        after = tuple(one for one in queue.entries if one is not entry)
        return Verdict(batch, by=QUEUE), replace(queue, entries=(*left, *after), begun=True)
    return Verdict(why=why or stop("gone"), by=QUEUE), queue


_Found = tuple[tuple[Picks, ...], tuple[tuple[str, Picks], ...]]


def _carried_out(
    trial: Trial, queueing: Queueing, kind: str, action: QueuedAction, stops: Sequence[str]
) -> _Found | Message:
    """The answers of an action as far as nothing unknown comes in between, and those left for later; or why not."""
    batch, left, run = list[Picks](), list(action.answers), trial.after(())
    while run.request is not None and not run.stopped and not run.presumed:
        ask, key = run.request.asks[0], run.request.key
        if key in queueing.filled and (why := _other_amount(action, left, run.request, stops)):
            return why
        picks = _next(queueing, kind, left, run.request, ask)
        if picks is None:
            break
        if ask.refusal(picks):
            return queueing.misfit(trial, run.request, ask, picks)
        batch.append(picks)
        after = try_answers(trial, batch)
        if after is None or after.taken < len(batch):
            return stop("rules")
        run = after
    return _whole(queueing, kind, batch, left, run)


def _other_amount(
    action: QueuedAction,
    left: Sequence[tuple[str, Picks]],
    asked: Request,
    stops: Sequence[str],
) -> Message:
    """Another number than was known, at the first question that is filled in."""
    first = not any(key == asked.key for key, _ in action.answers[: len(action.answers) - len(left)])
    then = action.known.get("left", asked.left)
    if not first or asked.left == then or "amount" not in stops:
        return NOTHING
    return stop("amount", n=asked.left, then=then)


def _next(queueing: Queueing, kind: str, left: list[tuple[str, Picks]], request: Request, ask: Ask) -> Picks | None:
    """Return the answer to the present question; queued answers to questions no longer asked are dropped."""
    at = next((n for n, (key, _) in enumerate(left) if key == request.key), None)
    if at is not None and all(key in queueing.kinds[kind] for key, _ in left[:at]):
        picks = left[at][1]
        del left[: at + 1]
        return picks
    return queueing.answer_unplanned(request, ask)


def _whole(
    queueing: Queueing, kind: str, batch: Sequence[Picks], left: Sequence[tuple[str, Picks]], run: Reached
) -> _Found | Message:
    """Return the answers found if they complete the action, else why not."""
    if not batch:
        return stop("gone")
    later = [key for key, _ in left if key not in queueing.filled]
    asked = run.request.key if run.request is not None else ""
    if (later and not set(later) <= set(queueing.kinds[kind][1:])) or _is_part(queueing, kind, asked, run):
        return stop("changed")
    return tuple(batch), tuple(left) if run.stopped or run.presumed else ()


def enqueue(
    queue: ActionQueue | None,
    table: Table[Any],
    seat: Seat,
    kind: str,
    ways: Sequence[QueuedAction],
    stops: Sequence[str] | None = None,
) -> ActionQueue:
    """Return the queue with one entry more, behind those of its kind. Raises IllegalAnswer for what cannot be
    queued.
    """
    queueing = queueing_of(table.game)
    later = queueing.open_to(table, seat).get(kind) if queueing is not None else None
    if queueing is None or later is None or not 0 < len(ways) <= MOST_WAYS:
        raise IllegalAnswer("such an action cannot be queued")
    before = at_turn(queue or ActionQueue(stops=queueing.usual), turn_of(table))
    if len(before.entries) >= MOST_ENTRIES:
        raise IllegalAnswer(f"no more than {MOST_ENTRIES} actions can be queued")
    kept = [one for one in before.entries if one.kind != kind or kind not in queueing.filled]
    entry = QueueEntry(kind, tuple(ways), turn_of(table), later)
    return replace(before, entries=(*kept, entry), stops=before.stops if stops is None else tuple(stops))
