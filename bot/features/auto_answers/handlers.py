"""Handlers for what a seat sets in advance: auto-answers, planned moves, or a line that queues an action."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from discord import app_commands
from discord.app_commands import Choice

from bot.contract.snapshot import Done, SeatSnapshot
from bot.contract.tables import Batch, Person, Refused, TableId
from bot.features.auto_answers import service as auto_answers
from bot.features.auto_answers.queue_handlers import QueueHandlers
from bot.features.auto_answers.screens import auto_answers_screen, in_advance, plan_form, stopped_line
from bot.ui.commands.handlers import Handlers, Id, Interaction, Name, Placed, Queued, seat_descriptions
from bot.ui.commands.translation import locale_text
from bot.ui.doors import AdvanceScreens
from bot.ui.parts import Button, Row, Screen, Text, number
from bot.ui.questions.draft import DraftAnswers, DraftState
from bot.ui.questions.frame import screen
from bot.ui.questions.handlers import QuestionHandlers, refusal
from bot.ui.questions.plan_line import set_line
from bot.ui.questions.plan_screen import wrong_text
from bot.ui.router import Answer, Handler
from bot.ui.typed.grammar import SEPARATORS
from bot.ui.typed.match import Index
from bot.ui.visit import Visit, person_of
from engine.core.auto_answers import RegionWatch
from engine.core.naming import WrongLine, fold
from engine.core.text import catalogue, current_language, own, words

MOST_WATCHED: Final = 20


class AutoAnswerHandlers:
    """The verbs of auto-answers and planned moves."""

    def __init__(self, play: QuestionHandlers) -> None:
        self.play = play
        self.service = play.service

    def handlers(self) -> Mapping[str, Handler]:
        """Return the verbs answered here; `orders` is the screen's name on older messages."""
        return {
            "auto": self.all,
            "orders": self.all,
            "auto_kind": self.kind,
            "auto_set": self.set,
            "auto_off": self.off,
            "ahead": self.ahead,
            "ahead_sent": self.ahead_sent,
            "ahead_off": self.ahead_off,
        }

    async def _there(self, visit: Visit) -> SeatSnapshot:
        """The seat that sets something. Raises Refused: over, no_auto_answers, lent."""
        there = await self.service.seat(visit.table, person_of(visit), visit.seat or number(visit.option))
        info = there.sheet.info
        if info.state == "over":
            raise Refused("over", table=info.id, info=info)
        if there.advance is None:
            raise Refused("lent" if there.sheet.seat.by == "npc" else "no_auto_answers", table=info.id)
        return there

    async def all(self, visit: Visit) -> Screen:
        """Return all that the seat has set in advance."""
        return self._shown(await self._there(visit))

    def _shown(self, there: SeatSnapshot, line: str = "", kind: str = "") -> Screen:
        presentation = self.play.presentation(there.sheet.info)
        return auto_answers_screen(there, presentation, kind=kind).with_line(line)

    async def kind(self, visit: Visit) -> Answer:
        """Return the values of one kind."""
        return self._shown(await self._there(visit), kind=next(iter(visit.values), ""))

    async def set(self, visit: Visit) -> Answer:
        """Set an auto-answer from the menu of its kind; a choice that is no longer offered changes nothing."""
        there, kind = await self._there(visit), visit.option
        offered = there.advance.kinds.get(kind, ()) if there.advance else ()
        if not visit.values or not {*visit.values} <= {*offered}:
            return self._shown(there, words("auto.text.stale"), kind)
        value = ",".join(one for one in offered if one in visit.values)
        return await self.keep(visit, there, kind, value)

    async def off(self, visit: Visit) -> Answer:
        """Remove the auto-answer of a kind."""
        return await self.keep(visit, await self._there(visit), visit.option, "")

    async def keep(self, visit: Visit, there: SeatSnapshot, kind: str, value: str) -> Screen:
        """Set or remove an auto-answer, and show what there is now."""
        person, seat = person_of(visit), there.sheet.seat.number
        try:
            done = await auto_answers.set_answer(self.service, visit.table, person, kind, value, seat=seat)
        except Refused as refused:
            if refused.code != "not_an_option":
                raise
            return self._shown(there, words("auto.text.stale"))
        return self._shown(done.seat or there, words("auto.text.kept" if value else "auto.text.removed"))

    async def typed(self, visit: Visit, line: str) -> Screen:
        """Queue an action from a line such as `next: pass`."""
        there = await self._there(visit)
        queued = _queues(there, line)
        if queued is None or not queued[1].strip(" ;"):
            return self._shown(
                there, words("queue.text.unread" if there.advance and there.advance.begins else "queue.text.no_queue")
            )
        return await QueueHandlers(self.play).typed(visit, *queued)

    async def offered(self, visit: Visit, typed: str) -> list[tuple[str, str]]:
        """Return completions of a line that queues something: what each means, and the line."""
        there = await self._there(visit)
        if (queued := _queues(there, typed)) is None:
            return [(line, line) for line in _begins(there)]
        head = typed.partition(":")[0]
        found = await QueueHandlers(self.play).offered(there, *queued)
        return [(name, f"{head}: {line}") for name, line in found if len(head) + len(line) + 2 <= 100]

    async def ahead(self, visit: Visit) -> Answer:
        """Return the form for a plan."""
        there = await self._there(visit)
        if there.advance is None or there.advance.position is None:
            raise Refused("not_ahead", table=there.sheet.info.id)
        return plan_form(there.sheet, there.advance, self.play.presentation(there.sheet.info))

    async def ahead_sent(self, visit: Visit) -> Answer:
        """Store a plan from the form."""
        there = await self._there(visit)
        return await self.lodge(visit, there, visit.field("line"), visit.field("watch"))

    async def lodge(self, visit: Visit, there: SeatSnapshot, line: str, wishes: str = "") -> Screen:
        """Read a line as the plan for what comes, and lodge it. Raises Refused."""
        position = there.planning_ahead
        if position is None:
            raise Refused("not_ahead", table=there.sheet.info.id)
        stage = await asyncio.to_thread(self.play.stage, position, DraftAnswers())
        try:
            work = await asyncio.to_thread(set_line, stage, line, ends=False)
            watched = watches(stage, wishes)
        except WrongLine as wrong:
            return self._wrong(there, stage, wrong)
        picks = [pick for answer in work.whole for pick in answer]
        return await self.lodged(visit, there, picks, line, watched)

    async def lodged(
        self, visit: Visit, there: SeatSnapshot, picks: Sequence[str], line: str, watched: Sequence[RegionWatch] = ()
    ) -> Screen:
        """Store these picks as planned moves and show them. Raises Refused."""
        person, seat = person_of(visit), there.sheet.seat.number
        try:
            done = await auto_answers.lodge(self.service, visit.table, person, picks, watched, line=line, seat=seat)
        except Refused as refused:
            if refused.code != "not_an_option":
                raise
            return self._shown(there, refusal(refused))
        return self._shown(done.seat or there, words("auto.text.lodged"))

    def _wrong(self, there: SeatSnapshot, stage: DraftState, wrong: WrongLine) -> Screen:
        row = Row((Button(words("play.button.change_line"), "ahead", lasting=True),))
        return screen(there.sheet, [Text(wrong_text(stage, wrong)), row], question=False)

    async def ahead_off(self, visit: Visit) -> Answer:
        """Withdraw the plan."""
        there = await self._there(visit)
        done = await auto_answers.lodge(self.service, visit.table, person_of(visit), None, seat=there.sheet.seat.number)
        return self._shown(done.seat or there, words("auto.text.withdrawn"))


def _queues(there: SeatSnapshot, line: str) -> tuple[str, str] | None:
    """The kind and the rest of a line that queues something: `next: pass`; None for any other line."""
    head, colon, rest = line.partition(":")
    begins = there.advance.begins if colon and there.advance else ()
    found = (kind for kind in begins if fold(head) in map(fold, _heads(there, kind)))
    return next(((kind, rest.strip()) for kind in found), None)


def _begins(there: SeatSnapshot) -> list[str]:
    """Return how a line that queues something begins, in the reader's language."""
    return [f"{_heads(there, kind)[0]}: " for kind in (there.advance.queueable if there.advance else ())]


def _heads(there: SeatSnapshot, kind: str) -> list[str]:
    """With what such a line begins: in the reader's language and in English, a longer word too."""
    game, name = there.sheet.info.game, kind.replace(".", "_")
    keys = (own(game, f"queue.line.{name}"), own(game, f"queue.longer.{name}"))
    return [texts[key] for texts in (catalogue(current_language()), catalogue()) for key in keys if key in texts]


def watches(stage: DraftState, line: str) -> tuple[RegionWatch, ...]:
    """Return where the player wants to be asked: regions or areas, alone or after a seat and a colon. Raises
    WrongLine.
    """
    items = [item.strip() for item in SEPARATORS.split(line) if item.strip()]
    if len(items) > MOST_WATCHED:
        raise WrongLine("bad_line", items[MOST_WATCHED])
    names = stage.presentation.names
    seats = Index(names.things("civ", [one.seat for one in stage.sheet.info.seats]))
    areas = Index(names.things("area", stage.presentation.summary.areas(stage.view)) if items else ())
    return tuple(_watch(stage, item, seats, areas) for item in items)


def _watch(stage: DraftState, item: str, seats: Index, areas: Index) -> RegionWatch:
    who, colon, where = (part.strip() for part in item.rpartition(":"))
    known, board = seats.find(who), stage.presentation.board
    if colon and len(known) != 1:
        raise WrongLine("bad_line", item)
    seat = known[0].value if colon else ""
    region = board.group(stage.view, stage.seat, where) if board else None
    if region:
        return RegionWatch(tuple(region), seat)
    found = areas.find(where)
    if len(found) != 1:
        raise WrongLine("unknown_area", item, typed=where, nearest="")
    return RegionWatch((found[0].value,), seat)


class SetInAdvance(AdvanceScreens):
    """Screens and commands for what a seat sees and sets in advance."""

    def __init__(self, play: QuestionHandlers) -> None:
        self._answers, self._queue, self._service = AutoAnswerHandlers(play), QueueHandlers(play), play.service
        self.parts, self.why_stopped = in_advance, stopped_line  # type: ignore[method-assign, assignment]
        self.keep, self.all = self._answers.keep, self._answers.all  # type: ignore[method-assign, assignment]
        self.lodge, self.queue_action = self._answers.lodged, self._queue.lodged  # type: ignore[method-assign, assignment]

    async def set_kind(self, table: TableId, person: Person, kind: str, value: str, seat: int) -> None:
        """Set an auto-answer of that kind. Refused: as `service.set_answer`."""
        await auto_answers.set_answer(self._service, table, person, kind, value, seat=seat)

    async def plan(
        self, table: TableId, person: Person, moves: Sequence[str], line: str, given: Batch, seat: int
    ) -> None:
        """Keep moves for behind these answers. Refused: as `service.lodge`."""
        await auto_answers.lodge(self._service, table, person, moves, line=line, given=given, seat=seat)

    async def carry_out(self, table: TableId, person: Person, seat: int) -> Done:
        """Make the moves that were kept. Refused: as `service.carry_out`."""
        return await auto_answers.carry_out(self._service, table, person, seat=seat)


def handlers(at: Handlers) -> Mapping[str, Handler]:
    """Return the verbs of auto-answers and of the queue."""
    return {**AutoAnswerHandlers(at.play).handlers(), **QueueHandlers(at.play).handlers()}


def commands(at: Handlers) -> Iterator[Placed]:
    """Return the command `/auto`."""
    advance = AutoAnswerHandlers(at.play)

    @app_commands.command(name="auto", description=locale_text("play.command.auto"))
    @app_commands.describe(**seat_descriptions("queue", "seat", "table"))
    async def auto(
        interaction: Interaction, queue: Queued | None = None, seat: Name | None = None, table: Id | None = None
    ) -> None:
        """Show what is set in advance, or queue an action."""
        handler = partial(advance.typed, line=queue) if queue else advance.all
        await at.answer_at_seat(interaction, handler, table, seat)

    async def queued(interaction: Interaction, typed: str) -> list[Choice[str]]:
        async def offered(visit: Visit, typed: str) -> Sequence[tuple[str, str]]:
            return await advance.offered(await at.at_seat(visit), typed)

        return await at.complete(interaction, offered, typed)

    auto.autocomplete("queue")(queued)
    auto.autocomplete("seat")(at.seats)
    auto.autocomplete("table")(at.tables)
    yield Placed(auto)
