"""People's preferences, read from and written to their rows."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any, Final

from bot.contract.preferences import AS_DISCORD, Preferences
from bot.store.person_models import PersonRow
from render.paint.style import HIGH, STANDARD

WANTED: Final = tuple(field.name for field in fields(Preferences))


def preferences_of(row: PersonRow | None) -> Preferences:
    """Return a person's preferences; the defaults without a row."""
    return Preferences() if row is None else Preferences(**{name: getattr(row, name) for name in WANTED})


def at_table(row: PersonRow | None, host: PersonRow | None) -> Preferences:
    """Return a person's preferences at a table. If they have no time zone, the host's is used."""
    wanted = preferences_of(row)
    return wanted if wanted.zone or host is None else replace(wanted, zone=host.zone)


def spoken_to(row: PersonRow | None) -> str:
    """Return the language of messages to a person: the chosen one, else the last one seen; empty for neither."""
    if row is None:
        return ""
    return row.seen_language if row.language == AS_DISCORD else row.language


def picture_style(wanted: Preferences) -> dict[str, Any]:
    """Return how pictures only for this person differ from the posted ones (fields of `PictureStyle`)."""
    palette = HIGH if wanted.contrast == "high" else wanted.palette
    return ({} if palette == STANDARD else {"palette": palette}) | ({"large": True} if wanted.size == "large" else {})


def change_wishes(there: Preferences, before: Preferences, wanted: Preferences) -> Preferences:
    """Return `there` with what the person changed from `before` to `wanted`; others' changes stay."""
    names = [name for name in WANTED if getattr(wanted, name) != getattr(before, name)]
    return replace(there, **{name: getattr(wanted, name) for name in names})


def keep(row: PersonRow, wanted: Preferences) -> None:
    """Write a person's preferences into the row."""
    for name in WANTED:
        setattr(row, name, getattr(wanted, name))
