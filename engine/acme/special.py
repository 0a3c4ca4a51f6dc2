"""What a scenario changes in the rules: its special rules win over the solitaire rules, these over the basic ones."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from engine.acme.catalog import RULES
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


def _never(_s: State, _civ: str, _kind: str, _card: int) -> int:
    return 0


def _nowhere(_s: State, _civ: str) -> Sequence[str]:
    return ()


@dataclass(frozen=True, slots=True)
class Special:
    """The places where a scenario can differ; left alone, the basic rule holds.

    `ignores`: whether an Event is ignored, discarded and replaced. `may_end_suddenly`: whether the Sudden End test
    is made where the basic rule would make it; `tests_last_epoch`: in the last Epoch too (RUL-030). `last_turn`:
    how many turns an Epoch has at most. `ends`: why the game ends at that moment, as `over.reason.<reason>`, or
    nothing; it may set `State.victors`. `room`: how many more disks of the Faction may be placed in the area, of so
    many by the basic rule. `growth`: the growth disks of a civ, of so many by the basic rule; `cards`: likewise the
    cards it draws without mina, `hand`: its first cards; `score`: by what the player of those civs is compared at
    the end, of so many VP. `civs`: which of the free civs a seat may take; `choosers`: in which order persons choose
    civs, of that by the basic rule; `first_disks`: how many disks it begins
    with, of so many by the basic rule. `prepares`: the step between the first disks and the deal. `favoured`: to
    whom ties for the Primary enemy go; `primary`: who the Primary enemy of an NPC is before any test, or nobody.
    `grown`: what happens at the end of the Growth Phase. `most_lost`: how many disks at most a card takes from an
    area, whoever's they are, the Traitor excepted; `walls`: white disks that a Faction has in a Competition by
    itself. `spares`: whether nothing but the rounds of a Competition takes disks of the Faction. `scores`: whether
    a City there brings the civ VP in the Tally. `digits`: whether the Sudden End test looks for the digits 1 to 4.
    `fixed_growth`: whether growth disks are all that an Acquisition Step can bring. `heaps`: black disks that may
    lie above the limit. `border`: areas that a border is marked in. `deploys`: how the civ places so many first
    disks, if not by the usual procedure. `stakes`: whether Cities of the Faction can be sacked; `loot`: what its
    sacker gains besides. `friends`: with which civ a neutral Faction fights as one: where both are, theirs is one
    stack, and the civ's disks are the first to go. `undying`: the Deity of a civ that nobody takes away for good:
    it leaves the map instead. `power_cancels`: how many uses of its Deity's power the civ may spend to cancel that
    announcement, 0 if it may not; of a kind as `card`, and of that number. `withdraws`: the areas out of which the
    civ must take its disks into the Growth Box when its Resettlement begins. `after_fights`: what follows at the
    end of the Competition Phase. `events_among`: into how many of the top cards of the first deck the Events are
    shuffled, 0: into all. `worships`: whether the civ may have a Deity of its own; `first_deities`: how the first
    Deities come to the civs, if not by chance. `empire`: the empire that the civ belongs to, whose civs win or lose
    together. `events`: other texts of Events; `ignored_pile`: where ignored ones go. `plunders`: what becomes of
    Gold at the close of the Competition Phase. `judges`: what is settled before each civ's Growth. `skips_growth`:
    whether the civ has no Growth Phase this turn, `bare_growth`: whether its growth disks are all that it acquires;
    `mina`: the mina it acquires, of so many by the basic rule. `regains`: what happens at the beginning of the
    civ's Draw Step, and how many draws it takes. `uncounted`: cards that do not count for its hand limit;
    `keeps_safe`: whether safe cards can neither be discarded nor taken at all. `captaincy`: the areas in which an
    NPC plays Great Captain from outside, the best first. `after_epoch`: the step between two Epochs. `entered`:
    what follows when a Faction's disks have come into an area; by them a Competition may have begun in which it
    takes part.
    """

    ignores: Callable[[State, int], bool] = _no
    may_end_suddenly: Callable[[State], bool] = _yes
    tests_last_epoch: bool = False
    last_turn: int = RULES.turns_per_epoch
    ends: Callable[[State, Moment], str] = _nothing
    room: Callable[[State, str, str, int], int] | None = None
    growth: Callable[[State, str, int], int] = _as_it_is
    cards: Callable[[State, str, int], int] = _as_it_is
    hand: Callable[[State, str, int], int] = _as_it_is
    score: Callable[[State, Sequence[str], int], int] | None = None
    civs: Callable[[State, str, Sequence[str]], list[str]] = _all
    choosers: Callable[[State, Sequence[str]], list[str]] = _in_turn
    first_disks: Callable[[State, str, int], int] = _as_it_is
    prepares: str = ""
    favoured: str = ""
    grown: Callable[[State], None] = _idle
    most_lost: Callable[[State, str], int | None] | None = None
    walls: Callable[[State, str], Mapping[str, int]] | None = None
    spares: Callable[[State, str], bool] = _nobody_does
    scores: Callable[[State, str, str], bool] = _everywhere
    digits: bool = False
    fixed_growth: bool = False
    heaps: Mapping[str, int] = field(default_factory=dict)
    border: Sequence[str] = ()
    deploys: Callable[[State, str, int], Flow[None]] | None = None
    stakes: Callable[[State, str], bool] = _is_civ
    loot: Callable[[State, str, str, str], None] | None = None
    primary: Callable[[State, str], str] = _nobody
    after_epoch: str = ""
    friends: Mapping[str, str] = field(default_factory=dict)
    undying: Mapping[str, str] = field(default_factory=dict)
    power_cancels: Callable[[State, str, str, int], int] = _never
    withdraws: Callable[[State, str], Sequence[str]] = _nowhere
    after_fights: Callable[[State], Flow[None]] | None = None
    events_among: int = 0
    entered: Callable[[State, str, str, bool], None] | None = None
    worships: Callable[[State, str], bool] = _anybody
    first_deities: Callable[[State], Flow[None]] | None = None
    empire: Callable[[State, str], str] = _nobody
    events: Mapping[int, Callable[[State, int, str], Flow[None]]] = field(default_factory=dict)
    ignored_pile: str = "discard"
    plunders: Callable[[State], Flow[None]] | None = None
    judges: Callable[[State], None] = _idle
    skips_growth: Callable[[State, str], bool] = _nobody_does
    bare_growth: Callable[[State, str], bool] = _nobody_does
    mina: Callable[[State, str, int], int] = _as_it_is
    regains: Callable[[State, str], Flow[int]] | None = None
    keeps_safe: bool = False
    uncounted: Callable[[State, str], Collection[int]] = _none
    captaincy: Callable[[State, str], Sequence[str]] | None = None


BASIC: Final = Special()
SPECIAL: Final[dict[str, Special]] = {}


def special(s: State) -> Special:
    """The special rules of the scenario being played."""
    return SPECIAL.get(s.scenario, BASIC)


def is_last_turn(s: State) -> bool:
    """Whether no turn of this Epoch can follow (ACME §10.6, or what the scenario says)."""
    return s.turn >= special(s).last_turn
