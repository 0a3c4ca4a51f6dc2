"""The form for questions that a composite begins with: shown on request, answered by default otherwise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bot.contract.tables import Refused
from bot.ui.parts import Field, Form, Line, MenuChoice, Pick, choice, short
from bot.ui.questions.draft import DraftAnswers, DraftState, follows
from bot.ui.questions.plan_context import ground_of
from bot.ui.typed.reading import parse_line
from engine.core.ask import Ask, Option, Picks, Request
from engine.core.text import sentence, words


@dataclass(frozen=True, slots=True)
class PreludeStep:
    """One of the questions before growth, as it will be asked."""

    request: Request
    ask: Ask
    options: tuple[Option, ...]


def steps(stage: DraftState) -> list[PreludeStep]:
    """Return the questions that come first, each once, with the defaults taken."""
    sheet, presentation = stage.sheet, stage.presentation
    found: list[PreludeStep] = []
    batch: list[Picks] = []
    request, options = sheet.request, sheet.options
    while request is not None and request.key in presentation.questions.defaults:
        ask = request.of(stage.seat)
        if ask is not None:
            found.append(PreludeStep(request, ask, options))
        batch.append(presentation.questions.defaults[request.key])
        run = stage.there.preview(batch)
        more = sheet.request is not None and follows(presentation, sheet.request.key, run, batch)
        request, options = (run.request, run.options) if more else (None, ())
    return found


def form(stage: DraftState) -> Form:
    """Return a form with a field for each of these questions, filled in from the notes. Refused: stale, if none is
    asked.
    """
    fields = [_field(stage, step) for step in steps(stage)]
    if not fields:
        raise Refused("stale")
    sheet = stage.sheet
    title = short(stage.words("play.form.before"), 45)
    return Form(title, tuple(fields[:5]), "before_ok", "", sheet.info.id.lower(), sheet.ask_no, sheet.seat.number)


def _field(stage: DraftState, step: PreludeStep) -> Field:
    key, noted = step.request.key, stage.work.note(step.request.key)
    label = short(
        stage.words_or(f"play.before.{key}", "play.before.any", prompt=stage.name_tokens(sentence(step.request.said))),
        45,
    )
    if key in stage.presentation.plans:
        return Line(key, label, ", ".join(_written(stage, step, noted)), hint=words("play.before.line_hint"))
    default = noted or stage.questions.defaults[key]
    choices = tuple(_choice(stage, step, option, default) for option in step.options)
    return Pick(key, label, choices, least=1, shape="radio" if 2 <= len(choices) <= 10 else "menu")


def _choice(stage: DraftState, step: PreludeStep, option: Option, default: Sequence[str]) -> MenuChoice:
    label = stage.words_or(
        f"play.before.{step.request.key}.{option.token}", "play.before.any", prompt=stage.name_tokens(option.label)
    )
    return choice(option.token, label, stage.name_tokens(option.hint), chosen=option.token in default)


def _written(stage: DraftState, step: PreludeStep, noted: Sequence[str]) -> list[str]:
    labels = {option.token: stage.name_tokens(option.label) for option in step.options}
    counts = {token: list(noted).count(token) for token in dict.fromkeys(noted)}
    return [f"{labels.get(t, t)} {n}" if n > 1 else labels.get(t, t) for t, n in counts.items()]


def change_draft(stage: DraftState, fields: Mapping[str, Sequence[str]]) -> DraftAnswers:
    """Return a draft that begins with what was filled in. Raises WrongLine for a line that cannot be read."""
    work = DraftAnswers(group=stage.work.group)
    for step in {step.request.key: step for step in steps(stage)}.values():
        filled = next(iter(fields.get(step.request.key, ())), "")
        work = work.with_note(step.request.key, _picks(stage, step, filled))
    return work


def _picks(stage: DraftState, step: PreludeStep, filled: str) -> tuple[str, ...]:
    if step.request.key not in stage.presentation.plans:
        return (filled,) if filled in step.ask.options else ()
    if not filled.strip():
        return ()
    there = replace(stage, run=None, request=step.request, ask=step.ask, options=step.options, work=DraftAnswers())
    ground = ground_of(there)
    limits = replace(ground, own={}, limit=lambda _: len(step.ask.options) + sum(ground.own.values()))
    return parse_line(filled, limits).areas
