"""The board in words, for those who do not see the pictures: an area, a region, the whole board."""

from __future__ import annotations

from collections.abc import Iterable

from engine.acme.catalog import AREAS, DEITIES, REGIONS, neighbours
from render.acme.alt import faction
from render.acme.board import area_name, in_play, region_areas, region_name
from render.acme.position import BARBARIANS, CITY, Position, Raw, read
from render.wording import texts

PAGE = 1500  # characters
SETTLEMENT = 2  # disks


def board_text(view: Raw) -> list[str]:
    """The whole board, region by region, on pages of at most 1,500 characters."""
    position = read(view)
    told = [region_words(position, region) for region in REGIONS if region_areas(position.map, region)]
    pages: list[str] = []
    for part in (piece for words in told for piece in broken(words, PAGE)):
        if pages and len(pages[-1]) + 2 + len(part) <= PAGE:
            pages[-1] += f"\n\n{part}"
        else:
            pages.append(part)
    return pages


def region_text(view: Raw, region: str) -> str:
    """The areas of a region in play: contested ones, those of every civilization by size, Barbarians, vacant ones.
    KeyError for an unknown region."""
    return broken(region_words(read(view), region), PAGE)[0]


def area_text(view: Raw, area: str) -> str:
    """Everything about one area: terrain, stacks, what stands there, limits, neighbours. ValueError if it is out of
    play."""
    position = read(view)
    if area not in in_play(position.map):
        raise ValueError(f"{area} is out of play on the map {position.map}")
    say, facts = texts("pictures")["say"], AREAS[area]
    terrain = texts("pictures")["terrain"][facts.terrain]
    words = f"**{facts.name}** {terrain}, {region_name(facts.region)}. {capital(contents(position, area))}."
    near = " · ".join(neighbour(position, area, other) for other in neighbours(position.map, area))
    return f"{words} {limits(area)} {say['next_to'].format(areas=near)}"[:PAGE]


def capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def limits(area: str) -> str:
    """How many disks a Faction may have there (ACME §3)."""
    say, facts = texts("pictures")["say"], AREAS[area]
    if facts.cap == facts.rest_cap:
        return str(say["limit_same"].format(n=facts.cap))
    return str(say["limit"].format(n=facts.cap, after=facts.rest_cap))


def neighbour(position: Position, area: str, other: str) -> str:
    """'Petra vacant', and the terrain where it is another."""
    name = area_name(other)
    if AREAS[other].terrain != AREAS[area].terrain:
        name += f" ({texts('pictures')['terrain'][AREAS[other].terrain]})"
    return f"{name} {contents(position, other)}"


def region_words(position: Position, region: str) -> str:
    """A region in one paragraph."""
    areas = region_areas(position.map, region)
    vacant = [a for a in areas if not contents_known(position, a)]
    told = [f"{area_name(a)}: {contents(position, a)}." for a in in_reading_order(position, areas) if a not in vacant]
    if vacant:
        names = ", ".join(area_name(a) for a in vacant)
        told.append(texts("pictures")["say"]["vacant_list"].format(areas=names))
    return " ".join([f"**{region_name(region)}**", *told])


def contents_known(position: Position, area: str) -> bool:
    """Is there anything to be said of the area?"""
    site = position.site(area)
    return bool(site.disks or site.stronghold or site.gold or site.bonus or site.home)


def in_reading_order(position: Position, areas: Iterable[str]) -> list[str]:
    """Contested first, then by owner in turn order, larger stacks first, Barbarians near the end."""
    rank = {faction: i for i, faction in enumerate(position.order)}

    def place(area: str) -> tuple[bool, int, int]:
        site = position.site(area)
        first = next(iter(position.ranked(area)), "")
        owner = rank.get(first, len(rank) + (first != BARBARIANS))
        return not site.contested, owner, -site.disks.get(first, 0)

    return sorted(areas, key=place)


def contents(position: Position, area: str) -> str:
    """'Egypt 4 City, Babylon 3 City, Contested, Home of Egypt'."""
    say, site = texts("pictures")["say"], position.site(area)
    parts = [stack(position, f, site.disks[f]) for f in position.ranked(area)] or [say["vacant"]]
    parts += [say["contested"]] if site.contested else []
    parts += [home(position, site.home, alone=list(site.disks) == [site.home])] if site.home else []
    parts += [say["stronghold"]] if site.stronghold else []
    parts += [say["gold"]] if site.gold else []
    parts += [texts("pictures")["bonus"][site.bonus]] if site.bonus else []
    return ", ".join(parts)


def stack(position: Position, slug: str, disks: int) -> str:
    """'Egypt 4 City'."""
    size = "city" if disks >= CITY else "settlement" if disks >= SETTLEMENT else "camp"
    pattern: str = texts("pictures")["stack"][size]
    return pattern.format(civ=faction(position, slug), n=disks)


def home(position: Position, civ: str, *, alone: bool) -> str:
    """'Home', with whose it is if others stand there, and with its temple."""
    say = texts("pictures")["say"]
    words = say["home"] if alone else say["home_of"].format(civ=faction(position, civ))
    deity = position.civs[civ].deity if civ in position.civs else ""
    return f"{words} with {say['temple'].format(deity=DEITIES[deity].name)}" if deity else str(words)


def broken(words: str, limit: int) -> list[str]:
    """The text in parts of at most `limit` characters, broken after sentences."""
    parts: list[str] = []
    for sentence in words.split(". "):
        if parts and len(parts[-1]) + 2 + len(sentence) <= limit:
            parts[-1] += f". {sentence}"
        else:
            parts.append(sentence)
    return [part if part.endswith(".") else f"{part}." for part in parts]
