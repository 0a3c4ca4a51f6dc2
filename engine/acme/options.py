"""The options of a table: read strictly, with a reason for each that is refused (ACME §15)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.acme.catalog import CARDS, MAPS, RULES
from engine.acme.state import Options
from engine.core.game import Choice, SetupError

COLOURS = ("orange", "green", "blue", "purple", "red", "yellow")
STANDARD_MAPS = tuple(m.id for m in MAPS.values() if m.standard)
EVENTS = tuple(n for n, card in CARDS.items() if card.is_event)
RETURNS = {"once": 1, "any": 99, "off": 0}
DEFAULT_EPOCHS, MOST_DOUBLE = 3, 3

CHOICES = (
    Choice("map", "choice", "full", "Which map to use.", STANDARD_MAPS),
    Choice("epochs", "integer", DEFAULT_EPOCHS, "The game ends with this Epoch.", (1, 2, 3, 4)),
    Choice(
        "vp_target", "integer", 0, "The game ends with the turn in which somebody has so many VP.", (25, 50, 75, 100)
    ),
    Choice("turns", "integer", 0, "The game ends after so many turns."),
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


def read_options(raw: Mapping[str, Any], map_id: str, civs: int) -> Options:
    """The options in effect. Raises SetupError that names the option."""
    unknown = sorted(set(raw) - {c.name for c in CHOICES})
    if unknown:
        raise SetupError(f"{unknown[0]}: no such option; there are {', '.join(c.name for c in CHOICES)}")
    read = {name: READERS[name](name, value) for name, value in raw.items() if name != "map"}
    options = Options(**read)
    if not (options.epochs or options.vp_target or options.turns):
        options.epochs = DEFAULT_EPOCHS
    if options.double_disks and (map_id != "full" or civs > MOST_DOUBLE):
        raise SetupError("double_disks: only on the full map and with three civilizations at most")
    return options


def _number(low: int, high: int) -> Callable[[str, Any], int]:
    def read(name: str, value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise SetupError(f"{name}: must be a whole number from {low} to {high}")
        return value

    return read


def _flag(name: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise SetupError(f"{name}: must be true or false")
    return value


def _returns(name: str, value: Any) -> int:
    if isinstance(value, bool):
        return RETURNS["any" if value else "once"]
    if isinstance(value, int) and 0 <= value <= RETURNS["any"]:
        return value
    if not isinstance(value, str) or value not in RETURNS:
        raise SetupError(f"{name}: must be once, any or off, or a number")
    return RETURNS[value]


def _window(name: str, value: Any) -> str:
    if value not in ("sealed", "holders"):
        raise SetupError(f"{name}: must be sealed or holders")
    return str(value)


def _events(name: str, value: Any) -> list[int]:
    if isinstance(value, bool):
        return list(EVENTS) if value else []
    if not isinstance(value, list | tuple) or any(not isinstance(n, int) or n not in EVENTS for n in value):
        raise SetupError(f"{name}: must be true, or a list of numbers among {', '.join(map(str, EVENTS))}")
    return sorted(set(value))


READERS: dict[str, Callable[[str, Any], Any]] = {
    "epochs": _number(0, RULES.epochs),
    "vp_target": _number(0, 999),
    "turns": _number(0, RULES.epochs * RULES.turns_per_epoch),
    "initial_deities": _flag,
    "double_disks": _flag,
    "gilgamesh_returns": _returns,
    "final_epoch_event": _flag,
    "negate_window": _window,
    "without_events": _events,
}
