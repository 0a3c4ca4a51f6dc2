"""Autocomplete of the commands of a game: exactly the options offered, at the place the command has come to."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TypeAlias

from bot.contract import Refused, Sheet
from bot.match import ranked
from bot.plan.grammar import SEPARATORS
from bot.ui.parts import short
from bot.ui.play.ground import ground_of, named, plan_key, stop_of, total
from bot.ui.play.lines import set_line
from bot.ui.play.losses import best_means, coming
from bot.ui.play.play import Play, person_of
from bot.ui.play.purchase import wanted_by
from bot.ui.play.resolve import meant
from bot.ui.play.stage import Stage, Work
from bot.ui.play.typed import ANY, DECLINING, Typed, begun
from bot.ui.router import Visit
from engine.core.commands import Command, Given, Parameter
from engine.core.lines import WrongLine
from engine.core.naming import Named, fold
from engine.core.text import words

Suggestion: TypeAlias = tuple[str, str]
MOST = 25
LONG = 100
BARRED = 3


class Completer:
    """Suggests values. Strangers, and questions that are not the person's, get nothing."""

    def __init__(self, play: Play, typed: Typed) -> None:
        self.play = play
        self.typed = typed

    async def suggest(
        self, visit: Visit, command: Command, parameter: Parameter, typed: str, given: Given
    ) -> list[Suggestion]:
        """Up to 25 pairs of what is shown and what is put in, the best first."""
        try:
            sheet = await self.play.service.sheet(visit.table, person_of(visit), visit.seat)
            if sheet.request is None or sheet.ask is None:
                return []
            before = {name: value for name, value in meant(given).items() if value and name != parameter.name}
            start = await self._start(sheet, command, before)
            stage = await self._at(start, command, parameter, before)
            if stage is None:
                return []
            found = await self._several(stage, parameter, meant({"": typed})[""])
            return [*found, *(_stopping(stage, typed) if ANY in command.fills else [])][:MOST]
        except (Refused, WrongLine):
            return []

    async def _start(self, sheet: Sheet, command: Command, given: Given) -> Stage:
        """Where a command begins: `/act` goes on with a plan that has been begun."""
        work = begun(command, given, sheet, self.play.face(sheet.info)) if ANY in command.fills else Work()
        stage = await self.play.stage(sheet, work)
        return stage if stage.request is not None else await self.play.stage(sheet, Work())

    async def _at(self, stage: Stage, command: Command, parameter: Parameter, given: Given) -> Stage | None:
        """The question that the option answers, once what else is given has been filled in."""
        if command.way == "losses" and stage.key in stage.face.losses.keys:
            return stage
        keys = {key for key, names in command.fills.items() if parameter.name in names}
        wanted = Command(command.name, command.parameters, _without(command, parameter), command.constant)
        if command.way == "purchase":
            stage = await self.play.stage(stage.sheet, Work(batch=((wanted_by(stage).token,),)))
        reached = await self.typed.filled(stage, wanted, given)
        key = reached.request.key if reached.request else ""
        return reached if key in keys or ANY in keys else None

    async def _several(self, stage: Stage, parameter: Parameter, typed: str) -> list[Suggestion]:
        if not parameter.several:
            return [(n.name, n.value) for n in self._fitting(stage, typed)][:MOST] + self._barred(stage, typed)
        head, item = _last_item(typed)
        if plan_key(stage):
            return await self._plan(stage, head, item)
        return [s for n in self._fitting(stage, item) if _goes_with(head, n) and (s := _listed(head, n.name))][:MOST]

    def _fitting(self, stage: Stage, typed: str) -> list[Named]:
        """The options that fit, with what they bring about in what is shown."""
        if stage.key in stage.face.losses.keys:
            return ranked(typed, _of_losses(stage))
        options = stage.ask.options if stage.ask else ()
        stop = stop_of(stage)
        return [self._shown(stage, n) for n in ranked(typed, _ranked(stage, [o for o in options if o != stop]))]

    def _shown(self, stage: Stage, thing: Named) -> Named:
        hint = stage.option(thing.value).hint
        name = short(f"{thing.name} — {hint}" if hint else thing.name, LONG)
        return Named(short(thing.value, LONG), name)

    def _barred(self, stage: Stage, typed: str) -> list[Suggestion]:
        """Cards of the own hand that cannot be played now, with the reason."""
        if not stage.reasons:
            return []
        cards = ranked(typed, stage.face.names.things("card", stage.reasons))[:BARRED]
        return [(short(f"✗ {c.name} — {stage.reasons[c.value]}".rstrip(" —"), LONG), c.value) for c in cards]

    async def _plan(self, stage: Stage, head: str, item: str) -> list[Suggestion]:
        """The last item of a plan, with what the whole line would leave."""
        with suppress(WrongLine):
            work = await set_line(self.play.service, stage, head) if head else stage.work
            stage = await self.play.stage(stage.sheet, work)
        if stage.ask is None or stage.request is None:
            return []
        if plan_key(stage) in stage.face.readers:
            return self._written(stage, head, item)
        ground, left, set_ = ground_of(stage), total(stage), len(stage.work.plan)
        found: list[Suggestion] = []
        for thing in ranked(
            item.rstrip("0123456789+=x "), _ranked(stage, [o for o in stage.ask.options if o != stop_of(stage)])
        ):
            own = ground.own.get(thing.value, 0) + stage.work.plan.count(thing.value)
            rest = "" if left is None else words("play.typed.left", n=max(0, left - set_ - 1), total=left)
            pair = _line(f"{head}{_item(thing, item)}", f"{thing.name} {own}→{own + 1}{rest}")
            found += [pair] if pair else []
        return found[:MOST]

    def _written(self, stage: Stage, head: str, item: str) -> list[Suggestion]:
        """The last item of a line with a grammar of its own: every option as one writes it."""
        options = [stage.option(o) for o in stage.ask.options if o != stop_of(stage)] if stage.ask else []
        things = [Named(o.token, stage.face.spell(o.token) or o.label, rank=i) for i, o in enumerate(options)]
        hints = {o.token: o.hint for o in options}
        pairs = [_line(f"{head}{thing.name}", hints[thing.value]) for thing in ranked(item, things)]
        return [pair for pair in pairs if pair][:MOST]


def _goes_with(head: str, thing: Named) -> bool:
    """Whether a thing can follow what a list names already: what is in it is not named again, and no list declines."""
    before = {fold(part) for part in SEPARATORS.split(head) if part.strip()}
    return not before or (fold(thing.value) not in before and thing.value not in DECLINING)


def _stopping(stage: Stage, typed: str) -> list[Suggestion]:
    """The end of a plan, as long as nothing else is named."""
    stop = stop_of(stage)
    if not stop or not plan_key(stage):
        return []
    label = stage.option(stop).label
    return [(label, label)] if ranked(typed, [Named(stop, label)]) else []


def _without(command: Command, parameter: Parameter) -> dict[str, tuple[str, ...]]:
    """What the other options fill in; the option being typed answers nothing yet."""
    return {key: names for key, names in command.fills.items() if parameter.name not in names}


def _last_item(typed: str) -> tuple[str, str]:
    """What comes before the last item, and the item."""
    parts = SEPARATORS.split(typed)
    head = ", ".join(p.strip() for p in parts[:-1] if p.strip())
    return (f"{head}, " if head else ""), parts[-1].strip()


def _item(thing: Named, typed: str) -> str:
    """The item completed: by code, which keeps lines short, with the number that was typed."""
    digits = typed[len(typed.rstrip("0123456789")) :]
    sign = "=" if typed.rstrip("0123456789 ").endswith("=") else ""
    name = thing.code or thing.name.partition(" (")[0]
    return f"{name}{sign or ' '}{digits}" if digits else name


def _listed(head: str, shown: str) -> Suggestion | None:
    """The list with one thing more, by its name alone: what it brings about is shown, and is no part of the value."""
    name, _, meaning = shown.partition(" — ")
    return _line(f"{head}{name.partition(' (')[0]}", meaning.replace(", ", " · "))


def _line(line: str, meaning: str) -> Suggestion | None:
    """A whole line as a value, shown with what its end means; None for one that is too long."""
    if len(line) > LONG:
        return None
    said = f"{line} — {meaning}" if meaning else line
    return (said if len(said) <= LONG else line), line


def _ranked(stage: Stage, tokens: Sequence[str]) -> list[Named]:
    """Options with their rank, so that the best come first within a class."""
    ranks = {o.token: o.rank for o in stage.options}
    return [Named(n.value, n.name, n.aliases, n.code, n.groups, ranks.get(n.value, 0)) for n in named(stage, tokens)]


def _of_losses(stage: Stage) -> list[Named]:
    """Areas that lose a disk, the words for several, and the means."""
    areas = stage.face.names.things("area", dict.fromkeys(coming(stage)))
    several = [Named(w, w) for w in ("all", "none", *stage.face.losses.words)]
    return [*several, *areas, *named(stage, list(dict.fromkeys(best_means(stage))))]
