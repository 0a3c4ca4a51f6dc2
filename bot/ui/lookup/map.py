"""The board as a picture or text on request: whole, a region, around an area, one's own, or what has changed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.contract.tables import CheckpointInfo, SeatInfo, TableInfo
from bot.ui.lookup.log import chapter_name, numbers
from bot.ui.parts import Button, Gallery, Menu, MenuChoice, Part, Row, Screen, ScreenPicture, Text, choice, rows
from bot.ui.posts.board_link import ways
from bot.ui.typed.match import read
from bot.ui.words.presentations import presentation_of, summary_of
from bot.ui.words.wording import said_of, table_text
from engine.core.atlas import Atlas, SidePicture
from engine.core.game import View, turn_in
from engine.core.naming import Named, Names
from engine.core.summary import Summary
from engine.core.text import cut_behind, paginate

BOARD: Final = "board"
MINE: Final = "mine"
CHANGES: Final = "changes"
PHONE: Final = "phone"  # a look of the game's own that stands among the buttons too
PICTURES: Final = (BOARD, MINE, CHANGES)
ALT: Final = 1024
PAGE: Final = 2900


@dataclass(frozen=True, slots=True)
class Look:
    """What is looked at: the board of a table, the viewer, and an earlier board to compare it with."""

    info: TableInfo
    view: View
    names: Names
    own: tuple[SeatInfo, ...] = ()
    since: View | None = None
    shareable: bool = False
    """Whether the viewer may post it in the channel they are in."""


def map_screen(look: Look, show: str = BOARD) -> Screen:
    """Return a picture of the wanted view, with the menu of everything else."""
    summary, table = summary_of(look.info.game), look.info.id.lower()
    if not summary.board(look.view):
        return Screen((Text(table_text("map.no_board")),), table)
    shown: Part = Text(nothing(look, show)) if is_empty(look, show) else gallery(look, show)
    near = (
        [Button(said_of(look.info.game, f"map.{PHONE}"), "map_show", PHONE, lasting=True)]
        if PHONE in shows(look) and show != PHONE
        else []
    )
    legend = Button(table_text("button.legend"), "legend", lasting=True)
    words_of_it = [] if is_empty(look, show) else [as_text(show)]
    below = rows((*words_of_it, *near, legend, *post_here(look, show)))
    below += [*side_row(look, show), *ways(look.info)]
    return Screen((Text(head(summary, look, show)), shown, menu(look, show), *below), table)


def post_here(look: Look, show: str) -> list[Button]:
    """Return the button that posts the same picture, if it looks the same for everyone."""
    side = side_picture_of(look, show)
    if side and side.options.get("seat"):
        show = f"{show.partition(':')[0]}:{side.options['seat']}"
    same = show == public_show(replace(look, own=()), show) and not (show == CHANGES and look.own)
    return [Button(table_text("button.post_here"), "map_post", show, lasting=True)] if look.shareable and same else []


def public_show(look: Look, show: str) -> str:
    """Return what a post shows for that view: the whole board if the view is only one's own."""
    return BOARD if show == MINE or is_empty(look, show) or not is_drawn(look, show) else show


def side_row(look: Look, show: str) -> list[Row]:
    """Return the other pictures beside the board in which there is anything to see; from one of them the way back to
    it.
    """
    atlas, game, shown = atlas_of(look), look.info.game, show.partition(":")[0]
    names = atlas.side_pictures if atlas else ()
    back = [(BOARD, table_text("map.board"))] if shown in names else []
    there = [one for one in names if one != shown and (side := side_picture_of(look, one)) and side.lines]
    buttons = [*back, *((one, said_of(game, f"map.{one}")) for one in there)]
    return rows(Button(label, "map_show", one, lasting=True) for one, label in buttons)


def side_picture_of(look: Look, show: str) -> SidePicture | None:
    """Return a picture beside the board, of the named seat or else one's own; None if the view is of the board."""
    atlas, (kind, _, slug) = atlas_of(look), show.partition(":")
    if atlas is None or kind not in atlas.side_pictures:
        return None
    own = (look.own[0].civ or look.own[0].seat) if look.own else ""
    return atlas.side_picture(look.view, kind, slug or own)


def changed_areas(look: Look) -> list[str]:
    """Return the areas that differ from the earlier board."""
    atlas = atlas_of(look)
    return atlas.changed_areas(look.view, look.since) if atlas and look.since is not None else []


def is_empty(look: Look, show: str) -> bool:
    """Return whether there is nothing of that on the board: a picture would only be pale. The whole board is never
    empty.
    """
    if show == CHANGES:
        return not changed_areas(look)
    chosen = show == MINE or (show in shows(look) and show != PHONE and side_picture_of(look, show) is None)
    return chosen and not text_pages(look, show)


def nothing(look: Look, show: str) -> str:
    """Return a text saying that there is nothing to show."""
    return table_text(f"map.no_changes_{whose(look)}") if show == CHANGES else table_text("map.nothing")


def atlas_of(look: Look) -> Atlas | None:
    """Return the board of the game in words."""
    return presentation_of(look.info.game).atlas


def shows(look: Look) -> tuple[str, ...]:
    """Return the looks of the game's own."""
    atlas = atlas_of(look)
    return atlas.shows if atlas else ()


def whose(look: Look) -> str:
    """Changes are counted from the reader's own last answer, or for others from the last picture."""
    return "own" if look.own else "posted"


def head(summary: Summary, look: Look, show: str) -> str:
    """Return the title: what is shown, and when."""
    if show == BOARD:
        return table_text("map.head", moment=summary.moment(look.view))
    return table_text("map.head_region", place=place(look, show), moment=summary.moment(look.view))


def place(look: Look, show: str) -> str:
    """Return the name of what is shown."""
    kind, _, slug = show.partition(":")
    if kind == "region":
        return look.names.name("region", slug)
    if show == CHANGES:
        return table_text(f"map.changes_{whose(look)}")
    if side := side_picture_of(look, show):
        seat = side.options.get("seat")
        title = said_of(look.info.game, f"map.{kind}")
        return f"{title} · {look.names.name('civ', seat)}" if seat else title
    return look.names.name("area", slug) if kind == "area" else said_of(look.info.game, f"map.{show}")


def gallery(look: Look, show: str) -> Gallery:
    """Return the picture as a recipe."""
    side = side_picture_of(look, show)
    draw, options = ("board", crop(look, show)) if side is None else (show.partition(":")[0], dict(side.options))
    recipe = {"draw": draw, "game": look.info.game, "view": look.view, "options": options}
    return Gallery((ScreenPicture("board.png", alt(look, show), recipe, described=True),))


def crop(look: Look, show: str) -> dict[str, Any]:
    """Return the options of the drawing that show only what is wanted."""
    kind, _, slug = show.partition(":")
    if kind in {"region", "area"}:
        return {kind: slug}
    if show == CHANGES:
        return {"show": CHANGES, "since": look.since}
    if show == MINE and look.own:
        return {"show": MINE, "civ": look.own[0].civ or look.own[0].seat}
    marked = {"since": look.since} if show == PHONE and look.since is not None else {}
    return {"show": show, **marked} if show in shows(look) else {}


def alt(look: Look, show: str) -> str:
    """Return the alternative text of the picture; the button As text has all of it."""
    atlas = atlas_of(look)
    brief = [atlas.brief(look.view)] if atlas and show in {BOARD, *shows(look)} else []
    texts = [*brief, *text_pages(look, show)[:1]]
    return cut_behind(" ".join(texts).replace("**", "") if texts else table_text("map.no_board"), ALT)


def menu(look: Look, show: str) -> Menu:
    """Return the menu of everything else that can be shown, including the same view of other seats."""
    side = side_picture_of(look, show)
    if side and "seat" in side.options:
        return seats_menu(look, show.partition(":")[0], side.options["seat"])
    wanted: list[MenuChoice] = [choice(BOARD, table_text("map.board"), chosen=show == BOARD)]
    wanted += [choice(CHANGES, table_text(f"map.changes_{whose(look)}"), chosen=show == CHANGES)]
    wanted += [choice(MINE, said_of(look.info.game, "map.mine"), chosen=show == MINE)] if look.own else []
    wanted += [choice(own, said_of(look.info.game, f"map.{own}"), chosen=show == own) for own in shows(look)]
    atlas = atlas_of(look)
    for region, name in atlas.regions(look.view) if atlas else ():
        wanted.append(choice(f"region:{region}", name, chosen=show == f"region:{region}"))
    return Menu(table_text("map.menu"), "map_show", tuple(wanted), lasting=True)


def seats_menu(look: Look, side: str, shown: str) -> Menu:
    """Return the menu with the same picture of every seat, and the way back to the board."""
    slugs = [seat.civ or seat.seat for seat in look.info.seats]
    seats = [choice(f"{side}:{slug}", look.names.name("civ", slug), chosen=slug == shown) for slug in slugs]
    return Menu(table_text("map.menu"), "map_show", (choice(BOARD, table_text("map.board")), *seats), lasting=True)


def as_text(show: str, page: int = 1) -> Button:
    """Return the button for the same as text."""
    return Button(table_text("button.as_text"), "map_text", f"{show}~{page}", lasting=True)


def text_screen(look: Look, show: str = BOARD, page: int = 1) -> Screen:
    """Return a page of the view in words."""
    summary, table = summary_of(look.info.game), look.info.id.lower()
    if not summary.board(look.view):
        return Screen((Text(table_text("map.no_board")),), table)
    pages = text_pages(look, show) or [nothing(look, show)]
    page = min(max(page, 1), len(pages))
    moment = summary.moment(look.view)
    key = "map.text_head" if len(pages) > 1 else "map.head_region"
    title = table_text(key, place=place(look, show), moment=moment, page=page, pages=len(pages))
    turn = [Button(table_text("button.text_next"), "map_text", f"{show}~{page % len(pages) + 1}", lasting=True)]
    picture = Button(table_text("button.as_picture"), "map_show", show, lasting=True)
    there = is_drawn(look, show) and not is_empty(look, show)
    buttons = (*(turn if len(pages) > 1 else ()), *((picture,) if there else ()))
    beside = side_row(look, show) if not is_drawn(look, show) else []
    below = (*rows(buttons), *beside, *ways(look.info))
    return Screen((Text(title), Text(pages[page - 1]), menu(look, show), *below), table)


def is_drawn(look: Look, show: str) -> bool:
    """Return whether there is a picture of it."""
    side = side_picture_of(look, show)
    return side is None or side.drawn


def text_pages(look: Look, show: str) -> list[str]:
    """Return the words for what is wanted, in pages."""
    atlas, view = atlas_of(look), look.view
    kind, _, slug = show.partition(":")
    if atlas is None:
        return []
    if side := side_picture_of(look, show):
        return paginate(side.lines, "\n", PAGE)
    if kind == "area":
        return [atlas.area(view, slug)]
    if show == CHANGES:
        return atlas.changes(view, look.since) if look.since is not None else []
    if show == BOARD:
        seats = [seat.civ or seat.seat for seat in look.own]
        return paginate([line for seat in seats for line in atlas.own(view, seat)] + atlas.pages(view), "\n", PAGE)
    return atlas.pages(view, atlas.within(view, show, [s.civ or s.seat for s in look.own]))


def then_screen(look: Look, show: str = BOARD) -> Screen:
    """Return the board, or a view of it, at an earlier point."""
    summary, table = summary_of(look.info.game), look.info.id.lower()
    if not summary.board(look.view):
        return Screen((Text(table_text("map.no_board")),), table)
    title = table_text("log.then", moment=summary.moment(look.view)) if show == BOARD else head(summary, look, show)
    row = Row(
        (
            Button(table_text("button.log"), "log", lasting=True),
            Button(table_text("button.map_now"), "map", lasting=True),
        )
    )
    return Screen((Text(title), gallery(look, show), row), table)


def legend_screen(info: TableInfo, view: View) -> Screen:
    """Return the screen that explains colours, patterns and shapes."""
    recipe = {"draw": "legend", "game": info.game, "view": view, "options": {}}
    lines = [table_text("map.legend"), *summary_of(info.game).legend(view)]
    parts = (
        Text("\n".join(lines)),
        Gallery((ScreenPicture("legend.png", said_of(info.game, "map.legend_alt"), recipe),)),
    )
    return Screen((*parts, Row((Button(table_text("button.map"), "map", lasting=True),))), info.id.lower())


def ends(points: Iterable[CheckpointInfo]) -> dict[str, CheckpointInfo]:
    """Return the last checkpoint of each turn by its chapter, newest first."""
    found: dict[str, CheckpointInfo] = {}
    for point in sorted(points, key=lambda p: -p.no):
        found.setdefault(turn_in(point.chapter), point)
    return {point.chapter: point for point in found.values()}


def named_points(game: str, points: Iterable[CheckpointInfo]) -> tuple[Named, ...]:
    """Return those turns by typed name: `2` or `turn 2` is the newest of that number."""
    several = enumerate(ends(points))
    return tuple(Named(key, chapter_name(game, key), numbers(key), rank=i) for i, key in several)


def find_point(typed: str, game: str, points: Iterable[CheckpointInfo]) -> CheckpointInfo | None:
    """Return the point that a text means, the newest of several; None if it means none."""
    there = tuple(points)
    fitting = read(typed, named_points(game, there)).found
    return ends(there)[fitting[0].value] if fitting else None
