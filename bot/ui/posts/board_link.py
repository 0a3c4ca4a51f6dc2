"""The way to a table's page in the web, below what is posted about it: a link, or for a page that only members of the
server see a button, which brings each of them a link of their own.

Whoever serves these pages appends a function to `Deps.pages` (`bot.tables.work.unit_of_work`). It returns the address
of a table's page, whatever the host has set: `Settings.page` is looked at here (`TableInfo.page_link`), and again by
whoever serves the page. All processes need that function, those that only post too.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from bot.contract.posts import Part, Post, PostButton, PostLink, PostRow
from bot.contract.tables import TableInfo
from bot.ui.parts import DESIGN, PAGE, Button, Link, Row, Screen, Text, limits
from bot.ui.words.wording import table_text

SIDE_BY_SIDE: Final = 5
TURN: Final = "seat"
"""The verb of the button My turn."""


def with_link(post: Post, info: TableInfo) -> Post:
    """Return a public post with the way to the table's page: in its last row of buttons, or in a row of its own if
    that is full. The same post if there is no page, or if it is for one person.
    """
    if not info.page_link or post.user is not None:
        return post
    label = table_text("button.page")
    members = info.settings.page == "members"
    way = PostRow((PostButton(label, "page"),)) if members else PostRow((), (PostLink(label, info.page_link),))
    return replace(post, parts=_in_last_row(post.parts, way))


def _in_last_row(parts: tuple[Part, ...], way: PostRow) -> tuple[Part, ...]:
    last = parts[-1] if parts else None
    if isinstance(last, PostRow) and len(last.buttons) < SIDE_BY_SIDE:
        return (*parts[:-1], replace(last, buttons=(*last.buttons, *way.buttons), links=way.links))
    return (*parts, way)


def with_inside(post: Post, address: str) -> Post:
    """Return a message for one person with a link to the page inside Discord beside the button My turn, if it has that
    and there is such a page.
    """
    if not address:
        return post
    link = PostLink(table_text("button.activity"), address)
    return replace(post, parts=tuple(made for part in post.parts for made in _beside_turn(part, link)))


def _beside_turn(part: Part, link: PostLink) -> tuple[Part, ...]:
    if not isinstance(part, PostRow) or all(button.verb != TURN for button in part.buttons):
        return (part,)
    fits = len(part.buttons) + len(part.links) < DESIGN.buttons
    return (replace(part, links=(*part.links, link)),) if fits else (part, PostRow((), (link,)))


def ways(info: TableInfo) -> list[Row]:
    """Return a row with the ways to the table's page, in the browser and inside Discord; none without a page, and on
    it.
    """
    if not info.page_link or limits() is PAGE:
        return []
    label, members = table_text("button.page"), info.settings.page == "members"
    inside = (Link(table_text("button.activity"), info.activity_link),) if info.activity_link else ()
    if members:
        return [Row((Button(label, "page", lasting=True),), links=inside)]
    return [Row((), links=(Link(label, info.page_link), *inside))]


def page_screen(info: TableInfo, token: str = "") -> Screen:
    """Return the link to the table's page; with a token one for a single person."""
    text = table_text("page.own" if token else "page.open")
    link = Link(table_text("button.page"), f"{info.page}#{token}" if token else info.page)
    inside = (Link(table_text("button.activity"), info.activity_link),) if info.activity_link else ()
    return Screen((Text(text), Row((), links=(link, *inside))), info.id.lower())
