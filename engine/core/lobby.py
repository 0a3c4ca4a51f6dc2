"""What a game offers in the lobby: its options, their controls, and their texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import Any, Final, Self

from engine.core.game import Choice, Scenario, SeatPlan
from engine.core.naming import spell_out

SHOWN: Final = ("map", "menu", "length", "end", "box", "list", "radio", "set", "npc_radio", "npc_line")
"""The controls that an option can have: the menus of board and of scenario; an end of the game that the menu of lengths
offers, or that is only typed; what is ticked; a line that lists things left out; round buttons, or values of which any
can be ticked, in the first form or in that of its `page`; round buttons and a typed line in the form about NPCs."""


@dataclass(frozen=True, slots=True)
class Rivals:
    """What can be set about NPC seats besides their number and civilizations. Texts: `lobby.preset.<name>`."""

    presets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Tick boxes, with the options that each stands for."""
    pick: str = ""
    """An option of the first form that is about NPCs too."""


class Lobby:
    """The lobby of a game without options, and the base of all others.

    Texts: `lobby.house.<box>`, `lobby.form.<option>`, `lobby.<option>.<value>`, `lobby.page.<name>`. An option without
    texts is shown with its own, and its values as words.
    """

    choices: Sequence[Choice] = ()
    """The options with their controls."""
    several: bool = False
    """Whether a person may take several seats."""
    windows: bool = False
    """Whether the game has secret responses."""
    short: Mapping[str, Any] = {}
    """The options of a small first game."""
    rivals: Rivals | None = None
    scenario: str = ""
    """The scenario that it is about, if one has been chosen."""

    def of(self, scenario: Scenario) -> Self:
        """Return the lobby of one scenario, which offers its options alone."""
        own = copy(self)
        own.scenario, own.choices = scenario.name, scenario.options
        return own

    def options_with(self, *how: str, page: str = "") -> list[Choice]:
        """Return the options with such a control, in the first form or in that of a page."""
        return [choice for choice in self.choices if choice.shown in how and choice.page == page]

    @property
    def map(self) -> str:
        """Return the option that names the board; empty for a game without a choice of them."""
        return next((choice.name for choice in self.options_with("map")), "")

    @property
    def ends(self) -> Mapping[str, str]:
        """Return the options that say when the game ends, with the word that one types for each."""
        return {choice.name: choice.word for choice in self.choices if choice.word}

    @property
    def left_out_option(self) -> Choice | None:
        """Return the option that lists things left out."""
        return next(iter(self.options_with("list")), None)

    @property
    def pages(self) -> Sequence[str]:
        """Return the further forms."""
        return list(dict.fromkeys(choice.page for choice in self.choices if choice.page))

    def rank(self, _scenario: str) -> int:
        """Return the place of a scenario in lists, the least first."""
        return 0

    def brief(self, _scenario: str, _players: int = 1) -> str:
        """Return a few words on a scenario for that many people, for a menu; empty if its title says all."""
        return ""

    def is_for(self, _scenario: str, _players: int) -> bool:
        """Return whether that many people can play a scenario that has enough seats."""
        return True

    def about(self, _scenario: str, _options: Mapping[str, Any]) -> Sequence[str]:
        """Return what a scenario is about and what else ends it; empty if its start is open."""
        return ()

    def cast(self, _scenario: str, _seats: Sequence[SeatPlan]) -> Sequence[str]:
        """Return who can play what with the present players, what is still open, and what happens with the rest."""
        return ()

    def cast_now(self, _scenario: str, _seats: Sequence[SeatPlan]) -> Sequence[str]:
        """Return what of `cast` must be seen at a glance: what is still open, and why the game can't begin so."""
        return ()

    def odds(
        self, _scenario: str, _options: Mapping[str, Any], _persons: int, _npcs: int, _people: Sequence[str]
    ) -> str:
        """Return a warning about playing these, such as that they hardly ever win; else empty."""
        return ""

    def home(self, _scenario: str, _people: str) -> str:
        """Return the slug of a civilization's starting area in a scenario, if that is settled."""
        return ""

    def effective(self, options: Mapping[str, Any], scenario: str = "", npcs: int = 0) -> Mapping[str, Any]:
        """Return the options with the game's defaults, which may depend on the scenario and on whether NPCs take
        part.
        """
        del scenario, npcs
        return {**{choice.name: choice.default for choice in self.choices}, **options}

    def npc_count(self, options: Mapping[str, Any], scenario: str, persons: int) -> int:
        """Return how many open seats NPCs take at the start."""
        del options, scenario, persons
        return 0

    def maps(self) -> Sequence[tuple[str, str]]:
        """Return the boards to choose from with their names."""
        return ()

    def numbers(self, _options: Mapping[str, Any]) -> Sequence[int]:
        """For how many players the options are; empty for any number that the scenario takes."""
        return ()

    def map_line(self, _board: str) -> str:
        """Return the size of a board in words."""
        return ""

    def spans(self, _options: Mapping[str, Any]) -> Mapping[str, tuple[str, int]]:
        """Return the words for lengths of the game, each with the end that it means; their texts are
        `lobby.span.<word>`.
        """
        return {}

    def length(self, _options: Mapping[str, Any]) -> str:
        """Return when the game ends, in a few words; empty if nothing was chosen."""
        return ""

    def changed_options(self, _options: Mapping[str, Any]) -> list[str] | None:
        """Return the options that differ from the rules in words, without board and length; None: the game has no words
        for them.
        """
        return None

    def value_words(self, _scenario: str, _name: str, value: Any) -> tuple[str, str]:
        """Return a value of an option with a menu in words, and a hint."""
        return spell_out(str(value)), ""

    def picked_value(self, name: str, options: Mapping[str, Any]) -> str:
        """Return the value of an option with round buttons, however it was written."""
        value = self.effective(options).get(name, "")
        return ("yes" if value else "no") if isinstance(value, bool) else str(value)

    def members(self, name: str, options: Mapping[str, Any]) -> Sequence[str]:
        """Return the values ticked of an option, however they were written."""
        return tuple(self.effective(options).get(name) or ())

    def team(self, name: str) -> str:
        """Return the name of a team; empty for none."""
        return name

    def peoples(self, _options: Mapping[str, Any]) -> Sequence[str] | None:
        """Return the civilizations or colours that seats can choose in advance with these options; None if none."""
        return None

    def challenge(self, _scenario: str, _npcs: int, _options: Mapping[str, Any]) -> str:
        """Return how hard it is against that many NPCs with these options, in a few words; empty if unknown."""
        return ""

    def warnings(self, _options: Mapping[str, Any]) -> Sequence[str]:
        """Return warnings about options for the start post, such as speed at a price."""
        return ()
