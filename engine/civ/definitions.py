"""What the data files of the game say: frozen definitions, each field with what it means."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

Deck: TypeAlias = Literal["classic", "mega"]
Track: TypeAlias = Literal["classic", "basic", "expert"]
Epoch: TypeAlias = Literal["stone", "early_bronze", "middle_bronze", "late_bronze", "early_iron", "late_iron"]
Group: TypeAlias = Literal["crafts", "sciences", "arts", "civics", "religion"]

EPOCHS: tuple[Epoch, ...] = ("stone", "early_bronze", "middle_bronze", "late_bronze", "early_iron", "late_iron")
GROUPS: tuple[Group, ...] = ("crafts", "sciences", "arts", "civics", "religion")


class CatalogError(Exception):
    """A data file is damaged or contradicts another: the message names the file and the key."""


class Fact(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of all definitions: immutable, and nothing is read that no field is for."""


class Region(Fact, frozen=True):
    """A part of the board, for lists that are too long for one menu."""

    id: str
    name: str


class Sea(Fact, frozen=True):
    """An open sea: crossed with Astronomy alone, and no ship ends there (CIV §8.4)."""

    id: str
    name: str
    code: str
    by_sea: tuple[str, ...]
    aliases: tuple[str, ...] = ()


class Coast(Fact, frozen=True):
    """A strip of water of an area, and what a ship reaches from it in one step (CIV §7.2)."""

    id: str
    by_sea: tuple[str, ...]


class Area(Fact, frozen=True):
    """An area of the board. `limit`: tokens it supports. `site`: empty in a wilderness (CIV §2.3)."""

    id: str
    name: str
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
        """Whether ships can lie there."""
        return bool(self.coasts)


class MapDef(Fact, frozen=True):
    """A board to play on: for how many, without which areas, by which nations (CIV §1.3, §3.1)."""

    id: str
    players: tuple[int, ...]
    extension: bool
    nations: tuple[str, ...]
    no_sites: tuple[str, ...] = ()
    out: tuple[str, ...] = ()


class NationDef(Fact, frozen=True):
    """A nation. `rank`: its place in the order of the A.S.T. (CIV §2.5); `paint`, `letter`: how its pieces look."""

    id: str
    name: str
    adjective: str
    rank: int
    colour: str
    paint: str
    letter: str
    start: tuple[str, ...]
    mega: str
    replaces: str = ""


class Demand(Fact, frozen=True):
    """What an epoch asks of a nation (CIV §19.4); `of_100` and the like count advances by their printed price."""

    cities: int = 0
    groups: int = 0
    advances: int = 0
    of_100: int = 0
    of_200: int = 0
    below_100: int = 0
    vp: int = 0


class Dice(Fact, frozen=True):
    """How many calamities come: what a die shows, and what is added (CIV §13.1)."""

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
        """The epoch in which a space lies; the start counts as Stone (CIV §13.1)."""
        return next((e for e in reversed(EPOCHS) if e in self.first and self.first[e] <= space), "stone")


class Pile(Fact, frozen=True):
    """A pile of money cards: its values, and how many cards there are of each (CIV §12.1)."""

    number: int
    id: str
    name: str
    cards: dict[str, int]


class Chain(Fact, frozen=True):
    """The next advance of a chain, and the credit towards it (CIV §18.2)."""

    to: str
    credit: int


class Advance(Fact, frozen=True):
    """A civilization card or advance. `gives`: credits by card (classic deck) or by group (mega deck)."""

    id: str
    name: str
    price: int
    groups: tuple[Group, ...]
    text: str
    gives: dict[str, int] = {}
    needs: tuple[str, ...] = ()
    leads: Chain | None = None
    special: bool = False
    limits: str = ""
    adapted: str = ""

    @property
    def vp(self) -> int:
        """Its worth on the Basic and Expert tracks, by its printed price (CIV §21.3)."""
        return 1 if self.price < 100 else 3 if self.price < 200 else 6


class Calamity(Fact, frozen=True):
    """A calamity of a deck. The trader of a tradable one is never named by choice (CIV §14.2)."""

    deck: Deck
    id: str
    name: str
    tradable: bool
