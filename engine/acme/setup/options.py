"""The options of a table, each declared once: type, default, what it does, its control in the lobby (ACME §15)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import msgspec
from msgspec import field

from engine.acme.facts.catalog import CARDS, CIVS, CULTURE, MAPS, RULES
from engine.acme.facts.invasions import INVASIONS
from engine.core.game import MINUTES, Choice, SetupError, declared_options
from engine.core.game import read_options as effective
from engine.core.message import Message

COLOURS = ("orange", "green", "blue", "purple", "red", "yellow")
WITHOUT_YELLOW = len(COLOURS) - 1
CRAFTED: dict[str, int] = {"standard": len(COLOURS), "exploration": WITHOUT_YELLOW - 1}
"""The games that people put together themselves, with how many seats there are at most."""
STANDARD_MAPS = tuple(m.id for m in MAPS.values() if m.standard)
EVENTS = tuple(n for n, card in CARDS.items() if card.is_event)
INVASION_TOKENS = tuple(CARDS[n].token for n in INVASIONS)
EVENT_TOKENS = tuple(c.token for c in CARDS.values() if c.is_event)
RETURNS = {"once": 1, "any": 99, "off": 0}
DEFAULT_EPOCHS, MOST_DOUBLE = 2, 3
HOUR, DAY = 60, 24 * 60
TIMES, LONGEST = (HOUR, 2 * HOUR, 3 * HOUR, DAY, 7 * DAY), 366 * DAY
NPC_HOMES, MOST_UNKNOWN = ("map", "any"), 4
METHODS, BONUS_VP = ("a", "b"), (0, 1, 2)
PLAYBOOK, STRONG, GENTLE = "playbook", "strong", "gentle"
DIVISORS, TIME_MARCHES_ON, TIME_CARD = (3, 4, 5), ("removed", "ignored"), 97
COMBINED, INDIVIDUAL = "combined", "individual"
TEAMS, TEAM_VICTORIES = (0, 2, 3), ("open", COMBINED, INDIVIDUAL)
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


def demands_text(asked: Sequence[int]) -> str:
    """Return the requirements of the four stages as typed: `2 4 6 8`."""
    return " ".join(str(n) for n in asked)


MOST_ASKED = 24
CITIES = (demands_text(CULTURE.cities), "1 3 5 7", "1 2 3 4")
COSTS = (demands_text(CULTURE.costs), "1 1 2 3", "2 3 4 5")


def _returns(name: str, value: Any) -> int:
    if isinstance(value, bool):
        return RETURNS["any" if value else "once"]
    if isinstance(value, int) and 0 <= value <= RETURNS["any"]:
        return value
    if not isinstance(value, str) or value not in RETURNS:
        raise SetupError(name, "acme.returns")
    return RETURNS[value]


def _events(name: str, value: Any) -> list[int]:
    if isinstance(value, bool):
        return list(EVENTS) if value else []
    given = value if isinstance(value, list | tuple) else [value]
    if any(isinstance(n, bool | float) or str(n) not in EVENT_TOKENS for n in given):
        raise SetupError(name, "acme.events", known=EVENTS)
    return sorted({int(n) for n in given})


def _invasions(name: str, value: Any) -> list[int]:
    if isinstance(value, bool):
        return list(INVASIONS) if value else []
    given = value if isinstance(value, list | tuple) else [value]
    numbers = [int(n) if str(n) in INVASION_TOKENS else 0 for n in given]
    if not all(numbers):
        raise SetupError(name, "acme.events", known=INVASIONS)
    return sorted(set(numbers))


def _civs(name: str, value: Any) -> list[str]:
    named = value.replace(",", " ").lower().split() if isinstance(value, str) else value
    if not isinstance(named, list | tuple) or any(civ not in CIVS for civ in named):
        raise SetupError(name, "acme.civs", known=CIVS)
    return sorted(set(named))


def _stages(name: str, value: Any) -> list[int]:
    """Return the requirements of the four stages, none less than the one before it (PB:2350)."""
    each = re.split(r"[ ,_]+", value.strip(" ,_")) if isinstance(value, str) else value
    if not isinstance(each, list | tuple) or any(isinstance(n, bool) for n in each):
        raise SetupError(name, "acme.stages", most=MOST_ASKED)
    asked = [int(n) if re.fullmatch(r"\d{1,2}", str(n)) else -1 for n in each]
    if len(asked) != CULTURE.stages or asked != sorted(asked) or not 0 <= asked[0] <= asked[-1] <= MOST_ASKED:
        raise SetupError(name, "acme.stages", most=MOST_ASKED)
    return asked


class Options(msgspec.Struct):
    """What the table agrees on before the start (ACME §15)."""

    epochs: Annotated[
        int,
        Choice(
            default=DEFAULT_EPOCHS,
            values=(1, 2, 3, 4),
            most=RULES.epochs,
            kept=True,
            shown="length",
            word="epochs",
        ),
    ] = 0
    vp_target: Annotated[
        int,
        Choice(
            values=(25, 50, 75, 100),
            most=999,
            shown="length",
            word="vp",
        ),
    ] = 0
    turns: Annotated[
        int,
        Choice(
            most=RULES.epochs * RULES.turns_per_epoch,
            shown="end",
            word="turns",
        ),
    ] = 0
    time: Annotated[
        int,
        Choice(
            kind=MINUTES,
            values=TIMES,
            most=LONGEST,
            shown="end",
            word="time",
        ),
    ] = 0
    initial_deities: Annotated[bool, Choice(shown="box")] = False
    double_disks: Annotated[bool, Choice(shown="box")] = False
    gilgamesh_returns: Annotated[
        int,
        Choice(
            kind="choice",
            default="once",
            values=tuple(RETURNS),
            read=_returns,
            shown="radio",
        ),
    ] = 1
    final_epoch_event: Annotated[bool, Choice(shown="box")] = False
    negate_window: Annotated[str, Choice(values=("sealed", "holders"), shown="box")] = "sealed"
    without_events: Annotated[
        list[int],
        Choice(
            values=EVENT_TOKENS,
            read=_events,
            shown="list",
            things="card",
            everything=("all", "events", "allevents"),
        ),
    ] = field(default_factory=list)
    limited_events: Annotated[
        list[int],
        Choice(
            values=INVASION_TOKENS,
            read=_invasions,
            shown="set",
            things="card",
            page="invasions",
        ),
    ] = field(default_factory=list)
    unknown_npcs: Annotated[
        int,
        Choice(
            values=(0, 1, 2, 3, 4),
            most=MOST_UNKNOWN,
            shown="npc_line",
        ),
    ] = 0
    without_civs: Annotated[list[str], Choice(values=tuple(CIVS), read=_civs, shown="npc_line")] = field(
        default_factory=list
    )
    variant: Annotated[str, Choice(shown="menu")] = ""
    start_epoch: Annotated[
        int,
        Choice(
            values=tuple(range(1, RULES.epochs + 1)),
            least=1,
            most=RULES.epochs,
            shown="menu",
        ),
    ] = 1
    contemporaneous: Annotated[bool, Choice(shown="box")] = False
    npc_homes: Annotated[str, Choice(values=NPC_HOMES, shown="npc_line")] = "map"
    npc_deity: Annotated[bool, Choice(shown="npc_line")] = False
    npc_method: Annotated[
        str,
        Choice(
            values=METHODS,
            shown="npc_radio",
        ),
    ] = "a"
    npc: Annotated[str, Choice(values=(PLAYBOOK, STRONG, GENTLE), shown="npc_line")] = PLAYBOOK
    hostility: Annotated[bool, Choice(shown="npc_line")] = True
    npc_bonus_vp: Annotated[int, Choice(values=BONUS_VP)] = 0
    human_cards: Annotated[
        int,
        Choice(values=(-1, 0, 1), shown="npc_line"),
    ] = 0
    human_growth: Annotated[
        int,
        Choice(values=(-2, 0, 2), shown="npc_line"),
    ] = 0
    human_least_growth: Annotated[int, Choice(values=(0, 4), shown="npc_line")] = 0
    human_hand: Annotated[int, Choice(values=(-1, 0), shown="npc_line")] = 0
    human_mina: Annotated[int, Choice(values=(0, 1, 2, 3), most=9, shown="npc_line")] = 0
    human_mina_each_turn: Annotated[
        int,
        Choice(values=(0, 1, 2), most=9, shown="npc_line"),
    ] = 0
    npc_cards: Annotated[int, Choice(values=(-1, 0, 1), shown="npc_line")] = 0
    npc_growth: Annotated[
        int,
        Choice(values=(-2, 0, 2), shown="npc_line"),
    ] = 0
    npc_mina: Annotated[int, Choice(values=(0, 1, 2, 3), most=9, shown="npc_line")] = 0
    npc_mina_each_turn: Annotated[int, Choice(values=(0, 1, 2), most=9, shown="npc_line")] = 0
    invader_cards: Annotated[int, Choice(values=(0, 1, 2), shown="npc_line")] = 1
    invader_growth: Annotated[
        int,
        Choice(values=(-4, -2, 0, 2, 4), shown="npc_line"),
    ] = 0
    culture: Annotated[bool, Choice(shown="radio", page="culture")] = False
    culture_start: Annotated[int, Choice(values=(0, *CULTURE.short_stages), shown="radio", page="culture")] = 0
    culture_cities: Annotated[
        list[int],
        Choice(
            kind="choice",
            default=demands_text(CULTURE.cities),
            values=CITIES,
            read=_stages,
            shown="radio",
            page="culture",
        ),
    ] = field(default_factory=lambda: list(CULTURE.cities))
    culture_costs: Annotated[
        list[int],
        Choice(
            kind="choice",
            default=demands_text(CULTURE.costs),
            values=COSTS,
            read=_stages,
            shown="radio",
            page="culture",
        ),
    ] = field(default_factory=lambda: list(CULTURE.costs))
    one_vs_two: Annotated[bool, Choice(shown="radio", page="one_vs_two")] = False
    divisor: Annotated[
        int,
        Choice(
            values=DIVISORS,
            shown="radio",
            page="one_vs_two",
        ),
    ] = 4
    time_marches_on: Annotated[
        str,
        Choice(
            values=TIME_MARCHES_ON,
            shown="radio",
            page="one_vs_two",
        ),
    ] = "removed"
    teams: Annotated[int, Choice(values=TEAMS, shown="radio", page="teams")] = 0
    team_victory: Annotated[str, Choice(values=TEAM_VICTORIES, shown="radio", page="teams")] = "open"


MAP = Choice("map", "choice", "full", Message("acme.choice.map"), STANDARD_MAPS, shown="map")
PLAYER = Choice("player", "choice", "normal", Message("acme.choice.player"), tuple(PLAYERS))
INVADING = Choice("invaders", "choice", "normal", Message("acme.choice.invaders"), tuple(INVADERS))
DECLARED = {**declared_options(Options, "acme"), **{choice.name: choice for choice in (MAP, PLAYER, INVADING)}}


def _named(names: str) -> tuple[Choice, ...]:
    return tuple(DECLARED[name] for name in names.split())


CHOICES = _named(
    "map epochs vp_target turns time initial_deities double_disks gilgamesh_returns final_epoch_event negate_window "
    "without_events limited_events"
)
BEGINNING = _named("start_epoch")
NPC_CHOICES = _named(
    "npc_method npc_bonus_vp hostility player human_cards npc_cards human_growth npc_growth human_least_growth "
    "human_hand human_mina npc_mina human_mina_each_turn npc_mina_each_turn"
)
CULTURE_CHOICES = _named("culture culture_start culture_cities culture_costs")
STRONG_CHOICES = _named("npc")
ONE_VS_TWO_CHOICES = _named("one_vs_two divisor time_marches_on")
TEAM_CHOICES = _named("teams team_victory")
EXPLORATION_CHOICES = _named("unknown_npcs without_civs npc_homes npc_deity")
INVADER_CHOICES = _named("invaders invader_growth invader_cards")


def read_options(raw: Mapping[str, Any], map_id: str, civs: int, offered: Sequence[Choice] | None = None) -> Options:
    """Return the options in effect. `offered`: those of the scenario, else all. Raises SetupError that names the
    option.
    """
    read = effective(DECLARED.values() if offered is None else offered, raw)
    presets = {name: PRESETS[name][read.pop(name)] for name in PRESETS if name in read}
    read.pop("map", None)
    options = Options(**{name: value for preset in (*presets.values(), read) for name, value in preset.items()})
    if options.one_vs_two and options.teams:
        raise SetupError("teams", "acme.teams_alone")
    if options.one_vs_two:
        _agree_one_vs_two(options)
    if not (options.epochs or options.vp_target or options.turns or options.time):
        options.epochs = usual_end(options.start_epoch)
    if 0 < options.epochs < options.start_epoch:
        raise SetupError("epochs", "acme.epochs_before", first=options.start_epoch)
    if options.double_disks and (map_id != "full" or civs > MOST_DOUBLE):
        raise SetupError("double_disks", "acme.double_disks")
    return options


def usual_end(start: int) -> int:
    """Return the Epoch that ends a game which begins with that one if nothing is agreed: Medium, two Epochs
    (RUL-192).
    """
    return min(start + DEFAULT_EPOCHS - 1, RULES.epochs)


def _agree_one_vs_two(options: Options) -> None:
    """Two Epochs at most, and no card that ends one early (Playbook, One vs. Two). Raises SetupError."""
    most = RULES.one_vs_two_epochs
    if options.epochs - options.start_epoch >= most:
        raise SetupError("epochs", "acme.one_vs_two_epochs", most=most)
    options.epochs = options.epochs or min(options.start_epoch + most - 1, RULES.epochs)
    if options.time_marches_on == "removed":
        options.without_events = sorted({*options.without_events, TIME_CARD})
