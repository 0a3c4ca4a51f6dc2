"""Reads the data files of the game and checks them against each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.civ.definitions import (
    EPOCHS,
    Advance,
    Area,
    Balance,
    Calamity,
    Deck,
    Demand,
    Dice,
    Epoch,
    MapDef,
    NationDef,
    Pile,
    Region,
    Sea,
    Track,
    TrackDef,
)
from engine.civ.numbers import Numbers
from engine.core.decoding import CatalogError, by_number, convert, entries, read_tables

Tables = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Catalog:
    """All definitions of the game, in the order of the files."""

    regions: Mapping[str, Region]
    seas: Mapping[str, Sea]
    areas: Mapping[str, Area]
    maps: Mapping[str, MapDef]
    default_map: Mapping[int, str]
    tokens: Mapping[int, int]
    nations: Mapping[str, NationDef]
    balance: Mapping[tuple[str, str], Balance]
    tracks: Mapping[tuple[Track, str], TrackDef]
    demands: Mapping[tuple[Track, Epoch], Demand]
    classic_deck: Mapping[Epoch, Demand]
    dice: Mapping[Epoch, Dice]
    piles: tuple[Pile, ...]
    advances: Mapping[Deck, Mapping[str, Advance]]
    calamities: Mapping[Deck, Mapping[str, Calamity]]
    figures: Mapping[tuple[Deck, str], Mapping[str, int]]
    numbers: Numbers


def load(folder: Path) -> Catalog:
    """Return all files of `folder`. Raises CatalogError that names file and key of what is missing, misspelt or
    wrong.
    """
    board, maps, tracks = (
        read_tables(folder / "areas.toml"),
        read_tables(folder / "maps.toml"),
        read_tables(folder / "tracks.toml"),
    )
    calamities = read_tables(folder / "calamities.toml")
    catalog = Catalog(
        regions=entries("areas.toml", board, "region", Region),
        seas=entries("areas.toml", board, "sea", Sea),
        areas=entries("areas.toml", board, "area", Area),
        maps=entries("maps.toml", maps, "map", MapDef),
        default_map=by_number("maps.toml", maps, "default", str),
        tokens=by_number("maps.toml", maps, "tokens", int),
        nations=entries("nations.toml", read_tables(folder / "nations.toml"), "nation", NationDef),
        balance=entries(
            "balance.toml", read_tables(folder / "balance.toml"), "balance", Balance, lambda b: (b.map, b.nation)
        ),
        tracks=entries("tracks.toml", tracks, "track", TrackDef, lambda track: (track.kind, track.nation)),
        demands=_demands(tracks),
        classic_deck=convert("tracks.toml", "classic_deck", tracks.get("classic_deck"), dict[Epoch, Demand]),
        dice=convert("tracks.toml", "dice", tracks.get("dice"), dict[Epoch, Dice]),
        piles=tuple(entries("money.toml", read_tables(folder / "money.toml"), "pile", Pile).values()),
        advances={deck: _advances(folder, deck) for deck in ("classic", "mega")},
        calamities={deck: _calamities(calamities, deck) for deck in ("classic", "mega")},
        figures=_figures(calamities),
        numbers=convert("rules.toml", "rules", read_tables(folder / "rules.toml"), Numbers),
    )
    return check(catalog)


def _demands(tables: Tables) -> Mapping[tuple[Track, Epoch], Demand]:
    raw = convert("tracks.toml", "demands", tables.get("demands"), dict[Track, dict[Epoch, Demand]])
    return {(kind, epoch): demand for kind, epochs in raw.items() for epoch, demand in epochs.items()}


def _advances(folder: Path, deck: Deck) -> Mapping[str, Advance]:
    file = f"advances_{deck}.toml"
    cards = [{**card, "deck": deck} for card in read_tables(folder / file)["card"]]
    return entries(file, {"card": cards}, "card", Advance)


def _calamities(tables: Tables, deck: Deck) -> Mapping[str, Calamity]:
    every = entries("calamities.toml", tables, "calamity", Calamity, lambda one: (one.deck, one.id))
    return {one.id: one for one in every.values() if one.deck == deck}


def _figures(tables: Tables) -> Mapping[tuple[Deck, str], Mapping[str, int]]:
    decks: tuple[Deck, ...] = ("classic", "mega")
    raw = {deck: convert("calamities.toml", deck, tables.get(deck), dict[str, dict[str, int]]) for deck in decks}
    return {(deck, name): figures for deck, table in raw.items() for name, figures in table.items()}


def check(catalog: Catalog) -> Catalog:
    """Return the catalog, if nothing in it contradicts anything else. Raises CatalogError."""
    _check_links(catalog)
    _check_names(catalog)
    _check_maps(catalog)
    _check_tracks(catalog)
    _check_cards(catalog)
    return catalog


def _known(file: str, key: str, named: Iterable[str], known: Iterable[str]) -> None:
    strange = sorted(set(named) - set(known))
    if strange:
        raise CatalogError(f"{file}: {key}: {strange[0]} is unknown")


def _check_links(catalog: Catalog) -> None:
    """Borders and water links go both ways, and water joins coasts or an open sea (CIV-018, CIV-019)."""
    by_sea = {a.id: {n for c in a.coasts for n in c.by_sea} for a in catalog.areas.values() if a.coasts}
    by_sea |= {sea.id: set(sea.by_sea) for sea in catalog.seas.values()}
    by_land = {a.id: set(a.by_land) for a in catalog.areas.values()}
    for links, way in ((by_land, "by_land"), (by_sea, "by_sea")):
        for one, others in links.items():
            _known("areas.toml", f"{one}.{way}", others, links)
            lone = sorted(other for other in others if one not in links[other])
            if lone or one in others:
                raise CatalogError(f"areas.toml: {one}.{way}: {[*lone, one][0]} does not link back")


def _check_names(catalog: Catalog) -> None:
    """No code is also the name, the alias or the code of another place (CIV-023)."""
    seen: dict[str, str] = {}
    places: list[Area | Sea] = [*catalog.areas.values(), *catalog.seas.values()]
    for place in places:
        for name in {place.id, place.code, *(n.casefold() for n in (place.label, *place.aliases))}:
            if seen.setdefault(name, place.id) != place.id:
                raise CatalogError(f"areas.toml: {place.id}: {name} also means {seen[name]}")
    for area in catalog.areas.values():
        _known("areas.toml", f"{area.id}.region", [area.region], catalog.regions)


def _check_maps(catalog: Catalog) -> None:
    """Maps name areas and nations that are there, and every nation can start somewhere (CIV §3)."""
    for nation in catalog.nations.values():
        _known("nations.toml", f"{nation.id}.start", nation.start, catalog.areas)
        if nation.replaces:
            _known("nations.toml", f"{nation.id}.replaces", [nation.replaces], catalog.nations)
    for board in catalog.maps.values():
        _known("maps.toml", f"{board.id}.out", board.out, catalog.areas)
        _known("maps.toml", f"{board.id}.no_sites", board.no_sites, catalog.areas)
        _known("maps.toml", f"{board.id}.nations", board.nations, catalog.nations)
        for name in board.nations:
            if set(catalog.nations[name].start) <= set(board.out):
                raise CatalogError(f"maps.toml: {board.id}.nations: {name} has no start area in play")
    for line in catalog.balance.values():
        _known("balance.toml", "map", [line.map], catalog.maps)
        _known("balance.toml", f"{line.map}.{line.nation}", [line.nation], catalog.maps[line.map].nations)
    for players, name in catalog.default_map.items():
        if name not in catalog.maps or players not in catalog.tokens:
            raise CatalogError(f"maps.toml: default.{players}: no such map, or no number of tokens")


def _check_tracks(catalog: Catalog) -> None:
    """Every nation has its three tracks, with epochs in order, each with its demands (CIV §19)."""
    kinds: tuple[Track, ...] = ("classic", "basic", "expert")
    for nation in catalog.nations:
        for kind in kinds:
            track = catalog.tracks.get((kind, nation))
            if track is None:
                raise CatalogError(f"tracks.toml: {nation} has no {kind} track")
            firsts = [track.first[e] for e in EPOCHS if e in track.first]
            if firsts != sorted(set(firsts)) or firsts[0] != 1 or track.last < firsts[-1]:
                raise CatalogError(f"tracks.toml: {nation}.{kind}.first: the epochs are not in order")
            _known("tracks.toml", f"{nation}.{kind}", track.first, [e for k, e in catalog.demands if k == kind])


def _check_cards(catalog: Catalog) -> None:
    """Check that cards name cards of their own deck, and that piles are numbered 1, 2, 3 ..."""
    classic, mega = catalog.advances["classic"], catalog.advances["mega"]
    for card in classic.values():
        _known("advances_classic.toml", card.id, (*card.gives, *card.needs), classic)
    for card in mega.values():
        _known("advances_mega.toml", card.id, card.gives, ("crafts", "sciences", "arts", "civics", "religion"))
        _known("advances_mega.toml", card.id, [card.leads.to] if card.leads else [], mega)
    for deck, name in catalog.figures:
        _known("calamities.toml", deck, [name], catalog.calamities[deck])
    if [pile.number for pile in catalog.piles] != list(range(1, len(catalog.piles) + 1)):
        raise CatalogError("money.toml: the piles are not numbered 1, 2, 3 ...")
