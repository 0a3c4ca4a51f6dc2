"""Handlers of a fight that is decided by one plan."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from bot.contract.snapshot import Done
from bot.contract.tables import Refused, Sheet
from bot.games.acme import fight_screen
from bot.ui.parts import Screen
from bot.ui.questions.draft import DraftState
from bot.ui.questions.giving_up import SURE
from bot.ui.questions.handlers import QuestionHandlers
from bot.ui.router import Answer, Handler
from bot.ui.visit import Visit, person_of

COMMIT, DONE = "competition.commit", "done"
NOTHING_IN = frozenset({COMMIT, "competition.removal"})


class FightHandlers:
    """The verbs of plans for a fight."""

    def __init__(self, play: QuestionHandlers) -> None:
        self.play = play

    def handlers(self) -> Mapping[str, Handler]:
        """Return the verbs answered here."""
        return {
            fight_screen.PAY: self.pay,
            fight_screen.WITH: self.means,
            fight_screen.UNTIL: self.until,
            fight_screen.STEP: self.step,
            fight_screen.PLAN: self.plan,
            "f_go": self.go,
            "f_none": self.none,
            fight_screen.ALL: self.none_at_all,
        }

    async def pay(self, visit: Visit) -> Answer:
        """Choose how often to pay at most."""
        return await self.play.change(visit, lambda stage: stage.work.with_note(fight_screen.PAY, visit.values))

    async def means(self, visit: Visit) -> Answer:
        """Choose the means, in this order."""
        return await self.play.change(visit, lambda stage: stage.work.with_note(fight_screen.WITH, visit.values))

    async def until(self, visit: Visit) -> Answer:
        """Choose when to stop."""
        return await self.play.change(
            visit,
            lambda stage: stage.work.with_note(fight_screen.UNTIL, [v for v in visit.values if v in fight_screen.ENDS]),
        )

    async def step(self, visit: Visit) -> Answer:
        """Switch to single steps."""
        return await self.play.change(visit, lambda stage: stage.work.with_note(fight_screen.STEP, ("yes",)))

    async def plan(self, visit: Visit) -> Answer:
        """Return from single steps to the plan."""
        return await self.play.change(visit, lambda stage: stage.work.with_note(fight_screen.STEP, ()))

    async def go(self, visit: Visit) -> Answer:
        """Pay as chosen."""
        return await self._send(visit, None)

    async def none(self, visit: Visit) -> Answer:
        """Pay nothing in the whole fight."""
        return await self._send(visit, 0)

    async def none_at_all(self, visit: Visit) -> Answer:
        """Commit and pay nothing in this fight and the following ones, until something else is asked; asks for
        confirmation.
        """
        try:
            stage = await self.play.at(visit)
            if visit.option != SURE:
                return await asyncio.to_thread(fight_screen.giving_up, stage)
            done = Done(stage.sheet.info, (), stage.there)
            while done.sheet is not None and done.sheet.request is not None and done.sheet.request.key in NOTHING_IN:
                done = await self._nothing(visit, done, done.sheet)
            return await self.play.after(done)
        except Refused as refused:
            return await self.play.instead(visit, refused)

    async def _nothing(self, visit: Visit, before: Done, sheet: Sheet) -> Done:
        service, person, at = self.play.service, person_of(visit), (sheet.ask_no, sheet.seat.number)
        if sheet.request is not None and sheet.request.key == COMMIT:
            done = await service.answer(visit.table, person, at[0], [(DONE,)], seat=at[1])
        else:
            done = await service.follow(visit.table, person, at[0], fight_screen.NOTHING, seat=at[1])
        return await self.play.onward(replace(done, events=(*before.events, *done.events)))

    async def _send(self, visit: Visit, times: int | None) -> Screen:
        try:
            stage = await self.play.at(visit)
            plan = fight_screen.wishes(stage, fight_screen.times(stage) if times is None else times)
            return await follow(self.play, visit, stage, plan)
        except Refused as refused:
            return await self.play.instead(visit, refused)


async def follow(play: QuestionHandlers, visit: Visit, stage: DraftState, plan: Mapping[str, Any]) -> Screen:
    """Let the plan answer, and show what comes next. Raises Refused."""
    sheet = stage.sheet
    done = await play.service.follow(visit.table, person_of(visit), sheet.ask_no, plan, seat=sheet.seat.number)
    return await play.after(done)
