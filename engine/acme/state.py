"""The whole truth of a game of ACME at a step boundary: plain data, nothing else (RUL-177)."""

from __future__ import annotations

from functools import cached_property

import msgspec
from msgspec import field

from engine.acme.holdings import Holdings
from engine.acme.setup.options import Options
from engine.core.game import Event


class Civ(msgspec.Struct, omit_defaults=True):
    """A civilization in play: its Display, hand and everything off the map.

    `name`: what a scenario calls it, if not by its own name; `second_colour`: that of its second set of disks.
    `by`: who plays it now; `npc`: it is an NPC of the game (open hand, hostility), not a person's civ that the NPC
    plays for a while; `strong`: whenever a computer plays it, that is the strong one, by a person's rules; `invader`:
    a scenario makes it an Invader; `least_growth`: its guaranteed growth, if a scenario
    sets one. `out`: an NPC that has left the game for good. `enemies`: whom it is hostile to, besides the Barbarians;
    `sworn`: those of them for good, as its scenario says; `former`: enemies of the past, latest last; `primary`: its
    Primary enemy of this turn; `reconciled`: with whom it has made peace this turn; `acted`: it has taken its first
    action of the game; `harmed_by`: whose cards have cost it something this turn; `driven_by`: how many of its disks
    each civ has removed this turn. `decided`: the answer it has made up its mind to, with the reason in front;
    `planned`: further picks that belong to it, each with its reason. `scored`: with what its VP were won;
    `earned` and `spent`: how many mina came into its Treasury and left it, by phase.
    `deity_away`: the turn in which its Deity has left the map for a while; `temple`: the area of its Deity, where that
    is not its Home Area.
    `pledged`: the Competition in which it will commit Great Captain from outside. `picks_last`: its player has let
    others choose their civs first. `tracks`: its stages on the Culture Tracks, of those that it has begun; `arrayed`:
    its white disks for Competitions of this phase, by area.
    `safe`: cards that are its own for as long as its scenario says: played, stolen or discarded, they lie face down on
    its Display, `aside`. `exiled`: its Home Area has not been its own yet, so that its Display and its Deity are of no
    use. `team`: its team, in a game of teams; `shows`: the cards of its hand that it shows to each team-mate, whether
    it still holds them or not.

    What is as it begins is left out where a state is stored: what a field begins with is part of the file format.
    """

    player: str = ""
    by: str = "human"
    name: str = ""
    colour: str = ""
    second_colour: str = ""
    letter: str = ""
    displays: list[str] = field(default_factory=list)
    home: str = ""
    vp: int = 0
    scored: dict[str, int] = field(default_factory=dict)
    mina: int = 0
    earned: dict[str, int] = field(default_factory=dict)
    spent: dict[str, int] = field(default_factory=dict)
    loot: int = 0
    hand: list[int] = field(default_factory=list)
    safe: list[int] = field(default_factory=list)
    aside: list[int] = field(default_factory=list)
    exiled: bool = False
    disks: int = 48
    supply: int = 48
    box: int = 0
    deity: str = ""
    deity_lost: bool = False
    deity_captured: bool = False
    deity_away: int = 0
    temple: str = ""
    silenced_until: int = 0
    blocked: bool = False
    captured: dict[str, str] = field(default_factory=dict)
    investments: dict[str, int] = field(default_factory=dict)
    used: dict[str, int] = field(default_factory=dict)
    mountains: list[str] = field(default_factory=list)
    standing: dict[str, int] = field(default_factory=dict)
    peace: str = ""
    pledged: str = ""
    passed: bool = False
    gilgamesh: int = 0
    came_back: bool = False
    out: bool = False
    npc: bool = False
    strong: bool = False
    invader: bool = False
    least_growth: int = 0
    enemies: list[str] = field(default_factory=list)
    sworn: list[str] = field(default_factory=list)
    former: list[str] = field(default_factory=list)
    primary: str = ""
    reconciled: list[str] = field(default_factory=list)
    acted: bool = False
    harmed_by: list[str] = field(default_factory=list)
    driven_by: dict[str, int] = field(default_factory=dict)
    decided: list[str] = field(default_factory=list)
    planned: list[str] = field(default_factory=list)
    picks_last: bool = False
    tracks: dict[str, int] = field(default_factory=dict)
    arrayed: dict[str, int] = field(default_factory=dict)
    team: str = ""
    shows: dict[str, list[int]] = field(default_factory=dict)


class Fight(msgspec.Struct):
    """The Competition being resolved. White disks and committed cards live here only (ACME §9.3).

    `cities`: whose Cities are at stake. `outside`: who commits a card without being in the area. `answers`: what
    was given secretly after the reveal. `spared`: whose first lost disks have gone to the Growth Box. `shielded`:
    who loses nothing to the next Competition card. `raiders`: who gains 1 mina if alone in the end. `chipped`:
    whose Stronghold has borne one of two losses. `paid`: with what each civ has paid for units in the rounds.
    """

    area: str
    cities: list[str] = field(default_factory=list)
    outside: list[str] = field(default_factory=list)
    white: dict[str, int] = field(default_factory=dict)
    committed: dict[str, list[int]] = field(default_factory=dict)
    answers: dict[str, list[str]] = field(default_factory=dict)
    revealed: bool = False
    spared: list[str] = field(default_factory=list)
    shielded: list[str] = field(default_factory=list)
    raiders: list[str] = field(default_factory=list)
    chipped: list[str] = field(default_factory=list)
    paid: dict[str, list[str]] = field(default_factory=dict)


class Announced(msgspec.Struct):
    """What lies announced and may still be answered: a card, an Event or a use of a Deity's power or an Investment.

    `against`: the civs it is played against; `hurt`: those that would lose something by it.
    """

    kind: str
    actor: str
    card: int = 0
    deity: str = ""
    against: list[str] = field(default_factory=list)
    hurt: list[str] = field(default_factory=list)


class Exploration(msgspec.Struct):
    """A game in which NPCs are found on the way (Playbook, Exploration Phase).

    `unknown`: colours of the NPCs still to be created. `frontier`: the areas still to be explored in this phase, each
    with the Faction for whose sake. `sweep`: which group of them, or `all`, goes on in the order of Competitions,
    unasked. `aim`: where an Event met there must strike, if it can. `markers`: white disks on the map. `created`: an
    NPC has come this turn.
    """

    unknown: list[str] = field(default_factory=list)
    frontier: dict[str, str] = field(default_factory=dict)
    sweep: str = ""
    aim: str = ""
    markers: list[str] = field(default_factory=list)
    created: bool = False


class Neutral(msgspec.Struct):
    """A Faction of a scenario that nobody plays: it has disks and nothing else."""

    colour: str
    letter: str
    disks: int
    supply: int


class State(msgspec.Struct, dict=True):
    """A game. `disks` holds occupied areas only; a Faction with no disk in an area has no key there.

    `gold`: whose Gold lies in an area. `by_category`: Competitions come in the order of historical solitaire
    scenarios. `pool`: coloured disks of unknown NPCs in the Civilization Pool. `doer`: whose card is being carried out.
    `neutrals`: Factions besides civs and Barbarians. `victors`: civs that have won whatever the VP.
    `announced`: what may be answered now, the latest last. `pondering`: cards are being revealed for an NPC.
    `time_up`: the time agreed on is over, so that this turn is the last. What is found out of the fields, as
    `holdings`, is kept beside them: neither stored nor compared nor copied.
    """

    seed: str
    draws: int = 0
    secrets: int = 0
    options: Options = field(default_factory=Options)
    scenario: str = "standard"
    map: str = "full"
    epoch: int = 1
    turn: int = 1
    turns: int = 1
    phase: str = "setup"
    slots: list[str] = field(default_factory=list)
    order: list[str] = field(default_factory=list)
    active: int = 0
    round: int = 1
    civs: dict[str, Civ] = field(default_factory=dict)
    disks: dict[str, dict[str, int]] = field(default_factory=dict)
    cubes: dict[str, str] = field(default_factory=dict)
    bonus: dict[str, str] = field(default_factory=dict)
    black: int = 50
    deck: list[int] = field(default_factory=list)
    discard: list[int] = field(default_factory=list)
    set_aside: list[int] = field(default_factory=list)
    removed: list[int] = field(default_factory=list)
    playing: list[int] = field(default_factory=list)
    fresh: list[int] = field(default_factory=list)
    unseen: list[int] = field(default_factory=list)
    resolved: list[int] = field(default_factory=list)
    available: list[str] = field(default_factory=list)
    ending: bool = False
    drawing: bool = False
    peace: str = ""
    fought: list[str] = field(default_factory=list)
    fight: Fight | None = None
    gold: dict[str, str] = field(default_factory=dict)
    exploration: Exploration | None = None
    by_category: bool = False
    pool: dict[str, int] = field(default_factory=dict)
    neutrals: dict[str, Neutral] = field(default_factory=dict)
    victors: list[str] = field(default_factory=list)
    pondering: bool = False
    announced: list[Announced] = field(default_factory=list)
    doer: str = ""
    reason: str = ""
    time_up: bool = False
    action: int = 0
    told: list[Event] = field(default_factory=list)

    @cached_property
    def holdings(self) -> Holdings:
        """The areas that each Faction occupies."""
        return Holdings(self.disks)
