"""Things of ACME by what people type, as the bot reads it."""

from __future__ import annotations

from bot.ui.typed.match import Index, Reading
from bot.ui.words.presentations import names_of
from engine.acme.facts.catalog import AREAS

NAMES = names_of("acme")
INDEXES = {kind: Index(NAMES.things(kind)) for kind in ("area", "card", "civ", "deity")}


def read(kind: str, typed: str) -> Reading:
    """What a name typed by somebody means."""
    return INDEXES[kind].read(typed)


def named(kind: str, typed: str) -> str:
    """The one thing it means. AssertionError if it means none or several."""
    found = read(kind, typed).one
    assert found is not None, typed
    return found.value


def areas(names: str) -> set[str]:
    """The areas of a list of names, wherever they are in play."""
    found = {named("area", name) for name in names.split(", ") if name}
    assert found <= set(AREAS)
    return found
