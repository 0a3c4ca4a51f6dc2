"""What is played in a lobby, and its NPC seats: how many, who they are, and how hard that makes it."""

from __future__ import annotations

from typing import Final

from bot.contract.tables import TableInfo
from bot.ui.parts import DESIGN, Menu, MenuChoice, choice
from bot.ui.words.presentations import lobby_of, scenarios_of
from bot.ui.words.wording import said_of, several, table_text
from engine.core.game import Scenario, SeatPlan
from engine.core.naming import Names

PAGE: Final = DESIGN.menu


def scenario_menu(info: TableInfo) -> list[Menu]:
    """Return the scenarios of the game in menus of 25, with what each is; left out where there is only one."""
    lines = [
        choice(s.name, str(s.title), brief(info.game, s), chosen=s.name == info.scenario)
        for s in scenarios_in_order(info.game)
    ]
    pages = [tuple(lines[i : i + PAGE]) for i in range(0, len(lines), PAGE)] if lines[1:] else []
    labels = [table_text("lobby.menu.scenario"), *(table_text("lobby.menu.scenario_more") for _ in pages[1:])]
    return [
        Menu(label, "opt_set", page, f"scenario{i or ''}", lasting=True)
        for i, (label, page) in enumerate(zip(labels, pages, strict=False))
    ]


def scenarios_in_order(game: str) -> list[Scenario]:
    """Return the scenarios of a game in the order in which they are best tried."""
    return sorted(scenarios_of(game).values(), key=lambda s: lobby_of(game).rank(s.name))


def brief(game: str, scenario: Scenario, players: int = 1) -> str:
    """Return a few words on a scenario for that many players; by default, its number of seats."""
    seats = table_text("lobby.menu.seats", least=scenario.least, most=scenario.most)
    return lobby_of(game).brief(scenario.name, players) or seats


def is_for(game: str, scenario: Scenario, players: int) -> bool:
    """Return whether that many people can play a scenario."""
    return players <= scenario.most and lobby_of(game).is_for(scenario.name, players)


def fills(info: TableInfo) -> bool:
    """Return whether NPCs take all open seats, so that their number isn't chosen."""
    there = scenarios_of(info.game).get(info.scenario)
    return there is not None and there.fills


def scene(info: TableInfo) -> list[str]:
    """Return what the scenario is about, and what can end it besides its length."""
    return list(lobby_of(info.game).about(info.scenario, info.options))


def cast(info: TableInfo) -> list[str]:
    """Return who can play what with the present players, what is still open, and what happens with the rest."""
    return list(lobby_of(info.game).cast(info.scenario, _plans(info)))


def cast_now(info: TableInfo) -> list[str]:
    """Return what of it must be seen at a glance: what is still open, and why the game can't begin so."""
    return list(lobby_of(info.game).cast_now(info.scenario, _plans(info)))


def _plans(info: TableInfo) -> list[SeatPlan]:
    return [SeatPlan(s.civ, s.by, str(s.person.id) if s.person else "") for s in info.seats]


def npc_choices(info: TableInfo) -> list[MenuChoice]:
    """Return the possible numbers of NPC seats and how hard the game is with each; empty if there is no choice."""
    room = info.most - len([s for s in info.seats if s.person])
    return [] if room < 1 or fills(info) else [_number(info, n) for n in range(min(room, info.most - 1) + 1)]


def _number(info: TableInfo, n: int) -> MenuChoice:
    label = table_text("lobby.menu.no_npc") if n == 0 else several("lobby.npcs", "lobby.npcs_more", n)
    return choice(str(n), label, _level(info, n), chosen=n == info.npcs)


def _level(info: TableInfo, n: int) -> str:
    """Return how hard it is against so many NPCs."""
    return lobby_of(info.game, info.scenario).challenge(info.scenario, n, info.options)


def seats_line(info: TableInfo, names: Names) -> str:
    """Return the NPC seats in words: `2 NPCs: Sumer, another drawn (a solid challenge)`; empty without any."""
    if not info.npcs:
        return _level(info, 0)
    count = several("lobby.npcs", "lobby.npcs_more", info.npcs)
    civs = [names.name("civ", civ) for civ in info.npc_civs]
    drawn = info.npcs - len(civs)
    if civs:
        civs += [said_of(info.game, "lobby.npcs_drawn", n=drawn)] if drawn else []
        count = table_text("lobby.npcs_named", count=count, civs=", ".join(civs))
    level = _level(info, info.npcs)
    return table_text("lobby.npcs_level", npcs=count, level=level) if level else count


def has_form(info: TableInfo) -> bool:
    """Return whether NPCs have more settings than their number."""
    lobby = lobby_of(info.game, info.scenario)
    return lobby.rivals is not None or lobby.peoples(info.options) is not None
