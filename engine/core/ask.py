"""Questions the rules put to the players.

The rules are coroutines with no event loop behind them: `await choose(...)` hands a Request to the
Table and comes back with the answer, minutes or weeks later. Nothing else may be awaited.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar, cast

from engine.core.text import words

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


@dataclass(frozen=True, slots=True)
class Ask:
    """What one seat is asked: pick `least` to `most` of `options`, in any order, none twice."""

    seat: Seat
    options: tuple[str, ...]
    least: int = 1
    most: int = 1
    silence: Picks | None = None

    def refusal(self, picks: Picks) -> str | None:
        """Why these picks are no answer, or None if they are one."""
        if not self.least <= len(picks) <= self.most:
            wanted = str(self.least) if self.least == self.most else f"{self.least} to {self.most}"
            return f"{wanted} picks are wanted, not {len(picks)}"
        if len(set(picks)) != len(picks):
            return "an option is picked twice"
        strange = [p for p in picks if p not in self.options]
        return f"{strange[0]!r} is not one of the options" if strange else None


@dataclass(frozen=True, slots=True)
class Request:
    """One question. With several asks the seats answer at once, unseen by one another.

    `sealed`: closes by itself, each ask's `silence` standing for no answer. `harm`: what is decided
    takes, replaces or adds something of somebody. `about`: what the question turns on (areas, cards,
    seats), for pictures and screens. `asked`: who is asked as far as the public may know. `left`: how many
    picks are still to come where the same question is asked again and again.
    """

    key: str
    prompt: str
    asks: tuple[Ask, ...]
    sealed: bool = False
    harm: bool = False
    about: tuple[str, ...] = ()
    asked: tuple[Seat, ...] = ()
    left: int = 0

    def __await__(self) -> Generator[Request, Answers, Answers]:
        return (yield self)

    def of(self, seat: Seat) -> Ask | None:
        """What that seat is asked, if it is asked at all."""
        return next((ask for ask in self.asks if ask.seat == seat), None)


def request(
    key: str,
    asks: Iterable[Ask],
    *,
    sealed: bool = False,
    harm: bool = False,
    about: Sequence[str] = (),
    asked: Sequence[Seat] | None = None,
    **said: Any,
) -> Request:
    """A Request whose prompt is the text `ask.<key>`, filled in with `said`.

    `asked`: who is asked as far as the public may know, if that is not everybody who is.
    """
    several = tuple(asks)
    seats = tuple(ask.seat for ask in several) if asked is None else tuple(asked)
    left = int(said.get("left", 0))
    return Request(key, words(f"ask.{key}", **said), several, sealed, harm, tuple(about), seats, left)


class Watched(Generic[T]):
    """A flow of the rules with something done before each of its questions and after each answer."""

    def __init__(
        self, flow: Flow[T], before: Callable[[Request], Flow[None]], after: Callable[[Request, Answers], None]
    ) -> None:
        """`before` is a flow itself, which may put questions of its own; `after` sees what was answered."""
        self._flow, self._before, self._after = flow, before, after

    def __await__(self) -> Generator[Request, Answers, T]:
        answers: Answers | None = None
        while True:
            try:
                asked = self._flow.send(answers)
            except StopIteration as end:
                return cast("T", end.value)
            yield from self._before(asked).__await__()
            answers = yield asked
            self._after(asked, answers)


async def choose(
    seat: Seat, key: str, options: Sequence[Key], *, about: Sequence[str] = (), always: bool = False, **said: Any
) -> Key:
    """One of the options. A single option is taken unasked, unless `always`, where asking keeps a secret."""
    if len(options) == 1 and not always:
        return options[0]
    answers = await request(key, [Ask(seat, tuple(options))], about=about, **said)
    picked = answers[seat][0]
    return next(o for o in options if o == picked)


async def choose_or_pass(
    seat: Seat, key: str, options: Sequence[Key], *, stop: str = PASS, about: Sequence[str] = (), **said: Any
) -> Key | None:
    """One of the options, or None for `stop`. Without options nobody is asked."""
    if not options:
        return None
    answers = await request(key, [Ask(seat, (*options, stop))], about=about, **said)
    picked = answers[seat][0]
    return next((o for o in options if o == picked), None)


async def some(
    seat: Seat,
    key: str,
    options: Sequence[Key],
    least: int,
    most: int,
    *,
    about: Sequence[str] = (),
    always: bool = False,
    **said: Any,
) -> list[Key]:
    """Between `least` and `most` of the options, in the order picked. What leaves no choice is not asked."""
    least, most = min(least, len(options)), min(most, len(options))
    if not always and (most == 0 or least == len(options)):
        return list(options)[:most]
    answers = await request(key, [Ask(seat, tuple(options), least, most)], about=about, **said)
    return [next(o for o in options if o == p) for p in answers[seat]]


async def number(seat: Seat, key: str, low: int, high: int, *, about: Sequence[str] = (), **said: Any) -> int:
    """A number from `low` to `high`, both included."""
    return int(await choose(seat, key, [str(n) for n in range(low, high + 1)], about=about, **said))


async def confirm(seat: Seat, key: str, *, about: Sequence[str] = (), **said: Any) -> bool:
    """Yes or no."""
    return await choose(seat, key, ["yes", "no"], about=about, **said) == "yes"


async def each(
    key: str,
    options: Mapping[Seat, Sequence[str]],
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
