"""What a game offers in the lobby: its options, how they are chosen there, and how they read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.core.game import Choice


@dataclass(frozen=True, slots=True)
class Box:
    """An option that is ticked, with its values when ticked and when not."""

    name: str
    on: Any = True
    off: Any = False


@dataclass(frozen=True, slots=True)
class Left:
    """An option that lists things left out: their kind, their slugs, and words that mean all of them."""

    name: str
    kind: str
    things: tuple[str, ...]
    everything: tuple[str, ...] = ("all",)


@dataclass(frozen=True, slots=True)
class Rivals:
    """What can be set about NPC seats beside their number and who they are.

    `way`: an option chosen by round buttons, `ways` its values. `presets`: what can be ticked, with the options that
    each stands for. `knobs`: options that are typed. `pick`: one of the lobby's `picks` that is about NPCs too.
    Texts: `lobby.form.<way>`, `lobby.<way>.<value>`, `lobby.preset.<name>`.
    """

    way: str = ""
    ways: tuple[str, ...] = ()
    presets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    knobs: tuple[str, ...] = ()
    pick: str = ""


class Lobby:
    """The lobby of a game without options, and the base of all others.

    `ends`: options that say when the game ends, with the word one types for each; `lengths`: those of them whose values
    the menu offers. `boxes` are ticked in the form, `left` fills a line of it, `picks` are chosen by radio buttons.
    `map`: the option that names the board. `short`: options of a small first game. `windows`: whether sealed answers
    are ever waited for. `sets`: options that list any of those values, ticked in the form. Texts: `lobby.house.<box>`,
    `lobby.form.<option>`, `lobby.<option>.<value>`.
    """

    choices: Sequence[Choice] = ()
    ends: Mapping[str, str] = {}
    lengths: tuple[str, ...] = ()
    boxes: tuple[Box, ...] = ()
    left: Left | None = None
    picks: Mapping[str, tuple[str, ...]] = {}
    sets: Mapping[str, tuple[str, ...]] = {}
    map: str = ""
    windows: bool = True
    short: Mapping[str, Any] = {}
    rivals: Rivals | None = None

    def effective(self, options: Mapping[str, Any], scenario: str = "", npcs: int = 0) -> Mapping[str, Any]:
        """The options with the game's defaults, which may depend on the scenario and on whether NPCs take part."""
        del scenario, npcs
        return {**{choice.name: choice.default for choice in self.choices}, **options}

    def maps(self) -> Sequence[tuple[str, str]]:
        """The boards to choose from with their names."""
        return ()

    def map_line(self, _board: str) -> str:
        """How large a board is."""
        return ""

    def length(self, _options: Mapping[str, Any]) -> str:
        """When the game ends, in a few words; empty if nothing was chosen."""
        return ""

    def changed(self, _options: Mapping[str, Any]) -> list[str]:
        """Options that are not as in the rules, in words; board and length stand elsewhere."""
        return []

    def told(self) -> frozenset[str]:
        """The options that `changed`, `length` or the board's name put into words."""
        return frozenset()

    def picked(self, name: str, options: Mapping[str, Any]) -> str:
        """The value of one of `picks`, however it was written."""
        return str(self.effective(options).get(name, ""))

    def chosen(self, _name: str, value: str) -> Any:
        """What the option becomes by that value of the form."""
        return value

    def members(self, name: str, options: Mapping[str, Any]) -> Sequence[str]:
        """The values of one of `sets`, however they were written."""
        return tuple(self.effective(options).get(name) or ())

    def peoples(self, _options: Mapping[str, Any]) -> Sequence[str] | None:
        """The seats' civilizations or colours to be named in advance with these options; None if none can be."""
        return None

    def challenge(self, _scenario: str, _npcs: int) -> str:
        """How hard it is against so many NPCs, in a few words; empty if nothing is known."""
        return ""

    def warnings(self, _options: Mapping[str, Any]) -> Sequence[str]:
        """What the table has traded for speed, for the start post."""
        return ()
