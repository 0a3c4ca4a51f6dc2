"""What a person is told when the bot itself fails: a reference, and the way to tell its host more about it."""

from __future__ import annotations

import structlog

from bot.trace import trace
from bot.ui.parts import Button, Row, Screen, Text
from engine.core.text import words

log = structlog.get_logger(__name__)


def internal(error: Exception, verb: str, table: str) -> Screen:
    """That what was wanted has failed, and is not done; its trace stands in the log as well (error.internal)."""
    log.error("handler.failed", verb=verb, table=table, exc_info=error)
    return _told("error.internal", table)


def halfway(error: Exception, verb: str, table: str) -> Screen:
    """That what was wanted has failed after a part of it was done (error.halfway)."""
    log.error("handler.failed_halfway", verb=verb, table=table, exc_info=error)
    return _told("error.halfway", table)


def unshown(error: Exception, verb: str, table: str) -> Screen:
    """That the answer cannot be shown, such as one over a limit; what it tells of may be done."""
    log.error("answer.unshown", verb=verb, table=table, exc_info=error)
    return _told("error.unshown", table)


def _told(key: str, table: str) -> Screen:
    reference = trace()
    report = Button(words("table.button.report"), "report", reference, lasting=True)
    return Screen((Text(words(key, reference=reference)), Row((report,))), table)
