"""What people want, from their rows."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from bot.store.models import PersonRow
from bot.values import Preferences, TurnNotices, WindowNotices


def preferences_of(row: PersonRow | None) -> Preferences:
    """What a person wants."""
    if row is None:
        return Preferences()
    return Preferences(
        zone=row.zone,
        quiet_from=row.quiet_from,
        quiet_to=row.quiet_to,
        window_notices=cast("WindowNotices", row.window_notices),
        hand_notices=row.hand_notices,
        turn_notices=cast("TurnNotices", row.turn_notices),
        discreet=row.discreet,
        pictures=row.pictures,
        language=row.language,
    )


def at_table(row: PersonRow | None, host: PersonRow | None) -> Preferences:
    """What a person wants at a table: as long as no time zone is set, that of the host stands in for it."""
    wanted = preferences_of(row)
    return wanted if wanted.zone or host is None else replace(wanted, zone=host.zone)


def keep(row: PersonRow, wanted: Preferences) -> None:
    """Write what a person wants into the row."""
    row.zone, row.quiet_from, row.quiet_to = wanted.zone, wanted.quiet_from, wanted.quiet_to
    row.window_notices, row.hand_notices = wanted.window_notices, wanted.hand_notices
    row.turn_notices, row.discreet, row.pictures = wanted.turn_notices, wanted.discreet, wanted.pictures
    row.language = wanted.language
