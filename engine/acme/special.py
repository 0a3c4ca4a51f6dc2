"""What a scenario changes in the rules. Its special rules override the solitaire rules, these the basic ones."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from engine.acme.facts.catalog import RULES
from engine.acme.state import State
from engine.core.ask import Flow

Moment: TypeAlias = Literal["growth", "action", "competition", "tally", "turn"]


def _as_it_is(_s: State, _civ: str, n: int) -> int:
    return n


def _no(_s: State, _card: int) -> bool:
    return False


def _yes(_s: State) -> bool:
    return True


def _nothing(_s: State, _moment: Moment) -> str:
    return ""


def _all(_s: State, _seat: str, free: Sequence[str]) -> list[str]:
    return list(free)


def _in_turn(_s: State, seats: Sequence[str]) -> list[str]:
    return list(seats)


def _nobody(_s: State, _npc: str) -> str:
    return ""


def _everywhere(_s: State, _civ: str, _area: str) -> bool:
    return True


def _idle(_s: State) -> None:
    return None


def _anybody(_s: State, _civ: str) -> bool:
    return True


def _nobody_does(_s: State, _civ: str) -> bool:
    return False


def _none(_s: State, _civ: str) -> Collection[int]:
    return ()


def _is_civ(s: State, faction: str) -> bool:
    return faction in s.civs


def _nowhere(_s: State, _civ: str) -> Sequence[str]:
    return ()


@dataclass(frozen=True, slots=True)
class Special:
    """The places where a scenario can differ, by the parts of the rules; left alone, the basic rule holds."""

    # Setting up

    civs: Callable[[State, str, Sequence[str]], list[str]] = _all
    """Which of the free civs a seat may take."""

    choosers: Callable[[State, Sequence[str]], list[str]] = _in_turn
    """In which order persons choose civs, of that by the basic rule."""

    first_disks: Callable[[State, str, int], int] = _as_it_is
    """How many disks a civ begins with, of so many by the basic rule."""

    deploys: Callable[[State, str, int], Flow[None]] | None = None
    """How the civ places so many first disks, if not by the usual procedure."""

    prepares: str = ""
    """The step between the first disks and the deal."""

    hand: Callable[[State, str, int], int] = _as_it_is
    """How many first cards a civ has, of so many by the basic rule."""

    events_among: int = 0
    """Into how many of the top cards of the first deck the Events are shuffled; 0: into all."""

    first_deities: Callable[[State], Flow[None]] | None = None
    """How the first Deities come to the civs, if not by chance."""

    worships: Callable[[State, str], bool] = _anybody
    """Whether the civ may have a Deity of its own."""

    # Where disks may lie, and whose they are

    room: Callable[[State, str, str, int], int] | None = None
    """How many more disks of the Faction may be placed in the area, of so many by the basic rule."""

    heaps: Mapping[str, int] = field(default_factory=dict)
    """Black disks that may lie above the limit."""

    border: Sequence[str] = ()
    """Areas in which a border is marked."""

    friends: Mapping[str, str] = field(default_factory=dict)
    """With which civ a neutral Faction fights as one: theirs is one stack, and the civ's disks go first."""

    empire: Callable[[State, str], str] = _nobody
    """The empire that the civ belongs to, whose civs win or lose together."""

    entered: Callable[[State, str, str, bool], None] | None = None
    """What follows when a Faction's disks have come into an area, and whether a Competition has begun there by them."""

    # Growth

    judges: Callable[[State], None] = _idle
    """What is settled before each civ's Growth."""

    skips_growth: Callable[[State, str], bool] = _nobody_does
    """Whether the civ has no Growth Phase this turn."""

    growth: Callable[[State, str, int], int] = _as_it_is
    """The growth disks of a civ, of so many by the basic rule."""

    mina: Callable[[State, str, int], int] = _as_it_is
    """The mina it acquires, of so many by the basic rule."""

    fixed_growth: bool = False
    """Whether growth disks are all that any Acquisition Step brings."""

    bare_growth: Callable[[State, str], bool] = _nobody_does
    """Whether growth disks are all that the civ acquires this turn."""

    withdraws: Callable[[State, str], Sequence[str]] = _nowhere
    """The areas out of which the civ must take its disks into the Growth Box when its Resettlement begins."""

    grown: Callable[[State], None] = _idle
    """What happens at the end of the Growth Phase."""

    # Cards, Events and Deities

    cards: Callable[[State, str, int], int] = _as_it_is
    """The cards a civ draws without mina, of so many by the basic rule."""

    regains: Callable[[State, str], Flow[int]] | None = None
    """What happens at the beginning of the civ's Draw Step, and how many draws it takes."""

    uncounted: Callable[[State, str], Collection[int]] = _none
    """Cards that do not count for its hand limit."""

    keeps_safe: bool = False
    """Whether safe cards can neither be discarded nor taken at all."""

    ignores: Callable[[State, int], bool] = _no
    """Whether an Event is ignored and replaced."""

    ignored_pile: str = "discard"
    """Where an ignored Event goes."""

    events: Mapping[int, Callable[[State, int, str], Flow[None]]] = field(default_factory=dict)
    """Other texts of Events."""

    most_lost: Callable[[State, str], int | None] | None = None
    """How many disks at most a card takes from an area, whoever's they are, the Traitor excepted."""

    spares: Callable[[State, str], bool] = _nobody_does
    """Whether nothing but the rounds of a Competition takes disks of the Faction."""

    undying: Mapping[str, str] = field(default_factory=dict)
    """The Deity of a civ that nobody takes away for good: it leaves the map instead."""

    power_cancels: Callable[[State, str, str, int], int] | None = None
    """How many uses of its Deity's power the civ may spend to cancel that announcement; None: nobody may."""

    # Competition

    walls: Callable[[State, str], Mapping[str, int]] | None = None
    """White disks that a Faction has in a Competition by itself."""

    stakes: Callable[[State, str], bool] = _is_civ
    """Whether Cities of the Faction can be sacked."""

    loot: Callable[[State, str, str, str], None] | None = None
    """What the sacker of its City gains besides."""

    plunders: Callable[[State], Flow[None]] | None = None
    """What becomes of Gold at the close of the Competition Phase."""

    after_fights: Callable[[State], Flow[None]] | None = None
    """What follows at the end of the Competition Phase."""

    # Time, VP and the end

    last_turn: int = RULES.turns_per_epoch
    """How many turns an Epoch has at most."""

    may_end_suddenly: Callable[[State], bool] = _yes
    """Whether the Sudden End test is made where the basic rule would make it."""

    tests_last_epoch: bool = False
    """Whether it is made in the last Epoch too, and an Event may end that early (RUL-030)."""

    digits: bool = False
    """Whether it looks for the digits 1 to 4."""

    after_epoch: str = ""
    """The step between two Epochs."""

    scores: Callable[[State, str, str], bool] = _everywhere
    """Whether a City there brings the civ VP in the Tally, and counts for Most Cities."""

    ends: Callable[[State, Moment], str] = _nothing
    """Why the game ends at that moment, as `over.reason.<reason>`, or nothing; it may set `State.victors`."""

    score: Callable[[State, Sequence[str], int], int] | None = None
    """By what the player of those civs is compared at the end, of so many VP."""

    # NPCs

    primary: Callable[[State, str], str] = _nobody
    """Who the Primary enemy of an NPC is before any test, or nobody."""

    favoured: str = ""
    """To whom ties for the Primary enemy go."""

    captaincy: Callable[[State, str], Sequence[str]] | None = None
    """The areas in which an NPC plays Great Captain from outside, the best first."""


BASIC: Final = Special()
SPECIAL: Final[dict[str, Special]] = {}


def special(s: State) -> Special:
    """Return the special rules of the scenario being played."""
    return SPECIAL.get(s.scenario, BASIC)


def is_last_turn(s: State) -> bool:
    """Return whether no turn of this Epoch can follow (ACME §10.6, or what the scenario says)."""
    return s.turn >= special(s).last_turn
