"""What is deleted of browsers that have entered pages of tables, once it is old."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import Delete, delete
from sqlmodel import col

from bot.store.cluster_models import HouseFactRow
from bot.store.person_models import WebSessionRow

LIFE: Final = 30 * 86400.0
"""Seconds that a session lasts."""
USED: Final = "page.used:"
"""Begins the facts by which all processes know the links that were used."""
KEPT: Final = 3600.0
"""Seconds that such a fact is kept; the links work for less."""


def old_ended(now: float) -> Sequence[Delete]:
    """Return the statements that delete sessions and used links whose time is over."""
    used = col(HouseFactRow.key).startswith(USED)
    return (
        delete(WebSessionRow).where(col(WebSessionRow.made_at) <= now - LIFE),
        delete(HouseFactRow).where(used, col(HouseFactRow.at) <= now - KEPT),
    )
