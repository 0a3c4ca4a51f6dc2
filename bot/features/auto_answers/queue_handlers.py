"""Handlers for a seat's queue: choose an action step by step, type it, try it, or take it out."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from bot.contract.snapshot import QueueWish, SeatSnapshot
from bot.contract.tables import Batch, Refused
from bot.features.auto_answers import service as auto_answers
from bot.features.auto_answers.queue_line import JOINT, read_action, read_actions
from bot.features.auto_answers.queue_screens import ELSE, MENU, VALUE, begun_action, line_form, queue_screen, token_text
from bot.features.auto_answers.screens import auto_answers_screen
from bot.ui.parts import Screen, number, short
from bot.ui.questions.draft import DraftAnswers, DraftState
from bot.ui.questions.handlers import QuestionHandlers, refusal
from bot.ui.questions.plan_context import named_options, plan_key
from bot.ui.questions.plan_screen import wrong_text
from bot.ui.router import Answer, Handler
from bot.ui.typed.match import rank_matches
from bot.ui.visit import Visit, person_of
from engine.core.naming import WrongLine
from engine.core.queue import QueueEntry
from engine.core.text import words

LAST_PART: Final = ";"


class QueueHandlers:
    """The verbs of the queue."""

    def __init__(self, play: QuestionHandlers) -> None:
        self.play = play
        self.service = play.service

    def handlers(self) -> Mapping[str, Handler]:
        """Return the verbs answered here."""
        return {
            "q_next": self.next,
            "q_pick": self.pick,
            "q_line": self.line,
            "q_sent": self.sent,
            "q_off": self.off,
            "q_stops": self.stops,
        }

    async def _there(self, visit: Visit) -> SeatSnapshot:
        """The seat whose queue it is. Raises Refused: no_auto_answers."""
        there = await self.service.seat(visit.table, person_of(visit), visit.seat)
        if there.advance is None or not there.advance.begins:
            raise Refused("no_auto_answers", table=there.sheet.info.id)
        return there

    async def _at(self, visit: Visit, kind: str) -> tuple[SeatSnapshot, DraftState]:
        """Return the seat and the stage at which it would be asked that. Refused: no_auto_answers, not_ahead."""
        there = await self._there(visit)
        return there, await self.stage(there, kind)

    async def stage(self, there: SeatSnapshot, kind: str) -> DraftState:
        """Return the state in which the seat would be asked for that action now. Raises Refused: not_ahead."""
        position = await asyncio.to_thread(there.opening, kind)
        if position is None:
            raise Refused("not_ahead", table=there.sheet.info.id)
        return await asyncio.to_thread(self.play.stage, position, DraftAnswers())

    async def _shown(self, there: SeatSnapshot, line: str = "") -> Screen:
        presentation = self.play.presentation(there.sheet.info)
        return auto_answers_screen(there, presentation).with_line(line)

    async def next(self, visit: Visit) -> Answer:
        """Show what could be queued."""
        return await self._on(visit, "")

    async def pick(self, visit: Visit) -> Answer:
        """Choose from the menu; a complete action is queued at once."""
        return await self._on(visit, next(iter(visit.values), ""))

    async def _on(self, visit: Visit, path: str) -> Answer:
        kind, _, other = visit.option.partition("/")
        there, stage = await self._at(visit, kind)
        try:
            found = await asyncio.to_thread(read_action, stage, path, ends=False)
        except WrongLine as wrong:
            return await self._shown(there, wrong_text(stage, wrong))
        if found.whole:
            return await self._add(visit, there, (QueueWish(kind, ((path, found.batch),)),), other=bool(other))
        return await asyncio.to_thread(queue_screen, there, stage, kind, found, other=bool(other))

    async def line(self, visit: Visit) -> Answer:
        """Return the form for a line."""
        there = await self._there(visit)
        return line_form(there.sheet, self.play.presentation(there.sheet.info), visit.option)

    async def sent(self, visit: Visit) -> Answer:
        """Queue the line from the form."""
        kind, _, other = visit.option.partition("/")
        return await self.typed(visit, kind, visit.field("line"), other=bool(other))

    async def typed(self, visit: Visit, kind: str, line: str, *, other: bool = False) -> Screen:
        """Queue what a line says."""
        there, stage = await self._at(visit, kind)
        try:
            wishes = await asyncio.to_thread(read_actions, stage, kind, line)
        except WrongLine as wrong:
            return await self._shown(there, wrong_text(stage, wrong))
        return await self._add(visit, there, wishes, other=other)

    async def lodged(self, visit: Visit, there: SeatSnapshot, kind: str, line: str, batch: Batch) -> Screen:
        """Queue what a command says."""
        return await self._add(visit, there, (QueueWish(kind, ((line, batch),)),), other=False)

    async def _add(self, visit: Visit, there: SeatSnapshot, wishes: tuple[QueueWish, ...], *, other: bool) -> Screen:
        """Queue these one behind the other, or the first as what is done where the last queued does not fit."""
        queue = there.advance.queue if there.advance else None
        if other and queue is not None and queue.entries:
            wishes = (_instead(queue.entries, wishes[0]), *wishes[1:])
        done, person, seat = None, person_of(visit), there.sheet.seat.number
        try:
            for wish in wishes:
                done = await auto_answers.queue(self.service, visit.table, person, wish, seat=seat)
        except Refused as refused:
            if refused.code != "not_an_option":
                raise
            return await self._shown(done.seat if done and done.seat else there, refusal(refused))
        return await self._shown(done.seat if done and done.seat else there, words("queue.text.queued"))

    async def off(self, visit: Visit) -> Answer:
        """Take actions out of the queue."""
        places = tuple(n for n in map(number, visit.values) if n is not None)
        return await self._changed(visit, QueueWish(without=places), "queue.text.taken_out")

    async def stops(self, visit: Visit) -> Answer:
        """Store in which cases the owner wants to be asked."""
        return await self._changed(visit, QueueWish(stops=visit.values), "queue.text.noted")

    async def _changed(self, visit: Visit, wish: QueueWish, said: str) -> Screen:
        there = await self._there(visit)
        done = await auto_answers.queue(self.service, visit.table, person_of(visit), wish, seat=there.sheet.seat.number)
        return await self._shown(done.seat or there, words(said))

    async def offered(self, there: SeatSnapshot, kind: str, typed: str) -> list[tuple[str, str]]:
        """Return lines that go on from what is typed: what each means, and the line. Raises Refused: not_ahead."""
        stage = await self.stage(there, kind)
        return [] if plan_key(stage) else await asyncio.to_thread(_offered, stage, typed)


def _instead(entries: tuple[QueueEntry, ...], wish: QueueWish) -> QueueWish:
    """The last entry with one way more."""
    last = entries[-1]
    before = tuple((way.line, tuple(picks for _, picks in way.answers)) for way in last.ways)
    return replace(wish, kind=last.kind, ways=(*before, *wish.ways), without=(len(entries) - 1,))


def _offered(stage: DraftState, typed: str) -> list[tuple[str, str]]:
    head, part, last = typed.rpartition(LAST_PART)
    before = last.lstrip().startswith((f"{ELSE} ", f"{words('queue.word.else')} "))
    joint = f"{ELSE} " if before else ""
    done, _, item = (last.strip().partition(" ")[2] if before else last.strip()).rpartition(",")
    try:
        found = read_action(stage, done, ends=False)
    except WrongLine:
        return []
    things = rank_matches(item.strip(), named_options(found.stage, found.stage.ask.options if found.stage.ask else ()))
    lead = f"{head}{part} {joint}{found.path}{JOINT if found.path else ''}".lstrip()
    begun = begun_action(stage, found.batch).answers
    names = [token_text(stage.presentation, stage.view, key, pick) for key, picks in begun for pick in picks]
    said = [(short(JOINT.join((*names, thing.name)), VALUE), f"{lead}{thing.value}") for thing in things]
    return [pair for pair in said if len(pair[1]) <= VALUE][:MENU]
