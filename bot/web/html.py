"""Nodes of a text as HTML. Whatever people have typed is escaped; the page runs nothing of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from html import escape
from typing import Any, Final, TypeAlias

from bot.web.markdown import Node, nodes

Called: TypeAlias = Callable[[int], str]
"""Tells what a person is called on the page, by id."""
TAGS: Final = {
    "p": "p",
    "small": "small",
    "quote": "blockquote",
    "b": "strong",
    "i": "em",
    "u": "u",
    "s": "s",
    "spoiler": "span",
}


def html_of(text: str, called: Called, level: int = 1) -> str:
    """Return a text of Discord as HTML; its largest headings are `level` steps below that of the page."""
    return _all(nodes(text), called, level)


def _all(several: Iterable[Node], called: Called, level: int) -> str:
    return "".join(_one(node, called, level) for node in several)


def _one(node: Node, called: Called, level: int) -> str:
    if isinstance(node, str):
        return escape(node)
    make = MADE.get(node[0])
    if make is not None:
        return make(node, called, level)
    tag = TAGS[node[0]]
    return f"<{tag}>{_all(node[1:], called, level)}</{tag}>"


def _heading(node: list[Any], called: Called, level: int) -> str:
    tag = f"h{min(6, 1 + level)}"
    return f"<{tag}>{_all(node[2:], called, level)}</{tag}>"


def _points(node: list[Any], called: Called, level: int) -> str:
    return "<ul>" + "".join(f"<li>{_all(point, called, level)}</li>" for point in node[1:]) + "</ul>"


def _code(node: list[Any], _called: Called, _level: int) -> str:
    return f"<code>{escape(node[1])}</code>"


def _link(node: list[Any], called: Called, level: int) -> str:
    words = _all(node[2:], called, level)
    return f'<a href="{escape(node[1])}" rel="noopener noreferrer" target="_blank">{words}</a>'


def _time(node: list[Any], _called: Called, _level: int) -> str:
    return time_tag(node[1], node[2])


def time_tag(seconds: int, style: str = "f") -> str:
    """Return a moment; the page writes it in its reader's zone and words."""
    try:
        moment = datetime.fromtimestamp(seconds, UTC)
    except (OverflowError, ValueError, OSError):
        return str(seconds)
    plain = f"{moment:%Y-%m-%d %H:%M} UTC"
    return f'<time datetime="{moment:%Y-%m-%dT%H:%M:%SZ}" data-style="{style}">{plain}</time>'


def _who(node: list[Any], called: Called, _level: int) -> str:
    return f"<strong>{escape(called(int(node[1])))}</strong>"


def _place(_node: list[Any], _called: Called, _level: int) -> str:
    return "#…"


def _thing(node: list[Any], called: Called, level: int) -> str:
    kind, _, slug = node[1].partition(":")
    words = _all(node[2:], called, level)
    return f'<span class="thing" data-kind="{escape(kind)}" data-slug="{escape(slug)}">{words}</span>'


MADE: Final[dict[str, Callable[[list[Any], Called, int], str]]] = {
    "h": _heading,
    "ul": _points,
    "code": _code,
    "a": _link,
    "t": _time,
    "who": _who,
    "place": _place,
    "on": _thing,
}
