"""Who is mentioned or gets a DM, and when: no one in quiet hours, and each in the way they prefer.

A post mentions no one who is asleep. A DM with a ring waits until its reader is awake, in a lane of its own so that
silent ones pass it, and is withdrawn if it is no longer true by then.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, Protocol

import msgspec
from msgspec.structs import replace
from sqlalchemy import Executable, bindparam, delete
from sqlmodel import col

from bot.contract.plain_words import plain
from bot.contract.posts import Part, Post, PostMaker, PostPicture, PostRow, Words, turn_slot
from bot.contract.preferences import Preferences
from bot.contract.records import News
from bot.contract.tables import Asked, Person, SeatInfo, TableId, TableInfo, is_program
from bot.store.models import OutboxRow, SeatRow, TableRow
from bot.store.person_models import NoticeRow
from bot.store.prepared import Prepared
from bot.tables.work.waking_hours import may_wait, reachable_at
from bot.tables.work.wishes import picture_style
from engine.core.text import cut, speaking

OWNER: Final = "late_owner"  # a DM that says what has become of a seat whose owner was late
FEWER: Final = "fewer"
RECLAIMED: Final = "reclaimed"  # a DM that says who would like a former seat back
REPLACED: Final = "replaced"  # a DM that says who plays a seat that was one's own
UNDELIVERED: Final = "undelivered"  # a notice of what could not be sent to a person
IN_SHORT: Final = 300
KEPT: Final = frozenset({OWNER, RECLAIMED, REPLACED})  # what stays true whatever happens at the table
TURN_OVER: Final = "turn_over"  # the DM about a turn after its question was answered
TOLD_ANYWAY: Final = frozenset({"seated", "starting", "hand", "notice", TURN_OVER})  # where it is known that no DM
# arrives, the next screen shows these, or they are told in another way

SAME_NOTICE: Final = Prepared(
    delete(NoticeRow).where(
        col(NoticeRow.person) == bindparam("reader"),
        col(NoticeRow.table_id) == bindparam("table"),
        col(NoticeRow.code) == UNDELIVERED,
        col(NoticeRow.said) == bindparam("said"),
    )
)
NOT_BEGUN: Final = Prepared(
    delete(OutboxRow).where(col(OutboxRow.lane) == bindparam("lane"), col(OutboxRow.attempted_at).is_(None))
)


class Watcher(Protocol):
    """Learns what happens at tables, for screens that are open."""

    def asked(self, table: TableId, asked: Asked) -> None:
        """Take note that a change was committed, after which these people are asked."""

    def posted(self, table: TableId, channel: int, message: int) -> None:
        """Note that a post has arrived in the channel of the table."""


class WithPostMaker(Protocol):
    """Anything with a maker of posts (see `bot.contract.posts.PostMaker`)."""

    @property
    def post_maker(self) -> PostMaker:
        """Return the maker of posts."""

    @property
    def activities(self) -> Sequence[Callable[[str], str]]:
        """Return what tells the address of a table's page inside Discord; empty without an Activity."""


class Notifier(Protocol):
    """What the notifications of a table need: its rows, and ways to send and withdraw messages."""

    row: TableRow
    seats: list[SeatRow]
    now: float

    @property
    def deps(self) -> WithPostMaker:
        """Return the maker of posts."""

    @property
    def number(self) -> int:
        """Return the row of the table."""

    @property
    def id(self) -> str:
        """Return the id of the table as people see it."""

    def wishes(self, person: int) -> Preferences:
        """Return the person's preferences at this table."""

    def language(self, person: int) -> str:
        """Return the language in which the person gets messages."""

    def dms_closed(self, person: int) -> bool:
        """Return whether the person's DMs are known to be closed."""

    def send(self, post: Post, lane: str, at: float = 0.0) -> None:
        """Queue a message in that lane, not before that time."""

    def post(self, posts: Iterable[Post]) -> None:
        """Queue messages to be sent after the commit."""

    def later(self, statement: Executable | Prepared, **said: Any) -> None:
        """Run a statement at the end; `said` fills the parameters of a prepared one."""

    def add(self, *rows: object) -> None:
        """Add new rows, written at the end."""


def awake(work: Notifier, person: int) -> float:
    """Return when the person may be rung: at `live` tables at once."""
    return work.now if work.row.pace == "live" else reachable_at(work.now, work.wishes(person))


def public(work: Notifier, post: Post) -> Post:
    """Return a post of the channel without mentions of programs, and of people who are asleep."""
    ringing = tuple(one for one in post.mentions if not is_program(one) and awake(work, one) <= work.now)
    return post if ringing == post.mentions else replace(post, mentions=ringing)


def privately(work: Notifier, post: Post, reader: int) -> tuple[Post, str, float]:
    """Return a DM as its reader wants it, with its lane and the time before which it is not sent."""
    wanted = work.wishes(reader)
    if wanted.discreet:
        post = work.deps.post_maker.discreet(post, work.id, work.language(reader))
    post = _addressed(work, post, reader)
    style = picture_style(wanted)
    if not wanted.pictures:
        post = replace(post, parts=tuple(made for part in post.parts for made in in_words(part)))
    elif style:
        post = replace(post, parts=tuple(in_style(part, style) for part in post.parts))
    with speaking(post.language):
        post = replace(post, parts=tuple(reword(part, wanted) for part in post.parts), emojis=wanted.emoji)
    at = awake(work, reader)
    if at <= work.now or not post.mentions:
        return post, f"u{reader}", 0.0
    return post, waiting_lane(work, reader) if post.kind in KEPT else later(work, reader), at


def _addressed(work: Notifier, post: Post, reader: int) -> Post:
    """Return a DM that says which game and which of the reader's seats it is about, and where that is played."""
    if work.row.guild is None:
        return post
    row = work.row
    seats = [seat.civ or seat.seat for seat in work.seats if seat.person == reader]
    has_page = row.state == "running" and row.page != "off"
    inside = next((activity(work.id) for activity in work.deps.activities), "") if has_page else ""
    return work.deps.post_maker.addressed(post, row.game, row.scenario, seats, row.channel, inside)


def in_words(part: Part) -> tuple[Part, ...]:
    """Return the part; for a picture, the words to show instead."""
    if not isinstance(part, PostPicture):
        return (part,)
    return (Words(part.words),) if part.words else ()


def in_style(part: Part, style: dict[str, Any]) -> Part:
    """Return the part; a picture drawn as its reader wants it."""
    return replace(part, style=style) if isinstance(part, PostPicture) else part


def reword(part: Part, wanted: Preferences) -> Part:
    """Return the part, its text as its reader wants it."""
    return Words(plain(part.text, wanted)) if isinstance(part, Words) else part


def later(work: Notifier, person: int) -> str:
    """Return the lane for messages that wait until the person is awake."""
    return f"q{work.number}.{person}"


def waiting_lane(work: Notifier, person: int) -> str:
    """Return the lane for messages that wait until the person is awake and stay true whatever happens at the table."""
    return f"k{work.number}.{person}"


def with_turn_messages(work: Notifier, news: News, posts: Sequence[Post]) -> list[Post]:
    """Return the posts of a change with DMs added for players who want one that it's their turn, or who are asleep.

    In a quiet channel, a player who takes no DMs is mentioned there instead.
    """
    posts = [told for post in posts for told in _aloud(work, news, post)]
    named = {person for post in posts if post.user is None for person in post.mentions}
    asked = [s for s in (news.request.asked if news.request else ()) if s.person and s.person.id in named]
    private = [post for seat in asked for post in _turn(work, news, seat)]
    written = {post.user for post in private if post.user is not None and work.wishes(post.user).turn_notices == "dm"}
    kept = [replace(post, mentions=tuple(p for p in post.mentions if p not in written)) for post in posts]
    return [_least(work, post) for post in (*kept, *private)]


def _least(work: Notifier, post: Post) -> Post:
    """Return the DM about a turn, without the button for fewer if the person gets the fewest already."""
    if post.kind != "turn" or post.user is None:
        return post
    return _without_fewer(post) if work.wishes(post.user).turn_notices == "off" else post


def no_longer(work: Notifier, info: TableInfo, seat: SeatInfo, why: str, who: Person | None) -> None:
    """Replace the last DM about the turn of that seat, if one was sent, by one saying that it is over."""
    if seat.person is not None:
        reader, said = seat.person.id, {"seat": seat, "why": why, "person": who, "reader": seat.person.id}
        posts = work.deps.post_maker.matter(info, TURN_OVER, said)
        told = (replace(p, kind=TURN_OVER, user=reader, mentions=(), row=False, edits=True) for p in posts)
        work.post([replace(post, slot=turn_slot(work.id, reader, seat.number)) for post in told])


def _without_fewer(post: Post) -> Post:
    return replace(post, parts=tuple(_few(part) for part in post.parts))


def _few(part: Part) -> Part:
    if not isinstance(part, PostRow):
        return part
    return PostRow(tuple(button for button in part.buttons if button.verb != FEWER))


def _turn(work: Notifier, news: News, seat: SeatInfo) -> list[Post]:
    """Return the DM about the turn of a seat, if its person is to get one."""
    person = seat.person.id if seat.person else 0
    asleep = awake(work, person) > work.now
    if work.wishes(person).turn_notices == "off" and not asleep and work.row.may_post:
        return []
    post: Post | None = work.deps.post_maker.turn(news, seat)
    if post is not None and work.dms_closed(person) and asleep:
        _ring_later(work, _named(work, news, seat, person), person)
    return [] if post is None or work.dms_closed(person) else [post]


def _aloud(work: Notifier, news: News, post: Post) -> list[Post]:
    """Return the post; for a person without DMs a mention in the channel, once they are awake."""
    if post.kind != "turn" or post.user is None or not work.dms_closed(post.user) or news.request is None:
        return [post]
    person = post.user
    if is_program(person):
        return []
    told = [_named(work, news, seat, person) for seat in news.request.asked if seat.person and seat.person.id == person]
    if awake(work, person) <= work.now:
        return told[:1]
    for one in told[:1]:
        _ring_later(work, one, person)
    return []


def _named(work: Notifier, news: News, seat: SeatInfo, person: int) -> Post:
    """Return the post in the channel, with a mention, that it is the turn of that seat."""
    post = work.deps.post_maker.turn(news, dataclasses.replace(seat, language=""))
    if post is None:
        raise ValueError(f"nothing is asked of seat {seat.number}")
    told = _without_fewer(post)
    return replace(
        told, user=None, slot="", moves=False, parts=(Words(f"<@{person}>"), *told.parts), mentions=(person,)
    )


def _ring_later(work: Notifier, post: Post, person: int) -> None:
    """Mention a person without DMs in the channel when awake."""
    work.send(post, later(work, person), awake(work, person))


def ring_in_channel(work: Notifier, news: News, seat: SeatInfo, person: int) -> None:
    """Mention the person asked in the channel, as soon as they are awake."""
    post = _named(work, news, seat, person)
    if awake(work, person) > work.now:
        _ring_later(work, post, person)
    else:
        work.post([post])


def leave_notice(work: Notifier, post: Post, reader: int) -> None:
    """Turn what no DM can deliver into a notice for the next private screen, the same only once, without cards."""
    short = work.deps.post_maker.discreet(post, work.id, work.language(reader))
    text = next((part.text for part in short.parts if isinstance(part, Words)), "")
    said = msgspec.json.encode({"table": work.id, "text": cut(text, IN_SHORT)}).decode()
    work.later(SAME_NOTICE, table=work.number, reader=reader, said=said)
    work.add(NoticeRow(person=reader, table_id=work.number, code=UNDELIVERED, said=said))


def withdraw(work: Notifier, row: SeatRow | None) -> None:
    """Withdraw the messages that wait until their reader is awake: for that seat's player, or for everyone."""
    rows = work.seats if row is None else [row]
    people = [r.person for r in rows if r.person is not None and may_wait(work.wishes(r.person), work.now)]
    if people and work.row.pace != "live":
        for person in people:
            work.later(NOT_BEGUN, lane=later(work, person))
