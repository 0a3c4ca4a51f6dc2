"""Frozen classes for the data files, with the meaning of each field."""

from __future__ import annotations

from typing import ClassVar, Literal, TypeAlias

import msgspec

from engine.core.text import name_in_language, raw_text

Deck: TypeAlias = Literal["classic", "mega"]
Track: TypeAlias = Literal["classic", "basic", "expert"]
Epoch: TypeAlias = Literal["stone", "early_bronze", "middle_bronze", "late_bronze", "early_iron", "late_iron"]
Group: TypeAlias = Literal["crafts", "sciences", "arts", "civics", "religion"]

EPOCHS: tuple[Epoch, ...] = ("stone", "early_bronze", "middle_bronze", "late_bronze", "early_iron", "late_iron")
GROUPS: tuple[Group, ...] = ("crafts", "sciences", "arts", "civics", "religion")


class Fact(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of all definitions: immutable, and nothing is read that no field is for."""


class NamedFact(Fact, frozen=True, kw_only=True):
    """A thing with a name: `label` in the file, `name` in the current language."""

    KIND: ClassVar[str] = ""
    id: str
    label: str = msgspec.field(name="name")

    @property
    def name(self) -> str:
        """Return its name in the current language."""
        return name_in_language(f"civ.name.{self.KIND}.{self.id}", self.label)


class Region(NamedFact, frozen=True, kw_only=True):
    """A part of the board, for lists that are too long for one menu."""

    KIND: ClassVar[str] = "region"


class Sea(NamedFact, frozen=True, kw_only=True):
    """An open sea: crossed with Astronomy alone, and no ship ends there (CIV §8.4)."""

    KIND: ClassVar[str] = "sea"
    code: str
    by_sea: tuple[str, ...]
    aliases: tuple[str, ...] = ()


class Coast(Fact, frozen=True):
    """A strip of water of an area, and what a ship reaches from it in one step (CIV §7.2)."""

    id: str
    by_sea: tuple[str, ...]


class Area(NamedFact, frozen=True, kw_only=True):
    """An area of the board. `limit`: tokens it supports. `site`: empty in a wilderness (CIV §2.3)."""

    KIND: ClassVar[str] = "area"
    code: str
    region: str
    limit: int
    by_land: tuple[str, ...] = ()
    coasts: tuple[Coast, ...] = ()
    aliases: tuple[str, ...] = ()
    site: Literal["", "black", "white"] = ""
    plain: str = ""
    volcano: str = ""
    island: bool = False
    doubt: Literal["", "limit", "site", "plain"] = ""

    @property
    def coastal(self) -> bool:
        """Return whether ships can be there."""
        return bool(self.coasts)


class MapDef(Fact, frozen=True):
    """A board to play on: for how many, without which areas, by which nations (CIV §1.3, §3.1)."""

    id: str
    players: tuple[int, ...]
    extension: bool
    nations: tuple[str, ...]
    no_sites: tuple[str, ...] = ()
    out: tuple[str, ...] = ()


class Balance(Fact, frozen=True, kw_only=True):
    """How often computers won with a nation on a board, playing each other. `fair`: how often by chance alone."""

    map: str
    nation: str
    games: int
    wins: int
    fair: float

    @property
    def share(self) -> float:
        """Return the wins beside those of chance."""
        return self.wins / self.fair

    @property
    def rare(self) -> bool:
        """Return whether it wins less than a third of its fair share."""
        return 3 * self.wins < self.fair


class NationDef(NamedFact, frozen=True, kw_only=True):
    """A nation. `rank`: its place in the order of the A.S.T. (CIV §2.5); `paint`, `letter`: how its pieces look."""

    KIND: ClassVar[str] = "civ"
    adjective: str
    rank: int
    colour: str
    paint: str
    letter: str
    start: tuple[str, ...]
    mega: str
    replaces: str = ""


class Demand(Fact, frozen=True):
    """The requirements of an epoch (CIV §19.4); `of_100` and the like count advances by their printed price."""

    cities: int = 0
    groups: int = 0
    advances: int = 0
    of_100: int = 0
    of_200: int = 0
    below_100: int = 0
    vp: int = 0


class Dice(Fact, frozen=True):
    """How many calamities come: a die's sides, and what is added (CIV §13.1)."""

    sides: int
    add: int


class TrackDef(Fact, frozen=True):
    """The spaces of a nation. `first`: where each epoch begins; `points`: what spaces of Late Iron ask (CIV §19.2)."""

    nation: str
    kind: Track
    last: int
    first: dict[Epoch, int]
    points: dict[str, int] = {}

    def epoch(self, space: int) -> Epoch:
        """Return the epoch of a space; the start counts as Stone (CIV §13.1)."""
        return next((e for e in reversed(EPOCHS) if e in self.first and self.first[e] <= space), "stone")


class Pile(NamedFact, frozen=True, kw_only=True):
    """A pile of money cards: its values, and how many cards there are of each (CIV §12.1)."""

    KIND: ClassVar[str] = "pile"
    number: int
    cards: dict[str, int]


class Chain(Fact, frozen=True):
    """The next advance of a chain, and the credit towards it (CIV §18.2)."""

    to: str
    credit: int


class Advance(NamedFact, frozen=True, kw_only=True):
    """A civilization card or advance. `gives`: credits by card (classic deck) or by group (mega deck).

    Its texts are `civ.effect.<deck>.<id>` in the catalogue.
    """

    KIND: ClassVar[str] = "advance"
    deck: Deck
    price: int
    groups: tuple[Group, ...]
    gives: dict[str, int] = {}
    needs: tuple[str, ...] = ()
    leads: Chain | None = None
    special: bool = False

    @property
    def text(self) -> str:
        """Return what the advance does."""
        return self._says("text")

    @property
    def limits(self) -> str:
        """Return what limits its ability; empty if nothing."""
        return self._says("limits")

    @property
    def adaptation(self) -> str:
        """Return how it differs from the printed card; empty if it doesn't."""
        return self._says("adapted")

    def _says(self, what: str) -> str:
        return raw_text(f"civ.effect.{self.deck}.{self.id}.{what}")

    @property
    def vp(self) -> int:
        """Return its worth on the Basic and Expert tracks, by its printed price (CIV §21.3)."""
        return 1 if self.price < 100 else 3 if self.price < 200 else 6


class Calamity(NamedFact, frozen=True, kw_only=True):
    """A calamity of a deck. The trader of a tradable one is never named by choice (CIV §14.2)."""

    KIND: ClassVar[str] = "calamity"
    deck: Deck
    tradable: bool
