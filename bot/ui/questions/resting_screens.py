"""Screens around the questions: nothing to do, done, undo, several seats."""

from __future__ import annotations

from typing import Final

from bot.contract.snapshot import Done, InAdvance
from bot.contract.tables import SeatInfo, Sheet
from bot.ui.doors import AdvanceScreens
from bot.ui.parts import Button, Part, Row, Screen, Text, limits, rows, short
from bot.ui.questions.any_question import subject_of
from bot.ui.questions.draft import DraftState
from bot.ui.questions.frame import asked_now, civ_name, news, plain, screen, side_buttons
from bot.ui.words.wording import closing_time, phrase, place, table_text
from engine.core.presentation import Presentation
from engine.core.text import capital, words
from engine.games import MOST_PERSONS

NOTHING: Final = AdvanceScreens()


def at_rest(
    sheet: Sheet, presentation: Presentation, advance: InAdvance | None = None, screens: AdvanceScreens = NOTHING
) -> Screen:
    """Return My turn for a seat that isn't asked anything."""
    title = Text(f"### {civ_name(presentation, sheet.seat)} · {words('play.text.table', id=sheet.info.id)}")
    if sheet.info.state == "over":
        return screen(
            sheet, [title, Text(words("play.text.over")), *_row(sheet, presentation, undo=False), _beside(sheet)]
        )
    here = (
        words("play.text.rest_seat", civ=phrase(sheet.seat, presentation.names))
        if sheet.own[1:]
        else words("play.text.rest")
    )
    waiting = Text(f"{here} {asked_now(sheet, presentation)}")
    row = _row(sheet, presentation, undo=sheet.undoable)
    away = [] if sheet.info.alone else [Button(words("prefs.button.away"), "away_form", lasting=True)]
    set_before = screens.parts(advance, presentation, sheet.view, [*side_buttons(sheet), *away])
    lent = _lent(sheet, presentation) if sheet.seat.by == "npc" else []
    return screen(sheet, [title, *lent, waiting, *_answered(sheet), *set_before, *row, *seats(sheet, presentation)])


def _lent(sheet: Sheet, presentation: Presentation) -> list[Part]:
    """Return that the NPC plays the seat, and the button to have it back."""
    back = Button(table_text("late.back"), "late_back", str(sheet.seat.number), style="primary", lasting=True)
    return [Text(words("play.text.lent", civ=phrase(sheet.seat, presentation.names))), Row((back,))]


def _beside(sheet: Sheet) -> Row:
    return Row(tuple(side_buttons(sheet)))


def _answered(sheet: Sheet) -> list[Part]:
    return [Text(words("play.text.answered"))] if sheet.answered else []


def _row(sheet: Sheet, presentation: Presentation, *, undo: bool) -> list[Row]:
    """Return the buttons for looking and taking back while nothing is asked."""
    board = presentation.board
    hand = presentation.hands and (board is None or board.hand(sheet.view, sheet.seat.seat))
    buttons = [Button(words("play.button.hand"), "hand", lasting=True)] if hand else []
    buttons += [Button(words("play.button.undo"), "undo")] if undo else []
    buttons += _to_look_at(presentation)
    return rows(buttons[:3])


def _to_look_at(presentation: Presentation) -> list[Button]:
    verbs = ("map", "log") if presentation.has_board else ("log",)
    return [Button(words(f"play.button.{verb}"), verb, lasting=True) for verb in verbs]


def pause_screen(table: str, presentation: Presentation) -> Screen:
    """Return the screen after Close: the way back."""
    back = Button(words("play.button.seat"), "seat", lasting=True)
    return plain(table, Text(words("play.text.paused")), Row((back, *_to_look_at(presentation))))


def seats(sheet: Sheet, presentation: Presentation) -> list[Part]:
    """Return a button for each further seat of the person."""
    others = [s for s in sheet.own if s.number != sheet.seat.number][: MOST_PERSONS - 1]
    return list(rows(_seat_button(s, presentation) for s in others))


def _seat_button(seat: SeatInfo, presentation: Presentation) -> Button:
    name = capital(place(seat, presentation.names))
    return Button(short(name, limits().label), "seat", str(seat.number), lasting=True)


def done_screen(outcome: Done, presentation: Presentation, screens: AdvanceScreens = NOTHING) -> Screen:
    """Return the screen after an answer, if the same person isn't asked again."""
    sheet = outcome.sheet
    told = news(outcome, presentation) or words("play.text.done")
    if sheet is None:
        return plain(outcome.info.id, Text(told))
    over = sheet.info.state == "over"
    following = "" if over else asked_now(sheet, presentation, plain=True)
    title = Text(f"### {words('play.text.answer_last' if over else 'play.text.answer_given', next=following)}")
    taking_back = [Text(words("play.text.may_undo"))] if outcome.undo else []
    row = _row(sheet, presentation, undo=outcome.undo)
    set_before = screens.parts(outcome.seat.advance, presentation, sheet.view) if outcome.seat and not over else []
    return screen(sheet, [title, Text(told), *taking_back, *set_before, *row, *seats(sheet, presentation)])


def sealed_screen(stage: DraftState, screens: AdvanceScreens = NOTHING) -> Screen:
    """Return the screen after a secret response: what it answers, and what can be done meanwhile."""
    sheet, given = stage.sheet, stage.sheet.sealed or ()
    closes = sheet.info.window
    until = words("play.text.sealed_until", at=closing_time(closes)) if closes else words("play.text.sealed")
    answer = words("play.text.sealed_answer", what=", ".join(stage.option(token).label for token in given))
    change = [Button(words("play.button.change_answer"), "reseal")]
    silent = stage.ask is not None and given == stage.ask.silence
    away = [] if silent else [Button(words("play.button.unseal"), "unseal")]
    title = Text(f"### {words('play.text.sealed_title')} · {civ_name(stage.presentation, sheet.seat)}")
    about = [words("play.text.sealed_about", what=subject_of(stage))] if closes else []
    shown: list[Part] = [title, Text("\n".join((*about, answer, until))), Row((*change, *away))]
    set_before = screens.parts(stage.there.advance, stage.presentation, sheet.view, side_buttons(sheet))
    row = _row(sheet, stage.presentation, undo=False)
    return screen(sheet, [*shown, *set_before, *row, *seats(sheet, stage.presentation)])


def undo_screen(sheet: Sheet, presentation: Presentation) -> Screen:
    """Return what can be undone, or why nothing can."""
    title = Text(f"### {words('play.text.take_back')} · {civ_name(presentation, sheet.seat)}")
    if not sheet.undoable:
        return screen(
            sheet,
            [title, Text(words(f"play.undo.{sheet.undo}")), _further(sheet), *_row(sheet, presentation, undo=False)],
            question=False,
        )
    yes = Button(words("play.button.take_back"), "undo_now", style="primary")
    more = Button(words("play.button.ask_more"), "ask_back", lasting=True)
    keep = Button(words("play.button.keep"), "seat", lasting=True)
    return screen(sheet, [title, Text(words("play.undo.may")), Row((yes, more, keep))], question=False)


def _further(sheet: Sheet) -> Row | None:
    """Back to earlier points: with the consent of the others, or by the host alone."""
    if sheet.info.state != "running":
        return None
    ask = Button(words("play.button.ask_others"), "ask_back", lasting=True)
    alone = Button(words("play.button.further"), "rewind", lasting=True)
    return Row((ask, alone) if sheet.seat.person == sheet.info.host else (ask,))


def stage_is_sealed(stage: DraftState) -> bool:
    """Return whether the person has already responded in secret."""
    return stage.is_sealed and stage.sheet.sealed is not None
