"""The form for questions that a composite begins with: shown on request, answered by default otherwise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bot.contract import Service
from bot.plan.reading import wanted
from bot.ui.parts import Choice, Field, Form, Line, Pick, choice, short
from bot.ui.play.ground import ground_of
from bot.ui.play.stage import Stage, Work, follows, owner
from engine.core.ask import Ask, Option, Picks, Request
from engine.core.text import words


@dataclass(frozen=True, slots=True)
class Step:
    """One of these questions as it will be asked."""

    request: Request
    ask: Ask
    options: tuple[Option, ...]


async def steps(service: Service, stage: Stage) -> list[Step]:
    """The questions that come first, each once, with the defaults taken."""
    sheet, face = stage.sheet, stage.face
    found: list[Step] = []
    batch: list[Picks] = []
    request, options = sheet.request, sheet.options
    while request is not None and request.key in face.defaults:
        ask = request.of(stage.seat)
        if ask is not None:
            found.append(Step(request, ask, options))
        batch.append(face.defaults[request.key])
        run = await service.preview(sheet.info.id, owner(sheet), batch, seat=sheet.seat.number)
        more = sheet.request is not None and follows(face, sheet.request.key, run)
        request, options = (run.request, run.options) if more else (None, ())
    return found


async def form(service: Service, stage: Stage) -> Form:
    """A field for each of these questions, filled in with what has been noted."""
    fields = [_field(stage, step) for step in await steps(service, stage)]
    sheet = stage.sheet
    title = short(stage.words("play.form.before"), 45)
    return Form(title, tuple(fields[:5]), "before_ok", "", sheet.info.id.lower(), sheet.ask_no, sheet.seat.number)


def _field(stage: Stage, step: Step) -> Field:
    key, noted = step.request.key, stage.work.note(step.request.key)
    label = short(stage.words_or(f"play.before.{key}", "play.before.any", prompt=stage.told(step.request.prompt)), 45)
    if key in stage.face.plans:
        return Line(key, label, ", ".join(_written(stage, step, noted)), hint=words("play.before.line_hint"), most=200)
    default = noted or stage.face.defaults[key]
    choices = tuple(_choice(stage, step, option, default) for option in step.options)
    return Pick(key, label, choices, least=1, shape="radio" if 2 <= len(choices) <= 10 else "menu")


def _choice(stage: Stage, step: Step, option: Option, default: Sequence[str]) -> Choice:
    label = stage.words_or(
        f"play.before.{step.request.key}.{option.token}", "play.before.any", prompt=stage.told(option.label)
    )
    return choice(option.token, label, stage.told(option.hint), chosen=option.token in default)


def _written(stage: Stage, step: Step, noted: Sequence[str]) -> list[str]:
    labels = {option.token: stage.told(option.label) for option in step.options}
    counts = {token: list(noted).count(token) for token in dict.fromkeys(noted)}
    return [f"{labels.get(t, t)} {n}" if n > 1 else labels.get(t, t) for t, n in counts.items()]


async def changed(service: Service, stage: Stage, fields: Mapping[str, Sequence[str]]) -> Work:
    """A draft that begins with what was filled in. Raises WrongLine for a line that cannot be read."""
    work = Work(group=stage.work.group)
    for step in await steps(service, stage):
        filled = next(iter(fields.get(step.request.key, ())), "")
        work = work.noting(step.request.key, _picks(stage, step, filled))
    return work


def _picks(stage: Stage, step: Step, filled: str) -> tuple[str, ...]:
    if step.request.key not in stage.face.plans:
        return (filled,) if filled in step.ask.options else ()
    if not filled.strip():
        return ()
    there = replace(stage, run=None, request=step.request, ask=step.ask, options=step.options, work=Work())
    ground = ground_of(there)
    limits = replace(ground, own={}, limit=lambda _: len(step.ask.options) + sum(ground.own.values()))
    return wanted(filled, limits).areas
