"""The frame of every private screen: heading, lines on top, the buttons at its foot."""

from __future__ import annotations

from collections.abc import Iterable

from bot.contract.snapshot import Done
from bot.contract.tables import SeatInfo, Sheet, TableInfo
from bot.ui.parts import DESIGN, Button, Link, Part, Row, Screen, Text, short, wide
from bot.ui.questions.draft import DraftState
from bot.ui.questions.guide import onward, silent, with_hint
from bot.ui.words import wording
from bot.ui.words.paragraphs import npcs_of, paragraphs
from bot.ui.words.presentations import accent
from bot.ui.words.wording import closing_time
from engine.core.game import REASON, Event
from engine.core.message import list_of
from engine.core.naming import name_tokens
from engine.core.presentation import Presentation
from engine.core.text import capital, sentence, words

TOP = 900
LINE = 400
HEADINGS = "phase."


def screen(sheet: Sheet, parts: Iterable[Part | None], *, question: bool = True) -> Screen:
    """Return a screen of that seat, its controls addressed to the question now asked. `question`: it shows that
    question, so its advice can be asked for.
    """
    shown, seat = with_hint(sheet, [*(p for p in parts if p is not None), *onward(sheet)]), sheet.seat.number
    pause = [Button(words("play.button.pause"), "pause", lasting=True)] if sheet.info.alone and sheet.request else []
    for button in (*silent(sheet), *(advice_button(sheet) if question else ()), *pause):
        shown = with_button(shown, button)
    return Screen(
        _with_page(shown, sheet.info),
        sheet.info.id.lower(),
        sheet.ask_no,
        seat,
        accent(seat, sheet.info.game, sheet.seat.civ or sheet.seat.seat, sheet.info.scenario),
        "rest" if sheet.ask is None else "asked",
    )


def advice_button(sheet: Sheet) -> list[Button]:
    """Return the button that asks what the computer would do, where the player may ask that."""
    return [Button(words("coach.button.advise"), "advise")] if may_ask(sheet) else []


def may_ask(sheet: Sheet) -> bool:
    """Return whether a seat may ask the computer: it is asked something, and plays without other people or at a table
    with advice for all. Guided games have their own hints.
    """
    info = sheet.info
    people = {seat.person.id for seat in info.seats if seat.person is not None}
    allowed = info.settings.advice == "on" or (len(people) <= 1 and not info.missing)
    return sheet.ask is not None and allowed and not info.guided


def with_button(parts: tuple[Part, ...], button: Button) -> tuple[Part, ...]:
    """Return the parts with one button more at their foot."""
    last = parts[-1]
    if isinstance(last, Row) and len(last.buttons) < DESIGN.buttons:
        return (*parts[:-1], Row((*last.buttons, button)))
    return (*parts, Row((button,)))


def _with_page(parts: tuple[Part, ...], info: TableInfo) -> tuple[Part, ...]:
    """Return the parts with links to the table's page, on which the seat can be played, in the browser and inside
    Discord, as far as there are any.
    """
    if not info.page_link or info.state != "running":
        return parts
    inside = (Link(words("table.button.activity"), info.activity_link),) if info.activity_link else ()
    links, last = (Link(words("play.button.page"), info.page_link, info.place.guild or 0), *inside), parts[-1]
    if isinstance(last, Row) and wide(last) + len(links) <= DESIGN.buttons:
        return (*parts[:-1], Row(last.buttons, last.fixed, links))
    return (*parts, Row((), links=links))


def plain(table: str, *parts: Part) -> Screen:
    """Return a screen that belongs to no question."""
    return Screen(parts, table.lower())


def civ_name(presentation: Presentation, seat: SeatInfo) -> str:
    """Return the name of a seat's civilization, or of the seat before it has one."""
    return wording.civ(seat, presentation.names)


def heading(stage: DraftState, title: str = "") -> Text:
    """Return the heading: what is to be done and by whom."""
    said = capital(title or stage.prompt)
    return Text(f"### {short(said.rstrip('.'), 200)} · {civ_name(stage.presentation, stage.sheet.seat)}")


def dropped_line(stage: DraftState) -> list[Part]:
    """Return a line for what of the draft is legal no more."""
    lost = stage.dropped + (len(stage.sheet.draft.dropped) if stage.sheet.draft else 0)
    return [Text(words("play.text.dropped", n=lost))] if lost else []


def notes_button(seat: int) -> Button:
    """Return the way to the private notes of a seat."""
    return Button(words("note.button.notes"), "notes", str(seat), lasting=True)


def seat_button(seat: int) -> Button:
    """Return the way back to a seat."""
    return Button(words("play.hand.seat"), "seat", str(seat), lasting=True)


def side_buttons(sheet: Sheet) -> list[Button]:
    """Return the ways to what a seat has beside the game: its notes and its rooms."""
    return ways_beside(sheet.info, sheet.seat.number)


def ways_beside(info: TableInfo, seat: int) -> list[Button]:
    """Return the ways to the notes of a seat, and to its rooms where there are any at that table."""
    has_rooms = info.settings.rooms == "on" and info.state == "running" and not info.alone
    rooms = [Button(words("room.button.room"), "room", str(seat), lasting=True)] if has_rooms else []
    return [notes_button(seat), *rooms]


def ways_from(here: str, info: TableInfo, seat: int) -> list[Button]:
    """Return the buttons to other screens of the seat, without `here`, and back to the seat."""
    return [*(way for way in ways_beside(info, seat) if way.verb != here), seat_button(seat)]


def foot(stage: DraftState) -> Row:
    """Return the last row: Hand, undo or clearing the draft, and without a hand Rooms or Notes."""
    board = stage.presentation.board
    hand = stage.presentation.hands and (board is None or board.hand(stage.sheet.view, stage.seat))
    buttons = [Button(words("play.button.hand"), "hand", lasting=True)] if hand else []
    n = len(stage.work.plan) + (0 if stage.key in stage.questions.defaults else len(stage.work.batch))
    if n == 1:
        buttons.append(Button(words("play.button.to_start"), "over"))
    elif n:
        buttons.append(Button(words("play.button.back"), "back"))
        buttons.append(Button(words("play.button.start_over"), "over"))
    elif stage.sheet.undoable:
        buttons.append(Button(words("play.button.undo"), "undo"))
    return Row(tuple(buttons) if hand else (*buttons, side_buttons(stage.sheet)[-1]))


def news(done: Done, presentation: Presentation) -> str:
    """Return what an answer led to, in as many of the newest lines as fit; an NPC's actions are one line."""
    told_now = [event for event in done.events if event.said and not event.key.startswith((HEADINGS, REASON))]
    npcs = npcs_of(done.info)
    if npcs:
        lines = paragraphs(told_now, presentation.names, presentation.summary, npcs)
        lines += [line_of(done, event, presentation) for event in told_now if event.to is not None]
    else:
        lines = [line_of(done, event, presentation) for event in presentation.summary.condense(told_now)]
    return wording.fit_lines([short(line, LINE) for line in lines], TOP)


def line_of(done: Done, event: Event, presentation: Presentation) -> str:
    """Return the line of an event; if the person has several seats, secret news names its seat."""
    line, seat = name_tokens(sentence(event.said), presentation.names), done.info.seat(event.to) if event.to else None
    several = done.sheet is not None and len(done.sheet.own) > 1
    return (
        words("play.text.for_seat", civ=civ_name(presentation, seat), line=line)
        if several and seat is not None
        else line
    )


def asked_now(sheet: Sheet, presentation: Presentation, *, plain: bool = False) -> str:
    """Return who is asked publicly, and what one has answered oneself; `plain` for headings, which are bold."""
    asked, closes = sheet.public.ask, sheet.info.window
    if asked is None:
        return words("play.text.nobody_asked")
    if closes is not None and asked.sealed and not sheet.info.alone:
        return words("play.text.window_open", at=closing_time(closes))
    open_still = [seat for seat in asked.asked if seat.number not in sheet.given]
    seats = [wording.seat(seat, presentation.names, bold=not plain) for seat in open_still]
    if not seats:
        return words("play.text.nobody_asked")
    return words("play.text.asked_one" if len(seats) == 1 else "play.text.asked_several", seats=list_of(seats))
