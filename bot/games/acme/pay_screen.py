"""Lose something or pay for it, one thing at a time: what is quickly said as buttons, cards and the like in a menu."""

from __future__ import annotations

from bot.games.acme.loss_screen import is_several, loss_screen, one_title
from bot.ui.parts import Menu, Part, Row, Screen, limits, rows, short
from bot.ui.questions.any_question import complete, facts_parts, generic
from bot.ui.questions.controls import as_choice, confirm_several, hints, take_button
from bot.ui.questions.draft import DraftState
from bot.ui.questions.frame import dropped_line, foot, heading, screen
from engine.core.ask import Option
from engine.core.text import words

FEW = 6


def pay_screen(stage: DraftState, other: Row | None = None) -> Screen:
    """Return the screen of one loss; several losses of one effect have another. `other`: another way to decide it."""
    if is_several(stage):
        return loss_screen(stage)
    if stage.request is None or stage.ask is None:
        return complete(stage)
    options = [stage.option(token) for token in stage.ask.options]
    plain = [o for o in options if ":" not in o.token and len(o.label) <= limits().label]
    others = [o for o in options if o not in plain]
    if stage.is_sealed or stage.ask.most > 1 or not 0 < len(plain) <= FEW or len(others) > limits().menu:
        return generic(stage)
    shown = [*dropped_line(stage), *facts_parts(stage), *hints(plain), *_buttons(plain), *_menu(stage, others), other]
    return screen(stage.sheet, [heading(stage, one_title(stage)), *shown, foot(stage)])


def _buttons(options: list[Option]) -> list[Part]:
    return list(rows(take_button(short(o.label, limits().label), o) for o in options))


def _menu(stage: DraftState, options: list[Option]) -> list[Part]:
    if not options:
        return []
    choices = tuple(as_choice(o, chosen=o.token in stage.picks) for o in options)
    menu = Menu(words("play.menu.other"), "pick", choices)
    chosen: list[Row] = [confirm_several(stage)] if stage.picks else []
    return [menu, *chosen]
