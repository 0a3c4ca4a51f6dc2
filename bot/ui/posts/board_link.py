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
from bot.ui.parts import Link, Row, Screen, Text
from bot.ui.words.wording import table_text

SIDE_BY_SIDE: Final = 5


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


def page_screen(info: TableInfo, token: str = "") -> Screen:
    """Return the link to the table's page; with a token one for a single person."""
    text = table_text("page.own" if token else "page.open")
    link = Link(table_text("button.page"), f"{info.page}#{token}" if token else info.page)
    return Screen((Text(text), Row((), links=(link,))), info.id.lower())
