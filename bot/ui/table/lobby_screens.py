"""The private screens of a lobby: its options, the form with more of them, the choice of civilizations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot import match
from bot.contract import Pace, Person, Refused, TableInfo
from bot.ui.names import Names
from bot.ui.parts import Button, Choice, Field, Form, Line, Menu, Part, Pick, Row, Screen, Text, choice
from bot.ui.table import options
from bot.ui.table.games import herald_of
from bot.ui.table.terms import cut, plainly, said, several, who
from engine.core.game import Choice as Option

PACES: Final[tuple[Pace, ...]] = ("live", "brisk", "daily", "slow")
OWN: Final = "own"
ANY: Final = "any"
NPCS: Final = 5
NOTE: Final = 300
ENDS: Final = ("epochs", "vp_target", "turns")
WORDS: Final = {"epoch": "epochs", "epochs": "epochs", "vp": "vp_target", "turn": "turns", "turns": "turns"}
BOXES: Final = ("initial_deities", "double_disks", "final_epoch_event", "negate_window", "window_close", "channel")
RETURNS: Final = ("once", "any", "off")


def options_screen(info: TableInfo, person: Person, names: Names, maps: Mapping[str, str]) -> Screen:
    """The options of the lobby: menus for the host, words for the others, and one's own civilization for all seated.

    `maps` says about each map how large it is.
    """
    table = info.id.lower()
    if person.id != info.host.id:
        return Screen((*read_only(info, names), *civ_part(info, person, names), *foot(info, host=False)), table)
    head = f"{said('lobby.title', id=info.id)}\n{said('lobby.at_once')}"
    return Screen((Text(head), *menus(info, names, maps), *foot(info, host=True)), table)


def read_only(info: TableInfo, names: Names) -> list[Part]:
    """What is agreed on, for those who cannot change it."""
    chosen = options.effective(info)
    lines = [
        said("lobby.title", id=info.id),
        said("lobby.read_only", host=plainly(info.host.name)),
        " · ".join(part for part in (map_name(info, names), options.length(chosen)) if part),
        said("lobby.pace", pace=said(f"pace.{info.settings.pace}"), windows=options.windows(info)),
        said("lobby.options", options=options.house(info)),
        named_line(info, names),
    ]
    return [Text("\n".join(line for line in lines if line))]


def map_name(info: TableInfo, names: Names) -> str:
    """The map chosen, in words; empty for a game without maps."""
    chosen = str(options.effective(info).get("map") or "")
    return said("lobby.map", map=names.name("map", chosen)) if chosen else ""


def named_line(info: TableInfo, names: Names) -> str:
    """Who plays which civilization, as far as it has been named."""
    named = [f"{who(s.person)}: {names.name('civ', s.civ)}" for s in info.seats if s.civ]
    return said("lobby.named", list=", ".join(named)) if named else said("lobby.none_named")


def menus(info: TableInfo, names: Names, maps: Mapping[str, str]) -> list[Part]:
    """Map, length, pace, NPCs: as far as the game has them."""
    offered = {c.name: c for c in herald_of(info.game).choices}
    chosen = options.effective(info)
    parts: list[Part] = [map_menu(offered["map"], str(chosen.get("map")), names, maps)] if "map" in offered else []
    parts += [length_menu(offered, chosen)] if any(name in offered for name in ENDS) else []
    return [*parts, pace_menu(info), *npc_menu(info)]


def map_menu(option: Option, chosen: str, names: Names, maps: Mapping[str, str]) -> Menu:
    """The maps with their sizes."""
    lines = [choice(m, names.name("map", m), maps.get(m, ""), chosen=m == chosen) for m in option.values]
    return Menu(said("lobby.menu.map"), "opt_set", tuple(lines), "map", lasting=True)


def length_menu(offered: Mapping[str, Option], chosen: Mapping[str, Any]) -> Menu:
    """How the game may end; an end of one's own leads to the form."""
    now = options.length(chosen)
    lines: list[Choice] = []
    for name in ("epochs", "vp_target"):
        for value in offered[name].values if name in offered else ():
            label = options.length({name: value})
            lines.append(choice(f"{name}:{value}", label[:1].upper() + label[1:], chosen=label == now))
    own = not any(line.chosen for line in lines)
    label = said("lobby.menu.length_own", end=now) if own and now else said("lobby.menu.length_other")
    return Menu(said("lobby.menu.length"), "opt_set", (*lines, choice(OWN, label, chosen=own)), "length", lasting=True)


def pace_menu(info: TableInfo) -> Menu:
    """The pace, with how long windows stay open."""
    lines = [
        choice(
            pace,
            f"{said(f'pace.{pace}')} — {said(f'pace_text.{pace}')}",
            said("lobby.menu.windows", times=said(f"windows.{pace}")),
            chosen=pace == info.settings.pace,
        )
        for pace in PACES
    ]
    return Menu(said("lobby.menu.pace"), "opt_set", tuple(lines), "pace", lasting=True)


def npc_menu(info: TableInfo) -> list[Menu]:
    """How many seats the NPC plays; left out where there is room for none."""
    room = info.most - len([s for s in info.seats if s.person])
    if room < 1:
        return []
    lines = [
        choice(
            str(n),
            said("lobby.menu.no_npc") if n == 0 else several("lobby.npcs", "lobby.npcs_more", n),
            chosen=n == info.npcs,
        )
        for n in range(min(room, NPCS) + 1)
    ]
    return [Menu(said("lobby.menu.npcs"), "opt_set", tuple(lines), "npcs", lasting=True)]


def foot(info: TableInfo, *, host: bool) -> list[Row]:
    """More options, civilizations, done."""
    more = herald_of(info.game).choices if host else ()
    row = [Button(said("button.more_options"), "opt_more", lasting=True)] if more else []
    row += [Button(said("button.name_civs"), "opt_civs", lasting=True)] if host and more else []
    return [Row((*row, Button(said("button.done"), "done", style="primary", lasting=True)))]


def civ_part(info: TableInfo, person: Person, names: Names) -> list[Part]:
    """The menu in which one names one's own civilization in advance; for those seated only."""
    mine = info.of(person)
    civs = sorted((c for c in names.things("civ") if c.value != "barbarians"), key=lambda c: c.name)
    if not mine or not civs:
        return []
    taken = {s.civ for s in info.seats if s.civ and s not in mine}
    able = herald_of(info.game).peoples(info.options)
    open_ = [c for c in civs if c.value not in taken and (not able or c.value in able)][:24]
    free = [choice(c.value, c.name, chosen=c.value == mine[0].civ) for c in open_]
    lines = (choice(ANY, said("lobby.menu.any_civ"), chosen=not mine[0].civ), *free)
    return [Menu(said("lobby.menu.civ", name=cut(person.name, 40)), "opt_civ", lines, lasting=True)]


def civs_screen(info: TableInfo, person: Person, names: Names) -> Screen:
    """Naming one's civilization in advance, and who has named which."""
    head = f"{said('lobby.title', id=info.id)}\n{named_line(info, names)}"
    back = Row((Button(said("button.options"), "options", lasting=True),))
    return Screen((Text(head), *civ_part(info, person, names), back), info.id.lower())


def more_form(info: TableInfo, names: Names) -> Form:
    """House options, another end, Events left out, Gilgamesh, and what the table agrees on."""
    chosen = options.effective(info)
    on = {name for name in BOXES[:3] if chosen.get(name)}
    on |= {"negate_window"} if chosen.get("negate_window") == "holders" else set()
    on |= {"window_close"} if info.settings.window_close == "early" else set()
    on |= {"channel"} if info.settings.channel == "brief" else set()
    boxes = tuple(choice(name, said(f"lobby.house.{name}"), chosen=name in on) for name in BOXES)
    returns = tuple(choice(r, said(f"lobby.gilgamesh.{r}"), chosen=r == returns_of(chosen)) for r in RETURNS)
    fields: tuple[Field, ...] = (
        Pick("house", said("lobby.form.house"), boxes, 0, len(boxes), "checks"),
        Line("end", said("lobby.form.other_end"), own_end(chosen), hint=said("lobby.form.other_end_hint"), most=30),
        Line(
            "out", said("lobby.form.left_out"), left_out(chosen, names), hint=said("lobby.form.left_out_hint"), most=200
        ),
        Pick("returns", said("lobby.form.gilgamesh"), returns, 1, 1, "radio"),
        Line(
            "note", said("lobby.form.note"), info.settings.note, hint=said("lobby.form.note_hint"), most=NOTE, long=True
        ),
    )
    return Form(said("lobby.form.title"), fields, "opt_sent", table=info.id.lower())


def returns_of(chosen: Mapping[str, Any]) -> str:
    """How often Gilgamesh may return, as the form has it."""
    return {0: "off", 1: "once"}.get(options.times(chosen), "any")


def own_end(chosen: Mapping[str, Any]) -> str:
    """An end that the menu does not have, as one writes it."""
    for name, word in (("vp_target", "vp"), ("turns", "turns")):
        if chosen.get(name):
            return f"{word} {chosen[name]}"
    return ""


def left_out(chosen: Mapping[str, Any], names: Names) -> str:
    """The Event cards left out, by name."""
    gone = chosen.get("without_events") or ()
    if gone is True:
        return said("lobby.form.all")
    return cut(", ".join(names.name("card", str(n)) for n in gone), 200)


def read_boxes(ticked: Sequence[str]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The house options ticked, as options and settings of the table."""
    on = set(ticked)
    wanted: dict[str, Any] = {name: name in on for name in BOXES[:3]}
    wanted["negate_window"] = "holders" if "negate_window" in on else "sealed"
    settings = {
        "window_close": "early" if "window_close" in on else "fixed",
        "channel": "brief" if "channel" in on else "full",
    }
    return wanted, settings


def read_end(text: str) -> dict[str, Any]:
    """`vp 60`, `turns 10` or `epochs 3` as options; the other ends are taken back. Raises Refused("no_length")."""
    if not text.strip():
        return {}
    words = text.lower().replace(":", " ").split()
    numbers = [int(w) for w in words if w.isdigit()]
    named = [WORDS[w] for w in words if w in WORDS]
    if len(numbers) != 1 or len(named) != 1:
        raise Refused("no_length", text=cut(text, 40))
    return {**dict.fromkeys(ENDS), named[0]: numbers[0]}


def read_left_out(text: str, names: Names, events: Sequence[str]) -> list[int] | None:
    """Event cards by numbers or names, or all of them; None for none. Raises Refused("unknown_event")."""
    wanted = [part.strip() for part in text.replace(";", ",").split(",") if part.strip()]
    if any(match.fold(part) in {"all", "events", "allevents"} for part in wanted):
        return [int(e) for e in events]
    things = names.things("card", events)
    found: list[int] = []
    for part in wanted:
        reading = match.read(part, things)
        if reading.one is None:
            raise Refused("unknown_event", text=cut(part, 40), near=[t.name for t in reading.found or reading.near])
        found.append(int(reading.one.value))
    return sorted(set(found)) or None


def how_screen(info: TableInfo) -> Screen:
    """How a table goes on, for those who have never sat at one."""
    return Screen((Text(said("lobby.how")),), info.id.lower())


def told(line: str, *buttons: Button, table: str = "") -> Screen:
    """A line with buttons."""
    return Screen((Text(line), *([Row(buttons)] if buttons else [])), table.lower())
