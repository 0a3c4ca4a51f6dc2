"""Starting a game: who sits where under which name, and its first position."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import structlog

from bot.contract.tables import Refused, told_apart
from bot.store.models import SeatRow
from bot.tables.hooks import Change
from bot.tables.lobby.options import load_options
from bot.tables.play.change import note, views_after
from bot.tables.play.game_time import set_timer
from bot.tables.play.journal import add_checkpoint
from bot.tables.work.recorded_table import RecordedTable
from bot.tables.work.row_mappers import guide_by, info_of
from bot.tables.work.unit_of_work import UnitOfWork, dump
from engine.core.game import Event, Game, SeatPlan, SetupError, teams_of

log = structlog.get_logger(__name__)


def team_of(work: UnitOfWork, row: SeatRow) -> str:
    """Return the team that a seat has chosen, if there still is one of that name."""
    return row.team if row.team in teams_of(work.game, load_options(work.row.options)) else ""


def least(work: UnitOfWork) -> int:
    """Return how many seats the game needs."""
    return max(work.game.scenarios[work.row.scenario].least, 1)


def misfit_at_start(work: UnitOfWork) -> SetupError | None:
    """Return why the game cannot begin with those who sit there; None if it can."""
    plans = _plans(work, [*work.seats, *_npc_seats(work)])
    try:
        work.game.setup(work.row.scenario, plans, load_options(work.row.options), work.row.seed)
    except SetupError as error:
        return error
    return None


async def begin(work: UnitOfWork) -> tuple[Event, ...]:
    """Start the game with the people who sit there and NPCs in the other agreed seats. Return its events. Refused:
    setup.
    """
    for row in _npc_seats(work):
        work.seats.append(row)
        work.add(row)
    table = await _begin(work, _plans(work, work.seats))
    work.disarm("starts", "idle")
    after = await work.run(lambda: views_after(work, table))
    work.post([work.deps.post_maker.lobby(info_of(work))])  # "further down" stands what is told next
    events = await note(work, table, Change("start"), after)
    log.info("started", table=work.id, game=work.row.game, seats=len(work.seats))
    return events


def _npc_seats(work: UnitOfWork) -> list[SeatRow]:
    """Return the NPC seats agreed on, after those of people; the first have the chosen civilizations."""
    named: list[str] = json.loads(work.row.npc_civs)
    civs = [*named, *[""] * work.row.npcs][: work.row.npcs]
    return [
        SeatRow(table_id=work.number, number=n, by="npc", civ=civ) for n, civ in enumerate(civs, len(work.seats) + 1)
    ]


def _plans(work: UnitOfWork, seats: Sequence[SeatRow]) -> list[SeatPlan]:
    players = player_names(seats)
    return [
        SeatPlan(row.civ, "npc" if row.by == "npc" else "human", players[row.number], team=team_of(work, row))
        for row in seats
    ]


def player_names(seats: Sequence[SeatRow]) -> dict[int, str]:
    """Return the name of each seat's player by seat number; empty for a seat without one.

    A person has the same name on all seats. Different people of the same name become `Ann` and `Ann (2)`.
    """
    known = told_apart((row.person, row.person_name or "?") for row in seats if row.person is not None)
    return {row.number: known.get(row.person or 0, "") for row in seats}


def first_position(
    game: Game[Any], scenario: str, plans: Sequence[SeatPlan], options: Mapping[str, Any], seed: str
) -> tuple[Any, str | None]:
    """Return the first position of a game and its step; a guided game starts where its guide says. Raises
    SetupError.
    """
    guide = guide_by(game.name, seed)
    return guide.first(game, plans) if guide else game.setup(scenario, plans, options, seed)


def written_plan(plan: SeatPlan) -> list[str]:
    """Return a seat as it was set up, as it is stored; its team only where it has chosen one."""
    return [plan.civ, plan.by, plan.player, plan.home, *([plan.team] if plan.team else [])]


async def _begin(work: UnitOfWork, plans: list[SeatPlan]) -> RecordedTable:
    row, game, options = work.row, work.game, load_options(work.row.options)
    try:
        table, first = await work.run(
            lambda: RecordedTable.open_with_checkpoint(
                game, *first_position(game, row.scenario, plans, options, row.seed)
            )
        )
    except SetupError as error:
        raise Refused("setup", table=work.id, game=row.game, at=error.at, reason=error.why) from error
    row.plans = dump([written_plan(plan) for plan in plans])
    row.state, row.started_at, row.game_version = "running", work.now, game.version
    set_timer(work)
    work.use(table)
    add_checkpoint(work, first)
    return table
