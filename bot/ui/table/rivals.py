"""What is played in a lobby, and its NPC seats: how many there are, who they are, how hard that makes it."""

from __future__ import annotations

from typing import Final

from bot.contract import TableInfo
from bot.ui.parts import Choice, Menu, choice
from bot.ui.table.terms import said, several
from bot.ui.vocabulary import lobby_of, scenarios_of
from engine.core.naming import Names

NPCS: Final = 5


def scenario_menu(info: TableInfo) -> list[Menu]:
    """The scenarios of the game; left out where there is only one."""
    lines = [
        choice(s.name, s.title, said("lobby.menu.seats", least=s.least, most=s.most), chosen=s.name == info.scenario)
        for s in scenarios_of(info.game).values()
    ]
    return [Menu(said("lobby.menu.scenario"), "opt_set", tuple(lines), "scenario", lasting=True)] if lines[1:] else []


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
        return lobby_of(info.game).challenge(info.scenario, 0)
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
