"""The posts of a change: first those for everyone in the channel, then what only one player may know."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.contract.posts import Post, PostPicture
from bot.contract.records import News
from bot.store.models import SeatRow
from bot.tables.hooks import Change
from bot.tables.play import responses
from bot.tables.play.seat_view import sheet_for
from bot.tables.posts.channel_posts import is_quiet, listen, posts_of
from bot.tables.work import notify
from bot.tables.work.recorded_table import RecordedTable
from bot.tables.work.row_mappers import info_of, public_ask, seat_info, summary_of
from bot.tables.work.unit_of_work import UnitOfWork, dump
from engine.core.ask import Seat
from engine.core.decoding import decoder
from engine.core.game import Event, View
from engine.core.text import speaking

RECENT = 600.0


@dataclass(frozen=True, slots=True)
class ViewsAfter:
    """The views after a change: the public one, each seat's own, and which seat is next and can queue an action."""

    public: View
    own: Mapping[Seat, View]
    next_up: tuple[Seat, str] | None = None


async def show_again(work: UnitOfWork) -> None:
    """Post the state of the game and the question again, because the channel is new."""
    table, info = await work.table(), info_of(work)
    view = await work.run(lambda: table.view(None))
    news = News("move", info, None, view, (), public_ask(info, table.pending))
    posts = work.deps.post_maker.posts(news)
    work.post(posts)
    _remember_picture(work, posts, view)


def tell(work: UnitOfWork, table: RecordedTable, what: Change, after: ViewsAfter) -> None:
    """Post for everyone, then send each player what only they may know."""
    info = info_of(work)
    _tell_all(work, table, what, after)
    for row in work.seats:
        mine = tuple(e for e in table.events if e.to is not None and e.to == row.seat)
        if mine and row.person is not None and not _acts(what, row):
            post = work.deps.post_maker.privately(info, seat_info(work, row), mine)
            work.post([replace(post, user=row.person)] if post else [])
    tell_hands(work, what.actor, after)
    if what.fresh:
        _tell_holders(work, table)
    what.now_next = after.next_up


def _tell_all(work: UnitOfWork, table: RecordedTable, what: Change, after: ViewsAfter) -> None:
    """Post to the channel; what is taken back before it was posted is left out."""
    public = tuple(e for e in table.events if e.to is None)
    waiting = what.channel.delayed_events(what.stands)
    if what.channel.post and what.cause == "undo" and not waiting:
        work.withdrawn = what.channel.post
    elif public or what.fresh or what.said:
        news = _news(work, table, what, after, (*waiting, *public))
        joins = summary_of(work.row.game).one_post
        posts = notify.with_turn_messages(work, news, posts_of(work, what.channel, news, public, joins=joins))
        work.post(posts)
        listen(work, posts)
        what.posts, what.news = tuple(posts), news
        _remember_picture(work, posts, after.public)


def _remember_picture(work: UnitOfWork, posts: Iterable[Post], view: View) -> None:
    """Keep what the channel is shown, so that the next picture can mark what has changed since."""
    if any(isinstance(part, PostPicture) and part.draw == "board" for p in posts if p.user is None for part in p.parts):
        work.row.shown = zlib.compress(msgspec.json.encode(view), 6)


def picture_before(work: UnitOfWork) -> View | None:
    """Return the public view in the last picture posted to the channel, if it can be read."""
    try:
        return decoder(work.game.view_type).json(zlib.decompress(work.row.shown or b""))
    except (zlib.error, msgspec.MsgspecError, UnicodeError):
        return None


def _tell_holders(work: UnitOfWork, table: RecordedTable) -> None:
    """Send a private notice of a new window to seats with a possible answer, or as their owners have wished."""
    for row in responses.waiting_rows(work, table) if work.alarm("window") is not None else ():
        ask = table.ask_of(row.seat)
        if ask is None or row.person is None or row.by != "human":
            continue
        wish = work.wishes(row.person).window_notices
        holds = any(token not in (ask.silence or ()) for token in ask.options)
        if wish == "all" or (wish == "holders" and holds):
            with speaking(seat_info(work, row).language or work.row.language):  # the options of a sheet are named
                post = work.deps.post_maker.window(sheet_for(work, table, row))
            work.post([replace(post, user=row.person)] if post else [])


def _acts(what: Change, row: SeatRow) -> bool:
    return what.actor is not None and what.actor.person == row.person


def _news(work: UnitOfWork, table: RecordedTable, what: Change, after: ViewsAfter, public: tuple[Event, ...]) -> News:
    info = info_of(work)
    over = work.row.state == "over"
    recent = tuple(s.seat for s in work.seats if s.spoke_at and work.now - s.spoke_at < RECENT)
    return News(
        cause=what.cause,
        info=info,
        before=what.view,
        after=after.public,
        events=public,
        request=public_ask(info, table.pending) if not over and not info.missing else None,
        answered=what.asked,
        actor=seat_info(work, what.actor) if what.actor else None,
        reminded=recent,
        outcome=table.outcome(),
        seed=work.row.seed if over else "",
        said=what.said,
        earlier=what.channel.untold,
        since=picture_before(work),
        closing=what.closing,
        ending=what.ending,
        lines=(_first_line(work, what), work.row.lines),
    )


def _first_line(work: UnitOfWork, what: Change) -> int:
    """Return the number of the first log line that a post of this change may tell."""
    untold = [work.row.heard + 1] if is_quiet(work) else []
    return min([work.first_line, *untold, *([what.channel.post.first] if what.channel.post else [])])


def tell_hands(work: UnitOfWork, actor: SeatRow | None, after: ViewsAfter) -> None:
    """Send a DM for each hand that has changed, unless its owner has only played from it."""
    info = info_of(work)
    for row in work.seats:
        view = after.own.get(row.seat)
        cards = hand_in(work.game.name, view, row.seat) if view is not None else None
        if view is None or cards is None:
            continue
        before, row.hand = row.hand, dump(cards)
        if _worth_telling(before, cards, own=actor is row) and _wants_hand(work, row):
            send_hand(work, row, view, info)


def send_hand(work: UnitOfWork, row: SeatRow, view: View, info: Any = None) -> None:
    """Send the hand of a seat as a DM that replaces the earlier one."""
    post = work.deps.post_maker.hand(info or info_of(work), seat_info(work, row), view)
    if post is not None and row.person is not None:
        work.post([replace(post, user=row.person, slot=f"hand:{work.id}:{row.number}:{row.person}")])


def _wants_hand(work: UnitOfWork, row: SeatRow) -> bool:
    if row.person is None or row.by != "human" or work.row.state == "over":
        return False
    return work.wishes(row.person).hand_notices


def _worth_telling(before: str, cards: list[Any], *, own: bool) -> bool:
    old = json.loads(before) if before else None
    if old is None:
        return bool(cards)
    if old == cards:
        return False
    return not own or any(card not in old for card in cards)


def hand_in(game: str, view: View, seat: Seat) -> list[Any] | None:
    """Return the hand in the seat's own view, for games that have one."""
    cards = summary_of(game).cards(view, seat)
    return None if cards is None else list(cards)
