"""The form of a lobby's board, length, pace and number of NPCs, as far as the game has them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.contract.table_settings import SETTINGS
from bot.contract.tables import TableInfo
from bot.ui.lobby import npc_seats
from bot.ui.parts import Form, MenuChoice, Pick, choice, number
from bot.ui.words import options_in_words
from bot.ui.words.presentations import lobby_of
from bot.ui.words.wording import option_said, said_of, table_text
from engine.core.game import Choice
from engine.core.lobby import Lobby
from engine.core.text import capital

OWN: Final = "own"
LENGTH: Final = "length"
PACE: Final = "pace"
NPCS: Final = "npcs"
PACES: Final = SETTINGS[PACE].offered


def basics_form(info: TableInfo) -> Form:
    """Return the form, filled with what is set now."""
    title = basics_title(lobby_of(info.game, info.scenario))
    return Form(title, tuple(basics_fields(info)), "basic_sent", table=info.id.lower())


def read_basics(info: TableInfo, fields: Mapping[str, Sequence[str]]) -> tuple[dict[str, Any], str, int | None]:
    """Return what the form changes: options, pace (empty if it stays) and number of NPCs (None if it stays)."""
    there = {field.key: field for field in basics_fields(info)}
    wanted = {key: values[0] for key, values in fields.items() if key in there and values}
    changed = {key: value for key, value in wanted.items() if value not in _chosen(there[key])}
    options = {name: value for name, value in changed.items() if name not in {LENGTH, PACE, NPCS}}
    if changed.get(LENGTH, OWN) != OWN:
        options |= read_length(lobby_of(info.game, info.scenario), changed[LENGTH])
    return options, changed.get(PACE, ""), number(changed[NPCS]) if NPCS in changed else None


def read_length(lobby: Lobby, value: str) -> dict[str, Any]:
    """Return an end that was chosen, as options; the other ends are cleared."""
    name, _, amount = value.partition(":")
    return {**dict.fromkeys(lobby.ends), name: number(amount)}


def _chosen(field: Pick) -> list[str]:
    return [one.value for one in field.choices if one.chosen]


def basics_title(lobby: Lobby) -> str:
    """Return what the form is called, by what there is to choose."""
    return table_text("button.basics" if lobby.map or lobby.options_with("length") else "button.pace_only")


def basics_fields(info: TableInfo) -> list[Pick]:
    """Return the lists of the form."""
    lobby, now = lobby_of(info.game, info.scenario), options_in_words.effective(info)
    fields = [_map(lobby, str(now.get(lobby.map)))] if lobby.map else []
    fields += [_own(info, lobby, option) for option in lobby.options_with("menu") if option.values]
    fields += [_length(info.game, lobby, now)] if lobby.options_with("length") else []
    fields.append(_list(PACE, table_text("lobby.menu.pace"), pace_choices(info)))
    counts = npc_seats.npc_choices(info)
    return [*fields, *([_list(NPCS, table_text("lobby.menu.npcs"), counts)] if counts else [])]


def _list(key: str, label: str, choices: Sequence[MenuChoice]) -> Pick:
    return Pick(key, label, tuple(choices), least=1)


def _map(lobby: Lobby, chosen: str) -> Pick:
    """The boards with their sizes."""
    lines = [choice(m, name, lobby.map_line(m), chosen=m == chosen) for m, name in lobby.maps()]
    return _list(lobby.map, table_text("lobby.menu.map"), lines)


def _own(info: TableInfo, lobby: Lobby, option: Choice) -> Pick:
    """An option of the scenario with all its values."""
    name = option.name
    now = info.options.get(name, option.default)
    lines = [(value, *lobby.value_words(info.scenario, name, value)) for value in option.values]
    shown = [choice(str(value), capital(label), hint, chosen=value == now) for value, label, hint in lines]
    return _list(name, option_said(info.game, f"lobby.menu.{name}", option.text), shown)


def _length(game: str, lobby: Lobby, chosen: Mapping[str, Any]) -> Pick:
    """Return the field for the end of the game, with the custom end if the host has set one under More options."""
    now = lobby.length(chosen)
    lines: list[MenuChoice] = []
    spans = {end: said_of(game, f"lobby.span.{word}") for word, end in lobby.spans(chosen).items()}
    for option in lobby.options_with("length"):
        for value in option.values:
            label = lobby.length({option.name: value}) or str(value)
            span = spans.get((option.name, value), "")
            lines.append(choice(f"{option.name}:{value}", capital(label), span, chosen=label == now))
    if not any(line.chosen for line in lines):
        label = table_text("lobby.menu.length_own", end=now) if now else table_text("lobby.menu.length_none")
        lines.append(choice(OWN, label, chosen=True))
    return _list(LENGTH, table_text("lobby.menu.length"), lines)


def pace_choices(info: TableInfo) -> tuple[MenuChoice, ...]:
    """Return the paces; in games with secret responses, with the time to respond."""
    windows = lobby_of(info.game).windows
    return tuple(
        choice(
            pace,
            f"{table_text(f'pace.{pace}')} — {table_text(f'pace_text.{pace}')}",
            table_text("lobby.menu.windows", times=table_text(f"windows.{pace}")) if windows else "",
            chosen=pace == info.settings.pace,
        )
        for pace in PACES
    )
