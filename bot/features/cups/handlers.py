"""Handlers of `/cup` and the buttons of cups."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import structlog

from bot.contract.tables import Place, Refused
from bot.features.cups import rounds, sign_up
from bot.features.cups.screens import cup_screen, cups_screen, end_screen
from bot.features.cups.values import CupInfo, CupPlan
from bot.tables.hooks import note_fault
from bot.ui.lobby.handlers import TableHandlers
from bot.ui.lookup import errors
from bot.ui.parts import Screen, number
from bot.ui.router import Answer, Handler
from bot.ui.visit import Visit, person_of
from engine.core.naming import fold
from engine.core.text import cut, words
from engine.games import GAMES

log = structlog.get_logger(__name__)
THREAD: Final = 90


class CupHandlers(TableHandlers):
    """Handlers for cups: sign up, look, draw, end."""

    def handlers(self) -> Mapping[str, Handler]:
        """Return the handlers by verb."""
        return {
            "cup": self.look,
            "cup_join": self.join,
            "cup_leave": self.leave,
            "cup_draw": self.draw,
            "cup_end": self.end,
        }

    async def open(self, visit: Visit, place: Place, plan: CupPlan, game: str, **wanted: Any) -> Answer:
        """Return a new cup. Refused as `open_cup`."""
        made = await sign_up.open_cup(self.service, person_of(visit), place, plan, game, **wanted)
        return cup_screen(made, person_of(visit), words("cup.text.opened", id=made.id))

    async def table(self, visit: Visit, typed: str = "") -> Answer:
        """Return the cup that is meant, or all of the server. Refused: no_cup, cup_where."""
        if typed.strip():
            return await self._shown(visit, await self.find_cup(visit, typed))
        there = await sign_up.here(self.service.deps, person_of(visit))
        going_on = [one for one in there if one.state != "over"]
        return cup_screen(going_on[0], person_of(visit)) if len(going_on) == 1 else cups_screen(there)

    async def find_cup(self, visit: Visit, typed: str) -> int:
        """Return the id of the cup with that number or name, else the server's only running one. Refused: no_cup,
        cup_where.
        """
        if typed.strip():
            return number(typed.strip()) or await self._called(visit, typed)
        there = [one for one in await sign_up.here(self.service.deps, person_of(visit)) if one.state != "over"]
        if len(there) != 1:
            raise Refused("cup_which" if there else "no_cup", cup="")
        return there[0].id

    async def _called(self, visit: Visit, name: str) -> int:
        """The newest cup of the server of that name, those that go on before those that are over; 0 without one."""
        there = [
            one for one in await sign_up.here(self.service.deps, person_of(visit)) if fold(one.plan.name) == fold(name)
        ]
        return max(there, key=lambda one: (one.state != "over", one.id)).id if there else 0

    async def suggest(self, visit: Visit, typed: str) -> list[tuple[str, str]]:
        """Return the cups of the server, as completions."""
        there = await sign_up.here(self.service.deps, person_of(visit))
        shown = [(cut(f"{one.id}: {one.plan.name}", 90), str(one.id)) for one in there]
        return [(name, value) for name, value in shown if typed.casefold() in name.casefold()]

    async def look(self, visit: Visit) -> Answer:
        """Return a cup. Refused: no_cup."""
        return await self._shown(visit, _number(visit))

    async def _shown(self, visit: Visit, cup: int, line: str = "") -> Screen:
        return cup_screen(await sign_up.look(self.service.deps, person_of(visit), cup), person_of(visit), line)

    async def join(self, visit: Visit) -> Answer:
        """Sign up. Refused as `join_cup`."""
        made = await sign_up.join(self.service.deps, person_of(visit), _number(visit))
        return cup_screen(made, person_of(visit), words("cup.text.joined"))

    async def leave(self, visit: Visit) -> Answer:
        """Leave a cup. Refused as `leave_cup`."""
        made = await sign_up.leave(self.service.deps, person_of(visit), _number(visit))
        return cup_screen(made, person_of(visit), words("cup.text.left"))

    async def draw(self, visit: Visit) -> Answer:
        """Draw the next round if its time has come, and open the tables that are not open yet, as far as that goes.

        Refused as `draw_cup`.
        """
        person = person_of(visit)
        cup = await rounds.draw(self.service.deps, person, _number(visit))
        try:
            for table in cup.tables:
                if not table.table:
                    await self._open(visit, cup, table.no)
        except Exception as error:  # noqa: BLE001 - whatever goes wrong, the round is drawn
            return await self._shown(visit, cup.id, await self._drawn_only(cup, error))
        told = "cup.text.finished" if cup.state == "over" else "cup.text.drawn"
        return await self._shown(visit, cup.id, words(told, round=cup.round))

    async def _drawn_only(self, cup: CupInfo, error: Exception) -> str:
        """Return that the round is drawn though not all its tables are open, and why."""
        drawn = words("cup.text.drawn_only", round=cup.round)
        if isinstance(error, Refused):
            return f"{drawn} {errors.text(error)}"
        log.error("cup.not_opened", cup=cup.id, exc_info=error)
        await note_fault(self.service.deps, error, "cup_draw")
        return drawn

    async def _open(self, visit: Visit, cup: CupInfo, no: int) -> None:
        """Open a table in a thread of its own; if another person has opened it just now, use that one."""
        title = cut(f"{cup.plan.name} {cup.round}.{no} · {GAMES[cup.game].title}", THREAD)
        place = await self.places.thread(cup.place.channel, title, cup.game)
        if place is None:
            raise Refused("no_thread")
        try:
            info = await rounds.open_table(self.service.deps, person_of(visit), cup.id, no, place)
        except Exception as error:
            await self.places.close(place.channel)
            if isinstance(error, Refused) and error.code == "cup_opened":
                return
            raise
        await self.places.rename(place.channel, f"{info.id} · {title}")

    async def end(self, visit: Visit) -> Answer:
        """End a cup, after a second word. Refused as `end_cup`."""
        cup, _, confirm = visit.option.partition(".")
        person = person_of(visit)
        try:
            made = await sign_up.end(self.service.deps, person, number(cup) or 0, confirm=confirm)
        except Refused as refused:
            if refused.code != "cup_end":
                raise
            there = await sign_up.look(self.service.deps, person, number(cup) or 0)
            return end_screen(there, str(refused.said["confirm"]))
        return cup_screen(made, person, words("cup.text.ended"))


def _number(visit: Visit) -> int:
    return number(visit.option.partition(".")[0]) or 0
