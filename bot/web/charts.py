"""The chart of a board as a page gets it: addresses of its pictures, marks, bands, and facts about every shape."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from bot.ui.words.presentations import presentation_of
from bot.web.looks import AT, LANGUAGE, PALETTE, PageLook
from bot.web.public import PublicTable
from render import charts
from render.chart import Chart


def shapes_data(chart: Chart) -> list[Any]:
    """Return the shapes of a chart: id, kind, outline, where pieces lie, and the shape meant where it isn't asked
    about.
    """
    return [[shape.id, shape.kind, shape.d, *shape.stack, shape.within] for shape in chart.shapes]


def chart_data(table: PublicTable, chart: Chart, path: str, look: PageLook) -> dict[str, Any]:
    """Return a chart in the language being spoken. What stays the same is named by addresses that can be kept."""
    asked = {LANGUAGE: look.language, PALETTE: look.palette, **({AT: str(look.at)} if look.at else {})}
    lasting, sprites = urlencode({**asked, "v": chart.base}), urlencode({PALETTE: look.palette, "v": chart.sprites})
    return {
        "size": chart.size,
        "base": f"{path}/base?{lasting}",
        "names": f"{path}/names?{lasting}" if charts(table.info.game).names is not None else "",
        "shapes": f"{path}/shapes?{lasting}",
        "sprites": f"{path}/sprite?{sprites}&name=",
        "unit": chart.unit,
        "band": chart.band,
        **changing(chart),
        "facts": facts(table.info.game, table.view, chart),
    }


def changing(chart: Chart) -> dict[str, Any]:
    """Return what of a chart is different with each view."""
    return {
        "marks": [[mark.sprite, mark.x, mark.y, mark.w, mark.h] for mark in chart.marks],
        "bands": chart.bands,
        "patterns": {name: (one.sprite, one.w, one.h) for name, one in chart.patterns.items()},
        "changed": sorted(chart.changed),
        "contested": sorted(chart.contested),
        "bordered": sorted(chart.bordered),
    }


def facts(game: str, view: Any, chart: Chart) -> dict[str, tuple[str, str]]:
    """Return the name of each shape, and in plain text what there is to know about it in that view."""
    atlas = presentation_of(game).atlas
    if atlas is None or view is None:
        return {}
    known = {shape.id: atlas.shape(view, shape.id) for shape in chart.shapes}
    return {name: (about.name, about.text) for name, about in known.items()}
