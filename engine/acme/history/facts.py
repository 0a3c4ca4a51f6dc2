"""What `data/acme/scenarios` says of the historical scenarios: read once, strictly, and checked against the catalog."""

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
from engine.core.said import NOTHING, SPACE, Said, strung
from engine.core.text import has_text, name_in_language, raw_text

RANDOM: Final = "random"
PERSONS, OTHERS, NPCS = "persons", "others", "npcs"
GROUPS: Final = (PERSONS, OTHERS, NPCS)


def slug_of(name: str) -> str:
    """A name as a word of the catalogue."""
    return name.lower().replace(" ", "_")


class SideFacts(NamedFacts, frozen=True, kw_only=True):
    """A civilization of a scenario, and how it begins.

    `name`: what it is called here, with `article` as "the …" in a sentence; `letter`: that on its disks, if not the
    usual one. `home`: its Home Area, else its player chooses; `place`: its space in the first Turn Order, else as
    drawn. `stacks`: disks that lie where they are named; what is left of `disks` goes by the usual procedure,
    `home_disks` of them into the Home Area. `hand`: first cards, -1 as the scenario has it; `cards`: given besides,
    `safe` if they stay its own whatever happens to them. `deity`: an id, or `random`. `empire`: the name of the
    empire of several civs, which win or lose together. `draws`: cards drawn without mina, -1 as usual. `bonus`: VP
    the civ gains as an NPC in each Victory Tally beside one person who plays the civ named. `exiled`: its Home Area
    is not its own yet. `barren`: areas whose Cities bring it no VP, in the Tally or for Most Cities.
    """

    KIND: ClassVar[str] = "side"
    label: str = field(name="name", default="")
    civ: CivId
    article: bool = False
    letter: str = ""
    colour: str = ""
    second_colour: str = ""
    displays: tuple[CivId, ...] = ()
    home: AreaId = ""
    place: int = 0
    disks: int = 12
    home_disks: int = 2
    stacks: dict[AreaId, int] = field(default_factory=dict)
    strongholds: tuple[AreaId, ...] = ()
    gold: tuple[AreaId, ...] = ()
    hand: int = -1
    cards: tuple[CardNo, ...] = ()
    safe: bool = False
    empire: str = ""
    deity: str = ""
    draws: int = -1
    least_growth: int = 0
    invader: bool = False
    exiled: bool = False
    barren: tuple[AreaId, ...] = ()

    @property
    def slug(self) -> str:
        """Its name as a word of the catalogue."""
        return slug_of(self.label)

    @property
    def phrase(self) -> str:
        """Its name here inside an English sentence."""
        return f"the {self.label}" if self.article else self.label


class NeutralFacts(NamedFacts, frozen=True, kw_only=True):
    """Disks of nobody's: a Faction without a seat, Display, cards or VP.

    `friend`: the civ with which it fights as one. `in_order`: it has the last space in the Turn Order.
    """

    KIND: ClassVar[str] = "side"
    id: str
    article: bool = False
    colour: str
    letter: str
    friend: CivId = ""
    in_order: bool = False
    disks: int = 50
    stacks: dict[AreaId, int] = field(default_factory=dict)
    strongholds: tuple[AreaId, ...] = ()

    @property
    def slug(self) -> str:
        """Its name as a word of the catalogue."""
        return slug_of(self.label)

    @property
    def phrase(self) -> str:
        """Its name inside an English sentence."""
        return f"the {self.label}" if self.article else self.label


class Stance(Facts, frozen=True, kw_only=True):
    """To whom a civ is hostile when it is an NPC: civs, or `persons`, `others`, `npcs`; with so many persons only.

    `primary`: its Primary enemy in the first turn. `always`: it remains hostile to them whatever happens.
    """

    npc: CivId
    to: tuple[str, ...]
    persons: tuple[int, ...] = ()
    primary: str = ""
    always: bool = False


class Cast(Facts, frozen=True, kw_only=True):
    """Who may play what with so many persons; several of one number are alternatives.

    `npcs`: how many civs may be NPCs. `played`: civs that persons must play; `unplayed`: civs that must be NPCs;
    `rather_npcs`: civs that become NPCs unless somebody names one. `alone`: whoever plays it plays nothing else;
    `together`: two civs of one player; `apart`: two that no player may have both. `most`: civs a person may have.
    """

    persons: int
    npcs: tuple[int, ...] = (0,)
    played: tuple[CivId, ...] = ()
    unplayed: tuple[CivId, ...] = ()
    rather_npcs: tuple[CivId, ...] = ()
    alone: tuple[CivId, ...] = ()
    together: tuple[tuple[CivId, CivId], ...] = ()
    apart: tuple[tuple[CivId, CivId], ...] = ()
    most: int = 1


class Historical(Facts, frozen=True, kw_only=True):
    """A historical scenario.

    `rank`: its place in the list of scenarios; `starter`: one to learn the game with alone; `whole`: its rules name
    its civs, so that no position can do without one. `gold`: when Gold lies on the map: `solo` with one person
    against NPCs only. `quiet_turns`: so many first turns Events are ignored; `ignored`: Events that always are.
    `sudden_end`: Epochs with the Sudden End test; `tested`: the turns after which it is made, where it is not made as
    usual. `turns`: how many an Epoch has at most. `conquest`: a civ that Controls its own and so many other Home
    Areas ends the game at that `moment`, and has `won` by it or ends it only. `lead`: so many VP ahead of the second
    civ ends it. `favoured`: to whom ties for the Primary enemy go. `first_in_setup`, `last_in_setup`: who sets up
    outside Turn Order. `closed`: areas that nobody may enter while setting up. `barbarians`: black disks before
    anybody sets up, or `barbarians_last`. `border`: areas in which a border is marked. `deities`: whether initial
    Deities are an option.
    """

    id: str
    rank: int
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
    hand: int = 5
    gold: Literal["", "solo", "always"] = ""
    whole: bool = False
    gilgamesh: bool = True
    deities: bool = True
    quiet_turns: int = 0
    ignored: tuple[CardNo, ...] = ()
    sudden_end: tuple[int, ...] = (1, 2, 3, 4)
    tested: tuple[int, ...] = ()
    turns: int = RULES.turns_per_epoch
    conquest: int = 0
    moment: Moment = "turn"
    won: bool = False
    lead: int = 0
    favoured: CivId = ""
    first_in_setup: tuple[CivId, ...] = ()
    last_in_setup: tuple[CivId, ...] = ()
    closed: tuple[AreaId, ...] = ()
    barbarians: dict[AreaId, int] = field(default_factory=dict)
    barbarians_last: bool = False
    border: tuple[AreaId, ...] = ()
    npc_vp: dict[CivId, int] = field(default_factory=dict)

    @property
    def title(self) -> Said:
        """What it is called."""
        return Said(f"acme.scenario.{self.id}.title")

    def told(self, what: str) -> str:
        """A text about it: `period` and `background`; what else ends it or decides it (`ending`) or is different
        (`special`), empty if nothing.
        """
        return " ".join(raw_text(f"acme.scenario.{self.id}.{what}").split())

    @property
    def deities_text(self) -> Said:
        """What initial Deities mean here; nothing if what they mean elsewhere."""
        key = f"acme.scenario.{self.id}.deities_text"
        return Said(key) if has_text(key) else NOTHING

    def advice(self, persons: int) -> Said:
        """Who may play what with so many persons, in words; nothing if it cannot be played so."""
        numbers = range(1, 1 + len(self.casts(persons)))
        return strung([Said(f"acme.scenario.{self.id}.cast.{persons}.{i}") for i in numbers], SPACE)

    @property
    def sides(self) -> Mapping[CivId, SideFacts]:
        """The civilizations by id, as the file lists them."""
        return {side.civ: side for side in self.side}

    @property
    def neutrals(self) -> Mapping[str, NeutralFacts]:
        """The neutral Factions by id."""
        return {neutral.id: neutral for neutral in self.neutral}

    @property
    def returns(self) -> bool:
        """Whether anybody can come back by Gilgamesh: not in the first turn played nor in the last Epoch (RUL-123)."""
        return self.gilgamesh and self.last_epoch - self.epoch > int(self.turn >= self.turns)

    def casts(self, persons: int) -> tuple[Cast, ...]:
        """What is possible with so many persons."""
        return tuple(cast for cast in self.cast if cast.persons == persons)


def load() -> Mapping[str, Historical]:
    """All historical scenarios by rank. Raises CatalogError that names file and key."""
    files = sorted(data.path("acme", "scenarios").glob("*.toml"))
    found = [convert(file.name, file.stem, read_tables(file), Historical) for file in files]
    for file, h in zip(files, found, strict=True):
        for problem in problems(h):
            raise CatalogError(f"{file.name}: {problem}")
    return MappingProxyType({h.id: h for h in sorted(found, key=lambda h: h.rank)})


def problems(h: Historical) -> Iterator[str]:
    """What of a scenario does not fit the board, the civilizations, the cards or itself."""
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
    """What of a civilization does not fit."""
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
    """How many disks the civ has for the game: 48, 98 with a second colour."""
    return RULES.usable_disks_double if side.second_colour else RULES.usable_disks


def _areas(h: Historical, key: str, areas: Iterable[str]) -> Iterator[str]:
    return (f"{key}: {a} is out of play" for a in areas if a not in AREAS or a not in playable(h.map))


def _civs(h: Historical, key: str, civs: Iterable[str]) -> Iterator[str]:
    return (f"{key}: {civ} is none of the sides" for civ in civs if civ not in h.sides)


HISTORICAL: Final[Mapping[str, Historical]] = load()


def spoken_name(faction: str, label: str) -> str:
    """What a Faction that its scenario or Epoch calls so is called in the language being spoken."""
    if faction in CIVS and label == CIVS[faction].label:
        return CIVS[faction].name
    return name_in_language(f"acme.name.side.{slug_of(label)}", label)


def called(scenario: str, faction: str) -> str:
    """What that scenario calls a Faction; empty if it has no name of its own for it."""
    h = HISTORICAL.get(scenario)
    if h is None:
        return ""
    return h.sides[faction].label if faction in h.sides else h.neutrals[faction].label if faction in h.neutrals else ""


def home_in(scenario: str, civ: str) -> str:
    """The Home Area that the scenario fixes for a civ; empty if it fixes none."""
    h = HISTORICAL.get(scenario)
    return h.sides[civ].home if h is not None and civ in h.sides else ""


def in_order(scenario: str, faction: str) -> bool:
    """Whether a neutral Faction has the last space in the Turn Order of that scenario (Playbook, Agamemnon)."""
    h = HISTORICAL.get(scenario)
    return h is not None and faction in h.neutrals and h.neutrals[faction].in_order
