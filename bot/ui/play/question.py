"""The screen of whatever is asked: one made for the question, or the generic one."""

from __future__ import annotations

import msgspec

from bot.ui.limits import DESIGN
from bot.ui.parts import Button, Gallery, Part, Picture, Row, Screen, Text, short
from bot.ui.play.generic import controls
from bot.ui.play.ground import plan_key
from bot.ui.play.losses import is_several, loss_screen
from bot.ui.play.plan_screen import plan_screen
from bot.ui.play.preview import all_changes, effect, stack_words
from bot.ui.play.stage import Stage
from bot.ui.play.talk import foot, heading, screen, text_of
from bot.ui.table.terms import when
from engine.core.text import words

SO_FAR = 300
FACTS = 900
ALT = 1000


def question(stage: Stage) -> Screen:
    """What the seat sees of its question, with its draft carried out as far as it goes."""
    key = stage.request.key if stage.request else stage.key
    maker = stage.face.makers.get(key) or (stage.face.makers.get(stage.key) if stage.request is None else None)
    if maker:
        return maker(stage)
    if is_several(stage):
        return loss_screen(stage)
    return plan_screen(stage) if plan_key(stage) else generic(stage)


def generic(stage: Stage) -> Screen:
    """Any question by its shape, or the preview of a batch that is complete."""
    if stage.request is None:
        return complete(stage)
    notes = [*dropped(stage), *window(stage), *so_far(stage), *explained(stage)]
    return screen(stage.sheet, [heading(stage), *notes, *controls(stage), foot(stage)])


def complete(stage: Stage, label: str = "") -> Screen:
    """The preview of a batch, with the button that sends it."""
    said = label or text_of(f"play.confirm.{stage.key}", "play.confirm.any")
    send = Row((Button(short(said, DESIGN.label), "go", style="primary"),))
    effects = effect(stage)
    first = stage.sheet.request
    title = heading(stage, label or (stage.told(first.prompt) if first else ""))
    told: list[Part] = [Text(effects)] if effects else []
    shown = [*dropped(stage), *so_far(stage), *explained(stage), *told]
    return screen(stage.sheet, [title, *shown, send, *picture_row(stage), foot(stage)])


def picture_row(stage: Stage) -> list[Part]:
    """The button for a picture of what the draft changes."""
    if stage.face.board is None or not all_changes(stage):
        return []
    return [Row((Button(words("play.button.picture"), "picture"),))]


def with_picture(stage: Stage) -> Screen:
    """The screen with a picture of the board as it would be, what changes marked."""
    shown = question(stage)
    options = {"since": stage.sheet.view, "show": "changes"}
    recipe = {"draw": "board", "game": stage.sheet.info.game, "view": stage.view, "options": options}
    alt = short(words("play.text.alt", changes=stack_words(stage, all_changes(stage))), ALT)
    gallery = Gallery((Picture("preview.png", alt, recipe),))
    return msgspec.structs.replace(shown, parts=(*shown.parts[:1], gallery, *shown.parts[1:]))


def so_far(stage: Stage) -> list[Part]:
    """The answers set, by their labels."""
    if len(stage.work.whole) < (2 if stage.face.explain and stage.face.explain(stage) else 1):
        return []
    labels = [", ".join(answer_label(stage, token) for token in picks) for picks in stage.work.whole]
    return [Text(words("play.text.so_far", answers=short(" · ".join(x for x in labels if x), SO_FAR)))]


def explained(stage: Stage) -> list[Part]:
    """The facts the question turns on, if the game gives any."""
    text = stage.face.explain(stage) if stage.face.explain else ""
    return [Text(short(text, FACTS))] if text else []


def answer_label(stage: Stage, token: str) -> str:
    """An answer in words: the label it had, as far as it can still be known."""
    known = next((o for o in stage.sheet.options if o.token == token), None)
    if known is not None:
        return stage.told(known.label)
    for kind in ("area", "card", "deity", "civ"):
        named = stage.face.names.things(kind, [token])
        if named and named[0].name and token in {t.value for t in stage.face.names.things(kind)}:
            return named[0].name
    return token


def dropped(stage: Stage) -> list[Part]:
    """A line for what of the draft is legal no more."""
    lost = stage.dropped + (len(stage.sheet.draft.dropped) if stage.sheet.draft else 0)
    return [Text(words("play.text.dropped", n=lost))] if lost else []


def window(stage: Stage) -> list[Part]:
    """For a sealed question: until when, and that nobody sees it."""
    closes = stage.sheet.info.window
    if not stage.sealed:
        return []
    until = words("play.text.until", at=when(closes.closes_at)) if closes else ""
    sealed = words("play.text.is_sealed") if stage.sheet.sealed else words("play.text.unseen")
    return [Text(f"{until} {sealed}".strip())]
