"""The options and settings of a table in words, and the options form read back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.contract.lengths import LENGTHS
from bot.contract.table_settings import SETTINGS, Settings
from bot.contract.tables import TableInfo
from bot.ui.words.presentations import lobby_of
from bot.ui.words.wording import plainly, table_text
from engine.core.naming import spell_out
from engine.core.text import cut, has_text


def changed_options(info: TableInfo) -> list[str]:
    """Return the options that differ from the rules, in words, without board and length."""
    lobby, options = lobby_of(info.game), info.options
    own = lobby.changed_options(options)
    if own is not None:
        return own
    texts = {choice.name: str(choice.text).removesuffix(".") for choice in lobby_of(info.game, info.scenario).choices}
    others = {name: value for name, value in options.items() if value not in (None, "", False)}
    return [_other(texts.get(name, name.replace("_", " ")), value) for name, value in others.items()]


def _other(title: str, value: Any) -> str:
    """Return an option in the words of its game alone."""
    return title if value is True else table_text("option.other", name=title, value=spell_out(str(value)))


def effective(info: TableInfo) -> Mapping[str, Any]:
    """Return the options with the defaults of the game, as far as they are known here."""
    lobby, persons = lobby_of(info.game), len([seat for seat in info.seats if seat.person is not None])
    npcs = info.npcs or lobby.npc_count(info.options, info.scenario, persons)
    return lobby.effective(info.options, info.scenario, npcs)


def length(info: TableInfo) -> str:
    """Return when the game ends, in a few words; empty if nothing was chosen."""
    return lobby_of(info.game).length(effective(info))


def house(info: TableInfo) -> str:
    """Return all house options in one line."""
    words = changed_options(info)
    if info.settings.channel == "brief":
        words.append(table_text("option.channel_brief"))
    if info.settings.guests == "yes":
        words.append(table_text("option.guests"))
    if info.settings.rated == "yes":
        words.append(table_text("option.rated"))
    if info.settings.rooms == "on":
        words.append(table_text("option.rooms"))
    if info.settings.advice == "on":
        words.append(table_text("option.advice"))
    if info.settings.listed == "no" and info.state == "lobby":
        words.append(table_text("option.unlisted"))
    return ", ".join(words) or table_text("lobby.no_options_short")


def pace(info: TableInfo) -> str:
    """Return the pace, with the time to respond and how it ends if the game has secret responses."""
    if not lobby_of(info.game).windows:
        return pace_alone(info)
    return table_text("lobby.pace", pace=table_text(f"pace.{info.settings.pace}"), windows=windows(info))


def pace_alone(info: TableInfo) -> str:
    """Return the pace, without the time to respond."""
    return table_text("lobby.pace_alone", pace=table_text(f"pace.{info.settings.pace}"))


def seats(info: TableInfo, taken: int) -> str:
    """Return how many seats are taken, and how many there may be."""
    if info.least == info.most:
        return table_text("lobby.seats_exact", n=taken, most=info.most)
    return table_text("lobby.seats", n=taken, least=info.least, most=info.most)


def windows(info: TableInfo) -> str:
    """Return the time to respond, and how it ends."""
    if info.alone and info.state == "running":
        return table_text("windows.none")
    return table_text(f"windows.{info.settings.window_close}", times=table_text(f"windows.{info.settings.pace}"))


def note(one: Settings) -> str:
    """Return the table's note with markdown escaped, so that it can't affect posts."""
    return plainly(cut(one.note, LENGTHS.note))


def settings(one: Settings) -> dict[str, str]:
    """Return each setting in words, except the hints of a guided game, for the post of a change."""
    return {name: _setting(name, one) for name in SETTINGS if name != "hints"}


def _setting(name: str, one: Settings) -> str:
    value = getattr(one, name)
    if name == "note":
        return table_text("settings.value_note", value=note(one)) if value else table_text("settings.value_no_note")
    if has_text(f"table.settings.value_{name}_{value}"):
        return table_text(f"settings.value_{name}_{value}")
    if isinstance(value, int):
        return table_text(f"settings.value_{name}", value=value)
    shown = value_named(name, value)
    return table_text(f"settings.value_{name}", value=shown.lower() if name == "pace" else shown)


def value_named(setting: str, value: str) -> str:
    """Return the value of a setting as people see it."""
    if isinstance(SETTINGS[setting].values, range):
        return table_text("settings.hours", n=int(value))
    of = {"pace": "pace.", "window_close": "settings.close_"}.get(setting, f"settings.{setting}_")
    return table_text(f"{of}{value}")


def differences(before: Settings | None, after: Settings) -> list[str]:
    """Return the settings that are not as before, in words."""
    old = settings(before) if before is not None else {}
    return [value for name, value in settings(after).items() if value != old.get(name)]


def times(one: Settings) -> str:
    """Return how long people have to answer, and what happens then."""
    bank = {"hours": one.bank_hours, "more": one.refill_hours}
    return table_text(
        "settings.times",
        time=table_text(f"settings.answer_{one.pace}")
        if one.clock == "move"
        else table_text("settings.answer_bank", **bank),
        late=table_text(f"settings.late_{one.late}"),
        weekends=table_text(f"settings.weekends_{one.weekends}"),
    )
