"""The private screens of a lobby: its options, the form with more of them, the choice of civilizations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.contract.lengths import LENGTHS
from bot.contract.tables import Person, SeatInfo, TableInfo
from bot.ui.lobby import multi_seat, npc_seats
from bot.ui.lobby.basics_form import basics_title
from bot.ui.lobby.form_reader import settings_of, timed_end, written_end
from bot.ui.lobby.post import board
from bot.ui.parts import DESIGN, Button, Field, Form, Line, Menu, Part, Pick, Row, Screen, Style, Text, choice, rows
from bot.ui.questions.guide import learn_buttons
from bot.ui.words import options_in_words
from bot.ui.words.presentations import lobby_of, names_of
from bot.ui.words.wording import option_said, plainly, said_of, table_text, who
from engine.core.game import Choice
from engine.core.lobby import Lobby
from engine.core.naming import Named, Names, fold, spell_out
from engine.core.text import capital, cut, has_text, own, told_of

ANY: Final = "any"
MENUS: Final = DESIGN.menus


def options_screen(
    info: TableInfo, person: Person, names: Names, line: str = "", again: Button | None = None
) -> Screen:
    """Return the options of the lobby in words: for the host with the scenario and a button to each form, for others
    with the choice of their civilizations. The line stands above the controls; `again` opens the form that was wrong.
    """
    table, host = info.id.lower(), person.id == info.host.id
    first = table_text("lobby.at_once") if host else table_text("lobby.read_only", host=plainly(info.host.name))
    text = [table_text("lobby.title", id=info.id), first, *in_words(info, names)]
    told = [Text("\n".join(part for part in text if part)), *([Text(line)] if line else [])]
    menus: Sequence[Part] = npc_seats.scenario_menu(info) if host else civ_part(info, person, names)
    mend = [Row((again,))] if again is not None else []
    return Screen((*told, *mend, *menus, *foot(info, host=host, done="secondary" if again else "primary")), table)


def in_words(info: TableInfo, names: Names) -> list[str]:
    """Return the options in words."""
    return [
        capital(_joined(str(info.scenario_title), board(info, names), options_in_words.length(info))),
        options_in_words.pace(info),
        table_text("lobby.options", options=options_in_words.house(info)),
        npc_seats.seats_line(info, names),
        *npc_seats.cast_now(info),
        named_line(info, names),
    ]


def _joined(*parts: str) -> str:
    return " · ".join(part for part in parts if part)


def named_line(info: TableInfo, names: Names) -> str:
    """Return which civilizations have been chosen, and by whom."""
    named = [told_of(who(s.person), names.name("civ", s.civ)) for s in info.seats if s.civ]
    if not named and lobby_of(info.game, info.scenario).peoples(info.options) is None:
        return ""
    return said_of(info.game, "lobby.named", list=", ".join(named)) if named else said_of(info.game, "lobby.none_named")


def foot(info: TableInfo, *, host: bool, done: Style = "primary") -> list[Row]:
    """Return the buttons to the forms, to the civilizations, and the one that closes the screen."""
    lobby = lobby_of(info.game, info.scenario)
    row = [Button(basics_title(lobby), "opt_basic", lasting=True)] if host else []
    row += [Button(table_text("button.more_options"), "opt_more", lasting=True)] if host and lobby.choices else []
    there = host and npc_seats.has_form(info)
    row += [Button(table_text("button.npcs"), "opt_npcs", lasting=True)] if there else []
    named = host and lobby.peoples(info.options) is not None
    row += [Button(said_of(info.game, "button.name_civs"), "opt_civs", lasting=True)] if named else []
    further = lobby.pages if host else ()
    row += [Button(said_of(info.game, f"lobby.page.{page}"), "opt_page", page, lasting=True) for page in further]
    return rows((*row, Button(table_text("button.done"), "done", style=done, lasting=True)))


def civ_part(info: TableInfo, person: Person, names: Names, at: int = 0) -> list[Part]:
    """Return a menu for each of one's seats from that place on, to choose its civilization in advance."""
    civs = sorted(
        names.things("civ", lobby_of(info.game, info.scenario).peoples(info.options) or ()), key=lambda c: fold(c.name)
    )
    seats = info.of(person) if civs else ()
    if len(seats) <= MENUS:
        return [civ_menu(info, seat, civs) for seat in seats]
    shown = seats[at : at + MENUS] or seats[:MENUS]
    onward = str(at + MENUS if at + MENUS < len(seats) else 0)
    more = Button(table_text("button.other_seats"), "opt_civs", onward, lasting=True)
    return [*(civ_menu(info, seat, civs) for seat in shown), Row((more,))]


def civ_menu(info: TableInfo, seat: SeatInfo, civs: Sequence[Named]) -> Menu:
    """Return the civilizations for a seat; those that others have named are left out."""
    taken = {*info.npc_civs, *(s.civ for s in info.seats if s.civ and s != seat)}
    open_ = [c for c in civs if c.value not in taken][:24]
    free = [choice(c.value, c.name, hint(info, seat, c.value), chosen=c.value == seat.civ) for c in open_]
    lines = (choice(ANY, said_of(info.game, "lobby.menu.any_civ"), chosen=not seat.civ), *free)
    label = said_of(info.game, "lobby.menu.civ", name=multi_seat.menu_name(info, seat))
    return Menu(label, "opt_civ", lines, str(seat.number), lasting=True)


def hint(info: TableInfo, seat: SeatInfo, civ: str) -> str:
    """Return where that civilization begins, if settled, and a warning about its odds; empty without either."""
    home = lobby_of(info.game).home(info.scenario, civ)
    others = [s.civ for s in info.seats if s.person == seat.person and s.civ and s != seat]
    told = (names_of(info.game).name("area", home) if home else "", multi_seat.odds(info, [*others, civ]))
    return ", ".join(filter(None, told))


def civs_screen(info: TableInfo, person: Person, names: Names, at: int = 0) -> Screen:
    """Return the screen for choosing one's civilization in advance, with everyone's choices."""
    head = f"{table_text('lobby.title', id=info.id)}\n{named_line(info, names)}"
    back = Row((Button(table_text("button.options"), "options", lasting=True),))
    return Screen((Text(head), *civ_part(info, person, names, at), back), info.id.lower())


def more_form(info: TableInfo, names: Names) -> Form:
    """Return house options, another end, what is left out, and what the table agrees on."""
    lobby, chosen = lobby_of(info.game, info.scenario), options_in_words.effective(info)
    texts = {option.name: option.text for option in lobby.choices}
    boxes = tuple(
        choice(
            name, option_said(info.game, f"lobby.house.{name}", texts.get(name, name)), special(info, name), chosen=on
        )
        for name, on in tick_boxes(info)
    )
    fields: tuple[Field, ...] = (
        Pick("house", table_text("lobby.form.house"), boxes, 0, len(boxes), "checks"),
        *([_end_line(info, lobby, chosen)] if lobby.ends else []),
        *([_left_line(info, lobby.left_out_option, chosen, names)] if lobby.left_out_option else []),
        *(radio(info, option, "returns") for option in lobby.options_with("radio")[:1]),
        *(checks(info, option, "set") for option in lobby.options_with("set")[:1]),
        Line(
            "note",
            table_text("lobby.form.note"),
            info.settings.note,
            hint=table_text("lobby.form.note_hint"),
            long=True,
        ),
    )
    return Form(table_text("lobby.form.title"), fields, "opt_sent", table=info.id.lower())


def page_form(info: TableInfo, page: str) -> Form:
    """Return a further form: round buttons, or what can be ticked, for each of its options."""
    offered = lobby_of(info.game, info.scenario).options_with("radio", "set", page=page)
    fields = tuple((radio if o.shown == "radio" else checks)(info, o, o.name) for o in offered)
    return Form(said_of(info.game, f"lobby.page.{page}"), fields, "page_sent", page, info.id.lower())


def special(info: TableInfo, name: str) -> str:
    """Return what an option means in the scenario; empty if that is its usual meaning."""
    usual, here = lobby_of(info.game).choices, lobby_of(info.game, info.scenario).choices
    text = next((c.text for c in here if c.name == name), "")
    return "" if text in [c.text for c in usual if c.name == name] else str(text)


def tick_boxes(info: TableInfo) -> list[tuple[str, bool]]:
    """Return the tick boxes and whether each is ticked: options of the game, then settings of the table."""
    lobby, chosen = lobby_of(info.game, info.scenario), options_in_words.effective(info)
    boxes = [(box.name, chosen.get(box.name) == box.on) for box in lobby.options_with("box")]
    return [*boxes, *((name, getattr(info.settings, name) == on) for name, on, _ in settings_of(lobby))]


def _end_line(info: TableInfo, lobby: Lobby, chosen: Mapping[str, Any]) -> Field:
    timed = list(lobby.ends) == [timed_end(lobby)]
    hint = table_text("lobby.form.time_hint") if timed else said_of(info.game, "lobby.form.other_end_hint")
    return Line("end", table_text("lobby.form.other_end"), own_end(lobby, chosen), hint=hint)


def _left_line(info: TableInfo, left: Choice, chosen: Mapping[str, Any], names: Names) -> Field:
    label, hint = option_said(info.game, f"lobby.form.{left.name}", left.text), table_text("lobby.form.left_out_hint")
    return Line("out", label, left_out(left, chosen, names), hint=hint)


def radio(info: TableInfo, option: Choice, key: str) -> Field:
    """Return round buttons for an option."""
    now = lobby_of(info.game, info.scenario).picked_value(option.name, info.options)
    offered = map(str, option.values or ("no", "yes"))
    values = tuple(choice(v, value_text(info, option, v), chosen=v == now) for v in offered)
    return Pick(key, option_said(info.game, f"lobby.form.{option.name}", option.text), values, 1, 1, "radio")


def checks(info: TableInfo, option: Choice, key: str) -> Field:
    """Return the tick boxes for the values of an option, by name."""
    now = [str(value) for value in lobby_of(info.game, info.scenario).members(option.name, info.options)]
    values = tuple(choice(v, value_text(info, option, v), chosen=v in now) for v in map(str, option.values))
    return Pick(key, option_said(info.game, f"lobby.form.{option.name}", option.text), values, 0, len(values), "checks")


def value_text(info: TableInfo, option: Choice, value: str) -> str:
    """Return a value of an option in words."""
    if option.things:
        return names_of(info.game).name(option.things, value)
    return option_said(info.game, f"lobby.{option.name}.{value}", spell_out(value))


def own_end(lobby: Lobby, chosen: Mapping[str, Any]) -> str:
    """Return an end that the menu may not have, as one writes it."""
    usual = next(iter(lobby.ends), "")
    own = (name for name in lobby.ends if name != usual and chosen.get(name))
    return next((written_end(lobby, name, int(chosen[name])) for name in own), "")


def left_out(left: Choice, chosen: Mapping[str, Any], names: Names) -> str:
    """Return the names of what is left out."""
    gone = chosen.get(left.name) or ()
    if gone is True:
        return table_text("lobby.form.all")
    return cut(", ".join(names.name(left.things, str(n)) for n in gone), LENGTHS.line)


def how_screen(info: TableInfo) -> Screen:
    """Return the screen for newcomers: the aim of the game, and how a table works."""
    aim = [Text(said_of(info.game, "lobby.aim"))] if has_text(own(info.game, "table.lobby.aim")) else []
    return Screen((*aim, Text(said_of(info.game, "lobby.how")), *rows(learn_buttons(info.game))), info.id.lower())


def about_screen(info: TableInfo) -> Screen:
    """Return the story of a scenario, what can end it, and who can play what."""
    story = [f"### {info.scenario_title}", *npc_seats.scene(info)]
    cast = npc_seats.cast(info) if info.state == "lobby" else []
    told = [Text("\n".join(lines)) for lines in (story, cast) if lines]
    return Screen((*told, Row((Button(table_text("button.rules"), "rules", lasting=True),))), info.id.lower())


def notice_screen(line: str, *buttons: Button, table: str = "") -> Screen:
    """Return a line with buttons."""
    return Screen((Text(line), *([Row(buttons)] if buttons else [])), table.lower())
