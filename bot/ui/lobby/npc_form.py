"""The form about the NPC seats of a lobby: who they are, how they choose, and how hard they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.contract.lengths import LENGTHS
from bot.contract.tables import TableInfo
from bot.ui.lobby import option_parser
from bot.ui.lobby.form_reader import find_meant
from bot.ui.lobby.npc_seats import fills
from bot.ui.lobby.screens import radio
from bot.ui.parts import Field, Form, Line, Pick, choice
from bot.ui.typed.grammar import items
from bot.ui.typed.match import Index
from bot.ui.words.presentations import lobby_of
from bot.ui.words.wording import said_of, table_text
from engine.core.lobby import Rivals
from engine.core.naming import Names, fold
from engine.core.text import cut

DRAWN: Final = ("drawn", "any", "random")
AND: Final = " + "


def npc_form(info: TableInfo, names: Names) -> Form:
    """Return the form about NPCs: who they are, how they choose between equal chances, and how hard they are."""
    lobby, fields = lobby_of(info.game, info.scenario), list[Field]()
    if lobby.peoples(info.options) is not None and not fills(info):
        named, label = ", ".join(names.name("civ", civ) for civ in info.npc_civs), said_of(info.game, "lobby.form.npcs")
        fields.append(Line("civs", label, named, hint=said_of(info.game, "lobby.form.npcs_hint")))
    fields += [radio(info, way, "way") for way in lobby.options_with("npc_radio")]
    if lobby.rivals is not None:
        fields += [*_presets(info, lobby.rivals), *_knobs(info, lobby.rivals, names)]
        fields += [
            radio(info, option, "returns") for option in lobby.options_with("radio") if option.name == lobby.rivals.pick
        ]
    return Form(table_text("lobby.form.npcs_title"), tuple(fields), "npcs_sent", table=info.id.lower())


def effective(info: TableInfo) -> Mapping[str, Any]:
    """Return the options with the defaults of the scenario."""
    return {**usual(info), **info.options}


def usual(info: TableInfo) -> dict[str, Any]:
    """Return the defaults of the scenario."""
    return {c.name: c.default for c in lobby_of(info.game, info.scenario).choices}


def presets_offered(info: TableInfo, rivals: Rivals) -> dict[str, Mapping[str, Any]]:
    """Return the presets that this scenario knows and that change something."""
    plain = usual(info)
    presets = {name: options for name, options in rivals.presets.items() if options.keys() <= plain.keys()}
    return {name: options for name, options in presets.items() if any(plain[o] != v for o, v in options.items())}


def presets_on(info: TableInfo, rivals: Rivals) -> list[str]:
    """Return the presets in effect."""
    now = effective(info)
    return [
        name for name, options in presets_offered(info, rivals).items() if all(now[o] == v for o, v in options.items())
    ]


def _presets(info: TableInfo, rivals: Rivals) -> list[Field]:
    on = presets_on(info, rivals)
    boxes = tuple(
        choice(name, said_of(info.game, f"lobby.preset.{name}"), chosen=name in on)
        for name in presets_offered(info, rivals)
    )
    return [Pick("presets", table_text("lobby.form.challenge"), boxes, 0, len(boxes), "checks")] if boxes else []


def _knobs(info: TableInfo, rivals: Rivals, names: Names) -> list[Field]:
    knobs = [option.name for option in lobby_of(info.game, info.scenario).options_with("npc_line")]
    if not knobs:
        return []
    covered = {o for name in presets_on(info, rivals) for o in rivals.presets[name]}
    now = [f"{n} {typed_value(info.options[n], names)}" for n in knobs if n in info.options and n not in covered]
    hint = cut(table_text("lobby.form.knobs_hint", names=", ".join(knobs)), 100)
    return [Line("knobs", table_text("lobby.form.knobs"), cut(", ".join(now), LENGTHS.line), hint=hint)]


def typed_value(value: Any, names: Names) -> str:
    """Return a value of an option as one types it."""
    if isinstance(value, list | tuple):
        return AND.join(names.name("civ", str(one)) for one in value)
    return str(value)


def read_form(info: TableInfo, names: Names, fields: Mapping[str, Sequence[str]]) -> tuple[list[str], dict[str, Any]]:
    """Return what was filled in: the civilizations of NPCs, and options. Refused: unknown_civ, unknown_option,
    bad_value.
    """
    lobby = lobby_of(info.game, info.scenario)
    rivals, knobs = lobby.rivals, [option.name for option in lobby.options_with("npc_line")]
    civs = read_civs(info, names, next(iter(fields.get("civs", ())), ""))
    ways: dict[str, Any] = {w.name: next(iter(fields.get("way", ())), None) for w in lobby.options_with("npc_radio")}
    if rivals is None:
        return civs, ways
    changes: dict[str, Any] = {o: None for preset in presets_offered(info, rivals).values() for o in preset}
    changes |= dict.fromkeys(knobs)
    for name in fields.get("presets", ()):
        changes |= rivals.presets.get(name, {})
    line = next(iter(fields.get("knobs", ())), "")
    changes |= option_parser.read_line(line, lobby, names, info.game, knobs)[0]
    changes |= ways
    picked = [option for option in lobby.options_with("radio") if option.name == rivals.pick and fields.get("returns")]
    changes |= {option.name: option.parse(fields["returns"][0]) for option in picked}
    return civs, changes


def read_civs(info: TableInfo, names: Names, typed: str) -> list[str]:
    """Return the civilizations by name, separated by commas; `drawn` or nothing for none. Refused: unknown_civ (with
    `near`).
    """
    things = Index(names.things("civ", lobby_of(info.game, info.scenario).peoples(info.options) or ()))
    named = [part for part in items(typed) if fold(part) not in DRAWN]
    return list(dict.fromkeys(find_meant(part, things, "unknown_civ", game=info.game, table=info.id) for part in named))
