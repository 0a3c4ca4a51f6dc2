"""Orders: what a seat has said ahead, so that it is answered for as it could have answered itself.

A game that takes orders has them as `orders`. They are plain data, kept outside the record, and nobody's business but
their owner's: they see what the seat itself may know and try (`engine.core.trial.Trial`), and nothing else.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any, Final, Protocol

import msgspec

from engine.core.ask import Ask, Picks, Request, Seat
from engine.core.errors import IllegalAnswer
from engine.core.game import Game, View, turn_in
from engine.core.said import NOTHING, Said, counted
from engine.core.table import Table
from engine.core.trial import Trial, tried

STOP: Final = "order.stop"
UP_TO: Final = ("up", "to")
ASK_IF: Final = ("ask", "if", ">")  # typed for the same
THIS_TURN: Final = ("this", "turn")
WHEN, WHILE = "when", "while"
OR, AND, ELSE, UNLESS = "or", "and", "else", "unless"
BELOW: Final = "<"  # before a number that something has to be below, in conditions that say so
ALL, SET = "all", "set"  # in the place of a kind: all that stands, and several orders at once
LATE: Final = "late"  # the kind that says what becomes of a seat whose time is up, in games that have it
MOST_WHEN: Final = 6
MOST_NAMED: Final = 12
MOST_WORDS: Final = 6  # of one way
REST: Final = "rest"
MOST_IDLE: Final = 200
MOST_PICKS: Final = 200


class OrderKind(msgspec.Struct, frozen=True):
    """What can be ordered once and for all: the questions that it answers, and in which ways, each by a word.

    `limited`: it can be held to a number, above which its owner is asked after all. `usual`: the way that stands from
    when it is first asked for, where the owner has said nothing else. `conditions`: on what its ways but the first, or
    its only one, may depend, each with what can be named behind it. `verbs`: what can be said of single `things` in
    their order, each thing by the letters it is typed with (`fold`); the way is then for the rest of them. `fits`: of
    which things alone a verb can be said. `otherwise`: its conditions can be asked for all at once too, by `and`, and
    behind `else` stands what is done where they do not hold. `typed`: further ways, which no list offers, and other
    words for those that are, by the letters they are typed with. `also`, `called`: other words by which the kind, and
    its verbs and conditions, are typed. `exceptions`: what may be said behind `unless`, where its owner is asked.
    `colon`: the verbs of what is typed before and behind a colon. `rest`: the way for what a list says nothing of,
    the first if it is empty. `this_turn`: its first way can be ordered for the turn of the game alone in which it is.
    `besides`: questions of other kinds that it answers where none of those stands. A kind without questions changes
    what others answer.
    """

    questions: tuple[str, ...]
    ways: tuple[str, ...]
    limited: bool = False
    usual: str = ""
    conditions: Mapping[str, frozenset[str]] = {}
    verbs: tuple[str, ...] = ()
    things: Mapping[str, str] = {}
    fits: Mapping[str, frozenset[str]] = {}
    otherwise: bool = False
    typed: Mapping[str, str] = {}
    also: tuple[str, ...] = ()
    called: Mapping[str, str] = {}
    exceptions: Mapping[str, frozenset[str]] = {}
    colon: tuple[str, ...] = ()
    rest: str = ""
    this_turn: bool = False
    besides: tuple[str, ...] = ()

    @property
    def answers(self) -> tuple[str, ...]:
        """All questions in which it may have a say."""
        return (*self.questions, *self.besides)

    @property
    def beyond(self) -> str:
        """The way for what a list says nothing of."""
        return self.rest or self.ways[0]

    def takes(self, verb: str, thing: str) -> bool:
        """Whether that can be said of the thing."""
        return thing in self.fits.get(verb, (thing,))

    def may_depend(self, way: str) -> bool:
        """Whether that way can be ordered under conditions: any but the first; the first too if it is the only one or
        another way can be said for where they do not hold.
        """
        return bool(self.conditions) and (way != self.ways[0] or len(self.ways) == 1 or self.otherwise)

    @property
    def several(self) -> bool:
        """Whether orders of its ways can stand side by side, each up to its number."""
        return self.limited and len(self.ways) > 1


class StandingOrder(msgspec.Struct, frozen=True):
    """One standing order: its kind, the way, the number up to which it holds, and when it does: under any of these
    conditions, each a word and what is named behind it. `things`: what is said of single things, each a verb and the
    thing, before the way counts. `every`: all conditions have to hold. `otherwise`: the way where it does not apply.
    `unless`: it does not act at all once one of these is true. `this_turn`: it is gone with the turn of the game in
    which it was given.
    """

    kind: str
    way: str
    most: int | None = None
    when: tuple[tuple[str, str], ...] = ()
    things: tuple[tuple[str, str], ...] = ()
    every: bool = False
    otherwise: str = ""
    unless: tuple[tuple[str, str], ...] = ()
    this_turn: bool = False

    @property
    def line(self) -> str:
        """As it is written: `losses: auto up to 5`, `losses: auto when hits rome`, `discard: throw 73, rest ask`."""
        if self.things:
            verbs = ("", *(verb for verb, _ in self.things))
            said = [
                what if verb == last else f"{verb} {what}"
                for (verb, what), last in zip(self.things, verbs, strict=False)
            ]
            held = "" if self.most is None else f", {' '.join(UP_TO)} {self.most}"
            return f"{self.kind}: {', '.join(said)}{held}, {REST} {self.way}"
        limited = f" {' '.join(THIS_TURN)}" if self.this_turn else ""
        limited += "" if self.most is None else f" up to {self.most}"
        clauses = _clause(WHEN, self.when, AND if self.every else OR) + _clause(UNLESS, self.unless, OR)
        return f"{self.kind}: {self.way}{limited}{clauses}" + (f" {ELSE} {self.otherwise}" if self.otherwise else "")

    def holds(self, true: Iterable[bool]) -> bool:
        """Whether it applies: one of its conditions is true, or all, as it says; without any always."""
        return not self.when or (all(true) if self.every else any(true))


def _clause(word: str, conditions: Iterable[tuple[str, str]], joint: str) -> str:
    """Conditions as they are written behind a word: ` when hits rome or home`; nothing of none."""
    said = f" {joint} ".join(f"{name} {what}".strip() for name, what in conditions)
    return f" {word} {said}" if said else ""


class RegionWatch(msgspec.Struct, frozen=True):
    """A wish to be asked after all once somebody, or that seat, has come into one of these areas."""

    areas: tuple[str, ...]
    seat: Seat = ""


class LodgedPlan(msgspec.Struct, frozen=True):
    """Picks for a question that will be asked again and again, lodged before it is asked at all.

    `turn`: the turn of the game that it is for. `watched`: when its owner wants to be asked after all. `line`: as it
    was typed. `certain`: nothing that others could still do when it was lodged can touch it.
    """

    key: str
    picks: tuple[str, ...]
    turn: str = ""
    watched: tuple[RegionWatch, ...] = ()
    line: str = ""
    certain: bool = False


class Verdict(msgspec.Struct, frozen=True):
    """What orders say to a question: answers, or why the owner has to be asked; neither where they have no say.

    `by`: the question of the plan, or the kind of the standing order, of which `way` is the word.
    """

    batch: tuple[Picks, ...] = ()
    why: Said = NOTHING
    by: str = ""
    way: str = ""


class Orders(Protocol):
    """What can be ordered in a game.

    `kinds`: standing orders by their names. `sets`: lines that are ordered together, by one name. `groups`: the same by
    the name and the way of a kind or something like one; in a line `{tail}` is what is typed behind the way,
    and one with `{any}` is given whatever that is, one with neither where it is nothing. `units`: what is counted for
    orders that hold up to a number, a noun `count.<noun>` by question. `ahead`: questions for which a plan can be
    lodged, with the steps from which on nothing but the answers of the seats comes in between. `ends`: the pick by
    which such a plan ends.
    """

    kinds: Mapping[str, OrderKind]
    sets: Mapping[str, tuple[str, ...]]
    groups: Mapping[str, Mapping[str, tuple[str, ...]]]
    units: Mapping[str, str]
    ahead: Mapping[str, frozenset[str]]
    ends: Mapping[str, str]

    def dated(self, order: StandingOrder, view: View, seat: Seat) -> StandingOrder:
        """The order as it is kept when it is given at that view, and as it has become when that is what its owner sees
        later, where it has to do with what comes after.
        """

    def doubts(self, order: StandingOrder, view: View, seat: Seat) -> tuple[Said, ...]:
        """What of the order cannot come about as things stand, for its owner, who is told when it is given."""

    def combined(self, standing: Sequence[StandingOrder]) -> Sequence[StandingOrder]:
        """The orders of a seat as they act, each with what others of them say of it."""

    def answer(self, order: StandingOrder, trial: Trial, request: Request, ask: Ask) -> Picks | Said:
        """What the order answers, from what the seat sees and can try; or why its owner has to be asked."""

    def size(self, trial: Trial, request: Request, ask: Ask) -> int:
        """How much the question is about, for orders that hold up to a number."""

    def idle(self, request: Request, ask: Ask) -> Picks:
        """The answer of a seat that does nothing."""

    def stops(self, plan: LodgedPlan, seat: Seat, then: View, now: View) -> Said:
        """Why a plan lodged at that view is not carried out at this one; nothing if it is."""

    def certain(self, table: Table[Any], seat: Seat) -> bool:
        """Whether nothing that others may still do can touch what the seat plans for now."""


class WordOrders:
    """Orders of which each says one word, and nothing but words: the base of what most games need.

    `picked`: what is answered to a question where it is not the word itself.
    """

    kinds: Mapping[str, OrderKind] = {}
    sets: Mapping[str, tuple[str, ...]] = {}
    groups: Mapping[str, Mapping[str, tuple[str, ...]]] = {}
    units: Mapping[str, str] = {}
    picked: Mapping[tuple[str, str], str] = {}
    ahead: Mapping[str, frozenset[str]] = {}
    ends: Mapping[str, str] = {}

    def dated(self, order: StandingOrder, _view: View, _seat: Seat) -> StandingOrder:
        """None has to do with when it was given."""
        return order

    def doubts(self, _order: StandingOrder, _view: View, _seat: Seat) -> tuple[Said, ...]:
        """Whatever can be said may come about."""
        return ()

    def combined(self, standing: Sequence[StandingOrder]) -> Sequence[StandingOrder]:
        """None says anything of another."""
        return standing

    def answer(self, order: StandingOrder, _trial: Trial, request: Request, ask: Ask) -> Picks | Said:
        """The word if it is offered; else its owner has to be asked."""
        wanted = self.picked.get((request.key, order.way), order.way)
        return (wanted,) if wanted in ask.options else stop("gone")

    def size(self, _trial: Trial, request: Request, _ask: Ask) -> int:
        """What is left to be answered."""
        return request.left

    def idle(self, _request: Request, ask: Ask) -> Picks:
        """Silence."""
        return ask.silence or ask.options[: ask.least]

    def stops(self, _plan: LodgedPlan, _seat: Seat, _then: View, _now: View) -> Said:
        """Nothing can be planned, so nothing stops a plan."""
        return NOTHING

    def certain(self, _table: Table[Any], _seat: Seat) -> bool:
        """Nothing can be planned."""
        return False


def orders_of(game: Game[Any]) -> Orders | None:
    """What can be ordered in the game; None if nothing can."""
    found: Orders | None = getattr(game, "orders", None)
    return found


def stop(reason: str, /, **said: str | int | Said) -> Said:
    """Why an order does not act: a text `order.stop.<reason>`."""
    return Said(f"{STOP}.{reason}", said)


def usual(orders: Orders, key: str, said: Container[str]) -> list[StandingOrder]:
    """What stands by itself and answers that question, but for the kinds of which something has been said."""
    kinds = {name: kind for name, kind in orders.kinds.items() if kind.usual and name not in said}
    return [StandingOrder(name, kind.usual) for name, kind in kinds.items() if key in kind.questions]


def turn_of(table: Table[Any]) -> str:
    """The turn of the game, without the phase."""
    return turn_in(table.game.chapter(table.state))


def ahead(table: Table[Any], seat: Seat, given: Sequence[Picks] = ()) -> Table[Any] | None:
    """The position in which the seat will be asked what it can plan for now, if until then nobody does anything.

    `given` are the answers that the seat gives before, to what it is asked now. Raises as `Table.submit_batch`.
    None where there is no such question before chance or something else comes in, or where it is asked already.
    """
    orders = orders_of(table.game)
    if orders is None or table.pending is None or table.unfinished:
        return None
    if not any(table.step in steps for steps in orders.ahead.values()):
        return None
    if table.ask_of(seat) is not None and table.pending.key_to(seat) in orders.ahead:
        return None
    return _idled(table, seat, orders, given)


def free(table: Table[Any]) -> tuple[Seat, ...]:
    """Who is not asked yet and might as well answer now what is put to one after the other: nobody can come between."""
    orders = orders_of(table.game)
    if orders is None or table.pending is None or table.pending.key not in orders.ahead or table.pending.shared:
        return ()
    waiting = table.waiting()
    return tuple(seat for seat in table.game.seats(table.state) if seat not in waiting and orders.certain(table, seat))


def _idled(table: Table[Any], seat: Seat, orders: Orders, given: Sequence[Picks]) -> Table[Any] | None:
    """A copy in which everybody has been idle until the seat is asked."""
    copy = Table(table.game, table.known_to(seat), npcs=False)
    wanted = {key for key, steps in orders.ahead.items() if copy.step in steps}
    begun = copy.game.barrier(copy.state), turn_of(copy)
    if given and wanted:
        copy.submit_batch(seat, given)
    for _ in range(MOST_IDLE if wanted else 0):
        if copy.pending is None or (copy.game.barrier(copy.state), turn_of(copy)) != begun:
            break
        if copy.ask_of(seat) is not None and copy.pending.key_to(seat) in wanted:
            return copy
        if not any(copy.step in orders.ahead[key] for key in wanted):
            break
        _be_idle(copy, orders)
    return None


def _be_idle(copy: Table[Any], orders: Orders) -> None:
    """The next seat asked does nothing."""
    one = copy.waiting()[0]
    asked, ask = copy.question_to(one), copy.ask_of(one)
    if asked is not None and ask is not None:
        copy.submit(one, *orders.idle(asked, ask))


def lodged(
    position: Table[Any], seat: Seat, picks: Sequence[str], watched: Sequence[RegionWatch] = (), line: str = ""
) -> LodgedPlan:
    """A plan for the position that `ahead` has found. Raises IllegalAnswer, naming the place of the first misfit."""
    orders, key = orders_of(position.game), position.pending.key_to(seat) if position.pending else ""
    if orders is None or len(picks) > MOST_PICKS:
        raise IllegalAnswer("such a plan cannot be lodged")
    ends = orders.ends[key]
    kept = tuple(picks[:-1] if picks and picks[-1] == ends else picks)
    found = _as_lodged(Trial(position, seat), orders, LodgedPlan(key, kept))
    if found.why:
        raise IllegalAnswer(f"item {found.why.values.get('n', len(kept))} of the plan is not possible")
    return LodgedPlan(key, kept, turn_of(position), tuple(watched), line)


def concerns(orders: Orders, key: str, plan: LodgedPlan | None, standing: Sequence[StandingOrder]) -> bool:
    """Whether these orders have a say in questions of that key."""
    return (plan is not None and plan.key == key) or any(key in orders.kinds[one.kind].answers for one in standing)


def verdict(
    trial: Trial, orders: Orders, plan: LodgedPlan | None, then: View | None, standing: Sequence[StandingOrder]
) -> Verdict:
    """What the orders of a seat say to what it is asked now. A lodged plan goes before standing orders."""
    run = trial.reached(())
    ask = run.request.asks[0] if run.request is not None and run.request.asks else None
    if run.request is None or ask is None:
        return Verdict()
    if plan is not None and plan.key == run.request.key:
        view = trial.run(()).view
        why = orders.stops(plan, ask.seat, then or view, view)
        return Verdict(why=why, by=plan.key) if why else _as_lodged(trial, orders, plan)
    return _as_standing(trial, orders, standing, run.request, ask)


def _as_standing(
    trial: Trial, orders: Orders, standing: Sequence[StandingOrder], request: Request, ask: Ask
) -> Verdict:
    """What the first order answers that does, those up to the smallest numbers first; else why the last does not.

    Orders of a kind to which the question belongs go before those that answer it besides.
    """
    there = [one for one in orders.combined(standing) if request.key in orders.kinds[one.kind].answers]
    own, said = [one for one in there if request.key in orders.kinds[one.kind].questions], Verdict()
    for order in sorted(own or there, key=lambda one: MOST_PICKS * 10 if one.most is None else one.most):
        said = _as_ordered(trial, orders, order, request, ask)
        if said.batch:
            break
    return said


def _as_lodged(trial: Trial, orders: Orders, plan: LodgedPlan) -> Verdict:
    """The whole plan, if every item of it can still be done."""
    batch = [(pick,) for pick in plan.picks]
    for n in range(1, len(batch) + 1):
        run = tried(trial, batch[:n])
        if run is None or run.taken < n:
            return Verdict(why=stop("item", n=n), by=plan.key)
    run = trial.reached(batch)
    if run.request is None or run.request.key != plan.key or run.stopped:
        return Verdict(tuple(batch), by=plan.key)
    ends = (orders.ends[plan.key],)
    if run.request.asks[0].refusal(ends):
        return Verdict(why=stop("item", n=len(batch)), by=plan.key)
    return Verdict((*batch, ends), by=plan.key)


def _as_ordered(trial: Trial, orders: Orders, order: StandingOrder, request: Request, ask: Ask) -> Verdict:
    """The answer of a standing order, unless it stops."""
    counts = request.key in orders.units
    if order.most is not None and counts and (size := orders.size(trial, request, ask)) > order.most:
        why = stop("much", n=counted(size, orders.units[request.key]), most=order.most)
        return Verdict(why=why, by=order.kind, way=order.way)
    picks = orders.answer(order, trial, request, ask)
    if isinstance(picks, Said):
        return Verdict(why=picks, by=order.kind, way=order.way)
    if ask.refusal(picks):
        return Verdict(why=stop("rules"), by=order.kind, way=order.way)
    return Verdict((picks,), by=order.kind, way=order.way)
