"""The options of Advanced Civilization in the lobby, and how they read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from engine.civ.catalog import CATALOG, MAPS, NATIONS
from engine.civ.geography import geography
from engine.civ.options import BY_NUMBER, COST_RULES, GENTLE, SCENARIOS, STRONG
from engine.civ.presentation.said import said
from engine.core.game import Choice
from engine.core.lobby import Lobby

SWITCHES: Final = tuple(c.name for c in SCENARIOS["no_trading"].options if c.kind == "boolean")
LIMIT: Final = "turn_limit"


class CivLobby(Lobby):
    """Civ's part of the lobby: board, deck and track, a limit of turns, variants."""

    choices: Sequence[Choice] = SCENARIOS["no_trading"].options
    short: Mapping[str, Any] = MappingProxyType({LIMIT: 12})

    def rank(self, scenario: str) -> int:
        """Return the place of a scenario in the order of the rules (CIV §1.2)."""
        return list(SCENARIOS).index(scenario) if scenario in SCENARIOS else len(SCENARIOS)

    def brief(self, scenario: str, _players: int = 1) -> str:
        """Return deck and track in words."""
        return said(f"scenario.{scenario}.brief") if scenario in SCENARIOS else ""

    def effective(self, options: Mapping[str, Any], scenario: str = "", npcs: int = 0) -> Mapping[str, Any]:
        """Return the options with the defaults of the scenario, which fixes deck and track."""
        del npcs
        there = SCENARIOS.get(scenario or self.scenario)
        choices = there.options if there else self.choices
        return {**{choice.name: choice.default for choice in choices}, **options}

    def about(self, scenario: str, _options: Mapping[str, Any]) -> Sequence[str]:
        """Return what a scenario is played with, and how it ends."""
        return [said(f"scenario.{scenario}.about")] if scenario in SCENARIOS else []

    def maps(self) -> Sequence[tuple[str, str]]:
        """Return the board of the number of players, then all boards by name (CIV §1.3)."""
        return [(BY_NUMBER, said("map.auto.name")), *((board, said(f"map.{board}.name")) for board in MAPS)]

    def numbers(self, options: Mapping[str, Any]) -> Sequence[int]:
        """Return the numbers of players of the chosen board (CIV §1.3)."""
        board = MAPS.get(str(options.get("map", "")))
        return board.players if board else ()

    def map_line(self, board: str) -> str:
        """Return for how many players a board is, and how many areas it has."""
        if board not in MAPS:
            return said("map.auto.line")
        players = MAPS[board].players
        number = str(players[0]) if len(players) == 1 else f"{players[0]}–{players[-1]}"
        return said("map.line", players=number, areas=len(geography(board).areas), nations=len(MAPS[board].nations))

    def length(self, options: Mapping[str, Any]) -> str:
        """Return after how many turns the game ends, or that its track ends it."""
        limit = options.get(LIMIT)
        return said("option.turn_limit", n=limit) if limit else said("option.no_limit")

    def changed_options(self, options: Mapping[str, Any]) -> list[str]:
        """Return the options that are not as in the rules."""
        parts = [said(f"option.{name}") for name in SWITCHES[:-1] if options.get(name)]
        parts += [said("option.npc_takes_over_not")] if options.get("npc_takes_over") is False else []
        parts += [said(f"option.{level}") for level in (GENTLE, STRONG) if options.get("npc") == level]
        parts += [said(f"option.cost_{COST_RULES[1]}")] if options.get("expert_cost_rule") == COST_RULES[1] else []
        parts += [said(f"deck.{options['deck']}")] if "deck" in options else []
        return [*parts, *([said(f"track.{options['track']}")] if "track" in options else [])]

    def odds(self, scenario: str, options: Mapping[str, Any], persons: int, npcs: int, people: Sequence[str]) -> str:
        """Return the warning that computers hardly ever won with these nations on this board.

        Without a chosen board, it is that for the number of players.
        """
        del scenario
        board = str(options.get("map", BY_NUMBER))
        board = CATALOG.default_map.get(persons + npcs, "") if board == BY_NUMBER else board
        found = [CATALOG.balance.get((board, nation)) for nation in people]
        return next((said("rare", wins=one.wins, games=one.games) for one in found if one and one.rare), "")

    def peoples(self, options: Mapping[str, Any]) -> Sequence[str]:
        """Return the nations of the chosen board; those of all boards as long as none is chosen."""
        board = MAPS.get(str(options.get("map", "")))
        return board.nations if board else tuple(NATIONS)
