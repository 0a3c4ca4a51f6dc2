"""Direct messages: the hand, news for one seat only, the time to respond, and the turn if the channel is quiet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf
from typing import Any

from msgspec.structs import replace

from bot.contract.posts import Attached, Part, Post, PostButton, PostPicture, PostRow, Words, turn_slot
from bot.contract.records import News, OtherTable, Reminder
from bot.contract.tables import SeatInfo, Sheet, TableInfo
from bot.ui.parts import short
from bot.ui.posts.turn_headings import told_by_turn, under_headings
from bot.ui.words import prompt
from bot.ui.words.permissions import channel_of, why_no_posts
from bot.ui.words.presentations import names_of, presentation_of, summary_of, title_of
from bot.ui.words.wording import civ, closing_time, date, name_tokens, said_of, several, table_text, who
from engine.core.ask import PASS, Seat
from engine.core.game import Event, View
from engine.core.message import list_of
from engine.core.naming import Names
from engine.core.presentation import Presentation
from engine.core.summary import Summary
from engine.core.text import cut, sentence, words

TEXT = 3000
HINT = 160
WHAT = 400
ELSEWHERE = 200
ALT = 1000
MISSED = 1500
DISCREET = {
    "hand": "dm.discreet_hand",
    "notice": "dm.discreet_window",
    "private": "dm.discreet_private",
    "reminder": "dm.discreet_reminder",
}
MOST_TABLES = 5
AUTO = "auto."
FEWER = {"auto.free": "turn", "auto.asked": "turn", "auto.next": "next"}
SILENT = frozenset({PASS, "none", "nothing", "no", "done"})


def addressed(post: Post, names: Names, seats: Sequence[Seat], channel: int) -> Post:
    """Return a DM with a line that names the game and those of the reader's seats that have a civilization, and links
    to the channel; it stands before the first buttons.
    """
    known = {thing.value: thing.name for thing in names.things("civ")}
    played = [str(list_of(own))] if (own := [known[seat] for seat in seats if seat in known]) else []
    line = Words(f"-# {' · '.join([title_of(names.game), *played, f'<#{channel}>'])}")
    at = next((i for i, part in enumerate(post.parts) if isinstance(part, PostRow)), len(post.parts))
    return replace(post, parts=(*post.parts[:at], line, *post.parts[at:]))


def my_seat(*, primary: bool = True) -> PostRow:
    """Return the My turn button."""
    return PostRow((PostButton(table_text("button.seat"), "seat", style="primary" if primary else "secondary"),))


def fewer(kind: str) -> PostButton:
    """Return the button for fewer notices of that kind; see `/prefs notices`."""
    return PostButton(table_text("button.fewer"), "fewer", kind)


def seat_message(info: TableInfo, seat: SeatInfo) -> Post:
    """Return the DM that tests whether DMs arrive."""
    text = said_of(info.game, "dm.seated", id=info.id, title=info.game_title)
    return Post("seated", (Words(text),), user=seat.person.id if seat.person else None)


def hand(info: TableInfo, seat: SeatInfo, view: View, names: Names) -> Post | None:
    """Return the hand with its cards' texts and as a picture; None for a game without hands."""
    if seat.person is None:
        return None
    cards = summary_of(info.game).cards(view, seat.civ or seat.seat)
    if cards is None:
        return None
    head = {0: "dm.hand_empty", 1: "dm.hand_head_one"}.get(len(cards), "dm.hand_head")
    parts: list[Part] = [Words(table_text(head, civ=civ(seat, names), id=info.id, n=len(cards)))]
    if cards:
        text = cut("\n".join(hand_lines(presentation_of(info.game), cards, TEXT)), TEXT)
        options = {"seat": seat.seat, "cards": list(cards)}
        alt = hand_alt(presentation_of(info.game), cards)
        parts += [Words(text), PostPicture("hand", view, info.game, "hand.png", options, alt)]
    return Post("hand", (*parts, my_seat(primary=False)), user=seat.person.id, colour=seat.civ or "sand")


def hand_lines(presentation: Presentation, cards: Sequence[str], room: float = inf) -> list[str]:
    """Return one line per card: the game's text, else its name; cards with only a name share a line.

    If the whole texts don't fit, each card gets a hint.
    """
    names, board = presentation.names, presentation.board
    lines = [presentation.summary.hand(card) or f"**{names.name('card', card)}**" for card in cards]
    if sum(len(line) + 1 for line in lines) > room and board is not None:
        return [short(f"**{names.name('card', card)}** ({card}) {board.card_hint(card)}", HINT) for card in cards]
    bare = all(line.startswith("**") and line.endswith("**") for line in lines)
    return [", ".join(lines)] if lines and bare else lines


def hand_alt(presentation: Presentation, cards: Sequence[str]) -> str:
    """Return the alternative text of a hand's picture: its cards and what they do, as far as there is room."""
    told = " ".join(hand_lines(presentation, cards)).replace("**", "")
    return cut(words("play.hand.alt", n=len(cards), names=told), ALT)


def privately(info: TableInfo, seat: SeatInfo, events: Sequence[Event], names: Names) -> Post | None:
    """Return the DM with what only that seat may know; None for drawn cards, since the hand shows them."""
    own = [e for e in events if e.to == seat.seat and e.key not in summary_of(info.game).drawn]
    if not own or seat.person is None:
        return None
    lines = "\n".join(name_tokens(sentence(e.said), names) for e in own)
    text = table_text("dm.private", id=info.id, civ=civ(seat, names), lines=lines)
    row = in_advance(seat, own[0].key) if own[0].key.startswith(AUTO) else my_seat()
    return Post("private", (Words(cut(text, TEXT)), row), user=seat.person.id, colour=seat.civ or "sand")


def in_advance(seat: SeatInfo, key: str) -> PostRow:
    """Return the row with the seat, its auto-answers, undo if one has answered, and fewer notices of that kind."""
    back = (PostButton(table_text("button.take_back"), "undo", str(seat.number)),) if key == f"{AUTO}acted" else ()
    auto = PostButton(words("auto.button.auto"), "auto", str(seat.number))
    less = (fewer(FEWER[key]),) if key in FEWER else ()
    return PostRow((*my_seat().buttons, *back, auto, *less))


def window(sheet: Sheet, names: Names) -> Post | None:
    """Return the DM about the present time to respond, with the responses that the seat has."""
    info, seat, ask = sheet.info, sheet.seat, sheet.ask
    if info.window is None or ask is None or seat.person is None:
        return None
    answers = [o.label for o in sheet.options if o.token not in SILENT and (o.token,) != ask.silence]
    what = cut(name_tokens(sentence(sheet.request.said), names) if sheet.request else "", WHAT)
    labels = list_of([cut(name_tokens(label, names), 100) for label in answers[:5]])
    holds = table_text("dm.window_holds", cards=labels) if answers else table_text("dm.window_holds_none")
    where = table_text("dm.window_of", id=info.id, civ=civ(seat, names)) if sheet.own[1:] else info.id
    text = table_text("dm.window", id=where, time=closing_time(info.window), what=what, holds=holds)
    silent = ask.silence == (PASS,) and answers
    back = (PostButton(table_text("button.let_pass"), "let_pass", f"{seat.number}.{sheet.ask_no}"),) if silent else ()
    row = PostRow((*my_seat().buttons, *back, fewer("window")))
    return Post("notice", (Words(text), row), user=seat.person.id, mentions=(seat.person.id,))


def turns(news: News, names: Names, summary: Summary) -> Sequence[Post]:
    """Return DMs to the players asked, for a quiet channel; none at a table with one person."""
    ask = news.request
    if ask is None or ask.sealed or news.info.alone:
        return ()
    seats = [s for s in ask.asked if s.person is not None and s.by == "human" and s.seat not in news.reminded]
    return [post for post in (turn(news, seat, names, summary) for seat in seats) if post is not None]


def turn(news: News, seat: SeatInfo, names: Names, summary: Summary) -> Post | None:
    """`Your turn at table 1K9 (Red, Turn 3): move.`"""
    if news.request is None or seat.person is None:
        return None
    exact = prompt.exactly(news)
    what, moment = exact or prompt.what(news.request, names), summary.moment(news.after)
    text = table_text("dm.turn", id=news.info.id, civ=civ(seat, names), moment=moment, what=what)
    text += prompt.until(news.info, seat)
    row = PostRow((*my_seat().buttons, PostButton(table_text("button.since"), "since"), fewer("turn")))
    reader = seat.person.id
    slot = turn_slot(news.info.id, reader, seat.number)
    return Post("turn", (Words(text), row), user=reader, mentions=(reader,), slot=slot, moves=True)


def reminder(info: TableInfo, seat: SeatInfo, told: Reminder, names: Names) -> Post:
    """Return the DM that the table waits for the seat, with deadline and news; other tables get a line each."""
    what = prompt.exact(info.game, told.ask, told.view) or (prompt.what(told.ask, names) if told.ask else "")
    filled = {"id": info.id, "civ": civ(seat, names), "moment": summary_of(info.game).moment(told.view), "what": what}
    lines = [table_text("dm.reminder", **filled)]
    lines += [table_text("dm.reminder_until", time=date(told.until))] if told.until is not None else []
    if told.actions:
        lines.append(table_text("dm.reminder_since", actions=several("since.action", "since.actions", told.actions)))
    missed = missed_since(info, told, names)
    parts = (Words(" ".join(lines)), *([Words(missed)] if missed else []))
    others = told.others[: MOST_TABLES - 1]
    if not others:
        return Post("reminder", (*parts, PostRow(reminder_buttons())), colour=seat.civ or "sand")
    waiting = [_where(OtherTable(info.id, info.game, info.place.channel)), *(_where(other) for other in others)]
    head = Words("\n".join([table_text("dm.reminder_several", n=len(told.others) + 1), *waiting]))
    return Post("reminder", (head, *parts, *_rows_of_several(info.id, others)), colour=seat.civ or "sand")


def _rows_of_several(table: str, others: Sequence[OtherTable]) -> tuple[PostRow, PostRow]:
    """My turn at each of several tables, and below it what is about the first of them."""
    first, *more = reminder_buttons()
    here = replace(first, label=table_text("button.seat_at", id=table))
    there = [PostButton(table_text("button.seat_at", id=other.id), "seat_at", other.id.lower()) for other in others]
    return PostRow((here, *there)), PostRow(tuple(more))


def _where(other: OtherTable) -> str:
    """Return a table with its game, its channel, its question, and until when it asks."""
    line = table_text("dm.reminder_other", id=other.id, game=title_of(other.game), channel=other.channel)
    if other.ask is not None:
        line = table_text(
            "dm.reminder_asked", table=line, what=cut(prompt.what(other.ask, names_of(other.game)), ELSEWHERE)
        )
    return line + (f" {table_text('dm.reminder_until', time=date(other.until))}" if other.until is not None else "")


def missed_since(info: TableInfo, told: Reminder, names: Names) -> str:
    """Return what happened since the seat's last answer, an action per paragraph; only the newest if it is too much."""
    lines = told_by_turn(told.lines, info, names)
    return under_headings(table_text("since.happened"), lines, MISSED, told.earlier) if lines else ""


def reminder_buttons() -> tuple[PostButton, ...]:
    """Return the buttons: My turn, what has happened, later, and fewer of these."""
    return (
        PostButton(table_text("button.seat"), "seat", style="primary"),
        PostButton(table_text("button.since"), "since"),
        PostButton(table_text("button.snooze"), "snooze"),
        fewer("reminders"),
    )


def follower_post(info: TableInfo, post: Post, person: int, slot: str) -> Post:
    """Return a post of the channel without its buttons and files, for a follower of the table."""
    parts = tuple(part for part in post.parts if not isinstance(part, PostRow | Attached))
    end = (Words(table_text("follow.why", id=info.id, channel=channel_of(info))), *_stopping(info))
    return replace(
        post, parts=(*parts, *end), user=person, mentions=(person,), row=False, slot=slot, moves=True, hold=False
    )


def _stopping(info: TableInfo) -> tuple[PostRow, ...]:
    """The button to stop, unless it is over anyway."""
    return (PostRow((PostButton(table_text("button.unfollow"), "watch"),)),) if info.state == "running" else ()


def discreet(post: Post, table: str) -> Post:
    """Return the same DM without cards: that there is something, and the button that shows it."""
    text = DISCREET.get(post.kind)
    if text is None:
        return post
    row = tuple(part for part in post.parts if isinstance(part, PostRow))
    hand = (PostRow((PostButton(table_text("button.hand"), "hand"),)),)
    return replace(post, parts=(Words(table_text(text, id=table)), *(hand if post.kind == "hand" else row)))


def mishap(info: TableInfo, what: str, filled: Mapping[str, Any]) -> Post:
    """Return the DM about what keeps posts from arriving, to the host, or to all players of a lost channel."""
    return Post("mishap", (Words(happened_text(info, what, filled)),))


def happened_text(info: TableInfo, what: str, filled: Mapping[str, Any]) -> str:
    """Return the text of that DM, also used for a notice."""
    key = f"mishap.{what}" if filled.get("host", True) else f"mishap.{what}_seated"
    where = table_text("mishap.by_dm" if filled.get("private") else "mishap.in_channel")
    return table_text(
        key, id=info.id, channel=channel_of(info), why=why_no_posts(info.lacks), where=where, host=who(info.host)
    )
