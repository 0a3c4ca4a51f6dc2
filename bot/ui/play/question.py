"""The screen of whatever is asked: one made for the question, or the generic one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import msgspec

from bot.ui.parts import Gallery, Part, Picture, Row, Screen, short
from bot.ui.play.asking import generic
from bot.ui.play.cards import card_screen
from bot.ui.play.fight import fight_screen
from bot.ui.play.ground import plan_key
from bot.ui.play.losses import is_several, loss_screen
from bot.ui.play.pay_screen import pay_screen
from bot.ui.play.plan_screen import plan_screen
from bot.ui.play.preview import all_changes, stack_words
from bot.ui.play.stage import Stage
from engine.core.face import ScreenKind
from engine.core.text import words

ALT = 1000
MAKERS: Final[Mapping[ScreenKind, Callable[[Stage], Screen]]] = {
    "cards": card_screen,
    "pay": pay_screen,
    "fight": fight_screen,
}


def question(stage: Stage) -> Screen:
    """What the seat sees of its question, with its draft carried out as far as it goes."""
    key, kinds = stage.request.key if stage.request else stage.key, stage.face.screens
    kind = kinds.get(key) or (kinds.get(stage.key) if stage.request is None else None)
    if kind:
        return MAKERS[kind](stage)
    if is_several(stage):
        return loss_screen(stage)
    return plan_screen(stage) if plan_key(stage) else generic(stage)


def with_picture(stage: Stage) -> Screen:
    """The screen with a picture of the board as it would be, what changes marked."""
    shown = question(stage)
    options = {"since": stage.sheet.view, "show": "changes"}
    recipe = {"draw": "board", "game": stage.sheet.info.game, "view": stage.view, "options": options}
    alt = short(words("play.text.alt", changes=stack_words(stage, all_changes(stage))), ALT)
    gallery = Gallery((Picture("preview.png", alt, recipe),))
    parts = [part for part in map(_without_picture, shown.parts) if part is not None]
    return msgspec.structs.replace(shown, parts=(*parts[:1], gallery, *parts[1:]))


def _without_picture(part: Part) -> Part | None:
    """The part without the button for the picture that is there already."""
    if not isinstance(part, Row):
        return part
    kept = tuple(button for button in part.buttons if button.verb != "picture")
    return msgspec.structs.replace(part, buttons=kept) if kept else None
