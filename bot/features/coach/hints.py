"""What the computer would do: its answer as a draft that is ready to be sent, with the reason in one sentence."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

from bot.contract.snapshot import SeatSnapshot
from bot.contract.tables import Refused
from bot.ui.parts import Screen, short
from bot.ui.questions.draft import DraftAnswers, DraftState, answer_label, follows
from bot.ui.questions.frame import may_ask
from bot.ui.questions.handlers import QuestionHandlers, question_screen_of
from bot.ui.router import Answer, Handler
from bot.ui.visit import Visit
from engine.core.advice import Advice, advise
from engine.core.ask import Picks
from engine.core.message import Message
from engine.core.presentation import Presentation
from engine.core.text import sentence, words

WHY = 300


class AdviceHandlers:
    """The verb of the button below a question."""

    def __init__(self, play: QuestionHandlers) -> None:
        self.play = play

    def handlers(self) -> Mapping[str, Handler]:
        """Return the verb answered here."""
        return {"advise": self.advise}

    async def advise(self, visit: Visit) -> Answer:
        """Put the computer's answer into the draft and show it with its reason. Refused: no_advice."""
        try:
            there, advice = await self._drafted(visit)
        except Refused as refused:
            return await self.play.instead(visit, refused)
        return await asyncio.to_thread(self._shown, there, advice)

    async def _drafted(self, visit: Visit, attempts: int = 2) -> tuple[SeatSnapshot, Advice]:
        """Return the advice and the seat with the draft made of it. Refused: no_advice, stale.

        A draft that another press has changed meanwhile gives way: the advice is what was asked for last.
        """
        there = await self.play.find_seat(visit)
        advice = await self._given(there)
        work = drafted(advice, self.play.presentation(there.sheet.info))
        try:
            return await self.play.save_draft(visit, there, work), advice
        except Refused as refused:
            if refused.code != "other_device" or attempts <= 1:
                raise
            return await self._drafted(visit, attempts - 1)

    async def _given(self, there: SeatSnapshot) -> Advice:
        """Return the advice. Refused: no_advice, stale."""
        if not may_ask(there.sheet):
            raise Refused("stale" if there.sheet.ask is None else "no_advice", table=there.sheet.info.id)
        advice = await asyncio.to_thread(self._advice, there)
        if advice is None:
            raise Refused("stale")
        return advice

    def _advice(self, there: SeatSnapshot) -> Advice | None:
        presentation = self.play.presentation(there.sheet.info)
        now = advised(there, presentation)
        later = presentation.questions.planned_with.get(now.key) if now else None
        then = there.planning(now.batch) if now and later else None
        if now is None or then is None or then.sheet.request is None or then.sheet.request.key != later:
            return now
        return joined(now, advised(then, presentation))

    def _shown(self, there: SeatSnapshot, advice: Advice) -> Screen:
        stage = self.play.stage(there)
        return question_screen_of(stage, advice_line(stage, advice))


def advised(there: SeatSnapshot, presentation: Presentation) -> Advice | None:
    """Return what the computer would answer to all that one screen asks now."""
    place = there.sheet.seat.number - 1
    return advise(there.trial, place, lambda first, reached: follows(presentation, first, reached))


def joined(now: Advice, later: Advice | None) -> Advice:
    """Return both as one, with the reason of the one with more answers."""
    if later is None:
        return now
    why = max(now, later, key=lambda one: (bool(one.why), len(one.answers))).why
    return Advice(now.key, (*now.answers, *later.answers), why)


def drafted(advice: Advice, presentation: Presentation) -> DraftAnswers:
    """Return the draft with that answer: a plan at its end can still be changed piece by piece, and its end is left to
    the button that sends it. What is planned for later is a note.
    """
    later = presentation.questions.planned_with.get(advice.key, "")
    now = [(key, picks) for key, picks in advice.answers if key != later]
    planned = [picks[0] for key, picks in advice.answers if key == later]
    work = _drafted(now, presentation)
    moves = [pick for pick in planned if pick != presentation.plans.get(later)]
    return work.with_note(later, moves or planned) if planned else work


def _drafted(answers: Sequence[tuple[str, Picks]], presentation: Presentation) -> DraftAnswers:
    key, batch = answers[-1][0], tuple(picks for _, picks in answers)
    stop = presentation.plans.get(key)
    if stop is None:
        return DraftAnswers(batch)
    first = next(n for n in range(len(answers), -1, -1) if n == 0 or answers[n - 1][0] != key)
    plan = [picks[0] for picks in batch[first:] if picks != (stop,)]
    return DraftAnswers(batch[:first], plan=tuple(plan), plan_key=key if plan else "")


def advice_line(stage: DraftState, advice: Advice) -> str:
    """Return what the draft on the screen is, and the reason for it."""
    done = any(answer_label(stage, pick) for _, picks in advice.answers for pick in picks)
    line = words("coach.text.advice" if done else "coach.text.stop")
    return f"{line}\n{reason(stage, advice.why)}" if advice.why else line


def reason(stage: DraftState, why: Message) -> str:
    """Return the reason as a small line."""
    return words("coach.text.why", why=short(stage.name_tokens(sentence(why)), WHY))
