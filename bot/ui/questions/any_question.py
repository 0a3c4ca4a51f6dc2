"""Any question by its shape, and the preview of answers that are complete."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from bot.ui.parts import Button, Gallery, Part, Row, Screen, ScreenPicture, Text, limits, short
from bot.ui.questions.controls import PASSING, controls, sent_button
from bot.ui.questions.draft import DraftState, answer_label
from bot.ui.questions.frame import dropped_line, foot, heading, screen
from bot.ui.questions.preview import all_changes, effect
from bot.ui.words.wording import closing_time
from engine.core.ask import Picks
from engine.core.text import words

SO_FAR = 300
FACTS = 900
ALT = 1000


def generic(stage: DraftState) -> Screen:
    """Return any question by its shape, or the preview of a batch that is complete."""
    if stage.request is None:
        return complete(stage)
    facts, pressed = facts_parts(stage), controls(stage)
    if stage.request.key in stage.questions.below:
        facts, pressed = [], [*pressed[:1], *facts, *pressed[1:]]
    notes = [*dropped_line(stage), *draft_picture(stage), *facts, *so_far(stage), *not_yet(stage), *window(stage)]
    return screen(stage.sheet, [title(stage), *notes, *pressed, *show_row(stage), foot(stage)])


def title(stage: DraftState) -> Text:
    """Return the heading: what is to be done; for a secret response, its deadline and subject."""
    closes = stage.sheet.info.window
    if not stage.is_sealed or closes is None:
        return heading(stage, _doing(stage))
    return Text(f"### {words('play.text.window', at=closing_time(closes), what=subject_of(stage))}")


def subject_of(stage: DraftState) -> str:
    """Return what a response is about: `Biblical Plague`."""
    return stage.subject() or stage.prompt.rstrip(".")


def _doing(stage: DraftState) -> str:
    """Return what is to be done, as a heading."""
    return stage.words_or(f"play.title.{stage.key}", "play.title.any", prompt=stage.prompt.rstrip("."), **_place(stage))


def _place(stage: DraftState) -> dict[str, object]:
    """The place of the seat in the order, and how many there are."""
    order = stage.presentation.summary.order(stage.sheet.view)
    return {"place": order.index(stage.seat) + 1 if stage.seat in order else 1, "seats": max(1, len(order))}


def complete(stage: DraftState, label: str = "") -> Screen:
    """Return the preview of a batch, with the button that sends it."""
    said = label or stage.words_or(f"play.confirm.{stage.key}", "play.confirm.any")
    plain = Button(short(said, limits().label), "go", style="primary")
    send = Row((plain if label else sent_button(stage) or plain, *picture_button(stage)))
    effects = effect(stage)
    told: list[Part] = [Text(effects)] if effects else []
    chosen = [] if stage.key in stage.questions.named else so_far(stage)
    shown = [*dropped_line(stage), *draft_picture(stage), *facts_parts(stage), *chosen, *told]
    return screen(stage.sheet, [heading(stage, label or _doing(stage)), *shown, send, *show_row(stage), foot(stage)])


def show_row(stage: DraftState) -> list[Row]:
    """Return the button that shows the draft to the table without deciding, where the choice is public anyway."""
    offered = stage.key in stage.questions.shareable and stage.work.whole and not stage.sheet.info.alone
    return [Row((Button(words("play.button.show_table"), "show_table"),))] if offered else []


def picture_button(stage: DraftState) -> list[Button]:
    """Return the button for a picture of what the draft changes, unless the board is shown anyway."""
    there = stage.presentation.board is not None and all_changes(stage) and not draft_picture(stage)
    return [Button(words("play.button.picture"), "picture")] if there else []


def is_action(stage: DraftState) -> bool:
    """Return whether the question asked plays a card of the hand."""
    return stage.key in stage.questions.card_actions


def draft_picture(stage: DraftState) -> list[Part]:
    """Return the board as the answers set make it, for questions that cannot be answered without it."""
    if stage.step not in stage.questions.pictured and (stage.request or stage.key not in stage.questions.pictured):
        return []
    board = stage.presentation.board
    there = board.stacks(stage.view) if board else {}
    offered = _squares(stage, there)
    options: dict[str, object] = {"since": stage.sheet.view} if stage.run else {}
    if 0 < len(offered) < len(there):
        options["offered"] = offered
    recipe = {"draw": "board", "game": stage.sheet.info.game, "view": stage.view, "options": options}
    brief = stage.presentation.atlas.brief(stage.view) if stage.presentation.atlas else ""
    return [Gallery((ScreenPicture("board.png", short(brief, ALT), recipe),))]


def _squares(stage: DraftState, there: Collection[str]) -> list[str]:
    """The areas offered, if areas are what is offered: other things may happen to have names like theirs."""
    named = [token for token in (stage.ask.options if stage.ask else ()) if token not in PASSING]
    return named if all(token in there for token in named) else []


def so_far(stage: DraftState) -> list[Part]:
    """Return the answers set so far by their labels, without the card of an action, which the text already names."""
    begun = 1 if is_action(stage) else 0
    answers = stage.work.whole[begun:]
    labels = [", ".join(filter(None, labels_at(stage, n))) for n in range(begun, len(stage.work.whole))]
    if stage.key in stage.questions.shareable and not stage.request:
        labels[-1:] = [hinted_label(stage, answers)]
    each = Counter(label for label in labels if label)
    shown = " · ".join(several(label, n) for label, n in each.items())
    return [Text(words("play.text.so_far", answers=short(shown, SO_FAR)))] if shown else []


def labels_at(stage: DraftState, n: int) -> list[str]:
    """Return the labels of the answer at that place of the draft; a token without a name as it was offered."""
    picks = stage.work.whole[n]
    labels = [answer_label(stage, token) for token in picks]
    if not any(token.isdigit() and label == token for token, label in zip(picks, labels, strict=True)):
        return labels
    options = stage.there.preview(stage.work.whole[:n]).options if n else stage.sheet.options
    offered = {one.token: stage.name_tokens(one.label) for one in options}
    return [offered.get(token, label) if label == token else label for token, label in zip(picks, labels, strict=True)]


def hinted_label(stage: DraftState, answers: Sequence[Picks]) -> str:
    """Return the last of the answers with its effect, as it was offered."""
    *before, last = answers
    offered = stage.there.preview(before).options if before else stage.sheet.options
    named = [f"{stage.name_tokens(one.label)} ({stage.name_tokens(one.hint)})" for one in offered if one.token in last]
    return ", ".join(named)


def not_yet(stage: DraftState) -> list[Part]:
    """Return a note, while choices of a card are still open, that the board hasn't changed yet."""
    inside = is_action(stage) and stage.work.whole and not all_changes(stage)
    return [Text(words("play.text.not_yet"))] if inside else []


def several(label: str, n: int) -> str:
    """Return a text such as `Zab 2` for a label set twice; means that are counted in their label are added up: `2
    coins`.
    """
    if n == 1:
        return label
    return f"{n}{label[1:]}" if label.startswith("1 ") else f"{label} {n}"


def facts_parts(stage: DraftState) -> list[Part]:
    """Return the facts the question turns on, if the game gives any."""
    text = stage.question_facts()
    return [Text(short(text, FACTS))] if text else []


def window(stage: DraftState) -> list[Part]:
    """Return notes for a secret question: whether one can do anything, what silence means, and that it's hidden."""
    if not stage.is_sealed or stage.ask is None:
        return []
    silence = stage.ask.silence or ()
    nothing = words("play.text.no_answer") if stage.ask.options == silence else ""
    kept = words("play.text.is_sealed" if stage.sheet.sealed else "play.text.unseen")
    means = stage.words_or(f"table.silence.{stage.key.replace('.', '_')}", "table.silence")
    return [Text(" ".join(part for part in (nothing, means, kept) if part))]
