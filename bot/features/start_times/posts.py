"""A lobby that begins or ends by itself: the direct message before, and the questions to its host."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, TypeAlias

from bot.contract.posts import Post, PostButton, PostRow, Words
from bot.contract.tables import TableInfo
from bot.ui.words.wording import ago, date, mention, name_tokens, plainly, table_text
from engine.core.naming import Names

Filled: TypeAlias = Mapping[str, Any]


def starting_posts(info: TableInfo, filled: Filled, _names: Names) -> Sequence[Post]:
    """Return the DM to one player: when it begins, and a button to leave."""
    text = table_text(
        "starts.dm", id=info.id, game=info.game_title, channel=info.place.channel, **times(filled["until"])
    )
    row = PostRow(
        (PostButton(table_text("button.options"), "options"), PostButton(table_text("button.leave"), "leave"))
    )
    return (Post("starting", (Words(text), row)),)


def times(at: datetime) -> dict[str, str]:
    """Return a time as day and hour, and as what is left until then."""
    return {"time": date(at), "left": ago(at)}


def soon(info: TableInfo, filled: Filled, _names: Names) -> Sequence[Post]:
    """Return the post that a lobby begins soon, for people without DMs."""
    people = [seat.person for seat in filled["seats"] if seat.person is not None]
    who = ", ".join(mention(person) for person in people)
    text = table_text("starts.soon", who=who, id=info.id, **times(filled["until"]))
    return (Post("starting", (Words(text),), mentions=tuple(person.id for person in people)),)


def full(info: TableInfo, _filled: Filled, _names: Names) -> Sequence[Post]:
    """Return the post that all seats are taken, so that the host may start."""
    text = table_text("starts.full", id=info.id, host=mention(info.host), game=info.game_title)
    taken = len([seat for seat in info.seats if seat.person]) + info.npcs
    start = PostButton(table_text("button.start", n=taken), "start", style="primary")
    row = PostRow((start, PostButton(table_text("button.options"), "options")))
    return (Post("full", (Words(text), row), mentions=(info.host.id,), slot=f"full:{info.id}", moves=True),)


def unfilled_posts(info: TableInfo, filled: Filled, names: Names) -> Sequence[Post]:
    """Return the post that a lobby couldn't begin, with choices."""
    reason = filled["reason"]
    why = {
        "n": filled["seats"],
        "least": info.least,
        "reason": plainly(name_tokens(str(reason or ""), names, bold=False)).rstrip("."),
    }
    text = table_text("starts.misfit" if reason else "starts.too_few", id=info.id, host=mention(info.host), **why)
    at = str(filled["at"])
    buttons = [PostButton(table_text("starts.fill"), "start_fill", at, "success")] if filled["may_fill"] else []
    buttons += [
        PostButton(table_text("starts.wait"), "start_wait", at),
        PostButton(table_text("starts.close"), "start_end", at, "danger"),
    ]
    return (Post("unfilled", (Words(text), PostRow(tuple(buttons))), mentions=(info.host.id,)),)


def idle(info: TableInfo, filled: Filled, _names: Names) -> Sequence[Post]:
    """Return the post that asks whether an idle lobby stays open."""
    text = table_text("starts.idle", id=info.id, host=mention(info.host), time=date(filled["until"]))
    row = PostRow((PostButton(table_text("starts.keep"), "keep_lobby", style="success"),))
    return (Post("idle", (Words(text), row), mentions=(info.host.id,)),)


def closed_posts(info: TableInfo, _filled: Filled, _names: Names) -> Sequence[Post]:
    """Return the post that an idle lobby was closed."""
    return (Post("matter", (Words(table_text("starts.idle_closed", id=info.id)),)),)


POSTS: Final[Mapping[str, Callable[[TableInfo, Filled, Names], Sequence[Post]]]] = {
    "starting": starting_posts,
    "starts_soon": soon,
    "full": full,
    "unfilled": unfilled_posts,
    "idle": idle,
    "idle_closed": closed_posts,
}
