"""Commands carried out: what was given fills in one question after another, in a dry run, until something is open.

A command that names all it needs is sent at once, a whole plan once it is confirmed; one that leaves something open
opens the screen with what was given.
"""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from dataclasses import replace

from bot.contract.snapshot import SeatSnapshot
from bot.contract.tables import Refused, Sheet
from bot.ui.parts import Screen, Text
from bot.ui.questions import division, prelude
from bot.ui.questions.declining import DECLINING, LOSING, costly, costs_several, foreign, owners_of, wrong_command_text
from bot.ui.questions.draft import DraftAnswers, DraftState, draft_answers
from bot.ui.questions.frame import screen
from bot.ui.questions.game_screens import CommandWay
from bot.ui.questions.handlers import QuestionHandlers, question_screen_of, refusal, require_names
from bot.ui.questions.plan_context import plan_key, stop_of
from bot.ui.questions.plan_handlers import FIXES
from bot.ui.questions.plan_line import fixes, more, set_line
from bot.ui.questions.plan_screen import foreseen, left_over, wrong_screen, wrong_text
from bot.ui.questions.resolve import begun_only, resolve, several, strip_completions
from bot.ui.typed.grammar import SEPARATORS
from bot.ui.typed.match import read
from bot.ui.visit import Visit, person_of
from engine.core.commands import CONFIRM, Command, Given
from engine.core.naming import WrongLine, fold
from engine.core.presentation import Presentation
from engine.core.text import words

ANY = ""
AHEAD = frozenset({"answer", "march"})


class CommandRunner:
    """Carries out the commands of a game. `visit.table` must be known."""

    def __init__(self, play: QuestionHandlers) -> None:
        self.play = play
        self.service = play.service

    def way(self, command: Command, stage: DraftState) -> CommandWay | None:
        """Return the way of its game that a command takes, if it does more than fill in questions."""
        return self.play.ways_of(stage.sheet.info.game).get(command.way)

    async def run(self, visit: Visit, command: Command, given: Given) -> Screen:
        """Return the screen after a command: what it did, what is still open, or the question asked instead."""
        there, given = await self.service.seat(visit.table, person_of(visit), visit.seat), strip_completions(given)
        confirmed = given.pop(CONFIRM, "") == str(True)
        visit = replace(visit, first_shown=command.parameter(CONFIRM).kind == "flag" and not confirmed)
        sheet = there.sheet
        if (owners := owners_of(command)) and sheet.info.game not in owners:
            stage = await asyncio.to_thread(self.play.stage, there, DraftAnswers())
            return await self.play.show(there, foreign(stage, command))
        if command.auto and any(given.values()):
            there, shown = await self._automated(visit, there, command, given)
            sheet = there.sheet
            if sheet.request is None or sheet.request.key not in command.fills:
                return shown
        if (position := planned_by(there, command)) is not None:
            return await self._lodge(visit, there, position, command, given)
        if sheet.request is None or sheet.ask is None:
            if command.way == "preview" and there.planning_ahead is not None:
                return await self._foreseen(there, there.planning_ahead, command, given)
            return await self.play.show(there, words("play.typed.not_asked"))
        stage = await asyncio.to_thread(self._start, there, command, given)
        if not self._answers(command, stage):
            return await self.play.show(there, await asyncio.to_thread(wrong_command_text, stage, command))
        visit = replace(visit, ask=sheet.ask_no, seat=sheet.seat.number)
        try:
            return await self._carry_out(visit, stage, command, given)
        except WrongLine as wrong:
            if (meant_anew := await self._anew(visit, stage, command, given)) is not None:
                return meant_anew
            line = next((given[p.name] for p in command.parameters if p.several and given.get(p.name)), "")
            return await self._wrong(visit, stage, wrong, line)
        except Refused as refused:
            if refused.code in {"not_an_option", "misdivided"}:
                return await self.play.show(there, why_barred(stage, given) or refusal(refused))
            return await self.play.instead(visit, refused)

    async def _automated(
        self, visit: Visit, there: SeatSnapshot, command: Command, given: Given
    ) -> tuple[SeatSnapshot, Screen]:
        """Set a lasting auto-answer by an option of a command. Return the seat, and its auto-answers."""
        value = given.get(command.parameters[0].name, "")
        visit = replace(visit, seat=there.sheet.seat.number)
        shown = await self.play.advance.keep(visit, there, command.auto, value)
        return await self.service.seat(visit.table, person_of(visit), visit.seat), shown

    async def _foreseen(self, there: SeatSnapshot, position: SeatSnapshot, command: Command, given: Given) -> Screen:
        """Show what a plan for a question to come would do, without storing it."""
        stage = await asyncio.to_thread(self.play.stage, position, DraftAnswers())
        try:
            after = await asyncio.to_thread(self.fill, stage, command, given)
        except WrongLine as wrong:
            return screen(there.sheet, [Text(wrong_text(stage, wrong))])
        return await asyncio.to_thread(lambda: screen(there.sheet, foreseen(after)))

    async def _lodge(
        self, visit: Visit, there: SeatSnapshot, position: SeatSnapshot, command: Command, given: Given
    ) -> Screen:
        """Store a command's plan for a question to come; without a plan, show the auto-answers."""
        line = next((given[p.name] for p in command.parameters if p.several and given.get(p.name)), "")
        stage = await asyncio.to_thread(self.play.stage, position, DraftAnswers())
        try:
            after = await asyncio.to_thread(self.fill, stage, command, given)
        except WrongLine as wrong:
            return screen(
                there.sheet,
                [
                    Text(wrong_text(stage, wrong)),
                    *self.play.advance.parts(there.advance, stage.presentation, there.sheet.view),
                ],
            )
        if (kind := queueable_by(there, command)) and position is not there.planning_ahead:
            if not after.work.whole:
                return await self.play.advance.all(visit)
            batch = after.work.whole
            return await self.play.advance.queue_action(visit, there, kind, line or said_by(command, given), batch)
        picks = [pick for answer in after.work.whole for pick in answer]
        handlers = self.play.advance
        return await handlers.lodge(visit, there, picks, line) if picks else await handlers.all(visit)

    def _start(self, there: SeatSnapshot, command: Command, given: Given) -> DraftState:
        """Return the draft with which a command begins."""
        stage = self.play.stage(
            there, start_draft(command, given, there.sheet, self.play.presentation(there.sheet.info))
        )
        return stage if stage.request is not None else self.play.stage(there, DraftAnswers())

    async def _anew(self, visit: Visit, stage: DraftState, command: Command, given: Given) -> Screen | None:
        """The answer to a choice that does not belong to the plan begun, but to the question that led to it."""
        if ANY not in command.fills or not stage.work.plan:
            return None
        first = await asyncio.to_thread(self.play.stage, stage.there, DraftAnswers())
        try:
            return await self._carry_out(visit, first, command, given)
        except (WrongLine, Refused):
            reason = why_barred(first, given)
            return await asyncio.to_thread(question_screen_of, stage, reason) if reason else None

    def _answers(self, command: Command, stage: DraftState) -> bool:
        """Whether the question asked, or one it leads to, is one of the command's."""
        if command.way == "decline":
            return stage.ask is not None and any(t in stage.ask.options for t in DECLINING)
        way = self.way(command, stage)
        if way is not None and way.takes is not None:
            return way.takes(stage)
        keys = {*command.fills, *command.constant}
        here = {stage.key, stage.request.key if stage.request else ""}
        return ANY in keys or bool(keys & here) or (command.way == "note" and stage.key in stage.questions.defaults)

    async def _wrong(self, visit: Visit, stage: DraftState, wrong: WrongLine, line: str) -> Screen:
        lines = [fixed for _, fixed in fixes(wrong, line)]
        await self.play.save_draft(visit, stage.there, stage.work.with_note(FIXES, lines), line)
        return wrong_screen(stage, wrong, line)

    async def _carry_out(self, visit: Visit, stage: DraftState, command: Command, given: Given) -> Screen:
        if command.way == "note":
            return await self._note(visit, stage, command, given)
        if command.way == "decline":
            return await self._decline(visit, stage)
        way = self.way(command, stage)
        texts, anything = [*given.values()], ANY in command.fills
        visit = replace(visit, unsure=await asyncio.to_thread(begun_only, stage, texts, options=anything))
        done = await way.run(self.play, visit, stage, given) if way is not None else stage
        return done if isinstance(done, Screen) else await self._answer(visit, done, command, given)

    async def _answer(self, visit: Visit, stage: DraftState, command: Command, given: Given) -> Screen:
        """Fill in question after question; send what is complete, unless it is only a preview, or not typed in full."""
        if tokens := _listed(stage, command, given):
            require_names(visit)
            return await self.play.one_by_one(visit, stage, tokens)
        after = await asyncio.to_thread(self.fill, stage, command, given)
        if command.way != "preview" and after.work.whole and (after.request is None or _is_enough(command, after)):
            alone = ANY in command.fills and not stage.work.plan
            last = next(iter(after.work.whole[-1]), "") if alone else ""
            asked_back = await self._asked_back(visit, stage, last)
            if asked_back is None and (visit.unsure or visit.first_shown):
                return await self.play.unsent(visit, stage, after.work)
            return asked_back or await self.play.submit(visit, after, after.work.whole)
        there = await self.play.save_draft(visit, after.there, after.work)
        return await asyncio.to_thread(lambda: question_screen_of(replace(after, there=there), left_over(after)))

    def fill(self, stage: DraftState, command: Command, given: Given) -> DraftState:
        """Return the stage as far as the given options fill it in. Raises WrongLine, or Refused("not_an_option")."""
        while stage.request is not None and stage.ask is not None:
            key, work = stage.request.key, self._next(stage, command, given)
            if work is None:
                break
            if stage.is_sealed or not _composed(stage):
                further = self._further(stage, work, command, given)
                if further is None:
                    return replace(stage, work=work, request=None)
                stage = further
                continue
            anything, before = ANY in command.fills and key not in command.fills, stage.work.whole
            stage = self.play.stage(stage.there, work)
            if len(stage.work.whole) < len(work.whole):
                raise Refused("not_an_option")
            if anything or stage.work.whole == before or (plan_key(stage) and stage.work.plan):
                break
        return stage

    def _further(self, stage: DraftState, work: DraftAnswers, command: Command, given: Given) -> DraftState | None:
        """Return the seat's next question, if another option of the command answers it too."""
        answered = command.fills.get(stage.request.key, ()) if stage.request else ()
        rest = {name for name, value in given.items() if value} - set(answered)
        if stage.is_sealed or not rest:
            return None
        run = stage.there.preview(work.whole)
        request = run.request
        if request is None or run.stopped or run.presumed or request.sealed or len(request.asked) > 1:
            return None
        if not rest & set(command.fills.get(request.key, ())):
            return None
        return replace(stage, work=work, run=run, request=request, ask=request.asks[0], options=run.options)

    def _next(self, stage: DraftState, command: Command, given: Given) -> DraftAnswers | None:
        """The draft with the question answered that the stage has come to, or None if nothing given answers it."""
        key = stage.request.key if stage.request else ""
        if key in command.constant:
            return stage.work.with_answers(command.constant[key])
        names = command.fills.get(key) or command.fills.get(ANY, ())
        texts = [given[name] for name in names if given.get(name)]
        if plan_key(stage) == key and key:
            return self._plan(stage, command, given, texts)
        if not texts:
            return None
        if stage.ask is not None and stage.ask.caps:
            return stage.work.with_answers(division.complete(stage, ", ".join(texts)))
        if stage.ask is not None and stage.ask.most > 1:
            return stage.work.with_answers(several(stage, ", ".join(texts)))
        token = _either(stage, texts) if key in command.either else resolve(stage, texts)
        return stage.work.with_answers((token,))

    def _plan(self, stage: DraftState, command: Command, given: Given, texts: list[str]) -> DraftAnswers | None:
        """A plan by its line, or by the options that make one; complete if the line, `left` or the pieces say so."""
        if not texts and _adds(command, stage.presentation, given):
            return more(stage, command_line(stage, command, given))
        line = ", ".join(texts) or command_line(stage, command, given)
        if not line:
            return None
        whole = command.way != "preview" and stage.key not in stage.questions.defaults
        ends = given.get("left") == "back" or whole
        if ANY in command.fills and _is_stop(stage, line):
            return stage.work.with_answers((stop_of(stage),))
        if ANY in command.fills:
            return more(stage, line)
        return set_line(stage, line, back=ends)

    async def _note(self, visit: Visit, stage: DraftState, command: Command, given: Given) -> Screen:
        """Set a step before the plan, and show the plan with it."""
        work = DraftAnswers()
        for key, picks in command.constant.items():
            work = work.with_note(key, picks)
        for key, names in command.fills.items():
            line = ", ".join(given[n] for n in names if given.get(n))
            work = work.with_note(key, await asyncio.to_thread(_noted, stage, key, line))
        return await self.play.keep(visit, stage, work)

    async def _decline(self, visit: Visit, stage: DraftState) -> Screen:
        """Say no."""
        options = stage.ask.options if stage.ask else ()
        token = next(t for t in DECLINING if t in options)
        asked_back = await self._asked_back(visit, stage, token)
        return asked_back or await self.play.submit(visit, stage, (*stage.work.whole, (token,)))

    async def _asked_back(self, visit: Visit, stage: DraftState, token: str) -> Screen | None:
        """Return a preview if the answer gives up more than one disk, card or coin; else None."""
        if token not in DECLINING or not await asyncio.to_thread(costs_several, stage, token):
            return None
        if plan_key(stage) or token == LOSING:
            return await self.play.show(stage.there, await asyncio.to_thread(costly, stage))
        return await self.play.keep(visit, stage, stage.work.with_answers((token,)))


def planned_by(there: SeatSnapshot, command: Command) -> SeatSnapshot | None:
    """Return the seat at a future question, if the command answers one it can plan for and not the present one."""
    position = there.planning_ahead
    asked = there.sheet.request.key if there.sheet.request is not None and there.sheet.ask is not None else ""
    if asked in command.fills or command.way not in AHEAD:
        return None
    if position is not None and position.sheet.request is not None and position.sheet.request.key in command.fills:
        return position
    kind = queueable_by(there, command)
    return there.opening(kind) if kind else None


def queueable_by(there: SeatSnapshot, command: Command) -> str:
    """Return the kind of action that the command queues, if its questions are still to come."""
    advance = there.advance
    return next((kind for kind in advance.queueable if kind in command.fills), "") if advance else ""


def said_by(command: Command, given: Given) -> str:
    """Return the values of a command as one line."""
    return ", ".join(value for name in (p.name for p in command.parameters) if (value := given.get(name)))


def why_barred(stage: DraftState, given: Given) -> str:
    """Return why the named card can't be played: not held (without saying more), or not now; empty if it can."""
    board, wanted = stage.presentation.board, given.get("card", "")
    card = read(wanted or given.get("choice", ""), stage.presentation.names.things("card"), near=0).one
    if board is None or (not wanted and (card is None or card.value not in stage.reasons)):
        return ""
    held = board.hand(stage.sheet.view, stage.seat)
    if card is None or card.value not in held:
        return words("error.no_such_card")
    reason = stage.reasons.get(card.value, "")
    return words("error.not_playable", card=card.name, reason=reason) if reason else ""


def command_line(stage: DraftState, command: Command, given: Given) -> str:
    """Return the plan line that the options of a command make together; empty if they make none.

    Of several ways to write it, the first that is understood, else the first.
    """
    lines = _spellings(command, given)
    for line in lines[1:] and lines:
        with suppress(WrongLine):
            set_line(stage, line)
            return line
    return next(iter(lines), "")


def _spellings(command: Command, given: Given) -> list[str]:
    """Return what the options make by the first pattern with all of them given, and by those of the same options."""
    named = {name: value for name, value in given.items() if value}
    patterns = [(line, frozenset(re.findall(r"{(\w+)}", line))) for line in command.lines]
    first = next((names for _, names in patterns if names <= named.keys()), None)
    return [line.format_map(named) for line, names in patterns if names == first]


def _listed(stage: DraftState, command: Command, given: Given) -> list[str]:
    """Return the options that a list names, if the question takes one and is asked again.

    Raises Refused("not_an_option").
    """
    if stage.ask is None or stage.ask.most != 1 or stage.is_sealed or _composed(stage) or command.way == "preview":
        return []
    names = command.fills.get(stage.key, ())
    line = next((given.get(p.name) or "" for p in command.parameters if p.several and p.name in names), "")
    return list(several(stage, line)) if SEPARATORS.search(line) else []


def _adds(command: Command, presentation: Presentation, given: Given) -> bool:
    """Whether the options make one item more for a plan that its owner has to end himself."""
    open_ended = any(
        presentation.plans.get(key) and key not in presentation.questions.defaults for key in command.fills
    )
    return open_ended and bool(_spellings(command, given))


def start_draft(command: Command, given: Given, sheet: Sheet, presentation: Presentation) -> DraftAnswers:
    """Return the draft a command starts from; a further choice is added to a plan that the person still has to end."""
    work = draft_answers(sheet.draft)
    adding = ANY in command.fills or _adds(command, presentation, given)
    return work if adding and work.plan and presentation.plans.get(work.plan_key) else DraftAnswers()


def _is_stop(stage: DraftState, text: str) -> bool:
    """Whether the words mean that the plan ends."""
    stop = stop_of(stage)
    return bool(stop) and fold(text) in {fold(stop), fold(stage.option(stop).label)}


def _is_enough(command: Command, stage: DraftState) -> bool:
    """Return whether a named choice is a whole answer though the same question is asked again."""
    return ANY in command.fills and not stage.presentation.plans.get(plan_key(stage), "-")


def _either(stage: DraftState, texts: list[str]) -> str:
    """The first of the texts that is offered."""
    for text in texts[:-1]:
        try:
            return resolve(stage, [text])
        except Refused:
            continue
    return resolve(stage, texts[-1:])


def _composed(stage: DraftState) -> bool:
    return stage.key in stage.presentation.composites or stage.key in stage.presentation.plans


def _noted(stage: DraftState, key: str, line: str) -> tuple[str, ...]:
    return prelude.change_draft(stage, {key: (line,)}).note(key)
