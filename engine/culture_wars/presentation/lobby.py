"""The options of Culture Wars in the lobby, and how they read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.core.game import Choice
from engine.core.lobby import Lobby
from engine.culture_wars.catalog import RULES, SUITS
from engine.culture_wars.options import CHOICES, STRONG
from engine.culture_wars.presentation.names import NAMES
from engine.culture_wars.presentation.said import said

SWITCHES: Final = tuple(c.name for c in CHOICES if c.kind == "boolean")
ROUNDS: Final = "rounds"
HANDICAP: Final = "handicap"


class CultureLobby(Lobby):
    """Variants, a number of rounds, who starts with a token more."""

    choices: Sequence[Choice] = CHOICES
    windows = False

    def length(self, options: Mapping[str, Any]) -> str:
        """What ends the game: settlements held, and after how many rounds it ends in any case if that was chosen."""
        held = {"target": RULES.target["3"], "two": RULES.target["2"]}
        return said("option.rounds" if options.get(ROUNDS) else "option.no_rounds", n=options.get(ROUNDS), **held)

    def changed(self, options: Mapping[str, Any]) -> list[str]:
        """The variants, the handicap, and a strong computer."""
        more = [NAMES.name("civ", slug) for slug in handicapped(options)]
        named = [said("option.handicap", cultures=", ".join(more))] if more else []
        strong = [said("option.strong")] if options.get("npc") == STRONG else []
        return [*(said(f"option.{name}") for name in SWITCHES if options.get(name)), *named, *strong]

    def members(self, _name: str, options: Mapping[str, Any]) -> Sequence[str]:
        """Who starts with a token more."""
        return handicapped(options)

    def peoples(self, _options: Mapping[str, Any]) -> Sequence[str]:
        """The suits."""
        return tuple(SUITS)


def handicapped(options: Mapping[str, Any]) -> list[str]:
    """The cultures with a token more at the start, however they were written."""
    written = options.get(HANDICAP) or ()
    return [written] if isinstance(written, str) else list(written)
