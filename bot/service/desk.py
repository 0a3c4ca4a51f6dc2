"""The desk: the Service of bot.contract over the store and the rules."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import structlog

from bot.contract import Narrator
from bot.service import (
    answers,
    drafts,
    earlier,
    files,
    going_back,
    limits,
    lobby,
    matters,
    people,
    personal,
    petitions,
    reading,
    reasons,
    results,
    seats,
    sheets,
    verifying,
)
from bot.service.correcting import correct
from bot.service.facts import info_of
from bot.service.sealing import Sealer
from bot.service.work import Deps, Work, do
from bot.store.database import Database
from bot.values import (
    BackPoint,
    Batch,
    CheckpointInfo,
    Done,
    Draft,
    Export,
    LogPage,
    Notice,
    Person,
    Petition,
    Place,
    Preferences,
    Reasons,
    Result,
    SeatInfo,
    Settings,
    Sheet,
    Standing,
    TableId,
    TableInfo,
    TableLine,
    Verified,
)
from engine.core.ask import Option
from engine.core.game import Control, Game, View
from engine.core.table import DryRun

log = structlog.get_logger(__name__)


def secret_seed() -> str:
    """A number that nobody can guess, for the shuffles of a new table."""
    return secrets.token_hex(32)


class Desk:
    """See bot.contract.Service, whose methods these are."""

    def __init__(
        self,
        database: Database,
        games: Mapping[str, Game[Any]],
        narrator: Narrator,
        now: Callable[[], float],
        sealer: Sealer,
        draw_seed: Callable[[], str] = secret_seed,
        defaults: Settings | None = None,
        *,
        at_once: bool = False,
    ) -> None:
        self.deps = Deps(database, games, narrator, now, draw_seed, correct=correct, at_once=at_once)
        self.sealer = sealer
        self.defaults = defaults or Settings()

    async def open_table(
        self,
        host: Person,
        place: Place,
        game: str,
        *,
        scenario: str = "",
        options: Mapping[str, Any] | None = None,
        settings: Settings | None = None,
        npcs: int = 0,
        most: int | None = None,
        npc_civs: Sequence[str] = (),
    ) -> TableInfo:
        """See Service."""
        wanted = settings or self.defaults
        rivals = lobby.Rivals(npcs, tuple(npc_civs))
        return await lobby.open_table(self.deps, host, place, game, scenario, options or {}, wanted, rivals, most)

    async def set_options(
        self,
        table: TableId,
        person: Person,
        *,
        scenario: str | None = None,
        options: Mapping[str, Any] | None = None,
        npcs: int | None = None,
        most: int | None = None,
        npc_civs: Sequence[str] | None = None,
    ) -> TableInfo:
        """See Service."""

        async def setting(work: Work) -> TableInfo:
            rivals = lobby.rivals_of(work, npcs, npc_civs)
            return await lobby.set_options(work, person, scenario, options, rivals, most)

        return await do(self.deps, table, setting)

    async def change_settings(self, table: TableId, person: Person, **changes: Any) -> TableInfo:
        """See Service."""
        return await do(self.deps, table, lambda work: matters.change_settings(work, person, changes))

    async def join(
        self, table: TableId, person: Person, *, civ: str = "", again: bool = False, seat: int | None = None
    ) -> TableInfo:
        """See Service."""
        return await do(self.deps, table, lambda work: lobby.join(work, person, civ, seat, again=again))

    async def give_back(self, table: TableId, person: Person, seat: int) -> TableInfo:
        """See Service."""
        return await do(self.deps, table, lambda work: lobby.give_back(work, person, seat))

    async def leave(self, table: TableId, person: Person, *, confirm: str = "") -> TableInfo:
        """See Service."""

        async def leaving(work: Work) -> TableInfo:
            if work.row.state == "lobby":
                return await lobby.leave(work, person)
            return await seats.leave(work, person, confirm)

        return await do(self.deps, table, leaving)

    async def start(self, table: TableId, person: Person) -> Done:
        """See Service."""
        return await do(self.deps, table, lambda work: lobby.start(work, person))

    async def control(self, table: TableId, person: Person, number: int, by: Control) -> Done:
        """See Service."""
        return await do(self.deps, table, lambda work: seats.control(work, person, number, by))

    async def give_seat(self, table: TableId, person: Person, number: int, to: Person) -> Done:
        """See Service."""
        return await do(self.deps, table, lambda work: seats.give_seat(work, person, number, to))

    async def give_host(self, table: TableId, person: Person, to: Person) -> TableInfo:
        """See Service."""
        return await do(self.deps, table, lambda work: seats.give_host(work, person, to))

    async def end(
        self, table: TableId, person: Person, *, reason: str = "", confirm: str = "", moderator: bool = False
    ) -> TableInfo:
        """See Service."""
        return await do(self.deps, table, lambda work: matters.end(work, person, reason, confirm, moderator=moderator))

    async def move(self, table: TableId, person: Person, place: Place, *, moderator: bool = False) -> TableInfo:
        """See Service."""
        return await do(self.deps, table, lambda work: matters.move(work, person, place, moderator=moderator))

    async def list_tables(self, person: Person) -> tuple[TableLine, ...]:
        """See Service."""
        return await reading.list_tables(self.deps, person)

    async def table_in(self, channel: int) -> TableInfo | None:
        """See Service."""
        return await reading.table_in(self.deps, channel)

    async def info(self, table: TableId) -> TableInfo:
        """See Service."""

        async def facts(work: Work) -> TableInfo:
            return info_of(work)

        return await do(self.deps, table, facts)

    async def standing(self, table: TableId) -> Standing:
        """See Service."""
        return await do(self.deps, table, sheets.standing_of)

    async def sheet(self, table: TableId, person: Person, seat: int | None = None) -> Sheet:
        """See Service."""
        return await do(self.deps, table, lambda work: sheets.sheet_of(work, person, seat))

    async def answer(
        self, table: TableId, person: Person, ask_no: int | None, batch: Batch, *, seat: int | None = None
    ) -> Done:
        """See Service."""
        return await do(self.deps, table, lambda work: answers.answer(work, person, ask_no, batch, seat))

    async def follow(
        self, table: TableId, person: Person, ask_no: int | None, wishes: Mapping[str, Any], *, seat: int | None = None
    ) -> Done:
        """See Service."""
        return await do(self.deps, table, lambda work: answers.follow(work, person, ask_no, wishes, seat))

    async def outlook(
        self, table: TableId, person: Person, most: int, *, seat: int | None = None
    ) -> tuple[Mapping[str, int], ...]:
        """See Service."""
        return await do(self.deps, table, lambda work: answers.outlook(work, person, most, seat))

    async def unseal(self, table: TableId, person: Person, ask_no: int | None, *, seat: int | None = None) -> Done:
        """See Service."""
        return await do(self.deps, table, lambda work: answers.unseal(work, person, ask_no, seat))

    async def save_draft(
        self, table: TableId, person: Person, ask_no: int, draft: Draft, *, seat: int | None = None
    ) -> Draft:
        """See Service."""
        return await do(self.deps, table, lambda work: drafts.save(work, person, ask_no, draft, seat))

    async def clear_draft(self, table: TableId, person: Person, *, seat: int | None = None) -> None:
        """See Service."""
        await do(self.deps, table, lambda work: drafts.clear(work, person, seat))

    async def preview(self, table: TableId, person: Person, batch: Batch, *, seat: int | None = None) -> DryRun:
        """See Service."""
        return await do(self.deps, table, lambda work: reading.preview(work, person, batch, seat))

    async def previews(
        self, table: TableId, person: Person, batches: Sequence[Batch], *, seat: int | None = None
    ) -> tuple[DryRun | None, ...]:
        """See Service."""
        return await do(self.deps, table, lambda work: reading.previews(work, person, batches, seat))

    async def why_not(self, table: TableId, person: Person, token: str, *, seat: int | None = None) -> str:
        """See Service."""
        return await do(self.deps, table, lambda work: reading.why_not(work, person, token, seat))

    async def options_now(self, table: TableId, person: Person) -> tuple[Option, ...]:
        """See Service."""
        return await do(self.deps, table, lambda work: reading.options_now(work, person))

    async def undo(self, table: TableId, person: Person, *, seat: int | None = None) -> Done:
        """See Service."""
        return await do(self.deps, table, lambda work: going_back.undo(work, person, seat))

    async def checkpoints(self, table: TableId) -> tuple[CheckpointInfo, ...]:
        """See Service."""
        return await do(self.deps, table, going_back.checkpoints)

    async def go_back(self, table: TableId, person: Person, checkpoint: int) -> Done:
        """See Service."""
        return await do(self.deps, table, lambda work: going_back.go_back(work, person, checkpoint))

    async def back_points(self, table: TableId, person: Person) -> tuple[BackPoint, ...]:
        """See Service."""
        return await do(self.deps, table, lambda work: petitions.points(work, person))

    async def ask_back(self, table: TableId, person: Person, answers: int, reason: str = "") -> Petition:
        """See Service."""
        return await do(self.deps, table, lambda work: petitions.ask(work, person, answers, reason))

    async def vote_back(self, table: TableId, person: Person, no: int, *, agrees: bool) -> Petition:
        """See Service."""
        return await do(self.deps, table, lambda work: petitions.vote(work, person, no, agrees=agrees))

    async def petition(self, table: TableId, no: int) -> Petition:
        """See Service."""
        return await do(self.deps, table, lambda work: petitions.look(work, no))

    async def history(self, table: TableId, checkpoint: int, person: Person | None = None) -> View:
        """See Service."""
        return await do(self.deps, table, lambda work: going_back.history(work, checkpoint, person))

    async def since(self, table: TableId, person: Person | None = None) -> View | None:
        """See Service."""
        return await do(self.deps, table, lambda work: earlier.since(work, person))

    async def log(
        self, table: TableId, person: Person | None, *, chapter: str = "", about: str = "", page: int = 1
    ) -> LogPage:
        """See Service."""
        return await do(self.deps, table, lambda work: reading.log(work, person, chapter, about, page))

    async def reasons(self, table: TableId, line: int) -> Reasons:
        """See Service."""
        return await do(self.deps, table, lambda work: reasons.why(work, line))

    async def results(self, person: Person) -> tuple[Result, ...]:
        """See Service."""
        return await results.best(self.deps, person)

    async def hand(self, table: TableId, person: Person, *, seat: int | None = None) -> Sheet:
        """See Service."""
        return await self.sheet(table, person, seat)

    async def npc_hand(self, table: TableId, seat: str) -> tuple[TableInfo, SeatInfo, View]:
        """See Service."""
        return await do(self.deps, table, lambda work: reading.npc_hand(work, seat))

    async def export(self, table: TableId, person: Person) -> Export:
        """See Service."""
        return await do(self.deps, table, lambda work: files.export(work, person, self.sealer))

    async def open_file(self, table: TableId) -> Export:
        """The file of a finished game, for its last post. Refused: export_sealed, not_begun."""
        return await do(self.deps, table, lambda work: files.export(work, None, self.sealer))

    async def import_(self, person: Person, place: Place, raw: bytes) -> TableInfo:
        """See Service."""
        return await files.import_table(self.deps, person, place, raw, self.sealer)

    async def verify(self, table: TableId, raw: bytes | None = None) -> Verified:
        """See Service."""
        if raw is not None:
            return await verifying.verify_file(self.deps, raw, self.sealer)
        return await do(self.deps, table, verifying.verify)

    async def take_notices(self, person: Person, table: TableId = "") -> tuple[Notice, ...]:
        """See Service."""
        return await people.take_notices(self.deps, person, table)

    async def retry_dm(self, person: Person) -> None:
        """See Service."""
        await people.set_dm_closed(self.deps, person.id, closed=False)

    async def preferences(self, person: Person) -> Preferences:
        """See Service."""
        return await people.preferences(self.deps, person)

    async def set_preferences(self, person: Person, preferences: Preferences) -> Preferences:
        """See Service."""
        return await people.set_preferences(self.deps, person, preferences)

    async def personal_data(self, person: Person) -> Export:
        """See Service."""
        return await personal.gather(self.deps, person)

    async def forget_person(self, person: Person) -> tuple[TableId, ...]:
        """See Service."""
        return await personal.forget(self.deps, person)

    def error_reference(self, error: BaseException) -> str:
        """See Service."""
        reference = secrets.token_hex(2).upper()
        log.error("failed", reference=reference, exc_info=error)
        return reference

    async def call_time(self, table: TableId) -> bool:
        """Tell the game that its time is up, if it is; whether it was."""
        return await do(self.deps, table, limits.call_due)

    async def close_petition(self, table: TableId, no: int) -> bool:
        """Decide that request to go back if its time has come; whether it has."""
        return await do(self.deps, table, lambda work: petitions.close_due(work, no))

    async def expect_pictures(self) -> None:
        """Let it be known which pictures the open tables will want."""
        for game, options in await reading.open_games(self.deps):
            self.deps.expect(game, options)

    async def close_window(self, table: TableId, ask_no: int) -> bool:
        """Close the window of that question if its time has come; whether it has."""
        return await do(self.deps, table, lambda work: answers.close_due(work, ask_no))
