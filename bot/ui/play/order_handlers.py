"""What happens when a seat says ahead how it will answer: plans lodged, standing orders kept, tried and forgotten."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from bot.match import Index
from bot.plan.grammar import SEPARATORS
from bot.snapshot import SeatSnapshot
from bot.ui.parts import Button, Row, Screen, Text, number
from bot.ui.play.draft import DraftAnswers, DraftState
from bot.ui.play.frame import screen
from bot.ui.play.order_lists import completed
from bot.ui.play.order_offers import doubted, offered_by_name
from bot.ui.play.order_screens import order_form, orders_screen, plan_form, tried_screen, wrong_order
from bot.ui.play.plan_line import set_line
from bot.ui.play.plan_screen import wrong_text
from bot.ui.play.question_handlers import QuestionHandlers, refusal
from bot.ui.play.queue_handlers import QueueHandlers
from bot.ui.play.queue_screens import tried_queue
from bot.ui.router import Answer, Handler
from bot.ui.visit import Visit, person_of
from bot.values import Refused
from engine.core.naming import WrongLine, fold
from engine.core.orders import RegionWatch, Verdict
from engine.core.queue import QueueEntry, queue_verdict, queueing_of
from engine.core.text import catalogue, own, spoken, words
from engine.games import GAMES

MOST_WATCHED: Final = 20


class OrderHandlers:
    """The verbs of orders."""

    def __init__(self, play: QuestionHandlers) -> None:
        self.play = play
        self.service = play.service

    def handlers(self) -> Mapping[str, Handler]:
        """The verbs answered here."""
        return {
            "orders": self.orders,
            "ord_kind": self.kind,
            "ord_set": self.set,
            "ord_line": self.line,
            "ord_typed": self.line_typed,
            "ord_try": self.try_out,
            "ahead": self.ahead,
            "ahead_sent": self.ahead_sent,
            "ahead_off": self.ahead_off,
        }

    async def _there(self, visit: Visit) -> SeatSnapshot:
        """The seat that gives orders. Raises Refused: over, no_orders, orders_lent."""
        there = await self.service.seat(visit.table, person_of(visit), visit.seat or number(visit.option))
        info = there.sheet.info
        if info.state == "over":
            raise Refused("over", table=info.id, info=info)
        if there.orders is None:
            raise Refused("orders_lent" if there.sheet.seat.by == "npc" else "no_orders", table=info.id)
        return there

    async def orders(self, visit: Visit) -> Screen:
        """All orders of the seat."""
        return await self._shown(await self._there(visit))

    async def _shown(self, there: SeatSnapshot, line: str = "", kind: str = "") -> Screen:
        presentation = self.play.presentation(there.sheet.info)
        return orders_screen(there, presentation, kind=kind).with_line(line)

    async def kind(self, visit: Visit) -> Answer:
        """The ways in which something can be ordered."""
        return await self._shown(await self._there(visit), kind=next(iter(visit.values), ""))

    async def set(self, visit: Visit) -> Answer:
        """A standing order or a set of them from a menu, or that all pause or go on from a button."""
        return await self.typed(visit, next(iter(visit.values), visit.option))

    async def line(self, visit: Visit) -> Answer:
        """The form for an order of that kind."""
        there = await self._there(visit)
        return order_form(there, self.play.presentation(there.sheet.info), visit.option)

    async def line_typed(self, visit: Visit) -> Answer:
        """A standing order from the form."""
        return await self.typed(visit, visit.field("ordered"))

    async def typed(self, visit: Visit, line: str) -> Screen:
        """A standing order as a line; one that says nothing ends the order of its kind."""
        there = await self._there(visit)
        if (queued := self._queues(there, line)) is not None:
            return await QueueHandlers(self.play).typed(visit, *queued)
        try:
            done = await self.service.set_order(visit.table, person_of(visit), line, seat=there.sheet.seat.number)
        except Refused as refused:
            if refused.code == "too_many_orders":
                return await self._shown(there, refusal(refused))
            if refused.code != "not_an_option":
                raise
            presentation = self.play.presentation(there.sheet.info)
            kinds = there.orders.kinds if there.orders else {}
            return await self._shown(there, wrong_order(presentation, kinds, line, refused.said["wrong"]))
        now = done.seat or there
        said = [words(f"order.text.{_outcome(line)}"), doubted(now, self.play.presentation(now.sheet.info), line)]
        return await self._shown(now, " ".join(one for one in said if one))

    def _queues(self, there: SeatSnapshot, line: str) -> tuple[str, str] | None:
        """The kind and the rest of a line that queues something: `next: pass`; None for any other line."""
        head, colon, rest = line.partition(":")
        begins = there.orders.begins if colon and there.orders else ()
        found = (kind for kind in begins if fold(head) in _heads(there.sheet.info.game, kind))
        return next(((kind, rest.strip()) for kind in found), None)

    async def offered(self, visit: Visit, typed: str) -> list[tuple[str, str]]:
        """Standing orders that begin with what is typed, or hold it: their names and lines."""
        there = await self._there(visit)
        if (queued := self._queues(there, typed)) is not None:
            head = typed.partition(":")[0]
            found = await QueueHandlers(self.play).offered(there, *queued)
            return [(name, f"{head}: {line}") for name, line in found if len(head) + len(line) + 2 <= 100]
        presentation = self.play.presentation(there.sheet.info)
        kinds, board = there.orders.kinds if there.orders else {}, presentation.board
        if (lists := completed(presentation, kinds, there.sheet.view, typed)) is not None:
            return lists
        areas = tuple(board.stacks(there.sheet.view)) if board else ()
        info = there.sheet.info
        return offered_by_name(info.game, info.scenario, areas, typed)

    async def try_out(self, visit: Visit) -> Answer:
        """What the standing orders would have said in the last turn."""
        there = await self._there(visit)
        tried = await self.service.try_orders(visit.table, person_of(visit), seat=there.sheet.seat.number)
        presentation = self.play.presentation(there.sheet.info)
        queue = await asyncio.to_thread(_tried_queue, there)
        return tried_screen(there, presentation, tried, tried_queue(there, presentation, queue))

    async def ahead(self, visit: Visit) -> Answer:
        """The form for a plan."""
        there = await self._there(visit)
        if there.orders is None or there.orders.ahead is None:
            raise Refused("not_ahead", table=there.sheet.info.id)
        return plan_form(there.sheet, there.orders, self.play.presentation(there.sheet.info))

    async def ahead_sent(self, visit: Visit) -> Answer:
        """A plan from the form."""
        there = await self._there(visit)
        return await self.lodge(visit, there, visit.field("line"), visit.field("watch"))

    async def lodge(self, visit: Visit, there: SeatSnapshot, line: str, wishes: str = "") -> Screen:
        """Read a line as the plan for what comes, and lodge it. Raises Refused."""
        position = there.orders.ahead if there.orders else None
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
        """Lodge these picks and show what lies there. Raises Refused."""
        person, seat = person_of(visit), there.sheet.seat.number
        try:
            done = await self.service.lodge(visit.table, person, picks, watched, line=line, seat=seat)
        except Refused as refused:
            if refused.code != "not_an_option":
                raise
            return await self._shown(there, refusal(refused))
        return await self._shown(done.seat or there, words("order.text.lodged"))

    def _wrong(self, there: SeatSnapshot, stage: DraftState, wrong: WrongLine) -> Screen:
        row = Row((Button(words("play.button.change_line"), "ahead", lasting=True),))
        return screen(there.sheet, [Text(wrong_text(stage, wrong)), row])

    async def ahead_off(self, visit: Visit) -> Answer:
        """The plan is withdrawn."""
        there = await self._there(visit)
        done = await self.service.lodge(visit.table, person_of(visit), None, seat=there.sheet.seat.number)
        return await self._shown(done.seat or there, words("order.text.withdrawn"))


def _heads(game: str, kind: str) -> set[str]:
    """With what a line begins that queues such a thing: in the reader's language and in English, a longer word too."""
    name = kind.replace(".", "_")
    keys = (own(game, f"queue.line.{name}"), own(game, f"queue.longer.{name}"))
    return {fold(texts[key]) for texts in (catalogue(spoken()), catalogue()) for key in keys if key in texts}


def _outcome(line: str) -> str:
    """What has become of orders by such a line: they stand or go on, are forgotten, or pause."""
    return {"": "ended", "pause": "paused"}.get(line.partition(":")[2].strip().lower(), "kept")


def _tried_queue(there: SeatSnapshot) -> list[tuple[QueueEntry, Verdict]]:
    """What would come of each thing queued if it were asked now, as far as it could be."""
    queueing, orders = queueing_of(GAMES[there.sheet.info.game]), there.orders
    found = list[tuple[QueueEntry, Verdict]]()
    for entry in orders.queue.entries if orders and orders.queue else ():
        position = there.opening(entry.kind)
        if position is not None and queueing is not None and orders is not None and orders.queue is not None:
            alone = replace(orders.queue, entries=(replace(entry, later=False),))
            found.append((entry, queue_verdict(position.trial, there.sheet.seat.seat, queueing, alone)[0]))
    return found


def watches(stage: DraftState, line: str) -> tuple[RegionWatch, ...]:
    """Where somebody wants to be asked: regions or areas, alone or behind a seat and a colon. Raises WrongLine."""
    items = [item.strip() for item in SEPARATORS.split(line) if item.strip()]
    if len(items) > MOST_WATCHED:
        raise WrongLine("bad_line", items[MOST_WATCHED])
    names = stage.presentation.names
    seats = Index(names.things("civ", [one.seat for one in stage.sheet.info.seats]))
    areas = Index(names.things("area", stage.view["areas"]) if items else ())
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
