"""The private screens of a lobby: its options, the form with more of them, the choice of civilizations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from bot.contract import Person, TableInfo
from bot.ui.parts import Button, Choice, Field, Form, Line, Menu, Part, Pick, Row, Screen, Text, choice, rows
from bot.ui.table import options, rivals
from bot.ui.table.lobby_post import board
from bot.ui.table.paces import pace_menu
from bot.ui.table.terms import plainly, said, said_of, who
from bot.ui.table.written import settings_of
from bot.ui.vocabulary import lobby_of
from engine.core.fitting import cut
from engine.core.lobby import Left, Lobby
from engine.core.naming import Names

OWN: Final = "own"
ANY: Final = "any"
NOTE: Final = 300


def options_screen(info: TableInfo, person: Person, names: Names) -> Screen:
    """The options of the lobby: menus for the host, words for the others, and one's own civilization for all seated."""
    table = info.id.lower()
    if person.id != info.host.id:
        return Screen((*read_only(info, names), *civ_part(info, person, names), *foot(info, host=False)), table)
    head = f"{said('lobby.title', id=info.id)}\n{said('lobby.at_once')}"
    return Screen((Text(head), *menus(info), *foot(info, host=True)), table)


def read_only(info: TableInfo, names: Names) -> list[Part]:
    """What is agreed on, for those who cannot change it."""
    lines = [
        said("lobby.title", id=info.id),
        said("lobby.read_only", host=plainly(info.host.name)),
        " · ".join(part for part in (board(info, names), options.length(info)) if part),
        options.pace(info),
        said("lobby.options", options=options.house(info)),
        rivals.seats_line(info, names),
        named_line(info, names),
    ]
    return [Text("\n".join(line for line in lines if line))]


def named_line(info: TableInfo, names: Names) -> str:
    """Who plays which civilization, as far as it has been named."""
    named = [f"{who(s.person)}: {names.name('civ', s.civ)}" for s in info.seats if s.civ]
    return said_of(info.game, "lobby.named", list=", ".join(named)) if named else said_of(info.game, "lobby.none_named")


def menus(info: TableInfo) -> list[Part]:
    """Board, length, pace, NPCs: as far as the game has them."""
    lobby, chosen = lobby_of(info.game), options.effective(info)
    parts: list[Part] = [map_menu(lobby, str(chosen.get(lobby.map)))] if lobby.map else []
    parts += [length_menu(lobby, chosen)] if lobby.ends else []
    return [*rivals.scenario_menu(info), *parts, pace_menu(info), *rivals.npc_menu(info)]


def map_menu(lobby: Lobby, chosen: str) -> Menu:
    """The boards with their sizes."""
    lines = [choice(m, name, lobby.map_line(m), chosen=m == chosen) for m, name in lobby.maps()]
    return Menu(said("lobby.menu.map"), "opt_set", tuple(lines), "map", lasting=True)


def length_menu(lobby: Lobby, chosen: Mapping[str, Any]) -> Menu:
    """How the game may end; an end of one's own leads to the form."""
    now, offered = lobby.length(chosen), {c.name: c.values for c in lobby.choices}
    lines: list[Choice] = []
    for name in lobby.lengths:
        for value in offered[name]:
            label = lobby.length({name: value})
            lines.append(choice(f"{name}:{value}", label[:1].upper() + label[1:], chosen=label == now))
    own = not any(line.chosen for line in lines)
    label = said("lobby.menu.length_own", end=now) if own and now else said("lobby.menu.length_other")
    return Menu(said("lobby.menu.length"), "opt_set", (*lines, choice(OWN, label, chosen=own)), "length", lasting=True)


def foot(info: TableInfo, *, host: bool) -> list[Row]:
    """More options, NPCs, civilizations, done."""
    lobby = lobby_of(info.game)
    row = [Button(said("button.more_options"), "opt_more", lasting=True)] if host and lobby.choices else []
    there = host and rivals.has_form(info)
    row += [Button(said("button.npcs"), "opt_npcs", lasting=True)] if there else []
    named = host and lobby.peoples(info.options) is not None
    row += [Button(said_of(info.game, "button.name_civs"), "opt_civs", lasting=True)] if named else []
    return rows((*row, Button(said("button.done"), "done", style="primary", lasting=True)))


def civ_part(info: TableInfo, person: Person, names: Names) -> list[Part]:
    """The menu in which one names one's own civilization in advance; for those seated only."""
    mine = info.of(person)
    civs = sorted(names.things("civ", lobby_of(info.game).peoples(info.options) or ()), key=lambda c: c.name)
    if not mine or not civs:
        return []
    taken = {*info.npc_civs, *(s.civ for s in info.seats if s.civ and s not in mine)}
    open_ = [c for c in civs if c.value not in taken][:24]
    free = [choice(c.value, c.name, chosen=c.value == mine[0].civ) for c in open_]
    lines = (choice(ANY, said_of(info.game, "lobby.menu.any_civ"), chosen=not mine[0].civ), *free)
    return [Menu(said_of(info.game, "lobby.menu.civ", name=cut(person.name, 40)), "opt_civ", lines, lasting=True)]


def civs_screen(info: TableInfo, person: Person, names: Names) -> Screen:
    """Naming one's civilization in advance, and who has named which."""
    head = f"{said('lobby.title', id=info.id)}\n{named_line(info, names)}"
    back = Row((Button(said("button.options"), "options", lasting=True),))
    return Screen((Text(head), *civ_part(info, person, names), back), info.id.lower())


def more_form(info: TableInfo, names: Names) -> Form:
    """House options, another end, what is left out, and what the table agrees on."""
    lobby, chosen = lobby_of(info.game), options.effective(info)
    boxes = tuple(choice(name, said_of(info.game, f"lobby.house.{name}"), chosen=on) for name, on in ticked(info))
    fields: tuple[Field, ...] = (
        Pick("house", said("lobby.form.house"), boxes, 0, len(boxes), "checks"),
        *([_end_line(info, lobby, chosen)] if lobby.ends else []),
        *([_left_line(info, lobby.left, chosen, names)] if lobby.left else []),
        *(radio(info, name) for name in list(lobby.picks)[:1]),
        *(_set(info, lobby, name) for name in list(lobby.sets)[:1]),
        Line(
            "note", said("lobby.form.note"), info.settings.note, hint=said("lobby.form.note_hint"), most=NOTE, long=True
        ),
    )
    return Form(said("lobby.form.title"), fields, "opt_sent", table=info.id.lower())


def ticked(info: TableInfo) -> list[tuple[str, bool]]:
    """What can be ticked, and whether it is: options of the game, then settings of the table."""
    lobby, chosen = lobby_of(info.game), options.effective(info)
    boxes = [(box.name, chosen.get(box.name) == box.on) for box in lobby.boxes]
    return [*boxes, *((name, getattr(info.settings, name) == on) for name, on, _ in settings_of(lobby))]


def _end_line(info: TableInfo, lobby: Lobby, chosen: Mapping[str, Any]) -> Field:
    hint = said_of(info.game, "lobby.form.other_end_hint")
    return Line("end", said("lobby.form.other_end"), own_end(lobby, chosen), hint=hint, most=30)


def _left_line(info: TableInfo, left: Left, chosen: Mapping[str, Any], names: Names) -> Field:
    label, hint = said_of(info.game, f"lobby.form.{left.name}"), said("lobby.form.left_out_hint")
    return Line("out", label, left_out(left, chosen, names), hint=hint, most=200)


def radio(info: TableInfo, name: str) -> Field:
    """Round buttons for one of the lobby's picks."""
    lobby = lobby_of(info.game)
    now = lobby.picked(name, info.options)
    values = tuple(choice(v, said_of(info.game, f"lobby.{name}.{v}"), chosen=v == now) for v in lobby.picks[name])
    return Pick("returns", said_of(info.game, f"lobby.form.{name}"), values, 1, 1, "radio")


def _set(info: TableInfo, lobby: Lobby, name: str) -> Field:
    now = lobby.members(name, info.options)
    values = tuple(choice(v, said_of(info.game, f"lobby.{name}.{v}"), chosen=v in now) for v in lobby.sets[name])
    return Pick("set", said_of(info.game, f"lobby.form.{name}"), values, 0, len(values), "checks")


def own_end(lobby: Lobby, chosen: Mapping[str, Any]) -> str:
    """An end that the menu may not have, as one writes it."""
    usual = next(iter(lobby.ends), "")
    return next(
        (f"{word} {chosen[name]}" for name, word in lobby.ends.items() if name != usual and chosen.get(name)), ""
    )


def left_out(left: Left, chosen: Mapping[str, Any], names: Names) -> str:
    """What is left out, by name."""
    gone = chosen.get(left.name) or ()
    if gone is True:
        return said("lobby.form.all")
    return cut(", ".join(names.name(left.kind, str(n)) for n in gone), 200)


def how_screen(info: TableInfo) -> Screen:
    """How a table goes on, for those who have never sat at one."""
    return Screen((Text(said_of(info.game, "lobby.how")),), info.id.lower())


def told(line: str, *buttons: Button, table: str = "") -> Screen:
    """A line with buttons."""
    return Screen((Text(line), *([Row(buttons)] if buttons else [])), table.lower())
