"""What a game offers in the lobby: its options, how they are chosen there, and how they read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import Any, Self

from engine.core.game import Choice, Scenario, SeatPlan


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
    are ever waited for. `sets`: options that list any of those values, ticked in the form. `pages`: further forms by
    name, with options that are chosen there by radio buttons, their values in `picks`. `several`: a person may take
    several seats. Texts: `lobby.house.<box>`, `lobby.form.<option>`, `lobby.<option>.<value>`,
    `lobby.page.<name>`. `menus`: further options with a menu each, next to board
    and length. `scenario`: the one it is about, if one has been chosen.
    """

    choices: Sequence[Choice] = ()
    ends: Mapping[str, str] = {}
    lengths: tuple[str, ...] = ()
    boxes: tuple[Box, ...] = ()
    left: Left | None = None
    picks: Mapping[str, tuple[str, ...]] = {}
    sets: Mapping[str, tuple[str, ...]] = {}
    menus: tuple[str, ...] = ()
    pages: Mapping[str, tuple[str, ...]] = {}
    several: bool = False
    map: str = ""
    windows: bool = True
    short: Mapping[str, Any] = {}
    rivals: Rivals | None = None
    scenario: str = ""

    def of(self, scenario: Scenario) -> Self:
        """The lobby of one scenario, which offers its options alone."""
        offered = {choice.name for choice in scenario.options}
        own = copy(self)
        own.scenario, own.choices = scenario.name, scenario.options
        own.ends = {name: word for name, word in self.ends.items() if name in offered}
        own.lengths = tuple(name for name in self.lengths if name in offered)
        own.boxes = tuple(box for box in self.boxes if box.name in offered)
        own.left = self.left if self.left and self.left.name in offered else None
        own.picks = {name: values for name, values in self.picks.items() if name in offered}
        own.sets = {name: values for name, values in self.sets.items() if name in offered}
        own.pages = {name: options for name, options in self.pages.items() if offered.issuperset(options)}
        own.menus = tuple(name for name in self.menus if name in offered)
        own.map = self.map if self.map in offered else ""
        return own

    def rank(self, _scenario: str) -> int:
        """The place of a scenario in lists, the least first."""
        return 0

    def brief(self, _scenario: str) -> str:
        """What a scenario is, in a few words for a menu; empty if its title says all."""
        return ""

    def about(self, _scenario: str, _options: Mapping[str, Any]) -> Sequence[str]:
        """What a scenario is about, and how it ends besides; none for one that begins as its players like."""
        return ()

    def cast(self, _scenario: str, _seats: Sequence[SeatPlan]) -> Sequence[str]:
        """Who can play what with those seated, what is still to be had, and what becomes of the rest."""
        return ()

    def home(self, _scenario: str, _people: str) -> str:
        """Where a civilization begins in a scenario, if that is settled, as a slug."""
        return ""

    def effective(self, options: Mapping[str, Any], scenario: str = "", npcs: int = 0) -> Mapping[str, Any]:
        """The options with the game's defaults, which may depend on the scenario and on whether NPCs take part."""
        del scenario, npcs
        return {**{choice.name: choice.default for choice in self.choices}, **options}

    def filled(self, options: Mapping[str, Any], scenario: str, persons: int) -> int:
        """How many seats NPCs take at the start because nobody has them."""
        del options, scenario, persons
        return 0

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

    def worded(self, _scenario: str, _name: str, value: Any) -> tuple[str, str]:
        """A value of one of `menus` in words, and a hint."""
        return str(value), ""

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
