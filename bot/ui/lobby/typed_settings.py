"""Reads typed settings and values: by the words that people see, or by their keys."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from bot.contract.tables import Refused
from bot.ui.lobby.settings import STARTS, VALUES
from bot.ui.typed import match
from bot.ui.words.options_in_words import value_named
from bot.ui.words.wording import table_text
from engine.core.naming import Named
from engine.core.text import cut

TYPED: Final = ("note", STARTS)


def table_settings() -> list[Named]:
    """Return every setting of a table that can be typed."""
    return [Named(name, table_text(f"settings.short.{name}")) for name in (*VALUES, *TYPED)]


def table_values(setting: str) -> list[Named]:
    """Return the values of a setting of a table; none of one that takes any text."""
    return [Named(value, value_named(setting, value)) for value in VALUES.get(setting, ())]


def read_setting(typed: str, offered: Sequence[Named]) -> str:
    """Return the key of the setting that is called so. Refused: unknown_setting."""
    found = match.read(typed, offered, near=0, sure=True).one
    if found is None:
        raise Refused("unknown_setting", setting=cut(typed.strip(), 30), settings=_list(offered))
    return found.value


def read_value(typed: str, setting: str, offered: Sequence[Named]) -> str:
    """Return the value that is called so, of the `setting` as people see it. Refused: bad_setting."""
    found = match.read(typed, offered, near=0, sure=True).one
    if found is None:
        raise Refused("bad_setting", value=cut(typed.strip(), 40), setting=setting, values=_list(offered))
    return found.value


def find_key(typed: str, offered: Sequence[Named]) -> str:
    """Return the key of what is called so; empty if that is nothing, or not one thing."""
    found = match.read(typed, offered, near=0).one
    return found.value if found is not None else ""


def _list(offered: Iterable[Named]) -> str:
    return "; ".join(thing.name for thing in offered)
