"""The frame of every private screen: heading, lines on top, the buttons at its foot."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.contract import Done, SeatInfo, Sheet
from bot.ui.accents import accent
from bot.ui.names import told
from bot.ui.parts import Button, Part, Row, Screen, Text, short
from bot.ui.play.face import Face
from bot.ui.play.stage import Stage
from bot.ui.table import terms
from engine.core.game import Event
from engine.core.text import catalogue, listed, words

TOP = 600
NEWS = 4


def screen(sheet: Sheet, parts: Iterable[Part | None]) -> Screen:
    """A screen of that seat, its controls addressed to the question now asked."""
    shown, seat = tuple(p for p in parts if p is not None), sheet.seat.number
    return Screen(shown, sheet.info.id.lower(), sheet.ask_no, seat, accent(seat))


def plain(table: str, *parts: Part) -> Screen:
    """A screen that belongs to no question."""
    return Screen(parts, table.lower())


def civ_name(face: Face, seat: SeatInfo) -> str:
    """The name of a seat's civilization, or of the seat before it has one."""
    return terms.civ(seat, face.names)


def heading(stage: Stage, title: str = "") -> Text:
    """What is to be done and by whom."""
    asked = stage.request or stage.sheet.request
    said = title or stage.told(asked.prompt if asked else "")
    said = said[:1].upper() + said[1:]
    return Text(f"### {short(said.rstrip('.'), 200)} · {civ_name(stage.face, stage.sheet.seat)}")


def text_of(key: str, other: str, **said: object) -> str:
    """The text of that key if there is one, else the other."""
    return words(key if key in catalogue() else other, **said)


def foot(stage: Stage) -> Row | None:
    """Hand, and what can be taken back: the last answer, or what the draft holds."""
    buttons = [Button(words("play.button.hand"), "hand", lasting=True)]
    if stage.work.plan or (stage.work.whole and stage.key not in stage.face.defaults):
        buttons.append(Button(words("play.button.back"), "back"))
        buttons.append(Button(words("play.button.start_over"), "over"))
    elif stage.sheet.undoable:
        buttons.append(Button(words("play.button.undo"), "undo"))
    return Row(tuple(buttons))


def news(done: Done, face: Face) -> str:
    """What an answer brought about, in a few lines."""
    lines = [told(line, face.names) for line in _texts(done.events)]
    left = len(lines) - NEWS
    tail = [words("play.text.more", n=left)] if left > 0 else []
    return short("\n".join([*lines[:NEWS], *tail]), TOP)


def _texts(events: Sequence[Event]) -> list[str]:
    return [event.text for event in events if event.text]


def asked_now(sheet: Sheet, face: Face) -> str:
    """Who is asked, as everybody may know it."""
    if sheet.public.ask is None:
        return words("play.text.nobody_asked")
    seats = [terms.seat(seat, face.names, bold=True) for seat in sheet.public.ask.asked]
    return words("play.text.asked_now", seats=listed(seats)) if seats else words("play.text.nobody_asked")
