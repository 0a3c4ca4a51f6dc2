"""What happens when a plan is made: areas added, a line typed or corrected, the steps before growth changed."""

from __future__ import annotations

from collections.abc import Mapping

from bot.contract import Refused
from bot.ui.parts import Screen
from bot.ui.play import before
from bot.ui.play.ground import ground_of, stop_of
from bot.ui.play.lines import add, fixes, read_line, set_line
from bot.ui.play.plan_screen import left_over, line_form, wrong_screen
from bot.ui.play.play import Play
from bot.ui.play.question import question
from bot.ui.play.stage import Stage
from bot.ui.router import Answer, Handler, Visit
from engine.core.lines import WrongLine

FIXES = "fixes"
BACK = "back"


class Plans:
    """The verbs of plans."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self.service = play.service

    def handlers(self) -> Mapping[str, Handler]:
        """The verbs answered here."""
        return {
            "add": self.add,
            "fill": self.fill,
            "line": self.line,
            "line_sent": self.line_sent,
            "fix": self.fix,
            "stop": self.stop,
            "before": self.before,
            "before_ok": self.before_set,
        }

    async def add(self, visit: Visit) -> Answer:
        """One disk more in each area chosen."""
        return await self._added(visit, visit.values)

    async def fill(self, visit: Visit) -> Answer:
        """One disk more in each area of a group, best first, as long as there are disks."""
        try:
            stage = await self.play.at(visit)
        except Refused as refused:
            return await self.play.instead(visit, refused)
        board = stage.face.board
        group = board.group(stage.view, stage.seat, visit.option) if board else None
        areas = sorted(group or (), key=lambda a: stage.option(a).rank)
        return await self.play.keep(visit, stage, await add(self.service, stage, areas))

    async def _added(self, visit: Visit, areas: tuple[str, ...]) -> Answer:
        try:
            stage = await self.play.at(visit)
            return await self.play.keep(visit, stage, await add(self.service, stage, areas))
        except Refused as refused:
            return await self.play.instead(visit, refused)

    async def line(self, visit: Visit) -> Answer:
        """The form for a line, with the last one in it."""
        try:
            return line_form(await self.play.at(visit))
        except Refused as refused:
            return await self.play.instead(visit, refused)

    async def line_sent(self, visit: Visit) -> Answer:
        """A line from the form."""
        try:
            stage = await self.play.at(visit)
            return await self.apply(visit, stage, visit.field("line"), back=visit.field("left") == BACK)
        except Refused as refused:
            return await self.play.instead(visit, refused)

    async def apply(self, visit: Visit, stage: Stage, line: str, *, back: bool = False) -> Screen:
        """Put a line into the draft and show it; one that does not fit is kept, and refused as a whole.

        `back`: what the line leaves over is meant to go back, so that it needs no word.
        """
        try:
            work = await set_line(self.service, stage, line, ends=False)
            back = back or read_line(stage, line, ground_of(stage)).stop == BACK
        except WrongLine as wrong:
            lines = [fixed for _, fixed in fixes(wrong, line)]
            await self.play.saved(visit, stage.sheet, stage.work.noting(FIXES, lines), line)
            return wrong_screen(stage, wrong, line)
        sheet = await self.play.saved(visit, stage.sheet, work, line)
        after = await self.play.stage(sheet)
        return question(after).with_line("" if back else left_over(after))

    async def fix(self, visit: Visit) -> Answer:
        """The line with the correction chosen."""
        try:
            stage = await self.play.at(visit)
            lines = stage.work.note(FIXES)
            at = int(visit.option)
            return await self.apply(visit, stage, lines[at] if at < len(lines) else stage.line)
        except Refused as refused:
            return await self.play.instead(visit, refused)

    async def stop(self, visit: Visit) -> Answer:
        """End the plan as it is: send it, unless more is asked on the same screen."""
        try:
            stage = await self.play.at(visit)
            stop = stop_of(stage)
            work = stage.work.adding((stop,)) if stop else stage.work
            after = await self.play.stage(stage.sheet, work)
            if after.request is None or not stop:
                return await self.play.submit(visit, after, after.work.whole)
            return await self.play.keep(visit, stage, work)
        except Refused as refused:
            return await self.play.instead(visit, refused)

    async def before(self, visit: Visit) -> Answer:
        """The form for the steps that come before the plan."""
        try:
            stage = await self.play.at(visit)
        except Refused as refused:
            return await self.play.instead(visit, refused)
        return await before.form(self.service, stage)

    async def before_set(self, visit: Visit) -> Answer:
        """The steps before the plan as filled in; the plan is made anew behind them, as far as it fits."""
        try:
            stage = await self.play.at(visit)
            changed = await before.changed(self.service, stage, visit.fields)
        except WrongLine as wrong:
            return wrong_screen(stage, wrong, "")
        except Refused as refused:
            return await self.play.instead(visit, refused)
        fresh = await self.play.stage(stage.sheet, changed)
        work = await add(self.service, fresh, stage.work.plan) if stage.work.plan else fresh.work
        return await self.play.keep(visit, stage, work)
