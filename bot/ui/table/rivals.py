"""The NPC seats of a lobby: how many and who they are, and the form with everything else about them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot import match
from bot.contract import Refused, TableInfo
from bot.ui.parts import Choice, Field, Form, Line, Menu, Pick, choice
from bot.ui.table import wishes
from bot.ui.table.terms import said, said_of, several
from bot.ui.vocabulary import lobby_of, scenarios_of
from engine.core.fitting import cut
from engine.core.lobby import Rivals
from engine.core.naming import Names, fold

NPCS: Final = 5
LINE: Final = 300
DRAWN: Final = ("drawn", "any", "random")
AND: Final = " + "


def scenario_menu(info: TableInfo) -> list[Menu]:
    """The scenarios of the game; left out where there is only one."""
    lines = [
        choice(s.name, s.title, _people(s.least, s.most), chosen=s.name == info.scenario) for s in _scenarios(info)
    ]
    return [Menu(said("lobby.menu.scenario"), "opt_set", tuple(lines), "scenario", lasting=True)] if lines[1:] else []


def _scenarios(info: TableInfo) -> Sequence[Any]:
    return tuple(scenarios_of(info.game).values())


def _people(least: int, most: int) -> str:
    return said("lobby.menu.seats", least=least, most=most)


def npc_menu(info: TableInfo) -> list[Menu]:
    """How many seats the NPC plays, and how hard that makes it; left out where there is room for none."""
    room = info.most - len([s for s in info.seats if s.person])
    if room < 1:
        return []
    lines = [_number(info, n) for n in range(min(room, NPCS) + 1)]
    return [Menu(said("lobby.menu.npcs"), "opt_set", tuple(lines), "npcs", lasting=True)]


def _number(info: TableInfo, n: int) -> Choice:
    label = said("lobby.menu.no_npc") if n == 0 else several("lobby.npcs", "lobby.npcs_more", n)
    return choice(str(n), label, lobby_of(info.game).challenge(info.scenario, n), chosen=n == info.npcs)


def seats_line(info: TableInfo, names: Names) -> str:
    """The NPC seats in words: `2 NPCs: Sumer, another drawn (a solid challenge)`; empty without any."""
    if not info.npcs:
        return ""
    count = several("lobby.npcs", "lobby.npcs_more", info.npcs)
    civs = [names.name("civ", civ) for civ in info.npc_civs]
    drawn = info.npcs - len(civs)
    if civs:
        civs += [several("lobby.npc_drawn", "lobby.npcs_drawn", drawn)] if drawn else []
        count = said("lobby.npcs_named", count=count, civs=", ".join(civs))
    level = lobby_of(info.game).challenge(info.scenario, info.npcs)
    return said("lobby.npcs_level", npcs=count, level=level) if level else count


def has_form(info: TableInfo) -> bool:
    """Whether there is anything to be said of NPCs beside their number."""
    lobby = lobby_of(info.game)
    return lobby.rivals is not None or lobby.peoples(info.options) is not None


def rivals_form(info: TableInfo, names: Names) -> Form:
    """Who the NPCs are, how they choose between equal chances, and what makes it harder or easier."""
    lobby, fields = lobby_of(info.game), list[Field]()
    if lobby.peoples(info.options) is not None:
        named, hint = ", ".join(names.name("civ", civ) for civ in info.npc_civs), said("lobby.form.npcs_hint")
        fields.append(Line("civs", said_of(info.game, "lobby.form.npcs"), named, hint=hint, most=120))
    if lobby.rivals is not None:
        fields += [*_way(info, lobby.rivals), *_presets(info, lobby.rivals), *_knobs(info, lobby.rivals, names)]
    return Form(said("lobby.form.npcs_title"), tuple(fields), "npcs_sent", table=info.id.lower())


def known(info: TableInfo) -> frozenset[str]:
    """The options of the scenario."""
    scenario = scenarios_of(info.game).get(info.scenario)
    return frozenset(c.name for c in scenario.options) if scenario else frozenset()


def effective(info: TableInfo) -> Mapping[str, Any]:
    """The options with the defaults of the scenario."""
    scenario = scenarios_of(info.game).get(info.scenario)
    return {**{c.name: c.default for c in (scenario.options if scenario else ())}, **info.options}


def _way(info: TableInfo, rivals: Rivals) -> list[Field]:
    if rivals.way not in known(info):
        return []
    now = str(effective(info)[rivals.way])
    values = tuple(choice(v, said_of(info.game, f"lobby.{rivals.way}.{v}"), chosen=v == now) for v in rivals.ways)
    return [Pick("way", said_of(info.game, f"lobby.form.{rivals.way}"), values, 1, 1, "radio")]


def offered(info: TableInfo, rivals: Rivals) -> dict[str, Mapping[str, Any]]:
    """The presets that this scenario knows and that change something."""
    usual = {c.name: c.default for s in _scenarios(info) if s.name == info.scenario for c in s.options}
    presets = {name: options for name, options in rivals.presets.items() if options.keys() <= usual.keys()}
    return {name: options for name, options in presets.items() if any(usual[o] != v for o, v in options.items())}


def ticked(info: TableInfo, rivals: Rivals) -> list[str]:
    """The presets in effect."""
    now = effective(info)
    return [name for name, options in offered(info, rivals).items() if all(now[o] == v for o, v in options.items())]


def _presets(info: TableInfo, rivals: Rivals) -> list[Field]:
    on = ticked(info, rivals)
    boxes = tuple(
        choice(name, said_of(info.game, f"lobby.preset.{name}"), chosen=name in on) for name in offered(info, rivals)
    )
    return [Pick("presets", said("lobby.form.challenge"), boxes, 0, len(boxes), "checks")] if boxes else []


def _knobs(info: TableInfo, rivals: Rivals, names: Names) -> list[Field]:
    knobs = [name for name in rivals.knobs if name in known(info)]
    if not knobs:
        return []
    covered = {o for name in ticked(info, rivals) for o in rivals.presets[name]}
    now = [f"{n} {written(info.options[n], names)}" for n in knobs if n in info.options and n not in covered]
    hint = cut(said("lobby.form.knobs_hint", names=", ".join(knobs)), 100)
    return [Line("knobs", said("lobby.form.knobs"), cut(", ".join(now), LINE), hint=hint, most=LINE)]


def written(value: Any, names: Names) -> str:
    """A value of an option as one types it."""
    if isinstance(value, list | tuple):
        return AND.join(names.name("civ", str(one)) for one in value)
    return str(value)


def read_form(info: TableInfo, names: Names, fields: Mapping[str, Sequence[str]]) -> tuple[list[str], dict[str, Any]]:
    """What was filled in: the civilizations of NPCs, and options. Refused: unknown_civ, unknown_option, bad_value."""
    rivals = lobby_of(info.game).rivals
    civs = read_civs(info, names, next(iter(fields.get("civs", ())), ""))
    if rivals is None:
        return civs, {}
    changes: dict[str, Any] = {o: None for preset in offered(info, rivals).values() for o in preset}
    changes |= {name: None for name in rivals.knobs if name in known(info)}
    for name in fields.get("presets", ()):
        changes |= rivals.presets.get(name, {})
    line = next(iter(fields.get("knobs", ())), "")
    changes |= wishes.read_line(line, lobby_of(info.game), names, tuple(n for n in rivals.knobs if n in known(info)))[0]
    if rivals.way in known(info):
        changes[rivals.way] = next(iter(fields.get("way", ())), None)
    return civs, changes


def read_civs(info: TableInfo, names: Names, typed: str) -> list[str]:
    """Civilizations by name, separated by commas; `drawn` or nothing for none. Refused: unknown_civ (with `near`)."""
    things = names.things("civ", lobby_of(info.game).peoples(info.options) or ())
    found: list[str] = []
    for part in (p.strip() for p in typed.replace(";", ",").split(",")):
        if not part or fold(part) in DRAWN:
            continue
        reading = match.read(part, things)
        if reading.one is None:
            near = [t.name for t in reading.found or reading.near]
            raise Refused("unknown_civ", text=cut(part, 40), near=near, game=info.game, table=info.id)
        found.append(reading.one.value)
    return list(dict.fromkeys(found))
