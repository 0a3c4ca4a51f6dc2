"""What the data files define: areas, civilizations, cards, Deities, constants, rule sections. All frozen."""

from typing import Literal, TypeAlias

from msgspec import Struct, field

AreaId: TypeAlias = str
CivId: TypeAlias = str
Faction: TypeAlias = str
CardNo: TypeAlias = int
DeityId: TypeAlias = str
MapId: TypeAlias = str
RegionId: TypeAlias = str

Terrain: TypeAlias = Literal["plains", "fertile", "mountain", "desert", "sea"]
CardClass: TypeAlias = Literal["plain", "I", "C", "N", "R", "E"]
CardGroup: TypeAlias = Literal[
    "great_person", "competition", "trade", "resource", "society", "bonus", "disaster", "religion", "event"
]
Timing: TypeAlias = Literal[
    "growth", "card_phase", "interrupt", "before_competition", "competition", "victory_tally", "draw_step", "on_draw"
]
AfterPlay: TypeAlias = Literal["discard", "stays", "end_of_phase", "set_aside", "display"]
Buyoff: TypeAlias = Literal["", "usual", "none", "own"]
NpcCategory: TypeAlias = Literal[
    "gain_cards",
    "restore_deity",
    "harm_deity",
    "gain_vp",
    "gain_mina",
    "lose_cards",
    "lose_mina",
    "remove_disks",
    "place_barbarians",
    "place_disks",
    "other",
    "competition",
    "negate",
    "event",
]
Known: TypeAlias = Literal["fact", "known", "partial", "inferred", "designed"]

BARBARIANS: Faction = "barbarians"


class CatalogError(ValueError):
    """A data file is broken; the message names the file and the key."""


class Facts(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Base of everything read from a data file: a misspelt key is an error."""


class Region(Facts, frozen=True, kw_only=True):
    """A part of the board, for lists and prose; our own grouping."""

    id: RegionId
    name: str


class MapDef(Facts, frozen=True, kw_only=True):
    """A size of the board. `marked` is the line of areas that bounds it, themselves out of play (ACME §14)."""

    id: MapId
    name: str
    text: str
    standard: bool
    marked: tuple[AreaId, ...]


class AreaFacts(Facts, frozen=True, kw_only=True):
    """An area as the file has it."""

    id: AreaId
    name: str
    aliases: tuple[str, ...]
    code: str
    terrain: Terrain
    region: RegionId
    island: bool
    adjacent: tuple[AreaId, ...]
    order: int
    maps: tuple[MapId, ...]
    edges: dict[MapId, str] = field(default_factory=dict)


class Area(AreaFacts, frozen=True, kw_only=True):
    """An area. `cap`: most disks of a Faction while placing (ACME §3.1); `rest_cap`: after Competition (§3.3)."""

    marked: tuple[MapId, ...]
    cap: int
    rest_cap: int

    @property
    def is_sea(self) -> bool:
        return self.terrain == "sea"

    @property
    def is_land(self) -> bool:
        return self.terrain != "sea"

    @property
    def is_desert(self) -> bool:
        return self.terrain == "desert"

    @property
    def holds_cities(self) -> bool:
        """A City can stand only in Plains, Fertile and Mountain areas (ACME §1)."""
        return self.terrain in ("plains", "fertile", "mountain")


class Home(Facts, frozen=True, kw_only=True):
    """A Home Area a civilization may have; `epochs` empty: in every Epoch."""

    area: AreaId
    epochs: tuple[int, ...] = ()


class Ability(Facts, frozen=True, kw_only=True):
    """A line of a Civilization Display. `kind` names the rule; the other fields are its terms."""

    id: str
    name: str
    text: str
    kind: str
    numbers: dict[str, int] = field(default_factory=dict)
    where: Literal["", "land", "any"] = ""
    needs: str = ""
    terrain: tuple[Terrain, ...] = ()
    areas: tuple[AreaId, ...] = ()
    epochs: tuple[int, ...] = ()
    known: Known

    def works_in(self, epoch: int) -> bool:
        return not self.epochs or epoch in self.epochs


class CivFacts(Facts, frozen=True, kw_only=True):
    """A civilization and its Display. `plural`: "have", not "has"; `article`: "the" before its name in a sentence."""

    id: CivId
    name: str
    adjective: str
    aliases: tuple[str, ...]
    letters: str
    plural: bool
    article: bool
    years: str
    epochs: tuple[int, ...]
    group: Literal["western", "eastern", "central_a", "central_b", "central_c"]
    homes: tuple[Home, ...]
    homes_known: Known
    epoch_names: dict[str, str] = field(default_factory=dict)
    abilities: tuple[Ability, ...]

    @property
    def phrase(self) -> str:
        """Its name inside a sentence: "Egypt", "the Hittites"."""
        return f"the {self.name}" if self.article else self.name

    def name_in(self, epoch: int) -> str:
        """Its name in an Epoch; only the Indus Valley changes it (RUL-022)."""
        return self.epoch_names.get(str(epoch), self.name)

    def ability(self, ability_id: str) -> Ability | None:
        return next((ability for ability in self.abilities if ability.id == ability_id), None)


class Card(Facts, frozen=True, kw_only=True):
    """A Fate card. `text`, `needs` and `short` are our own words; `known` says how sure its effect is.

    `areas`: the sites its text names. `picture`: its pictogram. `harms`: it costs those it is played against something.
    """

    number: CardNo
    name: str
    picture: str
    group: CardGroup
    classes: tuple[CardClass, ...]
    great_person: bool
    timing: tuple[Timing, ...]
    needs: str
    text: str
    short: str
    areas: tuple[AreaId, ...] = ()
    after_play: AfterPlay
    buyoff: Buyoff
    harms: bool = False
    known: Known
    name_known: Known
    npc_priority: int
    npc_category: NpcCategory

    @property
    def is_great_person(self) -> bool:
        return self.great_person

    @property
    def is_event(self) -> bool:
        return "E" in self.classes

    @property
    def token(self) -> str:
        """The card as an option of a question."""
        return str(self.number)

    def has_class(self, letter: str) -> bool:
        return letter in self.classes


class Deity(Facts, frozen=True, kw_only=True):
    """A Deity, or Monotheism, which only card 95 brings (ACME §12)."""

    id: DeityId
    number: str
    name: str
    picture: str
    timing: tuple[Timing, ...]
    text: str
    short: str
    known: Known
    name_known: Known


class RuleSection(Facts, frozen=True, kw_only=True):
    """A section of the rules in our own words. `ours`: the printed rule is unknown or left open."""

    id: str
    title: str
    text: str
    ours: bool
    cards: tuple[CardNo, ...] = ()
    sections: tuple[str, ...] = ()
