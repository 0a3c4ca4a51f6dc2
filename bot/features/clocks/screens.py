"""Handlers of the buttons about seats that are out of time, and of the commands that give more time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Final

from discord import app_commands

from bot.contract.preferences import AwayMode
from bot.features.clocks import more_time, overdue, vacations
from bot.features.clocks import posts as late_posts
from bot.features.clocks.away_form import away_form, read_away
from bot.ui.commands.handlers import Handlers, Id, Interaction, Placed, Reason, about, parameters
from bot.ui.lobby.handlers import TableHandlers, go
from bot.ui.lobby.screens import notice_screen
from bot.ui.parts import Screen, number
from bot.ui.posts import offer_posts
from bot.ui.router import Answer, Handler
from bot.ui.settings.preference_handlers import PreferenceHandlers
from bot.ui.visit import Visit, person_of
from bot.ui.words.wording import date, place, table_text
from engine.core.text import words

SNOWFLAKE: Final = 20


class LateHandlers(TableHandlers):
    """Votes about a late seat, its return, people who would take it; more time and pauses."""

    def handlers(self) -> Mapping[str, Handler]:
        """Return the handlers by verb."""
        return {
            "late_vote": self.vote,
            "late_back": self.back,
            "stand_for": self.volunteer,
            "stand_yes": self.accept,
            "reclaim": self.reclaim,
            "offer_back": self.give_back,
        }

    async def vote(self, visit: Visit) -> Answer:
        """Vote on what happens with the seat. Refused: late_over, late_own, late_other, over, no_seat."""
        info = await self.find_table(visit)
        choice, _, seat = visit.option.partition(".")
        made = await overdue.vote(self.service, info.id, person_of(visit), number(seat) or 0, choice)
        return late_posts.voted_screen(made, self.names(info))

    async def back(self, visit: Visit) -> Answer:
        """Take one's seat back. Refused: owner_only, over, no_seat."""
        info = await self.find_table(visit)
        await overdue.back(self.service, info.id, person_of(visit), number(visit.option) or 0)
        return notice_screen(table_text("late.you_are_back"), go("seat", "seat", style="primary"), table=info.id)

    async def volunteer(self, visit: Visit) -> Answer:
        """Volunteer for the seat. Refused: seek_over, seat_seen, over, no_seat."""
        info = await self.find_table(visit)
        seat = await overdue.ask_for_seat(self.service, info.id, person_of(visit), number(visit.option) or 0)
        return self._line(visit, table_text("late.volunteered", civ=place(seat, self.names(info))))

    async def accept(self, visit: Visit) -> Answer:
        """Give the seat to a volunteer; for the host. Refused: host_only, seek_over, seat_seen, over, no_seat."""
        info = await self.find_table(visit)
        given = await overdue.accept_volunteer(self.service, info.id, person_of(visit), *_seat_and_person(visit.option))
        return self._line(visit, table_text("late.accepted", civ=place(given, self.names(info))))

    async def reclaim(self, visit: Visit) -> Answer:
        """Ask for one's former seat back. Refused: no_seat, seat_seen, over, not_begun, too_many_requests."""
        info = await self.find_table(visit)
        seat = await self.service.reclaim_seat(info.id, person_of(visit), number(visit.option) or 0)
        return self._line(visit, table_text("late.reclaimed", civ=place(seat, self.names(info))))

    async def give_back(self, visit: Visit) -> Answer:
        """Offer a seat to who had it before. Refused: no_seat, owner_only, host_only, seat_seen, over, not_begun."""
        info = await self.find_table(visit)
        seat, who = _seat_and_person(visit.option)
        made = await self.service.return_seat(info.id, person_of(visit), seat, who)
        return offer_posts.made_screen(info, made)

    async def extend(self, visit: Visit, hours: float, seat: int | None = None) -> Answer:
        """Give more time. Refused: not_asked, host_only, extended, bad_option, over, not_begun."""
        info = await self.find_table(visit)
        info = await more_time.extend(self.service, info.id, person_of(visit), hours, number=seat)
        until = max(info.deadlines.values(), default=None)
        return notice_screen(
            table_text("late.extended", time=date(until)) if until else table_text("late.extended_all"), table=info.id
        )

    async def pause(self, visit: Visit, days: int, reason: str) -> Answer:
        """Pause the clocks, or ask the others to. Refused: bad_option, over, not_begun, no_seat, undo_pending."""
        info = await self.find_table(visit)
        info = await self.service.pause(info.id, person_of(visit), days, reason=reason)
        if info.paused_until is None:
            return notice_screen(table_text("late.pause_asked"), table=info.id)
        return notice_screen(
            table_text("late.paused_now", time=date(info.paused_until)), go("status", "status"), table=info.id
        )

    async def resume(self, visit: Visit) -> Answer:
        """Go on. Refused: host_only, not_paused, over, not_begun."""
        info = await self.find_table(visit)
        await self.service.resume(info.id, person_of(visit))
        return notice_screen(table_text("late.resumed"), table=info.id)

    def _line(self, visit: Visit, line: str) -> Screen:
        return notice_screen(line, go("status", "status"), table=visit.table)


def _seat_and_person(option: str) -> tuple[int, int]:
    """Return the number of a seat and a person's id from a button; 0 for what is neither."""
    seat, _, who = option.partition(".")
    return number(seat) or 0, int(who) if who.isascii() and who.isdigit() and len(who) <= SNOWFLAKE else 0


class VacationHandlers:
    """Vacations: the form and `/prefs vacation`; the result is shown on the screen of preferences."""

    def __init__(self, preferences: PreferenceHandlers) -> None:
        self.preferences, self.service = preferences, preferences.service

    def handlers(self) -> Mapping[str, Handler]:
        """Return the handlers by verb."""
        return {"away_form": self.away_form, "away_sent": self.away_sent}

    async def away_form(self, visit: Visit) -> Answer:
        """Return the form for a vacation."""
        return away_form(await vacations.days_left(self.service.deps, person_of(visit)))

    async def away_sent(self, visit: Visit) -> Answer:
        """Start a vacation as the form says. Refused as `vacation`."""
        days, mode, dated = read_away(visit)
        return await self.vacation(visit, days, mode, dated=dated)

    async def vacation(self, visit: Visit, days: int, mode: AwayMode, *, dated: bool = True) -> Answer:
        """Start a vacation, telling tables its end if `dated`; without days end it. Refused: bad_option, away_already,
        away_budget, not_away_now.
        """
        if not days:
            await vacations.come_home(self.service.deps, person_of(visit))
            return await self.preferences.show(visit, words("prefs.home"))
        told = await vacations.announce(self.service.deps, person_of(visit), days, mode, dated=dated)
        span = {"begin": date(told.starts), "end": date(told.ends), "left": told.left}
        return await self.preferences.show(visit, words(f"prefs.away_{told.mode}", **span))


def handlers(at: Handlers) -> Mapping[str, Handler]:
    """Return the verbs of deadlines and vacations."""
    return {**_late(at).handlers(), **VacationHandlers(at.preferences).handlers()}


def _late(at: Handlers) -> LateHandlers:
    return LateHandlers(at.service, at.names_of, at.places)


def commands(at: Handlers) -> Iterator[Placed]:
    """Return the commands `/game extend`, `pause` and `resume`, `/prefs vacation`."""
    late = _late(at)

    @app_commands.command(name="extend", description=about("game_extend"))
    @app_commands.describe(**parameters("more_hours", "table"))
    @app_commands.rename(more_hours="hours")
    async def extend(
        interaction: Interaction, more_hours: app_commands.Range[int, 1, 240], table: Id | None = None
    ) -> None:
        """Give the present question more time."""
        await at.answer(interaction, partial(late.extend, hours=more_hours), table)

    @app_commands.command(name="pause", description=about("game_pause"))
    @app_commands.describe(**parameters("days", "reason", "table"))
    async def pause(
        interaction: Interaction,
        days: app_commands.Range[int, 1, 60],
        reason: Reason = "",
        table: Id | None = None,
    ) -> None:
        """Pause all clocks."""
        await at.answer(interaction, partial(late.pause, days=days, reason=reason), table)

    @app_commands.command(name="resume", description=about("game_resume"))
    @app_commands.describe(**parameters("table"))
    async def resume(interaction: Interaction, table: Id | None = None) -> None:
        """End a pause."""
        await at.answer(interaction, late.resume, table)

    extend.autocomplete("table")(at.tables)
    pause.autocomplete("table")(at.tables)
    resume.autocomplete("table")(at.tables)
    yield Placed(extend, "game")
    yield Placed(pause, "game")
    yield Placed(resume, "game")
