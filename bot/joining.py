"""Which posts that wait in a lane go out in one message."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from sqlalchemy import Executable, delete
from sqlmodel import col

from bot.service.notifications.channel_posts import RUN
from bot.store.models import OutboxRow, SlotRow

BATCH: Final = 12


def joined(rows: Sequence[OutboxRow], now: float) -> list[OutboxRow]:
    """The first of the rows of a lane and those behind it that may go with it; it alone if it needs its own message.

    What fills a slot can be replaced, and so stands alone, but for a run of posts that is over.
    """
    first = rows[0]
    if not _is_loose(first, rows):
        return [first]

    def goes_with(row: OutboxRow) -> bool:
        return row.table_id == first.table_id and row.next_at <= now and _is_loose(row, rows)

    return [first, *takewhile(goes_with, rows[1:])]


def _is_loose(row: OutboxRow, rows: Sequence[OutboxRow]) -> bool:
    """Whether the message of the row will never be touched again."""
    if row.message is not None:
        return False
    later = {other.slot for other in rows if (other.id or 0) > (row.id or 0)}
    over = row.slot.startswith(RUN) and any(slot.startswith(RUN) for slot in later) and row.slot not in later
    return not row.slot or over


def runs_before(row: OutboxRow) -> Executable:
    """Forget the earlier runs of the table, whose last posts stay where they are."""
    return delete(SlotRow).where(
        col(SlotRow.table_id) == row.table_id, col(SlotRow.name).startswith(RUN), col(SlotRow.name) != row.slot
    )
