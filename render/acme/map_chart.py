"""The chart of the board of ACME: what its picture shows, as data."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from engine.acme.view import AcmeView
from engine.core.text import current_language
from render.acme.base import BAND, GAP, Base
from render.acme.board import holes, in_order, is_sea, outlines
from render.acme.hearths import on
from render.acme.overlay import badges, below_names
from render.acme.pictures import SHOTS, base_of
from render.acme.placement import PIECE_HEIGHT
from render.acme.position import Position, read
from render.acme.signs import SIGNS
from render.acme.stacks import place_pieces
from render.board.charts import FIELDS, Charts, bands_of, layer
from render.board.outline_paths import inside, path
from render.board.signs import marks_of
from render.chart import Chart, Shape, key, sprites_key
from render.paint.style import current_style


def ground(view: AcmeView) -> Image.Image:
    """Return the base map of a view."""
    return whole_map(view.map).picture


def names(view: AcmeView) -> Image.Image:
    """Return the names on its base map."""
    base = whole_map(view.map)
    return layer(base.cam.size, base.labels.values())


def chart(view: AcmeView, since: AcmeView | None = None) -> Chart:
    """Return the chart of a public view; `since` an earlier one, which gives the marks of change."""
    position = read(view, since)
    base = whole_map(position.map)
    stood, areas = place_pieces(base, position), list(base.places)
    puts = [*below_names(stood, base, position, areas, numbers=False), *badges(stood, position, areas)]
    bands, patterns = bands_of({on(area): holder(position, area) for area in areas}, base.cam.unit)
    return Chart(
        size=base.cam.size,
        base=ground_key(view),
        sprites=sprites_key("acme"),
        unit=base.cam.unit,
        band=(GAP, BAND),
        shapes=shapes(view),
        marks=marks_of(SIGNS, puts),
        bands=bands,
        patterns=patterns,
        changed=frozenset(map(on, position.changed)),
        contested=frozenset(map(on, position.contested)),
        bordered=frozenset(on(area) for area in areas if position.site(area).border),
    )


def whole_map(config: str) -> Base:
    return base_of(config, SHOTS.whole_board(config))


def holder(position: Position, area: str) -> str:
    """Return the paint of who controls an area; empty for nobody."""
    site = position.site(area)
    return position.colour(site.control) if site.control and not site.contested else ""


def ground_key(view: AcmeView) -> str:
    """Return the key of the base map of a view."""
    return key("acme", view.map, current_language(), current_style().ground)


def shapes(view: AcmeView) -> tuple[Shape, ...]:
    """Return the areas of its map."""
    return shapes_of(view.map, ground_key(view))


@lru_cache(maxsize=32)
def shapes_of(config: str, _key: str) -> tuple[Shape, ...]:
    """Return the areas of a map; the key tells languages and styles apart, whose names are elsewhere."""
    base = whole_map(config)
    return tuple(shape(base, area) for area in in_order(config) if area in base.places)


def shape(base: Base, area: str) -> Shape:
    """Return one area."""
    cam, place = base.cam, base.places[area]
    rings, cut = [cam.ring(ring) for ring in outlines(area)], [cam.ring(ring) for ring in holes(area)]
    foot = (place.pieces[0], place.pieces[1] - PIECE_HEIGHT * cam.unit / 2)
    label, stack = inside(cam.size, rings, cut, [place.label, foot])
    return Shape(on(area), "sea" if is_sea(area) else "area", path([*rings, *cut]), label, stack)


CHARTS = Charts(shapes, chart, ground_key, ground, names, {**SIGNS, **FIELDS})
