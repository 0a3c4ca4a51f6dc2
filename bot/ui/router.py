"""Routes presses, menus, forms and commands to their handlers.

A handler takes a `Visit`, which is plain data, and returns a `Screen` or a `Form`. Whoever brought the visit, Discord
(`bot.ui.discord_reply`) or a page of the web, is given the same answer, in the language of the visit, also when
something fails. Handlers are found by the verb of the control's address (`bot.ui.parts.Address`).
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, TypeAlias

import structlog
from msgspec.structs import replace

from bot.contract.lengths import of_field
from bot.contract.tables import Busy, Refused
from bot.telemetry import Kind, Metrics, Outcome, Surface, has_changed, new_trace, trace
from bot.ui.parts import (
    DESIGN,
    PAGE,
    Button,
    Form,
    Link,
    MessageLimits,
    Row,
    Screen,
    Text,
    limits,
    links,
    wide,
    within,
)
from bot.ui.truncate import without_verbs
from bot.ui.visit import Visit, own_language
from engine.core.text import speaking, words

UNWRITTEN: Final = frozenset({"busy", "not_stored"})
"""Refusals that say that nothing was done."""
log = structlog.get_logger(__name__)

NEWER: Final = "newer"
ROOM: Final[Mapping[Surface, MessageLimits]] = {"discord": DESIGN, "page": PAGE}

Answer: TypeAlias = Screen | Form


class Pressing(Protocol):
    """Whoever must know when a person presses something, such as `bot.ui.open_screens`."""

    def pressed(self, person: int) -> None:
        """Note that a press begins."""

    def released(self, person: int) -> None:
        """Note that a press is answered."""


Handler: TypeAlias = Callable[[Visit], Coroutine[Any, Any, Answer]]
Trouble: TypeAlias = Callable[[Exception, Visit], Screen | None]
Faulty: TypeAlias = Callable[[Exception, str, str], Awaitable[None]]
Finish: TypeAlias = Callable[[Screen, Visit], Awaitable[Screen]]


class Instead(Exception):
    """Raised by a handler to answer with this screen: why it isn't possible, and what to do next."""

    def __init__(self, screen: Screen) -> None:
        super().__init__("answered otherwise")
        self.screen = screen


@dataclass(slots=True)
class VisitAnswer:
    """The answer to a visit, how it ended, and what failed. `newer`: only a newer version can read the table."""

    answer: Answer
    outcome: Outcome = "answered"
    faults: list[Exception] = field(default_factory=list)
    newer: bool = False

    def fail(self, error: Exception, visit: Visit) -> None:
        """Put the screen in its place that says that the answer can't be shown."""
        self.outcome = "failed"
        self.faults.append(error)
        self.answer = delivery_error(error, visit.verb, visit.table)


class Router:
    """Finds the handler of a verb and makes sure that every visit gets exactly one answer.

    `trouble` makes the screen for an exception it knows, or None. `metrics` count answers, and `fault` stores failures
    (where, at which table). `finish` may add to every screen, such as one-time notices. `language` returns the language
    of a visit. `screens` hear of every press. `in_flight` counts answers under way. Controls of verbs in `left_out`
    aren't shown. `page_token` returns the token by which a person (of a server, 0 for none) enters a table's page.
    `hear_press` is told after each press in Discord who pressed at which table.
    """

    def __init__(self, trouble: Trouble | None = None, metrics: Metrics | None = None) -> None:
        self.handlers: dict[str, Handler] = {}
        self.finish: Finish | None = None
        self.screens: Pressing | None = None
        self.in_flight: AbstractContextManager[None] = nullcontext()
        self.language: Callable[[Visit], str] = own_language
        self._trouble = trouble
        self.metrics = metrics or Metrics()
        self.fault: Faulty | None = None
        self.left_out: frozenset[str] = frozenset()
        self.page_token: Callable[[int, int], str] | None = None
        self.hear_press: Callable[[int, str], None] | None = None

    @property
    def verbs(self) -> frozenset[str]:
        """Return all verbs that are answered."""
        return frozenset(self.handlers)

    def add(self, handlers: Mapping[str, Handler]) -> None:
        """Let these handlers answer these verbs. Raises ValueError for a verb that is taken."""
        taken = self.handlers.keys() & handlers.keys()
        if taken:
            raise ValueError(f"verbs answered twice: {', '.join(sorted(taken))}")
        self.handlers.update(handlers)

    async def respond(self, visit: Visit, kind: Kind = "press", surface: Surface = "page") -> VisitAnswer:
        """Return the answer to a visit of that surface, noted and counted. Its pictures are recipes still."""
        with self.attending(visit, surface):
            begun = time.perf_counter()
            answered = await self.raw_answer(visit, self.handle)
            await self.complete(answered, visit)
            await self.note(answered, visit)
            self.metrics.count_answer(kind, self.named(visit), answered.outcome, time.perf_counter() - begun, surface)
            return answered

    @contextmanager
    def attending(self, visit: Visit, surface: Surface) -> Iterator[None]:
        """Answer a visit inside the block: in its language, on a page always that of the page; for that surface, with a
        trace of its own, and known as being pressed.
        """
        language = own_language(visit) if surface == "page" else self.language(visit)
        if self.screens is not None:
            self.screens.pressed(visit.person)
        try:
            with self.in_flight, new_trace(), speaking(language), within(ROOM[surface]):
                yield
        finally:
            if self.screens is not None:
                self.screens.released(visit.person)
            if self.hear_press is not None and surface == "discord":
                self.hear_press(visit.person, visit.table)

    async def raw_answer(self, visit: Visit, handler: Handler) -> VisitAnswer:
        """Return what the handler answers."""
        try:
            return VisitAnswer(await handler(visit))
        except Instead as instead:
            return VisitAnswer(instead.screen, "refused")
        except Exception as error:  # noqa: BLE001 - whatever goes wrong, the person gets an answer
            return self._troubled(error, visit)

    async def handle(self, visit: Visit) -> Answer:
        """Return what the handler of the visit's verb answers. Raises what it raises."""
        handler = self.handlers.get(visit.verb)
        if handler is None:
            return Screen((Text(words("error.gone")),), visit.table)
        check(visit)
        return await handler(visit)

    async def complete(self, answered: VisitAnswer, visit: Visit) -> None:
        """Put notices on top of an answer."""
        try:
            if isinstance(answered.answer, Screen):
                answered.answer = await self.finished(answered.answer, visit)
        except Exception as error:  # noqa: BLE001 - whatever goes wrong, the person gets an answer
            answered.fail(error, visit)

    async def note(self, answered: VisitAnswer, visit: Visit) -> None:
        """Report to the host what failed, once the person has an answer."""
        self.metrics.errors.inc(len(answered.faults))
        for error in answered.faults:
            if self.fault is not None:
                await self.fault(error, self.named(visit), visit.table)

    def named(self, visit: Visit) -> str:
        """Return the verb of a visit as the code calls it; empty for an unknown one."""
        return visit.verb if visit.verb in self.handlers else ""

    async def finished(self, screen: Screen, visit: Visit) -> Screen:
        """Return the screen with notices on top; under much load they wait for the next one."""
        try:
            finished = await self.finish(screen, visit) if self.finish is not None else screen
        except Busy:
            finished = screen
        return without_verbs(self._signed(finished, visit), self.left_out)

    def _signed(self, screen: Screen, visit: Visit) -> Screen:
        """Return the screen with the reader's own links to pages on which they play."""
        if not any(link.entry is not None for link in links(screen)):
            return screen
        parts = [
            replace(part, links=self._entry(part, visit)) if isinstance(part, Row) and part.links else part
            for part in screen.parts
        ]
        return replace(screen, parts=tuple(part for part in parts if not isinstance(part, Row) or wide(part)))

    def _entry(self, row: Row, visit: Visit) -> tuple[Link, ...]:
        """Return the links of a row with a token in those to a page on which the reader plays; guests from another
        server enter as themselves alone, and who is on a page already needs no link.
        """
        if limits() is PAGE:
            return ()
        made = list[Link]()
        for link in row.links:
            if link.entry is None:
                made.append(link)
            elif self.page_token is not None:
                guild = link.entry if visit.guild in {None, link.entry} else 0
                made.append(Link(link.label, f"{link.url}#{self.page_token(visit.person, guild)}"))
        return tuple(made)

    def _troubled(self, error: Exception, visit: Visit) -> VisitAnswer:
        error = Refused("busy") if isinstance(error, Busy) else error
        known = self._trouble(error, visit) if self._trouble else None
        newer = isinstance(error, Refused) and error.code == NEWER
        if isinstance(error, Refused) and error.code in UNWRITTEN and has_changed():
            known = None
        if known is None:
            told = halfway if has_changed() else internal
            return VisitAnswer(told(error, visit.verb, visit.table), "failed", [error], newer)
        if isinstance(error, Refused):
            self.metrics.refusal(error.code)
        return VisitAnswer(known, "refused", newer=newer)


def check(visit: Visit) -> None:
    """Refuse what no client sends, before a handler reads it. Refused: too_long_field, refused."""
    for key, texts in visit.fields.items():
        longest = max(map(len, texts), default=0)
        if longest > of_field(key):
            raise Refused("too_long_field", n=longest, most=of_field(key))
    if len(visit.values) > limits().menu or any(len(value) > limits().choice for value in visit.values):
        raise Refused("refused")


def internal(error: Exception, verb: str, table: str) -> Screen:
    """Log a failure and return the screen that says that nothing was done (error.internal)."""
    log.error("handler.failed", verb=verb, table=table, exc_info=error)
    return _told("error.internal", table)


def halfway(error: Exception, verb: str, table: str) -> Screen:
    """Log a failure and return the screen that says that a part was done (error.halfway)."""
    log.error("handler.failed_halfway", verb=verb, table=table, exc_info=error)
    return _told("error.halfway", table)


def delivery_error(error: Exception, verb: str, table: str) -> Screen:
    """Log and return that the answer can't be shown, such as one over a limit; the action may be done."""
    log.error("answer.unshown", verb=verb, table=table, exc_info=error)
    return _told("error.unshown", table)


def _told(key: str, table: str) -> Screen:
    reference = trace()
    report = Button(words("table.button.report"), "report", reference, lasting=True)
    return Screen((Text(words(key, reference=reference)), Row((report,))), table)
