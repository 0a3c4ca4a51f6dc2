"""The form about the NPC seats of a lobby: who they are, how they choose, and what makes it harder or easier."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.lengths import LENGTHS
from bot.match import Index
from bot.plan.grammar import items
from bot.ui.lobby import option_parser
from bot.ui.lobby.form_reader import meant
from bot.ui.lobby.lobby_screens import radio
from bot.ui.lobby.npc_seats import fills
from bot.ui.parts import Field, Form, Line, Pick, choice
from bot.ui.presentations import lobby_of, scenarios_of
from bot.ui.wording import said, said_of
from bot.values import TableInfo
from engine.core.fitting import cut
from engine.core.game import Choice
from engine.core.lobby import Rivals
from engine.core.naming import Names, fold

DRAWN: Final = ("drawn", "any", "random")
AND: Final = " + "


def npc_form(info: TableInfo, names: Names) -> Form:
    """Who the NPCs are, how they choose between equal chances, and what makes it harder or easier."""
    lobby, fields = lobby_of(info.game, info.scenario), list[Field]()
    if lobby.peoples(info.options) is not None and not fills(info):
        named, hint = ", ".join(names.name("civ", civ) for civ in info.npc_civs), said("lobby.form.npcs_hint")
        fields.append(Line("civs", said_of(info.game, "lobby.form.npcs"), named, hint=hint))
    if lobby.rivals is not None:
        fields += [*_way(info, lobby.rivals), *_presets(info, lobby.rivals), *_knobs(info, lobby.rivals, names)]
        fields += [radio(info, lobby.rivals.pick)] if lobby.rivals.pick in lobby.picks else []
    return Form(said("lobby.form.npcs_title"), tuple(fields), "npcs_sent", table=info.id.lower())


def choices(info: TableInfo) -> dict[str, Choice]:
    """The options of the scenario by name."""
    scenario = scenarios_of(info.game).get(info.scenario)
    return {c.name: c for c in scenario.options} if scenario else {}


def effective(info: TableInfo) -> Mapping[str, Any]:
    """The options with the defaults of the scenario."""
    return {**{name: c.default for name, c in choices(info).items()}, **info.options}


def _way(info: TableInfo, rivals: Rivals) -> list[Field]:
    if rivals.way not in choices(info):
        return []
    now = str(effective(info)[rivals.way])
    values = tuple(choice(v, said_of(info.game, f"lobby.{rivals.way}.{v}"), chosen=v == now) for v in rivals.ways)
    return [Pick("way", said_of(info.game, f"lobby.form.{rivals.way}"), values, 1, 1, "radio")]


def offered(info: TableInfo, rivals: Rivals) -> dict[str, Mapping[str, Any]]:
    """The presets that this scenario knows and that change something."""
    usual = {name: c.default for name, c in choices(info).items()}
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
    knobs = [name for name in rivals.knobs if name in choices(info)]
    if not knobs:
        return []
    covered = {o for name in ticked(info, rivals) for o in rivals.presets[name]}
    now = [f"{n} {written(info.options[n], names)}" for n in knobs if n in info.options and n not in covered]
    hint = cut(said("lobby.form.knobs_hint", names=", ".join(knobs)), 100)
    return [Line("knobs", said("lobby.form.knobs"), cut(", ".join(now), LENGTHS.line), hint=hint)]


def written(value: Any, names: Names) -> str:
    """A value of an option as one types it."""
    if isinstance(value, list | tuple):
        return AND.join(names.name("civ", str(one)) for one in value)
    return str(value)


def read_form(info: TableInfo, names: Names, fields: Mapping[str, Sequence[str]]) -> tuple[list[str], dict[str, Any]]:
    """What was filled in: the civilizations of NPCs, and options. Refused: unknown_civ, unknown_option, bad_value."""
    rivals = lobby_of(info.game, info.scenario).rivals
    civs = read_civs(info, names, next(iter(fields.get("civs", ())), ""))
    if rivals is None:
        return civs, {}
    changes: dict[str, Any] = {o: None for preset in offered(info, rivals).values() for o in preset}
    changes |= {name: None for name in rivals.knobs if name in choices(info)}
    for name in fields.get("presets", ()):
        changes |= rivals.presets.get(name, {})
    line = next(iter(fields.get("knobs", ())), "")
    knobs = tuple(n for n in rivals.knobs if n in choices(info))
    changes |= option_parser.read_line(line, lobby_of(info.game, info.scenario), names, knobs)[0]
    if rivals.way in choices(info):
        changes[rivals.way] = next(iter(fields.get("way", ())), None)
    if rivals.pick in lobby_of(info.game, info.scenario).picks and fields.get("returns"):
        changes[rivals.pick] = lobby_of(info.game, info.scenario).chosen(rivals.pick, fields["returns"][0])
    return civs, changes


def read_civs(info: TableInfo, names: Names, typed: str) -> list[str]:
    """Civilizations by name, separated by commas; `drawn` or nothing for none. Refused: unknown_civ (with `near`)."""
    things = Index(names.things("civ", lobby_of(info.game, info.scenario).peoples(info.options) or ()))
    named = [part for part in items(typed) if fold(part) not in DRAWN]
    return list(dict.fromkeys(meant(part, things, "unknown_civ", game=info.game, table=info.id) for part in named))
