"""The screen of any question: a special one, or the generic one."""

from __future__ import annotations

import msgspec

from bot.ui.lookup.map import BOARD, Look, gallery
from bot.ui.parts import Gallery, Part, Row, Screen, ScreenBoard, ScreenPicture, short
from bot.ui.questions.any_question import generic
from bot.ui.questions.controls import as_choice
from bot.ui.questions.draft import DraftState, planned_option
from bot.ui.questions.plan_context import plan_key
from bot.ui.questions.plan_screen import plan_screen
from bot.ui.questions.preview import all_changes, stack_words
from engine.core.text import words

ALT = 1000


def question(stage: DraftState) -> Screen:
    """Return the screen of the seat's question, with its draft carried out; a learner also sees the board."""
    shown = with_board(_question(stage), stage)
    if not stage.sheet.info.guided or any(isinstance(part, Gallery) for part in shown.parts):
        return shown
    return _below_heading(shown, gallery(Look(stage.sheet.info, stage.sheet.view, stage.presentation.names), BOARD))


def with_board(shown: Screen, stage: DraftState) -> Screen:
    """Return the screen with the board as the draft makes it; unchanged if it does nothing yet."""
    if shown.board is not None or stage.run is None:
        return shown
    return msgspec.structs.replace(shown, board=board_of(stage))


def board_of(stage: DraftState) -> ScreenBoard:
    """Return the board as the draft makes it, and what is planned."""
    plan = tuple(as_choice(planned_option(stage, token)) for token in stage.work.plan)
    return ScreenBoard(stage.view, stage.sheet.view, plan)


def _below_heading(shown: Screen, picture: Gallery) -> Screen:
    return msgspec.structs.replace(shown, parts=(*shown.parts[:1], picture, *shown.parts[1:]))


def _question(stage: DraftState) -> Screen:
    key = stage.request.key if stage.request else stage.key
    maker = stage.makers.get(key) or (stage.makers.get(stage.key) if stage.request is None else None)
    if maker is not None:
        return maker(stage)
    return plan_screen(stage) if plan_key(stage) else generic(stage)


def with_picture(stage: DraftState) -> Screen:
    """Return the screen with a picture of the board as it would be, what changes marked."""
    shown = _question(stage)
    options = {"since": stage.sheet.view, "show": "changes"}
    recipe = {"draw": "board", "game": stage.sheet.info.game, "view": stage.view, "options": options}
    alt = short(words("play.text.alt", changes=stack_words(stage, all_changes(stage))), ALT)
    parts = tuple(part for part in map(_without_picture, shown.parts) if part is not None)
    picture = Gallery((ScreenPicture("preview.png", alt, recipe),))
    return _below_heading(msgspec.structs.replace(shown, parts=parts), picture)


def _without_picture(part: Part) -> Part | None:
    """The part without the button for the picture that is there already."""
    if not isinstance(part, Row):
        return part
    kept = tuple(button for button in part.buttons if button.verb != "picture")
    return msgspec.structs.replace(part, buttons=kept) if kept else None
