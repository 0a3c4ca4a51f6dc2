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

    Default values are left out of stored states, so a field's default is part of the file format.
    """

    player: str = ""
    by: str = "human"
    """Who plays it now."""
    name: str = ""
    """What a scenario calls it, if not by its own name."""
    colour: str = ""
    second_colour: str = ""
    """The colour of its second set of disks."""
    letter: str = ""
    displays: list[str] = field(default_factory=list)
    home: str = ""
    vp: int = 0
    scored: dict[str, int] = field(default_factory=dict)
    """Where its VP came from."""
    mina: int = 0
    earned: dict[str, int] = field(default_factory=dict)
    """Mina that came into its Treasury, by phase."""
    spent: dict[str, int] = field(default_factory=dict)
    """Mina that left its Treasury, by phase."""
    loot: int = 0
    hand: list[int] = field(default_factory=list)
    safe: list[int] = field(default_factory=list)
    """Cards that stay its own by its scenario: when played, stolen or discarded, they go to `aside`."""
    aside: list[int] = field(default_factory=list)
    """Cards face down on its Display."""
    exiled: bool = False
    """Whether its Home Area isn't its own yet, so that Display and Deity have no effect."""
    disks: int = 48
    supply: int = 48
    box: int = 0
    deity: str = ""
    deity_lost: bool = False
    deity_captured: bool = False
    deity_away: int = 0
    """The turn in which its Deity left the map for a while."""
    temple: str = ""
    """The area of its Deity, if not its Home Area."""
    silenced_until: int = 0
    blocked: bool = False
    captured: dict[str, str] = field(default_factory=dict)
    investments: dict[str, int] = field(default_factory=dict)
    used: dict[str, int] = field(default_factory=dict)
    mountains: list[str] = field(default_factory=list)
    standing: dict[str, int] = field(default_factory=dict)
    peace: str = ""
    pledged: str = ""
    """The Competition in which it will commit Great Captain from outside."""
    passed: bool = False
    gilgamesh: int = 0
    came_back: bool = False
    out: bool = False
    """Whether it is an NPC that has left the game for good."""
    npc: bool = False
    """Whether it is an NPC of the game (open hand, hostility), not a person's civ that the NPC plays for a while."""
    strong: bool = False
    """Whether its computer is the strong one, by a person's rules."""
    gentle: bool = False
    """Whether its computer is the gentle one, by a person's rules too."""
    invader: bool = False
    """Whether a scenario makes it an Invader."""
    least_growth: int = 0
    """Its guaranteed growth, if a scenario sets one."""
    enemies: list[str] = field(default_factory=list)
    """Whom it is hostile to, besides the Barbarians."""
    sworn: list[str] = field(default_factory=list)
    """Enemies for good, by its scenario."""
    former: list[str] = field(default_factory=list)
    """Enemies of the past, latest last."""
    primary: str = ""
    """Its Primary enemy of this turn."""
    reconciled: list[str] = field(default_factory=list)
    """With whom it has made peace this turn."""
    acted: bool = False
    """Whether it has taken its first action of the game."""
    harmed_by: list[str] = field(default_factory=list)
    """Whose cards have cost it something this turn."""
    driven_by: dict[str, int] = field(default_factory=dict)
    """How many of its disks each civ has removed this turn."""
    decided: list[str] = field(default_factory=list)
    """The answer it has decided on, with the reason in front."""
    planned: list[str] = field(default_factory=list)
    """Further picks that belong to it, each with its reason."""
    picks_last: bool = False
    """Whether its player lets others choose their civs first."""
    tracks: dict[str, int] = field(default_factory=dict)
    """Its stages on the Culture Tracks it has begun."""
    arrayed: dict[str, int] = field(default_factory=dict)
    """Its white disks for Competitions of this phase, by area."""
    team: str = ""
    """Its team, in a game of teams."""
    shows: dict[str, list[int]] = field(default_factory=dict)
    """The cards of its hand that it shows to each team-mate, whether it still holds them or not."""


class Fight(msgspec.Struct):
    """The Competition being resolved. White disks and committed cards exist only here (ACME §9.3)."""

    area: str
    cities: list[str] = field(default_factory=list)
    """Whose Cities are at stake."""
    outside: list[str] = field(default_factory=list)
    """Who commits a card without being in the area."""
    white: dict[str, int] = field(default_factory=dict)
    committed: dict[str, list[int]] = field(default_factory=dict)
    answers: dict[str, list[str]] = field(default_factory=dict)
    """Secret responses after the reveal."""
    revealed: bool = False
    spared: list[str] = field(default_factory=list)
    """Whose first lost disks have gone to the Growth Box."""
    shielded: list[str] = field(default_factory=list)
    """Who loses nothing to the next Competition card."""
    raiders: list[str] = field(default_factory=list)
    """Who gains 1 mina if alone in the end."""
    chipped: list[str] = field(default_factory=list)
    """Whose Stronghold has absorbed one of two losses."""
    paid: dict[str, list[str]] = field(default_factory=dict)
    """What each civ has paid for units in the rounds."""


class Announced(msgspec.Struct):
    """An announcement that may still be answered: a card, an Event, a Deity's power or an Investment."""

    kind: str
    actor: str
    card: int = 0
    deity: str = ""
    against: list[str] = field(default_factory=list)
    """The civs it is played against."""
    hurt: list[str] = field(default_factory=list)
    """The civs that would lose something by it."""


class Exploration(msgspec.Struct):
    """A game in which NPCs are found on the way (Playbook, Exploration Phase)."""

    unknown: list[str] = field(default_factory=list)
    """Colours of the NPCs still to be created."""
    frontier: dict[str, str] = field(default_factory=dict)
    """The areas still to be explored in this phase, each with its Faction."""
    sweep: str = ""
    """The group (or `all`) that continues in the order of Competitions without questions."""
    aim: str = ""
    """Where an Event met there must strike, if it can."""
    markers: list[str] = field(default_factory=list)
    """White disks on the map."""
    created: bool = False
    """Whether an NPC has come this turn."""


class Neutral(msgspec.Struct):
    """A neutral Faction of a scenario: it has disks and nothing else."""

    colour: str
    letter: str
    disks: int
    supply: int


class State(msgspec.Struct, dict=True):
    """A game. Cached values such as `holdings` are neither stored nor compared nor copied."""

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
    """Occupied areas only, and only Factions with a disk there."""
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
    """Whose Gold is in an area."""
    exploration: Exploration | None = None
    by_category: bool = False
    """Whether Competitions come in the order of historical solitaire scenarios."""
    pool: dict[str, int] = field(default_factory=dict)
    """Coloured disks of unknown NPCs in the Civilization Pool."""
    neutrals: dict[str, Neutral] = field(default_factory=dict)
    """Factions besides civs and Barbarians."""
    victors: list[str] = field(default_factory=list)
    """Civs that have won whatever the VP."""
    pondering: bool = False
    """Whether cards are being revealed for an NPC."""
    announced: list[Announced] = field(default_factory=list)
    """What may be answered now, the latest last."""
    doer: str = ""
    """Whose card is being carried out."""
    reason: str = ""
    time_up: bool = False
    """Whether the agreed time is over, so that this turn is the last."""
    action: int = 0
    told: list[Event] = field(default_factory=list)

    @cached_property
    def holdings(self) -> Holdings:
        """Return the areas that each Faction occupies."""
        return Holdings(self.disks)
