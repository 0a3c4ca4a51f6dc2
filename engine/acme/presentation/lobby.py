"""The options of ACME in the lobby, those about NPCs too, and how they read (Playbook, Solitaire Scenario Crafting)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from engine.acme.facts.catalog import CIVS, MAPS, RULES, homes, playable
from engine.acme.history.facts import HISTORICAL, home_in
from engine.acme.presentation import scenarios
from engine.acme.presentation.names import NAMES
from engine.acme.presentation.said import roman, said, team_name
from engine.acme.sandbox.situations import SITUATIONS, available
from engine.acme.setup.options import (
    BEGINNING,
    CHOICES,
    CULTURE_CHOICES,
    DECLARED,
    EXPLORATION_CHOICES,
    GENTLE,
    INVADERS,
    NPC_CHOICES,
    ONE_VS_TWO_CHOICES,
    PLAYBOOK,
    PLAYERS,
    STRONG,
    STRONG_CHOICES,
    TEAM_CHOICES,
    TEAM_VICTORIES,
    TIME_MARCHES_ON,
    usual_end,
)
from engine.acme.setup.teams import team_sizes
from engine.core.game import Choice, SeatPlan
from engine.core.lobby import Lobby, Rivals
from engine.core.text import duration

FLAGS: Final = ("initial_deities", "double_disks", "final_epoch_event")
MANY: Final = 9
SPANS: Final = {"short": 1, "medium": 2, "long": RULES.epochs}
EPOCHS: Final = "epochs"
EXPLORATION: Final = "exploration"
ONE_VS_TWO: Final = "one_vs_two"
ASKED: Final = ("culture_cities", "culture_costs")
CHALLENGES: Final = ("easy", "solid", "hard")
BONUS: Final = "npc_bonus_vp"
USUAL: Final = "normal"
NPC_FLAGS: Final[Mapping[str, Mapping[Any, str]]] = {
    "npc": {STRONG: "npc_strong", GENTLE: "npc_gentle"},
    "npc_method": {"b": "npc_method_b"},
    "npc_homes": {"any": "npc_homes_any"},
    "hostility": {False: "no_hostility"},
}
LEVELS: Final[Mapping[str, Collection[str]]] = {"player": PLAYERS, "invaders": INVADERS}
SIGNED: Final = ("human_cards", "npc_cards", "human_growth", "npc_growth", "human_hand", "invader_growth")
PLAIN: Final = (
    "human_least_growth",
    "human_mina",
    "npc_mina",
    "human_mina_each_turn",
    "npc_mina_each_turn",
    "unknown_npcs",
)
RIVALS: Final = Rivals(
    pick="gilgamesh_returns",
    presets={
        "strong": {"npc": STRONG},
        "gentle": {"npc": GENTLE},
        "no_hostility": {"hostility": False},
        "no_bonus": {BONUS: 0},
        "bonus": {BONUS: 1},
        "bonus_two": {BONUS: 2},
        "npc_cards": {"npc_cards": 1},
        "npc_growth": {"npc_growth": 2},
        "stronger": {"player": "stronger"},
        "weaker": {"player": "weaker"},
        "invaders_stronger": {"invaders": "stronger"},
        "invaders_weaker": {"invaders": "weaker"},
        "npc_deity": {"npc_deity": True},
    },
)


class AcmeLobby(Lobby):
    """ACME's part of the lobby: maps, ends, house options, Events left out, Gilgamesh."""

    windows = True
    choices: Sequence[Choice] = (
        *BEGINNING,
        *CHOICES,
        *STRONG_CHOICES,
        *CULTURE_CHOICES,
        *ONE_VS_TWO_CHOICES,
        *TEAM_CHOICES,
        *EXPLORATION_CHOICES,
        *NPC_CHOICES,
    )
    several = True
    short: Mapping[str, Any] = MappingProxyType({"map": "abbreviated_western"})
    rivals = RIVALS

    def effective(self, options: Mapping[str, Any], scenario: str = "", npcs: int = 0) -> Mapping[str, Any]:
        """Return the options with their defaults.

        Another end replaces the Epochs; with NPCs all four Epochs are played. Strong and gentle computers play as
        persons do, so their games are no longer than those of persons. A historical scenario has its own map and
        Epochs.
        """
        own_end = any(options.get(name) for name in ("vp_target", "turns", "time"))
        defaults = {choice.name: choice.default for choice in AcmeLobby.choices}
        if scenario in HISTORICAL:
            return {**defaults, **options, "map": HISTORICAL[scenario].map, "epochs": HISTORICAL[scenario].last_epoch}
        defaults |= scenarios.own_defaults(scenario, options)
        whole = scenario == EXPLORATION or (npcs and options.get("npc", PLAYBOOK) == PLAYBOOK)
        start = int(options.get("start_epoch", 1))
        epochs = 0 if own_end else RULES.epochs if whole else usual_end(start)
        epochs = min(start + RULES.one_vs_two_epochs - 1, RULES.epochs) if options.get(ONE_VS_TWO) else epochs
        return {**defaults, "epochs": epochs, **options}

    def spans(self, options: Mapping[str, Any]) -> Mapping[str, tuple[str, int]]:
        """Return the lengths with their Epochs: Short is one, Medium two, Long all that are left, four at most (PB:65,
        AMB-04).
        """
        if EPOCHS not in self.ends:
            return {}
        start = int(options.get("start_epoch", 1))
        return {word: (EPOCHS, min(start + n - 1, RULES.epochs)) for word, n in SPANS.items()}

    def npc_count(self, options: Mapping[str, Any], scenario: str, persons: int) -> int:
        """Return how many computers a situation needs: one for each of its civs without a person, except those to be
        found.
        """
        unknown = int(options.get("unknown_npcs") or 0)
        return max(0, scenarios.seats_of(scenario, options) - unknown - persons)

    def numbers(self, options: Mapping[str, Any]) -> Sequence[int]:
        """Return the numbers of players; teams are of the same size."""
        return team_sizes(int(options.get("teams", 0)))

    def maps(self) -> Sequence[tuple[str, str]]:
        """Return the maps of the standard game."""
        return [(m.id, m.name) for m in MAPS.values() if m.standard]

    def map_line(self, board: str) -> str:
        """Return how many areas and civilizations a map has, in words."""
        return said("lobby.map_line", areas=len(playable(board)), civs=len(civs_of(board)))

    def length(self, options: Mapping[str, Any]) -> str:
        """Return when the game ends, in a few words."""
        if options.get("vp_target"):
            return said("option.vp_target", n=options["vp_target"])
        if options.get("turns"):
            return said("option.turns", n=options["turns"])
        if options.get("time"):
            return said("option.time", time=duration(int(options["time"])))
        return said("option.epochs", n=roman(int(options["epochs"]))) if options.get("epochs") else ""

    def rank(self, scenario: str) -> int:
        """Return the place of a scenario in lists: good first games alone come first."""
        return scenarios.rank(scenario)

    def odds(self, scenario: str, options: Mapping[str, Any], persons: int, npcs: int, people: Sequence[str]) -> str:
        """Return the warning that computers hardly ever won with these civs, and in how many games."""
        del options, npcs
        return scenarios.odds(scenario, persons, people)

    def brief(self, scenario: str, players: int = 1) -> str:
        """Return kind, number of persons, length, difficulty for so many persons, and map of a scenario."""
        return scenarios.brief(scenario, players)

    def is_for(self, scenario: str, players: int) -> bool:
        """Return whether a scenario can be played by so many persons."""
        return scenarios.is_for(scenario, players)

    def about(self, scenario: str, options: Mapping[str, Any]) -> Sequence[str]:
        """Return period, background and special ends; how a situation shares out civs; what Culture Tracks change."""
        return [*scenarios.about(scenario, options), *culture_lines(options)]

    def value_words(self, scenario: str, name: str, value: Any) -> tuple[str, str]:
        """Return the name and the value of an option of the scenario in words, with the age of the Epoch (Playbook,
        Sandbox).
        """
        if name != "variant":
            return said(f"option.{name}", n=roman(int(value))), said(f"epoch.{value}")
        return scenarios.variant_words(scenario, str(value))

    def cast(self, scenario: str, seats: Sequence[SeatPlan]) -> Sequence[str]:
        """Return who can play what with those seated, and which civs are still free."""
        return scenarios.cast(scenario, seats)

    def cast_now(self, scenario: str, seats: Sequence[SeatPlan]) -> Sequence[str]:
        """Return which civs are still free, and that the game can't begin with those seated."""
        return scenarios.cast_now(scenario, seats)

    def home(self, scenario: str, people: str) -> str:
        """Return the Home Area that the scenario fixes."""
        return home_in(scenario, people)

    def changed_options(self, options: Mapping[str, Any]) -> list[str]:
        """Return the house options that are not as in the rules."""
        parts = [said("option.start_epoch", n=roman(int(options["start_epoch"])))] if "start_epoch" in options else []
        parts += [said(f"option.{name}") for name in (*FLAGS, "contemporaneous") if options.get(name)]
        parts += [said("option.single_disks")] if options.get("double_disks") is False else []
        if times(options) != 1:
            parts.append(gilgamesh(times(options)))
        if options.get("negate_window") == "holders":
            parts.append(said("option.negate_window_holders"))
        if options.get("without_events") is True:
            parts.append(said("option.without_all_events"))
        elif options.get("without_events"):
            parts.append(said("option.without_events", n=len(options["without_events"])))
        if options.get("limited_events"):
            limited = [NAMES.name("card", str(n)) for n in self.members("limited_events", options)]
            parts.append(said("option.limited_events", cards=", ".join(limited)))
        if options.get(ONE_VS_TWO):
            card = said(f"option.one_vs_two_{options.get('time_marches_on', TIME_MARCHES_ON[0])}")
            parts.append(said("option.one_vs_two", n=self.picked_value("divisor", options), card=card))
        if teams := int(options.get("teams", 0)):
            who = said(f"option.teams_{options.get('team_victory', TEAM_VICTORIES[0])}")
            parts.append(said("option.teams", n=teams, who=who))
        return [*parts, *culture_words(options), *changed_for_npcs(options)]

    def picked_value(self, name: str, options: Mapping[str, Any]) -> str:
        """Return the choice that the form shows for an option: how often Gilgamesh may return, what the stages
        ask for.
        """
        if name in ASKED:
            return " ".join(map(str, stage_demands(name, options)))
        if name != "gilgamesh_returns":
            return super().picked_value(name, options)
        return {0: "off", 1: "once"}.get(times(options), "any")

    def team(self, name: str) -> str:
        """Return the name of a team: `Team 1`."""
        return team_name(name)

    def peoples(self, options: Mapping[str, Any]) -> Sequence[str]:
        """Return the civs with a Home Area on the map of the options."""
        if self.scenario in HISTORICAL:
            return list(HISTORICAL[self.scenario].sides)
        if self.scenario in SITUATIONS:
            epoch, then = int(options.get("start_epoch", 1)), bool(options.get("contemporaneous"))
            return available(SITUATIONS[self.scenario], epoch, contemporaneous=then)
        board = MAPS.get(str(self.effective(options, self.scenario)["map"]))
        return [civ for civ in CIVS if board is not None and homes(civ, board.id, int(options.get("start_epoch", 1)))]

    def challenge(self, scenario: str, npcs: int, options: Mapping[str, Any]) -> str:
        """Return how hard the Playbook (p. 50) calls a game against so many of its NPCs; empty against others."""
        if options.get("npc", PLAYBOOK) != PLAYBOOK:
            return ""
        if scenario == EXPLORATION:
            return said("challenge.found")
        return said(f"challenge.{CHALLENGES[min(npcs, len(CHALLENGES)) - 1]}") if npcs else ""

    def warnings(self, options: Mapping[str, Any]) -> Sequence[str]:
        """Return the warning that only players with a Negate card are asked, if the options say so."""
        return [said("start.holders")] if options.get("negate_window") == "holders" else []


def stage_demands(name: str, options: Mapping[str, Any]) -> list[int]:
    """Return what the four stages of every Culture Track ask for, in any of the ways to write it; by default as on the
    card.

    Raises SetupError if the value is no such list.
    """
    found: list[int] = DECLARED[name].effective(options.get(name) or DECLARED[name].default)
    return found


def culture_words(options: Mapping[str, Any]) -> list[str]:
    """Return in words that the table plays with Culture Tracks, and which of their numbers it has changed."""
    if not options.get("culture"):
        return []
    start = [said("option.culture_start", n=options["culture_start"])] if options.get("culture_start") else []
    other = [name for name in ASKED if stage_demands(name, options) != stage_demands(name, {})]
    own = [said(f"option.{name}", n=", ".join(map(str, stage_demands(name, options)))) for name in other]
    return [said("option.culture"), *start, *own]


def culture_lines(options: Mapping[str, Any]) -> list[str]:
    """Return two lines on what the Culture Tracks change."""
    if not options.get("culture"):
        return []
    told = {name: ", ".join(map(str, stage_demands(name, options))) for name in ASKED}
    costs = said("lobby.culture_costs", cities=told["culture_cities"], costs=told["culture_costs"])
    return [costs, said("lobby.culture_brings")]


def times(options: Mapping[str, Any]) -> int:
    """Return how often Gilgamesh may return, in any of the ways to write it: a number, `once`, `off`, true."""
    written = options.get("gilgamesh_returns", "once")
    if isinstance(written, bool) or not isinstance(written, int | str):
        return MANY + 1 if written else 1
    return written if isinstance(written, int) else {"once": 1, "off": 0}.get(written, MANY + 1)


def gilgamesh(n: int) -> str:
    """Return how often Gilgamesh may return, in words."""
    if n == 0:
        return said("option.gilgamesh_returns_0")
    return said("option.gilgamesh_any") if n < 0 or n > MANY else said("option.gilgamesh_returns", n=n)


def civs_of(map_id: str) -> list[str]:
    """Return the civilizations that have a Home Area on a map."""
    return [c for c in CIVS if any(homes(c, map_id, epoch) for epoch in range(1, 5))]


def changed_for_npcs(options: Mapping[str, Any]) -> list[str]:
    """Return in words what the options change about NPCs, and about persons to even it out."""
    parts = [said(f"option.{texts[options[n]]}") for n, texts in NPC_FLAGS.items() if options.get(n) in texts]
    levels = {n: options.get(n, USUAL) for n in LEVELS}
    parts += [said(f"option.{n}_{level}") for n, level in levels.items() if level != USUAL and level in LEVELS[n]]
    if BONUS in options:
        parts.append(said("option.npc_bonus_vp", n=options[BONUS]) if options[BONUS] else said("option.no_npc_bonus"))
    parts += [said(f"option.{n}", n=f"{options[n]:+d}") for n in SIGNED if options.get(n)]
    parts += [said(f"option.{n}", n=options[n]) for n in PLAIN if options.get(n)]
    parts += [said("option.invader_cards", n=options["invader_cards"])] if "invader_cards" in options else []
    parts += [said("option.npc_deity")] if options.get("npc_deity") else []
    return [*parts, *left_out(options.get("without_civs") or ())]


def left_out(civs: Any) -> list[str]:
    """Return which civilizations no NPC will be, in any of the ways to write them."""
    named = civs.replace(",", " ").lower().split() if isinstance(civs, str) else civs
    return [said("option.without_civs", civs=", ".join(NAMES.name("civ", civ) for civ in named))] if named else []
