"""Cross-checks of the definitions: what one file says must fit what the others say."""

from collections.abc import Iterable

from engine.acme.facts.definitions import Area, CivFacts
from engine.acme.facts.loading import Catalog
from engine.core.decoding import CatalogError
from engine.core.naming import fold

EDGES = "NESW"


def check(catalog: Catalog) -> Catalog:
    """Return the catalog itself; raises CatalogError, naming file and key, for the first contradiction."""
    for area in catalog.areas.values():
        check_area(catalog, area)
    check_maps(catalog)
    check_order(catalog)
    check_names(catalog)
    for civ in catalog.civs.values():
        check_civ(catalog, civ)
    check_cards(catalog)
    check_events(catalog)
    check_sections(catalog)
    return catalog


def fail(file: str, key: str, problem: str) -> None:
    raise CatalogError(f"{file}: {key}: {problem}")


def check_known(file: str, key: str, names: Iterable[object], among: Iterable[object]) -> None:
    """Raise CatalogError if one of the names isn't defined."""
    for name in names:
        if name not in among:
            fail(file, key, f"there is no {name}")


def check_area(catalog: Catalog, area: Area) -> None:
    file, key = "areas.toml", f"area {area.id}"
    check_known(file, f"{key}.region", [area.region], catalog.regions)
    check_known(file, f"{key}.adjacent", area.adjacent, catalog.areas)
    check_known(file, f"{key}.maps", area.maps, catalog.maps)
    check_known(file, f"{key}.edges", area.edges, area.maps)
    if area.adjacent != tuple(sorted(set(area.adjacent) - {area.id})):
        fail(file, f"{key}.adjacent", "must be sorted, without doubles and without the area itself")
    for other in area.adjacent:
        if area.id not in catalog.areas[other].adjacent:
            fail(file, f"{key}.adjacent", f"{other} does not name it in turn")
    if any(letter not in EDGES for letters in area.edges.values() for letter in letters):
        fail(file, f"{key}.edges", f"only the letters {EDGES} are sides")
    if area.island and any(catalog.areas[other].is_land for other in area.adjacent):
        fail(file, f"{key}.island", "it touches land")


def check_maps(catalog: Catalog) -> None:
    for board in catalog.maps.values():
        key = f"map {board.id}.marked"
        check_known("areas.toml", key, board.marked, catalog.areas)
        for name in board.marked:
            if board.id in catalog.areas[name].maps:
                fail("areas.toml", key, f"{name} is in play on this map")


def check_order(catalog: Catalog) -> None:
    if [area.order for area in catalog.areas.values()] != list(range(len(catalog.areas))):
        fail("areas.toml", "area.order", "must run from 0 upwards without gaps or doubles")


def check_names(catalog: Catalog) -> None:
    """Check that no name, alias or code means two areas, and no code begins another area's name or alias."""
    spelled: dict[str, str] = {}
    for area in catalog.areas.values():
        for name in {fold(name) for name in (area.id, area.label, area.code, *area.aliases)}:
            if name in spelled:
                fail("areas.toml", f"area {area.id}", f"“{name}” also means {spelled[name]}")
            spelled[name] = area.id
    for area in catalog.areas.values():
        for name, owner in spelled.items():
            if owner != area.id and name.startswith(area.code):
                fail("areas.toml", f"area {area.id}.code", f"“{area.code}” begins “{name}” of {owner}")


def check_civ(catalog: Catalog, civ: CivFacts) -> None:
    file, key = "civs.toml", f"civ {civ.id}"
    epochs = range(1, catalog.rules.epochs + 1)
    check_known(file, f"{key}.homes", [home.area for home in civ.homes], catalog.areas)
    check_known(file, f"{key}.epochs", civ.epochs, epochs)
    check_known(file, f"{key}.epoch_names", civ.epoch_names, [str(epoch) for epoch in epochs])
    for home in civ.homes:
        check_known(file, f"{key}.homes", home.epochs, epochs)
        if not catalog.areas[home.area].holds_cities:
            fail(file, f"{key}.homes", f"{home.area} can hold no City")
    if not civ.letters.isalpha() or not civ.letters.isupper():
        fail(file, f"{key}.letters", "must be capital letters")
    for ability in civ.abilities:
        check_known(file, f"{key}.abilities {ability.id}.areas", ability.areas, catalog.areas)
        check_known(file, f"{key}.abilities {ability.id}.epochs", ability.epochs, epochs)


def check_cards(catalog: Catalog) -> None:
    if list(catalog.cards) != list(range(1, len(catalog.cards) + 1)):
        fail("cards.toml", "card.number", "must run from 1 upwards without gaps")
    for card in catalog.cards.values():
        key = f"card {card.number}"
        if card.is_event != (card.group == "event"):
            fail("cards.toml", f"{key}.classes", "E and the group of events go together")
        if card.great_person != (card.group == "great_person"):
            fail("cards.toml", f"{key}.great_person", "must agree with its group")
        check_known("cards.toml", f"{key}.areas", card.areas, catalog.areas)
        if not card.classes or ("plain" in card.classes and len(card.classes) > 1):
            fail("cards.toml", f"{key}.classes", "either plain or letters")


def check_events(catalog: Catalog) -> None:
    """Check that the Epoch Event table begins with the first card, is ascending, and names Event cards for
    themselves.
    """
    lows = [event.low for event in catalog.rules.epoch_events]
    if lows != sorted(set(lows)) or lows[0] != min(catalog.cards):
        fail("rules.toml", "epoch_event", "low must begin with the first card and go up")
    for card in catalog.cards.values():
        if card.is_event is not (catalog.rules.epoch_event(card.number).id == "event_card"):
            fail("rules.toml", "epoch_event", f"card {card.number} must be on the line of Event cards if it is one")


def check_sections(catalog: Catalog) -> None:
    for section in catalog.sections.values():
        check_known("sections.toml", f"section {section.id}.sections", section.sections, catalog.sections)
        check_known("sections.toml", f"section {section.id}.cards", section.cards, catalog.cards)
