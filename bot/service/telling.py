"""What has to be stored and told of each change of a game: journal, log, clock, posts, hands."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from msgspec.structs import replace
from sqlalchemy import delete, update
from sqlmodel import col

from bot.posts import Picture, Post
from bot.service import bells, plans, results, runs, windows
from bot.service.facts import info_of, public_ask, seat_info
from bot.service.heard import listen, untold
from bot.service.holding import Held, held, joined
from bot.service.kept import KeptTable, heading_in
from bot.service.runs import Run, last_post
from bot.service.sheets import sheet_for
from bot.service.work import Work, dumped
from bot.store.models import CheckpointRow, ClockRow, DraftRow, EntryRow, LineRow, SealedRow, SeatRow
from bot.values import Cause, News, PublicAsk
from engine.core import record as records
from engine.core.ask import Request, Seat
from engine.core.game import CALLED, Event, View
from engine.core.herald import Herald
from engine.core.record import Checkpoint, Entry
from engine.games import FACES

RECENT = 600.0


@dataclass(slots=True)
class Change:
    """A change of a game: how it stood before, what was done and by whom."""

    cause: Cause
    view: View | None = None
    request: Request | None = None
    asked: PublicAsk | None = None
    base: int = 0
    old: list[Entry] = field(default_factory=list)
    actor: SeatRow | None = None
    said: Mapping[str, Any] = field(default_factory=dict)
    earlier: tuple[Event, ...] = ()
    held: Held | None = None
    run: Run | None = None
    stands: int = 0
    closing: View | None = None


@dataclass(frozen=True, slots=True)
class Seen:
    """How a game stands after a change: the public view, and each person's own."""

    public: View
    own: Mapping[Seat, View]


async def change(
    work: Work,
    act: Callable[[KeptTable], object],
    cause: Cause,
    *,
    actor: SeatRow | None = None,
    said: Mapping[str, Any] | None = None,
    new: plans.Plans | None = None,
) -> tuple[Event, ...]:
    """Let `act` change the game, and note all that follows. Raises what `act` raises, with nothing noted.

    Plans of seats go on answering after it, `new` ones among them; an undo ends them, and so does another owner.
    """
    table = await work.table()
    what = Change(cause, request=table.pending, actor=actor, said=said or {})
    what.asked = public_ask(info_of(work), table.pending)
    what.earlier = await untold(work, _herald(table.game.name))
    what.held, what.run = await held(work), await last_post(work)
    before = await plans.kept(work)
    going_on: plans.Plans = {}

    def run() -> Seen:
        what.view, what.base = table.view(None), table.record.first
        what.old, answers = table.begin(), table.answered()
        act(table)
        if cause not in {"undo", "control"}:
            going_on.update(plans.followed(table, {**before, **(new or {})}))
        what.closing = table.view_before(_herald(table.game.name).closing_step, answers)
        return seen(work, table)

    after = await work.run(run)
    plans.keep(work, before, going_on)
    return note(work, table, what, after)


def seen(work: Work, table: KeptTable) -> Seen:
    """The views of everybody concerned."""
    names = set(table.game.seats(table.state))
    _name_seats(work, table)
    people = [row.seat for row in work.seats if row.person is not None and row.seat in names]
    return Seen(table.view(None), {seat: table.view(seat) for seat in people})


def _name_seats(work: Work, table: KeptTable) -> None:
    """Seats keep their numbers; their names are the engine's, which may change."""
    for row, name in zip(work.seats, table.game.seats(table.state), strict=False):
        row.seat = name


def _set_places(work: Work, table: KeptTable) -> None:
    """Every seat of the game has its row: seats that come in while it is played are the NPC's and nobody's, and they
    are gone again when it goes back.
    """
    names = table.game.seats(table.state)
    for number in range(len(work.seats) + 1, len(names) + 1):
        work.seats.append(SeatRow(table_id=work.number, number=number, seat=names[number - 1], by="npc"))
        work.add(work.seats[-1])
    for row in work.seats[len(names) :]:
        work.session.expunge(row)
        work.later(delete(SeatRow).where(col(SeatRow.table_id) == work.number, col(SeatRow.number) == row.number))
    del work.seats[len(names) :]


def note(work: Work, table: KeptTable, what: Change, after: Seen) -> tuple[Event, ...]:
    """Put a change that has been made into the unit of work; returns what was told."""
    work.dirty = True
    _set_places(work, table)
    events = tuple(table.events)
    asked_at = work.row.ask_no
    what.stands = _journal(work, table, what, asked_at)
    for point in table.checkpoints:
        add_checkpoint(work, point)
    _lines(work, table, what)
    work.row.record = records.encode(table.record)
    fresh = table.pending is not what.request or what.cause in {"undo", "back", "start", "import", "corrected"}
    if fresh:
        _next_question(work, table, what)
    elif work.alone() and what.cause != "call":
        work.row.ask_no += 1
    _end(work, table)
    if fresh or what.cause != "call":
        bells.withdraw(work, what.actor if not fresh and work.row.state == "running" else None)
    _tell(work, table, what, after, fresh=fresh)
    return events


def _journal(work: Work, table: KeptTable, what: Change, ask_no: int) -> int:
    """Store the answers that are new, and drop those that were taken back; how many of the old ones stand."""
    now = table.journal
    same = 0
    while same < min(len(now), len(what.old)) and now[same] is what.old[same]:
        same += 1
    if same < len(what.old):
        kept = what.base + same
        work.later(delete(EntryRow).where(col(EntryRow.table_id) == work.number, col(EntryRow.seq) > kept))
    closed = what.request.key if what.request is not None and what.request.sealed else ""
    for seq, entry in enumerate(now[same:], what.base + same + 1):
        picks = dumped(list(entry.picks))
        work.add(
            EntryRow(
                table_id=work.number,
                seq=seq,
                key=entry.key,
                seat=entry.seat,
                picks=picks,
                auto=entry.auto,
                sealed=entry.key == closed,
                ask_no=ask_no,
                at=work.now,
            )
        )
    work.row.answers = what.base + len(now)
    return what.base + same


def add_checkpoint(work: Work, point: Checkpoint) -> None:
    """Store a position that play has passed for good."""
    work.row.points += 1
    work.add(
        CheckpointRow(
            table_id=work.number,
            no=work.row.points,
            first=point.first,
            game_version=work.game.version,
            step=point.step,
            chapter=heading_in(work.game.name, bytes(point.state)),
            state=zlib.compress(bytes(point.state), 6),
            at=work.now,
        )
    )


def _lines(work: Work, table: KeptTable, what: Change) -> None:
    """Store what was told; lines about what was taken back are marked as undone."""
    work.first_line = work.row.lines + 1
    if what.cause in {"undo", "back", "corrected"}:
        mark_undone(work, what.stands, calls=what.cause != "undo")
    for event, chapter in zip(table.events, table.chapters, strict=True):
        add_line(work, event, chapter)


def mark_undone(work: Work, answers: int, *, calls: bool) -> None:
    """Mark what was told after so many answers as undone; what was told of calls only if they are gone too."""
    here = [col(LineRow.table_id) == work.number, col(LineRow.seq) > answers]
    here += [] if calls else [col(LineRow.key).not_like(f"{CALLED}%")]
    work.later(update(LineRow).where(*here).values(undone=True))
    work.undone_after = answers


def add_line(work: Work, event: Event, chapter: str) -> None:
    """Store a line of the log."""
    work.row.lines += 1
    line = LineRow(
        table_id=work.number,
        no=work.row.lines,
        seq=work.row.answers,
        text=event.text,
        to=event.to or "",
        focus=dumped(list(event.focus)),
        action=event.action,
        key=event.key,
        chapter=chapter,
        at=work.now,
    )
    work.told.append(line)
    work.add(line)


def _next_question(work: Work, table: KeptTable, what: Change) -> None:
    """A new question: a new number, nothing sealed, no draft, and a clock if it closes by itself."""
    work.row.ask_no += 1
    if work.sealed:
        work.later(delete(SealedRow).where(col(SealedRow.table_id) == work.number))
    for kept in work.sealed.values():
        work.session.expunge(kept)
    work.sealed = {}
    set_clock(work, table, what.request if what.cause == "close" else None)


def set_clock(work: Work, table: KeptTable, closed: Request | None) -> None:
    """Give the pending window its clock, or take away that of a window that is gone."""
    wanted = windows.opened(work, table, closed) if windows.silent(table) and not work.alone() else None
    kept = work.clock
    if kept is None or wanted is None:
        if kept is not None:
            _drop_clock(work)
        if wanted is not None:
            work.add(wanted)
        work.clock = wanted
        return
    for name in ("ask_no", "key", "kind", "length", "opens_at", "closes_at"):
        setattr(kept, name, getattr(wanted, name))


def _drop_clock(work: Work) -> None:
    if work.clock is not None:
        work.session.expunge(work.clock)
    work.later(delete(ClockRow).where(col(ClockRow.table_id) == work.number))
    work.clock = None


def _end(work: Work, table: KeptTable) -> None:
    if table.pending is None and work.row.state == "running":
        outcome = table.outcome()
        close_table(work, outcome.reason if outcome else "")
        if outcome is not None:
            results.keep(work, outcome)


def close_table(work: Work, reason: str) -> None:
    """The game has ended: no clock, no drafts, nothing sealed any more."""
    work.row.state, work.row.over_at, work.row.over_reason = "over", work.now, reason
    work.row.time_up_at = None
    _drop_clock(work)
    for number in list(work.drafts):
        drop_draft(work, number)


def drop_draft(work: Work, number: int) -> None:
    """Throw the draft of a seat away, if there is one."""
    kept = work.drafts.pop(number, None)
    if kept is not None:
        work.session.expunge(kept)
        work.later(delete(DraftRow).where(col(DraftRow.table_id) == work.number, col(DraftRow.number) == number))


def _tell(work: Work, table: KeptTable, what: Change, after: Seen, *, fresh: bool) -> None:
    """Posts for everybody, then what each person alone may know."""
    info = info_of(work)
    _tell_all(work, table, what, after, fresh=fresh)
    for row in work.seats:
        mine = tuple(e for e in table.events if e.to is not None and e.to == row.seat)
        if mine and row.person is not None and not _acts(what, row):
            post = work.deps.narrator.privately(info, seat_info(work, row), mine)
            work.post([replace(post, user=row.person)] if post else [])
    tell_hands(work, what.actor, after)
    if fresh:
        _tell_holders(work, table)


def _tell_all(work: Work, table: KeptTable, what: Change, after: Seen, *, fresh: bool) -> None:
    """The posts of the channel. What is taken back before anybody was told of it is not told at all."""
    public = tuple(e for e in table.events if e.to is None)
    waiting = what.held.told(what.stands) if what.held else ()
    if what.held and what.cause == "undo" and not waiting:
        work.withdrawn = what.held.row
    elif public or fresh or what.said:
        news = _news(work, table, what, after, (*waiting, *public))
        posts = bells.rung(work, news, _posts(work, what, news, public))
        work.post(posts)
        listen(work, posts)
        _remember_picture(work, posts, after.public)


def _posts(work: Work, what: Change, news: News, public: Sequence[Event]) -> Sequence[Post]:
    """The posts of a change. A post that waits is joined with them; the last one sent gives way where it may."""
    narrator = work.deps.narrator
    posts: Sequence[Post] = narrator.posts(news)
    joined(work, what.held, posts)
    if not (_herald(work.row.game).one_post and runs.may_give_way(work, posts, what.cause)):
        return posts
    if what.run is None or not what.run.takes(public, what.cause):
        return runs.begun(work, posts, what.asked)
    whole = dataclasses.replace(news, events=(*what.run.events, *public), opened=what.run.opened)
    return runs.gone_on(what.run, narrator.posts(whole))


def _remember_picture(work: Work, posts: Iterable[Post], view: View) -> None:
    """Keep what the channel is shown, so that the next picture can mark what has changed since."""
    if any(isinstance(part, Picture) and part.draw == "board" for p in posts if p.user is None for part in p.parts):
        work.row.shown = zlib.compress(msgspec.json.encode(view), 6)


def picture_before(work: Work) -> View | None:
    """The public view in the last picture posted to the channel."""
    if work.row.shown is None:
        return None
    view: View = msgspec.json.decode(zlib.decompress(work.row.shown))
    return view


def _tell_holders(work: Work, table: KeptTable) -> None:
    """A private notice of a new window to those who hold an answer, or as each has wished."""
    for row in windows.waiting_rows(work, table) if work.clock is not None else ():
        ask = table.ask_of(row.seat)
        if ask is None or row.person is None or row.by != "human":
            continue
        wish = work.wishes(row.person).window_notices
        holds = any(token not in (ask.silence or ()) for token in ask.options)
        if wish == "all" or (wish == "holders" and holds):
            post = work.deps.narrator.window(sheet_for(work, table, row))
            work.post([replace(post, user=row.person)] if post else [])


def _acts(what: Change, row: SeatRow) -> bool:
    return what.actor is not None and what.actor.person == row.person


def _news(work: Work, table: KeptTable, what: Change, after: Seen, public: tuple[Event, ...]) -> News:
    info = info_of(work)
    over = work.row.state == "over"
    recent = tuple(s.seat for s in work.seats if s.spoke_at and work.now - s.spoke_at < RECENT)
    return News(
        cause=what.cause,
        info=info,
        before=what.view,
        after=after.public,
        events=public,
        request=public_ask(info, table.pending) if not over else None,
        answered=what.asked,
        actor=seat_info(work, what.actor) if what.actor else None,
        reminded=recent,
        outcome=table.outcome(),
        seed=work.row.seed if over else "",
        said=what.said,
        earlier=what.earlier,
        since=picture_before(work),
        closing=what.closing,
    )


def tell_hands(work: Work, actor: SeatRow | None, after: Seen) -> None:
    """A DM for each hand that has changed, unless its owner has only played from it."""
    info = info_of(work)
    for row in work.seats:
        view = after.own.get(row.seat)
        cards = hand_in(work.game.name, view, row.seat) if view is not None else None
        if view is None or cards is None:
            continue
        before, row.hand = row.hand, dumped(cards)
        if _worth_telling(before, cards, own=actor is row) and _wants_hand(work, row):
            send_hand(work, row, view, info)


def send_hand(work: Work, row: SeatRow, view: View, info: Any = None) -> None:
    """The hand of a seat as a DM that replaces the one before."""
    post = work.deps.narrator.hand(info or info_of(work), seat_info(work, row), view)
    if post is not None and row.person is not None:
        work.post([replace(post, user=row.person, slot=f"hand:{work.id}:{row.number}:{row.person}")])


def _wants_hand(work: Work, row: SeatRow) -> bool:
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
    """The hand in the seat's own view, for games that have one."""
    cards = _herald(game).cards(view, seat)
    return None if cards is None else list(cards)


def _herald(game: str) -> Herald:
    """The public words of a game."""
    return FACES[game].herald if game in FACES else Herald()


def digest(value: Any) -> str:
    """A short mark by which the same answer is known again."""
    return hashlib.blake2b(dumped(value).encode(), digest_size=8).hexdigest()
