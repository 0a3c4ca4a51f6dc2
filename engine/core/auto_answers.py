"""Auto-answers and planned moves: what a seat has set in advance, answered as it could have answered itself.

A game that takes them has them as `auto_answers`. They are plain data of one seat, kept outside the record. They see
what the seat itself may know and try (`engine.core.trial.Trial`), and nothing else.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, Protocol

import msgspec

from engine.core.ask import Ask, Picks, Request, Seat
from engine.core.errors import IllegalAnswer
from engine.core.game import Game, View, turn_in
from engine.core.message import NOTHING, Message
from engine.core.table import Table
from engine.core.trial import Trial, try_answers

LATE: Final = "late"  # the kind that says what happens when the seat is out of time
NPC: Final = "npc"  # its value
MOST_IDLE: Final = 200
MOST_PICKS: Final = 200


class AutoAnswerKind(msgspec.Struct, frozen=True):
    """One kind of auto-answer.

    `questions`: the keys of the questions that it answers. `values`: what its one parameter may be; `more`: further
    values, offered only where they fit. `several`: the parameter is a list of values, joined by commas. `usual`: the
    value that is set once the seat is first asked, where its owner has set none.
    """

    questions: tuple[str, ...]
    values: tuple[str, ...]
    more: frozenset[str] = frozenset()
    several: bool = False
    usual: str = ""

    def takes(self, value: str) -> bool:
        """Return whether the parameter may be that."""
        parts = value.split(",")
        known = all(part in self.values or part in self.more for part in parts)
        return known and (len(parts) == 1 or (self.several and len(set(parts)) == len(parts)))


class AutoAnswer(msgspec.Struct, frozen=True):
    """One auto-answer of a seat: its kind and the value of its parameter."""

    kind: str
    value: str

    @property
    def line(self) -> str:
        """Return the form in which it is stored: its kind and its value, `late: npc`."""
        return f"{self.kind}: {self.value}"

    @property
    def values(self) -> tuple[str, ...]:
        """Return the values of a kind that takes several."""
        return tuple(self.value.split(","))


class RegionWatch(msgspec.Struct, frozen=True):
    """A wish to be asked after all once any seat, or that one, has entered one of these areas."""

    areas: tuple[str, ...]
    seat: Seat = ""


class LodgedPlan(msgspec.Struct, frozen=True):
    """Picks planned for a question that will be asked repeatedly, before it is asked at all."""

    key: str
    picks: tuple[str, ...]
    turn: str = ""
    """The turn of the game that it is for."""
    watched: tuple[RegionWatch, ...] = ()
    """When its owner wants to be asked after all."""
    line: str = ""
    """As it was typed."""
    certain: bool = False
    """Whether nothing that others could still do can affect it."""


class Verdict(msgspec.Struct, frozen=True):
    """What a seat has set in advance for a question: answers, or why the owner is asked; neither if nothing.

    `by`: the question of the planned moves, or the kind of the auto-answer.
    """

    batch: tuple[Picks, ...] = ()
    why: Message = NOTHING
    by: str = ""


class AutoAnswers(Protocol):
    """The auto-answers that a game offers."""

    kinds: Mapping[str, AutoAnswerKind]
    """Its kinds of auto-answers; if several fit a question, the first answers."""
    ahead: Mapping[str, frozenset[str]]
    """Questions for which moves can be planned, with the steps from which only seats' answers come before them."""
    ends: Mapping[str, str]
    """The pick that ends such moves."""

    def offered_values(self, kind: str, view: View, seat: Seat) -> Sequence[str]:
        """Return the values that the seat can choose now."""

    def earlier(self, kind: str, value: str) -> AutoAnswer | None:
        """Return the auto-answer that says the same as a line stored by an earlier version; None where none does."""

    def answer(self, one: AutoAnswer, trial: Trial, request: Request, ask: Ask) -> Picks | Message | None:
        """Return its answer from what the seat sees and can try, or why its owner must be asked; None if it doesn't
        apply.
        """

    def idle(self, request: Request, ask: Ask) -> Picks:
        """Return the answer of a seat that does nothing."""

    def stops(self, plan: LodgedPlan, seat: Seat, then: View, now: View) -> Message:
        """Return why moves planned at that view are not made at this one; nothing if they are."""

    def certain(self, table: Table[Any], seat: Seat) -> bool:
        """Return whether nothing that others may still do can touch what the seat plans now."""


class PlainAutoAnswers:
    """Auto-answers of which each picks one option: the base of what games need.

    `picked`: the option by question and value, where it isn't the value itself.
    """

    kinds: Mapping[str, AutoAnswerKind] = {}
    picked: Mapping[tuple[str, str], str] = {}
    ahead: Mapping[str, frozenset[str]] = {}
    ends: Mapping[str, str] = {}

    def offered_values(self, kind: str, _view: View, _seat: Seat) -> Sequence[str]:
        """Return all values, whatever the position."""
        return self.kinds[kind].values

    def earlier(self, _kind: str, _value: str) -> AutoAnswer | None:
        """Return None: earlier versions wrote their lines in the same way."""
        return None

    def answer(self, one: AutoAnswer, _trial: Trial, request: Request, ask: Ask) -> Picks | Message | None:
        """Return the option that the auto-answer names; why not, if it is not offered."""
        wanted = self.picked.get((request.key, one.value), one.value)
        return (wanted,) if wanted in ask.options else stop("gone")

    def idle(self, _request: Request, ask: Ask) -> Picks:
        """Return the silent answer."""
        return ask.silence or ask.options[: ask.least]

    def stops(self, _plan: LodgedPlan, _seat: Seat, _then: View, _now: View) -> Message:
        """Return nothing: no moves can be planned."""
        return NOTHING

    def certain(self, _table: Table[Any], _seat: Seat) -> bool:
        """Return False: no moves can be planned."""
        return False


def auto_answers_of(game: Game[Any]) -> AutoAnswers | None:
    """Return the auto-answers that the game offers; None for none."""
    found: AutoAnswers | None = getattr(game, "auto_answers", None)
    return found


def stop(reason: str, /, **said: str | int | Message) -> Message:
    """Return why nothing is answered: a text `auto.stop.<reason>`."""
    return Message(f"auto.stop.{reason}", said)


def read(known: AutoAnswers, line: str) -> AutoAnswer | None:
    """Return the auto-answer of a stored line; None for a line of an earlier version that none corresponds to."""
    name, _, value = (part.strip() for part in line.partition(":"))
    kind = known.kinds.get(name)
    return AutoAnswer(name, value) if kind is not None and kind.takes(value) else known.earlier(name, value)


def usual(known: AutoAnswers, key: str, there: Collection[str]) -> list[AutoAnswer]:
    """Return the auto-answers to that question that are set by themselves, apart from the kinds that are set
    already.
    """
    kinds = {name: kind for name, kind in known.kinds.items() if kind.usual and name not in there}
    return [AutoAnswer(name, kind.usual) for name, kind in kinds.items() if key in kind.questions]


def turn_of(table: Table[Any]) -> str:
    """Return the turn of the game, without the phase."""
    return turn_in(table.game.chapter(table.state))


def ahead(table: Table[Any], seat: Seat, given: Sequence[Picks] = ()) -> Table[Any] | None:
    """Return the position in which the seat will be asked what it can plan for now, if nobody else acts until then.

    `given` are the answers that the seat gives before. Raises as `Table.submit_batch`. None if chance or something else
    comes first, or if it is asked already.
    """
    known = auto_answers_of(table.game)
    if known is None or table.pending is None or table.is_unfinished:
        return None
    if not any(table.step in steps for steps in known.ahead.values()):
        return None
    if table.ask_of(seat) is not None and table.pending.key_to(seat) in known.ahead:
        return None
    return _idled(table, seat, known, given)


def free(table: Table[Any]) -> tuple[Seat, ...]:
    """Return the seats that could already answer a question asked of one after another, because nobody can
    interfere.
    """
    known = auto_answers_of(table.game)
    if known is None or table.pending is None or table.pending.key not in known.ahead or table.pending.is_shared:
        return ()
    waiting = table.waiting()
    return tuple(seat for seat in table.game.seats(table.state) if seat not in waiting and known.certain(table, seat))


def _idled(table: Table[Any], seat: Seat, known: AutoAnswers, given: Sequence[Picks]) -> Table[Any] | None:
    """Return a copy of the table after all others were idle until the seat is asked; None if it is not asked."""
    copy = Table(table.game, table.known_to(seat), npcs=False)
    wanted = {key for key, steps in known.ahead.items() if copy.step in steps}
    begun = copy.game.barrier(copy.state), turn_of(copy)
    if given and wanted:
        copy.submit_batch(seat, given)
    for _ in range(MOST_IDLE if wanted else 0):
        if copy.pending is None or (copy.game.barrier(copy.state), turn_of(copy)) != begun:
            break
        if copy.ask_of(seat) is not None and copy.pending.key_to(seat) in wanted:
            return copy
        if not any(copy.step in known.ahead[key] for key in wanted):
            break
        _be_idle(copy, known)
    return None


def _be_idle(copy: Table[Any], known: AutoAnswers) -> None:
    """The next seat asked does nothing."""
    one = copy.waiting()[0]
    asked, ask = copy.question_to(one), copy.ask_of(one)
    if asked is not None and ask is not None:
        copy.submit(one, *known.idle(asked, ask))


def lodge_plan(
    position: Table[Any], seat: Seat, picks: Sequence[str], watched: Sequence[RegionWatch] = (), line: str = ""
) -> LodgedPlan:
    """Return a plan for the position that `ahead` has found. Raises IllegalAnswer, naming the place of the first
    misfit.
    """
    known, key = auto_answers_of(position.game), position.pending.key_to(seat) if position.pending else ""
    if known is None or len(picks) > MOST_PICKS:
        raise IllegalAnswer("such a plan cannot be lodged")
    ends = known.ends[key]
    kept = tuple(picks[:-1] if picks and picks[-1] == ends else picks)
    found = _as_lodged(Trial(position, seat), known, LodgedPlan(key, kept))
    if found.why:
        raise IllegalAnswer(f"item {found.why.values.get('n', len(kept))} of the plan is not possible")
    return LodgedPlan(key, kept, turn_of(position), tuple(watched), line)


def concerns(known: AutoAnswers, key: str, plan: LodgedPlan | None, there: Collection[AutoAnswer]) -> bool:
    """Return whether these may answer questions of that key."""
    return (plan is not None and plan.key == key) or any(key in known.kinds[one.kind].questions for one in there)


def verdict(
    trial: Trial, known: AutoAnswers, plan: LodgedPlan | None, then: View | None, there: Collection[AutoAnswer]
) -> Verdict:
    """Return what a seat has set in advance for its present question. Planned moves come before auto-answers."""
    run = trial.after(())
    ask = run.request.asks[0] if run.request is not None and run.request.asks else None
    if run.request is None or ask is None:
        return Verdict()
    if plan is not None and plan.key == run.request.key:
        view = trial.run(()).view
        why = known.stops(plan, ask.seat, then or view, view)
        return Verdict(why=why, by=plan.key) if why else _as_lodged(trial, known, plan)
    return _automatic(trial, known, there, run.request, ask)


def _automatic(trial: Trial, known: AutoAnswers, there: Collection[AutoAnswer], request: Request, ask: Ask) -> Verdict:
    """The answer of the first that has one, in the order of the kinds; else why the last has none."""
    mine = {one.kind: one for one in there if request.key in known.kinds[one.kind].questions}
    said = Verdict()
    for kind in (name for name in known.kinds if name in mine):
        picks = known.answer(mine[kind], trial, request, ask)
        if isinstance(picks, Message):
            said = Verdict(why=picks, by=kind)
        elif picks is not None:
            refused = ask.refusal(picks)
            return Verdict(why=stop("rules"), by=kind) if refused else Verdict((picks,), by=kind)
    return said


def _as_lodged(trial: Trial, known: AutoAnswers, plan: LodgedPlan) -> Verdict:
    """The whole plan, if every item of it can still be done."""
    batch = [(pick,) for pick in plan.picks]
    for n in range(1, len(batch) + 1):
        run = try_answers(trial, batch[:n])
        if run is None or run.taken < n:
            return Verdict(why=stop("item", n=n), by=plan.key)
    run = trial.after(batch)
    if run.request is None or run.request.key != plan.key or run.stopped:
        return Verdict(tuple(batch), by=plan.key)
    ends = (known.ends[plan.key],)
    if run.request.asks[0].refusal(ends):
        return Verdict(why=stop("item", n=len(batch)), by=plan.key)
    return Verdict((*batch, ends), by=plan.key)
