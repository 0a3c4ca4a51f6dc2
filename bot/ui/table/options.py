"""The options and settings of a table in words, and the options form read back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from bot.contract import Settings, TableInfo
from bot.ui.table.games import herald_of
from bot.ui.table.heralds import roman
from bot.ui.table.terms import said

FLAGS: Final = ("initial_deities", "double_disks", "final_epoch_event")
KNOWN: Final = (*FLAGS, "map", "epochs", "vp_target", "turns", "gilgamesh_returns", "negate_window", "without_events")
MANY: Final = 9


def changed(options: Mapping[str, Any]) -> list[str]:
    """The house options that are not as in the rules, in words; map and length stand elsewhere."""
    words = [said(f"option.{name}") for name in FLAGS if options.get(name)]
    if times(options) != 1:
        words.append(gilgamesh(times(options)))
    if options.get("negate_window") == "holders":
        words.append(said("option.negate_window_holders"))
    if options.get("without_events") is True:
        words.append(said("option.without_all_events"))
    elif options.get("without_events"):
        words.append(said("option.without_events", n=len(options["without_events"])))
    others = {name: value for name, value in options.items() if name not in KNOWN and value not in (None, "", False)}
    return [*words, *(said("option.other", name=name.replace("_", " "), value=value) for name, value in others.items())]


def times(options: Mapping[str, Any]) -> int:
    """How often Gilgamesh may return, however it was written."""
    written = options.get("gilgamesh_returns", "once")
    if isinstance(written, bool) or not isinstance(written, int | str):
        return MANY + 1 if written else 1
    return written if isinstance(written, int) else {"once": 1, "off": 0}.get(written, MANY + 1)


def gilgamesh(times: int) -> str:
    """How often Gilgamesh may return."""
    if times == 0:
        return said("option.gilgamesh_returns_0")
    return said("option.gilgamesh_any") if times < 0 or times > MANY else said("option.gilgamesh_returns", n=times)


def effective(info: TableInfo) -> Mapping[str, Any]:
    """The options with the defaults of the game, as far as they are known here."""
    defaults = {choice.name: choice.default for choice in herald_of(info.game).choices}
    own_end = any(info.options.get(name) for name in ("vp_target", "turns"))
    return {**defaults, **({"epochs": 0} if own_end else {}), **info.options}


def length(options: Mapping[str, Any]) -> str:
    """When the game ends, in a few words; empty if nothing was chosen."""
    if options.get("vp_target"):
        return said("option.vp_target", n=options["vp_target"])
    if options.get("turns"):
        return said("option.turns", n=options["turns"])
    return said("option.epochs", n=roman(int(options["epochs"]))) if options.get("epochs") else ""


def house(info: TableInfo) -> str:
    """All house options in one line; how windows close is told with their times."""
    words = changed(info.options)
    if info.settings.channel == "brief":
        words.append(said("option.channel_brief"))
    return ", ".join(words) or said("lobby.no_options_short")


def windows(info: TableInfo) -> str:
    """How long windows are open, and how they close."""
    if info.alone and info.state == "running":
        return said("windows.none")
    return said(f"windows.{info.settings.window_close}", times=said(f"windows.{info.settings.pace}"))


def settings(one: Settings) -> dict[str, str]:
    """Each setting in words, as told when it changes."""
    note = said("settings.value_note", value=one.note) if one.note else said("settings.value_no_note")
    return {
        "pace": said("settings.value_pace", value=said(f"pace.{one.pace}").lower()),
        "window_close": said("settings.value_window_close", value=said(f"settings.close_{one.window_close}")),
        "channel": said("settings.value_channel", value=said(f"settings.channel_{one.channel}")),
        "note": note,
    }
