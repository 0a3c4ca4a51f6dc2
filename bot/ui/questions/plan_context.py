"""A stage as plan lines need it: what the options are called, own stacks, limits, what is left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from bot.contract.tables import Refused
from bot.ui.questions.draft import DraftState
from bot.ui.typed.planner import Look, Options
from bot.ui.typed.reading import Ground
from engine.core.ask import Picks
from engine.core.naming import Named, fold
from engine.core.presentation import Presentation

UNLIMITED = 999


def plan_key(stage: DraftState) -> str:
    """Return the key of the plan that the stage is in, or has just completed; empty if it is in none."""
    if stage.sheet.request is None or stage.sheet.request.sealed:
        return ""
    key = stage.request.key if stage.request else stage.work.plan_key
    return key if key in stage.presentation.plans else ""


def stop_of(stage: DraftState) -> str:
    """Return the token that stops the plan, if it is offered now."""
    stop = stage.presentation.plans.get(plan_key(stage), "")
    return stop if stage.ask is not None and stop in stage.ask.options else ""


def ground_of(stage: DraftState) -> Ground:
    """Return the position before the plan, with all areas in play and whatever else is offered."""
    board, view = stage.presentation.board, stage.view
    offered = [t for t in (stage.ask.options if stage.ask else ()) if t != stop_of(stage)]
    if board is None:
        things = named_options(stage, offered)
        return Ground(things, things, {}, lambda _: UNLIMITED, lambda _: None)
    stacks = board.stacks(view)
    areas = stage.presentation.names.things("area", stacks)
    others = tuple(t for t in offered if t not in stacks)
    set_ = Counter(stage.work.plan)
    own = {area: there.get(stage.seat, 0) - set_[area] for area, there in stacks.items()}
    return Ground(
        (*areas, *named_options(stage, others)),
        (*board.all_areas(), *named_options(stage, others)),
        own,
        lambda area: board.limit(view, area) if area in stacks else UNLIMITED,
        lambda name: board.group(view, stage.seat, name),
        stage.whole,
    )


def named_options(stage: DraftState, tokens: Sequence[str]) -> tuple[Named, ...]:
    """Return options with everything they may be called: areas by all their names, others by label and token."""
    areas = {n.value: n for n in stage.presentation.names.things("area")}
    return tuple(_area(stage, areas[t]) if t in areas else _thing(stage, t) for t in tokens)


def _area(stage: DraftState, thing: Named) -> Named:
    """An area as the question writes its name."""
    label = stage.option(thing.value).label
    return replace(thing, name=label) if fold(label) == fold(thing.name) else thing


def _thing(stage: DraftState, token: str) -> Named:
    """Return an option that is no area, with its label, its token, and the names of what it is about."""
    label = stage.option(token).label
    kind, _, about = token.partition(":")
    called = [n for n in (label.partition(" (")[0], token, *_about(stage, kind, about)) if n]
    return Named(token, label, tuple(dict.fromkeys(called)))


def _about(stage: DraftState, kind: str, about: str) -> list[str]:
    """Return the names of the card or area in a token such as `card:42`."""
    number = about if stage.questions.about.get(kind) == "card" else kind if kind.isdigit() and not about else ""
    if number:
        return [*_called(stage, "card", number), f"card {number}"]
    return _called(stage, "area", about) if stage.questions.about.get(kind) == "area" else []


def _called(stage: DraftState, kind: str, slug: str) -> list[str]:
    """Return everything that can be typed for a card or an area: names in all languages, short form."""
    things = stage.presentation.names.things(kind, [slug])
    return [name for thing in things for name in (thing.name, thing.code, *thing.aliases)]


def look_ahead(stage: DraftState, key: str) -> Look:
    """Tries answers in a dry run: what the question of that key offers after them."""
    presentation, sheet = stage.presentation, stage.sheet

    def look(batch: Sequence[Picks]) -> Options | None:
        if not batch:
            return _offered(presentation, key, sheet.ask.options if sheet.ask else ())
        try:
            run = stage.there.preview(batch)
        except Refused as refused:
            raise LookupError(refused.code) from refused
        if run.taken < len(batch):
            raise LookupError(run.stopped)
        if run.stopped or run.presumed or run.request is None or run.request.key != key:
            return None
        ask = run.request.of(sheet.seat.seat)
        return _offered(presentation, key, ask.options) if ask else None

    return look


def _offered(presentation: Presentation, key: str, options: Sequence[str]) -> Options:
    return frozenset(options) - {presentation.plans.get(key, "")}
