"""What answers the buttons about seats that are late, and the commands that give more time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.features.clocks import more_time, overdue
from bot.features.clocks import posts as late_posts
from bot.ui.lobby.handlers import TableHandlers, go
from bot.ui.lobby.screens import told
from bot.ui.parts import Screen, number
from bot.ui.posts import offer_posts
from bot.ui.router import Answer, Handler
from bot.ui.visit import Visit, person_of
from bot.ui.words.wording import date, place, said

SNOWFLAKE: Final = 20


class LateHandlers(TableHandlers):
    """Votes about a late seat, its return, people who would take it; more time and pauses."""

    def handlers(self) -> Mapping[str, Handler]:
        """Verb by verb."""
        return {
            "late_vote": self.vote,
            "late_back": self.back,
            "stand_for": self.volunteer,
            "stand_yes": self.accept,
            "reclaim": self.reclaim,
            "offer_back": self.give_back,
        }

    async def vote(self, visit: Visit) -> Answer:
        """What is to be done. Refused: late_over, late_own, late_other, over, no_seat."""
        info = await self.found(visit)
        choice, _, seat = visit.option.partition(".")
        made = await overdue.vote(self.service, info.id, person_of(visit), number(seat) or 0, choice)
        return late_posts.voted_screen(made, self.names(info))

    async def back(self, visit: Visit) -> Answer:
        """I am back. Refused: owner_only, over, no_seat."""
        info = await self.found(visit)
        await overdue.back(self.service, info.id, person_of(visit), number(visit.option) or 0)
        return told(said("late.you_are_back"), go("seat", "seat", style="primary"), table=info.id)

    async def volunteer(self, visit: Visit) -> Answer:
        """I would take it. Refused: seek_over, seat_seen, over, no_seat."""
        info = await self.found(visit)
        seat = await overdue.ask_for_seat(self.service, info.id, person_of(visit), number(visit.option) or 0)
        return self._line(visit, said("late.volunteered", civ=place(seat, self.names(info))))

    async def accept(self, visit: Visit) -> Answer:
        """The host gives the seat. Refused: host_only, seek_over, seat_seen, over, no_seat."""
        info = await self.found(visit)
        given = await overdue.accept_volunteer(self.service, info.id, person_of(visit), *_seat_and_person(visit.option))
        return self._line(visit, said("late.accepted", civ=place(given, self.names(info))))

    async def reclaim(self, visit: Visit) -> Answer:
        """I would like my former seat back. Refused: no_seat, seat_seen, over, not_begun, too_many_requests."""
        info = await self.found(visit)
        seat = await self.service.reclaim_seat(info.id, person_of(visit), number(visit.option) or 0)
        return self._line(visit, said("late.reclaimed", civ=place(seat, self.names(info))))

    async def give_back(self, visit: Visit) -> Answer:
        """Offer a seat to who had it before. Refused: no_seat, owner_only, host_only, seat_seen, over, not_begun."""
        info = await self.found(visit)
        seat, who = _seat_and_person(visit.option)
        made = await self.service.return_seat(info.id, person_of(visit), seat, who)
        return offer_posts.made_screen(info, made)

    async def extend(self, visit: Visit, hours: float, seat: int | None = None) -> Answer:
        """More time. Refused: not_asked, host_only, extended, bad_option, over, not_begun."""
        info = await self.found(visit)
        info = await more_time.extend(self.service, info.id, person_of(visit), hours, number=seat)
        until = max(info.deadlines.values(), default=None)
        return told(said("late.extended", time=date(until)) if until else said("late.extended_all"), table=info.id)

    async def pause(self, visit: Visit, days: int, reason: str) -> Answer:
        """Let everything stand, or ask the others. Refused: bad_option, over, not_begun, no_seat, undo_pending."""
        info = await self.found(visit)
        info = await self.service.pause(info.id, person_of(visit), days, reason=reason)
        if info.paused_until is None:
            return told(said("late.pause_asked"), table=info.id)
        return told(said("late.paused_now", time=date(info.paused_until)), go("status", "status"), table=info.id)

    async def resume(self, visit: Visit) -> Answer:
        """Go on. Refused: host_only, not_paused, over, not_begun."""
        info = await self.found(visit)
        await self.service.resume(info.id, person_of(visit))
        return told(said("late.resumed"), table=info.id)

    def _line(self, visit: Visit, line: str) -> Screen:
        return told(line, go("status", "status"), table=visit.table)


def _seat_and_person(option: str) -> tuple[int, int]:
    """The number of a seat and somebody's id, as a button carries them; 0 for what is none."""
    seat, _, who = option.partition(".")
    return number(seat) or 0, int(who) if who.isascii() and who.isdigit() and len(who) <= SNOWFLAKE else 0
