"""Direct messages: the hand, what only one seat may know, an open window, and the turn where the channel is quiet."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from bot.contract import Button, News, Part, Picture, Post, Row, SeatInfo, Sheet, TableInfo, Words
from bot.ui.table import asked
from bot.ui.table.terms import civ, named, said, said_of, when
from bot.ui.vocabulary import face_of, herald_of
from engine.core.ask import PASS
from engine.core.face import Face
from engine.core.fitting import cut
from engine.core.game import Event, View
from engine.core.herald import Herald
from engine.core.naming import Names
from engine.core.text import listed, words

TEXT = 3000
WHAT = 400
ALT = 1000
DISCREET = {"hand": "dm.discreet_hand", "notice": "dm.discreet_window", "private": "dm.discreet_private"}
SILENT = frozenset({PASS, "none", "nothing", "no", "done"})


def my_seat(*, primary: bool = True) -> Row:
    """The button that opens what is asked now."""
    return Row((Button(said("button.seat"), "seat", style="primary" if primary else "secondary"),))


def seated(info: TableInfo, seat: SeatInfo) -> Post:
    """The DM that tries whether DMs arrive."""
    text = said_of(info.game, "dm.seated", id=info.id, title=info.game_title)
    return Post("seated", (Words(text),), user=seat.person.id if seat.person else None)


def hand(info: TableInfo, seat: SeatInfo, view: View, names: Names) -> Post | None:
    """The hand as a picture, or where none is shown with its cards' texts; None for a game without hands."""
    if seat.person is None:
        return None
    cards = herald_of(info.game).cards(view, seat.civ or seat.seat)
    if cards is None:
        return None
    head = {0: "dm.hand_empty", 1: "dm.hand_head_one"}.get(len(cards), "dm.hand_head")
    parts: list[Part] = [Words(said(head, civ=civ(seat, names), id=info.id, n=len(cards)))]
    if cards:
        text = cut("\n".join(hand_lines(face_of(info.game), cards)), TEXT)
        alt = cut(words("play.hand.alt", n=len(cards), names=text.replace("**", "").replace("\n", " ")), ALT)
        options = {"seat": seat.seat, "cards": list(cards)}
        parts.append(Picture("hand", view, info.game, "hand.png", options, alt, text))
    return Post("hand", (*parts, my_seat(primary=False)), user=seat.person.id, colour=seat.civ or "sand")


def hand_lines(face: Face, cards: Sequence[str]) -> list[str]:
    """One line a card: what the game says of it, else its name."""
    return [face.herald.hand(card) or f"**{face.names.name('card', card)}**" for card in cards]


def privately(info: TableInfo, seat: SeatInfo, events: Sequence[Event], names: Names) -> Post | None:
    """What only that seat may know. What it drew is shown by its hand, so that no DM is sent for it."""
    own = [e for e in events if e.to == seat.seat and e.key not in herald_of(info.game).drawn]
    if not own or seat.person is None:
        return None
    lines = "\n".join(named(e.text, names) for e in own)
    text = said("dm.private", id=info.id, civ=civ(seat, names), lines=lines)
    return Post("private", (Words(cut(text, TEXT)), my_seat()), user=seat.person.id, colour=seat.civ or "sand")


def window(sheet: Sheet, names: Names) -> Post | None:
    """About the open window, with the answers that the seat holds."""
    info, seat, ask = sheet.info, sheet.seat, sheet.ask
    if info.window is None or ask is None or seat.person is None:
        return None
    answers = [o.label for o in sheet.options if o.token not in SILENT and (o.token,) != ask.silence]
    what = cut(named(sheet.request.prompt, names) if sheet.request else "", WHAT)
    labels = listed([cut(named(label, names), 100) for label in answers[:5]])
    holds = said("dm.window_holds", cards=labels) if answers else said("dm.window_holds_none")
    where = said("dm.window_of", id=info.id, civ=civ(seat, names)) if sheet.own[1:] else info.id
    text = said("dm.window", id=where, time=when(info.window.closes_at), what=what, holds=holds)
    return Post("notice", (Words(text), my_seat()), user=seat.person.id, mentions=(seat.person.id,))


def turns(news: News, names: Names, herald: Herald) -> Sequence[Post]:
    """Where the channel is quiet, whoever is asked learns it by DM; at a table of one person nobody needs to."""
    ask = news.request
    if ask is None or ask.sealed or news.info.alone:
        return ()
    seats = [s for s in ask.asked if s.person is not None and s.by == "human" and s.seat not in news.reminded]
    return [post for post in (turn(news, seat, names, herald) for seat in seats) if post is not None]


def turn(news: News, seat: SeatInfo, names: Names, herald: Herald) -> Post | None:
    """`Your turn at table 1K9 (Red, Turn 3): move.`"""
    if news.request is None or seat.person is None:
        return None
    exact = asked.exactly(news)
    what, moment = exact or asked.what(news.request, names), herald.moment(news.after)
    text = said("dm.turn", id=news.info.id, civ=civ(seat, names), moment=moment, what=what)
    return Post("turn", (Words(text), my_seat()), user=seat.person.id, mentions=(seat.person.id,))


def discreet(post: Post, table: str) -> Post:
    """The same DM without cards: that there is something, and the button that shows it."""
    text = DISCREET.get(post.kind)
    if text is None:
        return post
    row = tuple(part for part in post.parts if isinstance(part, Row))
    hand = (Row((Button(said("button.hand"), "hand"),)),)
    return replace(post, parts=(Words(said(text, id=table)), *(hand if post.kind == "hand" else row)))


def channel_gone(info: TableInfo) -> Post:
    """To the host when the channel of the table has been deleted."""
    return Post("gone", (Words(said("dm.channel_gone", id=info.id)),), user=info.host.id)
