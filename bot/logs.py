"""Structured logs: seats, keys and ask numbers; never hands, secret picks or texts of private screens."""

from __future__ import annotations

import logging
import sys
from typing import Any

import structlog
from structlog.types import Processor


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
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for noisy in ("aiosqlite", "sqlalchemy", "discord.gateway", "discord.client", "alembic", "PIL", "aiohttp.access"):
        logging.getLogger(noisy).setLevel(max(logging.WARNING, root.level))


def _formatter(style: str, shared: list[Processor]) -> logging.Formatter:
    last: Any = structlog.processors.JSONRenderer() if style == "json" else _plain()
    finish: list[Processor] = [structlog.stdlib.ProcessorFormatter.remove_processors_meta]
    if style == "json":
        finish.append(structlog.processors.format_exc_info)
    return structlog.stdlib.ProcessorFormatter(foreign_pre_chain=shared, processors=[*finish, last])


def _plain() -> Processor:
    return structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)
