"""What the bot tells its owner: logs, the trace of an interaction in them, and metrics.

Logs name seats, keys and ask numbers; never hands, secret picks or texts of private screens. Only our own modules log
below `info`, since libraries log what they send and receive. A trace is four characters in every line that an
interaction or an alarm causes; the person is told it if something goes wrong. Metrics count how much, how fast and how
often something failed, never who or where: `verb` and `code` are names from the code.
"""

from __future__ import annotations

import logging
import re
import secrets
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final, Literal

import structlog
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from structlog.types import EventDict, Processor, WrappedLogger

OURS: Final = ("__main__", "bot", "engine", "render")
QUIET: Final = (
    "PIL",
    "aiohttp",
    "aiosqlite",
    "alembic",
    "asyncpg",
    "bot.store.driver",  # what SQLAlchemy tells of a pool of ours it tells in the name of its class
    "discord.client",
    "discord.gateway",
    "discord.http",
    "discord.state",
    "discord.webhook",
    "sqlalchemy",
    "sqlalchemy.engine",
    "sqlalchemy.pool",
)
TOKENS: Final = re.compile(
    r"(?P<path>/(?:webhooks|interactions)/\d+/)[\w.~-]+"
    r"|\b[\w-]{20,}\.[\w-]{6,7}\.[\w-]{27,}"
)


def set_up(style: str = "text", level: str = "info") -> None:
    """Send all logs to standard error, as text for people or as one JSON object a line."""
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.stdlib.ExtraAdder(),
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_formatter(style, shared))
    logging.getLogger().handlers[:] = [handler]
    _set_levels(logging.getLevelNamesMapping()[level.upper()])


def _set_levels(level: int) -> None:
    """Our own modules as wished, libraries from `info` on, and from `warning` on those that tell what is sent."""
    logging.getLogger().setLevel(max(logging.INFO, level))
    for name in OURS:
        logging.getLogger(name).setLevel(level)
    for name in QUIET:
        logging.getLogger(name).setLevel(max(logging.WARNING, level))


def _formatter(style: str, shared: list[Processor]) -> logging.Formatter:
    last: Any = structlog.processors.JSONRenderer() if style == "json" else _plain()
    finish: list[Processor] = [structlog.stdlib.ProcessorFormatter.remove_processors_meta]
    if style == "json":
        finish.append(structlog.processors.format_exc_info)
    written: list[Processor] = [*finish, last, without_tokens]
    return structlog.stdlib.ProcessorFormatter(foreign_pre_chain=shared, processors=written)


def without_tokens(_: WrappedLogger, __: str, line: EventDict | str) -> str:
    """Return a line of the log without the token of the bot or of an interaction, wherever an address or error
    held it.
    """
    return TOKENS.sub(lambda found: f"{found['path'] or ''}[token]", str(line))


def _plain() -> Processor:
    return structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)


NAME: Final = "trace"
SPELLED: Final = re.compile(r"[0-9A-F]{4}")
_CHANGED: Final[ContextVar[list[None]]] = ContextVar("changed")


@contextmanager
def new_trace() -> Iterator[str]:
    """Give everything inside the block one new trace, including tasks and threads that begin there."""
    made, before = _new(), _CHANGED.set([])
    try:
        with structlog.contextvars.bound_contextvars(**{NAME: made}):
            yield made
    finally:
        _CHANGED.reset(before)


def note_change() -> None:
    """Note that something asked for here was committed, so a later failure doesn't undo it."""
    if (noted := _CHANGED.get(None)) is not None:
        noted.append(None)


def has_changed() -> bool:
    """Return whether anything has been committed within the trace of here."""
    return bool(_CHANGED.get(None))


def trace() -> str:
    """Return the trace of the present interaction or alarm; a new one if there is none."""
    return str(structlog.contextvars.get_contextvars().get(NAME) or _new())


def is_trace(text: str) -> bool:
    """Return whether the text could be one."""
    return SPELLED.fullmatch(text) is not None


def _new() -> str:
    return secrets.token_hex(2).upper()


NAMESPACE: Final = "nisaba"  # before each name, so that none is taken for that of another program
WAITS: Final = (0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0)
WORK: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)

Kind = Literal["command", "press", "form"]
Outcome = Literal["answered", "refused", "failed", "lost"]
Surface = Literal["discord", "page"]


class Metrics:
    """The counters, histograms and gauges of one bot. A counter is read as `nisaba_<name>_total`."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.interactions = self._counter(
            "interactions", "Commands, presses and forms, by outcome", "kind", "verb", "outcome", "surface"
        )
        self.refused = self._counter("refused", "Refusals by code", "code")
        self.answers = self._counter("answers", "Answers in games, by players or automatic", "game", "by")
        self.windows_closed = self._counter("windows_closed", "Times to respond that have ended")
        self.outbox_sent = self._counter("outbox_sent", "Attempts to send messages and DMs", "kind", "result")
        self.stale = self._counter("stale", "Answers to questions that were over")
        self.text_fallback = self._counter(
            "text_fallback", "Texts shown in English because the language lacks them", "language"
        )
        self.errors = self._counter("errors", "Errors of the bot itself")
        self.interaction_seconds = self._histogram("interaction_seconds", "Time from press to answer", WAITS)
        self.commit_seconds = self._histogram("commit_seconds", "Time to write one change of a table", WORK)
        self.engine_seconds = self._histogram("engine_seconds", "Time to run the rules once", WORK)
        self.draw_seconds = self._histogram("draw_seconds", "Time to draw one picture", WAITS)
        self.outbox_waiting = self._gauge("outbox_waiting", "Messages and DMs that wait")
        self.outbox_oldest = self._gauge("outbox_oldest_seconds", "Age of the oldest message that could be sent")
        self.overdue_alarms = self._gauge("overdue_alarms", "Alarms that are late")
        self.tables = self._gauge("tables", "Tables", "state")
        self.latency = self._gauge("gateway_latency_seconds", "Time from a heartbeat to Discord's answer")
        self.silent = self._gauge("gateway_silent_seconds", "Time since Discord last answered a heartbeat")
        self.rate_limit = self._gauge("rate_limit_remaining", "Requests the outbox may still make this second")

    def _counter(self, name: str, about: str, *labels: str) -> Counter:
        return Counter(name, about, labels, NAMESPACE, registry=self.registry)

    def _gauge(self, name: str, about: str, *labels: str) -> Gauge:
        return Gauge(name, about, labels, NAMESPACE, registry=self.registry)

    def _histogram(self, name: str, about: str, steps: Iterable[float]) -> Histogram:
        return Histogram(name, about, namespace=NAMESPACE, buckets=tuple(steps), registry=self.registry)

    def count_answer(self, kind: Kind, verb: str, outcome: Outcome, seconds: float, surface: Surface) -> None:
        """Count an interaction that was answered, or couldn't be."""
        self.interactions.labels(kind, verb, outcome, surface).inc()
        self.interaction_seconds.observe(seconds)

    def refusal(self, code: str) -> None:
        """Count a refusal."""
        self.refused.labels(code).inc()
        if code == "stale":
            self.stale.inc()

    def count_missing_text(self, language: str) -> None:
        """Count a text that was shown in English because that language lacks it."""
        self.text_fallback.labels(language).inc()

    def text(self) -> bytes:
        """Return all metrics in Prometheus's format."""
        return generate_latest(self.registry)


@contextmanager
def measure(histogram: Histogram) -> Iterator[None]:
    """Measure how long the block takes, unless it fails."""
    begun = time.perf_counter()
    yield
    histogram.observe(time.perf_counter() - begun)
