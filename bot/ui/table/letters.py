"""Direct messages: the hand, what only one seat may know, an open window, and the turn where the channel is quiet."""

from __future__ import annotations

from collections.abc import Sequence

from bot.contract import Button, News, Part, Picture, Post, Row, SeatInfo, Sheet, TableInfo, Words
from bot.ui.names import Names
from bot.ui.table import asked
from bot.ui.table.hands import hand_lines
from bot.ui.table.heralds import Herald
from bot.ui.table.terms import civ, cut, named, said, when
from engine.core.ask import PASS
from engine.core.game import Event, View
from engine.core.text import listed

TEXT = 3000
WHAT = 400
SHOWN_BY_HAND = "draw.yours"
SILENT = frozenset({PASS, "none", "nothing", "no", "done"})


def my_seat(*, primary: bool = True) -> Row:
    """The button that opens what is asked now."""
    return Row((Button(said("button.seat"), "seat", style="primary" if primary else "secondary"),))


def seated(info: TableInfo, seat: SeatInfo) -> Post:
    """The DM that tries whether DMs arrive."""
    text = said("dm.seated", id=info.id, title=info.game_title)
    return Post("seated", (Words(text),), user=seat.person.id if seat.person else None)


def hand(info: TableInfo, seat: SeatInfo, view: View, names: Names) -> Post | None:
    """The hand with its cards' texts, from the seat's own view; None for a game without hands."""
    if seat.person is None:
        return None
    cards = cards_of(view, seat)
    if cards is None:
        return None
    head = {0: "dm.hand_empty", 1: "dm.hand_head_one"}.get(len(cards), "dm.hand_head")
    text = "\n".join([said(head, civ=civ(seat, names), id=info.id, n=len(cards)), *hand_lines(info.game, cards, names)])
    parts: list[Part] = [Words(cut(text, TEXT))]
    if cards:
        parts.append(Picture("hand", view, info.game, "hand.png", {"seat": seat.seat, "cards": list(cards)}))
    return Post("hand", (*parts, my_seat(primary=False)), user=seat.person.id, colour=seat.civ or "sand")


def cards_of(view: View, seat: SeatInfo) -> tuple[str, ...] | None:
    """The cards that a view shows in a seat's hand; None if it shows no hand of that seat."""
    own = view.get("civs", {}).get(seat.civ or seat.seat, view)
    cards = own.get("hand") if isinstance(own, dict) else None
    return None if cards is None else tuple(str(card) for card in cards)


def privately(info: TableInfo, seat: SeatInfo, events: Sequence[Event], names: Names) -> Post | None:
    """What only that seat may know. What it drew is shown by its hand, so that no DM is sent for it."""
    own = [e for e in events if e.to == seat.seat and e.key != SHOWN_BY_HAND]
    if not own or seat.person is None:
        return None
    lines = "\n".join(named(e.text, names) for e in own)
    text = said("dm.private", id=info.id, civ=civ(seat, names), lines=lines)
    return Post("private", (Words(cut(text, TEXT)), my_seat()), user=seat.person.id, colour=seat.civ or "sand")


def window(sheet: Sheet, names: Names) -> Post | None:
    """To a seat that holds an answer to the open window; None if it holds none."""
    info, seat, ask = sheet.info, sheet.seat, sheet.ask
    if info.window is None or ask is None or seat.person is None:
        return None
    answers = [o.label for o in sheet.options if o.token not in SILENT and (o.token,) != ask.silence]
    if not answers:
        return None
    what = cut(named(sheet.request.prompt, names) if sheet.request else "", WHAT)
    labels = listed([cut(named(label, names), 100) for label in answers[:5]])
    text = said("dm.window", id=info.id, time=when(info.window.closes_at), what=what, cards=labels)
    return Post("notice", (Words(text), my_seat()), user=seat.person.id)


def turns(news: News, names: Names, herald: Herald) -> Sequence[Post]:
    """Where the channel is quiet, whoever is asked learns it by DM; at a table of one person nobody needs to."""
    ask = news.request
    if ask is None or ask.sealed or news.info.alone:
        return ()
    moment = herald.moment(news.after)
    return [
        Post(
            "turn",
            (Words(turn(news.info, seat, moment, asked.what(ask, names), names)), my_seat()),
            user=seat.person.id,
        )
        for seat in ask.asked
        if seat.person is not None and seat.by == "human" and seat.seat not in news.reminded
    ]


def turn(info: TableInfo, seat: SeatInfo, moment: str, what: str, names: Names) -> str:
    """`Your turn at table 1K9 (Hittites, Card Phase): play a card.`"""
    return said("dm.turn", id=info.id, civ=civ(seat, names), moment=moment, what=what)


def channel_gone(info: TableInfo) -> Post:
    """To the host when the channel of the table has been deleted."""
    return Post("notice", (Words(said("dm.channel_gone", id=info.id)),), user=info.host.id)
