"""The screen of whatever is asked: one made for the question, or the generic one."""

from __future__ import annotations

from collections import Counter

import msgspec

from bot.ui.limits import DESIGN
from bot.ui.parts import Button, Gallery, Part, Picture, Row, Screen, Text, short
from bot.ui.play.generic import controls
from bot.ui.play.ground import plan_key
from bot.ui.play.labels import answer_label
from bot.ui.play.losses import is_several, loss_screen
from bot.ui.play.plan_screen import plan_screen
from bot.ui.play.preview import all_changes, effect, stack_words
from bot.ui.play.stage import Stage
from bot.ui.play.talk import dropped, foot, heading, screen, text_of
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
    facts, pressed = explained(stage), controls(stage)
    if stage.request.key in stage.face.below:
        facts, pressed = [], [*pressed[:1], *facts, *pressed[1:]]
    notes = [*dropped(stage), *facts, *so_far(stage), *window(stage)]
    return screen(stage.sheet, [title(stage), *notes, *pressed, foot(stage)])


def title(stage: Stage) -> Text:
    """What is to be done; of a window until when, and what it is about."""
    closes = stage.sheet.info.window
    if not stage.sealed or closes is None:
        return heading(
            stage, text_of(f"play.title.{stage.key}", "play.title.any", prompt=_prompt(stage), **_place(stage))
        )
    about = stage.face.subject(stage) if stage.face.subject else ""
    return Text(f"### {words('play.text.window', at=when(closes.closes_at), what=about or _prompt(stage))}")


def _prompt(stage: Stage) -> str:
    asked = stage.request or stage.sheet.request
    return stage.told(asked.prompt).rstrip(".") if asked else ""


def _place(stage: Stage) -> dict[str, object]:
    """The place of the seat in the order, and how many there are."""
    order = list(stage.sheet.view.get("order", ()))
    return {"place": order.index(stage.seat) + 1 if stage.seat in order else 1, "seats": max(1, len(order))}


def complete(stage: Stage, label: str = "") -> Screen:
    """The preview of a batch, with the button that sends it."""
    said = label or text_of(f"play.confirm.{stage.key}", "play.confirm.any")
    send = Row((Button(short(said, DESIGN.label), "go", style="primary"), *picture_button(stage)))
    effects = effect(stage)
    told: list[Part] = [Text(effects)] if effects else []
    shown = [*dropped(stage), *explained(stage), *so_far(stage), *told]
    return screen(stage.sheet, [heading(stage, label or _prompt(stage)), *shown, send, foot(stage)])


def picture_button(stage: Stage) -> list[Button]:
    """The button for a picture of what the draft changes."""
    there = stage.face.board is not None and all_changes(stage)
    return [Button(words("play.button.picture"), "picture")] if there else []


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


def so_far(stage: Stage) -> list[Part]:
    """The answers set, by their labels; the card of an action is told by its text already."""
    answers = stage.work.whole[1:] if stage.key in stage.face.reasons else stage.work.whole
    labels = [", ".join(label for token in picks if (label := answer_label(stage, token))) for picks in answers]
    each = Counter(label for label in labels if label)
    shown = " · ".join(several(label, n) for label, n in each.items())
    return [Text(words("play.text.so_far", answers=short(shown, SO_FAR)))] if shown else []


def several(label: str, n: int) -> str:
    """`Kaska 2` for a label set twice; means that are counted in their label are added up: `2 mina`."""
    if n == 1:
        return label
    return f"{n}{label[1:]}" if label.startswith("1 ") else f"{label} {n}"


def explained(stage: Stage) -> list[Part]:
    """The facts the question turns on, if the game gives any."""
    text = stage.face.explain(stage) if stage.face.explain else ""
    return [Text(short(text, FACTS))] if text else []


def window(stage: Stage) -> list[Part]:
    """For a sealed question: whether one can do anything, what silence means, and that nobody sees the answer."""
    if not stage.sealed or stage.ask is None:
        return []
    silence = stage.ask.silence or ()
    nothing = words("play.text.no_answer") if stage.ask.options == silence else ""
    kept = words("play.text.is_sealed" if stage.sheet.sealed else "play.text.unseen")
    means = text_of(f"table.silence.{stage.key.replace('.', '_')}", "table.silence")
    return [Text(" ".join(part for part in (nothing, means, kept) if part))]
