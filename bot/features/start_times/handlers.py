"""Handlers of when a lobby begins by itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from bot.contract.tables import Place, Refused, TableInfo
from bot.features.start_times import idle_lobby, schedule
from bot.features.start_times.screens import read_start
from bot.ui.commands.handlers import Handlers
from bot.ui.lobby.handlers import LobbyHandlers, TableHandlers, go
from bot.ui.lobby.screens import notice_screen
from bot.ui.parts import Form, Line, Note, Screen
from bot.ui.router import Answer, Handler
from bot.ui.visit import Visit, person_of
from bot.ui.words.wording import ago, date, table_text

ZONE: Final = "zone"


class StartHandlers(TableHandlers):
    """The time at which a lobby begins, and what becomes of one that could not."""

    def handlers(self) -> Mapping[str, Handler]:
        """Return the handlers by verb."""
        return {
            "starts": self.form,
            "starts_in": self.sent,
            "start_fill": self.fill,
            "start_wait": self.wait,
            "start_end": self.close,
            "keep_lobby": self.keep,
            "zone_on": self.go_on,
        }

    async def read(self, visit: Visit, typed: str, asked: Mapping[str, Any]) -> float | None:
        """Return the typed time, in the person's zone; None for none. Refused: bad_start, no_zone, start_gap.

        `asked`: the rest of the request, kept until the zone is known.
        """
        wanted = await self.service.preferences(person_of(visit))
        try:
            return read_start(typed, wanted.zone, self.service.deps.now())
        except Refused as refused:
            if refused.code != "no_zone":
                raise
            mark = await self.service.put_off(person_of(visit), ZONE, {**asked, "starts": typed})
            raise Refused("no_zone", then=mark) from refused

    async def go_on(self, visit: Visit) -> Answer:
        """Continue what was refused without a time zone. Refused: put_off_gone, and as `open` or `set`."""
        wanted = await self.service.take_up(person_of(visit), ZONE, visit.option)
        if "game" not in wanted:
            return await self.set(replace(visit, table=wanted["table"], option=""), wanted["starts"])
        place, game, typed = wanted.pop("place"), wanted.pop("game"), wanted.pop("starts")
        at = await self.read(visit, typed, {"place": place, "game": game, **wanted})
        lobby = LobbyHandlers(self.service, self.names_of, self.places)
        return await lobby.open_at(visit, Place(*place) if place else None, game, starts=at, **wanted)

    async def form(self, visit: Visit) -> Form:
        """Return the form for it."""
        info = await self.find_table(visit)
        zone = (await self.service.preferences(person_of(visit))).zone
        hint = table_text("starts.hint", zone=zone) if zone else table_text("starts.hint_no_zone")
        line = Line(
            "starts", table_text("starts.field"), example=table_text("starts.example" if zone else "starts.example_utc")
        )
        return Form(table_text("starts.title"), (Note(hint), line), "starts_in", table=info.id.lower())

    async def sent(self, visit: Visit) -> Answer:
        """Set the time of the form; empty: no time. Refused: as `set`."""
        return await self.set(visit, visit.field("starts"))

    async def set(self, visit: Visit, typed: str) -> Screen:
        """Set or clear the time. Refused: as `read`, and host_only, begun, over, start_past, start_far."""
        info = await self.find_table(visit)
        at = await self.read(visit, typed, {"table": info.id})
        return start_screen(await schedule.set_start(self.service, info.id, person_of(visit), at))

    async def fill(self, visit: Visit) -> Answer:
        """Fill the missing seats with NPCs. Refused: host_only, begun, over, start_settled, bad_option, setup."""
        done = await schedule.fill(self.service, (await self.find_table(visit)).id, person_of(visit), _time(visit))
        return notice_screen(
            table_text("lobby.begun", id=done.info.id), go("seat", "seat", style="primary"), table=done.info.id
        )

    async def wait(self, visit: Visit) -> Answer:
        """Start a day later. Refused: host_only, begun, over, start_settled."""
        return start_screen(
            await schedule.wait(self.service, (await self.find_table(visit)).id, person_of(visit), _time(visit))
        )

    async def close(self, visit: Visit) -> Answer:
        """Don't start by itself. Refused: host_only, begun, over, start_settled."""
        info = await schedule.close(self.service, (await self.find_table(visit)).id, person_of(visit), _time(visit))
        return notice_screen(table_text("end_game.ended", id=info.id), table=info.id)

    async def keep(self, visit: Visit) -> Answer:
        """Keep a lobby open. Refused: host_only, begun, over."""
        info = await idle_lobby.keep(self.service, (await self.find_table(visit)).id, person_of(visit))
        return notice_screen(table_text("starts.kept", id=info.id), go("options", "options"), table=info.id)


def _time(visit: Visit) -> int:
    """The time that the button's question was about."""
    option = visit.option
    return int(option) if option.isascii() and option.isdigit() and len(option) <= len("9999999999") else 0


def start_screen(info: TableInfo) -> Screen:
    """Return the screen of when the lobby begins now."""
    at = info.starts_at
    line = (
        table_text("starts.set", id=info.id, time=date(at), left=ago(at))
        if at
        else table_text("starts.cleared", id=info.id)
    )
    return notice_screen(line, go("options", "options"), table=info.id)


def handlers(at: Handlers) -> Mapping[str, Handler]:
    """Return the verbs of start times."""
    return StartHandlers(at.service, at.names_of, at.places).handlers()


async def read_typed_start(at: TableHandlers, visit: Visit, typed: str, asked: Mapping[str, Any]) -> float | None:
    """Return the time that was typed with a new table. Refused: bad_start, no_zone, start_gap."""
    return await StartHandlers(at.service, at.names_of, at.places).read(visit, typed, asked)


async def chosen_for(at: TableHandlers, visit: Visit, typed: str) -> Screen:
    """Set the time that was typed for a lobby. Refused: as `StartHandlers.set`."""
    return await StartHandlers(at.service, at.names_of, at.places).set(visit, typed)
