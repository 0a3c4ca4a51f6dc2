"""What is counted and measured for the host: how much, how fast, how often something failed; never who or where.

Each bot has a registry of its own, so that two of them in one process do not count together. No label holds what people
type or send: `verb` and `code` are names that stand in the code.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Final, Literal

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

OURS: Final = "nisaba"  # before each name, so that none is taken for that of another program
WAITS: Final = (0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0)
WORK: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)

Outcome = Literal["answered", "refused", "failed", "lost"]


class Metrics:
    """The counters, histograms and gauges of one bot. A counter is read as `nisaba_<name>_total`."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.interactions = self._counter("interactions", "Interactions answered", "kind", "verb", "outcome")
        self.refused = self._counter("refused", "Refusals by their code", "code")
        self.answers = self._counter(
            "answers", "Answers taken into journals: of a person, or by themselves", "game", "by"
        )
        self.windows_closed = self._counter("windows_closed", "Windows closed, whatever was sealed for them opened")
        self.outbox_sent = self._counter("outbox_sent", "Tries to send posts and direct messages", "kind", "result")
        self.stale = self._counter("stale", "Answers to questions that were over")
        self.text_fallback = self._counter("text_fallback", "Texts said in English for want of another", "language")
        self.errors = self._counter("errors", "Failures of the bot itself")
        self.interaction_seconds = self._histogram("interaction_seconds", "From press to answer", WAITS)
        self.commit_seconds = self._histogram("commit_seconds", "To write one change of a table", WORK)
        self.engine_seconds = self._histogram("engine_seconds", "To let the rules run once", WORK)
        self.draw_seconds = self._histogram("draw_seconds", "To draw one picture", WAITS)
        self.outbox_waiting = self._gauge("outbox_waiting", "Posts and direct messages that wait")
        self.outbox_oldest = self._gauge("outbox_oldest_seconds", "Since when the oldest one that is due waits")
        self.overdue_alarms = self._gauge("overdue_alarms", "Alarms whose time is over")
        self.tables = self._gauge("tables", "Tables", "state")
        self.latency = self._gauge("gateway_latency_seconds", "Between a heartbeat to Discord and its answer")
        self.silent = self._gauge("gateway_silent_seconds", "Since Discord has last answered a heartbeat")
        self.rate_limit = self._gauge("rate_limit_remaining", "Requests that the outbox may make within this second")

    def _counter(self, name: str, about: str, *labels: str) -> Counter:
        return Counter(name, about, labels, OURS, registry=self.registry)

    def _gauge(self, name: str, about: str, *labels: str) -> Gauge:
        return Gauge(name, about, labels, OURS, registry=self.registry)

    def _histogram(self, name: str, about: str, steps: Iterable[float]) -> Histogram:
        return Histogram(name, about, namespace=OURS, buckets=tuple(steps), registry=self.registry)

    def answered(self, kind: str, verb: str, outcome: Outcome, seconds: float) -> None:
        """An interaction has been answered, or could not be."""
        self.interactions.labels(kind, verb, outcome).inc()
        self.interaction_seconds.observe(seconds)

    def refusal(self, code: str) -> None:
        """Somebody was refused something."""
        self.refused.labels(code).inc()
        if code == "stale":
            self.stale.inc()

    def lacked(self, language: str) -> None:
        """A text was said in English, since that language has none of it."""
        self.text_fallback.labels(language).inc()

    def text(self) -> bytes:
        """Everything, as Prometheus reads it."""
        return generate_latest(self.registry)


@contextmanager
def measured(histogram: Histogram) -> Iterator[None]:
    """How long what is done within takes, unless it fails."""
    begun = time.perf_counter()
    yield
    histogram.observe(time.perf_counter() - begun)
