"""The sandbox situations as something to play (Playbook, Sandbox Situation Scenarios)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from engine.acme.exploration.scenario import hide_npcs
from engine.acme.facts.catalog import CIVS, RULES
from engine.acme.questions.players import players_by_seat
from engine.acme.sandbox.situations import SITUATIONS, Choosing, Situation, Variant, available, way_of_choosing
from engine.acme.setup.options import (
    CHOICES,
    COLOURS,
    CULTURE_CHOICES,
    DECLARED,
    EXPLORATION_CHOICES,
    NPC_CHOICES,
    TEAM_CHOICES,
    Options,
    read_options,
)
from engine.acme.setup.scenarios import STARTS, Start, last_whole_game, take_seat, tell_challenge
from engine.acme.setup.teams import check_teams, first_step
from engine.acme.special import SPECIAL, Special
from engine.acme.state import State
from engine.core.game import Choice, Scenario, SeatPlan, SetupError
from engine.core.message import SEMICOLON, Message, list_of, strung
from engine.core.text import civ

SETTLED: Final = ("map",)
DOUBLE: Final = "double_disks"
ALLOWED: Final = ("compulsory", "suggested", "possible")
FIRST_TURN: Final = 1
LEAST_IN_TEAMS: Final = 4
UNKNOWN_CHOICES: Final = tuple(
    replace(c, text=Message("acme.choice.unknown_here")) if c.name == "unknown_npcs" else c for c in EXPLORATION_CHOICES
)


def options_of(situation: Situation) -> tuple[Choice, ...]:
    """Return all options but the map, and how the situation is played, from which Epoch on, with which
    civilizations.
    """
    ways = tuple(variant.id for variant in situation.variants)
    own = (
        replace(DECLARED["variant"], values=ways, default=ways[0]),
        DECLARED["start_epoch"],
        DECLARED["contemporaneous"],
    )
    doubled = situation.variants[0].double in {"suggested", "compulsory"}
    kept = (
        replace(c, default=doubled, kept=True, text=told_double(situation)) if c.name == DOUBLE else c
        for c in CHOICES
        if c.name not in SETTLED
    )
    teams = TEAM_CHOICES if any(len(variant.slots) >= LEAST_IN_TEAMS for variant in situation.variants) else ()
    return (*own, *kept, *CULTURE_CHOICES, *teams, *UNKNOWN_CHOICES, *NPC_CHOICES)


def told_double(situation: Situation) -> Message:
    """Return what the option of double disks means in this situation, variant by variant."""
    ways = [(kind, [v.id for v in situation.variants if v.double == kind]) for kind in ALLOWED]
    told = [Message(f"acme.double.{kind}", {"variants": list_of(names)}) for kind, names in ways if names]
    return Message("acme.double.here", {"ways": strung(told, SEMICOLON)}) if told else Message("acme.double.nowhere")


def begin_situation(
    scenario: Scenario, seats: Sequence[SeatPlan], options: Mapping[str, Any], seed: str
) -> tuple[State, str]:
    """Return the start with seats for persons and NPCs, the rest NPCs, some of which may be unknown.

    Raises SetupError that says what to change.
    """
    situation = SITUATIONS[scenario.name]
    variant = variant_of(situation, options.get("variant", situation.variants[0].id))
    if len(seats) > len(variant.slots):
        raise SetupError("seats", "acme.slots", most=len(variant.slots), n=len(seats))
    wanted = {name: value for name, value in options.items() if name != DOUBLE}
    read = read_options(wanted, situation.map, len(variant.slots), scenario.options)
    read.double_disks = has_double_disks(variant, options.get(DOUBLE))
    if read.unknown_npcs:
        read.without_civs = strangers(situation, read)
    s = State(seed=seed, scenario=situation.id, map=situation.map, options=read)
    s.epoch = read.start_epoch
    known = len(variant.slots) - read.unknown_npcs
    plans = (*seats, *[SeatPlan(by="npc")] * (known - len(seats)))
    for plan in plans:
        take_seat(s, plan, paired=2 * len(variant.slots) <= len(COLOURS))
    refuse(s, variant)
    if read.unknown_npcs:
        explore_with(s, known)
    check_teams(s, plans)
    if any(c.npc for c in s.civs.values()):
        last_whole_game(s, options)
    tell_challenge(s)
    return s, first_step(s)


def explore_with(s: State, known: int) -> None:
    """Set the situation up as an Exploration: NPCs beyond those known are found on the way (PB:638). Raises
    SetupError.
    """
    if len(s.slots) > known:
        raise SetupError("unknown_npcs", "acme.slots", most=max(0, known), n=len(s.slots))
    if all(c.npc for c in s.civs.values()):
        raise SetupError("seats", "acme.explorer")
    hide_npcs(s, s.options.unknown_npcs)


def strangers(situation: Situation, options: Options) -> list[str]:
    """Return the peoples that no NPC is found to be: those set aside, and those that the situation does not have
    (RUL-191).
    """
    there = available(situation, options.start_epoch, contemporaneous=options.contemporaneous)
    return sorted({*options.without_civs, *(civ for civ in CIVS if civ not in there)})


def variant_of(situation: Situation, name: object) -> Variant:
    """Return the variant of that name. Raises SetupError."""
    try:
        return situation.variant(str(name))
    except KeyError:
        raise SetupError("variant", "one_of", known=[v.id for v in situation.variants]) from None


def has_double_disks(variant: Variant, wanted: object) -> bool:
    """Return whether double disks are played with: compulsory, suggested unless refused, or as wanted. Raises
    SetupError.
    """
    if wanted not in {None, True, False}:
        raise SetupError(DOUBLE, "flag")
    if variant.double == "compulsory" and wanted is False:
        raise SetupError(DOUBLE, "acme.compulsory")
    if not variant.double and wanted:
        raise SetupError(DOUBLE, "acme.not_here")
    return variant.double == "compulsory" or (wanted is not False and variant.double == "suggested") or bool(wanted)


def refuse(s: State, variant: Variant) -> None:
    """Refuse too few civilizations, or chosen ones that leave no way to fill all seats. Raises SetupError."""
    way = choosing_of(s)
    if len(way.civs) < len(variant.slots):
        raise SetupError("start_epoch", "acme.epoch", n=len(way.civs))
    strange = [name for name in s.civs if not name.startswith("seat_") and name not in way.civs]
    if strange:
        raise SetupError("seats", "acme.not_to_be_had", civ=civ(strange[0]), known=map(civ, way.civs))
    if not way.works(fixed_civs(s)):
        raise SetupError("seats", "acme.together", advice=SITUATIONS[s.scenario].way(variant))


def choosing_of(s: State) -> Choosing:
    """Return how civilizations are chosen at this table."""
    situation = SITUATIONS[s.scenario]
    civs = available(situation, s.epoch, contemporaneous=s.options.contemporaneous)
    players = players_by_seat(s)
    return way_of_choosing(variant_of(situation, s.options.variant or situation.variants[0].id), civs, players)


def fixed_civs(s: State) -> dict[str, str]:
    """Return the seats whose civilization is settled."""
    return {name: name for name in s.civs if not name.startswith("seat_")}


def civs(s: State, seat: str, free: Sequence[str]) -> list[str]:
    """Return the free civilizations that the seat may take so that all others still find one."""
    open_to = choosing_of(s).options(fixed_civs(s), seat)
    return [civ for civ in free if civ in open_to]


def choosers(s: State, seats: Sequence[str]) -> list[str]:
    """Return the order of choosing: every player takes a first civilization before anyone takes a second
    (SBX-3C-03).
    """
    before = {seat: sum(of_one(s, seat, other) for other in seats[:i]) for i, seat in enumerate(seats)}
    return sorted(seats, key=lambda seat: before[seat])


def of_one(s: State, one: str, other: str) -> bool:
    """Return whether both seats are one player's."""
    return bool(s.civs[one].player) and s.civs[one].player == s.civs[other].player


def first_disks(s: State, _civ: str, n: int) -> int:
    """Return the first disks of the situation, where it says so."""
    situation = SITUATIONS[s.scenario]
    return n if situation.disks == RULES.start_disks else situation.disks


def growth(s: State, _civ: str, n: int) -> int:
    """Return a bonus in Turn 1 for a small beginning."""
    return n + SITUATIONS[s.scenario].bonus_growth if s.turns == FIRST_TURN else n


def start_of(situation: Situation) -> Start:
    """Return the situation as a scenario, for as many seats as its largest variant has."""
    settled = {"map": situation.map}
    return Start(
        Scenario(situation.id, situation.title, 1, situation.most, options_of(situation), True, settled),
        begin_situation,
    )


SITUATION_STARTS: Final = {name: start_of(situation) for name, situation in SITUATIONS.items()}
STARTS.update(SITUATION_STARTS)
SPECIAL.update(dict.fromkeys(SITUATIONS, Special(civs=civs, choosers=choosers, first_disks=first_disks, growth=growth)))
