"""Autocomplete of the commands of a game: exactly the options offered, at the place the command has come to."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from typing import TypeAlias

from bot.contract.snapshot import SeatSnapshot
from bot.contract.tables import Refused
from bot.ui.parts import DISCORD, short
from bot.ui.questions import division
from bot.ui.questions.command_runner import ANY, CommandRunner, planned_by, start_draft
from bot.ui.questions.declining import DECLINING
from bot.ui.questions.draft import DraftAnswers, DraftState
from bot.ui.questions.handlers import QuestionHandlers
from bot.ui.questions.plan_context import ground_of, named_options, plan_key, stop_of
from bot.ui.questions.plan_line import set_line
from bot.ui.questions.resolve import strip_completions
from bot.ui.typed.grammar import SEPARATORS, items
from bot.ui.typed.match import rank_matches
from bot.ui.visit import Visit, person_of
from engine.core.ask import Option
from engine.core.commands import Command, Given, Parameter
from engine.core.naming import Named, WrongLine, fold
from engine.core.text import words

Suggestion: TypeAlias = tuple[str, str]
MOST = DISCORD.menu
LONG = DISCORD.choice
BARRED = 3
FURTHER = re.compile(r"[>~]|\s\d")


class Completer:
    """Suggests values; none to strangers or for other people's questions."""

    def __init__(self, play: QuestionHandlers, typed: CommandRunner) -> None:
        self.play = play
        self.typed = typed

    async def suggest(
        self, visit: Visit, command: Command, parameter: Parameter, typed: str, given: Given
    ) -> list[Suggestion]:
        """Return up to 25 pairs of what is shown and what is put in, the best first."""
        try:
            there = await self.play.service.seat(visit.table, person_of(visit), visit.seat)
            there = planned_by(there, command) or there
            if there.sheet.request is None or there.sheet.ask is None:
                return []
            return await asyncio.to_thread(self._suggested, there, command, parameter, typed, given)
        except (Refused, WrongLine):
            return []

    def _suggested(
        self, there: SeatSnapshot, command: Command, parameter: Parameter, typed: str, given: Given
    ) -> list[Suggestion]:
        before = {name: value for name, value in strip_completions(given).items() if value and name != parameter.name}
        start = self._start(there, command, before)
        if _is_of_lines(command, parameter):
            return self._of_lines(start, command, parameter, typed, before)
        stage = self._at(start, command, parameter, before)
        if stage is None:
            return []
        way = self.typed.way(command, stage)
        head, item = _last_item(strip_completions({"": typed})[""])
        things = way.offers(stage, head) if way is not None and way.offers is not None else None
        if things is not None:
            return _offered(things, head, item)
        found = self._several(stage, parameter, strip_completions({"": typed})[""])
        return [*found, *(_stopping(stage, typed) if ANY in command.fills else [])][:MOST]

    def _start(self, there: SeatSnapshot, command: Command, given: Given) -> DraftState:
        """Return the draft with which a command begins: `/act` continues a plan."""
        work = (
            start_draft(command, given, there.sheet, self.play.presentation(there.sheet.info))
            if ANY in command.fills
            else DraftAnswers()
        )
        stage = self.play.stage(there, work)
        return stage if stage.request is not None else self.play.stage(there, DraftAnswers())

    def _at(self, stage: DraftState, command: Command, parameter: Parameter, given: Given) -> DraftState | None:
        """The question that the option answers, once what else is given has been filled in."""
        way = self.typed.way(command, stage)
        if way is not None and way.here(stage):
            return stage
        keys = {key for key, names in command.fills.items() if parameter.name in names}
        wanted = Command(command.name, command.parameters, _without(command, parameter), command.constant)
        if way is not None and way.begins is not None:
            stage = self.play.stage(stage.there, way.begins)
        reached = self.typed.fill(stage, wanted, given)
        key = reached.request.key if reached.request else ""
        return reached if key in keys or ANY in keys else None

    def _several(self, stage: DraftState, parameter: Parameter, typed: str) -> list[Suggestion]:
        if stage.ask is not None and stage.ask.caps:
            return self._divided(stage, typed)
        if not parameter.several:
            return [(n.name, n.value) for n in self._fitting(stage, typed)][:MOST] + self._barred(stage, typed)
        head, item = _last_item(typed)
        if plan_key(stage):
            return self._plan(stage, head, item)
        before = {fold(part) for part in items(head)}
        fitting = [n for n in self._fitting(stage, item) if _goes_with(before, n)] if len(head) < LONG else []
        return [s for n in fitting if (s := _listed(head, n.name))][:MOST]

    def _divided(self, stage: DraftState, typed: str) -> list[Suggestion]:
        """The line with one part more, which gets as much of what is left as it may."""
        head, item = _last_item(typed)
        if stage.ask is None or len(head) >= LONG:
            return []
        try:
            so_far = division.parts_of(stage, head)
        except Refused:
            return []
        fitting = self._fitting(stage, item.rstrip("0123456789= "))
        found = [(n.name.partition(" — "), division.room(stage.ask, so_far, n.value)) for n in fitting]
        left = [_line(f"{head}{short(name, LONG)} {n}", meaning) for (name, _, meaning), n in found if n]
        return [line for line in left if line][:MOST]

    def _fitting(self, stage: DraftState, typed: str) -> list[Named]:
        """Return the options that match what was typed, with what they do."""
        offers = self.play.offers_of(stage.sheet.info.game).get(stage.key)
        if offers is not None:
            return rank_matches(typed, list(offers(stage)))
        options = stage.ask.options if stage.ask else ()
        stop = stop_of(stage)
        return [self._shown(stage, n) for n in rank_matches(typed, _ranked(stage, [o for o in options if o != stop]))]

    def _shown(self, stage: DraftState, thing: Named) -> Named:
        hint = stage.option(thing.value).hint
        name = short(f"{thing.name} — {hint}" if hint else thing.name, LONG)
        return Named(short(thing.value, LONG), name)

    def _barred(self, stage: DraftState, typed: str) -> list[Suggestion]:
        """Cards of the own hand that cannot be played now, with the reason."""
        if not stage.reasons:
            return []
        cards = rank_matches(typed, stage.presentation.names.things("card", stage.reasons))[:BARRED]
        return [(short(f"✗ {c.name} — {stage.reasons[c.value]}".rstrip(" —"), LONG), c.value) for c in cards]

    def _plan(self, stage: DraftState, head: str, item: str) -> list[Suggestion]:
        """The last item of a plan, with what the whole line would leave; of one too long to be a value nothing."""
        if len(head) >= LONG:
            return []
        with suppress(WrongLine):
            work = set_line(stage, head) if head else stage.work
            stage = self.play.stage(stage.there, work)
        if stage.ask is None or stage.request is None:
            return []
        if plan_key(stage) in stage.lines.readers:
            return self._written(stage, head, item)
        ground, left, set_ = ground_of(stage), stage.whole, len(stage.work.plan)
        found: list[Suggestion] = []
        for thing in rank_matches(
            item.rstrip("0123456789+=x "), _ranked(stage, [o for o in stage.ask.options if o != stop_of(stage)])
        ):
            own = ground.own.get(thing.value, 0) + stage.work.plan.count(thing.value)
            rest = "" if left is None else words("play.typed.left", n=max(0, left - set_ - 1), total=left)
            pair = _line(f"{head}{_item(thing, item)}", f"{thing.name} {own}→{own + 1}{rest}")
            found += [pair] if pair else []
        return found[:MOST]

    def _of_lines(
        self, stage: DraftState, command: Command, parameter: Parameter, typed: str, given: Given
    ) -> list[Suggestion]:
        """Return what an option can be in the lines that can be written, given the other options."""
        if stage.ask is None or stage.request is None or stage.request.key not in command.fills:
            return []
        found = [_parts(command, line) for line in self._lines_of(stage, command)]
        wanted = {name: fold(str(value)) for name, value in given.items()}
        fitting = [
            parts[parameter.name]
            for parts in found
            if parameter.name in parts
            and all(fold(part) == wanted.get(name, fold(part)) for name, part in parts.items())
        ]
        things = [Named(name, name, rank=i) for i, name in enumerate(dict.fromkeys(fitting))]
        return [(short(thing.name, LONG), short(thing.name, LONG)) for thing in rank_matches(typed, things)][:MOST]

    def _lines_of(self, stage: DraftState, command: Command) -> list[str]:
        """Return what can be written as the first item of a line."""
        way = self.typed.way(command, stage)
        things = way.offers(stage, "") if way is not None and way.offers is not None else None
        if things is not None:
            return [thing.name for thing in things]
        return [line for _, line in _spelled(stage)]

    def _written(self, stage: DraftState, head: str, item: str) -> list[Suggestion]:
        """Return suggestions for the last item of a line with a grammar of its own."""
        spelled = _spelled(stage)
        things = [Named(option.token, line, rank=i) for i, (option, line) in enumerate(spelled)]
        hints = {option.token: option.hint for option, _ in spelled}
        pairs = [_line(f"{head}{thing.name}", hints[thing.value]) for thing in rank_matches(item, things)]
        return [pair for pair in pairs if pair][:MOST]


def _spelled(stage: DraftState) -> list[tuple[Option, str]]:
    """Every option but the one that ends it, as one writes it."""
    options = [stage.option(o) for o in stage.ask.options if o != stop_of(stage)] if stage.ask else []
    return [(option, stage.lines.spell(option.token) or option.label) for option in options]


def _offered(things: Sequence[Named], head: str, item: str) -> list[Suggestion]:
    """The line with one thing more that is not in it yet."""
    before = {fold(part) for part in items(head)}
    fitting = [thing for thing in rank_matches(item, things) if fold(thing.name.partition(" — ")[0]) not in before]
    return [line for thing in fitting if (line := _listed(head, thing.name))][:MOST]


def _goes_with(before: Collection[str], thing: Named) -> bool:
    """Whether a thing can follow what a list names already: what is in it is not named again, and no list declines."""
    return not before or (fold(thing.value) not in before and thing.value not in DECLINING)


def _stopping(stage: DraftState, typed: str) -> list[Suggestion]:
    """Return the end of a plan as a suggestion, as long as nothing else is named."""
    stop = stop_of(stage)
    if not stop or not plan_key(stage):
        return []
    label = stage.option(stop).label
    return [(label, label)] if rank_matches(typed, [Named(stop, label)]) else []


def _parts(command: Command, written: str) -> Mapping[str, str]:
    """The options of which a line consists; none of a line that is written in another way."""
    for line in command.lines:
        names = re.findall(r"{(\w+)}", line)
        found = re.fullmatch(re.sub(r"\\{\w+\\}", "(.+)", re.escape(line)), written)
        parts = dict(zip(names, found.groups(), strict=True)) if found else {}
        if parts and all(_is_part(command.parameter(name), part) for name, part in parts.items()):
            return parts
    return {}


def _is_part(parameter: Parameter, part: str) -> bool:
    """Whether an option can be that: a number, or a name with nothing of another way to write lines in it."""
    return part.isdigit() if parameter.kind == "number" else not FURTHER.search(part)


def _is_of_lines(command: Command, parameter: Parameter) -> bool:
    """Whether an option answers no question by itself, but is a part of a line."""
    alone = any(parameter.name in names for names in command.fills.values())
    return not alone and any(f"{{{parameter.name}}}" in line for line in command.lines[:1])


def _without(command: Command, parameter: Parameter) -> dict[str, tuple[str, ...]]:
    """Return what the other options fill in; the option being typed answers nothing yet."""
    return {key: names for key, names in command.fills.items() if parameter.name not in names}


def _last_item(typed: str) -> tuple[str, str]:
    """Return what comes before the last item, and the last item."""
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
    """Return the list with one more thing by its name alone; its effect is shown but not sent."""
    name, _, meaning = shown.partition(" — ")
    return _line(f"{head}{name.partition(' (')[0]}", meaning.replace(", ", " · "))


def _line(line: str, meaning: str) -> Suggestion | None:
    """A whole line as a value, shown with what its end means; None for one that is too long."""
    if len(line) > LONG:
        return None
    said = f"{line} — {meaning}" if meaning else line
    return (said if len(said) <= LONG else line), line


def _ranked(stage: DraftState, tokens: Sequence[str]) -> list[Named]:
    """Options with their rank, so that the best come first within a class."""
    ranks = {o.token: o.rank for o in stage.options}
    return [
        Named(n.value, n.name, n.aliases, n.code, n.groups, ranks.get(n.value, 0)) for n in named_options(stage, tokens)
    ]
