"""A seat as it was when it was read, and the result of a change: the material of private screens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bot.contract.tables import Batch, Draft, Refused, Sheet, TableInfo
from engine.core.auto_answers import AutoAnswer, LodgedPlan, ahead
from engine.core.errors import TableError
from engine.core.game import Event
from engine.core.message import Message
from engine.core.queue import ActionQueue, position_ahead
from engine.core.table import Table
from engine.core.trial import DryRun, Trial


@dataclass(frozen=True, slots=True)
class SeatSnapshot:
    """What one seat sees and may try, read at one moment.

    It never waits for the store and never changes the table; later changes of the table don't show in it. Trying
    something runs the rules, so do it off the event loop.
    """

    sheet: Sheet
    trial: Trial
    advance: InAdvance | None = None

    def with_draft(self, draft: Draft) -> SeatSnapshot:
        """Return the same snapshot with that draft."""
        return replace(self, sheet=replace(self.sheet, draft=draft))

    def preview(self, batch: Batch) -> DryRun:
        """Return what a batch would do, as the seat would see it. Refused: not_asked, not_an_option (with `reason`)."""
        if self.sheet.ask is None:
            raise Refused("not_asked", table=self.sheet.info.id, seat=self.sheet.seat, ask=self.sheet.public.ask)
        try:
            return self.trial.run(batch)
        except TableError as error:
            raise Refused("not_an_option", table=self.sheet.info.id, reason=str(error)) from error

    def previews(self, batches: Sequence[Batch]) -> tuple[DryRun | None, ...]:
        """Return what each of several batches would do; None for one that isn't possible."""
        return tuple(self._tried(batch) for batch in batches)

    def _tried(self, batch: Batch) -> DryRun | None:
        try:
            return self.preview(batch)
        except Refused:
            return None

    def planning(self, given: Batch) -> SeatSnapshot | None:
        """Return the seat at its next plannable question, if it gives these answers and nobody else acts. None if there
        is nothing to plan. Refused: not_an_option.
        """
        seat = self.sheet.seat.seat
        try:
            position = ahead(self.trial.table(), seat, [tuple(picks) for picks in given])
        except TableError as error:
            raise Refused("not_an_option", table=self.sheet.info.id, reason=str(error)) from error
        return None if position is None else planned_seat(self.sheet, position)

    @property
    def planning_ahead(self) -> SeatSnapshot | None:
        """Return the seat at the question it can plan for now."""
        return self.advance.position if self.advance else None

    def opening(self, kind: str) -> SeatSnapshot | None:
        """Return the seat as it would be asked now, for an action it can queue; None if it can't queue one of that
        kind.
        """
        position = position_ahead(self.trial.table(), self.sheet.seat.seat, kind)
        return None if position is None else planned_seat(self.sheet, position)

    def why_not(self, token: str) -> str:
        """Return why something cannot be done now; empty if nothing is known against it."""
        return self.trial.why_not(token)

    def outlook(self, most: int) -> tuple[Mapping[str, int], ...]:
        """Return how a question that takes a plan ends if the seat pays 0 to `most` times and nobody else pays."""
        return self.trial.outlook(most)


def planned_seat(sheet: Sheet, position: Table[Any]) -> SeatSnapshot | None:
    """Return the seat of that sheet as it is asked at another position; None if it isn't asked anything there."""
    seat = sheet.seat.seat
    request, ask = position.question_to(seat), position.ask_of(seat)
    if request is None or ask is None:
        return None
    options = tuple(position.game.describe(position.state, request, ask))
    there = replace(sheet, request=request, ask=ask, options=options, view=position.view(seat), draft=None)
    return SeatSnapshot(there, Trial(position, seat))


@dataclass(frozen=True, slots=True)
class StoppedAutoAnswer:
    """Why a seat was asked although it had set an answer in advance."""

    by: str
    why: Message
    now: bool = False
    """Whether it is still asked that."""


@dataclass(frozen=True, slots=True)
class QueueWish:
    """A change of a seat's queue."""

    kind: str = ""
    """The kind of action to add, if any."""
    ways: tuple[tuple[str, Batch], ...] = ()
    """Lines with their answers; the first that fits is queued."""
    stops: tuple[str, ...] | None = None
    """The new choice of reasons to stop; None leaves it."""
    without: tuple[int, ...] | None = None
    """The places of the entries to remove."""


@dataclass(frozen=True, slots=True)
class InAdvance:
    """What a seat has set in advance, in games that offer it."""

    kinds: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The kinds of auto-answers, each with the values that can be chosen now."""
    several: frozenset[str] = frozenset()
    """The kinds that take several values."""
    answers: tuple[tuple[AutoAnswer, int], ...] = ()
    """The auto-answers that are set, each with how often it has answered."""
    plan: LodgedPlan | None = None
    position: SeatSnapshot | None = None
    """The seat at the question it can plan for, if no one else acts until then; None: nothing to plan."""
    certain: bool = False
    """Whether nothing that others may still do can change what it plans."""
    stopped: StoppedAutoAnswer | None = None
    plans: bool = True
    """Whether the game takes planned moves at all."""
    queue: ActionQueue | None = None
    queueable: Mapping[str, bool] = field(default_factory=dict)
    """The kinds of actions that it can queue now, and whether each is for the coming turn."""
    begins: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The questions with which an action of each kind can begin."""
    stops: tuple[str, ...] = ()
    """The reasons for which it may want to be asked."""

    def value(self, kind: str) -> str:
        """Return the value set for that kind; empty if none is set."""
        return next((one.value for one, _ in self.answers if one.kind == kind), "")


@dataclass(frozen=True, slots=True)
class Done:
    """The result of a change."""

    info: TableInfo
    events: tuple[Event, ...] = ()
    """The events that this person may know."""
    seat: SeatSnapshot | None = None
    """The person's seat after the change; None for a person without a seat."""
    undo: bool = False
    """Whether the person may undo this."""
    repeated: bool = False
    """Whether an earlier click had already done this, and nothing was done twice."""

    @property
    def sheet(self) -> Sheet | None:
        """Return what the seat sees now."""
        return self.seat.sheet if self.seat else None
