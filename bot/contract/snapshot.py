"""A seat as it stood when it was read, and what a change did: what private screens are made from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bot.contract.tables import Batch, Draft, Refused, Sheet, TableInfo
from engine.core.auto_answers import AutoAnswer, LodgedPlan, ahead
from engine.core.errors import TableError
from engine.core.game import Event
from engine.core.queue import ActionQueue, position_ahead
from engine.core.said import Said
from engine.core.table import Table
from engine.core.trial import DryRun, Trial


@dataclass(frozen=True, slots=True)
class SeatSnapshot:
    """What one seat sees, with all it may try. Nothing here waits for the store, and nothing changes the table.

    What tries something lets the rules compute: that belongs off the event loop. Whatever happens at the table
    meanwhile, the snapshot stays as it was read.
    """

    sheet: Sheet
    trial: Trial
    advance: InAdvance | None = None

    def with_draft(self, draft: Draft) -> SeatSnapshot:
        """The same with that draft."""
        return replace(self, sheet=replace(self.sheet, draft=draft))

    def preview(self, batch: Batch) -> DryRun:
        """What a batch would do, on the seat's own view. Refused: not_asked, not_an_option (with `reason`)."""
        if self.sheet.ask is None:
            raise Refused("not_asked", table=self.sheet.info.id, seat=self.sheet.seat, ask=self.sheet.public.ask)
        try:
            return self.trial.run(batch)
        except TableError as error:
            raise Refused("not_an_option", table=self.sheet.info.id, reason=str(error)) from error

    def previews(self, batches: Sequence[Batch]) -> tuple[DryRun | None, ...]:
        """What each of several batches would do; None for one that is not possible."""
        return tuple(self._tried(batch) for batch in batches)

    def _tried(self, batch: Batch) -> DryRun | None:
        try:
            return self.preview(batch)
        except Refused:
            return None

    def planning(self, given: Batch) -> SeatSnapshot | None:
        """The seat as it will be asked what it can plan for, once it has given these answers and nobody does anything.

        None if there is nothing to plan for. Refused: not_an_option.
        """
        seat = self.sheet.seat.seat
        try:
            position = ahead(self.trial.table(), seat, [tuple(picks) for picks in given])
        except TableError as error:
            raise Refused("not_an_option", table=self.sheet.info.id, reason=str(error)) from error
        return None if position is None else planned_seat(self.sheet, position)

    @property
    def planning_ahead(self) -> SeatSnapshot | None:
        """The seat as it will be asked what it can plan for now."""
        return self.advance.position if self.advance else None

    def opening(self, kind: str) -> SeatSnapshot | None:
        """The seat as it would be asked now what it can queue; None if it can queue nothing of that kind."""
        position = position_ahead(self.trial.table(), self.sheet.seat.seat, kind)
        return None if position is None else planned_seat(self.sheet, position)

    def why_not(self, token: str) -> str:
        """Why something cannot be done now; empty if nothing is known against it."""
        return self.trial.why_not(token)

    def outlook(self, most: int) -> tuple[Mapping[str, int], ...]:
        """For a question that takes a plan: how it ends if the seat pays 0 to `most` times and nobody else anything."""
        return self.trial.outlook(most)


def planned_seat(sheet: Sheet, position: Table[Any]) -> SeatSnapshot | None:
    """The seat of that sheet as it is asked something at another position; None if it is asked nothing there."""
    seat = sheet.seat.seat
    request, ask = position.question_to(seat), position.ask_of(seat)
    if request is None or ask is None:
        return None
    options = tuple(position.game.describe(position.state, request, ask))
    there = replace(sheet, request=request, ask=ask, options=options, view=position.view(seat), draft=None)
    return SeatSnapshot(there, Trial(position, seat))


@dataclass(frozen=True, slots=True)
class StoppedAutoAnswer:
    """Why the seat was asked last although it had set something in advance; `now`: it is still asked that."""

    by: str
    why: Said
    now: bool = False


@dataclass(frozen=True, slots=True)
class QueueWish:
    """How the queue of a seat is to change: stops of another choice, then entries left out by their places, then an
    entry of that kind added, the first of its `ways` (lines with their answers) that fits.
    """

    kind: str = ""
    ways: tuple[tuple[str, Batch], ...] = ()
    stops: tuple[str, ...] | None = None
    without: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class InAdvance:
    """What a seat has set in advance, where the game takes that.

    `kinds`: the kinds of auto-answers, each with the values that can be chosen now, `several` those that take several;
    `answers`: those set, each with how often it has answered. `position`: the seat as it will be asked what it can plan
    for now, if until then nobody does anything; None for nothing to plan. `certain`: nothing that others may still do
    can touch what it plans. `plans`: whether the game takes planned moves at all. `queueable`: the kinds of actions
    that it can queue now, and whether for the turn to come; `begins`: the questions with which an action of each kind
    can begin; `stops`: about what it may want to be asked.
    """

    kinds: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    several: frozenset[str] = frozenset()
    answers: tuple[tuple[AutoAnswer, int], ...] = ()
    plan: LodgedPlan | None = None
    position: SeatSnapshot | None = None
    certain: bool = False
    stopped: StoppedAutoAnswer | None = None
    plans: bool = True
    queue: ActionQueue | None = None
    queueable: Mapping[str, bool] = field(default_factory=dict)
    begins: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    stops: tuple[str, ...] = ()

    def value(self, kind: str) -> str:
        """The value set for that kind; nothing for none."""
        return next((one.value for one, _ in self.answers if one.kind == kind), "")


@dataclass(frozen=True, slots=True)
class Done:
    """What a change did. `events` are those this person may know; `seat` is how the person's seat stands now.

    `repeated`: this was done before by an earlier click, and nothing was done twice.
    `seat` is None for persons without a seat. `undo`: the person may take this back.
    """

    info: TableInfo
    events: tuple[Event, ...] = ()
    seat: SeatSnapshot | None = None
    undo: bool = False
    repeated: bool = False

    @property
    def sheet(self) -> Sheet | None:
        """What the seat sees now."""
        return self.seat.sheet if self.seat else None
