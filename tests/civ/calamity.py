"""A calamity that strikes, for its stories."""

from __future__ import annotations

from typing import Any

from engine.civ.calamities.registry import EFFECTS, Roles
from engine.civ.calamities.rolling import deck_of
from tests.civ.story import Phase


class Struck(Phase):
    """A position, in which that calamity hits a victim with such a trader."""

    def __init__(self, card: str, victim: str = "egypt", trader: str = "babylon", **tables: Any) -> None:
        super().__init__("calamity", **tables)
        self._card, self._roles = card, Roles(victim, trader)

    def flow(self) -> Any:
        """What the card does, as if it had just been drawn."""
        return EFFECTS[deck_of(self.s), self._card](self.s, self._roles)


def people(*names: str, **cards: list[str]) -> dict[str, dict[str, Any]]:
    """Nations at a table, some of them with advances; Egypt and Babylon always."""
    every = dict.fromkeys(("egypt", "babylon", *names, *cards))
    return {name: {"advances": cards.get(name, [])} for name in every}


def mega(card: str, areas: dict[str, str], *names: str, **cards: list[str]) -> Struck:
    """A calamity of the mega deck, that hits Egypt; Babylon is the beneficiary."""
    return Struck(card, scenario="basic", nations=people(*names, **cards), areas=areas)


def classic(card: str, areas: dict[str, str], *names: str, **cards: list[str]) -> Struck:
    """A calamity of the classic deck, that hits Egypt; Babylon has traded it."""
    return Struck(card, nations=people(*names, **cards), areas=areas)
