"""What people want, from their rows."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any, Final

from bot.contract.preferences import AS_DISCORD, Preferences
from bot.store.person_models import PersonRow
from render.paint.style import HIGH, STANDARD

WANTED: Final = tuple(field.name for field in fields(Preferences))


def preferences_of(row: PersonRow | None) -> Preferences:
    """What a person wants."""
    return Preferences() if row is None else Preferences(**{name: getattr(row, name) for name in WANTED})


def at_table(row: PersonRow | None, host: PersonRow | None) -> Preferences:
    """What a person wants at a table: as long as no time zone is set, that of the host stands in for it."""
    wanted = preferences_of(row)
    return wanted if wanted.zone or host is None else replace(wanted, zone=host.zone)


def spoken_to(row: PersonRow | None) -> str:
    """The language in which a person is written to: the one asked for, else the last one seen; empty for neither."""
    if row is None:
        return ""
    return row.seen_language if row.language == AS_DISCORD else row.language


def picture_style(wanted: Preferences) -> dict[str, Any]:
    """What of a `PictureStyle` somebody wants otherwise in pictures that nobody else gets; nothing is as posted."""
    palette = HIGH if wanted.contrast == "high" else wanted.palette
    return ({} if palette == STANDARD else {"palette": palette}) | ({"large": True} if wanted.size == "large" else {})


def change_wishes(there: Preferences, before: Preferences, wanted: Preferences) -> Preferences:
    """What is wanted there where somebody who saw it as before has changed it: what others have changed stays."""
    names = [name for name in WANTED if getattr(wanted, name) != getattr(before, name)]
    return replace(there, **{name: getattr(wanted, name) for name in names})


def keep(row: PersonRow, wanted: Preferences) -> None:
    """Write what a person wants into the row."""
    for name in WANTED:
        setattr(row, name, getattr(wanted, name))
