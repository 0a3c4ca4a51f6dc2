"""Classes for the data files: areas, civilizations, cards, Deities, constants, rule sections. All frozen."""

from typing import ClassVar, Literal, TypeAlias

from msgspec import Struct, field

from engine.core.text import name_in_language, raw_text

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


class Facts(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Base of everything read from a data file: a misspelt key is an error."""


class NamedFacts(Facts, frozen=True, kw_only=True):
    """A thing with a name: `label` in the file, `name` in the current language."""

    KIND: ClassVar[str] = ""
    label: str = field(name="name")

    @property
    def slug(self) -> str:
        """Return its slug in the catalogue."""
        return str(self.id)  # type: ignore[attr-defined]

    @property
    def name(self) -> str:
        """Return its name in the current language."""
        return name_in_language(f"acme.name.{self.KIND}.{self.slug}", self.label)


class Region(NamedFacts, frozen=True, kw_only=True):
    """A part of the board, for lists and prose; our own grouping."""

    KIND: ClassVar[str] = "region"
    id: RegionId


class MapDef(NamedFacts, frozen=True, kw_only=True):
    """A size of the board. `marked` is the line of areas that bounds it, themselves out of play (ACME §14)."""

    KIND: ClassVar[str] = "map"
    id: MapId
    standard: bool
    marked: tuple[AreaId, ...]

    @property
    def text(self) -> str:
        """Return the map's extent in words."""
        return raw_text(f"acme.map.{self.id}.text")


class AreaFacts(NamedFacts, frozen=True, kw_only=True):
    """An area as the file has it."""

    KIND: ClassVar[str] = "area"
    id: AreaId
    aliases: tuple[str, ...]
    code: str
    terrain: Terrain
    region: RegionId
    island: bool
    adjacent: tuple[AreaId, ...]
    name_known: Known = "fact"
    borders_known: Known = "fact"
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
        """Return whether a City can be there: in Plains, Fertile and Mountain areas (ACME §1)."""
        return self.terrain in ("plains", "fertile", "mountain")


class Home(Facts, frozen=True, kw_only=True):
    """A Home Area a civilization may have; `epochs` empty: in every Epoch."""

    area: AreaId
    epochs: tuple[int, ...] = ()


class Ability(NamedFacts, frozen=True, kw_only=True):
    """A line of a Civilization Display. `kind` names the rule; the other fields are its terms."""

    KIND: ClassVar[str] = "ability"
    id: str
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


class CivFacts(NamedFacts, frozen=True, kw_only=True):
    """A civilization and its Display. `plural`: "have", not "has"; `article`: "the" before its name in a sentence."""

    KIND: ClassVar[str] = "civ"
    id: CivId
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
    def period(self) -> str:
        """Return its years, as the language being spoken says them."""
        return name_in_language(f"acme.name.years.{self.id}", self.years)

    @property
    def phrase(self) -> str:
        """Return its name inside an English sentence: "Egypt", "the Hittites"."""
        return f"the {self.label}" if self.article else self.label

    def name_in(self, epoch: int) -> str:
        """Return its printed name in an Epoch; only the Indus Valley changes it (RUL-022)."""
        return self.epoch_names.get(str(epoch), self.label)

    def says(self, ability: Ability) -> str:
        """Return the text of one of its abilities, in our own words."""
        return raw_text(f"acme.ability.{self.id}.{ability.id}.text")

    def ability(self, ability_id: str) -> Ability | None:
        return next((ability for ability in self.abilities if ability.id == ability_id), None)


class Card(NamedFacts, frozen=True, kw_only=True):
    """A Fate card; `known` says how sure its effect is. `areas`: the sites its text names. `picture`: its pictogram.
    `harms`: it costs those it is played against something.
    """

    KIND: ClassVar[str] = "card"
    number: CardNo
    picture: str
    group: CardGroup
    classes: tuple[CardClass, ...]
    great_person: bool
    timing: tuple[Timing, ...]
    areas: tuple[AreaId, ...] = ()
    after_play: AfterPlay
    buyoff: Buyoff
    harms: bool = False
    known: Known
    name_known: Known
    npc_priority: int
    npc_category: NpcCategory

    @property
    def slug(self) -> str:
        """Return its number."""
        return str(self.number)

    @property
    def text(self) -> str:
        """Return the card's text, in our own words."""
        return raw_text(f"acme.card.{self.number}.text")

    @property
    def short(self) -> str:
        """Return the card's text in one line."""
        return raw_text(f"acme.card.{self.number}.short")

    @property
    def needs(self) -> str:
        """Return what the card needs before it is played; empty if nothing."""
        return raw_text(f"acme.card.{self.number}.needs")

    @property
    def is_great_person(self) -> bool:
        return self.great_person

    @property
    def is_event(self) -> bool:
        return "E" in self.classes

    @property
    def token(self) -> str:
        """Return the card as an option of a question."""
        return str(self.number)

    def has_class(self, letter: str) -> bool:
        return letter in self.classes


class Deity(NamedFacts, frozen=True, kw_only=True):
    """A Deity, or Monotheism, which only card 95 brings (ACME §12)."""

    KIND: ClassVar[str] = "deity"
    id: DeityId
    number: str
    picture: str
    timing: tuple[Timing, ...]
    known: Known
    name_known: Known

    @property
    def text(self) -> str:
        """Return what the Deity does, in our own words."""
        return raw_text(f"acme.deity.{self.id}.text")

    @property
    def short(self) -> str:
        """Return what the Deity does in one line."""
        return raw_text(f"acme.deity.{self.id}.short")


class RuleSection(Facts, frozen=True, kw_only=True):
    """A section of the rules in our own words. `ours`: the printed rule is unknown or left open."""

    id: str
    ours: bool
    cards: tuple[CardNo, ...] = ()
    sections: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """Return the section's title."""
        return raw_text(f"acme.section.{self.id}.title")

    @property
    def text(self) -> str:
        """Return the rule, in our own words."""
        return raw_text(f"acme.section.{self.id}.text")
