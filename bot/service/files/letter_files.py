"""Letters in the file of a game: those that were sealed, and what teams have written, once it is over; no others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import msgspec
from sqlmodel import col, select

from bot.service.beside import talks, team_talk
from bot.service.beside.letters import LETTER
from bot.service.files.file_format import UNCLEAN, Saved, SavedLetter, SavedTeamLine
from bot.service.unit_of_work import UnitOfWork
from bot.store.beside_models import MissiveReaderRow, MissiveRow

CONTROL: Final = re.compile(f"[{UNCLEAN}]")


async def saved(work: UnitOfWork) -> list[SavedLetter] | msgspec.UnsetType:
    """The letters that lie open, in their order; nothing where none do.

    Earlier versions did not keep where a letter had gone once its reader was forgotten: no file can hold those.
    """
    if work.row.letters != "sealed" or work.row.state != "over":
        return msgspec.UNSET
    here = (MissiveRow.table_id == work.number, MissiveRow.kind == LETTER)
    rows: list[MissiveRow] = await work.read(select(MissiveRow).where(*here).order_by(col(MissiveRow.no)))
    to = await talks.readers_of(work)
    known = [(row, to[row.no][0]) for row in rows if row.no in to]
    return [SavedLetter(row.number, number, clean(row.text), row.at) for row, number in known] or msgspec.UNSET


async def saved_team_lines(work: UnitOfWork) -> list[SavedTeamLine] | msgspec.UnsetType:
    """What the teams have written, as it lies open; nothing where it does not. What reached nobody is left out."""
    if not team_talk.lies_open(work):
        return msgspec.UNSET
    here = (MissiveRow.table_id == work.number, MissiveRow.kind == team_talk.TEAM)
    rows: list[MissiveRow] = await work.read(
        select(MissiveRow).where(*here).order_by(col(MissiveRow.at), col(MissiveRow.no))
    )
    to = await talks.readers_of(work)
    known = [row for row in rows if row.no in to]
    return [SavedTeamLine(row.number, [*to[row.no]], clean(row.text), row.at) for row in known] or msgspec.UNSET


def clean(text: str) -> str:
    """What somebody has written as a file may hold it: lines without control characters."""
    return "\n".join(CONTROL.sub(" ", line) for line in text.splitlines())


def rows(saved: Saved) -> Iterator[MissiveRow | MissiveReaderRow]:
    """The letters of a file that has any, and what its teams have written: between seats and nobody's."""
    for no, one in enumerate(saved.letters or (), 1):
        yield MissiveRow(table_id=0, no=no, kind=LETTER, number=one.by, text=one.text, at=one.at)
        yield MissiveReaderRow(table_id=0, no=no, number=one.to)
    for no, line in enumerate(saved.team_lines or (), talks.RUN + 1):
        yield MissiveRow(table_id=0, no=no, kind=team_talk.TEAM, number=line.by, text=line.text, at=line.at)
        yield from (MissiveReaderRow(table_id=0, no=no, number=number) for number in line.to)
