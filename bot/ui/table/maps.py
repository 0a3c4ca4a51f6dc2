"""The board as a picture or as text, on demand: whole, a region, around an area, one's own, or what is Contested."""

from __future__ import annotations

from typing import Any, Final

from bot.contract import SeatInfo, TableInfo
from bot.ui.names import Names
from bot.ui.parts import Button, Choice, Gallery, Menu, Part, Picture, Row, Screen, Text, choice
from bot.ui.table import prose
from bot.ui.table.acme import contested
from bot.ui.table.games import herald_of
from bot.ui.table.heralds import Herald
from bot.ui.table.terms import cut, said
from engine.acme.catalog import AREAS, REGIONS
from engine.core.game import View

BOARD: Final = "board"
MINE: Final = "mine"
CONTESTED: Final = "contested"
ALT: Final = 1024


def map_screen(info: TableInfo, view: View, names: Names, show: str = BOARD, own: tuple[SeatInfo, ...] = ()) -> Screen:
    """A picture of what is wanted, with the menu of everything else."""
    herald = herald_of(info.game)
    if not herald.board(view):
        return Screen((Text(said("map.no_board")),), info.id.lower())
    parts: list[Part] = [Text(head(herald, view, names, show)), gallery(info, view, names, show, own)]
    parts += [menu(view, show, own), Row((as_text(show), Button(said("button.legend"), "legend", lasting=True)))]
    return Screen(tuple(parts), info.id.lower())


def head(herald: Herald, view: View, names: Names, show: str) -> str:
    """The title: what is shown, and when."""
    if show == BOARD:
        return said("map.head", moment=herald.moment(view))
    return said("map.head_region", place=place(names, show), moment=herald.moment(view))


def place(names: Names, show: str) -> str:
    """What is shown, by name."""
    kind, _, slug = show.partition(":")
    if kind == "region":
        return REGIONS[slug].name
    return names.name("area", slug) if kind == "area" else said(f"map.{show}")


def gallery(info: TableInfo, view: View, names: Names, show: str, own: tuple[SeatInfo, ...]) -> Gallery:
    """The picture as a recipe."""
    recipe = {"draw": "board", "game": info.game, "view": view, "options": crop(show, own)}
    return Gallery((Picture("board.png", alt(view, names, show, own), recipe),))


def crop(show: str, own: tuple[SeatInfo, ...]) -> dict[str, Any]:
    """The options of the drawing that show only what is wanted."""
    kind, _, slug = show.partition(":")
    if kind in {"region", "area"}:
        return {kind: slug}
    if show == MINE and own:
        return {"show": MINE, "civ": own[0].civ or own[0].seat}
    return {"show": CONTESTED} if show == CONTESTED else {}


def alt(view: View, names: Names, show: str, own: tuple[SeatInfo, ...]) -> str:
    """What the picture shows, for those who do not see it; everything stands under As text."""
    texts = (
        [prose.brief(view, contested(view), names)]
        if show in {BOARD, CONTESTED}
        else text_pages(view, names, show, own)
    )
    return cut(texts[0].replace("**", "") if texts else said("map.no_board"), ALT)


def menu(view: View, show: str, own: tuple[SeatInfo, ...]) -> Menu:
    """Everything else that can be shown."""
    wanted: list[Choice] = [choice(BOARD, said("map.board"), chosen=show == BOARD)]
    wanted += [choice(MINE, said("map.mine"), chosen=show == MINE)] if own else []
    wanted += [choice(CONTESTED, said("map.contested"), chosen=show == CONTESTED)]
    for region in prose.regions(view):
        wanted.append(choice(f"region:{region}", REGIONS[region].name, chosen=show == f"region:{region}"))
    return Menu(said("map.menu"), "map_show", tuple(wanted), lasting=True)


def as_text(show: str, page: int = 1) -> Button:
    """The button for the same as text."""
    return Button(said("button.as_text"), "map_text", f"{show}~{page}", lasting=True)


def text_screen(
    info: TableInfo, view: View, names: Names, show: str = BOARD, own: tuple[SeatInfo, ...] = (), page: int = 1
) -> Screen:
    """The same in words, a page at a time."""
    herald = herald_of(info.game)
    if not herald.board(view):
        return Screen((Text(said("map.no_board")),), info.id.lower())
    pages = text_pages(view, names, show, own) or [said("map.no_contested")]
    page = min(max(page, 1), len(pages))
    title = said("map.text_head", place=place(names, show), moment=herald.moment(view), page=page, pages=len(pages))
    turn = [Button(said("button.text_next"), "map_text", f"{show}~{page % len(pages) + 1}", lasting=True)]
    picture = Button(said("button.as_picture"), "map_show", show, lasting=True)
    row = Row((*(turn if len(pages) > 1 else ()), picture))
    return Screen((Text(title), Text(pages[page - 1]), menu(view, show, own), row), info.id.lower())


def text_pages(view: View, names: Names, show: str, own: tuple[SeatInfo, ...]) -> list[str]:
    """The words for what is wanted, in pages."""
    kind, _, slug = show.partition(":")
    if kind == "area":
        return [prose.area_text(view, slug, names)]
    if kind == "region":
        return prose.pages(view, names, lambda a: AREAS[a].region == slug)
    if show == MINE:
        mine = set(prose.mine(view, [s.civ or s.seat for s in own]))
        return prose.pages(view, names, lambda a: a in mine)
    there = set(contested(view))
    return prose.pages(view, names, lambda a: a in there) if show == CONTESTED else prose.pages(view, names)


def then_screen(info: TableInfo, view: View, names: Names) -> Screen:
    """The board as it stood at an earlier point."""
    herald = herald_of(info.game)
    if not herald.board(view):
        return Screen((Text(said("map.no_board")),), info.id.lower())
    parts = (Text(said("log.then", moment=herald.moment(view))), gallery(info, view, names, BOARD, ()))
    return Screen((*parts, Row((Button(said("button.log"), "log", lasting=True),))), info.id.lower())


def legend_screen(info: TableInfo, view: View) -> Screen:
    """What colours, patterns and shapes mean."""
    recipe = {"draw": "legend", "game": info.game, "view": view, "options": {}}
    parts = (Text(said("map.legend")), Gallery((Picture("legend.png", said("map.legend_alt"), recipe),)))
    return Screen((*parts, Row((Button(said("button.map"), "map", lasting=True),))), info.id.lower())
