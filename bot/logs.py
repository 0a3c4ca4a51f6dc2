"""Structured logs: seats, keys and ask numbers; never hands, secret picks or texts of private screens.

Only our own modules speak below `info`. What libraries tell there is what they send and receive: private screens,
hands in direct messages, and the tokens by which interactions are answered.
"""

from __future__ import annotations

import logging
import re
import sys
from typing import Any, Final

import structlog
from structlog.types import EventDict, Processor, WrappedLogger

OURS: Final = ("__main__", "bot", "engine", "render")
QUIET: Final = (
    "PIL",
    "aiohttp",
    "aiosqlite",
    "alembic",
    "asyncpg",
    "bot.store.database",  # what SQLAlchemy tells of a pool of ours it tells in the name of its class
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
    """A line of the log without the token of the bot or of an interaction, wherever an address or error held it."""
    return TOKENS.sub(lambda found: f"{found['path'] or ''}[token]", str(line))


def _plain() -> Processor:
    return structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)
