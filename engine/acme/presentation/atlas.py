"""The board of ACME in words: by region in one fixed order, or one area with everything about it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from engine.acme.facts.catalog import AREAS, BARBARIANS, REGIONS, neighbours
from engine.acme.presentation.culture import has_tracks, track_pages
from engine.acme.presentation.names import NAMES, WHOSE, names_of
from engine.acme.presentation.said import said
from engine.acme.presentation.stacks import contested, is_city, is_settlement, stacks_by_size
from engine.acme.view import AcmeView
from engine.core.atlas import ShapeFacts, SidePicture
from engine.core.naming import fold
from engine.core.text import capital, list_parts, paginate

PAGE: Final = 2900
CONTESTED: Final = "contested"
MINE: Final = "mine"
BRIEF: Final = 700
PHONE: Final = "phone"
CULTURE: Final = "culture"


class AcmeAtlas:
    """The board in words."""

    shows: tuple[str, ...] = (CONTESTED, PHONE)
    side_pictures: tuple[str, ...] = (CULTURE,)

    def side_picture(self, view: AcmeView, name: str, _seat: str) -> SidePicture:
        """Return the Culture Tracks; nothing of them in a game without."""
        if name != CULTURE:
            raise KeyError(name)
        return SidePicture(track_pages(view), drawn=has_tracks(view))

    def pictures_to_post(self, _view: AcmeView, _since: AcmeView) -> Sequence[str]:
        """Return nothing: the board shows it all."""
        return ()

    def regions(self, view: AcmeView) -> Sequence[tuple[str, str]]:
        """Return the regions with areas in play."""
        return [(region, REGIONS[region].name) for region in regions(view)]

    def is_region(self, slug: str) -> bool:
        """Return whether there is such a region."""
        return slug in REGIONS

    def area(self, view: AcmeView, slug: str) -> str:
        """Return terrain, stacks, limits, and neighbours with their stacks."""
        return area_text(view, slug)

    def shape(self, view: AcmeView, shape: str) -> ShapeFacts:
        """Return the name of an area, then its terrain, stacks and limits."""
        slug = shape.partition(":")[2]
        return ShapeFacts(AREAS[slug].name, " ".join(facts(view, slug)))

    def pages(self, view: AcmeView, only: Iterable[str] | None = None) -> list[str]:
        """Return the board in paragraphs by region."""
        wanted = None if only is None else frozenset(only)
        told = [region_text(view, r, lambda a: wanted is None or a in wanted) for r in REGIONS]
        tracks = ["\n".join(track_pages(view))] if only is None and has_tracks(view) else []
        return paginate([*tracks, *(region for region in told if region)], "\n\n", PAGE)

    def within(self, view: AcmeView, show: str, seats: Sequence[str]) -> list[str]:
        """Return the areas of a region, the seats' own areas or the Contested ones; for a phone's board, all areas."""
        kind, _, slug = show.partition(":")
        if kind == "region":
            return [a for a in view.areas if AREAS[a].region == slug]
        if show == PHONE:
            return list(view.areas)
        return mine(view, seats) if show == MINE else contested(view)

    def changed_areas(self, view: AcmeView, since: AcmeView) -> list[str]:
        """Return the areas whose stacks differ."""
        return changed_areas(view, since)

    def changes(self, view: AcmeView, since: AcmeView) -> list[str]:
        """Return each changed area in a line: `Judah Egypt 3→4, Babylon 1→0`."""
        return change_pages(view, since)

    def own(self, view: AcmeView, seat: str) -> list[str]:
        """Return nothing: the board shows it all."""
        del view, seat
        return []

    def brief(self, view: AcmeView) -> str:
        """Return the Contested areas, and the Culture Tracks."""
        told = [said("standing.stacks", area=NAMES.name("area", a), stacks=state(view, a)) for a in contested(view)]
        fights = said("standing.contested", areas=list_parts(told, BRIEF)) if told else said("map.no_contested")
        return " ".join([fights, *track_pages(view)[:-1]])


def region_text(view: AcmeView, region: str, only: Callable[[str], bool] = lambda _area: True) -> str:
    """Return a region: its occupied areas, those of one Faction together, then the vacant ones; empty if none is
    wanted.
    """
    there = [a for a in view.areas if AREAS[a].region == region and only(a)]
    if not there:
        return ""
    rank = {slug: i for i, slug in enumerate((*view.order, *view.neutrals, BARBARIANS))}
    held = sorted((a for a in there if stacks_by_size(view, a)), key=lambda a: _place(view, a, rank))
    vacant = [
        NAMES.name("area", a) for a in sorted(there, key=lambda a: fold(AREAS[a].name)) if not stacks_by_size(view, a)
    ]
    lines = [said("prose.area", area=NAMES.name("area", a), stacks=state(view, a)) for a in held]
    lines += [said("prose.vacant", areas=", ".join(vacant))] if vacant else []
    return said("prose.region", region=REGIONS[region].name, areas=" ".join(lines))


def _place(view: AcmeView, area: str, rank: Mapping[str, int]) -> tuple[int, int, str]:
    faction, disks = stacks_by_size(view, area)[0]
    return rank.get(faction, len(rank)), -disks, AREAS[area].name


def state(view: AcmeView, area: str) -> str:
    """Return what is in an area: `Egypt 4 City, Babylon 3 City, Contested`."""
    parts = [stack(view, area, faction, n) for faction, n in stacks_by_size(view, area)]
    return ", ".join([*parts, *marks(view, area)])


def stack(view: AcmeView, area: str, faction: str, disks: int) -> str:
    """Return one stack: `Egypt 4 City`."""
    kind = (
        said("prose.city") if is_city(area, disks) else said("prose.settlement") if is_settlement(area, disks) else ""
    )
    kind = "" if faction == BARBARIANS else kind
    return said("prose.stack", civ=names_of(view).name("civ", faction), n=disks, kind=kind)


def marks(view: AcmeView, area: str) -> list[str]:
    """Return what marks an area besides its disks: Contested, Home, Stronghold, bonus."""
    there = view.areas[area]
    home, bonus = there.home, there.bonus
    return [
        *([said("prose.contested")] if there.contested else []),
        *([said("prose.home_of", civ=names_of(view).phrase("civ", home, WHOSE))] if home else []),
        *([said("prose.stronghold")] if there.stronghold else []),
        *([said("prose.gold")] if there.gold else []),
        *([said(f"prose.bonus.{bonus}")] if bonus else []),
    ]


def area_text(view: AcmeView, area: str) -> str:
    """Return one area with everything: terrain, stacks, limits, neighbours with their stacks."""
    lines = [*facts(view, area), around(view, area)]
    return f"**{AREAS[area].name}** {' '.join(line for line in lines if line)}"


def facts(view: AcmeView, area: str) -> list[str]:
    """Return the sentences about an area itself: terrain, stacks, limits, temple."""
    where = said("prose.of_region", terrain=terrain(area), region=REGIONS[AREAS[area].region].name)
    now = f"{state(view, area)}." if stacks_by_size(view, area) or marks(view, area) else ""
    told = (where, now or said("prose.is_vacant"), limits(area), temple(view, area))
    return [sentence for sentence in told if sentence]


def terrain(area: str) -> str:
    """Return the terrain of an area as a word."""
    return said(f"prose.terrain.{AREAS[area].terrain}")


def limits(area: str) -> str:
    """Return how many disks of one Faction the area takes (ACME §3), in words."""
    place = AREAS[area]
    key = "prose.limit_same" if place.cap == place.rest_cap else "prose.limit"
    return said(key, n=place.cap, after=place.rest_cap)


def temple(view: AcmeView, area: str) -> str:
    """Return the line about the temple in a Home Area whose civilization has a Deity; empty elsewhere."""
    for civ in view.civs.values():
        if (civ.temple or civ.home) == area and civ.deity and civ.deity_state != "away":
            return capital(f"{said('prose.temple', deity=NAMES.name('deity', civ.deity))}.")
    return ""


def around(view: AcmeView, area: str) -> str:
    """Return the neighbours of an area with their stacks."""
    near = [beside(view, other) for other in neighbours(view.map, area)]
    return said("prose.next_to", areas=" · ".join(near))


def beside(view: AcmeView, area: str) -> str:
    """Return a neighbour with its stacks: `Tyre Egypt 2`."""
    told = ", ".join(f"{names_of(view).name('civ', faction)} {n}" for faction, n in stacks_by_size(view, area))
    name = NAMES.name("area", area)
    return said("prose.neighbour", area=name, stacks=told) if told else said("prose.neighbour_vacant", area=name)


def regions(view: AcmeView) -> list[str]:
    """Return the regions with areas in play, in the order of the board."""
    there = {AREAS[a].region for a in view.areas}
    return [region for region in REGIONS if region in there]


def mine(view: AcmeView, civs: Iterable[str]) -> list[str]:
    """Return the areas where these civilizations have disks."""
    wanted = set(civs)
    return [a for a, there in view.areas.items() if wanted & {f for f, n in there.disks.items() if n}]


def changed_areas(view: AcmeView, since: AcmeView) -> list[str]:
    """Return the areas whose stacks differ from an earlier view, in the order of Competitions."""
    there = [a for a in view.areas if a in since.areas and stacks_by_size(view, a) != stacks_by_size(since, a)]
    return sorted((a for a in there if steps(view, since, a)), key=lambda a: AREAS[a].order)


def steps(view: AcmeView, since: AcmeView, area: str) -> list[tuple[str, int, int]]:
    """Return each Faction whose stack in the area has changed, with its size before and now."""
    now, old = dict(stacks_by_size(view, area)), dict(stacks_by_size(since, area))
    return [(f, old.get(f, 0), now.get(f, 0)) for f in {**now, **old} if old.get(f, 0) != now.get(f, 0)]


def change_pages(view: AcmeView, since: AcmeView) -> list[str]:
    """Return what has changed in each area, in pages: `Judah Egypt 3→4, Babylon 1→0`."""
    return paginate([change_text(view, since, a) for a in changed_areas(view, since)], "\n", PAGE)


def change_text(view: AcmeView, since: AcmeView, area: str) -> str:
    """Return each stack of an area before and now, and whether the area is Contested."""
    told = [
        said("prose.step", civ=names_of(view).name("civ", f), before=old, after=now)
        for f, old, now in steps(view, since, area)
    ]
    told += [said("prose.contested")] if view.areas[area].contested else []
    return said("prose.change", area=NAMES.name("area", area), steps=", ".join(told))
