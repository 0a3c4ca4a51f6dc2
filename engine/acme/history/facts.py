"""Facts of the historical scenarios from `data/acme/scenarios`, read once, strictly, and checked against the
catalog.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import ClassVar, Final, Literal

from msgspec import field

import data
from engine.acme.facts.catalog import AREAS, CARDS, CIVS, DEITIES, MAPS, RULES, homes, playable
from engine.acme.facts.definitions import AreaId, CardNo, CivId, Facts, MapId, NamedFacts
from engine.acme.setup.options import COLOURS
from engine.acme.special import Moment
from engine.core.decoding import CatalogError, convert, read_tables
from engine.core.message import NOTHING, SPACE, Message, strung
from engine.core.text import has_text, name_in_language, raw_text

RANDOM: Final = "random"
PERSONS, OTHERS, NPCS = "persons", "others", "npcs"
GROUPS: Final = (PERSONS, OTHERS, NPCS)


def slug_of(name: str) -> str:
    """Return a name as a word of the catalogue."""
    return name.lower().replace(" ", "_")


class SideFacts(NamedFacts, frozen=True, kw_only=True):
    """A civilization of a scenario, and how it begins."""

    KIND: ClassVar[str] = "side"
    label: str = field(name="name", default="")
    """Its name here."""
    civ: CivId
    article: bool = False
    """Whether its name has "the" in a sentence."""
    letter: str = ""
    """The letter on its disks, if not the usual one."""
    colour: str = ""
    second_colour: str = ""
    displays: tuple[CivId, ...] = ()
    home: AreaId = ""
    """Its Home Area; empty: its player chooses."""
    place: int = 0
    """Its space in the first Turn Order; else as drawn."""
    disks: int = 12
    home_disks: int = 2
    """How many of the rest go to the Home Area."""
    stacks: dict[AreaId, int] = field(default_factory=dict)
    """Disks placed in named areas; the rest of `disks` is placed as usual."""
    strongholds: tuple[AreaId, ...] = ()
    gold: tuple[AreaId, ...] = ()
    hand: int = -1
    """Number of first cards; -1: the scenario's."""
    cards: tuple[CardNo, ...] = ()
    """Cards given besides."""
    safe: bool = False
    """Whether the given cards stay its own whatever happens to them."""
    empire: str = ""
    """The empire of several civs, which win or lose together."""
    deity: str = ""
    """An id, or `random`."""
    draws: int = -1
    """Cards drawn without mina; -1: as usual."""
    least_growth: int = 0
    invader: bool = False
    exiled: bool = False
    """Whether its Home Area isn't its own yet."""
    barren: tuple[AreaId, ...] = ()
    """Areas whose Cities give it no VP, in the Tally or for Most Cities."""

    @property
    def slug(self) -> str:
        """Return its name as a word of the catalogue."""
        return slug_of(self.label)

    @property
    def phrase(self) -> str:
        """Return its name here inside an English sentence."""
        return f"the {self.label}" if self.article else self.label


class NeutralFacts(NamedFacts, frozen=True, kw_only=True):
    """A neutral Faction, with disks but without a seat, Display, cards or VP."""

    KIND: ClassVar[str] = "side"
    id: str
    article: bool = False
    colour: str
    letter: str
    friend: CivId = ""
    """The civ with which it fights as one."""
    in_order: bool = False
    """Whether it has the last space in the Turn Order."""
    disks: int = 50
    stacks: dict[AreaId, int] = field(default_factory=dict)
    strongholds: tuple[AreaId, ...] = ()

    @property
    def slug(self) -> str:
        """Return its name as a word of the catalogue."""
        return slug_of(self.label)

    @property
    def phrase(self) -> str:
        """Return its name inside an English sentence."""
        return f"the {self.label}" if self.article else self.label


class Stance(Facts, frozen=True, kw_only=True):
    """An NPC's enemies: civs, or `persons`, `others`, `npcs`; only with that many persons."""

    npc: CivId
    to: tuple[str, ...]
    persons: tuple[int, ...] = ()
    primary: str = ""
    """Its Primary enemy in the first turn."""
    always: bool = False
    """Whether it stays hostile to them whatever happens."""


class Cast(Facts, frozen=True, kw_only=True):
    """Who may play what with that many persons; several of one number are alternatives."""

    persons: int
    npcs: tuple[int, ...] = (0,)
    """How many civs may be NPCs."""
    played: tuple[CivId, ...] = ()
    """Civs that persons must play."""
    unplayed: tuple[CivId, ...] = ()
    """Civs that must be NPCs."""
    rather_npcs: tuple[CivId, ...] = ()
    """Civs that become NPCs unless a player names one."""
    alone: tuple[CivId, ...] = ()
    """Civs whose player plays nothing else."""
    together: tuple[tuple[CivId, CivId], ...] = ()
    """Two civs of one player."""
    apart: tuple[tuple[CivId, CivId], ...] = ()
    """Two civs that must have different players."""
    most: int = 1
    """The number of civs a person may have."""


class Historical(Facts, frozen=True, kw_only=True):
    """A historical scenario."""

    id: str
    rank: int
    """Its place in the list of scenarios."""
    map: MapId
    epoch: int
    turn: int
    last_epoch: int
    side: tuple[SideFacts, ...]
    cast: tuple[Cast, ...]
    neutral: tuple[NeutralFacts, ...] = ()
    stance: tuple[Stance, ...] = ()
    kind: Literal["historical", "bonus"] = "historical"
    starter: bool = False
    """Whether it suits a first solitaire game."""
    hand: int = 5
    gold: Literal["", "solo", "always"] = ""
    """When Gold is on the map; `solo`: with one person against NPCs only."""
    whole: bool = False
    """Whether its rules name its civs, so that no position can lack one."""
    gilgamesh: bool = True
    deities: bool = True
    """Whether initial Deities are an option."""
    quiet_turns: int = 0
    """In how many first turns Events are ignored."""
    ignored: tuple[CardNo, ...] = ()
    """Events that are always ignored."""
    sudden_end: tuple[int, ...] = (1, 2, 3, 4)
    """Epochs with the Sudden End test."""
    tested: tuple[int, ...] = ()
    """The turns after which it is made, if not as usual."""
    turns: int = RULES.turns_per_epoch
    """The maximum number of turns in an Epoch."""
    conquest: int = 0
    """A civ that Controls its own and that many other Home Areas ends the game."""
    moment: Moment = "turn"
    """When conquest is checked."""
    won: bool = False
    """Whether conquest also wins."""
    lead: int = 0
    """How many VP ahead of the second civ end the game."""
    favoured: CivId = ""
    """Who wins ties for the Primary enemy."""
    first_in_setup: tuple[CivId, ...] = ()
    """Who sets up before Turn Order."""
    last_in_setup: tuple[CivId, ...] = ()
    """Who sets up after Turn Order."""
    closed: tuple[AreaId, ...] = ()
    """Areas that nobody may enter while setting up."""
    barbarians: dict[AreaId, int] = field(default_factory=dict)
    """Black disks at the start."""
    barbarians_last: bool = False
    """Whether they are placed after the setup."""
    border: tuple[AreaId, ...] = ()
    """Areas in which a border is marked."""
    npc_vp: dict[CivId, int] = field(default_factory=dict)

    @property
    def title(self) -> Message:
        """Return the scenario's title."""
        return Message(f"acme.scenario.{self.id}.title")

    def text(self, what: str) -> str:
        """Return a text about it: `period` and `background`; what else ends it or decides it (`ending`) or is different
        (`special`), empty if nothing.
        """
        return " ".join(raw_text(f"acme.scenario.{self.id}.{what}").split())

    @property
    def deities_text(self) -> Message:
        """Return what initial Deities mean here; empty if as usual."""
        key = f"acme.scenario.{self.id}.deities_text"
        return Message(key) if has_text(key) else NOTHING

    def advice(self, persons: int) -> Message:
        """Return who may play what with that many persons, in words; empty if it can't be played so."""
        numbers = range(1, 1 + len(self.casts(persons)))
        return strung([Message(f"acme.scenario.{self.id}.cast.{persons}.{i}") for i in numbers], SPACE)

    @property
    def sides(self) -> Mapping[CivId, SideFacts]:
        """Return the civilizations by id, as the file lists them."""
        return {side.civ: side for side in self.side}

    @property
    def neutrals(self) -> Mapping[str, NeutralFacts]:
        """Return the neutral Factions by id."""
        return {neutral.id: neutral for neutral in self.neutral}

    @property
    def returns(self) -> bool:
        """Return whether a civ can come back by Gilgamesh: not in the first turn played nor in the last Epoch
        (RUL-123).
        """
        return self.gilgamesh and self.last_epoch - self.epoch > int(self.turn >= self.turns)

    def casts(self, persons: int) -> tuple[Cast, ...]:
        """Return the possible casts with that many persons."""
        return tuple(cast for cast in self.cast if cast.persons == persons)


def load() -> Mapping[str, Historical]:
    """Return all historical scenarios by rank. Raises CatalogError that names file and key."""
    files = sorted(data.path("acme", "scenarios").glob("*.toml"))
    found = [convert(file.name, file.stem, read_tables(file), Historical) for file in files]
    for file, h in zip(files, found, strict=True):
        for problem in problems(h):
            raise CatalogError(f"{file.name}: {problem}")
    return MappingProxyType({h.id: h for h in sorted(found, key=lambda h: h.rank)})


def problems(h: Historical) -> Iterator[str]:
    """Yield what in a scenario doesn't fit the board, the civilizations, the cards or itself."""
    if h.map not in MAPS:
        yield f"map: there is no {h.map}"
        return
    for side in h.side:
        yield from side_problems(h, side)
    for neutral in h.neutral:
        yield from _areas(h, f"neutral {neutral.id}", (*neutral.stacks, *neutral.strongholds))
    yield from _areas(h, "barbarians", h.barbarians)
    yield from _areas(h, "closed", h.closed)
    yield from _areas(h, "border", h.border)
    for cast in h.cast:
        named = (*cast.played, *cast.unplayed, *cast.rather_npcs, *cast.alone)
        pairs = (civ for pair in (*cast.together, *cast.apart) for civ in pair)
        yield from _civs(h, f"cast of {cast.persons}", (*named, *pairs))
    for stance in h.stance:
        against = (c for c in stance.to if c not in {*GROUPS, *h.neutrals})
        yield from _civs(h, f"stance of {stance.npc}", (stance.npc, *against))
    yield from _civs(h, "setup", (*h.first_in_setup, *h.last_in_setup, *h.npc_vp, *filter(None, [h.favoured])))
    yield from _civs(h, "neutral", [neutral.friend for neutral in h.neutral if neutral.friend])
    letters = [letter for letter in (*(s.letter for s in h.side), *(n.letter for n in h.neutral)) if letter]
    if len(set(letters)) < len(letters):
        yield f"letters: {', '.join(letters)} are not all different"
    taken = [c for side in h.side for c in (side.colour, side.second_colour) if c]
    if len(set(taken)) < len(taken):
        yield f"colours: {', '.join(taken)} are not all different"
    if any(side.colour for side in h.side) != all(side.colour for side in h.side):
        yield "side: all have colours, or none has"


def side_problems(h: Historical, side: SideFacts) -> Iterator[str]:
    """Yield what in a scenario's civilization doesn't fit."""
    key = f"side {side.civ}"
    if side.civ not in CIVS:
        yield f"{key}: there is no such civilization"
        return
    if side.home and side.home not in playable(h.map):
        yield f"{key}: home {side.home} is out of play"
    if not side.home and not homes(side.civ, h.map, h.epoch):
        yield f"{key}: it has no Home Area on this map"
    yield from _areas(h, key, (*side.stacks, *side.strongholds, *side.gold, *side.barren))
    yield from (f"{key}: there is no card {n}" for n in side.cards if n not in CARDS)
    if side.deity not in {"", RANDOM, *DEITIES}:
        yield f"{key}: there is no Deity {side.deity}"
    if {side.colour, side.second_colour} - {"", *COLOURS}:
        yield f"{key}: {side.colour} {side.second_colour} are no colours"
    if sum(side.stacks.values()) > side.disks or side.disks > disks_of(side):
        yield f"{key}: {sum(side.stacks.values())} disks are placed of {side.disks}"


def disks_of(side: SideFacts) -> int:
    """Return how many disks the civ has for the game: 48, or 98 with a second colour."""
    return RULES.usable_disks_double if side.second_colour else RULES.usable_disks


def _areas(h: Historical, key: str, areas: Iterable[str]) -> Iterator[str]:
    return (f"{key}: {a} is out of play" for a in areas if a not in AREAS or a not in playable(h.map))


def _civs(h: Historical, key: str, civs: Iterable[str]) -> Iterator[str]:
    return (f"{key}: {civ} is none of the sides" for civ in civs if civ not in h.sides)


HISTORICAL: Final[Mapping[str, Historical]] = load()


def spoken_name(faction: str, label: str) -> str:
    """Return the name of a Faction in the current language, from its label in a scenario or Epoch."""
    if faction in CIVS and label == CIVS[faction].label:
        return CIVS[faction].name
    return name_in_language(f"acme.name.side.{slug_of(label)}", label)


def scenario_name_of(scenario: str, faction: str) -> str:
    """Return what that scenario calls a Faction; empty if it has no name of its own for it."""
    h = HISTORICAL.get(scenario)
    if h is None:
        return ""
    return h.sides[faction].label if faction in h.sides else h.neutrals[faction].label if faction in h.neutrals else ""


def home_in(scenario: str, civ: str) -> str:
    """Return the Home Area that the scenario fixes for a civ; empty if it fixes none."""
    h = HISTORICAL.get(scenario)
    return h.sides[civ].home if h is not None and civ in h.sides else ""


def in_order(scenario: str, faction: str) -> bool:
    """Return whether a neutral Faction has the last space in the Turn Order of that scenario (Playbook, Agamemnon)."""
    h = HISTORICAL.get(scenario)
    return h is not None and faction in h.neutrals and h.neutrals[faction].in_order
