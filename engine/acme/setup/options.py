"""The options of a table: read strictly, with a reason for each that is refused (ACME §15)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.acme.facts.catalog import CARDS, CIVS, MAPS, RULES
from engine.acme.state import Options
from engine.core.game import MINUTES, Choice, SetupError

COLOURS = ("orange", "green", "blue", "purple", "red", "yellow")
STANDARD_MAPS = tuple(m.id for m in MAPS.values() if m.standard)
EVENTS = tuple(n for n, card in CARDS.items() if card.is_event)
RETURNS = {"once": 1, "any": 99, "off": 0}
DEFAULT_EPOCHS, MOST_DOUBLE = 3, 3
HOUR, DAY = 60, 24 * 60
TIMES, LONGEST = (HOUR, 2 * HOUR, 3 * HOUR, DAY, 7 * DAY), 366 * DAY
NPC_HOMES, MOST_UNKNOWN = ("map", "any"), 4
METHODS, BONUS_VP = ("a", "b"), (0, 1, 2)
DIVISORS, TIME_MARCHES_ON, TIME_CARD = (3, 4, 5), ("removed", "ignored"), 97
PLAYERS: dict[str, dict[str, int]] = {
    "normal": {},
    "stronger": {"human_least_growth": 4, "human_cards": 1},
    "weaker": {"human_hand": -1},
}
INVADERS: dict[str, dict[str, int]] = {
    "normal": {},
    "stronger": {"invader_growth": 2, "invader_cards": 2},
    "strongest": {"invader_growth": 4, "invader_cards": 2},
    "weaker": {"invader_growth": -2, "invader_cards": 0},
    "weakest": {"invader_growth": -4, "invader_cards": 0},
}
PRESETS = {"player": PLAYERS, "invaders": INVADERS}

CHOICES = (
    Choice("map", "choice", "full", "Which map to use.", STANDARD_MAPS),
    Choice("epochs", "integer", DEFAULT_EPOCHS, "The game ends with this Epoch.", (1, 2, 3, 4), kept=True),
    Choice(
        "vp_target", "integer", 0, "The game ends with the turn in which somebody has so many VP.", (25, 50, 75, 100)
    ),
    Choice("turns", "integer", 0, "The game ends after so many turns."),
    Choice("time", MINUTES, 0, "The game ends with the turn in which so many minutes are over.", TIMES),
    Choice("initial_deities", "boolean", default=False, text="Each civilization begins with a random Deity."),
    Choice(
        "double_disks",
        "boolean",
        default=False,
        text="98 disks each: on the full map, with three civilizations at most.",
    ),
    Choice(
        "gilgamesh_returns", "choice", "once", "How often a player may return as another civilization.", tuple(RETURNS)
    ),
    Choice("final_epoch_event", "boolean", default=False, text="An Epoch Event is drawn after the last Epoch too."),
    Choice(
        "negate_window", "choice", "sealed", "Ask all who may hold a response, or only holders.", ("sealed", "holders")
    ),
    Choice("without_events", "events", (), "Event cards left out: true for all of them, or a list of numbers."),
)
NPC_CHOICES = (
    Choice(
        "npc_method", "choice", "a", "What settles equal choices of NPCs: a, their own good; b, the cards.", METHODS
    ),
    Choice(
        "npc_bonus_vp", "integer", 0, "VP that each NPC gains in every Victory Tally; fewer for more NPCs.", BONUS_VP
    ),
    Choice(
        "hostility",
        "boolean",
        default=True,
        text="NPCs make war and peace at the end of each turn, not by deeds alone.",
    ),
    Choice("player", "choice", "normal", "Persons play with advantages or drawbacks of the Playbook.", tuple(PLAYERS)),
    Choice("human_cards", "integer", 0, "Cards that persons draw more or fewer in each Draw Step.", (-1, 0, 1)),
    Choice("npc_cards", "integer", 0, "Cards that NPCs draw more or fewer in each Draw Step.", (-1, 0, 1)),
    Choice("human_growth", "integer", 0, "Disks that persons gain more or fewer in each Growth Phase.", (-2, 0, 2)),
    Choice("npc_growth", "integer", 0, "Disks that NPCs gain more or fewer in each Growth Phase.", (-2, 0, 2)),
    Choice("human_least_growth", "integer", 0, "Growth that persons are sure of; 0 leaves it at 3.", (0, 4)),
    Choice("human_hand", "integer", 0, "Cards that persons begin with, more or fewer than 5.", (-1, 0)),
    Choice("human_mina", "integer", 0, "Mina that persons begin with.", (0, 1, 2, 3)),
    Choice("npc_mina", "integer", 0, "Mina that NPCs begin with.", (0, 1, 2, 3)),
    Choice("human_mina_each_turn", "integer", 0, "Mina that persons gain as each Card Phase begins.", (0, 1, 2)),
    Choice("npc_mina_each_turn", "integer", 0, "Mina that NPCs gain as each Card Phase begins.", (0, 1, 2)),
)
ONE_VS_TWO_CHOICES = (
    Choice("one_vs_two", "boolean", default=False, text="Some play one civilization with advantages, others two."),
    Choice("divisor", "integer", 4, "One vs. Two: by what the VP of two civilizations are divided.", DIVISORS),
    Choice(
        "time_marches_on", "choice", "removed", "One vs. Two: card 97 is left out, or only its text.", TIME_MARCHES_ON
    ),
)
EXPLORATION_CHOICES = (
    Choice("unknown_npcs", "integer", 0, "NPCs to be found; 0 for 2 on the full map and 1 on others.", (0, 1, 2, 3, 4)),
    Choice("without_civs", "civs", (), "Civilizations that no NPC will be.", tuple(CIVS)),
    Choice("npc_homes", "choice", "map", "NPCs are civilizations with homes on this map, or any.", NPC_HOMES),
    Choice("npc_deity", "boolean", default=False, text="An NPC that is found has a Deity at once."),
)
INVADER_CHOICES = (
    Choice("invaders", "choice", "normal", "How strong Invaders are.", tuple(INVADERS)),
    Choice("invader_growth", "integer", 0, "More growth Invaders are sure of, or less growth.", (-4, -2, 0, 2, 4)),
    Choice("invader_cards", "integer", 1, "Bonus cards that Invaders draw in each Draw Step.", (0, 1, 2)),
)


def read_options(raw: Mapping[str, Any], map_id: str, civs: int, offered: Sequence[Choice] | None = None) -> Options:
    """The options in effect. `offered`: those of the scenario, else all. Raises SetupError that names the option."""
    known = [*READERS, *PRESETS, "map"] if offered is None else [c.name for c in offered]
    unknown = sorted(set(raw) - set(known))
    if unknown:
        raise SetupError(unknown[0], "option", known=known)
    wanted = {name: value for name, value in raw.items() if name not in PRESETS and name != "map"}
    options = Options(**{name: READERS[name](name, value) for name, value in (_presets(raw) | wanted).items()})
    if options.one_vs_two:
        _agree_one_vs_two(options)
    if not (options.epochs or options.vp_target or options.turns or options.time):
        options.epochs = DEFAULT_EPOCHS
    if options.double_disks and (map_id != "full" or civs > MOST_DOUBLE):
        raise SetupError("double_disks", "acme.double_disks")
    return options


def _agree_one_vs_two(options: Options) -> None:
    """Two Epochs at most, and no card that ends one early (Playbook, One vs. Two). Raises SetupError."""
    most = RULES.one_vs_two_epochs
    if options.epochs > most:
        raise SetupError("epochs", "acme.one_vs_two_epochs", most=most)
    options.epochs = options.epochs or most
    if options.time_marches_on == "removed":
        options.without_events = sorted({*options.without_events, TIME_CARD})


def _presets(raw: Mapping[str, Any]) -> dict[str, Any]:
    """What the presets named stand for. An option named beside its preset is stronger."""
    found: dict[str, Any] = {}
    for name, levels in PRESETS.items():
        level = raw.get(name, "normal")
        if level not in levels:
            raise SetupError(name, "one_of", known=levels)
        found |= levels[level]
    return found


def _one_of(*values: int | str) -> Callable[[str, Any], Any]:
    def read(name: str, value: Any) -> Any:
        if isinstance(value, bool) or value not in values:
            raise SetupError(name, "one_of", known=values)
        return value

    return read


def _number(low: int, high: int) -> Callable[[str, Any], int]:
    def read(name: str, value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise SetupError(name, "whole", low=low, high=high)
        return value

    return read


def _flag(name: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise SetupError(name, "flag")
    return value


def _word(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise SetupError(name, "word")
    return value


def _returns(name: str, value: Any) -> int:
    if isinstance(value, bool):
        return RETURNS["any" if value else "once"]
    if isinstance(value, int) and 0 <= value <= RETURNS["any"]:
        return value
    if not isinstance(value, str) or value not in RETURNS:
        raise SetupError(name, "acme.returns")
    return RETURNS[value]


def _window(name: str, value: Any) -> str:
    if value not in ("sealed", "holders"):
        raise SetupError(name, "acme.window")
    return str(value)


def _events(name: str, value: Any) -> list[int]:
    if isinstance(value, bool):
        return list(EVENTS) if value else []
    if not isinstance(value, list | tuple) or any(not isinstance(n, int) or n not in EVENTS for n in value):
        raise SetupError(name, "acme.events", known=EVENTS)
    return sorted(set(value))


def _civs(name: str, value: Any) -> list[str]:
    named = value.replace(",", " ").lower().split() if isinstance(value, str) else value
    if not isinstance(named, list | tuple) or any(civ not in CIVS for civ in named):
        raise SetupError(name, "acme.civs", known=CIVS)
    return sorted(set(named))


READERS: dict[str, Callable[[str, Any], Any]] = {
    "epochs": _number(0, RULES.epochs),
    "vp_target": _number(0, 999),
    "turns": _number(0, RULES.epochs * RULES.turns_per_epoch),
    "time": _number(0, LONGEST),
    "initial_deities": _flag,
    "double_disks": _flag,
    "gilgamesh_returns": _returns,
    "final_epoch_event": _flag,
    "negate_window": _window,
    "without_events": _events,
    "unknown_npcs": _number(0, MOST_UNKNOWN),
    "without_civs": _civs,
    "npc_homes": _one_of(*NPC_HOMES),
    "hostility": _flag,
    "npc_deity": _flag,
    "npc_method": _one_of(*METHODS),
    "npc_bonus_vp": _one_of(*BONUS_VP),
    "human_cards": _one_of(-1, 0, 1),
    "npc_cards": _one_of(-1, 0, 1),
    "human_growth": _one_of(-2, 0, 2),
    "npc_growth": _one_of(-2, 0, 2),
    "human_least_growth": _one_of(0, 4),
    "human_hand": _one_of(-1, 0),
    "human_mina": _number(0, 9),
    "npc_mina": _number(0, 9),
    "human_mina_each_turn": _number(0, 9),
    "npc_mina_each_turn": _number(0, 9),
    "one_vs_two": _flag,
    "divisor": _one_of(*DIVISORS),
    "time_marches_on": _one_of(*TIME_MARCHES_ON),
    "variant": _word,
    "start_epoch": _number(1, RULES.epochs),
    "contemporaneous": _flag,
    "invader_growth": _one_of(-4, -2, 0, 2, 4),
    "invader_cards": _one_of(0, 1, 2),
}
