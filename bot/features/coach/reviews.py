"""Reviews of finished games: asked for by the owner of a seat, and kept."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from typing import Final

import msgspec
from sqlalchemy import delete, update
from sqlmodel import col, select

from bot.contract.tables import Person, Refused, TableInfo
from bot.features.coach.models import ReviewRow
from bot.store.models import CheckpointRow, SeatRow
from bot.tables.play.journal import entries, entry_of
from bot.tables.play.retention import whole
from bot.tables.play.seat_view import seat_of
from bot.tables.work.operations import of_table
from bot.tables.work.row_mappers import info_of
from bot.tables.work.unit_of_work import UnitOfWork
from engine.core.decoding import decoder
from engine.core.record import Checkpoint, Entry
from engine.core.review import ReviewFinding, reviewer_of

FINDINGS: Final = decoder(tuple[ReviewFinding, ...])


@dataclass(frozen=True, slots=True)
class SeatReview:
    """The review of one seat; `findings` is None while it is worked out."""

    info: TableInfo
    number: int
    findings: tuple[ReviewFinding, ...] | None = None


@dataclass(frozen=True, slots=True)
class Material:
    """A finished game as a review reads it, and the places of the seats whose reviews are wanted, from 0."""

    game: str
    points: tuple[Checkpoint, ...]
    entries: tuple[Entry, ...]
    places: tuple[int, ...]


@of_table
async def review(work: UnitOfWork, person: Person, number: int | None = None) -> SeatReview:
    """Return the review of one's own seat, and have it worked out if it isn't there yet.

    Refused: no_seat, replaced, not_begun, review_early, no_review.
    """
    row = seat_of(work, await work.table(), person, number)
    info = info_of(work)
    if work.row.state != "over":
        raise Refused("review_early", table=work.id)
    if info.guided or reviewer_of(work.game) is None:
        raise Refused("no_review", table=work.id)
    kept = await _kept(work, row)
    if kept is None:
        forget(work, row)  # what a former owner of the seat has asked for
        work.add(ReviewRow(table_id=work.number, number=row.number, person=person.id, at=work.now))
    found = FINDINGS.json(kept.body) if kept is not None and kept.body else None
    return SeatReview(info, row.number, found)


async def _kept(work: UnitOfWork, row: SeatRow) -> ReviewRow | None:
    here = (ReviewRow.table_id == work.number, ReviewRow.number == row.number, ReviewRow.person == row.person)
    found: list[ReviewRow] = await work.read(select(ReviewRow).where(*here))
    return next(iter(found), None)


async def material(work: UnitOfWork) -> Material:
    """Return what the reviews that are wanted at a table are worked out from; no points if parts of it are missing or
    were played by other rules.
    """
    here = select(ReviewRow).where(ReviewRow.table_id == work.number, ReviewRow.body == "")
    wanted: list[ReviewRow] = await work.read(here)
    every = select(CheckpointRow).where(CheckpointRow.table_id == work.number).order_by(col(CheckpointRow.no))
    rows: list[CheckpointRow] = await work.read(every)
    given = await entries(work, 0, work.row.answers)
    complete = len(given) == work.row.answers and all(row.game_version == work.game.version for row in rows)
    points = [_point(row) for row in await whole(work, rows)] if complete else []
    return Material(
        work.row.game,
        tuple(points),
        tuple(entry_of(row) for row in given),
        tuple(row.number - 1 for row in wanted),
    )


def _point(row: CheckpointRow) -> Checkpoint:
    return Checkpoint(row.first, row.step, msgspec.Raw(zlib.decompress(row.state)))


async def keep(work: UnitOfWork, place: int, findings: tuple[ReviewFinding, ...]) -> None:
    """Store a review that has been worked out."""
    here = (col(ReviewRow.table_id) == work.number, col(ReviewRow.number) == place + 1)
    body = msgspec.json.encode(findings).decode()
    work.later(update(ReviewRow).where(*here).values(body=body, at=work.now))


def forget(work: UnitOfWork, row: SeatRow) -> None:
    """Delete the review of a seat whose owner is forgotten."""
    here = (col(ReviewRow.table_id) == work.number, col(ReviewRow.number) == row.number)
    work.later(delete(ReviewRow).where(*here))
