"""What a seat considers, posted in the channel before it answers: nothing is decided, and it rings nobody."""

from __future__ import annotations

import asyncio

from bot.contract.tables import Batch, Person, Refused
from bot.features.sharing.service import take_turn
from bot.store.models import SeatRow
from bot.tables.play.answers import asked_row
from bot.tables.work.operations import of_table
from bot.tables.work.row_mappers import info_of, seat_info
from bot.tables.work.unit_of_work import UnitOfWork
from engine.core.ask import Option
from engine.core.errors import TableError
from engine.core.text import speaking
from engine.core.trial import Trial
from engine.games import PRESENTATIONS


@of_table
async def post(work: UnitOfWork, person: Person, ask_no: int | None, batch: Batch, seat: int | None = None) -> None:
    """These answers with what they bring, in the language of the table.

    Refused as `asked_row`, and not_an_option, preview_soon within a minute of what the person posted last.
    """
    row, table = await _asked(work, person, ask_no, seat), await work.table()
    try:
        with speaking(work.row.language):
            answers = await asyncio.to_thread(described, Trial(table, row.seat), batch)
    except TableError as error:
        raise Refused("not_an_option", table=work.id, reason=str(error)) from error
    filled = {"person": person, "seat": seat_info(work, row), "view": table.view(None), "answers": answers}
    work.post(work.deps.post_maker.matter(info_of(work), "preview", filled))
    work.lastly.append(lambda: take_turn(work, person, "preview_soon"))


def described(trial: Trial, batch: Batch) -> tuple[Option, ...]:
    """The options that these answers are, in their order. Raises IllegalAnswer for one that cannot be given."""
    trial.run(batch)
    found: list[Option] = []
    for i, picks in enumerate(batch):
        found += [option for option in trial.run(batch[:i]).options if option.token in picks]
    return tuple(found)


async def _asked(work: UnitOfWork, person: Person, ask_no: int | None, seat: int | None) -> SeatRow:
    """The seat, if what it is asked is public anyway. Refused as `asked_row`, and not_an_option."""
    table = await work.table()
    row, _ = asked_row(work, table, person, ask_no, seat)
    known = PRESENTATIONS.get(work.row.game)
    if known is None or table.pending is None or table.pending.key not in known.questions.shareable:
        raise Refused("not_an_option", table=work.id, reason="what answers this question stays with who is asked")
    return row
