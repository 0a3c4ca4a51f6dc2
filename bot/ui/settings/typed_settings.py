"""Settings and their values as they are typed: by the words that people see, or by the keys that stand for them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from bot import match
from bot.ui.settings.settings_screen import STARTS, VALUES
from bot.ui.wording import said
from bot.values import Refused
from engine.core.naming import Named
from engine.core.text import cut

TYPED: Final = ("note", STARTS)
HOURS: Final = ("bank_hours", "refill_hours")


def table_settings() -> list[Named]:
    """Every setting of a table that can be typed."""
    return [Named(name, said(f"settings.short.{name}")) for name in (*VALUES, *TYPED)]


def table_values(setting: str) -> list[Named]:
    """The values of a setting of a table; none of one that takes any text."""
    return [Named(value, _value(setting, value)) for value in VALUES.get(setting, ())]


def _value(setting: str, value: str) -> str:
    if setting in HOURS:
        return said("settings.hours", n=int(value))
    of = {"pace": "pace.", "window_close": "settings.close_"}.get(setting, f"settings.{setting}_")
    return said(f"{of}{value}")


def read_setting(typed: str, offered: Sequence[Named]) -> str:
    """The key of the setting that is called so. Refused: unknown_setting."""
    found = _meant(typed, offered)
    if found is None:
        raise Refused("unknown_setting", setting=cut(typed.strip(), 30), settings=_list(offered))
    return found


def read_value(typed: str, setting: str, offered: Sequence[Named]) -> str:
    """The value that is called so, of the `setting` as people see it. Refused: bad_setting."""
    found = _meant(typed, offered)
    if found is None:
        raise Refused("bad_setting", value=cut(typed.strip(), 40), setting=setting, values=_list(offered))
    return found


def _meant(typed: str, offered: Iterable[Named]) -> str | None:
    """What is called so, or what alone begins so."""
    ranks = [(match.match_class(typed, thing), thing.value) for thing in offered] if typed.strip() else []
    for rank in (match.EXACT, match.NAME_BEGINS):
        found = [value for there, value in ranks if there == rank]
        if len(found) == 1:
            return found[0]
    return None


def _list(offered: Iterable[Named]) -> str:
    return "; ".join(thing.name for thing in offered)
