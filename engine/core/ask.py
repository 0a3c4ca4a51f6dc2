"""Questions the rules put to the players.

The rules are coroutines with no event loop behind them: `await choose(...)` hands a Request to the
Table and comes back with the answer, minutes or weeks later. Nothing else may be awaited.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import coroutine
from typing import Any, Generic, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import structs

from engine.core.message import NOTHING, Message
from engine.core.text import plainly, sentence

T = TypeVar("T")
Key = TypeVar("Key", bound=str)
Seat: TypeAlias = str
Picks: TypeAlias = tuple[str, ...]
Answers: TypeAlias = Mapping[Seat, Picks]
Flow: TypeAlias = Coroutine[Any, Any, T]

PASS = "pass"


@dataclass(frozen=True, slots=True)
class Option:
    """How one token of an Ask is shown, made on demand from the seat's own view.

    Rules and records know tokens alone. Where an option is on the board is part of how it is shown, so it stands here:
    it costs nothing where nobody looks, and no record has to be read in two ways.
    """

    token: str
    label: str
    hint: str = ""
    group: str = ""
    rank: int = 0
    on: tuple[str, ...] = ()
    """The shapes of the board that stand for it, in the order in which they are clicked: `area:rome`, then
    `area:latium` for a move. Empty if it is not on the board, even if it is called like a place.
    """
    n: int | None = None
    """How many pieces a move takes along."""


class Ask(msgspec.Struct, frozen=True, gc=False):
    """The question to one seat: pick `least` to `most` of `options`, in any order, each once.

    With `caps` (the most for each option) it is a division: `total` is divided among the options, and a pick is an
    option with its part, such as `tyre:2`. Options that get nothing are left out.
    """

    seat: Seat
    options: tuple[str, ...]
    least: int = 1
    most: int = 1
    silence: Picks | None = None
    caps: tuple[int, ...] = ()
    total: int = 0

    def refusal(self, picks: Picks) -> str | None:
        """Return why these picks are no answer; None if they are."""
        if self.caps:
            return self._misdivided(picks)
        if len(picks) == 1 == self.least and picks[0] in self.options:
            return None
        return self._mispicked(picks)

    def parts(self, picks: Picks) -> dict[str, int]:
        """Return what each option gets in a division, in the order of the options."""
        given = dict(_part(pick) for pick in picks)
        return {option: given[option] for option in self.options if option in given}

    def deal_out(self, take: Callable[[Sequence[str]], str]) -> Picks:
        """Return the picks of a division that deals out one by one, each to the option taken of those that have room
        left.
        """
        given = dict.fromkeys(self.options, 0)
        caps = dict(zip(self.options, self.caps, strict=True))
        for _ in range(self.total):
            given[take([option for option in self.options if given[option] < caps[option]])] += 1
        return tuple(f"{option}:{n}" for option, n in given.items() if n)

    def _misdivided(self, picks: Picks) -> str | None:
        parts, caps = [_part(pick) for pick in picks], dict(zip(self.options, self.caps, strict=True))
        for option, n in parts:
            if not 1 <= n <= caps.get(option, 0):
                return (
                    f"{option!r} gets 1 to {caps[option]}"
                    if option in caps
                    else f"{option!r} is not one of the options"
                )
        if len(dict(parts)) != len(parts):
            return "an option is named twice"
        given = sum(n for _, n in parts)
        return None if given == self.total else f"{self.total} are to be divided, not {given}"

    def _mispicked(self, picks: Picks) -> str | None:
        if not self.least <= len(picks) <= self.most:
            wanted = str(self.least) if self.least == self.most else f"{self.least} to {self.most}"
            return f"{wanted} picks are wanted, not {len(picks)}"
        if len(picks) > 1 and len(set(picks)) != len(picks):
            return "an option is picked twice"
        for pick in picks:
            if pick not in self.options:
                return f"{pick!r} is not one of the options"
        return None


def _part(pick: str) -> tuple[str, int]:
    """Return an option and its share; 0 if the share is not a valid number."""
    option, _, n = pick.rpartition(":")
    return (option, int(n)) if n.isascii() and n.isdigit() and len(n) < 10 and n[0] != "0" else (option or pick, 0)


class Request(msgspec.Struct, frozen=True, gc=False):
    """One question to one or more seats, who answer at once without seeing the others' answers."""

    key: str
    said: Message
    asks: tuple[Ask, ...]
    sealed: bool = False
    """Whether it closes by itself, with each ask's `silence` for a missing answer; if it is put to nobody it closes at
    once.
    """
    harm: bool = False
    """Whether the decision takes, replaces or adds something of another seat."""
    about: tuple[str, ...] = ()
    """What the question is about (areas, cards, seats), for pictures and screens."""
    asked: tuple[Seat, ...] = ()
    """Who is asked, as far as the public may know."""
    left: int = 0
    """How many picks are still to come, if the same question is asked repeatedly."""
    flows: Literal["", "begun", "on"] = ""
    """For flows side by side (`each_flow`): "begun" before their first questions, then "on"."""
    own: tuple[Request, ...] = ()
    """The own question of each seat that isn't finished, which no other seat sees."""

    def __await__(self) -> Generator[Request, Answers, Answers]:
        return (yield self)

    @property
    def prompt(self) -> str:
        """Return its sentence in the language being spoken, names as bare tokens: what programs and tests read."""
        return plainly(sentence(self.said))

    @property
    def is_shared(self) -> bool:
        """Return whether its answers stay secret until the last of them is in, or silence has closed it."""
        return self.sealed or len(self.asks) > 1 or self.flows == "on"

    @property
    def is_veiled(self) -> bool:
        """Return whether it is secret who is asked, and so also whether anyone is."""
        return self.sealed and not self.asked

    def of(self, seat: Seat) -> Ask | None:
        """Return the ask of that seat, if it is asked."""
        return next((ask for ask in self.asks if ask.seat == seat), None)

    def to(self, seat: Seat) -> Request:
        """Return the request with only that seat's question; without an ask if the seat isn't asked."""
        own = self._own_of(seat) if self.own else self
        if len(own.asks) == 1 and not own.own and own.asks[0].seat == seat:
            return own
        return structs.replace(own, asks=tuple(ask for ask in own.asks if ask.seat == seat), own=())

    def key_to(self, seat: Seat) -> str:
        """Return the key of that seat's question."""
        return self._own_of(seat).key if self.own else self.key

    def _own_of(self, seat: Seat) -> Request:
        """Its own question where flows go on side by side, each of which asks its own seat alone."""
        for one in self.own:
            if one.asks[0].seat == seat:
                return one
        return self


def request(
    key: str,
    asks: Iterable[Ask],
    /,
    *,
    sealed: bool = False,
    harm: bool = False,
    about: Sequence[str] = (),
    asked: Sequence[Seat] | None = None,
    prompt: str = "",
    **said: Any,
) -> Request:
    """Return a Request with the text `ask.<key>`, or `prompt.<prompt>` if the key is used for several things.

    `said` fills in the text. `asked`: who is asked publicly, if that isn't everyone.
    """
    several = tuple(asks)
    if asked is not None:
        seats = tuple(asked)
    else:
        seats = (several[0].seat,) if len(several) == 1 else tuple([ask.seat for ask in several])
    text = Message(f"prompt.{prompt}" if prompt else f"ask.{key}", said)
    return Request(key, text, several, sealed, harm, tuple(about), seats, said.get("left", 0))


def _to_one(key: str, ask: Ask, about: Sequence[str], prompt: str, said: dict[str, Any]) -> Request:
    """Return the public request of one question to one seat; most are such, and this is the fast way."""
    text = Message(f"prompt.{prompt}" if prompt else f"ask.{key}", said)
    return Request(key, text, (ask,), False, False, tuple(about), (ask.seat,), said.get("left", 0))


async def veil(key: str) -> None:
    """Put a secret question to nobody, because the next question depends on secrets.

    Whether or not anyone is asked then, nobody can undo past this point, and no preview or batch continues after it.
    """
    await Request(key, NOTHING, (), sealed=True)


@coroutine
def watch(
    flow: Flow[T],
    after: Callable[[Request, Answers], None],
    before: Callable[[Request], Flow[None] | None] | None = None,
) -> Generator[Request, Answers, T]:
    """Run a flow of the rules with `after` called after each answer, and `before` before each of its questions.

    `before` may return a flow with questions of its own. Requests of flows side by side are passed through: such a flow
    may be watched itself.
    """
    answers: Answers | None = None
    while True:
        try:
            asked = flow.send(answers)
        except StopIteration as end:
            result: T = end.value
            return result
        if asked.flows:
            answers = yield asked
            continue
        if before is not None and (thought := before(asked)) is not None:
            yield from thought.__await__()
        answers = yield asked
        after(asked, answers)


# These yield what they ask instead of awaiting it: nearly every question comes from here, and takes one call less so
@coroutine
def choose(
    seat: Seat,
    key: str,
    options: Sequence[Key],
    /,
    *,
    about: Sequence[str] = (),
    always: bool = False,
    prompt: str = "",
    **said: Any,
) -> Generator[Request, Any, Key]:
    """Ask for one of the options; a single option is taken unasked, unless `always`, which keeps a secret."""
    if len(options) == 1 and not always:
        return options[0]
    answers = yield _to_one(key, Ask(seat, tuple(options)), about, prompt, said)
    picked: Key = answers[seat][0]
    return picked


@coroutine
def choose_or_pass(
    seat: Seat,
    key: str,
    options: Sequence[Key],
    /,
    *,
    stop: str = PASS,
    about: Sequence[str] = (),
    prompt: str = "",
    **said: Any,
) -> Generator[Request, Any, Key | None]:
    """Ask a seat for one of the options; None if it picks `stop`. Without options nobody is asked."""
    if not options:
        return None
    answers = yield _to_one(key, Ask(seat, (*options, stop)), about, prompt, said)
    picked: Key = answers[seat][0]
    return None if picked == stop else picked


@coroutine
def some(
    seat: Seat,
    key: str,
    options: Sequence[Key],
    least: int,
    most: int,
    /,
    *,
    about: Sequence[str] = (),
    always: bool = False,
    prompt: str = "",
    **said: Any,
) -> Generator[Request, Any, list[Key]]:
    """Ask for `least` to `most` of the options, in the order picked. A forced choice isn't asked."""
    least, most = min(least, len(options)), min(most, len(options))
    if not always and (most == 0 or least == len(options)):
        return list(options)[:most]
    answers = yield _to_one(key, Ask(seat, tuple(options), least, most), about, prompt, said)
    return [*answers[seat]]


async def number(seat: Seat, key: str, low: int, high: int, /, *, about: Sequence[str] = (), **said: Any) -> int:
    """Ask for a number from `low` to `high`, both included."""
    return int(await choose(seat, key, [str(n) for n in range(low, high + 1)], about=about, **said))


@coroutine
def divide(
    seat: Seat,
    key: str,
    most: Mapping[Key, int],
    total: int,
    /,
    *,
    about: Sequence[str] = (),
    always: bool = False,
    prompt: str = "",
    **said: Any,
) -> Generator[Request, Any, dict[Key, int]]:
    """Ask a seat to divide `total` among the options of `most`, each at most that; return who gets what, without zeros.

    At most as much is divided as there is room for, and a forced division isn't asked. The text may use `total`, for
    its plural too.
    """
    room = {option: min(n, total) for option, n in most.items() if n > 0}
    total = min(total, sum(room.values()))
    if not room or (not always and (len(room) == 1 or total in {0, sum(room.values())})):
        return {option: min(n, total) for option, n in room.items() if total}
    ask = Ask(seat, tuple(room), min(1, total), len(room), caps=tuple(room.values()), total=total)
    values: dict[str, Any] = {"n": total, "total": total, **said}
    answers = yield _to_one(key, ask, about, prompt, values)
    parts = ask.parts(answers[seat])
    return {option: parts[option] for option in room if option in parts}


async def confirm(seat: Seat, key: str, /, *, about: Sequence[str] = (), **said: Any) -> bool:
    """Ask yes or no."""
    return await choose(seat, key, ["yes", "no"], about=about, **said) == "yes"


async def each(
    key: str,
    options: Mapping[Seat, Sequence[str]],
    /,
    *,
    sealed: bool = False,
    harm: bool = False,
    silence: str | None = None,
    about: Sequence[str] = (),
    **said: Any,
) -> dict[Seat, str]:
    """Ask several seats for one option each, together and in secret until all have answered."""
    if not options:
        return {}
    quiet = None if silence is None else (silence,)
    asks = [Ask(seat, tuple(opts), silence=quiet) for seat, opts in options.items()]
    answers = await request(key, asks, sealed=sealed, harm=harm, about=about, **said)
    return {seat: answers[seat][0] for seat in options}


class Walk(Generic[T]):
    """One seat's place in its flow: its present question, or the flow's result."""

    __slots__ = ("_flow", "asked", "result", "seat")

    asked: Request | None
    result: T

    def __init__(self, seat: Seat, flow: Flow[T]) -> None:
        self.seat = seat
        self._flow = flow
        self.go_on(None)

    def go_on(self, answers: Answers | None) -> None:
        """Run the flow to its next question. Raises TypeError for a question that does not belong there."""
        try:
            self.asked = self._fit(self._flow.send(answers))
        except StopIteration as end:
            self.asked, self.result = None, end.value

    def _fit(self, asked: object) -> Request:
        if not isinstance(asked, Request):
            raise TypeError(f"the flow of {self.seat} awaited {asked!r}, which is no Request")
        if asked.sealed or asked.flows or len(asked.asks) != 1 or asked.asks[0].seat != self.seat:
            raise TypeError(f"the flow of {self.seat} asked {asked.key}: beside others it may only ask its own seat")
        return asked


async def each_flow(
    key: str,
    flows: Mapping[Seat, Flow[T]],
    /,
    *,
    about: Sequence[str] = (),
    asked: Sequence[Seat] | None = None,
    **said: Any,
) -> dict[Seat, T]:
    """Let several seats answer several questions each at the same time. Return each flow's result, in the given order.

    Each seat walks through its own flow without seeing the others, and gets its next question as soon as it has
    answered one. Until all are finished it may undo its answers one by one; then nobody can. The public knows
    `ask.<key>` and that all the seats of `flows` are asked (or `asked`, if it is public who has anything to answer),
    but not how far they are.

    A flow only asks: it uses what it was given and the answers, and returns what is to be done. It must not change,
    tell or draw anything, because its result must not depend on how far the others are; carry the results out
    afterwards, in order. The runner raises TypeError if the state changed meanwhile.
    """
    seats = tuple(flows) if asked is None else tuple(asked)
    whole = Request(key, Message(f"ask.{key}", said), (), about=tuple(about), asked=seats, flows="begun")
    try:
        await whole
        walks = {seat: Walk(seat, flow) for seat, flow in flows.items()}
        while own := tuple([walk.asked for walk in walks.values() if walk.asked is not None]):
            asks = tuple([one.asks[0] for one in own])
            answers = await Request(key, whole.said, asks, about=whole.about, asked=seats, flows="on", own=own)
            for seat in answers:
                walks[seat].go_on(answers)
        await structs.replace(whole, flows="on")
        return {seat: walk.result for seat, walk in walks.items()}
    finally:
        for flow in flows.values():
            flow.close()
