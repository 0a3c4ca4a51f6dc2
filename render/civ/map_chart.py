"""The chart of the board of Advanced Civilization: what its picture shows, as data."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain

from PIL import Image

from engine.civ.geography import area_of, geography
from engine.civ.view import CivView
from engine.core.text import current_language
from render.board.charts import FIELDS, Charts, bands_of, layer
from render.board.outline_paths import Rings, inside, path
from render.board.signs import marks_of
from render.chart import Chart, Point, Shape, key, sprites_key
from render.civ.base import BAND, GAP, Base
from render.civ.board import harbour, holes, islands, outlines, printed_name, seas_in_play, strips
from render.civ.pictures import SHOTS, base_of, put_all
from render.civ.placement import ROW_HEIGHT
from render.civ.position import Position, read
from render.civ.signs import SIGNS
from render.civ.stacks import on
from render.paint.style import current_style

STRAY, WATER = 1.2, 4.0  # pixels that the outline of an area, and of its water, may be away from the printed one


def ground(view: CivView) -> Image.Image:
    """Return the base map of a view."""
    return whole_map(view.map.id).picture


def names(view: CivView) -> Image.Image:
    """Return the names on its base map."""
    base = whole_map(view.map.id)
    return layer(base.cam.size, base.labels.values())


def chart(view: CivView, since: CivView | None = None) -> Chart:
    """Return the chart of a public view; `since` an earlier one, which gives the marks of change."""
    position = read(view, since)
    base = whole_map(position.map)
    bands, patterns = bands_of({on(area): holder(position, area) for area in base.labels}, base.cam.unit)
    return Chart(
        size=base.cam.size,
        base=ground_key(view),
        sprites=sprites_key("civ"),
        unit=base.cam.unit,
        band=(GAP, BAND),
        shapes=shapes(view),
        marks=marks_of(SIGNS, put_all(base, position)),
        bands=bands,
        patterns=patterns,
        changed=frozenset(map(on, position.changed)),
        contested=frozenset(map(on, position.conflicts)),
    )


def whole_map(config: str) -> Base:
    return base_of(config, SHOTS.whole_board(config))


def holder(position: Position, area: str) -> str:
    """Return the paint of the holder of an area; empty for none, and in a conflict."""
    owner = position.holder(area)
    return position.colour(owner) if owner and not position.areas[area].conflict else ""


def ground_key(view: CivView) -> str:
    """Return the key of the base map of a view."""
    return key("civ", view.map.id, current_language(), current_style().ground)


def shapes(view: CivView) -> tuple[Shape, ...]:
    """Return the open seas, areas and harbours of its map."""
    return shapes_of(view.map.id, ground_key(view))


@lru_cache(maxsize=32)
def shapes_of(config: str, _key: str) -> tuple[Shape, ...]:
    """Return the shapes of a map, land above water; the key tells languages and styles apart, whose names are
    elsewhere.
    """
    base = whole_map(config)
    ports = chain.from_iterable(geography(config).harbours[area] for area in base.labels)
    seas = [sea for sea in seas_in_play(config) if shown(base, outlines(sea))]
    return (
        *(shape(base, sea) for sea in seas),
        *(harbour_shape(base, port) for port in ports),
        *(shape(base, area) for area in base.labels),
    )


def shown(base: Base, rings: Rings) -> bool:
    """Return whether any of it is in the picture."""
    return bool(points_inside(base, rings, [], [(0, 0)]))


def points_inside(base: Base, rings: Rings, cut: Rings, wanted: list[tuple[float, float]]) -> list[Point]:
    """Return the points nearest to those wanted that are within board rings; none if these are out of the picture."""
    cam = base.cam
    try:
        return inside(cam.size, [cam.ring(ring) for ring in rings], [cam.ring(ring) for ring in cut], wanted)
    except ValueError:
        return []


def shape(base: Base, area: str) -> Shape:
    """Return an area or an open sea."""
    cam, place, rings, cut = base.cam, base.places.get(area), outlines(area), holes(area)
    middle = cam.at(printed_name(area)) if place is None else place.label
    foot = middle if place is None else (place.pieces[0], place.pieces[1] - ROW_HEIGHT * place.unit / 2)
    label, stack = points_inside(base, rings, cut, [middle, foot])
    outline = path([cam.ring(ring) for ring in (*rings, *cut)], STRAY)
    return Shape(on(area), "sea" if on(area).startswith("sea:") else "area", outline, label, stack)


def harbour_shape(base: Base, port: str) -> Shape:
    """Return the strip of water along a coast."""
    area, _, coast = port.partition("/")
    rings, cut = ((found[coast] if coast else next(iter(found.values()))) for found in (strips(area), islands(area)))
    (middle,) = points_inside(base, rings, cut, [base.cam.at(harbour(port))])
    outline = path([base.cam.ring(ring) for ring in (*rings, *cut)], WATER)
    return Shape(f"harbour:{port}", "harbour", outline, middle, middle, on(area_of(port)))


CHARTS = Charts(shapes, chart, ground_key, ground, names, {**SIGNS, **FIELDS})
