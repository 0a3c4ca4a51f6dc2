"""What the members of a team write to all of it, where the table has agreed to it, outside the game and its record.

Nobody outside the team is told of it or sees it until the end; then everybody may read it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import structlog

from bot.beside import TEAM_LINES_A_DAY, Missive, TalkKind, TeamTalk
from bot.service.beside import talks
from bot.service.lobby.options import loaded
from bot.service.play.seat_view import seat_of
from bot.service.play.seats import require_running
from bot.service.row_mappers import info_of, seat_info
from bot.service.unit_of_work import UnitOfWork
from bot.store.models import SeatRow
from bot.values import Person, Refused
from engine.core.game import sides_of, teams_of

TEAM: Final[TalkKind] = "team"
log = structlog.get_logger(__name__)


async def talk(work: UnitOfWork, person: Person, number: int | None, before: int = 0) -> TeamTalk:
    """A page of what the team of one's own seat has written: the newest, or with numbers below `before`.

    Refused: team_talk_off, no_seat, replaced, not_begun.
    """
    row = await _seat(work, person, number)
    _, mates = await _team(work, row)
    return await _told(work, row, mates, before)


async def tell(work: UnitOfWork, person: Person, text: str, number: int | None) -> TeamTalk:
    """Write to all others of one's team; what it has written with the new line. NPCs in the team are passed over.

    Refused as `talk`, and over, team_alone, missive_empty, missive_long, missives_day.
    """
    row = await _seat(work, person, number)
    require_running(work)
    run, mates = await _team(work, row)
    if not mates:
        raise Refused("team_alone", table=work.id)
    there = await _told(work, row, mates, 0)
    line = await talks.say(work, row, mates, text, TEAM, a_day=TEAM_LINES_A_DAY, run=run)
    log.info("team_talk", table=work.id)
    return replace(there, lines=(line, *there.lines))


async def _seat(work: UnitOfWork, person: Person, number: int | None) -> SeatRow:
    """One's own seat at a table whose teams talk. Refused: no_seat, replaced, not_begun, team_talk_off."""
    row = seat_of(work, await work.table(), person, number)
    _require_talk(work)
    return row


async def _team(work: UnitOfWork, row: SeatRow) -> tuple[int, Sequence[SeatRow]]:
    """The number of the team of that seat, from 1, and those others in it who read now."""
    sides = sides_of(work.game, (await work.table()).state)
    for number, side in enumerate(sides, 1):
        if row.seat in side:
            here = [other for other in work.seats if other.seat in side and other.by == "human"]
            return number, [other for other in here if other.person not in {None, row.person}]
    raise Refused("team_talk_off", table=work.id)


def _has_teams(work: UnitOfWork) -> bool:
    return bool(teams_of(work.game, loaded(work.row.options)))


def require_teams(work: UnitOfWork) -> None:
    """Refused: team_talk_teams."""
    if not _has_teams(work):
        raise Refused("team_talk_teams", table=work.id)


def _require_talk(work: UnitOfWork) -> None:
    if work.row.team_talk != "yes" or not _has_teams(work):
        raise Refused("team_talk_off", table=work.id)


def lies_open(work: UnitOfWork) -> bool:
    """Whether everybody may read what the teams have written: after the end."""
    return work.row.team_talk == "yes" and _has_teams(work) and work.row.state == "over"


async def published(work: UnitOfWork, before: int = 0) -> TeamTalk:
    """A page of what all teams of a game that is over have written, team by team.

    Refused: team_talk_off, team_talk_secret.
    """
    _require_talk(work)
    if not lies_open(work):
        raise Refused("team_talk_secret", table=work.id)
    found = await talks.everything(work, TEAM, before=before)
    return TeamTalk(info_of(work), None, found, before=_older(found), newest=not before)


async def _told(work: UnitOfWork, row: SeatRow, mates: Sequence[SeatRow], before: int) -> TeamTalk:
    found = await talks.heard(work, row, TEAM, before=before)
    reading = tuple(seat_info(work, mate) for mate in mates) if work.row.state == "running" else ()
    return TeamTalk(info_of(work), seat_info(work, row), found, reading, _older(found), newest=not before)


def _older(found: tuple[Missive, ...]) -> int:
    """The number below which older ones may be; 0 where this was the last page."""
    return found[-1].no if len(found) == talks.PAGE else 0
