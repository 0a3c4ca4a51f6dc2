"""Questions the rules put to the players.

The rules are coroutines with no event loop behind them: `await choose(...)` hands a Request to the
Table and comes back with the answer, minutes or weeks later. Nothing else may be awaited.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import coroutine
from typing import Any, Generic, Literal, TypeAlias, TypeVar, cast

import msgspec
from msgspec import structs

from engine.core.said import NOTHING, Said
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
    """How one token of an Ask is shown: made on demand from the seat's own view."""

    token: str
    label: str
    hint: str = ""
    group: str = ""
    rank: int = 0


class Ask(msgspec.Struct, frozen=True, gc=False):
    """What one seat is asked: pick `least` to `most` of `options`, in any order, none twice.

    With `caps`, the most for each option, it is a division: `total` is to be divided among the options, and a pick is
    an option with its part, such as `tyre:2`. What gets nothing is left out.
    """

    seat: Seat
    options: tuple[str, ...]
    least: int = 1
    most: int = 1
    silence: Picks | None = None
    caps: tuple[int, ...] = ()
    total: int = 0

    def refusal(self, picks: Picks) -> str | None:
        """Why these picks are no answer, or None if they are one."""
        if self.caps:
            return self._misdivided(picks)
        if len(picks) == 1 == self.least and picks[0] in self.options:
            return None
        return self._mispicked(picks)

    def parts(self, picks: Picks) -> dict[str, int]:
        """What each option gets by the picks of a division, in the order of the options."""
        given = dict(_part(pick) for pick in picks)
        return {option: given[option] for option in self.options if option in given}

    def deal_out(self, take: Callable[[Sequence[str]], str]) -> Picks:
        """The picks of a division that deals out one by one, each to the option taken of those that have room left."""
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
    """An option and what it gets; 0 for what is no number as it is written."""
    option, _, n = pick.rpartition(":")
    return (option, int(n)) if n.isascii() and n.isdigit() and len(n) < 10 and n[0] != "0" else (option or pick, 0)


class Request(msgspec.Struct, frozen=True, gc=False):
    """One question. With several asks the seats answer at once, unseen by one another.

    `sealed`: closes by itself, each ask's `silence` standing for no answer; one that is put to nobody closes at once.
    `harm`: what is decided takes, replaces or adds something of somebody. `about`: what the question turns on (areas,
    cards, seats), for pictures and screens. `asked`: who is asked as far as the public may know. `left`: how many picks
    are still to come where the same question is asked again and again.

    `flows` is for flows side by side (`each_flow`): "begun" before their first questions, then "on". `own`: what each
    seat that is not through is asked there, a question of its own that is nobody else's business.
    """

    key: str
    said: Said
    asks: tuple[Ask, ...]
    sealed: bool = False
    harm: bool = False
    about: tuple[str, ...] = ()
    asked: tuple[Seat, ...] = ()
    left: int = 0
    flows: Literal["", "begun", "on"] = ""
    own: tuple[Request, ...] = ()

    def __await__(self) -> Generator[Request, Answers, Answers]:
        return (yield self)

    @property
    def prompt(self) -> str:
        """Its sentence in the language being spoken, names as bare tokens: what programs and tests read."""
        return plainly(sentence(self.said))

    @property
    def is_shared(self) -> bool:
        """Whether its answers stay secret until the last of them is in, or silence has closed it."""
        return self.sealed or len(self.asks) > 1 or self.flows == "on"

    @property
    def is_veiled(self) -> bool:
        """Whether it is secret whom it is put to, and so even whether it is put to anybody."""
        return self.sealed and not self.asked

    def of(self, seat: Seat) -> Ask | None:
        """What that seat is asked, if it is asked at all."""
        return next((ask for ask in self.asks if ask.seat == seat), None)

    def to(self, seat: Seat) -> Request:
        """What that seat is asked and nothing of what others are; without an ask if it is not asked."""
        own = self._own_of(seat) if self.own else self
        if len(own.asks) == 1 and not own.own and own.asks[0].seat == seat:
            return own
        return structs.replace(own, asks=tuple(ask for ask in own.asks if ask.seat == seat), own=())

    def key_to(self, seat: Seat) -> str:
        """The key of what that seat is asked."""
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
    """A Request that says the text `ask.<key>`, or `prompt.<prompt>` where the key is asked for several things.

    The text is filled in with `said`. `asked`: who is asked as far as the public may know, if that is not everybody.
    """
    several = tuple(asks)
    if asked is not None:
        seats = tuple(asked)
    else:
        seats = (several[0].seat,) if len(several) == 1 else tuple([ask.seat for ask in several])
    text = Said(f"prompt.{prompt}" if prompt else f"ask.{key}", said)
    return Request(key, text, several, sealed, harm, tuple(about), seats, said.get("left", 0))


def _to_one(key: str, ask: Ask, about: Sequence[str], prompt: str, said: dict[str, Any]) -> Request:
    """The same put to one seat, as everybody may know: most questions are, and so nothing is looked at twice."""
    text = Said(f"prompt.{prompt}" if prompt else f"ask.{key}", said)
    return Request(key, text, (ask,), False, False, tuple(about), (ask.seat,), said.get("left", 0))


async def veil(key: str) -> None:
    """Whether anybody is asked that depends on secrets from here on.

    So nobody goes back over it, and neither a preview nor a batch goes on behind it, whether anybody is asked or not.
    """
    await Request(key, NOTHING, (), sealed=True)


@coroutine
def watch(
    flow: Flow[T], before: Callable[[Request], Flow[None] | None], after: Callable[[Request, Answers], None]
) -> Generator[Request, Answers, T]:
    """A flow of the rules with something done before each of its questions and after each answer.

    `before` may give a flow, which may put questions of its own; `after` sees what was answered. Questions of flows
    side by side are let through: such a flow may be watched itself.
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
        if (thought := before(asked)) is not None:
            yield from thought.__await__()
        answers = yield asked
        after(asked, answers)


async def choose(
    seat: Seat,
    key: str,
    options: Sequence[Key],
    /,
    *,
    about: Sequence[str] = (),
    always: bool = False,
    prompt: str = "",
    **said: Any,
) -> Key:
    """One of the options. A single option is taken unasked, unless `always`, where asking keeps a secret."""
    if len(options) == 1 and not always:
        return options[0]
    answers = await _to_one(key, Ask(seat, tuple(options)), about, prompt, said)
    return cast("Key", answers[seat][0])


async def choose_or_pass(
    seat: Seat,
    key: str,
    options: Sequence[Key],
    /,
    *,
    stop: str = PASS,
    about: Sequence[str] = (),
    prompt: str = "",
    **said: Any,
) -> Key | None:
    """One of the options, or None for `stop`. Without options nobody is asked."""
    if not options:
        return None
    answers = await _to_one(key, Ask(seat, (*options, stop)), about, prompt, said)
    picked = answers[seat][0]
    return None if picked == stop else cast("Key", picked)


async def some(
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
) -> list[Key]:
    """Between `least` and `most` of the options, in the order picked. What leaves no choice is not asked."""
    least, most = min(least, len(options)), min(most, len(options))
    if not always and (most == 0 or least == len(options)):
        return list(options)[:most]
    answers = await _to_one(key, Ask(seat, tuple(options), least, most), about, prompt, said)
    return cast("list[Key]", list(answers[seat]))


async def number(seat: Seat, key: str, low: int, high: int, /, *, about: Sequence[str] = (), **said: Any) -> int:
    """A number from `low` to `high`, both included."""
    return int(await choose(seat, key, [str(n) for n in range(low, high + 1)], about=about, **said))


async def divide(
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
) -> dict[Key, int]:
    """`total` divided among the options of `most`, each getting at most what stands there; what gets nothing is out.

    At most as much is divided as there is room for. What leaves no choice is not asked. The text may use `total`,
    and counts by it.
    """
    room = {option: min(n, total) for option, n in most.items() if n > 0}
    total = min(total, sum(room.values()))
    if not room or (not always and (len(room) == 1 or total in {0, sum(room.values())})):
        return {option: min(n, total) for option, n in room.items() if total}
    ask = Ask(seat, tuple(room), min(1, total), len(room), caps=tuple(room.values()), total=total)
    values: dict[str, Any] = {"n": total, "total": total, **said}
    parts = ask.parts((await _to_one(key, ask, about, prompt, values))[seat])
    return {option: parts[option] for option in room if option in parts}


async def confirm(seat: Seat, key: str, /, *, about: Sequence[str] = (), **said: Any) -> bool:
    """Yes or no."""
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
    """One option from each of several seats, asked together and secret until all have answered."""
    if not options:
        return {}
    quiet = None if silence is None else (silence,)
    asks = [Ask(seat, tuple(opts), silence=quiet) for seat, opts in options.items()]
    answers = await request(key, asks, sealed=sealed, harm=harm, about=about, **said)
    return {seat: answers[seat][0] for seat in options}


class Walk(Generic[T]):
    """Where one seat is in its flow: what it is asked now, or what has come of it."""

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
    """Several seats answer several questions each at the same time; what comes of each flow, in the given order.

    Each seat walks its own flow, unseen by the others, and is asked the next question as soon as it has answered one.
    Until all are through it may take its answers back one by one; then nobody can. The public knows `ask.<key>` and
    that all the seats of `flows` are asked, or `asked` if who has anything to answer is no secret, but not how far.

    A flow only asks: it works with what it has been given and with what it was answered, and returns what is to be
    done. It changes nothing, tells nothing and draws nothing, for what comes of a flow must not depend on how far the
    others are; carry out afterwards, in order, what the flows return. Whoever runs the rules raises TypeError if the
    state has changed in between.
    """
    seats = tuple(flows) if asked is None else tuple(asked)
    whole = Request(key, Said(f"ask.{key}", said), (), about=tuple(about), asked=seats, flows="begun")
    try:
        await whole
        walks = {seat: Walk(seat, flow) for seat, flow in flows.items()}
        while own := tuple([walk.asked for walk in walks.values() if walk.asked is not None]):
            asks = tuple([one.asks[0] for one in own])
            answers = await Request(key, whole.said, asks, about=whole.about, asked=seats, flows="on", own=own)
            for seat in [seat for seat in walks if seat in answers]:
                walks[seat].go_on(answers)
        await structs.replace(whole, flows="on")
        return {seat: walk.result for seat, walk in walks.items()}
    finally:
        for flow in flows.values():
            flow.close()
