"""What the screens of a seat ask of the service."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from bot.beside import SeatNotes
from bot.snapshot import Done, SeatSnapshot
from bot.values import Batch, Draft, Person, SeatInfo, Sheet, TableId, TableInfo
from engine.core.game import View
from engine.core.orders import RegionWatch, Verdict


class SeatService(Protocol):
    """The part of `bot.service.game_service.GameService` that reads a seat and answers for it."""

    async def info(self, table: TableId, person: Person | None = None) -> TableInfo:
        """Everything public about a table but its board."""

    async def seat(self, table: TableId, person: Person, seat: int | None = None) -> SeatSnapshot:
        """Everything for a private screen, and all it may try, read at once. Refused: no_seat, replaced, not_begun."""

    async def sheet(self, table: TableId, person: Person, seat: int | None = None) -> Sheet:
        """Everything for a private screen. Refused: no_seat, replaced, not_begun."""

    async def answer(
        self, table: TableId, person: Person, ask_no: int | None, batch: Batch, *, seat: int | None = None
    ) -> Done:
        """Answer what is asked, all of the batch or none; a sealed question is sealed instead (a batch of one).

        Without `ask_no` the present question is meant. The same click twice is answered by what the first did.
        Refused: no_seat, replaced, stale, not_asked, window_closed, not_an_option (with `reason`), not_together, over.
        """

    async def follow(
        self, table: TableId, person: Person, ask_no: int | None, wishes: Mapping[str, Any], *, seat: int | None = None
    ) -> Done:
        """Answer by a plan that is kept, unseen, and goes on answering questions of this kind until it is over.

        Refused as `answer`, and not_an_option where the question takes no plan or the wishes make none.
        """

    async def lodge(
        self,
        table: TableId,
        person: Person,
        picks: Sequence[str] | None,
        watched: Sequence[RegionWatch] = (),
        *,
        line: str = "",
        given: Batch = (),
        seat: int | None = None,
    ) -> Done:
        """Lodge a plan for what the seat can plan for now; None withdraws it.

        `given`: answers to what the seat is asked now, which it means to give before. Refused: not_ahead, no_orders,
        not_an_option, over.
        """

    async def carry_out(self, table: TableId, person: Person, *, seat: int | None = None) -> Done:
        """Let the plan that is lodged answer at once what the seat is asked. Refused: no_orders, over."""

    async def set_order(self, table: TableId, person: Person, line: str, *, seat: int | None = None) -> Done:
        """Let an order stand, `tax: 3`, pause, `tax: pause`, go on, `tax: resume`, or end, `tax:`.

        Refused: no_orders, not_an_option, over.
        """

    async def try_orders(
        self, table: TableId, person: Person, *, seat: int | None = None
    ) -> tuple[tuple[str, Verdict], ...]:
        """What the standing orders would have said to the seat's questions of the last turn. Refused: no_orders."""

    async def unseal(self, table: TableId, person: Person, ask_no: int | None, *, seat: int | None = None) -> Done:
        """Take a sealed answer back, so that silence stands. Refused as `answer`."""

    async def save_draft(
        self, table: TableId, person: Person, ask_no: int, draft: Draft, *, seat: int | None = None
    ) -> Draft:
        """Keep a draft; its `version` must be the one read (0: new). Refused: stale, other_device (with `draft`)."""

    async def undo(self, table: TableId, person: Person, *, seat: int | None = None) -> Done:
        """Take back the last answer, a batch as a whole. Refused: undo_answered, _chance, _closed, _nothing, _over."""

    async def npc_hand(
        self, table: TableId, seat: str, person: Person | None = None
    ) -> tuple[TableInfo, SeatInfo, View]:
        """The open hand of an NPC, in the public view. Refused: secret (with `npcs`, whose hands are open)."""

    async def notes(self, table: TableId, person: Person, *, seat: int | None = None) -> SeatNotes:
        """The private notes of one's own seat. Refused: no_seat, replaced, not_begun."""

    async def add_note(self, table: TableId, person: Person, text: str, *, seat: int | None = None) -> None:
        """Note something for oneself. Refused as `notes`, and note_empty, note_long, notes_full."""

    async def remove_note(self, table: TableId, person: Person, note: int, *, seat: int | None = None) -> SeatNotes:
        """Throw a note away; the others. Refused as `notes`."""
