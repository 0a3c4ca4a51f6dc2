"""Handlers of plans: areas added, a line typed or corrected, the steps before growth changed."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

from bot.contract.snapshot import SeatSnapshot
from bot.contract.tables import Refused
from bot.ui.parts import Screen, number
from bot.ui.questions import prelude
from bot.ui.questions.draft import DraftAnswers, DraftState
from bot.ui.questions.giving_up import SURE
from bot.ui.questions.handlers import QuestionHandlers
from bot.ui.questions.plan_context import ground_of, stop_of
from bot.ui.questions.plan_line import add, fixes, read_line, set_line, without
from bot.ui.questions.plan_screen import gives_up, giving_up, left_over, line_form, wrong_screen
from bot.ui.questions.question_screen import question
from bot.ui.router import Answer, Handler
from bot.ui.visit import Visit
from engine.core.naming import WrongLine

FIXES = "fixes"
BACK = "back"


class PlanHandlers:
    """The verbs of plans."""

    def __init__(self, play: QuestionHandlers) -> None:
        self.play = play

    def handlers(self) -> Mapping[str, Handler]:
        """Return the verbs answered here."""
        return {
            "add": self.add,
            "less": self.less,
            "fill": self.fill,
            "line": self.line,
            "line_sent": self.line_sent,
            "fix": self.fix,
            "stop": self.stop,
            "before": self.before,
            "before_ok": self.before_set,
        }

    async def add(self, visit: Visit) -> Answer:
        """Add one disk in each chosen area."""
        return await self._added(visit, visit.values)

    async def less(self, visit: Visit) -> Answer:
        """Take away one disk of the chosen area."""
        try:
            stage = await self.play.at(visit)
            token = next(iter(visit.values), visit.option)
            return await self.play.keep(visit, stage, await asyncio.to_thread(without, stage, token))
        except Refused as refused:
            return await self.play.instead(visit, refused)

    async def fill(self, visit: Visit) -> Answer:
        """Add one disk to each area of a group, best first, while there are disks."""
        try:
            stage = await self.play.at(visit)
        except Refused as refused:
            return await self.play.instead(visit, refused)
        board = stage.presentation.board
        group = board.group(stage.view, stage.seat, visit.option) if board else None
        areas = sorted(group or (), key=lambda a: stage.option(a).rank)
        return await self.play.keep(visit, stage, await asyncio.to_thread(add, stage, areas))

    async def _added(self, visit: Visit, areas: tuple[str, ...]) -> Answer:
        try:
            stage = await self.play.at(visit)
            return await self.play.keep(visit, stage, await asyncio.to_thread(add, stage, areas))
        except Refused as refused:
            return await self.play.instead(visit, refused)

    async def line(self, visit: Visit) -> Answer:
        """Return the form for a line, with the last one in it."""
        try:
            return line_form(await self.play.at(visit))
        except Refused as refused:
            return await self.play.instead(visit, refused)

    async def line_sent(self, visit: Visit) -> Answer:
        """Apply a line from the form."""
        try:
            stage = await self.play.at(visit)
            return await self.apply(visit, stage, visit.field("line"), back=visit.field("left") == BACK)
        except Refused as refused:
            return await self.play.instead(visit, refused)

    async def apply(self, visit: Visit, stage: DraftState, line: str, *, back: bool = False) -> Screen:
        """Put a line into the draft and show it; one that does not fit is kept, and refused as a whole.

        `back`: what the line leaves over is meant to go back, so that it needs no word.
        """
        try:
            work, stop = await asyncio.to_thread(_read, stage, line)
        except WrongLine as wrong:
            lines = [fixed for _, fixed in fixes(wrong, line)]
            await self.play.save_draft(visit, stage.there, stage.work.with_note(FIXES, lines), line)
            return wrong_screen(stage, wrong, line)
        there = await self.play.save_draft(visit, stage.there, work, line)
        return await asyncio.to_thread(self._planned, there, back=back or stop == BACK)

    def _planned(self, there: SeatSnapshot, *, back: bool) -> Screen:
        after = self.play.stage(there)
        return question(after).with_line("" if back else left_over(after))

    async def fix(self, visit: Visit) -> Answer:
        """Apply the line with the chosen correction."""
        try:
            stage = await self.play.at(visit)
            lines = stage.work.note(FIXES)
            at = number(visit.option)
            return await self.apply(visit, stage, stage.line if at is None or at >= len(lines) else lines[at])
        except Refused as refused:
            return await self.play.instead(visit, refused)

    async def stop(self, visit: Visit) -> Answer:
        """End the plan and send it, unless more is asked on the same screen or it needs confirmation."""
        try:
            stage = await self.play.at(visit)
            stop = stop_of(stage)
            if gives_up(stage) and visit.option != SURE:
                return await asyncio.to_thread(giving_up, stage)
            work = stage.work.with_answers((stop,)) if stop else stage.work
            after = await asyncio.to_thread(self.play.stage, stage.there, work)
            if after.request is None or not stop:
                return await self.play.submit(visit, after, after.work.whole)
            return await self.play.keep(visit, stage, work)
        except Refused as refused:
            return await self.play.instead(visit, refused)

    async def before(self, visit: Visit) -> Answer:
        """Return the form for the steps that come before the plan."""
        try:
            return await asyncio.to_thread(prelude.form, await self.play.at(visit))
        except Refused as refused:
            return await self.play.instead(visit, refused)

    async def before_set(self, visit: Visit) -> Answer:
        """Set the steps before the plan as filled in; the plan is made again after them, as far as it fits."""
        try:
            stage = await self.play.at(visit)
            work = await asyncio.to_thread(self._begun, stage, visit.fields)
        except WrongLine as wrong:
            return wrong_screen(stage, wrong, "")
        except Refused as refused:
            return await self.play.instead(visit, refused)
        return await self.play.keep(visit, stage, work)

    def _begun(self, stage: DraftState, fields: Mapping[str, Sequence[str]]) -> DraftAnswers:
        fresh = self.play.stage(stage.there, prelude.change_draft(stage, fields))
        return add(fresh, stage.work.plan) if stage.work.plan else fresh.work


def _read(stage: DraftState, line: str) -> tuple[DraftAnswers, str]:
    """The draft that a line makes, and how the line ends. Raises WrongLine."""
    return set_line(stage, line, ends=False), read_line(stage, line, ground_of(stage)).stop
