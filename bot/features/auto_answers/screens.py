"""Screens of what a seat has set in advance: auto-answers from menus, and the way to plan moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.contract.snapshot import InAdvance, SeatSnapshot
from bot.contract.tables import Sheet
from bot.features.auto_answers.queue_screens import ELSE, queue_controls, queued_parts
from bot.ui.parts import Button, Form, Line, Menu, Part, Row, Screen, Text, choice, rows, short
from bot.ui.questions.frame import civ_name, screen
from engine.core.auto_answers import AutoAnswer, RegionWatch
from engine.core.game import View
from engine.core.message import Message, list_of
from engine.core.naming import name_tokens
from engine.core.presentation import Presentation
from engine.core.text import has_text, own, sentence, words

STOPPED: Final = "auto.stopped"
PLANNED: Final = 400
HINT: Final = 60
OTHER: Final = "other"  # the text of a value that names an area


def kind_name(presentation: Presentation, kind: str) -> str:
    """Return the name of a kind of auto-answer."""
    return words(own(presentation.names.game, f"auto.kind.{kind}"))


def value_name(presentation: Presentation, kind: str, value: str) -> str:
    """Return the name of an auto-answer's value, with the card or area that it names."""
    verb, _, what = value.rpartition(":")
    key = own(presentation.names.game, f"auto.value.{kind}_{verb or value}")
    if has_text(key):
        return words(key, what=_thing(presentation, what))
    return words(own(presentation.names.game, f"auto.value.{kind}_{OTHER}"), what=_thing(presentation, value))


def _thing(presentation: Presentation, what: str) -> str:
    """A class of cards by its own text, a card or an area by its name."""
    key = own(presentation.names.game, f"auto.thing.{what}")
    if has_text(key):
        return words(key)
    return presentation.names.name("card" if what.isdigit() else "area", what)


def _answered(presentation: Presentation, kind: str, value: str) -> str:
    return " · ".join(value_name(presentation, kind, one) for one in value.split(","))


def _line(presentation: Presentation, one: AutoAnswer, acts: int) -> str:
    """Return the line about an auto-answer, and how often it has answered."""
    how = _answered(presentation, one.kind, one.value)
    line = words("auto.text.line", what=kind_name(presentation, one.kind), how=how)
    return f"{line} {words('auto.text.acts', n=acts)}" if acts else line


def in_advance(
    advance: InAdvance | None, presentation: Presentation, view: View, beside: Sequence[Button] = ()
) -> list[Part]:
    """Return what is set in advance and the way to it, for My turn without a question. `beside`: buttons in the same
    row.
    """
    if advance is None:
        return list(rows(beside))
    queue = queued_parts(advance, presentation, view)
    plan = advance.position is not None and advance.plan is None
    buttons = [Button(words("auto.button.plan"), "ahead", lasting=True)] if plan else []
    buttons += [Button(words("auto.button.auto"), "auto", lasting=True), *beside]
    there = [words("auto.text.planned_short")] if advance.plan else []
    there += [words("auto.text.set_short", n=len(advance.answers))] if advance.answers else []
    said = words("auto.text.there", what=list_of(there)) if there else words("auto.text.none")
    if advance.certain and not advance.plan:
        said = f"{words('auto.text.may_now')} {said}"
    return [*queue, *([] if queue and not there else [Text(said)]), *rows(buttons)]


def stopped_line(there: SeatSnapshot, presentation: Presentation) -> str:
    """Return why the owner is asked although an answer was set in advance, or that planned moves are about to be made;
    empty once it is answered.
    """
    advance, sheet = there.advance, there.sheet
    if advance is None:
        return ""
    if advance.stopped is None or not advance.stopped.now:
        coming = advance.plan is not None and sheet.request is not None and advance.plan.key == sheet.request.key
        return words("auto.text.coming") if coming and sheet.draft is None else ""
    return name_tokens(sentence(Message(STOPPED, {"why": advance.stopped.why})), presentation.names)


def auto_answers_screen(there: SeatSnapshot, presentation: Presentation, *, kind: str = "") -> Screen:
    """Return all that a seat has set in advance. With `kind` the values of that kind of auto-answer,
    in place of the menus about the queue.
    """
    sheet, advance = there.sheet, there.advance or InAdvance()
    title = Text(f"### {words('auto.text.title')} · {civ_name(presentation, sheet.seat)}")
    order = list(advance.kinds)
    set_now = sorted(advance.answers, key=lambda kept: order.index(kept[0].kind))
    answers = "\n".join(_line(presentation, one, acts) for one, acts in set_now)
    shown: list[Part | None] = [
        title,
        Text(_planned(advance)) if advance.plans else None,
        _plan_row(advance),
        Text(f"{answers or words('auto.text.empty')}\n-# {words('auto.text.unseen')}"),
        _last_stop(advance, presentation),
        *queued_parts(advance, presentation, sheet.view),
        *([] if kind in advance.kinds else queue_controls(advance, presentation, sheet.view)),
        _kinds(presentation, advance, kind),
        _values(presentation, advance, kind),
    ]
    return screen(sheet, [*shown, *rows(_buttons(advance, kind))], question=False)


def _buttons(advance: InAdvance, kind: str) -> list[Button]:
    last = advance.queue.entries[-1].kind if advance.queue and advance.queue.entries else ""
    buttons = [Button(words("queue.button.other"), "q_next", f"{last}/{ELSE}")] if last in advance.queueable else []
    buttons += [Button(words("auto.button.remove"), "auto_off", kind, lasting=True)] if advance.value(kind) else []
    return [*buttons, Button(words("play.button.seat"), "seat", lasting=True)]


def _kinds(presentation: Presentation, advance: InAdvance, chosen: str) -> Menu:
    """The kinds, each with what is set for it."""
    choices = [
        choice(
            kind,
            kind_name(presentation, kind),
            short(_answered(presentation, kind, value), HINT)
            if (value := advance.value(kind))
            else words("auto.text.unset"),
            chosen=kind == chosen,
        )
        for kind in advance.kinds
    ]
    return Menu(words("auto.text.kinds"), "auto_kind", tuple(choices), lasting=True)


def _values(presentation: Presentation, advance: InAdvance, kind: str) -> Menu | None:
    """The values of one kind."""
    if kind not in advance.kinds:
        return None
    now = advance.value(kind).split(",")
    choices = [
        choice(value, value_name(presentation, kind, value), chosen=value in now) for value in advance.kinds[kind]
    ]
    most = len(choices) if kind in advance.several else 1
    placeholder = words("auto.text.several" if most > 1 else "auto.text.how")
    return Menu(placeholder, "auto_set", tuple(choices), kind, most=most, lasting=True)


def _last_stop(advance: InAdvance, presentation: Presentation) -> Text | None:
    """Return what was last left to the owner, and why."""
    if advance.stopped is None:
        return None
    by, why = advance.stopped.by, name_tokens(sentence(advance.stopped.why), presentation.names)
    what = kind_name(presentation, by) if by in advance.kinds else words("auto.text.planned_one")
    return Text(words("auto.text.stopped", what=what, why=why))


def _planned(advance: InAdvance) -> str:
    """Return what is planned, or whether planning is possible."""
    if advance.plan is None:
        now = f"{words('auto.text.may_now')} " if advance.certain else ""
        return now + words("auto.text.may_plan" if advance.position else "auto.text.no_plan")
    line = short(advance.plan.line or ", ".join(advance.plan.picks) or words("auto.text.nothing"), PLANNED)
    said = words("auto.text.planned", line=line)
    return f"{said} {words('auto.text.certain')}" if advance.certain else said


def _plan_row(advance: InAdvance) -> Row | None:
    change = words("auto.button.change" if advance.plan else "auto.button.plan")
    buttons = [Button(change, "ahead", style="primary", lasting=True)] if advance.position else []
    buttons += [Button(words("auto.button.withdraw"), "ahead_off", lasting=True)] if advance.plan else []
    return Row(tuple(buttons)) if buttons else None


def plan_form(sheet: Sheet, advance: InAdvance, presentation: Presentation) -> Form:
    """Return the form for planned moves, and for when their owner wants to be asked after all."""
    line = advance.plan.line if advance.plan else ""
    example = words(own(presentation.names.game, "auto.form.example"))
    where = _wishes(presentation, advance.plan.watched) if advance.plan else ""
    asking = words(own(presentation.names.game, "auto.form.watch_example"))
    fields = (
        Line("line", words("auto.form.line"), line, example, least=1, long=True),
        Line("watch", words("auto.form.watch"), where, asking),
    )
    return Form(words("auto.form.title"), fields, "ahead_sent", table=sheet.info.id.lower(), seat=sheet.seat.number)


def _wishes(presentation: Presentation, watched: Sequence[RegionWatch]) -> str:
    """Wishes as they can be typed again."""
    names = presentation.names
    found = [(one.seat, names.name("area", area)) for one in watched for area in one.areas]
    return ", ".join(f"{names.name('civ', seat)}: {area}" if seat else area for seat, area in found)
